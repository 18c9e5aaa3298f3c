# What a shared link shows: one sentence for each page, and the state.

preview-site = Positional Encoding Lab
preview-title = { $page } · { preview-site }
preview-state = { $schemes }; n = { $length }, d = { $dim }.
preview-start = A positional encoding tells a Transformer the order of words. Attention alone cannot tell “dog bites man” from “man bites dog”.
preview-compare = Self-attention alone does not see word order. See how each positional encoding adds it.
preview-heatmap = A positional encoding as a matrix: one row for each dimension.
preview-equidistance = Do positions k apart have the same distance everywhere?
preview-similarity = How similar is one position to all others?
preview-scorecard = Which conditions does each positional encoding meet?
preview-clocks = Each pair of dimensions turns like a clock hand, and a shift by k turns every hand by the same angle everywhere.
preview-sentence = How a positional encoding changes what the words of a sentence attend to.
preview-attention = How attention changes with the offset between two tokens.
preview-rope = RoPE rotates queries and keys, so that logits depend on their offset.
preview-bias = ALiBi, T5, and others add a bias to the attention logits.
preview-images = Where does a patch of an image look, and which positions does a prompt with images have?
preview-bugs = Common bugs of positional encodings: the wrong line and the right one.
preview-check = Check a table of positional encodings: which formula made it?
preview-models = How published models encode position: RoPE, ALiBi, T5, learned tables, with sources.
preview-trained = The same small Transformer, trained with each positional encoding: where does it break?
preview-lesson = How does a Transformer know the order of words? Ten steps, a quarter of an hour.
preview-exercises = Write positional encodings yourself: five exercises that check themselves.
preview-questions = What people ask about positional encodings, and what they get wrong, with computed answers.
