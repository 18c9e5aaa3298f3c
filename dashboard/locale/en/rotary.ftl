# The page Rotary: how RoPE rotates queries and keys, which dimensions together, and how fast.

rotary-title = What does RoPE do to queries and keys?

# The first screen: dials, and the sum of their cosines

rotary-claim = It rotates both by their positions. In every pair, the angle between a query and a key then depends only on their offset, the difference of their positions.
rotary-key-position = Position p of the key
rotary-query-offset = Offset k: the query is k tokens later
rotary-speed = { $speed ->
    [fast] fast pair
    [middle] middle pair
    [slow] slow pair
   *[only] only pair
}
rotary-dial = { rotary-speed }, number { $column }: { $value } radians per token, cos { $angle } = { NUMBER($here, minimumFractionDigits: 2) }
    .name = <b>{ rotary-speed }</b>
    .frequency = { $value } rad a token
    .cosine = cos { $angle } = <b>{ NUMBER($here, minimumFractionDigits: 2) }</b>
rotary-hand-query = query
rotary-hand-key = key
rotary-dials-alt = A key at position { $position } and a query at { $other }, as hands of dials. { $facts }.
rotary-term = { $speed ->
    [middle] :blue[**{ NUMBER($value, minimumFractionDigits: 2) }**]
    [slow] :green[**{ NUMBER($value, minimumFractionDigits: 2) }**]
   *[fast] :violet[**{ NUMBER($value, minimumFractionDigits: 2) }**]
}
rotary-sum = { $first } + { $last }
rotary-cosine-sum = { $count ->
    [one] this pair
   *[other] sum of these { $count }
} at k = { $offset }: { $text } = **{ NUMBER($value, minimumFractionDigits: 2) }**, at every p.
rotary-cosine-sum-scaled = { $count ->
    [one] this pair
   *[other] sum of these { $count }
} at k = { $offset }: ({ $text }) × { NUMBER($factor, minimumFractionDigits: 2) } = **{ NUMBER($value, minimumFractionDigits: 2) }**, at every p.
rotary-drawn = Drawn: { $whole ->
    [one] the only pair
   *[other] { $count } of { $whole } pairs
} (d = { $dim }, base { $base }), as if query and key had the same content, equally long in each pair. Other content multiplies each cosine by a constant, and adds a constant angle. The attention logit sums all pairs.
rotary-moved = No token is { $offset } after position { $position }, so the key is at { $other }.
rotary-cosines = cosines of the angles, and their sum
rotary-offset-axis = offset k, in tokens
rotary-curve = { $speed ->
    [fast] fast
    [middle] middle
    [slow] slow
    [only] pair
   *[sum] <b>sum</b>
}
rotary-cosines-alt = Cosines of the angles of { $count } pairs, and their sum, over the offset, with a marker at { $offset }.

# Pairing

rotary-pairings = RoPE rotates dimensions in pairs, and two pairings are in use: the same q and k, { rotary-tokens } apart, have dot product { APART($here, $there) } interleaved and { APART($there, $here) } half-split. A model works only with the pairing of its training.
rotary-tokens = { $offset ->
    [one] one token
   *[other] { $offset } tokens
}
rotary-interleaved = interleaved: neighbors 2i and 2i + 1
    .users = Llama (Meta’s code), GPT-J, DeepSeek
rotary-half = half-split: i and i + d/2
    .users = transformers: Llama, Mistral, Qwen, Gemma
rotary-arcs-alt = { $heading }. Pairs of dimensions: { $facts }.
rotary-arcs-pair = { $x } with { $y }
rotary-arcs-hover = dimension { $x }: pair { $column }<br>rotated by { $value } radians at position { $position }
rotary-dimension = dimension, from 0
rotary-rotated = Drawn for d = 8. The query, at position { $position }, is rotated by { $value } radians in pair 0, and by { $low } in the last pair.
rotary-cell-pairing = Pairing
rotary-cell-interleaved = interleaved
    .cell = { rotary-cell-pairing }
rotary-cell-half = half-split
    .cell = { rotary-cell-pairing }
rotary-cell-wavelengths = { RANGE($low, $high) } tokens
    .cell = Wavelengths
rotary-cell-tests = Tests of invariance
rotary-tests-passed = both pass
    .cell = { rotary-cell-tests }
rotary-tests-factor = norm × { $factor }, on purpose
    .cell = { rotary-cell-tests }
rotary-tests-length = norm changes, on purpose
    .cell = { rotary-cell-tests }
