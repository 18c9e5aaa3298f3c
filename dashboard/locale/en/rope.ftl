# The page RoPE: how RoPE rotates queries and keys, which dimensions together, and how fast.

rope-title = RoPE: how queries and keys turn with their positions

# The first screen: dials, and the sum of their cosines

rope-claim = Attention compares the query of one token with the keys of all tokens. Rotary position embedding (RoPE) turns both in pairs of dimensions, by angles that grow with their positions. The angle between a query and a key then changes with their offset alone, the difference of their positions.
rope-speed = { $speed ->
    [fast] fast pair
    [middle] middle pair
    [slow] slow pair
   *[only] only pair
}
rope-dial = { rope-speed }, number { $column }: { $value } radians per token, cos { $angle } = { NUMBER($here, minimumFractionDigits: 2) }
    .name = <b>{ rope-speed }</b>
    .frequency = { $value } rad per token
    .cosine = cos { $angle } = <b>{ NUMBER($here, minimumFractionDigits: 2) }</b>
rope-hand-query = query
rope-hand-key = key
rope-dials-alt = A key at position { $position } and a query at { $other }, as hands of dials. { $facts }.
rope-term = { $speed ->
    [middle] :blue[**{ NUMBER($value, minimumFractionDigits: 2) }**]
    [slow] :green[**{ NUMBER($value, minimumFractionDigits: 2) }**]
   *[fast] :violet[**{ NUMBER($value, minimumFractionDigits: 2) }**]
}
rope-sum = { $first } + { $last }
rope-scaled-sum = ({ $first }) × { NUMBER($factor, minimumFractionDigits: 2) }
rope-cosine-sum = At k = { $offset }, { $count ->
    [one] this pair has
   *[other] these { $count } cosines add up to
} { $text } = **{ NUMBER($value, minimumFractionDigits: 2) }**, wherever p is.
rope-drawn = The dials show { $whole ->
    [one] the only pair
   *[other] { $count } of { $whole } pairs
} (d = { $dim }, base { $base }) of a query and a key with the same content, equally long in each pair. With other content, each cosine is multiplied by a constant, and its angle gets a constant added. The attention logit adds up all pairs.
rope-moved = Position { $position } + { $offset } is beyond the end, so the key is at { $other }.
rope-cosines = cosines of the angles, and their sum
rope-offset-axis = offset k, in tokens
rope-curve = { $speed ->
    [fast] fast
    [middle] middle
    [slow] slow
    [only] pair
   *[sum] <b>sum</b>
}
rope-cosines-alt = Cosines of the angles of { $count } pairs, and their sum, over the offset, with a marker at { $offset }.
rope-every = cosine of every pair, at k = { $offset }
rope-every-hover = pair { $x }: { $y }
rope-every-alt = Bars of the cosines of all { $count } pairs at offset { $offset }, from the fastest to the slowest pair.

# Pairing

rope-pairings = Which dimensions form a pair is a convention, and two are in use: neighbors (interleaved), or one from each half (half-split). The same q and k, { rope-tokens } apart, have dot product { APART($here, $there) } when interleaved and { APART($there, $here) } when half-split, so a model works only with the pairing of its training.
rope-tokens = { $offset ->
    [one] one token
   *[other] { $offset } tokens
}
rope-interleaved = interleaved: neighbors 2i and 2i + 1
    .users = Llama (Meta’s code), GPT-J, DeepSeek
rope-half = half-split: i and i + d/2
    .users = transformers: Llama, Mistral, Qwen, Gemma
rope-arcs-alt = { $heading }. Pairs of dimensions: { $facts }.
rope-arcs-hover = dimension { $x }: pair { $column }<br>rotated by { $value } radians at position { $position }
rope-dimension = dimension, from 0 (d = 8)
rope-cell-pairing = Pairing
rope-cell-interleaved = interleaved
    .cell = { rope-cell-pairing }
rope-cell-half = half-split
    .cell = { rope-cell-pairing }
rope-cell-either = either
rope-cell-wavelengths = { RANGE($low, $high) } tokens
    .cell = Wavelengths
rope-cell-tests = Tests of norm and offset
rope-tests-passed = both pass
    .cell = { rope-cell-tests }
rope-tests-length = norm changes on purpose
    .cell = { rope-cell-tests }
rope-tests-place = dot product changes with the position
    .cell = { rope-cell-tests }

# Tabs

rope-tab-pairing = Pairing and libraries
rope-tab-scaling = Longer texts
rope-tab-example = An example in numbers

# Which pairing does my library use?

rope-library = Code
rope-line = How to see it
rope-library-meta = RoFormer (paper), Llama (Meta’s code)
    .line = complex numbers of neighbors
