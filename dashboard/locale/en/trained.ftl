# The page Trained: what small Transformers learned with each encoding, and where they fail.

trained-title = What can a model learn with each encoding, and does it work on longer texts?
trained-task-1-back = Task: at each token, name the token 1 back (guessing: { PERCENT($share) }).
trained-task-3-back = Task: at each token, name the token 3 back (guessing: { PERCENT($share) }).
trained-task-8-back = Task: at each token, name the token 8 back (guessing: { PERCENT($share) }).
trained-task-index-5 = Task: at each later token, name the token at position 5 (guessing: { PERCENT($share) }).
trained-task-induction = Task: name the token that followed the last time the same token stood there (guessing: { PERCENT($share) }).
trained-task-copy = Task: the second half of the text repeats the first; name the next token (guessing: { PERCENT($share) }).
trained-task-order = Task: say which of two tokens came first (guessing: { PERCENT($share) }).
trained-seeds = The same small Transformer was trained with each encoding { $count ->
    [one] once
   *[other] { $count } times
}, on texts of up to { $length } tokens.
trained-whole = { $schemes } { $count ->
    [one] stays
   *[other] stay
} above { PERCENT($share) } up to { $length } tokens, the longest text tested.
trained-reach = { $schemes } { $count ->
    [one] stays
   *[other] stay
} above { PERCENT($share) } up to { $length } tokens.
trained-inside = { $schemes } { $count ->
    [one] solves
   *[other] solve
} it at { $length } tokens and { $count ->
    [one] falls
   *[other] fall
} below { PERCENT($share) } on longer texts.
trained-partly = With { $schemes }, only some models reach { PERCENT($share) } at { $length } tokens.
trained-unlearned = With { $schemes }, no model reaches { PERCENT($share) } at { $length } tokens, so extrapolation cannot be judged.
trained-predict = Which falls first beyond the trained length?
trained-hidden = Accuracy up to the trained length; longer texts are hidden until you predict.
trained-predicted = Yes: of the encodings that solve the task at the trained length, { $schemes } { $count ->
    [one] falls
   *[other] fall
} first.
trained-mispredicted = No: { $schemes } { $count ->
    [one] falls
   *[other] fall
} first. { $name } reaches farther.
trained-never-learned = No: with { $name }, not every model solves the task at the trained length. Of the others, { $schemes } { $count ->
    [one] falls
   *[other] fall
} first.
trained-none-learned = With none of these encodings, { $name } included, do all models solve the task at the trained length.
trained-accuracy = accuracy
trained-length = length of the text, in tokens
trained-position = position
trained-guess = guessing
trained-hover = { $x } tokens: { $y }
trained-position-hover = near position { $x }: { $y }
trained-note = { $count ->
    [one] One model for each encoding.
   *[other] Lines are means over { $count } models, bands go from the worst to the best.
} The vertical line is the longest text in training. Accuracy is averaged over all positions of a text, the early ones included. Sentences count a length as solved if every model has at least { PERCENT($share) }.
trained-cell = { PERCENT($share) } ({ PERCENT($low) } to { PERCENT($high) })
    .cell = { $count ->
        [1] Trained length, { $length }
       *[other] { $count } times, { $length }
    }
trained-cell-same = { PERCENT($share) }
    .cell = { $count ->
        [1] Trained length, { $length }
       *[other] { $count } times, { $length }
    }

# Tabs

trained-tab-position = Where in the text
trained-tab-matrix = All tasks
trained-tab-heads = Attention heads
trained-tab-norm = Layer norm
trained-tab-how = Method
trained-tab-misconceptions = Misconceptions

