# The page Bugs: code that gives tokens wrong positions.

bugs-title = Bugs: how code gets positions wrong

# The claim below the title, and the list of bugs

bugs-silent = { $count } of these { $whole } bugs are silent: the code runs without an error, but its numbers are wrong.
bugs-harmless = At this context length, { $count ->
    [one] one bug changes nothing.
   *[other] { $count } bugs change nothing.
}
bugs-seen-silent = This bug is silent: no error tells you.
bugs-seen-error = This bug ends in an error.
bugs-seen-harmless = This bug changes nothing at this context length.
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

bugs-padding-left = If padding on the left is counted like words, { $count } of { $whole } tokens get a wrong position. The position of a token is the number of tokens before it in its sentence, without padding.
bugs-padding-right = Padding on the right does no harm, because every token comes before it. Models that generate text are padded on the left, so that the next token follows the last one.
bugs-cost-table = With { $scheme }, which adds vectors, a logit within a sentence changes by up to { NUMBER($value, maximumSignificantDigits: 3) } nats.
bugs-cost-rotation = With { $scheme }, which rotates, a logit within a sentence changes by up to { NUMBER($value, maximumSignificantDigits: 3) } nats.
bugs-cost-bias = With { $scheme }, which adds a bias, a logit within a sentence changes by up to { NUMBER($value, maximumSignificantDigits: 3) } nats.
bugs-cost-same = It stays the same with { $schemes }, where the offset between tokens alone counts.
bugs-cost-none = No logit within a sentence changes with { $schemes }.
bugs-padding-note = Contents are random numbers from N(0, 1), with d = { $dim }. One nat more multiplies an attention weight by up to { $factor }.

# First row

bugs-first = { $names } read row { $position } of their table for the first token, so { $length } tokens need { $rows } rows.
bugs-first-padding = In { $names }, row { $position } is for padding.
bugs-first-early = If code counts rows from 0, every token reads a row that is { $count } too early, and no error tells you.
bugs-first-error = If code takes { $rows } rows for { $rows } tokens, position { $length } needs row { $rows }, but the last row is { $last_position }, and this is an error: `index out of range in self`.
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
    .formula = none, it is a formula
bugs-rows = A table of { $rows } rows takes { $length } tokens.
    .quote = RoBERTa’s max_position_embeddings is { $rows }, so it takes { $rows } tokens.
    .fact = { $rows } is the number of rows. The first token reads row { $position }, so a text has at most { $length } tokens. One more would need row { $rows }, but the last row is { $last_position }.

# Cache

bugs-cache = The KV cache keeps the keys of all tokens so far. { $count ->
    [one] It has one token, 0, so the next token has position 1.
   *[other] It has { $count } tokens, 0 to { $last_position }, so the next token has position { $count }.
}
bugs-cache-nearest = With RoPE, the next token then has its largest logit with token { $position }, the newest. If positions begin at 0 again, it has its largest logit with token { $other }, the oldest, because this logit rises by { $value } nats.
bugs-cache-same = If positions begin at 0 again, the next token has the position of the cached one. With RoPE, their logit rises by { $value } nats.
bugs-cache-batch = In a padded batch, each sentence continues at its own position: { $lengths } in the batch of the bug “Padding”. The cache is { $width } tokens long for all, so its length is not the position.
bugs-cache-note = Logits are means over equal contents of variance 1, with d = { $dim }.

# Moved keys

bugs-moved = When a cache of { $whole } tokens loses its older half, position { $position } becomes 0. If keys stay rotated by their old positions, { PERCENT($share) } of the next token’s attention goes to wrong tokens. Rotate every key that you move or merge by R((new − old)ω).
bugs-moved-note = The weights are those of RoPE with equal contents of variance 1 and d = { $dim }.

# Packing

bugs-packing = Packing puts { $rows } texts into one row, and the positions of each text must begin at 0. If one count goes through all of them, { $count } of { $whole } positions change.
bugs-packing-cost = With { $scheme }, logits within a text then change by up to { NUMBER($value, maximumSignificantDigits: 2) } nats. With { $schemes }, they stay the same, because the start of the text cancels in offsets.
bugs-packing-mask = Positions do not keep texts apart, as { $rest } tokens have position 0. A mask, or `cu_seqlens` ({ $values }) in variable-length attention, leaves { $count } of { $whole } pairs of tokens. Without both, Hugging Face transformers takes each place where positions begin again for the start of a text.

# Pairing of RoPE

bugs-paired = Some code rotates dimensions i and i + d/2 together (halves), and some rotates 2i and 2i + 1 (neighbors). With both, norms stay the same and the dot product depends on the offset alone, so nothing looks wrong. But weights work only with the pairing of their training. At offset { $offset }, the same query and key give { APART($here, $there) } with halves and { APART($there, $here) } with neighbors.
bugs-paired-values = dot product of q and k
bugs-halves = correct here: halves
bugs-neighbors = wrong here: neighbors
bugs-paired-alt = The dot product of one query and one key by offset, rotated in halves and as neighbors.
bugs-paired-libraries = Which pairing does my library use?

