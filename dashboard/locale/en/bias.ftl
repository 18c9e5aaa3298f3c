# The page Bias: how far each attention head looks.

bias-title = Bias: how far does each head look?

# The claim below the title. Where a claim is a cell, too, its value is the text of the cell, and .claim the sentence.

bias-subject = Attention works in several heads at once, and a bias can tell each head how far to look. A bias is a number that depends on the positions of a query and a key. It is added to their logit, from which softmax makes an attention weight.
bias-single = A sequence of one position has no distances. Choose a larger n.
bias-before =
    .claim = All distances here go back to keys before the query. Keys after it can have other biases.
bias-learned =
    .claim = In { $scheme }, training decides how far each head looks. The values here are examples, which you can change under Options.
bias-query-content =
    .claim = The bias also depends on the query, and the one here is random.
bias-clipped =
    .claim = From distance { $offset } on, all keys on one side share a vector, so the bias cannot tell them apart.
bias-terms =
    .claim = This bias is one of { $whole } terms of the logit. The other { $count } depend on the content of the query or the key.
bias-halves = Reach
bias-flat = unlimited
    .cell = { bias-halves }
    .claim = In { $scheme }, distance does not matter, because each key that a query can see gets the same bias.
bias-far = over { $later }
    .cell = { bias-halves }
    .claim = In { $scheme }, attention does not halve at any distance up to { $later }.
bias-one = { $offset }
    .cell = { bias-halves }
    .claim = In { $scheme }, attention falls to half or less at distance { $offset } in every head.
bias-range = { $offset } (head { $head }) to { $later } (head { $other })
    .cell = { bias-halves }
    .claim = The heads of { $scheme } look at different distances. Head { $head } halves its attention at distance { $offset }, and head { $other } at { $later }.
bias-partly = { $offset } (head { $head }) to over { $later }
    .cell = { bias-halves }
    .claim = The heads of { $scheme } look at different distances. Head { $head } halves its attention at distance { $offset }, and { $count ->
        [one] one head does
       *[other] { $count } heads do
    } not halve it at any distance up to { $later }.

# The main picture and its cells

bias-reach = reach: distance at which attention halves
bias-head-axis = head
bias-reach-hover = head { $y }: { $text }
bias-reach-alt = Reach of the heads of { $scheme }, in their order: { $found }.
bias-head-name = head { $head }
bias-weights = attention relative to distance 0
    .alt = Attention of { $scheme } over the distance, divided by the attention at distance 0.
bias-distance = distance to the key, in tokens
bias-use = Select a bar to see the attention of its head at every distance. All keys are assumed to have equal content.
    .one = Half means half of the attention at distance 0, if all keys have equal content.
bias-cell-bias = Bias at distance { $offset }
bias-cell-masked = masked
    .cell = { bias-cell-bias }
bias-cell-range = { RANGE($low, $high) } nats
    .cell = { bias-cell-bias }
bias-cell-training = Learned in training
bias-cell-learned = yes
    .cell = { bias-cell-training }
bias-cell-fixed = no
    .cell = { bias-cell-training }

# Tabs

bias-tab-curves = Bias by distance
bias-tab-slopes = Slopes of ALiBi, buckets of T5
bias-tab-signs = Signs of ALiBi
bias-tab-formula = Formula and code

# Bias by distance

bias-curves = bias, in nats
    .alt = Bias of { $scheme } over the distance, in nats.
bias-nats = Biases are measured in nats, the unit of the exponent in softmax. A key with { $value } nats less gets half the weight.
bias-same = Here, { $scheme } is the same in all { $heads } heads.
bias-query = In { $scheme }, the bias also depends on the position of the query, which is { $position } here.

# ALiBi slopes

