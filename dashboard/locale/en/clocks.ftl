# The page Clocks: pairs of dimensions as clock hands, the shift by k, and the path of the positions.

clocks-title = Clocks: every position is a set of hands

# The figure

clocks-hands = Each hand is a pair of dimensions, a sine and its cosine. Fast hands tell neighbors apart, and slow hands tell the beginning from the end. From p (solid) to p + k (dotted), each hand turns by the same angle, wherever p is.
    .side = pair<br>one turn<br>k = { $offset }
    .alt = Clock hands of { $scheme } at position { $position }, and dotted { $offset } later. Pairs, with the positions per turn and the angle of the shift: { $names }.
clocks-tiles = No formula turns the dimensions of { $scheme } like hands. Each tile is the value of one dimension, at p above and at p + k below, and the strip under it shows the value at every position. A bit flips its tile.
    .side = dimension<br>p = { $position }<br>p + { $offset }
    .alt = Values of { $scheme } at position { $position } and { $offset } later, by dimension: { $names }.
clocks-position = position
clocks-drawn-hands = { $whole ->
    [one] Shown is the only pair,
   *[other] Shown from fast to slow are { $count } of { $whole } pairs,
} with the number of positions that one turn takes, and the angle of a shift by { $offset }. Below its dial, a hand draws its sine, position by position.
clocks-drawn-still = { $count ->
    [one] One other pair does not turn.
   *[other] { $count } other pairs do not turn.
}
clocks-drawn-columns = Different dimensions shown: { $count } of { $whole }.{ $rest ->
    [0] { "" }
    [one] { " " }One of the { $dim } dimensions never changes.
   *[other] { " " }Of the { $dim } dimensions, { $rest } never change.
}

# The verdict on a shift

clocks-verdict = Does one matrix shift every position by { $offset }? { $text }
clocks-rotates = { $count ->
    [one] Yes. It turns one pair by one angle, wherever p is.
   *[other] Yes. It turns { $count } pairs, each by an angle of its own, the same wherever p is.
}
clocks-rotates-length = Only at this n. It turns each pair, but at another n by other angles.
clocks-same = Yes. The vectors repeat, so p + k has the vector of p.
clocks-linear = Yes. A matrix found by a fit works at later positions, too.
clocks-adds = No. The shift adds { $value } everywhere, and a matrix alone cannot add.
clocks-adds-share = No. At this n, the shift adds { $offset }/{ $whole } everywhere, and a matrix alone cannot add.
clocks-adds-vector = No. The shift adds the same vector everywhere, and a matrix alone cannot add.
clocks-affine = No. It takes a matrix and an added vector, which together work at later positions, too.
clocks-unpaired = No. { $count ->
    [one] Dimension { $column } has no partner to turn with.
   *[other] { $count } dimensions have no partner to turn with.
}
clocks-none = No. The best matrix with an added vector misses by { PERCENT($share) } of a vector’s length.
clocks-none-sums = No. The vectors of { $start } and { $end } have the same sum as those of { $position } and { $other }, but { $offset } later the sums differ. Any matrix, also with an added vector, would keep them equal. The best one misses by { PERCENT($share) } of a vector’s length.
clocks-untestable = Not testable. After { $end }, there is no position with another vector.
clocks-few = Not proven. A matrix fits { $count ->
    [one] the only shift
   *[other] the { $count } shifts
} at this n, but misses later ones by { PERCENT($share) } of their length.

# Cells

clocks-cell-distinct = { $count } of { $length }
    .cell = Different vectors
clocks-cell-nearest = { $count } of { $length }{ $ties ->
    [0] { "" }
   *[other] { " " }({ $ties } tied with others)
}
    .cell = Nearest position is a neighbor
clocks-cell-norms = { RANGE($low, $high) }
    .cell = Vector norm

# Tabs

clocks-tab-pair = One pair
clocks-tab-space = In 2-D and 3-D
clocks-tab-norm = Norms

# One pair

clocks-angle = { $rotations ->
    [0] { $degrees }°
    [one] { $degrees }°, one full turn and { $value }°
   *[other] { $degrees }°, { $rotations } full turns and { $value }°
}
clocks-pair-rotates = ω is the frequency of a pair: the angle by which one position turns it. Dimensions { $column } (sine) and { $other } (cosine) have ω = { $factor }, so k = { $offset } turns them by ωk = { $angle } radians ({ clocks-angle }), wherever p is. The addition theorems give the same matrix for every p:
clocks-pair-adds = A shift by k = { $offset } adds the same numbers to dimensions { $column } and { $other } everywhere.
clocks-pair-fits = No formula is known for dimensions { $column } and { $other }: they are not a sine and a cosine of one frequency. Here, a least-squares fit is compared with position { $position }, which has [{ $here }, { $there }].
clocks-pair-last = There is no position { $position } + { $offset }, so the last two positions this far apart are shown.
clocks-pair-row = With PE(p) as a row on the left
    .column = With PE(p) as a column on the right
    .geometry = The same in geometry, where x is the cosine: a point at the angle θ = ωp turns by φ = ωk
