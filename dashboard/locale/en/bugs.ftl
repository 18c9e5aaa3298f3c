# The page Bugs: code that gives tokens wrong positions.

bugs-title = Bugs: wrong and right lines, side by side

# The claim below the title, and the list of bugs

bugs-silent = { $count } of these { $whole } bugs are silent: the code runs without an error, and tokens get wrong positions.
bugs-harmless = At this context length, { $count ->
    [one] one bug changes nothing.
   *[other] { $count } bugs change nothing.
}
bugs-seen-silent = Silent: nothing tells you.
bugs-seen-error = Ends in an error.
bugs-seen-harmless = Changes nothing at this context length.
bugs-wrong = Wrong
bugs-right = Correct
bugs-assert = **A test that finds it**, with `posenc_tools.testing`:
bugs-listings = The code is for PyTorch.

# Labels of the pictures

bugs-place = index
bugs-sentence = sentence
bugs-position = position
bugs-row = row
bugs-column = column
bugs-table-row = row of the table
bugs-token = token
bugs-batch =
    .words-5 = I love you so much
    .words-3 = She likes tea
    .words-2 = Good day
bugs-value = value
bugs-hover = { $axis } { $y }, { $label } { $x }<br>{ $name } { $z }
    .word = { $axis } { $y }, { $label } { $x }<br>{ $text }<br>{ $name } { $z }
bugs-cells-alt = { $heading }: { $facts }.
bugs-counted = Counted along the batch
bugs-from-mask = Positions from the mask
bugs-read = Rows that RoBERTa reads for this batch
bugs-one-count = One count for all texts
bugs-restarted = Each text counted from 0
bugs-wrong-order = Rows that the wrong line adds
bugs-MAE = MAE: column, then row
bugs-Hugging-Face = Hugging Face’s MAE, version 5.23: row, then column
bugs-timm = timm: sines, then cosines
bugs-DETR = DETR: row, then column, from 1, up to 2π
bugs-patches = Rows of the table that { $rows } × { $columns } patches read
bugs-cached-token = cached token
bugs-logits = mean logit with RoPE, in nats
bugs-counted-on = correct: position { $position }
bugs-counted-restarted = wrong: position 0
bugs-logits-alt = The mean logit of a new token with each cached token, at its correct position and at position 0.
bugs-kept-token = token, by new position
bugs-weights = attention weight of the next token
bugs-key-rotated = correct: rotated to the new position
bugs-key-still = wrong: still rotated by the old one
bugs-weights-alt = The attention weight of the next token for each cached token and itself, with keys rotated to their new positions, and still by their old ones.
bugs-pair = pair
bugs-frequencies = frequency, in radians per token
bugs-scaled = correct: llama3 scaling
bugs-unscaled = wrong: no scaling
bugs-default-base = wrong: base 10,000, no scaling
bugs-frequencies-alt = The frequency of each pair of dimensions, on a log axis: with the scaling, without it, and with the default base.
bugs-offset = offset
bugs-once = correct: once
bugs-twice = wrong: twice
bugs-never = wrong: not at all
bugs-sized-alt = The mean logit by offset, with the attention factor once, twice, and not at all.
bugs-line = Positions { RANGE($start, $end) } (top), and what they become in bfloat16 (bottom)
bugs-line-alt = Number line from { RANGE($start, $end) }: in bfloat16, { $facts }.
bugs-becomes = { $x } becomes { $y }

# Padding

bugs-padding-left = Padding on the left moves { $count } of { $whole } tokens if it is counted like words. A position is the number of tokens before it in its sentence, without padding.
bugs-padding-right = Padding on the right does no harm: every token comes before it. Models that generate text are padded on the left, so that the next token follows the last one.
bugs-cost-table = With { $scheme }, which adds vectors, a logit within a sentence changes by up to { NUMBER($value, maximumSignificantDigits: 3) } nats.
bugs-cost-rotation = With { $scheme }, which rotates, a logit within a sentence changes by up to { NUMBER($value, maximumSignificantDigits: 3) } nats.
bugs-cost-bias = With { $scheme }, which adds a bias, a logit within a sentence changes by up to { NUMBER($value, maximumSignificantDigits: 3) } nats.
bugs-cost-same = It stays the same with { $schemes }, where only the offset between tokens counts.
bugs-cost-none = No logit within a sentence changes with { $schemes }.
bugs-padding-note = Logits of random contents from N(0, 1), with d = { $dim }. One nat more multiplies an attention weight by up to { $factor }.

