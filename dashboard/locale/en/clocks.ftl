# The page Clocks: pairs of dimensions as clock hands, the shift by k, and the path of the positions.

clocks-title = Clocks: a sine and its cosine turn like the hand of a clock

# The figure

clocks-hands = Each hand is a pair of dimensions, a sine and its cosine, and it turns at a constant speed. To go k positions further, from the solid hand to the dotted one, a hand therefore turns by the same angle, wherever p is.
    .side = pair<br>one turn<br>k = { $offset }
    .alt = Clock hands of { $scheme } at position { $position }, and dotted { $offset } later. Pairs, with the positions per turn and the angle of the shift: { $names }.
clocks-tiles = No known formula turns the dimensions of { $scheme } like hands, so each dimension has two tiles: its value at p above, and its value at p + k below. The strip under them shows the same dimension at every position.
    .side = dimension<br>p = { $position }<br>p + { $offset }
    .alt = Values of { $scheme } at position { $position } and { $offset } later, by dimension: { $names }.
clocks-position = position
clocks-drawn-hands = { $whole ->
    [one] The picture shows the only pair.
   *[other] The picture shows { $count } of { $whole } pairs, from fast to slow.
} Above a dial stand the number of positions for one turn and the angle of a shift by { $offset }. Below it, the hand draws its sine, position by position.
clocks-drawn-still = { $count ->
    [one] One other pair does not turn.
   *[other] { $count } other pairs do not turn.
}
clocks-drawn-columns = Dimensions with the same values are drawn once{ $whole ->
    [one] .
   *[other] , and the picture shows { $count } of { $whole }.
}{ $rest ->
    [0] { "" }
    [one] { " " }One of the { $dim } dimensions never changes.
   *[other] { " " }Of the { $dim } dimensions, { $rest } never change.
}

# The verdict on a shift

clocks-verdict = Can one matrix move every position by { $offset }? { $text }
clocks-rotates = { $count ->
    [one] Yes. It turns one pair by one angle, wherever p is.
   *[other] Yes. It turns { $count } pairs, each by its own angle, wherever p is.
}
clocks-rotates-length = Only at this n. Here, one matrix turns each pair, but another n needs other angles.
clocks-same = Yes. The vectors repeat, and p + k has the same vector as p.
clocks-linear = Yes. A matrix fitted to these positions is right at later positions, too.
clocks-adds = No. The shift adds { $value } everywhere, and a matrix alone cannot add.
clocks-adds-share = No. At this n, the shift adds { $offset }/{ $whole } everywhere, and a matrix alone cannot add.
clocks-adds-vector = No. The shift adds the same vector everywhere, and a matrix alone cannot add.
clocks-affine = No. A matrix alone cannot, but a matrix and an added vector can, at later positions, too.
clocks-unpaired = No. { $count ->
    [one] Dimension { $column } has no partner to turn with.
   *[other] { $count } dimensions have no partner to turn with.
}
clocks-none = No. Even the best matrix with an added vector misses by { PERCENT($share) } of a vector’s length.
clocks-none-sums = No. The vectors of { $start } and { $end } have the same sum as those of { $position } and { $other }. Any matrix, also with an added vector, would keep these sums equal, but at positions { $offset } later they differ. The best one misses by { PERCENT($share) } of a vector’s length.
clocks-untestable = This cannot be tested, because no position after { $end } has another vector.
clocks-few = This is not proven. A matrix fits { $count ->
    [one] the only shift
   *[other] the { $count } shifts
} at this n, but it misses later ones by { PERCENT($share) } of their length.

# Cells

clocks-cell-distinct = { $count } of { $length }
    .cell = Different vectors
clocks-cell-nearest = { $count } of { $length }{ $ties ->
    [0] { "" }
   *[other] { " " }({ $ties } tied with others)
}
    .cell = Nearest position is a neighbor
clocks-cell-norms = { RANGE($low, $high) }
    .cell = Length of a vector (norm)

# Tabs

clocks-tab-pair = One pair
clocks-tab-space = The path in 2-D and 3-D
clocks-tab-norm = Norms of the vectors

# One pair

clocks-angle = { $rotations ->
    [0] { $degrees }°
    [one] { $degrees }°, one full turn and { $value }°
   *[other] { $degrees }°, { $rotations } full turns and { $value }°
}
clocks-pair-rotates = The frequency ω of a pair is the angle by which it turns from one position to the next. Dimensions { $column } (sine) and { $other } (cosine) have ω = { $factor }, so a shift by k = { $offset } turns them by ωk = { $angle } radians ({ clocks-angle }), wherever p is. The addition theorems of sine and cosine give the same matrix for every p:
clocks-pair-adds = A shift by k = { $offset } adds the same numbers to dimensions { $column } and { $other } at every position.
clocks-pair-fits = The app knows no formula that moves dimensions { $column } and { $other } together, so a least-squares fit stands in: the matrix with the smallest error over all positions. It aims at position { $position }, which has [{ $here }, { $there }].
clocks-pair-last = Position { $position } + { $offset } is beyond the end, so you see the last two positions that are this far apart.
clocks-pair-row = With PE(p) as a row on the left
    .column = With PE(p) as a column on the right
    .geometry = In geometry, x is the cosine, and a point at the angle θ = ωp turns by φ = ωk
