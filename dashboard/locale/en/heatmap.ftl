# The page Heatmap: the matrix of one encoding, its numbers, and its columns.

heatmap-title = Heatmap: what is in the matrix?

# The claim: what the columns are, then how many of them vary

heatmap-waves = Dimensions are waves of different speeds, and one cycle takes { RANGE($low, $high) } positions.
heatmap-wave = { $count ->
    [one] One pair of dimensions is a wave
   *[other] { $count } pairs of dimensions are waves of the same speed
}, and one cycle takes { $period } positions.
heatmap-bits = Each dimension works like a bit. It has at most two values and jumps between them.
heatmap-repeated = All { $dim } dimensions are the same, so one of them would say as much about the position.
heatmap-vectors = Each position has a vector of { $dim ->
    [one] one number
   *[other] { $dim } numbers
}.
heatmap-vary-all = Over { $length } positions, { $dim ->
    [one] the only dimension varies
    [2] both dimensions vary
   *[other] all { $dim } dimensions vary
}.
heatmap-vary-some = Over { $length } positions, { $count } of { $dim } dimensions { $count ->
    [one] varies
   *[other] vary
}, and the rest { $rest ->
    [one] is
   *[other] are
} nearly constant.
heatmap-vary-none = Over { $length } positions, { $dim ->
    [one] the only dimension is
   *[other] all dimensions are
} nearly constant.
heatmap-vary-limit = Nearly constant means that the standard deviation is below { $value }.

# The picture

heatmap-heading = { $scheme }: PE(p, j), n = { $length }
heatmap-position = position p
heatmap-column = dimension j ({ $columns })
heatmap-hover = position { $x }, dimension { $y }<br>value { $z }
    .mean = around position { $x }, dimension { $y }<br>mean { $z }
heatmap-alt = { $scheme } encoding, positions { RANGE($start, $end) } by { $dim ->
    [one] one dimension
   *[other] { $dim } dimensions
}, colors from { RANGE($low, $high) }. Position { $position } and dimension { $column } are marked.
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

heatmap-made = This is how the value at position p = { $position }, dimension { $column } is computed:
heatmap-stored = The value at position p = { $position }, dimension { $column } is stored in the table, and no formula makes it.
heatmap-rule = The value at position p = { $position }, dimension { $column } follows from the formula.
heatmap-no-column = There is no dimension { $column }, as the last one is { $last_column }.
heatmap-lone = The selected dimension has no partner, because d is odd.
heatmap-formula = Formula
heatmap-vector = vector of position { $position }
heatmap-vector-alt = The { $dim ->
    [one] value
   *[other] { $dim } values
} of position { $position } as bars; dimension { $column } is marked.
heatmap-hover-column = dimension { $x }: { $y }
heatmap-digits = These are the values in the picture:

# Columns as curves

heatmap-columns-few = { $count ->
    [one] First dimension
   *[other] First { $count } dimensions
}
heatmap-columns-pairs = Fastest and slowest pairs
heatmap-columns-named = Dimensions { $column } to { $other }
heatmap-columns-unknown = “{ $asked }” is not a dimension. Enter, for example, 4-7 or 0, 1, 30.
heatmap-columns-missing = With d = { $dim }, the last dimension is { $last_column }.
heatmap-columns-many = { $count } dimensions are too many for one picture. Enter at most { $most }.
heatmap-strip = dimension { $column }
    .pair = dimensions { $column }, { $other }<br>period { NUMBER($period, maximumSignificantDigits: 3) }
heatmap-strip-hover = dimension { $column }, position { $x }: { $z }
heatmap-strips-alt = Dimensions { $names } over positions { RANGE($start, $end) }.
heatmap-strips = Each dot is a position, and the line shows what the formula gives between positions. In a pair, the dashed line is the cosine.
    .bars = Each position has one bar.
