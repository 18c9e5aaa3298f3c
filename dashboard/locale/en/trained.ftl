# The page Trained: what small Transformers learned with each encoding, and where they fail.

trained-title = Trained: which encodings still work on longer texts?

# Tabs

trained-tab-language = Language model
trained-tab-task = Small tasks
trained-tab-heads = Attention maps
trained-tab-how = Method

# Language model

trained-language-setup = These small models read Shakespeare's plays, { $start } characters at a time, and learned to name the next character. Now they read { $length }.
trained-language-inside = Up to the trained length, { $count ->
    [one] the loss with { $schemes } is { NUMBER($high, minimumFractionDigits: 2) } nats per character.
   *[other] the loss is { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) } nats per character.
}
trained-language-span = From { $least } to { $most } times the trained length,
trained-language-keep = { $schemes } { $count ->
    [one] keeps its loss: { NUMBER($high, minimumFractionDigits: 2) } nats.
   *[other] keep their loss: { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) } nats.
}
trained-language-rise = { $schemes } { $count ->
    [one] gets worse: { NUMBER($high, minimumFractionDigits: 2) } nats.
   *[other] get worse: { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) } nats.
}
trained-language-lost = { $schemes } { $count ->
    [one] fails: with { NUMBER($high, minimumFractionDigits: 2) } nats, it is worse than knowing only how often each letter occurs ({ NUMBER($share, minimumFractionDigits: 2) }).
   *[other] fail: with { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) } nats, they are worse than knowing only how often each letter occurs ({ NUMBER($share, minimumFractionDigits: 2) }).
}
trained-language-never = { $schemes } { $count ->
    [one] fails even inside the trained length: { NUMBER($high, minimumFractionDigits: 2) } nats.
   *[other] fail even inside the trained length: { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) } nats.
}
trained-language-cell = { NUMBER($value, minimumFractionDigits: 2) } nats
    .cell = Characters { $start } to { $end }
trained-language-note = A lower loss is better. Shaded: the trained length. Dotted: a model that knows only how often each letter occurs, { NUMBER($share, minimumFractionDigits: 2) } nats. Bands: standard error over the test texts, { NUMBER($value, minimumFractionDigits: 2) } nats on average. All models read the same texts, so the small bumps that all curves share come from the texts.
trained-language-seeds = There is one model for each encoding, and two for { $schemes }. Thin curves are the second.
trained-language-single = There is one model for each encoding.
trained-language-tuned = “Linear”, “NTK-aware”, and “YaRN” replace the rotation after training, for texts of 4 times the length. “Tuned” models then learned for { $count } more steps, from texts of { $length } characters (the lighter shade), so for them only longer texts are new.
trained-letters = letter frequencies alone
trained-loss = loss, in nats per character
trained-position = position, in characters
trained-language-hover = near character { $x }: { $y }

# Small tasks

trained-task-3-back = At each token, the model names the token 3 back. Guessing is right { PERCENT($share) } of the time.
trained-task-index-5 = At each later token, the model names the token at position 5. Guessing is right { PERCENT($share) } of the time.
trained-recipes = Each encoding was trained with { $number } recipes: { $count } learning rates, { $whole } schedules, and { $seeds } random starts. A recipe counts if it solves the task on texts of { $length } tokens, the longest in training, with at least { PERCENT($share) } right answers.
trained-so-far = So far, { $count } of { $whole } models are trained.
trained-example = Example: the last token is { $key }; the answer is { $token }, at position { $position }.
trained-panel-kept = Right at twice the trained length
trained-panel-depends = It depends on the recipe
trained-panel-lost = Lost at twice the trained length
trained-solid = With { $schemes }, all { $count } recipes that count are { $share ->
    [1] right every time
   *[other] at least { PERCENT($share) } right
}, even at { $length } tokens.
trained-twice = With { $name }, all { $count } recipes that count are { $low ->
    [1] right every time
   *[other] at least { PERCENT($low) } right
} at { $length } tokens. At { $longer }, they differ: { PERCENT($here) } to { PERCENT($there) }.
trained-depends = With { $name }, { $count } recipes count. At { $length } tokens, they are between { PERCENT($low) } and { PERCENT($high) } right, and at { $longer } between { PERCENT($here) } and { PERCENT($there) }.
trained-lost = With { $schemes }, none of the { $count } recipes that count is more than { PERCENT($share) } right at { $length } tokens.
trained-unsolved = No recipe solves the task with { $schemes }, not even at { $length } tokens.
trained-note = Lines: the median of the recipes that count; bands: from the worst to the best. Accuracy is that of the last eighth of each text. Shaded: trained lengths. The recipes of an encoding share their two random starts, so 12 recipes are fewer than 12 independent trials.
trained-ranges = Accuracy by encoding and length of the text, over all recipes that count
trained-solve = Recipes that count
trained-solved = { $count } of { $whole }
trained-range = { $text } ({ $low } to { $high })
trained-accuracy = accuracy on the last eighth of the text
trained-length = length of the text, in tokens
trained-guess = guessing
trained-hover = { $x } tokens: { $y }