# First row

bugs-first = { $names } read row { $position } of their table for the first token, so { $length } tokens need { $rows } rows.
bugs-first-padding = In { $names }, row { $position } is for padding.
bugs-first-early = Silent: code counts rows from 0, and every token reads { $count } rows too early.
bugs-first-error = Error: { $rows } rows are taken for { $rows } tokens. Position { $length } then needs row { $rows }, but the last row is { $last_position }: `index out of range in self`.
bugs-model = Model
bugs-first-token = First token
bugs-padding-row = Padding
bugs-needed = Rows for { $length } tokens
bugs-row-at = row { $position }
    .formula = number { $position }
bugs-like-token = like a token
bugs-no-row = –
bugs-rows-needed = { $rows }
    .growing = { $rows }, more if needed
    .formula = none: a formula
bugs-rows = A table of { $rows } rows takes { $length } tokens.
    .quote = RoBERTa’s max_position_embeddings is { $rows }, so it takes { $rows } tokens.
    .fact = { $rows } is the number of rows. The first token reads row { $position }, so a text has at most { $length } tokens. One more would need row { $rows }, but the last row is { $last_position }.

# Cache

bugs-cache = The KV cache keeps the keys of all tokens so far. { $count ->
    [one] It has one token, 0, so the next position is 1.
   *[other] It has { $count } tokens, 0 to { $last_position }, so the next position is { $count }.
}
bugs-cache-nearest = With RoPE, the logit of the next token is largest with token { $position }, the newest. Counted from 0 again, it is largest with token { $other }, the oldest: this logit rises by { $value } nats.
bugs-cache-same = Counted from 0 again, the next token has the position of the cached one. With RoPE, their logit rises by { $value } nats.
bugs-cache-batch = In a padded batch each sentence continues at its own position: { $lengths } in the batch of the bug “Padding”. The cache is { $width } tokens long for all, so its length is not the position.
bugs-cache-note = Mean logit of equal contents of variance 1, with d = { $dim }.

# Moved keys

bugs-moved = When a cache of { $whole } tokens loses its older half, position { $position } becomes 0. Keys still rotated by old positions misdirect { PERCENT($share) } of the next token’s attention. Rotate every moved or merged key by R((new − old)ω).
bugs-moved-note = Weights of equal contents of variance 1 with RoPE, with d = { $dim }.

# Packing

bugs-packing = { $rows } packed texts each count from 0; one count changes { $count } of { $whole } positions.
bugs-packing-cost = With { $scheme }, logits within a text change by up to { NUMBER($value, maximumSignificantDigits: 2) } nats; with { $schemes } by none: the start of the text cancels in offsets.
bugs-packing-mask = Positions do not separate texts: { $rest } tokens have position 0. A mask, or `cu_seqlens` ({ $values }) in variable-length attention, leaves { $count } of { $whole } pairs. Given neither, Hugging Face transformers finds texts where positions begin again.

# Pairing of RoPE

bugs-paired = Some code rotates halves together, dimensions i and i + d/2, and some neighbors, 2i and 2i + 1. Both keep norms, and both give one dot product per offset, so nothing looks wrong. But weights work only with the pairing of their training: at offset { $offset }, the same query and key give { APART($here, $there) } in halves and { APART($there, $here) } as neighbors.
bugs-paired-values = dot product of q and k
bugs-halves = correct here: halves
bugs-neighbors = wrong here: neighbors
bugs-paired-alt = The dot product of one query and one key by offset, rotated in halves and as neighbors.
bugs-paired-libraries = Which library pairs how?

# Half precision