heatmap-rotations = A pair of dimensions, a sine and a cosine, turns like the hand of a clock. Within { $length } positions, { $whole ->
    [1] the only pair { $count ->
        [0] does not complete
       *[other] completes
    }
   *[other] { $rest ->
        [0] all { $count }
       *[other] { $count } of { $whole }
    } pairs { $count ->
        [one] completes
       *[other] complete
    }
} a full turn.
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
heatmap-order = The settings { $names } change only the order of the dimensions, so distances between positions stay the same.
heatmap-halves = With sines alone, the distance between neighboring positions would range from { RANGE($low, $high) }. With their cosines, it is { $distance } everywhere.
heatmap-sine = One sine is not enough
heatmap-sine-constant = This sine has the same value at every position.
heatmap-sine-nearer = At { $count ->
    [one] one other position
   *[other] { $count } other positions
}, the sine is closer to its value at position { $position } than at the neighbors of { $position }, so one sine does not identify a position.
heatmap-sine-neighbors = At no other position is the sine closer to its value at position { $position } than at the neighbors of { $position }. With a larger frequency w, it is.
heatmap-sine-fast = One cycle takes less than two positions, so the dots at whole positions follow a slower wave.
heatmap-sine-axis = { $value } · sin({ $here } · p)
heatmap-sine-alt = The wave { heatmap-sine-axis } over the positions.

# Binary counting

heatmap-binary = Binary counting
heatmap-counting = Both tables count. From right to left, the bits have periods of { $lengths } positions, each twice the one before. With base 2^(d/2), the wavelengths of a sinusoid double, too, from { RANGE($low, $high) } positions. Between whole positions, a bit jumps, but a sine changes gradually.
heatmap-factor = With base { $base } and d = { $dim }, each wavelength of your sinusoid is { APART($factor, "1") } times the one before.
heatmap-table-bit = Bits of the position
    .alt = The bits of the first positions.
    .name = bit { $count }
heatmap-table-sine = Sines of a sinusoid, base { $base }, d = { $dim }
    .alt = The sines of the first positions.
    .name = pair { $count }
heatmap-counting-hover = position { $y }, { $x }: { $z }

# Beyond n

heatmap-beyond = { PERCENT($share) } of the values at positions { $position } to { $end } are larger or smaller than every value of their dimension at the first { $length ->
    [one] position
   *[other] { $length } positions
}. A model that was trained on these has never seen such values.
heatmap-beyond-inside = No value at positions { $position } to { $end } is larger or smaller than every value of its dimension at the first { $length ->
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
    .fact = With d = { $dim }, i runs from 0 to { $count }, and pair { $count } is dimensions { $column } and { $other }.
heatmap-pictures = Two pictures that look alike do not prove equal matrices.
    .quote = The heatmaps of two programs look alike, so both compute the same.
    .fact = Subtract the matrices. In float32, the frequencies (100 × 512) by exp and log, as in most PyTorch code, are off by up to { $low }, and those by a power, as in most NumPy code, by up to { $high }. Both are rounding errors.
heatmap-smooth = Sines are smooth only between whole positions.
    .quote = Bits jump from one position to the next, but sines change smoothly.
    .fact = From one position to the next, the fastest sine changes by up to { $low }, and a bit by up to { $high }.

heatmap-width = { $width } bits count { $count } positions.
    .quote = With n = 3 and d = 3, the rows are 000, 001, … 111.
    .fact = These are { $count } rows, as [the table](heatmap?scheme=Binary&n=8&d=3&down=position&Binary.order=MSB+first) shows, and { $width } is the dimension d. At n = 9, row { $count } is 000 again.
heatmap-slow = A slow sine turns back, too.
    .quote = With a small w, sin(w p) only increases, so values never repeat.
    .fact = sin(0.0001 p) increases up to position { $position } and then goes back: [the wave](heatmap?tab=waves&frequency=0.0001&n=20000&d=16). In float32, positions { $start } to { $end } have one value.

# Next steps

heatmap-follow-up = Check your matrix
