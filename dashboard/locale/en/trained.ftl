# The page Trained: what small Transformers learned with each encoding, and where they fail.

trained-title = Trained: what do models learn with each encoding?
trained-task-1-back = At each token, name the token 1 back (guessing: { PERCENT($share) }).
trained-task-3-back = At each token, name the token 3 back (guessing: { PERCENT($share) }).
trained-task-8-back = At each token, name the token 8 back (guessing: { PERCENT($share) }).
trained-task-index-5 = At each later token, name the token at position 5 (guessing: { PERCENT($share) }).
trained-task-induction = At a repeated token, name the token that followed it the first time (guessing: { PERCENT($share) }).
trained-task-copy = The second half of the text repeats the first; name the next token (guessing: { PERCENT($share) }).
trained-task-order = Say which of two tokens came first (guessing: { PERCENT($share) }).
trained-example = Example: the last token is { $key }; the answer is { $token }, at position { $position }.
trained-example-order = Example: of x and y, { $token } came first, at position { $position }.
trained-longest = Trained on texts of up to { $length } tokens.
trained-whole = { $schemes } { $count ->
    [one] solves
   *[other] solve
} it up to { $length } tokens, the longest text tested.
trained-reach = { $schemes } { $count ->
    [one] solves
   *[other] solve
} it up to { $length } tokens.
trained-inside = { $schemes } { $count ->
    [one] solves
   *[other] solve
} it up to { $start } tokens, and { $count ->
    [one] falls
   *[other] fall
} below { PERCENT($share) } at { $length }.
trained-learning = { $schemes } { $count ->
    [one] is
   *[other] are
} still learning after { $number } training steps.
trained-uneven = { $schemes } { $count ->
    [one] solves
   *[other] solve
} it from some random starts and not from others.
trained-plateau = { $schemes } stopped improving below { PERCENT($share) } at { $length } tokens.
trained-replaced = { $schemes }, replaced after training, { $count ->
    [one] is
   *[other] are
} below { PERCENT($share) } even at { $length } tokens.
trained-missing = Not trained yet: { $schemes }.
trained-angles = RoPE probably falls because { $count } of its { $whole } pairs rotate less than once in { $length } tokens: longer texts bring new angles.
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
trained-never-learned = No: { $name } does not solve the task at the trained length. Of the others, { $schemes } { $count ->
    [one] falls
   *[other] fall
} first.
trained-none-learned = No encoding here, { $name } included, solves the task at the trained length.
trained-accuracy = accuracy
trained-accuracy-late = accuracy on the last eighth of the positions
trained-loss = loss, in nats per character
trained-length = length of the text, in tokens
trained-position = position
trained-step = training steps
trained-guess = guessing
trained-hover = { $x } tokens: { $y }
trained-position-hover = near position { $x }: { $y }
trained-step-hover = step { $x }: { $y }
trained-language-hover = near position { $x }: { $y }
trained-note = Lines: means; bands: worst to best; ±: standard error. Solved: mean of at least { PERCENT($share) }. Shaded: trained lengths.
trained-cell = { PERCENT($share) } ± { PERCENT($value) }
    .cell = { $count ->
        [1] { $length } tokens (trained)
       *[other] { $length } tokens
    }
trained-cell-missing = Not trained yet.
    .cell = Training

# Tabs

trained-tab-task = Small tasks
trained-tab-heads = Attention maps
trained-tab-how = Method