trained-where = In texts of { $length } tokens, accuracy by the position of the query.
trained-matrix = How far each encoding reaches in each task
trained-matrix-note = The longest text, in tokens, at which every model still has { PERCENT($share) } accuracy. “no”: no model solves the task at the trained length; “some”: some do. Click a cell for its curves. Linear, NTK-aware, and YaRN replace RoPE after training, with factor 4; “tuned” means 100 more steps of training.
trained-encoding = Encoding
trained-some = some
trained-no = no
trained-head = Attention head
trained-map-formula = By the formula alone
trained-map-learned = After training
trained-map-hover = query { $y }, key { $x }: { $z }
trained-head-same = { $name }, head { $head }: most weight is at offset { $offset }, both by the formula ({ PERCENT($low) }) and after training ({ PERCENT($share) }).
trained-head-apart = { $name }, head { $head }: by the formula, most weight is at offset { $start } ({ PERCENT($low) }); after training, at offset { $offset } ({ PERCENT($share) }).
trained-head-even = { $name }, head { $head }: by the formula, the last token looks at all tokens alike. After training, this head gives offset { $offset } the most, { PERCENT($share) }.
trained-head-learned = { $name }, head { $head }: no formula; its numbers are learned. After training, it gives offset { $offset } the most, { PERCENT($share) }.
trained-heads-note = First block, one text, one model. By the formula: query and key have the same content, and projections are the identity. Offset 0 is the token itself; shares are means over the second half of the text.
trained-invisible = LayerNorm does not see a number that is added to every column: its output does not change. RMSNorm, as in Llama, Mistral, and Qwen, does not subtract the mean and sees it: its output moves by up to { $high }.
trained-visible = LayerNorm sees a number in one column: its output moves by up to { $high }. RMSNorm sees it, too.
trained-changed = change of the output of LayerNorm
trained-proof = **Proof.** LayerNorm subtracts the mean over the columns, and (x + c·1) − mean(x + c·1) = x − mean(x); so the variance does not change, either.
trained-identical = In the pre-LN Transformers of this page, each block reads its input through LayerNorm. In all { $count } pairs of task and seed, the largest difference in accuracy between this number in every column and no encoding at all is { PERCENT($value) }.
trained-models = { $count } trained models: { $other } encodings, { $whole } tasks, and the same hyperparameters. RoPE is also tested with scalings to 4 times the trained length, without and with 100 more training steps (tuned).
trained-setup = Decoder with { $count } pre-LN blocks, { $dim } dimensions, { $heads } heads, a causal mask, a vocabulary of 16 tokens; { $most } steps of AdamW.
trained-versions = PyTorch { $text }, commit { $name }. In the repository, at that commit, the command “make train” repeats the training.
trained-kazemnejad = **Compared with [Kazemnejad et al. (2023)](https://arxiv.org/abs/2305.19466)**, who trained larger decoders on reasoning and mathematical tasks. Both find that added absolute positions often fail on texts longer than in training and that the causal mask alone can tell order. They find that RoPE and ALiBi generalize poorly, too, and that NoPE generalizes best. Here, RoPE addresses a fixed offset on longer texts, and NoPE does not learn to look 3 or 8 back. A likely reason: their tasks need several steps of reasoning, ours one or two lookups.
trained-transfer = **What does not carry over to large models**: the percentages, the lengths, and small differences between encodings. What can carry over is which kind of lookup is easy to learn with an encoding: a fixed offset, a fixed position, or matching content. A task that is not solved after 1,000 steps may be solved after more. Of the learned table, rows beyond the trained length were never trained. Hyperparameters were chosen once, for none of the encodings in particular.

# Misconceptions

trained-order = A decoder without an encoding can learn order.
    .quote = Without positional encoding, a Transformer cannot know order.
    .fact = Its causal mask tells how many tokens a query sees. Without an encoding, the models say which of two tokens came first with { PERCENT($share) } accuracy on average at the trained length. Self-attention without a mask is permutation-equivariant, so it cannot.
trained-linear = Linear position interpolation needs further training.
    .quote = Linear position interpolation extends RoPE to longer texts without training.
    .fact = With factor 4 and no further training, the models name the token 3 back at { $length } tokens with { PERCENT($share) } accuracy; with YaRN, with { PERCENT($high) }.

trained-next = Next: common bugs with positions
trained-follow-up = What does each formula do to attention?
