# The page Shift: whether one matrix maps every position to the one k later, and what training found.

shift-title = Is a shift by k a linear map?

# The claim below the title

shift-discovery = The trained table of all-MiniLM-L6-v2 contains { $count } waves, each about { $factor } times as long as the one before. Nobody programmed them. As in a sinusoidal encoding, a shift by one position rotates each by about the same angle everywhere.

# The main picture

shift-waves = wavelength, in positions
shift-waves-hover = position { $x }<br>wavelength { $period }
shift-waves-caption = Positions { $position } to { $end } of { $scheme }. Two directions rotate together. One is drawn.
shift-waves-alt = Coordinates of { $scheme } at positions { $position } to { $end }: { $count } waves, { $periods } positions long.

# Cells

shift-single = A sequence of one position has no shift. Choose a larger n.
shift-cell = One matrix for k = { $offset }
shift-rotates = yes: { $count ->
    [one] its pair rotates
   *[other] all { $count } pairs rotate
}
    .cell = { shift-cell }
shift-rotates-some = yes: { $count } of { $whole } pairs { $count ->
    [one] rotates
   *[other] rotate
}
    .cell = { shift-cell }
shift-rotates-length = rotates by angles that depend on n
    .cell = { shift-cell }
shift-same = yes: the vectors repeat
    .cell = { shift-cell }
shift-linear = yes, found by a fit
    .cell = { shift-cell }
shift-adds = adds the same vector everywhere
    .cell = { shift-cell }
shift-affine = only with a translation
    .cell = { shift-cell }
shift-adds-length = adds a vector that depends on n
    .cell = { shift-cell }
shift-unpaired = no: { $count ->
    [one] dimension { $column } has no partner
   *[other] { $count } dimensions have no partner
}
    .cell = { shift-cell }
shift-none = no, not even with a translation
    .cell = { shift-cell }
shift-ends = not testable: no position after { $end }
    .cell = { shift-cell }
shift-nothing-moves = not testable: later vectors do not change
    .cell = { shift-cell }
shift-few = not testable: only { $count ->
    [one] one shift
   *[other] { $count } shifts
}
    .cell = { shift-cell }
shift-residual = { PERCENT($share) }
    .cell = Residual at later positions, relative to the shift

# Tabs

shift-tab-pair = One pair of dimensions
shift-tab-why = Why a rotation?
shift-tab-matrix = The matrix T(k)
shift-tab-unseen = Later positions
shift-tab-training = What training found
shift-tab-misconceptions = Misconceptions

# One pair of dimensions

shift-pair-rotates = The shift by k = { $offset } rotates dimensions { $column } (sine) and { $other } (cosine) by { $degrees }°, wherever it starts.
shift-pair-full = That is { $count ->
    [one] one full rotation
   *[other] { $count } full rotations
} and { $degrees }°.
shift-pair-still = Dimensions { $column } (sine) and { $other } (cosine) do not rotate.
shift-pair-adds = The shift by k = { $offset } adds the same numbers to dimensions { $column } and { $other } everywhere.
shift-pair-fits = No formula is known for dimensions { $column } and { $other }, but this matrix, a least-squares fit, gives position { $position }.
shift-pair-misses = No formula is known for dimensions { $column } and { $other }. This matrix, a least-squares fit, does not give position { $position }, which is [{ $here }, { $there }].
shift-pair-last = No position is { $offset } after { $position }, so this is the last such pair of positions.
shift-pair-missing = { $count ->
    [0] With d = { $dim }, there are no pairs of dimensions.
    [one] With d = { $dim }, there is one pair of dimensions, number 0.
   *[other] With d = { $dim }, there are { $count } pairs of dimensions, counted from 0.
}
shift-pair-row = As a row [sin cos] on the left
    .column = As a column on the right
shift-pair-column = dimension { $column }
    .sine = dimension { $column } (sine)
    .cosine = dimension { $column } (cosine)
shift-pair-hover = position { $x }: { $y }, { $z }
    .ring = { $position } shifted by { $offset }: { $y }, { $z }
shift-pair-here = p = { $position }
    .there = p + k = { $position }
shift-pair-use = Ring: where the matrix sends p. Click a dot to select its position.
shift-pair-alt = Dimensions { $column } and { $other } of { $scheme } at all positions. { $text }

# Why a rotation?