# Attention maps

trained-encoding = Encoding
trained-head = Block and head
trained-map-formula = By the formula alone
trained-map-learned = After training
trained-map-hover = query { $y }, key { $x }: { $z }
trained-head-same = { $name }, block { $whole }, head { $head }: most weight is at offset { $offset }, both by the formula ({ PERCENT($low) }) and after training ({ PERCENT($share) }).
trained-head-apart = { $name }, block { $whole }, head { $head }: by the formula, most weight is at offset { $start } ({ PERCENT($low) }); after training, at offset { $offset } ({ PERCENT($share) }).
trained-head-even = { $name }, block { $whole }, head { $head }: by the formula, the last token looks at all tokens alike. After training, this head gives offset { $offset } the most, { PERCENT($share) }.
trained-head-learned = { $name }, block { $whole }, head { $head }: the numbers of the formula are learned. After training, this head gives offset { $offset } the most, { PERCENT($share) }.
trained-heads-note = One model that learned to name the token 3 back, in one text: learning rate { $value }, falling to 0, first random start. By the formula: query and key have the same content, and projections are the identity. Offset 0 is the token itself; shares are means over the second half of the text.

# Method

trained-model = Model: a decoder with { $count } blocks, layer normalization before attention and before the network (GELU, 4 times the width), { $dim } dimensions, { $heads } heads, a causal mask. Every text begins with the same token.
trained-optimizer = Training: AdamW (weight decay { $value }, none for positions), { $number } steps of warm-up, gradients of norm 1 at most, { $count } tokens in a step. Tested is a moving average of the weights (factor { $rest }, every 10 steps).
trained-small = Small tasks: 16 symbols, { $start } to { $end } tokens in training. Learning rates { $values }, constant or with half a cosine to 0, and { $count } random starts. A constant rate ends after { $least } to { $most } steps, once { PERCENT($share) } are right in three checks; a cosine takes { $most }.
trained-language-method = Language models: { $start } characters in training, { $number } steps, a constant rate: the one of the three that had the lowest loss after { $least } steps; tuning uses a third of it. Tested on { $count } texts of { $length } characters from the last tenth of the plays, which training did not see.
trained-sum = So far: { $number } models for the small tasks and { $count } losses of language models, { NUMBER($value, minimumFractionDigits: 1) } hours on one processor core, with PyTorch { $text }. “make train” repeats it.
trained-learned-note = What a paper learns is learned here, from its start. The numbers of T5 learn 10 times as fast as the rest, and its buckets beyond the trained length use the last trained one. KERPLE learns its two numbers in each layer, while all layers of its paper share them. FIRE's threshold L starts at 512 as in its paper, which is longer than any trained text and switches its interpolation off; so it was also trained with L = 8. SlidingWindow sees 16 tokens, itself included, so two blocks reach 30 tokens back. Rows of the learned table beyond the trained length are random.
trained-settings = Settings of every encoding
trained-rate = Learning rate of the language model
trained-learned = Learned
trained-parameters = Not default
trained-invisible = **No model here adds the same number to every column**, because layer normalization subtracts the mean over the columns: (x + c·1) − mean(x + c·1) = x − mean(x). It could not see the position. RMSNorm, as in Llama, Mistral, and Qwen, does not subtract the mean, and would.
trained-transfer = **Large models differ** in percentages, lengths, and small differences between encodings. What may carry over is which lookup is easy to learn. YaRN’s constants assume far longer texts.

# Related work

trained-studies = Related work
trained-studies-note = **Related work.** The published models are far larger. Rows agree only where a number of theirs and one of ours measure the same; ours are losses at 4 to 8 times the trained length, less those inside it, unless stated.
trained-head-study = Study
trained-head-setting = Setting
trained-head-result = Their result
trained-head-here = Here
trained-head-agree = Agree
trained-agree-yes = yes
trained-agree-partly = partly
trained-agree-no = no
trained-agree-none = not compared
trained-press = Press et al. (2022), ALiBi
    .link = https://arxiv.org/abs/2108.12409
    .setting = language models, 512 or 1,024 tokens
    .result = On longer texts, perplexity rises with sinusoids, RoPE, and T5, not with ALiBi.