rotary-tests-place = dot product changes with the position
    .cell = { rotary-cell-tests }

# Tabs

rotary-tab-pairing = Pairing
rotary-tab-libraries = Libraries
rotary-tab-example = Example
rotary-tab-scaling = Longer texts
rotary-tab-code = Is my code right?
rotary-tab-precision = Half precision

# Which pairing does my library use?

rotary-libraries = Which pairing does my library use?
rotary-library = Code
rotary-pairing = Pairing
rotary-line = How to see it
rotary-library-meta = RoFormer (paper), Llama (Meta’s code)
    .line = complex numbers of neighbors
rotary-library-llama = transformers: Llama 1 to 3, Mistral, Qwen, Gemma, Phi, GPT-NeoX
    .line = rotate_half splits at d/2
rotary-library-gpt-j = transformers: GPT-J, Cohere, GLM-4, Helium, ERNIE 4.5
    .line = rotate_every_two, or 0::2 and 1::2
rotary-library-deepseek = transformers: Llama 4, DeepSeek V2 and V3
    .line = complex numbers, or rope_interleave
rotary-library-packages = rotary-embedding-torch, x-transformers
    .line = rotate_half on neighbors
rotary-library-diffusers = diffusers
    .line = use_real_unbind_dim: −1 interleaved, −2 half-split
rotary-library-onnx = ONNX operator RotaryEmbedding
    .line = attribute interleaved: 1 or 0
rotary-library-gguf = llama.cpp
    .line = half-split for Qwen, Phi, and Gemma, interleaved for Llama
rotary-pairing-interleaved = interleaved
rotary-pairing-half = half-split
rotary-pairing-either = either

# Example

rotary-example = The query is at position { $position }, the key at { $other }. After the rotation, their dot product is { APART($here, $there) } interleaved, and { APART($there, $here) } half-split.
rotary-example-same = The query and the key are both at position { $position }, so both pairings keep their dot product, { $value }.
rotary-permutation = A permutation of the dimensions turns one pairing into the other: dimension j of the half-split order holds dimension [{ $others }][j] of the interleaved one. With q and k in this order, half-split pairs give { $value }, too. In a model, permute the rows of W_Q and W_K of each head, and never those of W_V.
rotary-column = Dimension
rotary-at = { $letter } at { $position }, { $name }
rotary-reference = Numbers to compare your code with. They are those of transformers (Llama: half-split, GPT-J: interleaved) and of ONNX, up to float32 rounding.

# Longer texts

rotary-scalings = A scaling lowers frequencies for longer texts: here with s = { $factor }, from { $length } to { $longer } tokens.
rotary-scalings-length = { $schemes } are shown at { $longer } tokens.
rotary-scaling-none = No pair changes.
rotary-scaling-even = Every pair rotates { $factor } times as slowly.
rotary-scaling-even-faster = Every pair rotates { $factor } times as fast.
rotary-scaling-pairs = Fastest { $here ->
    [one] unchanged
   *[other] ÷ { $here }
}, middle { $factor ->
    [one] unchanged
   *[other] ÷ { $factor }
}, slowest { $there ->
    [one] unchanged
   *[other] ÷ { $there }
}.
rotary-scaling-logits = Logits × { NUMBER($factor, maximumSignificantDigits: 3) }.
rotary-complete = Within { $length } tokens, { $whole ->
    [1] the only pair does not complete a rotation. Longer texts bring it
   *[other] { $count } of { $whole } pairs complete a rotation. Longer texts bring the shaded ones
} to angles that training never showed.
rotary-complete-all = Within { $length } tokens, { $whole ->
    [1] the only pair completes
   *[other] all { $whole } pairs complete
} a rotation.
rotary-pair = pair i
rotary-ratio-hover = pair { $x }: frequency × { $y }
rotary-ratio-alt = { $name }: the frequency of each pair divided by the unscaled one. { $text }

# Is my code right?

