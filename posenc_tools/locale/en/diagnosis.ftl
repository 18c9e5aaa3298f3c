# Verdicts on tables, their evidence, and advice. A name is an encoding with its parameters, such as "Sinusoidal, base 500".
# A deviation is empty, or the end of a sentence with its comma, such as ", except for row 3".

diagnosis-unknown = This table matches no known encoding, and none is close to it.
diagnosis-nearest = This table matches no known encoding. The nearest is { $name }, and the difference is { PERCENT($share) } of the table’s size.
diagnosis-matrix = This is not a positional encoding, but { $name }.
diagnosis-random = These numbers are random and do not depend on each other{ $deviation }. They have this distribution: { $text }.
diagnosis-trained = This is the trained table of { $name }{ $deviation }.
diagnosis-bug = This table has a known bug: { $what }. Otherwise, it is { $name }{ $deviation }.
diagnosis-relative-bias = This is a relative position bias: { $text }.
diagnosis-reversed = This matrix has a known bug: the sign of the bias is reversed, so far keys are rewarded. Otherwise, it is { $name }{ $deviation }.
diagnosis-mask = This is { $name }{ $deviation }.
diagnosis-bias = This is a matrix of attention biases: { $name }{ $deviation }.
diagnosis-unusual = This is { $name }, but this combination of parameters is not known to be in use.
diagnosis-agrees = This is { $name }, and every number agrees.
diagnosis-known = This is { $name }{ $deviation }.

# Deviations.

diagnosis-except = , except for { $shown }
diagnosis-cells = { $count } of { $whole } numbers
diagnosis-unjudged = , apart from { $count } of { $whole } numbers that cannot be judged, because float32 has no digits left for their large angles
diagnosis-noise = , with noise of { PERCENT($share) } of the table’s size
diagnosis-arithmetic = , in float32 arithmetic
diagnosis-rounded = , rounded to { $text }
diagnosis-places = { $kind ->
    [row] { $count ->
        [one] row
       *[other] rows
    }
   *[column] { $count ->
        [one] column
       *[other] columns
    }
} { $shown }{ $rest ->
    [0] { "" }
   *[other] , and { $rest } more
}

# Evidence. Rows and columns are numbers from 0.

diagnosis-transposed = Positions are the columns of this table. All that follows describes it with positions as rows.
diagnosis-largest-error = The largest error is { $residual }, in row { $x } and column { $y }.
diagnosis-largest-residual = The difference is largest in row { $x } and in column { $y }.
diagnosis-white-noise = The difference from the formula is { PERCENT($share) } of the table’s size and looks like white noise.
diagnosis-same-numbers = The same numbers also come from { $name }.
diagnosis-more-explanations = { $count } more { $count ->
    [one] explanation gives
   *[other] explanations give
} the same numbers.
diagnosis-rotations = From one position to the next, { $count } pairs of columns rotate by { $first } to { $last } radians.
diagnosis-equal-rows = Rows { $first } { $relation ->
    [equal] and
   *[more] to
} { $last } are equal.
diagnosis-repeated-rows = { $count ->
    [one] Row { $shown } repeats
   *[other] Rows { $shown } repeat
} { $relation ->
    [equal] row
   *[more] rows
} { $text }.
diagnosis-more-runs = { $count } more { $count ->
    [one] run of rows repeats
   *[other] runs of rows repeat
} earlier ones.
diagnosis-zero-rows = { $count ->
    [one] Row { $shown } contains only zeros, as for a padding index.
   *[other] Rows { $shown }{ $rest ->
        [0] {""}
       *[other] {""}, and { $rest } more,
    } contain only zeros.
}
diagnosis-facts = The mean cosine similarity of neighboring rows is { $near }, and { $count } principal components explain { $shown } of the variance.
diagnosis-storage-steps = Every number is a multiple of one step, as after quantization: { $text }.
diagnosis-storage-integers = Every number is an integer.
diagnosis-storage-decimals = No number has more than { $text }.
diagnosis-storage-float64 = Some numbers need the digits of float64.
diagnosis-storage = Every number fits into { $text } without loss.

# Advice. The first is the name in “If … was meant, this code is probably wrong:”.