shift-why = ω is the frequency of a pair: the angle of one position. Dimensions { $column } and { $other } have ω = { $value }, so k = { $offset } positions rotate them by ωk = { $angle } radians. The addition theorems give the same matrix for every p:
shift-why-none = The addition theorems need a sine and a cosine of one frequency. In { $scheme }, these two dimensions are not such a pair.
shift-why-blocks = With each sine beside its cosine, T(k) is block-diagonal: its { $dim } × { $dim } cells are { $count ->
    [one] one rotation of 2 × 2 cells
   *[other] { $count } rotations of 2 × 2 cells
} on the diagonal, and { $rest } zeros.
shift-why-geometry = The same in geometry: a point at angle θ = ωp rotates by φ = ωk (x is the cosine, so the point is a column [cos, sin]):

# The matrix

shift-matrix = PE(p) · T(k) = PE(p + k), with PE(p) as a row.
shift-composes = In { $schemes }, rotations compose: T(a) · T(b) = T(a + b).
shift-drawn = Shown: the first { $count } of { $dim } rows and columns.
shift-matrix-heading =
    .closed-form = { $scheme }: rotation
    .addition = { $scheme }: identity, plus a translation
    .blocks = { $scheme }: least-squares fit
shift-matrix-across = dimension after
shift-matrix-down = dimension before
shift-matrix-hover = from column { $y } to { $x }<br>weight { $z }
shift-matrix-alt = T({ $offset }), the matrix that shifts positions by { $offset }. { $text }.

# Later positions

shift-later = Fits see positions 0 to { $position }, and are tested on { $column } to { $end } of a sequence twice as long. Only the test counts. Residual: the norm of what a matrix misses, divided by the norm of the shift.
shift-later-ends = { $scheme } ends at position { $end }.
shift-later-few = A free fit sees { $count ->
    [one] one shift
   *[other] { $count } shifts
}: too few examples to test it.
shift-later-random = A good fit proves nothing: one matrix shifts { $rows } rows of { $width } random numbers exactly, but has a residual of { PERCENT($share) } on other random rows.
shift-later-slow = Even for the sinusoidal encoding, a free fit has a residual of { PERCENT($share) } (n = 128, d = 64, k = 8): slow dimensions hardly change, so the fit learns little about them.
shift-way-closed-form = Formula
shift-way-blocks = Fit within pairs of dimensions
shift-way-affine = Free fit with a translation
shift-later-scheme = Encoding
shift-later-way = Matrix
shift-later-seen = Residual, fitted positions
shift-later-unseen = Residual, later positions

# What training found

shift-trained-found = { $cells } principal components explain { PERCENT($share) } of the variance of positions { $position } to { $end }. In them, one matrix maps each position to the next. Its residual at later positions is { PERCENT($value) }.
shift-trained-drift = The rotations are approximate: the fastest takes { APART($here, $there) } positions in the first half and { APART($there, $here) } in the second.
shift-trained-even = Rotations alone prove little: a fit finds some in any table that changes slowly, even a random walk. The ratios of successive wavelengths are special: { RANGE($low, $high) } in the trained table, at best { RANGE($here, $there) } in the others.
shift-trained-first = Position 0, where every text has the token [CLS], has norm { $norm }; all others have { RANGE($low, $high) }.
shift-trained-caption = Dots: wavelengths of the rotations in { $cells } principal components. Below the trained table: untrained ones of the same size. The sinusoidal formula has { $count } pairs of dimensions, too many for { $cells } components.
shift-trained-alt = Wavelengths of the rotations found in { $names }.
shift-trained-hover = { $name }: wavelength { $x }
shift-table-random = random
shift-table-random-walk = random walk
shift-table-smoothed-random = smoothed random

# Misconceptions

shift-sign = The sign of the sine depends on the order: [[cos, −sin], [sin, cos]] for a row [sin cos], its transpose for a row [cos sin].
    .quote = One of two texts has the wrong sign: one writes −sin where the other writes sin.
    .fact = For a column on the right, it is the other way round. The wrong one of the two rotates backwards, with a residual of { PERCENT($share) } (n = 128, d = 64, k = 8).
shift-sines = Cosines keep distances and norms constant.
    .quote = The cosine is there because a sine repeats.
    .fact = sin p never repeats at integers. With its sines alone, the standard deviation of the norms is { PERCENT($share) } of their mean, that of distances at one offset up to { PERCENT($value) }, and the residual of the best 2 × 2 blocks for k = 8 is { PERCENT($factor) } (n = 128, d = 64).
shift-fast = A shift by one position is large for the fast dimensions.
    .quote = A small shift hardly changes the vector.
    .fact = It rotates the fastest pair by { $degrees }° and the slowest by { $angle }° (d = 128). Only the whole vector changes little: the cosine of neighbors is { $value }.

# Next steps

shift-follow-up = RoPE rotates queries and keys by the same angles
