# Reasons that an encoding lacks an ability, in general or at this size (Scheme.unsupported_reason).

lacks-scores = { $name } defines no attention logits.
lacks-vectors = { $name } adds nothing to the token embeddings, so it has no position vectors.
lacks-rotation = { $name } does not rotate queries and keys.
lacks-bias = { $name } has no attention bias.
lacks-heads = { $name } is the same in every attention head.
lacks-causal = { $name } does not hide later positions.
lacks-rows = { $name } is a fixed table: n can be at most { $length } and d at most { $dim }.
lacks-pairs = { $name } rotates pairs of dimensions, so d must be even, not { $dim }.
lacks-fours = { $name } has a sine and a cosine for the row and for the column, so d must be divisible by 4, not { $dim }.
lacks-odd = { $name } is set to allow only an even d, not { $dim }.
lacks-table = Yours has no table. Pass one, as in CustomTable(table).

# Summaries, equal to the first lines of the docstrings, which python -OO removes.

summary-Index = The position itself as a number: all steps have the same length, but the values grow without limit.
summary-Normalized = The position as a share of the length: never above 1, but a longer sequence has shorter steps.
summary-Binary = The bits of the position, one a column: distinct below 2^d, but a step flips one bit or up to all.
summary-Sinusoidal = Sine and cosine of the position, each pair of columns slower than the one before; for even d, steps are equal.
summary-Gray = The bits of a Gray code, one a column: neighbors differ in one bit, but so do some far apart.
summary-RoPE = Queries and keys rotated in pairs of dimensions, so that logits depend on positions by the offset only.
summary-ALiBi = A penalty on attention logits that grows linearly with the distance, with a different slope in each head.
summary-T5 = A learned bias per bucket: near offsets have a bucket each, far offsets share larger ones.
summary-KERPLE = A penalty on attention logits that grows with the logarithm of the distance, or with a power of it.
summary-FIRE = A penalty that grows with log distance, normalized by the log of the query position.
summary-Sandwich = The dot product of the sinusoids of query and key as a bias, which each head divides by another ratio.
summary-NoPE = Nothing is added: only the causal mask, which hides later tokens, still tells positions apart.
summary-Fourier = Sines and cosines of random frequencies: each seed is one draw, and steps are equal in all of them for even d.
summary-Grid = Sines and cosines of a token's row, and others of its column: positions of an image, counted line by line.
summary-Learned = A trained table: the position embeddings of the model all-MiniLM-L6-v2, which has 512 positions.
summary-xPos = Queries and keys rotated as in RoPE and scaled in opposite directions, so that logits decay with the offset.
summary-NeRF = Sines and cosines in octaves, as NeRF encodes a coordinate: each pair of columns is twice as fast as the last.
summary-SlidingWindow = Nothing is added within a window of the nearest tokens; all others are masked, as in Longformer and Mistral.
summary-Shaw = A learned vector per offset, whose product with the query is added to the logit; far ones on a side share one.
summary-TransformerXL = Sines and cosines of the offset with learned amplitudes: one of the four terms of a logit of Transformer-XL.
summary-AxialRoPE = Queries and keys rotated in pairs of columns, some by the row of an image patch, the others by its column.
summary-MRoPE = Queries and keys rotated as in RoPE, but each pair by one of time, row, and column, which are equal in text.
summary-Yours = A custom table: every function that accepts an encoding accepts it.