bias-slopes-axis = slope m (nats subtracted per token of distance)
bias-slopes-code = authors' code
bias-slopes-paper = paper's formula
bias-slopes-alt = ALiBi's slope of each of { $heads } heads, by the authors' code and by the paper's formula.
bias-slopes-same = With { $heads ->
    [one] one head, the slope is { $high }
   *[other] { $heads } heads, a power of 2, slopes fall from { RANGE($high, $low) }
}, both in the paper and in the authors' code.
bias-slopes = { $heads } is not a power of 2, so the paper and the authors’ code differ. The code takes the { $count ->
    [one] slope of one head
   *[other] slopes of { $count } heads
}, and then every second slope of { $whole } heads. Head { $head } is the steepest, with a slope of { $value }.

# T5 buckets

bias-buckets = T5 sorts distances into { $count } buckets and learns one number for each bucket and head. { $where ->
    [encoder] In an encoder, as here, half of them are for keys up to the query, and half for keys after it
   *[decoder] In a decoder, as here, all are for keys up to the query
}. Distances 0 to { $end } have separate buckets, and the last bucket holds every distance from { $later } on.
bias-buckets-sides = Keys after the query have { $count } of the { $whole } buckets. Bucket { $count } stays empty, because no key after the query is at distance 0.
bias-buckets-early = The last bucket starts at { $later } instead of { $most } (max_distance), because bucket numbers are rounded down.
bias-ruler-before = before
bias-ruler-after = after
bias-ruler-hover = bucket { $x }: distances { RANGE($start, $end) }
    .last = bucket { $x }: distances from { $y }
bias-ruler-alt = T5's buckets as a ruler of distances: { $count } buckets for keys before the query; the last one starts at { $later }.

# Sign conventions

bias-signs = Three forms of ALiBi’s bias are in use, here for head 1 with slope m. Their signs look opposite, but behind a causal mask their attention weights are equal. In each row, the forms differ by a constant, which softmax ignores.
bias-signs-alt = The bias { $text } ({ $name }) of { $count } queries and keys.
bias-key = key j
bias-query-axis = query i
bias-signs-hover = query { $y }, key { $x }<br>{ $z } nats
bias-unmasked = Without the mask, +m j prefers the last token, and the symmetric form −m |i − j| prefers the token itself. For m = { $value } and 8 tokens, their weights differ by up to { $share }.
bias-falcon = Falcon adds the bias before it divides by √d. With d = { $dim } per head, a slope of { $value } then acts as { $norm }, { $factor } times weaker.

# Misconceptions

bias-twelve = With 12 heads, ALiBi's slopes are not one geometric series.
    .quote = For 12 heads, ALiBi's slopes are the series 2^(−8h/12).
    .fact = The formula gives slopes from { RANGE($high, $low) }. The authors’ code, like that of BLOOM, MPT, and Falcon, takes the slopes of 8 heads and then every second slope of 16, so head { $head } is the steepest ({ $value }). See [ALiBi #17](https://github.com/ofirpress/attention_with_linear_biases/issues/17), [mlx #343](https://github.com/ml-explore/mlx/issues/343), and [TensorRT-LLM #1611](https://github.com/NVIDIA/TensorRT-LLM/pull/1611).
bias-from-zero = In ALiBi's formula 2^(−8h/H), heads count from 1.
    .quote = The slopes are 2^(−8h/H), and code counts h from 0.
    .fact = Counted from 0, the first of 8 heads gets slope { $there } instead of { $here }. Every slope is { $factor } times too steep, and the flattest one ({ $lowest }) is missing. An example is [aprender #2143](https://github.com/paiml/aprender/pull/2143).
bias-undivided = Trained weights of T5's bias fit logits that are not divided by √d.
    .quote = The trained position bias of T5 works in any model.
    .fact = In a model that divides its logits, this bias is { $factor } times too strong at d = { $dim }. MPNet divides them, and has learned its own bias for each of T5’s buckets.

bias-extrapolates = ALiBi works on longer texts, but exact offsets are hard for it.
    .quote = ALiBi extrapolates best.
    .fact = At 4 to 8 times the trained length, the loss of a small language model changes by { $value } nats. But to name the token 3 back, even inside the trained length, ALiBi learns with only { $count } of { $whole } recipes of training, and RoPE with { $number }: [trained models](trained?tab=task).

# Next steps

bias-follow-up = How does position change attention in all encodings?