clocks-column = dimension { $column }
clocks-matrix = T(k) shifts every dimension at once: PE(p) · T(k) = PE(p + k), with PE(p) as a row.
clocks-matrix-blocks = With each sine beside its cosine, it is block-diagonal: its { $dim } × { $dim } cells are { $count ->
    [one] one rotation of 2 × 2 cells
   *[other] { $count } rotations of 2 × 2 cells
} on the diagonal, and { $rest } zeros. Rotations compose, so T(a) · T(b) = T(a + b).
clocks-matrix-added = In { $scheme }, it is the identity, and a vector is added.
clocks-matrix-fitted = For { $scheme }, no such matrix is known. Each block is a least-squares fit.
clocks-matrix-heading = T({ $offset }) from row to column. Dimensions shown: { $count } of { $dim }
clocks-matrix-alt = The matrix of { $scheme } that shifts positions by { $offset }, as numbers. { $text }.

# In 2-D and 3-D

clocks-circle = Circle of 32 positions
clocks-spiral = Spiral of 500 positions
clocks-path-alt = { $length ->
    [one] One position
   *[other] { $length } positions
} of { $scheme } as points by { $axes }; position { $position } is marked.
clocks-joined = Dots are positions. The line shows the formula between whole positions. Select a dot to move p there.
clocks-straight = Dots are positions. Straight lines connect each position with the next. Select a dot to move p there.
clocks-without-webgl = This browser cannot draw in 3-D: WebGL is off or missing.
clocks-flat = Show the path in 2-D
clocks-line = All positions lie on one straight line: they differ along a single direction only.
clocks-held = Principal components (PC) are the directions in which the positions vary most. { $count ->
    [one] The one shown explains
   *[other] The { $count } shown explain
} { PERCENT($share) } of the variance.
clocks-circle-drawn = Dimensions { $column } and { $other } turn together and draw a circle. Full turns from the first to the last position: { $rotations }.
clocks-helix = Dimension { $column } rises from { RANGE($low, $high) } and makes the circle a spiral.
clocks-lattice = Four positions on the corners of a square. As two bits, they jump by { RANGE($low, $high) }. A hand that turns by 90° passes the same corners on a smooth curve, in equal steps of { $value }.
    .bits = two bits
    .hand = one hand, 90° per position

# Norms

clocks-norm-axis = norm, d = { $dim }
clocks-norm-alt = Norm of the vector at every position, for { $schemes }.
clocks-sphere = All vectors of { $scheme } have the same norm: in the space of all dimensions, the path stays on a sphere around 0.
clocks-norms = The norm of { $scheme } depends on the position, so the size of a vector carries information about it.

# Misconceptions

clocks-sign = The sign of the sine depends on the order: [[cos, −sin], [sin, cos]] for a row [sin cos], its transpose for a row [cos sin].
    .quote = One of two texts has the wrong sign: one writes −sin where the other writes sin.
    .fact = For a column on the right, it is the other way round. The wrong one of the two rotates backwards, with a residual of { PERCENT($share) } (n = 128, d = 64, k = 8).
clocks-sines = Cosines keep distances and norms constant.
    .quote = The cosine is there because a sine repeats.
    .fact = sin p never repeats at integers. With its sines alone, the standard deviation of the norms is { PERCENT($share) } of their mean, that of distances at one offset up to { PERCENT($value) }, and the residual of the best 2 × 2 blocks for k = 8 is { PERCENT($factor) } (n = 128, d = 64).
clocks-fast = A shift by one position is large for the fast dimensions.
    .quote = A small shift hardly changes any dimension.
    .fact = It rotates the fastest pair by { $degrees }° and the slowest by { $angle }° (d = 128). Only the whole vector changes little: the cosine of neighbors is { $value }.
clocks-near = A picture in two or three dimensions does not keep all distances.
    .quote = Points that are close in the picture belong to close positions.
    .fact = In three principal components of Sinusoidal (d = 16), a neighbor is the nearest point of { $count } of the { $length } positions; in all dimensions, of { $whole }.
clocks-odd = With an odd d, the sinusoidal formula loses its constant norm.
    .quote = The sinusoidal formula works for any d.
    .fact = The last sine has no cosine: with d = 3 and n = 512, norms range from { RANGE($low, $high) }. Setting the last dimension to 0 makes them equal again.
clocks-matplotlib = To draw a helix with Matplotlib, use `fig.add_subplot(projection="3d")`.
    .quote = `fig.gca(projection="3d")` draws the helix.
    .fact = Current versions of Matplotlib do not take that argument. With n = 500, d = 3, and concatenated sines and cosines, the helix makes { $rotations } full rotations.

# Next steps

clocks-follow-up = RoPE rotates queries and keys by the same angles