bugs-bfloat16 = bfloat16 keeps 8 binary digits, so that { $position } becomes { $other }.
bugs-left = In { $name }, { $count } different values remain of { $whole } positions.
bugs-left-all = The { $whole } positions of this context length all stay different.
bugs-infinite = The largest finite number of float16 is { $position }: positions up to { $end } round to it, and those from { $later } on become infinity.
bugs-angle = Frequencies lose digits, too: in bfloat16, RoPE (d = { $dim }) rotates pair { $column } by { $value } radians too far or too little at position { $last_position }.
bugs-angle-lost = That is more than half a rotation, so nothing is left of its angle.
bugs-format = Format
bugs-format-positions = Different positions, of { $length }
bugs-format-values = Different vectors, of { $length } (Sinusoidal, d = { $dim }), values rounded
bugs-format-frequencies = Largest error of an angle (RoPE, d = { $dim }), frequencies rounded
bugs-format-angles = Largest error of an angle (RoPE, d = { $dim }), positions rounded
bugs-radians = { $value } radians
    .none = undefined
bugs-wide = bfloat16 has the range of float32, but not its precision.
    .quote = bfloat16 reaches as far as float32, so it holds every position.
    .fact = Of { $whole } positions, bfloat16 keeps { $count } different numbers; float16, whose range is smaller, keeps { $rest }.

# Scaling

bugs-scaling = With `persistent=False`, `inv_freq` is in no checkpoint and computed again on load. Llama 3.1 8B without its scaling rotates { $count } of { $whole } pairs faster, up to { $factor } times; with base 10,000, up to { NUMBER($high, maximumSignificantDigits: 3) } times.

# Attention factor

bugs-attention-factor = With a factor of { $factor }, YaRN multiplies cosines and sines by a = { NUMBER($here, maximumSignificantDigits: 3) }, so logits by a² = { NUMBER($there, maximumSignificantDigits: 3) }. Without a, logits are { PERCENT($low) } too small; with a twice, { PERCENT($high) } too large.

# Too long

bugs-length = A table of { $rows } rows has positions 0 to { $last_position }. Position { $rows } has no row. The error depends on how rows are read:
bugs-error-embedding = `nn.Embedding` on the CPU. Row { $rows } is needed, but the last row is { $last_position }.
bugs-error-cuda = The same on a GPU; newer versions of PyTorch print the second line. The error may be reported at a later line of the code: run on the CPU to find it.
bugs-error-slice = `{ $text }`: a slice has no more rows than the table, { $rows } for { $count } tokens.
bugs-error-numpy = The same in NumPy.
bugs-length-fix = Truncate or split the text. A formula can make more rows, but the model was not trained with them. More rows of a trained table are random until they are trained.

# Swapped sizes

bugs-sizes = With a vocabulary of { $whole } and { $length } positions, token IDs from { $length } on have no row: `index out of range in self`. A batch of small IDs runs, and the error comes later. The table of positions has { $count ->
    [one] one row
   *[other] { $count } rows
} too many, which are never trained.
bugs-sizes-equal = Both tables have { $rows } rows here, so swapping them changes nothing.
bugs-sizes-fit = A vocabulary of { $whole } fits into { $rows } rows, so that nothing is noticed at first. Only a text of more than { $whole } tokens needs a position that has no row.

# Axes

bugs-axes = The wrong line adds row 0 to all tokens of sentence 0, and row 1 to all of sentence 1. No error occurs if the table has a row for each of the { $count } sentences. All { $length } tokens of a sentence get one position, so their order is lost.
bugs-axes-link = The shapes, line by line

# Images

bugs-image = One formula, { $count } tables: the order of the columns differs, the first number is 0 or 1, and DETR rescales the numbers so that the last is 2π. Only rescaling changes distances: the first two tokens are { $here } apart in DETR, and { $there } in the others. Weights that were trained with one table do not work with another.
bugs-image-shape = The shape matters, not only the size: a { $rows } × { $width } image has as many tokens, so the table fits. Token { $position } then stands in row { $other }, column { $column }, and not at the end of row 0.
bugs-image-size = A table for 2 × 3 patches has { $rows } rows: one of them is for the class token. An image of 3 × 4 patches needs { $count }. Adding them as they are ends in an error: `The size of tensor a ({ $count }) must match the size of tensor b ({ $rows })`.
bugs-image-size-flat = Resized as a picture, new patches read mixtures of old rows: the picture shows linear ones, and the correct line makes cubic ones. Resized as one long row, patches read across the edges of the image, and the class token is mixed in.

bugs-follow-up = Which questions are worth trying?
