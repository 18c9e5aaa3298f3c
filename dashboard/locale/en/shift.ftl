# The page Shift: whether one matrix maps every position to the one k later.

shift-title = Is a shift by k a linear map?

# The picture of each encoding, and its verdict

shift-marks = One matrix must take *every* position p to p + { $offset } (n = { $length }, d = { $dim }). Filled: where the encoding is. Ring: where the best matrix, or sum, puts it. :red[Red]: the error.
shift-single = A sequence of one position has no shift. Choose a larger n.
shift-angle = { $rotations ->
    [0] { $degrees }°
    [one] { $degrees }° (one full rotation and { $value }°)
   *[other] { $degrees }° ({ $rotations } full rotations and { $value }°)
}
shift-rotates = Yes: a rotation of each pair, here by { shift-angle }, wherever p is.
shift-rotates-some = Yes: { $count } of { $whole } pairs { $count ->
    [one] rotates
   *[other] rotate
}, the drawn one by { shift-angle }, wherever p is.
shift-rotates-length = Only at this n: a rotation, here by { shift-angle }. At another n, the angles differ.
shift-same = Yes: the vectors repeat, so p + k has the vector of p.
shift-linear = Yes: a matrix found by a fit works at later positions, too.
shift-adds = No: it adds { $value } everywhere. A sum is not a matrix.
shift-adds-share = No: it adds { $offset }/{ $whole } everywhere (at this n). A sum is not a matrix.
shift-adds-vector = No: it adds the same vector everywhere. A sum is not a matrix.
shift-affine = No: it needs a matrix and a sum. Both together work at later positions, too.
shift-unpaired = No: { $count ->
    [one] dimension { $column } has no partner
   *[other] { $count } dimensions have no partner
} to rotate with.
shift-none = No: even with a sum, the best matrix has an error of { PERCENT($share) } of a vector’s length.
shift-ends = Not testable: no position after { $end }.
shift-nothing-moves = Not testable: later vectors do not change.
shift-few = Not proven: a matrix fits { $count ->
    [one] this one shift
   *[other] these { $count } shifts
}, but misses later ones by { PERCENT($share) } of their length.
shift-drawn-waves = Dimensions { $column } (sine, up) and { $other } (cosine, across), of { $dim }
shift-drawn-pair = Dimensions { $column } (up) and { $other } (across), of { $dim }
shift-drawn-bits = Dimensions { $lengths } across, { $others } up, each with twice the weight of the one before
shift-drawn-one = The only dimension
shift-panel-hover = position { $x }
    .ring = position { $x }, shifted by { $offset }
shift-panel-here = p
    .there = p + { $offset }
shift-panel-alt = { $scheme }: { $text } Every position, with an arrow from position { $position } to the one { $offset } later, and where the best matrix puts it.

# Tabs

shift-tab-pair = One pair of dimensions
shift-tab-why = Why a rotation?
shift-tab-matrix = The matrix T(k)
shift-tab-unseen = Later positions

# One pair of dimensions

shift-pair-rotates = The shift by k = { $offset } rotates dimensions { $column } (sine) and { $other } (cosine) by { shift-angle }, wherever it starts.
shift-pair-still = Dimensions { $column } (sine) and { $other } (cosine) do not rotate.
shift-pair-adds = The shift by k = { $offset } adds the same numbers to dimensions { $column } and { $other } everywhere.
shift-pair-fits = No formula is known for dimensions { $column } and { $other }, but this matrix, a least-squares fit, gives position { $position }.
shift-pair-misses = No formula is known for dimensions { $column } and { $other }. This matrix, a least-squares fit, does not give position { $position }, which is [{ $here }, { $there }].
shift-pair-last = There is no position { $position } + { $offset }, so the last pair of positions with this offset is shown.
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
shift-pair-use = Ring: where the matrix sends p. Select a dot to move p there.
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
shift-shown = Shown: the first { $count } of { $dim } rows and columns.
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
shift-residual = { PERCENT($share) }
shift-way-closed-form = Formula
shift-way-blocks = Fit within pairs of dimensions
shift-way-affine = Free fit with a translation
shift-later-scheme = Encoding
shift-later-way = Matrix
shift-later-seen = Residual, fitted positions
shift-later-unseen = Residual, later positions

# Misconceptions

shift-sign = The sign of the sine depends on the order: [[cos, −sin], [sin, cos]] for a row [sin cos], its transpose for a row [cos sin].
    .quote = One of two texts has the wrong sign: one writes −sin where the other writes sin.
    .fact = For a column on the right, it is the other way round. The wrong one of the two rotates backwards, with a residual of { PERCENT($share) } (n = 128, d = 64, k = 8).
shift-sines = Cosines keep distances and norms constant.
    .quote = The cosine is there because a sine repeats.
    .fact = sin p never repeats at integers. With its sines alone, the standard deviation of the norms is { PERCENT($share) } of their mean, that of distances at one offset up to { PERCENT($value) }, and the residual of the best 2 × 2 blocks for k = 8 is { PERCENT($factor) } (n = 128, d = 64).
shift-fast = A shift by one position is large for the fast dimensions.
    .quote = A small shift hardly changes any dimension.
    .fact = It rotates the fastest pair by { $degrees }° and the slowest by { $angle }° (d = 128). Only the whole vector changes little: the cosine of neighbors is { $value }.

# Next steps

shift-follow-up = RoPE rotates queries and keys by the same angles