diagnosis-first-position = a table that starts at position 0
diagnosis-story = { $text } Here the base is { $shown }.

# Names and parameters.

diagnosis-bug-in = the bug “{ $name }” in { $text }
diagnosis-head = head { $head } of { $heads }
diagnosis-same-slope = { $text } (the same slope as { $shown })
diagnosis-parameter = { $name } { $text }
diagnosis-parameter-first = { $text ->
    [cos] cosine
   *[sin] { $text }
} first
diagnosis-parameter-pairing = { $text ->
    [half] paired in halves
   *[interleaved] paired as neighbors
}
diagnosis-parameter-table = a table of { $text }
diagnosis-parameter-std = standard deviation { $text }
diagnosis-parameter-positions = { $text } positions
diagnosis-parameter-padding = { $text } of zeros
diagnosis-resized = from { $old } by { $method }

diagnosis-name-grid = Grid (coordinates of an image or a video)
diagnosis-name-axialrope = Axial RoPE (coordinates of image patches)
diagnosis-name-mrope = M-RoPE (positions of text and images on three axes)
diagnosis-name-distances = the distance between query and key

# Words in names and parameters. Their ids are the English words, with n for a number.

diagnosis-word-distances = distances
diagnosis-word-relative-position-bias = relative position bias
diagnosis-word-the-formula = the formula
diagnosis-word-sign-reversed = sign reversed
diagnosis-word-vector-of-rope-frequencies = a vector of RoPE frequencies
diagnosis-word-zeros = a table of zeros
diagnosis-word-equal-rows = a table whose rows are all equal
diagnosis-word-one-number-everywhere = a table with one number everywhere
diagnosis-word-one-hot-positions = a table of one-hot positions
diagnosis-word-permutation-matrix = a permutation matrix
diagnosis-word-causal-attention-weights = a matrix of causal attention weights
diagnosis-word-rows-that-sum-to-n-such-as-attention-weights = a matrix whose rows sum to { $x }, such as attention weights
diagnosis-word-pairwise-distances-squared-or-not = a matrix of pairwise distances, squared or not
diagnosis-word-lower-triangular-matrix = a lower triangular matrix
diagnosis-word-upper-triangular-matrix = an upper triangular matrix
diagnosis-word-symmetric-matrix = a symmetric matrix
diagnosis-word-similarities-pe-pe-of-sinusoidal = a matrix of similarities (PE·PEᵀ) of Sinusoidal
diagnosis-word-one-number-for-each-offset-positive-semidefinite-as-similarities-of-positions-pe-pe-are = one number for each offset, positive semidefinite as similarities of positions (PE·PEᵀ) are
diagnosis-word-one-number-for-each-offset-from-n-to-n = one number for each offset from { $x } to { $y }
diagnosis-word-n-different-numbers = { $x } different numbers
diagnosis-word-alike-ahead-and-behind = alike ahead and behind
diagnosis-word-the-same-modulo-their-number = the same modulo their number
diagnosis-word-equal-from-n-to-n = equal from { $x } to { $y }
diagnosis-word-mask = an attention mask
diagnosis-word-causal-mask = a causal attention mask
diagnosis-word-padding-mask = an attention mask for padding
diagnosis-word-sliding-window-mask = a sliding-window attention mask
diagnosis-word-sliding-window-mask-n = a sliding-window attention mask of { $x } keys
diagnosis-word-sliding-window-mask-n-both-sides = a sliding-window attention mask of up to { $x } keys on both sides
diagnosis-word-both-sides = both sides
diagnosis-word-slopes-in-one-geometric-row-which-no-code-that-was-checked-gives-to-so-many-heads = slopes in one geometric row, which no code that was checked gives to so many heads
diagnosis-word-exponent-over-n-dimensions = exponent over { $x } dimensions
diagnosis-word-last-n-of-n-pairs-n = last { $x } of { $y } pairs { $z }
diagnosis-word-columns-in-another-order = columns in another order
diagnosis-word-cosines-and-sines = cosines and sines
diagnosis-word-cosine-and-sine-in-turn = cosines and sines in turn
diagnosis-word-cosines-then-sines = cosines, then sines
diagnosis-word-cosines = cosines
diagnosis-word-sines = sines
diagnosis-word-angles = angles
diagnosis-word-normal-cut-off-at-n = normal, cut off at { $x } σ
diagnosis-word-normal = normal
diagnosis-word-uniform = uniform
diagnosis-word-interleaved = interleaved
diagnosis-word-concatenated = concatenated
diagnosis-word-row-first = row first
diagnosis-word-column-first = column first
diagnosis-word-sines-first = sines first
diagnosis-word-every-column = every column
diagnosis-word-one-column = one column
diagnosis-word-one-a-pair = one per pair
diagnosis-word-lsb-first = LSB first
diagnosis-word-msb-first = MSB first
diagnosis-word-octaves = octaves
diagnosis-word-rising-octaves = rising octaves
diagnosis-word-descending = descending
diagnosis-word-lone-wave = lone wave
diagnosis-word-cut = cut
diagnosis-word-padded = padded
diagnosis-word-zero = zero
diagnosis-word-symmetric = symmetric
diagnosis-word-causal = causal
diagnosis-word-bidirectional = bidirectional
diagnosis-word-negative = negative
diagnosis-word-left-out = left out
diagnosis-word-per-head = per head
diagnosis-word-none = none
diagnosis-word-true = true
diagnosis-word-false = false
diagnosis-word-from-the-first-key = from the first key
diagnosis-word-from-the-last-key = from the last key
diagnosis-word-n-decimal = { $x } decimal
diagnosis-word-n-decimals = { $x } decimals
diagnosis-word-steps-of-n = steps of { $x }
diagnosis-word-negated = negated
diagnosis-word-base = base
diagnosis-word-start = first position
diagnosis-word-scale = scale
diagnosis-word-unit = position step
diagnosis-word-schedule = frequency schedule
diagnosis-word-odd = odd
diagnosis-word-order = order
diagnosis-word-spread = spread
diagnosis-word-values = values
diagnosis-word-from = from
diagnosis-word-to = to
diagnosis-word-mean = mean
diagnosis-word-scaling = scaling
diagnosis-word-factor = factor
diagnosis-word-attention-factor = attention factor
diagnosis-word-applied-twice = applied twice
diagnosis-word-rounded = rounded
diagnosis-word-model = model
diagnosis-word-columns = columns
diagnosis-word-dimensions = dimensions
diagnosis-word-resized = resized
diagnosis-word-sines-then-cosines = sines, then cosines
diagnosis-word-row-twice-column-missing = row twice, column missing
diagnosis-word-column-twice-row-missing = column twice, row missing
diagnosis-word-axes = axes
diagnosis-word-sections = sections
diagnosis-word-arrangement = arrangement
diagnosis-word-images = images
diagnosis-word-positions = positions
diagnosis-word-unchecked = unchecked
diagnosis-word-coordinates = coordinates
diagnosis-word-frequencies-of = frequencies of
diagnosis-word-all-axes = all axes
diagnosis-word-alternating = alternating
diagnosis-word-blocks = blocks
diagnosis-word-time-last = time last
diagnosis-word-column-row = column first
diagnosis-word-width = width
diagnosis-word-seed = seed
diagnosis-word-class-tokens = class tokens
diagnosis-word-direction = direction
diagnosis-word-ahead = ahead
diagnosis-word-window = window
diagnosis-word-keys = keys
diagnosis-word-visible = visible
diagnosis-word-hidden = hidden
diagnosis-word-slope = slope
diagnosis-word-slopes = slopes
diagnosis-word-counted = counted
diagnosis-word-rows = rows
diagnosis-word-heads = heads
diagnosis-word-kind = kind
diagnosis-word-step = step
diagnosis-word-buckets = buckets
diagnosis-word-distance = distance
diagnosis-word-threshold = threshold
diagnosis-word-index = index
diagnosis-word-ratio = ratio
diagnosis-word-divisor = divisor
diagnosis-word-trained-length = trained length
diagnosis-word-normalized = normalized

# Rejected tables

table-finite = the numbers of table must be finite and at most { $text } in size