trained-where = In texts of { $length } tokens, accuracy by the position of the query.
trained-matrix = Outcome of each encoding in each task
trained-matrix-note = Blue: solved, up to this many tokens. Yellow: still learning. Gray: not solved and no longer improving, or not trained after the change. Percentages are accuracies at the trained length; – is not trained yet. Solved means { PERCENT($share) } on average. Select a cell to see its curves. Linear, NTK-aware, and YaRN replace RoPE after training, with factor 4; “tuned” means 1,000 more steps with texts of up to 128 tokens.
trained-curves-solved = Reached { PERCENT($share) }: { $schemes }.
trained-curves-learning = Still learning at the last step: { $schemes }.
trained-curves-plateau = Stopped improving before { PERCENT($share) }: { $schemes }.
trained-curves-note = Accuracy over all positions at the trained length. Training ends at { PERCENT($share) }, on a plateau, or after 6,000 steps.
trained-language = These models learned to continue Shakespeare with texts of { $start } characters. On texts of { $length }, from the trained length to the last half, the loss changes least with { $name } ({ $low } nats) and most with { $other } ({ $high } nats).
trained-language-one = { $name } learned to continue Shakespeare with texts of { $start } characters. On texts of { $length }, the loss changes by { $value } nats from the trained length to the last half.
trained-language-missing = Not trained yet.
trained-language-note = Lower is better. One model for each encoding; the band is the standard error over the texts. Shaded: positions in training. Losses above the axis are cut.
trained-encoding = Encoding
trained-head = Block and head
trained-map-formula = By the formula alone
trained-map-learned = After training
trained-map-hover = query { $y }, key { $x }: { $z }
trained-head-same = { $name }, block { $whole }, head { $head }: most weight is at offset { $offset }, both by the formula ({ PERCENT($low) }) and after training ({ PERCENT($share) }).
trained-head-apart = { $name }, block { $whole }, head { $head }: by the formula, most weight is at offset { $start } ({ PERCENT($low) }); after training, at offset { $offset } ({ PERCENT($share) }).
trained-head-even = { $name }, block { $whole }, head { $head }: by the formula, the last token looks at all tokens alike. After training, this head gives offset { $offset } the most, { PERCENT($share) }.
trained-head-learned = { $name }, block { $whole }, head { $head }: numbers of the formula are learned, or positions are random. After training, it gives offset { $offset } the most, { PERCENT($share) }.
trained-heads-note = One text, one model. By the formula: query and key have the same content, and projections are the identity. Offset 0 is the token itself; shares are means over the second half of the text.
trained-penalty = “Exactly 3 back” is hard for ALiBi: a penalty that only grows with the distance always gives offset 2 more than offset 3, so the content must help. Its best head gives offset 3 { PERCENT($share) }; that of RoPE, { PERCENT($other) }.
trained-invisible = LayerNorm does not see a number that is added to every column: its output does not change. RMSNorm, as in Llama, Mistral, and Qwen, does not subtract the mean and sees it: its output moves by up to { $high }.
trained-visible = LayerNorm sees a number in one column: its output moves by up to { $high }. RMSNorm sees it, too.
trained-changed = change of the output of LayerNorm
trained-proof = **Proof.** LayerNorm subtracts the mean over the columns, and (x + c·1) − mean(x + c·1) = x − mean(x); so the variance does not change, either. In the pre-LN Transformers of this page, each block reads its input through LayerNorm.
trained-models = { $count } pairs of encoding and task are trained so far, each { $seeds ->
    [one] once
   *[other] up to { $seeds } times
}.
trained-setup = Decoder: { $count } pre-LN blocks, { $dim } dimensions, { $heads } heads, a causal mask, the same first token in every text. AdamW, { $least } to { $most } steps. Each encoding has the best of three learning rates; if a task is not solved, the best model of all three counts.
trained-versions = PyTorch { $text }, commit { $name }. To repeat the training: “make train”.
trained-settings = Settings of every encoding
trained-rate = Learning rate (tasks)
trained-rate-language = … (language model)
trained-steps = Training steps
trained-learned = Learned
trained-fixed = –
trained-parameters = Not default
trained-transfer = **Large models differ** in percentages, lengths, and small differences between encodings. What can carry over is which lookup is easy to learn: a fixed offset, a fixed position, or matching content. Rows of the learned table beyond the trained length were never trained. YaRN’s constants assume far longer texts.

# Related work

