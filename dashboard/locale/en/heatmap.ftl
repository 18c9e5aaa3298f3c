# The page Heatmap: the matrix of one encoding, its numbers, and its columns.

heatmap-title = Heatmap: what is in the matrix?

# The claim: what the columns are, then how many of them vary

heatmap-waves = Dimensions are waves of different speeds: one cycle takes { RANGE($low, $high) } positions.
heatmap-wave = { $count ->
    [one] One pair of dimensions is a wave
   *[other] { $count } pairs of dimensions are waves of the same speed
}: one cycle takes { $period } positions.
heatmap-bits = Dimensions work like bits: each has at most two values and jumps between them.
heatmap-repeated = All { $dim } dimensions are the same, so one dimension holds as much information about the position.
heatmap-vectors = Each position has a vector of { $dim ->
    [one] one number
   *[other] { $dim } numbers
}.
heatmap-vary-all = Over { $length } positions, { $dim ->
    [one] the only dimension varies
   *[other] all { $dim } dimensions vary
}.
heatmap-vary-some = Over { $length } positions, { $count } of { $dim } dimensions { $count ->
    [one] varies
   *[other] vary
}; the rest { $rest ->
    [one] is
   *[other] are
} nearly constant.
heatmap-vary-none = Over { $length } positions, { $dim ->
    [one] the only dimension is
   *[other] all dimensions are
} nearly constant.
heatmap-vary-limit = Nearly constant: the standard deviation is below { $value }.

# The picture

heatmap-heading = { $scheme }: PE(p, j), n = { $length }
heatmap-position = position p
heatmap-column = dimension j ({ $columns })
heatmap-hover = position { $x }, dimension { $y }<br>value { $z }
    .mean = around position { $x }, dimension { $y }<br>mean { $z }
heatmap-alt = { $scheme } encoding, positions { RANGE($start, $end) } by { $dim ->
    [one] one dimension
   *[other] { $dim } dimensions
}, colors from { RANGE($low, $high) }. Marked: position { $position }, dimension { $column }.
heatmap-use = Each column of the picture is the vector of one position. Select a cell to see how its value is computed.
    .position = Each row is the vector of one position. Select a cell to see how its value is computed.
heatmap-means = Each cell is the mean of up to { $rows } positions × { $count ->
    [one] one dimension
   *[other] { $count } dimensions
}.

# Cells

heatmap-cell-vary = { $count } of { $dim }
    .cell = Dimensions that vary
heatmap-cell-values = { RANGE($low, $high) }
    .cell = Values
heatmap-cell-periods = { RANGE($low, $high) } positions
    .cell = Period of a dimension

# Tabs

heatmap-tab-number = One number
heatmap-tab-waves = Waves and bits
heatmap-tab-beyond = Beyond n

# One number

heatmap-made = How the value at position p = { $position }, dimension { $column } is computed:
heatmap-stored = The value at position p = { $position }, dimension { $column } is stored in the table; no formula makes it.
heatmap-rule = The value at position p = { $position }, dimension { $column } follows from the formula.
heatmap-no-column = Dimension { $column } does not exist: the last dimension is { $last_column }.
heatmap-lone = This dimension has no partner, because d is odd.
heatmap-formula = Formula
heatmap-vector = vector of position { $position }
heatmap-vector-alt = The { $dim ->
    [one] value
   *[other] { $dim } values
} of position { $position } as bars; dimension { $column } is marked.
heatmap-hover-column = dimension { $x }: { $y }
heatmap-digits = The values shown in the picture:

# Columns as curves

heatmap-columns-few = { $count ->
    [one] First dimension
   *[other] First { $count } dimensions
}
heatmap-columns-pairs = Fastest and slowest pairs
heatmap-columns-named = Dimensions { $column } to { $other }
heatmap-columns-unknown = “{ $asked }” is not a dimension. Enter, for example, 4-7 or 0, 1, 30.
heatmap-columns-missing = The last dimension is { $last_column }: d = { $dim }.
heatmap-columns-many = { $count } dimensions are too many for one picture. Enter at most { $most }.
heatmap-strip = dimension { $column }
    .pair = dimensions { $column }, { $other }<br>period { NUMBER($period, maximumSignificantDigits: 3) }
heatmap-strip-hover = dimension { $column }, position { $x }: { $z }
heatmap-strips-alt = Dimensions { $names } over positions { RANGE($start, $end) }.
heatmap-strips = Dots are positions; lines show the formula between them. In a pair, the dashed line is the cosine.
    .bars = One bar per position.
