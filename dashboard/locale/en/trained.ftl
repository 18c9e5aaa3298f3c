# The page Trained: what small Transformers learned with each encoding, and where they fail.

trained-title = Trained: which encodings still work on longer texts?

# Tabs

trained-tab-language = Language model
trained-tab-task = Small tasks
trained-tab-heads = Attention maps
trained-tab-how = Method

# Language model

trained-language-setup = These tiny models ({ $count } blocks of { $dim } dimensions) read Shakespeare's plays, { $start } characters at a time, and learned to name the next character. Now they read { $length }.
trained-language-inside = At characters { $first } to { $end }, inside the trained length, the loss { $count ->
    [one] with { $schemes } is { NUMBER($high, minimumFractionDigits: 2) } nats per character.
   *[other] is { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) } nats per character.
}
trained-language-span = At characters { $start } to { $end }, { $least } to { $most } times the trained length,
trained-language-keep = { $schemes } { $count ->
    [one] does
   *[other] do
} as well as before, with at most { $value } nats more.
trained-language-rise = { $schemes } { $count ->
    [one] gets worse.
   *[other] get worse.
}
trained-language-lost = { $schemes } { $count ->
    [one] fails, because it is
   *[other] fail, because they are
} worse than knowing only how often each letter occurs ({ NUMBER($share, minimumFractionDigits: 2) }).
trained-language-never = { $schemes } { $count ->
    [one] fails even inside the trained length.
   *[other] fail even inside the trained length.
}
trained-language-none = none of them does as well as before.
trained-language-loss = { $name } ({ $count ->
    [one] { NUMBER($low, minimumFractionDigits: 2) }
   *[other] { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) }
})
trained-language-cell = { $count ->
    [one] { NUMBER($low, minimumFractionDigits: 2) }
   *[other] { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) }
}
    .cell = Characters { $start } to { $end }
trained-language-note = A lower loss is better: at { NUMBER($low, minimumFractionDigits: 2) } nats, the right character gets a probability of { PERCENT($high) } on (geometric) average. Shaded: the trained length. Dotted: a model that knows only how often each letter occurs, { NUMBER($share, minimumFractionDigits: 2) } nats. Bands: standard error over the test texts, { NUMBER($value, minimumFractionDigits: 2) } nats on average. All models read the same texts, so the small bumps that all curves share come from the texts.
trained-language-seeds = There is one model for each encoding, and two, with two losses, for { $schemes }. Thin curves are the second.
trained-language-single = There is one model for each encoding.
trained-language-twice = There are two models, and so two losses, for each encoding. Thin curves are the second.
trained-language-random = Random positions are a random increasing choice from 0 to { $last_position }, drawn again for each batch of texts, in tests as well (Ruoss et al.). With a random start, each text in training begins at a random position (SHAPE, Kiyono et al.).
trained-language-by-length = The positions of { $schemes } depend on the length of the text. The loss at characters { $first } to { $end } is that of texts of { $start } characters, and everything else is that of texts of { $length }.
trained-language-tuned = “Linear”, “NTK-aware”, and “YaRN” replace the rotation after training, for texts of 4 times the length. “Tuned” models then learned for { $count } more steps, from texts of { $length } characters (the lighter shade), so for them only longer texts are new. YaRN’s constants assume far longer texts.
trained-letters = letter frequencies alone
trained-loss = loss, in nats per character
trained-position = position, in characters
trained-language-hover = near character { $x }: { $y }

# Small tasks

trained-task-3-back = At each token, the model names the token 3 back. Guessing is right { PERCENT($share) } of the time.
trained-task-index-5 = At each later token, the model names the token at position 5. Guessing is right { PERCENT($share) } of the time.
trained-recipes = Each encoding was trained with { $number } recipes: { $count } learning rates, { $whole } schedules, and { $seeds } random starts. A recipe has learned the task if at least { PERCENT($share) } of its answers are right in texts of { $length } tokens, the longest in training. Only these recipes count below.
trained-example = Example: the last token is { $key }; the answer is { $token }, at position { $position }.
trained-panel-kept = Right at twice the trained length
trained-panel-depends = In between, or different by recipe
trained-panel-lost = Lost at twice the trained length
trained-learned-by = { $name } ({ $count } of { $whole } recipes)
trained-solid = { $schemes } learned the task. Even at { $length } tokens, all these recipes are { $share ->
    [1] right every time.
   *[other] at least { PERCENT($share) } right.
}
trained-twice = With { $name }, all { $count } recipes that learned the task are { $low ->
    [1] right every time
   *[other] at least { PERCENT($low) } right
} at { $length } tokens. At { $longer }, they differ: { PERCENT($here) } to { PERCENT($there) }.
trained-depends = With { $name }, { $count } of { $whole } recipes learned the task. At { $length } tokens, they are between { PERCENT($low) } and { PERCENT($high) } right, and at { $longer } between { PERCENT($here) } and { PERCENT($there) }.
trained-lost = { $schemes } learned the task. At { $length } tokens, none of these recipes is more than { PERCENT($share) } right.
trained-unsolved = No recipe solves the task with { $schemes }, not even at { $length } tokens.
trained-note = Lines: the median of the recipes that learned the task; bands: from the worst to the best. Accuracy is that of the last eighth of each text. Shaded: trained lengths. The recipes of an encoding share two random starts, and two schedules at the same rate often give nearly the same accuracy. So 12 recipes are worth fewer than 12 independent ones.
trained-ranges = Accuracy by encoding and length of the text, over all recipes that learned the task
trained-solve = Recipes that learned it
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
trained-heads-note = One model that learned to name the token 3 back, in one text: learning rate { $value }, falling to 0, first random start. By the formula: query and key have the same content, and projections are the identity. Offset 0 is the token itself; shares are means over the second half of the text. A model can also look back in two steps, first by 1 token, then by 2.