trained-study-press = The loss rises by { NUMBER($low, minimumFractionDigits: 2) } nats with ALiBi, { NUMBER($here, minimumFractionDigits: 2) } with T5, { NUMBER($there, minimumFractionDigits: 2) } with RoPE, { NUMBER($high, minimumFractionDigits: 2) } with sinusoids.
    .reason = T5 does not rise here, perhaps because its far buckets use the last trained one.
trained-kazemnejad = Kazemnejad et al. (2023)
    .link = https://arxiv.org/abs/2305.19466
    .setting = decoders, reasoning and mathematics
    .result = On longer texts, NoPE is best and T5 second, before ALiBi, RoPE, and added sinusoids.
trained-study-kazemnejad = Other tasks: at { $length } tokens, NoPE is { $low ->
    [1] always right
   *[other] at least { PERCENT($low) } right
} at “index 5”, and at most { PERCENT($high) } at “3 back”.
trained-chen = Chen et al. (2023), position interpolation
    .link = https://arxiv.org/abs/2306.15595
    .setting = LLaMA 7B, 2,048 tokens
    .result = At 4 times the length, perplexity is more than 1,000 with RoPE, and 16 with linear scaling by 4 and no training. After at most 1,000 steps of training, linear scaling works.
trained-study-chen = At 2 to 4 times the length, RoPE has { NUMBER($here, minimumFractionDigits: 2) } nats, linear scaling { NUMBER($there, minimumFractionDigits: 2) } without training and { NUMBER($value, minimumFractionDigits: 2) } after it.
    .reason = Without training, linear scaling does not help these small models.
trained-chi = Chi et al. (2022), KERPLE
    .link = https://arxiv.org/abs/2205.09921
    .setting = language models, 512 tokens
    .result = With the logarithmic kernel, perplexity does not rise on longer texts.
trained-study-chi = The loss changes by { NUMBER($value, minimumFractionDigits: 2) } nats.
trained-sandwich = Chi et al. (2023), Sandwich
    .link = https://arxiv.org/abs/2212.10356
    .setting = language models, 512 tokens
    .result = Perplexity does not rise on longer texts.
trained-study-sandwich = The loss changes by { NUMBER($value, minimumFractionDigits: 2) } nats.
trained-li = Li et al. (2024), FIRE
    .link = https://arxiv.org/abs/2310.04418
    .setting = language models, 2,048 tokens
    .result = On longer texts, FIRE is better than ALiBi, KERPLE, and T5.
trained-study-li = At 4 to 8 times the length, FIRE has { NUMBER($value, minimumFractionDigits: 2) } nats, the three others { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) }.
    .reason = Our texts are too short for the threshold of its paper.
trained-ruoss = Ruoss et al. (2023), random positions
    .link = https://arxiv.org/abs/2305.16843
    .setting = encoders, 15 algorithmic tasks
    .result = Random increasing positions raise the accuracy on longer texts by 12 points on average.
trained-study-ruoss = Another measure: at 4 to 8 times the length, sinusoids have { NUMBER($here, minimumFractionDigits: 2) } nats, and { NUMBER($there, minimumFractionDigits: 2) } with random positions.
trained-zhou = Zhou et al. (2024)
    .link = https://arxiv.org/abs/2402.09371
    .setting = addition of up to 40 digits; FIRE with random positions, reversed digits, index hints
    .result = Up to 100 digits are solved, but not from every random start.
trained-study-zhou = Another task: “3 back” with RoPE at 128 tokens is { PERCENT($low) } to { PERCENT($high) } right, by recipe.

# Misconceptions

trained-order = A decoder without an encoding can learn positions.
    .quote = Without positional encoding, a Transformer cannot know order.
    .fact = Its causal mask tells how many tokens a query sees. In texts that begin with the same token, small models without an encoding learned to name the token at position 5, from up to { $length } tokens. At { $most } tokens, all { $count } recipes of training that learn it are { $share ->
        [1] right every time
       *[other] at least { PERCENT($share) } right
    }. Self-attention without a mask is permutation-equivariant, so it cannot.
trained-linear = Linear position interpolation needs further training.
    .quote = Linear position interpolation extends RoPE to longer texts without training.
    .fact = With RoPE, small language models have a loss of { NUMBER($low, minimumFractionDigits: 2) } nats. With linear interpolation by 4 and no further training, it is { NUMBER($high, minimumFractionDigits: 2) }, even inside the trained length: more than a model that knows only how often each letter occurs ({ NUMBER($share, minimumFractionDigits: 2) }). After { $number } more steps on longer texts, it is { NUMBER($value, minimumFractionDigits: 2) } at 2 to 4 times that length.

trained-follow-up = What does each formula do to attention?