heatmap-rotations = { $whole ->
    [1] The only rotating pair { $count ->
        [0] does not complete
       *[other] completes
    }
   *[other] { $count } of { $whole } rotating pairs { $count ->
        [one] completes
       *[other] complete
    }
} a full rotation within { $length } positions.
heatmap-cycles = { $count } of { $whole } { $whole ->
    [one] bit
   *[other] bits
} { $count ->
    [one] completes
   *[other] complete
} a cycle within { $length } positions.
heatmap-constant-pairs = { $count ->
    [one] One pair does
   *[other] { $count } pairs do
} not rotate.
heatmap-order = The settings { $names } differ only in the order of the dimensions, so distances between positions are the same.
heatmap-halves = With sines alone, the distance between neighboring positions would range from { RANGE($low, $high) }; with their cosines it is { $distance } everywhere.
heatmap-sine = One sine is not enough
heatmap-sine-constant = This sine has the same value at every position.
heatmap-sine-nearer = { $count ->
    [one] One other position has
   *[other] { $count } other positions have
} a value closer to that of position { $position } than its neighbors have, so one sine does not identify a position.
heatmap-sine-neighbors = No other position has a value closer to that of position { $position } than its neighbors have. With a larger frequency w, others do.
heatmap-sine-fast = One cycle takes less than two positions, so whole positions show a slower wave.
heatmap-sine-axis = { $value } · sin({ $here } · p)
heatmap-sine-alt = The wave { heatmap-sine-axis } over the positions.

# Binary counting

heatmap-binary = Binary counting
heatmap-counting = Both tables count. From right to left, each bit has twice the period of the one before: { $lengths } positions. With base 2^(d/2), the wavelengths of a sinusoid double, too: { RANGE($low, $high) } positions. Between whole positions, bits jump and sines change gradually.
heatmap-factor = With base { $base } and d = { $dim }, each wavelength of your sinusoid is { $factor } times the one before.
heatmap-table-bit = Bits of the position
    .alt = The bits of the first positions.
    .name = bit { $count }
heatmap-table-sine = Sines of a sinusoid, base { $base }, d = { $dim }
    .alt = The sines of the first positions.
    .name = pair { $count }
heatmap-counting-hover = position { $y }, { $x }: { $z }

# Beyond n

heatmap-beyond = { PERCENT($share) } of the values at positions { $position } to { $end } are larger or smaller than anything in their dimension at the first { $length ->
    [one] position
   *[other] { $length } positions
}. A model trained on these has never seen such values.
heatmap-beyond-inside = No value at positions { $position } to { $end } is larger or smaller than all in its dimension at the first { $length ->
    [one] position
   *[other] { $length } positions
}.
heatmap-beyond-end = { $scheme } has no vectors after position { $last_position }.
heatmap-beyond-large = Later positions are compared up to { $cells } values in the matrix.
heatmap-beyond-axis = share of later values outside the range seen so far
heatmap-beyond-alt = For each dimension, the share of later values outside the range seen so far.

# Misconceptions

heatmap-index = In PE(p, 2i), the index i counts pairs of dimensions.
    .quote = The index i runs over all dimensions, 0 to d − 1, or up to d/2.
    .fact = With d = { $dim }, i runs from 0 to { $count }: pair { $count } is dimensions { $column } and { $other }.
heatmap-pictures = Two pictures that look alike do not prove equal matrices.
    .quote = The heatmaps of two programs look alike, so both compute the same.
    .fact = Subtract the matrices. In float32, two ways to compute the frequencies (100 × 512) are off by up to { $low } and { $high }; both are rounding errors.
heatmap-smooth = Sines are smooth only between whole positions.
    .quote = Bits jump from one position to the next; sines change smoothly.
    .fact = From one position to the next, the fastest sine changes by up to { $low }, a bit by { $high }.

heatmap-width = { $width } bits count { $count } positions.
    .quote = With n = 3 and d = 3, the rows are 000, 001, … 111.
    .fact = These are { $count } rows: [the table](heatmap?scheme=Binary&n=8&d=3&down=position&Binary.order=MSB+first). { $width } is the dimension d. At n = 9, row { $count } is 000 again.
heatmap-slow = A slow sine turns back, too.
    .quote = With a small w, sin(w p) only increases, so values never repeat.
    .fact = sin(0.0001 p) increases up to position { $position } and then goes back: [the wave](heatmap?tab=waves&frequency=0.0001&n=20000&d=16). In float32, positions { $start } to { $end } have one value.

# Next steps

heatmap-follow-up = Check your matrix