# Method

trained-model = Model: a decoder with { $count } blocks, layer normalization before attention and before the network (GELU, 4 times the width), { $dim } dimensions, { $heads } heads, a causal mask. Every text begins with the same token.
trained-optimizer = Training: AdamW (weight decay { $value }, none for positions), { $number } steps of warm-up, gradients of norm 1 at most, at most { $count } tokens in a step, and everything else as in PyTorch. What is tested is a moving average of the weights (factor { $rest }, every 10 steps).
trained-small = Small tasks: 16 symbols, { $start } to { $end } tokens in training. Learning rates { $values }, constant or with half a cosine to 0, and { $count } random starts. A constant rate ends after { $least } to { $most } steps, once { PERCENT($share) } are right in three checks; a cosine takes { $most }. Each length is tested with { $number } tokens, and “index 5” with at least { $rest } texts.
trained-language-method = Language models: { $start } characters in training, { $number } steps, a constant rate: the one of the three that had the lowest loss after { $least } steps; tuning uses a third of it. Tested on { $count } texts of { $length } characters from the last tenth of the plays, which training did not see, but which also chose the rate.
trained-sum = In all: { $number } models for the small tasks, { $count } language models, and { $whole } of these after further training, { NUMBER($value, minimumFractionDigits: 1) } hours on one processor core, with PyTorch { $text }. “make train” repeats it.
trained-learned-note = What a paper learns is learned here, from the same initial values, with these exceptions. The numbers of T5 learn 10 times as fast as the rest. In the small tasks, T5's buckets beyond the trained length use the last trained one; language models train all buckets. Shaw's paper also learns vectors for values, and here there are none. KERPLE learns its two numbers in each layer, while all layers of its paper share them. FIRE's threshold L starts at 512 as in its paper, which is longer than any trained text and switches its interpolation off; so the small tasks were also trained with L = 8. SlidingWindow sees 16 tokens, itself included, so two blocks reach 30 tokens back. Rows of the learned table beyond the trained length are random. For “index 5”, this matters little, because the answer needs the row of position 5 alone.
trained-settings = Settings of every encoding
trained-rate = Learning rate of the language model
trained-learned = Learned
trained-parameters = Not default
trained-invisible = **No model here adds the same number to every column**, because layer normalization subtracts the mean over the columns: (x + c·1) − mean(x + c·1) = x − mean(x). It could not see the position. RMSNorm, as in Llama, Mistral, and Qwen, does not subtract the mean, and would.
trained-transfer = **These results do not rank encodings for large models.** Percentages, lengths, and small differences between encodings change with the size of the model, its texts, and its training.

# Related work

trained-studies = Related work
trained-studies-note = **Related work.** The published models are far larger. So we compare only the direction of a change, and only where both measure the loss of language models. Our changes are the loss at 4 to 8 times the trained length less the loss inside it, unless another range is given.
trained-head-study = Study
trained-head-setting = Setting
trained-head-result = Their result
trained-head-here = Here
trained-head-agree = Same direction
trained-agree-yes = yes
trained-agree-partly = partly
trained-agree-no = no
trained-agree-none = not compared
trained-press = Press et al. (2022), ALiBi
    .link = https://arxiv.org/abs/2108.12409
    .setting = language models, 512 or 1,024 tokens
    .result = On longer texts, perplexity rises with sinusoids, RoPE, and T5, not with ALiBi.
trained-study-press = The loss changes by { NUMBER($low, minimumFractionDigits: 2) } nats with ALiBi, { NUMBER($here, minimumFractionDigits: 2) } with T5, { NUMBER($there, minimumFractionDigits: 2) } with RoPE, { NUMBER($high, minimumFractionDigits: 2) } with sinusoids.
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
    .reason = Without training, linear scaling makes these small models worse.
trained-chi = Chi et al. (2022), KERPLE
    .link = https://arxiv.org/abs/2205.09921
    .setting = language models, 512 tokens
    .result = With the logarithmic kernel, perplexity does not rise on longer texts.
trained-study-chi = The loss changes by { $value ->
    [0] less than 0.01 nats.
   *[other] { NUMBER($value, minimumFractionDigits: 2) } nats.
}
trained-sandwich = Chi et al. (2023), Sandwich
    .link = https://arxiv.org/abs/2212.10356
    .setting = language models, 512 tokens
    .result = Sandwich, without learned numbers, uses tokens beyond the trained length.
trained-study-sandwich = The loss changes by { $value ->
    [0] less than 0.01 nats.
   *[other] { NUMBER($value, minimumFractionDigits: 2) } nats.
}
trained-li = Li et al. (2024), FIRE
    .link = https://arxiv.org/abs/2310.04418
    .setting = language models, 2,048 tokens
    .result = On longer texts, FIRE is better than ALiBi, KERPLE, and T5.
trained-study-li = At 4 to 8 times the length, FIRE has { NUMBER($value, minimumFractionDigits: 2) } nats, the three others { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2) }.
trained-ruoss = Ruoss et al. (2023), random positions
    .link = https://arxiv.org/abs/2305.16843
    .setting = encoders, 15 algorithmic tasks
    .result = Random increasing positions raise the accuracy on longer texts by 12 points on average.
trained-study-ruoss = Another measure: from the trained length to 4 to 8 times it, the loss of sinusoids goes from { NUMBER($low, minimumFractionDigits: 2) } to { NUMBER($here, minimumFractionDigits: 2) } nats, and with random positions from { NUMBER($high, minimumFractionDigits: 2) } to { NUMBER($there, minimumFractionDigits: 2) }.
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
