# The page RoPE: how RoPE rotates queries and keys, which dimensions together, and how fast.

rope-title = RoPE: queries and keys turn with their positions

# The first screen: dials, and the sum of their cosines

rope-claim = Rotary position embedding (RoPE) rotates queries and keys by their positions. In every pair, the angle between a query and a key then depends only on their offset, the difference of their positions.
rope-speed = { $speed ->
    [fast] fast pair
    [middle] middle pair
    [slow] slow pair
   *[only] only pair
}
rope-dial = { rope-speed }, number { $column }: { $value } radians per token, cos { $angle } = { NUMBER($here, minimumFractionDigits: 2) }
    .name = <b>{ rope-speed }</b>
    .frequency = { $value } rad a token
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
rope-cosine-sum = { $count ->
    [one] this pair
   *[other] sum of these { $count }
} at k = { $offset }: { $text } = **{ NUMBER($value, minimumFractionDigits: 2) }**, at every p.
rope-drawn = Drawn: { $whole ->
    [one] the only pair
   *[other] { $count } of { $whole } pairs
} (d = { $dim }, base { $base }), as if query and key had the same content, equally long in each pair. Other content multiplies each cosine by a constant, and adds a constant angle. The attention logit sums all pairs.
rope-moved = No token is { $offset } after position { $position }, so the key is at { $other }.
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

rope-pairings = RoPE rotates dimensions in pairs, and two pairings are in use: the same q and k, { rope-tokens } apart, have dot product { APART($here, $there) } interleaved and { APART($there, $here) } half-split. A model works only with the pairing of its training.
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
rope-cell-tests = Tests of invariance
rope-tests-passed = both pass
    .cell = { rope-cell-tests }
rope-tests-length = norm changes, on purpose
    .cell = { rope-cell-tests }
rope-tests-place = dot product changes with the position
    .cell = { rope-cell-tests }

# Tabs

rope-tab-pairing = Pairing and libraries
rope-tab-scaling = Longer texts
rope-tab-example = Example

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

rope-example = The query is at position { $position }, the key at { $other }. After the rotation, their dot product is { APART($here, $there) } interleaved, and { APART($there, $here) } half-split.
rope-permutation = A permutation of the dimensions turns one pairing into the other: dimension j of the half-split order holds dimension [{ $others }][j] of the interleaved one. With q and k in this order, half-split pairs give { $value }, too. In a model, permute the rows of W_Q and W_K of each head, and never those of W_V.
rope-column = Dimension
rope-at = { $letter } at { $position }, { $name }
rope-reference = Numbers to compare your code with. They are those of transformers (Llama: half-split, GPT-J: interleaved) and of ONNX, up to float32 rounding.

# Longer texts

rope-scalings = A scaling lowers frequencies for longer texts: here with s = { $factor }, from { $length } to { $longer } tokens.
rope-scalings-length = { $schemes } are shown at { $longer } tokens.
rope-scaling-none = No pair changes.
rope-scaling-even = Every frequency ÷ { $factor }.
rope-scaling-pairs = Fastest { $here ->
    [one] unchanged
   *[other] ÷ { $here }
}, middle { $factor ->
    [one] unchanged
   *[other] ÷ { $factor }
}, slowest { $there ->
    [one] unchanged
   *[other] ÷ { $there }
}.
rope-scaling-logits = Logits × { NUMBER($factor, maximumSignificantDigits: 3) }.
rope-complete-all = Within { $length } tokens, every pair completes a rotation: longer texts bring no pair to an angle that training never showed.
rope-complete = Within { $length } tokens, { $count } of { $whole } pairs complete a rotation. Longer texts bring the others (shaded) to angles that training never showed.
rope-pair = pair i
rope-ratio-hover = pair { $x }: frequency × { $y }
rope-ratio-alt = { $name }: the frequency of each pair divided by the unscaled one. { $text }

# Misconceptions

rope-both = Both pairings are correct.
    .quote = Interleaved or half-split: one of the two is a bug.
    .fact = Both keep norms, and both give one dot product per offset: { $here } and { $there } at offset { $offset }. With the dimensions permuted, half-split pairs give { $value }, too. A bug is to mix them: the weights of one in the code of the other. Where your numbers differ from those of Hugging Face, look here first ([rasbt/LLMs-from-scratch#838](https://github.com/rasbt/LLMs-from-scratch/issues/838)).
rope-cached = Cached keys must not stay where the scaling uses the length.
    .quote = Keys in the cache are rotated already, so they stay when the text grows.
    .fact = A position then has one rotation in a short text and another in a long one. The key of position { $position }, rotated for { $length } and for { $longer } tokens, has cosine similarity { $here } with dynamic scaling and { $there } with LongRoPE (s = { $whole }, d = { $dim }). Cache keys before the rotation, or fix the length ([ml-explore/mlx-lm#660](https://github.com/ml-explore/mlx-lm/issues/660)).
rope-squared = YaRN multiplies logits by the square of 0.1 ln s + 1.
    .quote = YaRN multiplies logits by 0.1 ln s + 1.
    .fact = It multiplies cosine and sine, of queries and of keys. For s = { $whole }, the factor is { NUMBER($factor, maximumSignificantDigits: 6) }, and logits are multiplied by { NUMBER($value, maximumSignificantDigits: 6) }.
rope-extrapolates = RoPE alone does not work on much longer texts.
    .quote = RoPE extrapolates.
    .fact = Small models, trained on up to 32 tokens with { $count } recipes, name the token 3 back. At 128 tokens they are { PERCENT($low) } to { PERCENT($high) } right, by recipe, and at 512 at most { PERCENT($share) }: [trained models](trained?tab=task).

rope-follow-up = Which bugs are common?
