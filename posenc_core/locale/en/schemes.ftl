# Reasons that an encoding lacks an ability, in general or at this size (Scheme.unsupported_reason).

lacks-scores = { $name } defines no attention logits.
lacks-vectors = { $name } adds nothing to the token embeddings, so it has no position vectors.
lacks-rotation = { $name } does not rotate queries and keys.
lacks-bias = { $name } has no attention bias.
lacks-heads = { $name } is the same in every attention head.
lacks-causal = { $name } does not hide later positions.
lacks-rows = { $name } is a fixed table, so n can be at most { $length } and d at most { $dim }.
lacks-pairs = { $name } rotates pairs of dimensions, so d must be even, not { $dim }.
lacks-fours = { $name } has a sine and a cosine for the row and for the column, so d must be divisible by 4, not { $dim }.
lacks-odd = { $name } is set to allow only an even d, not { $dim }.
lacks-table = Yours has no table. Pass one, as in CustomTable(table).