# Half precision

bugs-bfloat16 = bfloat16 keeps 8 binary digits, so { $position } becomes { $other }.
bugs-left = In { $name }, { $count } different values remain of { $whole } positions.
bugs-left-all = The { $whole } positions of this context length all stay different.
bugs-infinite = The largest finite number of float16 is { $position }. Positions up to { $end } round to it, and those from { $later } on become infinity.
bugs-angle = Frequencies lose digits, too. In bfloat16, RoPE (d = { $dim }) rotates pair { $column } by { $value } radians too far or too little at position { $last_position }.
bugs-angle-lost = That is more than half a rotation, so nothing is left of its angle.
bugs-format = Format
bugs-format-positions = Different positions among { $length }
bugs-format-values = Different vectors among { $length }, with rounded values (Sinusoidal, d = { $dim })
bugs-format-frequencies = Largest error of an angle, with rounded frequencies (RoPE, d = { $dim })
bugs-format-angles = Largest error of an angle, with rounded positions (RoPE, d = { $dim })
bugs-radians = { $value } radians
    .none = undefined
bugs-wide = bfloat16 has the range of float32, but not its precision.
    .quote = bfloat16 reaches as far as float32, so it holds every position.
    .fact = Of { $whole } positions, bfloat16 keeps { $count } different numbers, and float16, whose range is smaller, keeps { $rest }.

# Scaling

bugs-scaling = With `persistent=False`, the buffer `inv_freq` is in no checkpoint, and code must compute it again on load. If Llama 3.1 8B loses its scaling on the way, { $count } of { $whole } pairs rotate faster, up to { $factor } times. If its base becomes 10,000 as well, pairs rotate up to { NUMBER($high, maximumSignificantDigits: 3) } times faster.

# Attention factor

bugs-attention-factor = YaRN with a scaling factor of { $factor } multiplies cosines and sines by an attention factor a = { NUMBER($here, maximumSignificantDigits: 3) }, and so logits by a² = { NUMBER($there, maximumSignificantDigits: 3) }. If code leaves a out, logits are { PERCENT($low) } too small. If it applies a twice, they are { PERCENT($high) } too large.

# Too long

bugs-length = A table of { $rows } rows has positions 0 to { $last_position }, so position { $rows } has no row. The error depends on how code reads the rows:
bugs-error-embedding = On the CPU, `nn.Embedding` needs row { $rows }, but the last row is { $last_position }.
bugs-error-cuda = On a GPU, the same code prints this error, and newer versions of PyTorch add the second line. It may be reported at a later line of the code, so run it on the CPU to find the right one.
bugs-error-slice = In `{ $text }`, the slice has no more rows than the table: { $rows } for { $count } tokens.
bugs-error-numpy = In NumPy, the same slice prints this error.
bugs-length-fix = Truncate or split the text. A formula can make more rows, but the model was not trained with them. New rows of a trained table are random until they are trained.

# Swapped sizes

bugs-sizes = If a vocabulary of { $whole } gets a table of { $length } rows, token IDs from { $length } on have no row: `index out of range in self`. A batch of small IDs runs, and the error comes later. The table of positions has { $count ->
    [one] one row
   *[other] { $count } rows
} too many, which are never trained.
bugs-sizes-equal = Both tables have { $rows } rows here, so swapping them changes nothing.
bugs-sizes-fit = A vocabulary of { $whole } fits into { $rows } rows, so nothing is noticed at first. But a text of more than { $whole } tokens needs a position that has no row.

# Axes

bugs-axes = The wrong line adds row 0 to all tokens of sentence 0, and row 1 to all tokens of sentence 1. No error occurs if the table has a row for each of the { $count } sentences. All { $length } tokens of a sentence get one position, so their order is lost.
bugs-axes-link = See the shapes line by line

# Images

bugs-image = One formula gives { $count } different tables. Their columns have different orders, their first number is 0 or 1, and DETR rescales the numbers so that the last is 2π. Of these, rescaling alone changes distances: the first two tokens are { $here } apart in DETR, and { $there } in the others. Weights that were trained with one table do not work with another.
bugs-image-shape = The shape matters as well as the size. A { $rows } × { $width } image has as many tokens, so the table fits. But token { $position } then stands in row { $other }, column { $column }, and not at the end of row 0.
bugs-image-size = A table for 2 × 3 patches has { $rows } rows, one of them for the class token. An image of 3 × 4 patches needs { $count }. If you add them as they are, this is the error: `The size of tensor a ({ $count }) must match the size of tensor b ({ $rows })`.
bugs-image-size-flat = If the table is resized as a picture, new patches read mixtures of old rows. The mixtures shown are linear, and those of the correct line are cubic. If it is resized as one long row, patches read across the edges of the image, and the class token is mixed in.

bugs-follow-up = What do people ask about positions?