rotary-tests = Two tests need no reference values. Norm: a rotated vector keeps its norm. Position: at one offset, here { $offset }, the dot product is the same at all positions. They find { $count } of { $whole } common bugs; { $rest } need reference values. Select a bug to see its dot product along the sequence.
rotary-test-norm = norm
rotary-test-position = position
rotary-test-values = values
rotary-matrix-alt = Which test finds which bug. { $facts }.
rotary-matrix-row = { $name }: { $found }
rotary-matrix-none = no test
rotary-matrix-hover = { $name }, { $text }: { $label }
rotary-finds = finds it
rotary-misses = does not find it
rotary-passes = passes
rotary-bug = bug
rotary-code-none = correct code
rotary-code-half-table = half-split table
rotary-code-half-rotation = half-split rotation
rotary-code-q-alone = only queries rotate
rotary-code-twice = rotated twice
rotary-code-cache-anew = cache forgotten
rotary-code-sign-flipped = sign of the sine
rotary-code-degrees = degrees
rotary-code-exponent-i-d = exponent i/d
rotary-bug-half-table = The tables of cosines and sines are half-split, but the code rotates neighbors.
rotary-bug-half-rotation = The tables of cosines and sines are interleaved, but the code rotates i with i + d/2.
rotary-bug-q-alone = Queries are rotated, but keys are not.
rotary-bug-twice = Queries and keys are rotated twice, so every offset counts double.
rotary-bug-cache-anew = { $count } tokens are in the KV cache, but the positions of later keys do not count them.
rotary-bug-sign-flipped = The sine has the wrong sign, so pairs rotate backward: offset k acts as −k.
rotary-bug-degrees = Angles in radians are used as degrees, so every pair rotates { NUMBER($factor, maximumSignificantDigits: 3) } times too slowly.
rotary-bug-exponent-i-d = Pair i rotates by B^(−i/d) per token instead of B^(−2i/d), so every pair but the first is too fast.
rotary-verdict-right = Correct code passes both tests: norms stay, and the dot product is { $value } at every position.
rotary-verdict-missed = Both tests pass, but the code is wrong: the dot product is { APART($here, $there) } at every position instead of { APART($there, $here) }.
rotary-verdict-length = At position { $position }, the norm of q is { $factor } times as large as before.
rotary-verdict-place = The dot product changes with the position: { $values }.
rotary-walk = dot product of q and k, { rotary-tokens } apart
rotary-walk-along = position of the key
rotary-walk-alt = The dot product of one query and one key, { rotary-tokens } apart, along the sequence: correct code, and { $name }.

# Half precision

rotary-bfloat16 = Keep positions and frequencies in float32. Of the n = { $whole } positions, { $count } stay different in bfloat16.
rotary-frequencies-exact = Frequencies in bfloat16 lose nothing within n here.
rotary-frequencies = At position { $last_position }, frequencies in bfloat16 rotate pair { $column } by { $value } radians too far or too little.
rotary-frequencies-lost = That is more than half a rotation, so nothing is left of its angle.
rotary-format = Format
rotary-format-apart = Different, of { $length }
rotary-format-frequency = Angle error, frequencies rounded
rotary-format-position = Angle error, positions rounded
rotary-radians = { $value } radians
    .none = undefined

# Misconceptions

rotary-both = Both pairings are correct.
    .quote = Interleaved or half-split: one of the two is a bug.
    .fact = Both keep norms, and both give one dot product per offset: { $here } and { $there } at offset { $offset }. With the dimensions permuted, half-split pairs give { $value }, too. A bug is to mix them: the weights of one in the code of the other. Where your numbers differ from those of Hugging Face, look here first ([rasbt/LLMs-from-scratch#838](https://github.com/rasbt/LLMs-from-scratch/issues/838)).
rotary-cached = Cached keys must not stay where the scaling uses the length.
    .quote = Keys in the cache are rotated already, so they stay when the text grows.
    .fact = A position then has one rotation in a short text and another in a long one. The key of position { $position }, rotated for { $length } and for { $longer } tokens, has cosine similarity { $here } with dynamic scaling and { $there } with LongRoPE (s = { $whole }, d = { $dim }). Cache keys before the rotation, or fix the length ([ml-explore/mlx-lm#660](https://github.com/ml-explore/mlx-lm/issues/660)).
rotary-squared = YaRN multiplies logits by the square of 0.1 ln s + 1.
    .quote = YaRN multiplies logits by 0.1 ln s + 1.
    .fact = It multiplies cosine and sine, of queries and of keys. For s = { $whole }, the factor is { NUMBER($factor, maximumSignificantDigits: 6) }, and logits are multiplied by { NUMBER($value, maximumSignificantDigits: 6) }.
rotary-extrapolates = RoPE alone does not work on much longer texts.
    .quote = RoPE extrapolates.
    .fact = Small models trained on up to 32 tokens name the token 3 back with { PERCENT($share) } accuracy at 64 tokens, and with { PERCENT($other) } at 512: [trained models](trained?among=scaling).

rotary-follow-up = Which bugs are common?