clocks-column = dimension { $column }
clocks-matrix = One matrix T(k) should move all dimensions at once: PE(p) · T(k) = PE(p + k), with PE(p) as a row.
clocks-matrix-blocks = With each sine beside its cosine, T(k) is block-diagonal. On its diagonal { $count ->
    [one] stands one rotation of 2 × 2 cells
   *[other] stand { $count } rotations of 2 × 2 cells
}{ $rest ->
    [0] .
   *[other] , and { $rest } of its { $dim } × { $dim } cells are always 0.
} A shift by a and then by b is a shift by a + b, so T(a) · T(b) = T(a + b).
clocks-matrix-added = In { $scheme }, T(k) is the identity, which changes nothing, and a vector is added.
clocks-matrix-fitted = For { $scheme }, no such matrix is known, so each block is a least-squares fit.
clocks-matrix-heading = T({ $offset }) from row to column, { $count } of { $dim } dimensions
clocks-matrix-alt = The matrix of { $scheme } that shifts positions by { $offset }, as numbers. { $text }.

# In 2-D and 3-D

clocks-circle = Circle of 32 positions
clocks-spiral = Spiral of 500 positions
clocks-path-alt = { $length ->
    [one] One position
   *[other] { $length } positions
} of { $scheme } as points by { $axes }; position { $position } is marked.
clocks-joined = Each dot is a position, and the line shows the formula between positions. Select a dot to move p there.
clocks-straight = Each dot is a position, and straight lines connect it with its neighbors. Select a dot to move p there.
clocks-without-webgl = This browser cannot draw in 3-D: WebGL is off or missing.
clocks-flat = Show the path in 2-D
clocks-line = All positions lie on one straight line, so they differ in one direction alone.
clocks-held = Principal components (PC) are the directions in which the positions vary most. { $count ->
    [one] The one shown explains
   *[other] The { $count } shown explain
} { PERCENT($share) } of the variance.
clocks-circle-drawn = Dimensions { $column } and { $other } turn together and draw a circle. Full turns from the first to the last position: { $rotations }.
clocks-helix = Dimension { $column } rises from { RANGE($low, $high) } and turns the circle into a spiral.
clocks-lattice = Four positions stand on the corners of a square. As two bits, they jump from corner to corner, by { RANGE($low, $high) }. As one hand that turns by 90°, they pass the same corners on a smooth curve, in equal steps of { $value }.
    .bits = two bits
    .hand = one hand, 90° per position

# Norms

clocks-norm-axis = norm, d = { $dim }
clocks-norm-alt = Norm of the vector at every position, for { $schemes }.
clocks-sphere = All vectors of { $scheme } have the same norm, which is their length. In the space of all dimensions, the path stays on a sphere around 0.
clocks-norms = The norm of { $scheme }, the length of its vectors, depends on the position. A model can see from the length of a vector something about its position.

# Misconceptions

clocks-sign = Which sine gets the minus sign depends on the order. A row [sin cos] needs [[cos, −sin], [sin, cos]], and a row [cos sin] needs its transpose.
    .quote = One of two texts has the wrong sign: one writes −sin where the other writes sin.
    .fact = For a column on the right, it is the other way round. The wrong one of the two rotates backwards, and its error is { PERCENT($share) } of the shift itself (n = 128, d = 64, k = 8).
clocks-sines = Cosines keep distances and norms constant.
    .quote = The cosine is there because a sine repeats.
    .fact = At whole numbers, sin p never repeats. But without cosines, norms differ (their standard deviation is { PERCENT($share) } of the mean), and so do distances at one offset (up to { PERCENT($value) }). The best 2 × 2 blocks for a shift by 8 then have an error of { PERCENT($factor) } of the shift (n = 128, d = 64).
clocks-fast = A shift by one position is large for the fast dimensions.
    .quote = A small shift hardly changes any dimension.
    .fact = It turns the fastest pair by { $degrees }°, and the slowest by { $angle }° (d = 128). The vector as a whole changes little, because most pairs are slow: neighbors have a cosine similarity of { $value }.
clocks-near = A picture in two or three dimensions does not keep all distances.
    .quote = Points that are close in the picture belong to close positions.
    .fact = In three principal components of Sinusoidal (d = 16), { $count } of { $length } positions have a neighbor as their nearest point. In all dimensions, { $whole } have one.
clocks-odd = With an odd d, the sinusoidal formula loses its constant norm.
    .quote = The sinusoidal formula works for any d.
    .fact = The last sine has no cosine, so with d = 3 and n = 512, norms range from { RANGE($low, $high) }. Set the last dimension to 0, and they are equal again.
clocks-matplotlib = To draw a helix with Matplotlib, use `fig.add_subplot(projection="3d")`.
    .quote = `fig.gca(projection="3d")` draws the helix.
    .fact = Current versions of Matplotlib do not take that argument. With n = 500, d = 3, and concatenated sines and cosines, the helix makes { $rotations } full rotations.

# Next steps

clocks-follow-up = How RoPE turns queries and keys by the same angles