trained-studies = Related work
trained-studies-note = The published models are far larger. Losses here are those at 4 to 8 times the trained length.
trained-head-study = Study
trained-head-setting = Setting
trained-head-result = Their result
trained-head-here = Here
trained-head-agree = Agree
trained-agree-yes = yes
trained-agree-no = no
trained-press = Press et al. (2022), ALiBi
    .link = https://arxiv.org/abs/2108.12409
    .setting = language models, 512 or 1,024 tokens
    .result = On longer texts, perplexity rises with sinusoids, RoPE, and T5, not with ALiBi.
trained-study-press = { $agree ->
    [yes] The loss rises least with ALiBi, by { $value } nats.
   *[no] The loss rises least with { $name } ({ $low } nats); with ALiBi, by { $value }.
}
    .reason = Perhaps because characters of one author need little context.
trained-kazemnejad = Kazemnejad et al. (2023)
    .link = https://arxiv.org/abs/2305.19466
    .setting = decoders, reasoning and mathematics
    .result = On longer texts, NoPE is best, T5 second; RoPE, ALiBi, and learned tables are worse.
trained-study-kazemnejad = At twice the trained length, { $name } has the highest mean accuracy ({ PERCENT($share) }).
    .reason = Perhaps because their tasks need several steps, ours one or two lookups.
trained-chen = Chen et al. (2023), position interpolation
    .link = https://arxiv.org/abs/2306.15595
    .setting = LLaMA 7B, 2,048 tokens
    .result = At twice the length, without training: perplexity over 1,000 with RoPE, 16 with linear scaling by 4.
trained-study-chen = The loss is { $value } nats with RoPE, { $other } with linear scaling by 4.
    .reason = Perhaps because two blocks use neighbors most, which linear scaling blurs.
trained-ruoss = Ruoss et al. (2023), random positions
    .link = https://arxiv.org/abs/2305.16843
    .setting = encoders, 15 algorithmic tasks
    .result = Random increasing positions raise the accuracy on longer texts by 12 points on average.
trained-study-ruoss = At 16 times the trained length, the mean accuracy is { PERCENT($share) } with Sinusoidal, { PERCENT($other) } with random positions.
    .reason = Perhaps because random positions blur exact offsets.
trained-zhou = Zhou et al. (2024)
    .link = https://arxiv.org/abs/2402.09371
    .setting = addition of up to 40 digits, FIRE
    .result = Up to 100 digits are solved, but not from every random start.
trained-study-zhou = Two random starts differ in accuracy by up to { PERCENT($share) } at the longest text.
    .reason = Perhaps because the tasks here are simpler.
trained-li = Li et al. (2024), FIRE
    .link = https://arxiv.org/abs/2310.04418
    .setting = language models, longer texts
    .result = FIRE is better than the relative encodings compared with it.
trained-study-li = { $agree ->
    [yes] Of FIRE, KERPLE, ALiBi, T5, and RoPE, FIRE has the lowest loss ({ $value } nats).
   *[no] Of FIRE, KERPLE, ALiBi, T5, and RoPE, { $name } has the lowest loss ({ $low } nats); FIRE has { $value }.
}
    .reason = Perhaps because the models are small, with one random start each.

# Misconceptions

trained-order = A decoder without an encoding can learn order.
    .quote = Without positional encoding, a Transformer cannot know order.
    .fact = Its causal mask tells how many tokens a query sees. Without an encoding, the models say which of two tokens came first with { PERCENT($share) } accuracy at the trained length. Self-attention without a mask is permutation-equivariant, so it cannot.
trained-linear = Linear position interpolation needs further training.
    .quote = Linear position interpolation extends RoPE to longer texts without training.
    .fact = With factor 4 and no further training, the models name the token 3 back at { $length } tokens with { PERCENT($share) } accuracy; with RoPE as it is, with { PERCENT($other) }; after 1,000 more steps with linear interpolation and longer texts, with { PERCENT($high) } at { $most } tokens.

trained-follow-up = What does each formula do to attention?