rope-library-llama = transformers: Llama 1 to 3, Mistral, Qwen, Gemma, Phi, GPT-NeoX
    .line = rotate_half splits at d/2
rope-library-gpt-j = transformers: GPT-J, Cohere, GLM-4, Helium, ERNIE 4.5
    .line = rotate_every_two, or 0::2 and 1::2
rope-library-deepseek = transformers: Llama 4, DeepSeek V2 and V3
    .line = complex numbers, or rope_interleave
rope-library-packages = rotary-embedding-torch, x-transformers
    .line = rotate_half on neighbors
rope-library-diffusers = diffusers
    .line = use_real_unbind_dim: −1 interleaved, −2 half-split
rope-library-onnx = ONNX operator RotaryEmbedding
    .line = attribute interleaved: 1 or 0
rope-library-gguf = llama.cpp
    .line = half-split for Qwen, Phi, and Gemma, interleaved for Llama

# Example

rope-example = The query is at position { $position }, and the key at { $other }. After the rotation, their dot product is { APART($here, $there) } with interleaved pairs and { APART($there, $here) } with half-split pairs.
rope-permutation = Put the dimensions of q and k into the order { $others }, and half-split pairs give { $value }, too, because they now pair what interleaved pairs did. In a model, reorder the rows of W_Q and W_K of each head in this way, and never those of W_V.
rope-column = Dimension
rope-at = { $letter } at { $position }, { $name }
rope-reference = Compare your code with these numbers. They are those of transformers (Llama: half-split, GPT-J: interleaved) and of ONNX, up to float32 rounding.

# Longer texts

rope-scalings = A scaling lowers the frequencies of RoPE for texts that are longer than those of training. Here, s = { $factor } takes a model from { $length } to { $longer } tokens.
rope-scalings-length = { $schemes } depend on the length of the text, and are shown at { $longer } tokens.
rope-scaling-none = No pair changes.
rope-scaling-even = All frequencies ÷ { $factor }.
rope-scaling-pairs = Fastest pair { $here ->
    [one] unchanged
   *[other] ÷ { $here }
}, middle pair { $factor ->
    [one] unchanged
   *[other] ÷ { $factor }
}, slowest pair { $there ->
    [one] unchanged
   *[other] ÷ { $there }
}.
rope-scaling-logits = Logits × { NUMBER($factor, maximumSignificantDigits: 3) }.
rope-complete-all = Within { $length } tokens, every pair completes a rotation. Longer texts bring no pair to an angle that training never showed.
rope-complete = Within { $length } tokens, { $count } of { $whole } pairs complete a rotation. Longer texts bring the others (shaded) to angles that training never showed.
rope-pair = pair i
rope-ratio-hover = pair { $x }: frequency × { $y }
rope-ratio-alt = { $name }: the frequency of each pair divided by the unscaled one. { $text }

# Misconceptions

rope-both = Both pairings are correct.
    .quote = Interleaved or half-split: one of the two is a bug.
    .fact = Both keep norms, and with both, the dot product depends on the offset alone: at offset { $offset }, it is { $here } and { $there }. With the dimensions in another order, half-split pairs give { $value }, too. The bug is to use weights that were trained with one pairing in code of the other. If your numbers differ from those of Hugging Face, look here first ([rasbt/LLMs-from-scratch#838](https://github.com/rasbt/LLMs-from-scratch/issues/838)).
rope-cached = If the scaling uses the length, cached keys cannot stay as they are.
    .quote = Keys in the cache are rotated already, so they stay when the text grows.
    .fact = The same position is then rotated by other angles in a long text than in a short one. Rotate the key of position { $position } once for { $length } and once for { $longer } tokens: the two have a cosine similarity of { $here } with dynamic scaling and { $there } with LongRoPE (s = { $whole }, d = { $dim }). Cache keys before the rotation, or fix the length ([ml-explore/mlx-lm#660](https://github.com/ml-explore/mlx-lm/issues/660)).
rope-squared = YaRN multiplies logits by the square of 0.1 ln s + 1.
    .quote = YaRN multiplies logits by 0.1 ln s + 1.
    .fact = YaRN multiplies the cosines and sines by this factor, and both the query and the key are rotated with them. For s = { $whole }, the factor is { NUMBER($factor, maximumSignificantDigits: 6) }, so logits are multiplied by { NUMBER($value, maximumSignificantDigits: 6) }.
rope-extrapolates = RoPE alone does not work on much longer texts.
    .quote = RoPE extrapolates.
    .fact = Small models trained on up to 32 tokens name the token 3 back with { PERCENT($share) } accuracy at 64 tokens, and with { PERCENT($other) } at 512: [trained models](trained?among=scaling).

rope-follow-up = Which bugs are common?
