# The page Trajectory: the positions as points of a path.

trajectory-title = What path do the positions take?

# The claim: one sentence about the path in all dimensions, then how much of it the picture shows

trajectory-single = A sequence of one position is a single point.
trajectory-same = All { $length } positions have the same vector, so they tell a model nothing about order.
trajectory-clocks = Each position reads like { $count ->
    [one] a clock: one pair of dimensions rotates at a constant speed and gives
   *[other] a set of clocks: { $count } pairs of dimensions rotate, each at a constant speed, and together give
} each of the { $length } positions its own vector.
trajectory-corners = Every dimension has only two values, so the path jumps between the corners of a hypercube: { $length } positions on { $count ->
    [one] one corner
   *[other] { $count } corners
}.
trajectory-repeats = Position alone does not identify a token: { $count ->
    [one] one position has
   *[other] { $count } positions have
} the same vector as an earlier one.
trajectory-line = All positions lie on one straight line: they differ along a single direction only.
trajectory-distinct = The path visits { $length } different points: each position has its own vector.
trajectory-held = { $count ->
    [one] The principal component (PC) shown explains
   *[other] The { $count } principal components (PC) shown explain
} { PERCENT($share) } of the variance.

# The picture

trajectory-position = position
trajectory-here = p = { $position }
trajectory-column = dimension { $column }
trajectory-component = PC { $count } ({ PERCENT($share) })
trajectory-alt = { $length ->
    [one] One position
   *[other] { $length } positions
} of { $scheme } as points by { $axes }; position { $position } is marked.
trajectory-use = Select a dot to see its position.
    .space = Drag to rotate. Select a dot to see its position.
    .line = Select a position on the line.
trajectory-without-webgl = This browser cannot draw in 3-D: WebGL is off or missing.
trajectory-flat = Show the path in 2-D
trajectory-missing = Dimension { $column } on { $axis } does not exist: the last one is { $last_column }.
trajectory-refused = drawing every position takes n up to { $length } and n × d up to { $count }

# The clocks

trajectory-clock = { $speed ->
    [fast] Fast pair
    [middle] Middle pair
    [slow] Slow pair
   *[only] Rotating pair
}: dimensions { $column } and { $other }
    .period = One full rotation every { $period } positions
trajectory-hands = Each hand has the angle of its pair. Solid: p = { $position }. Dotted: p + 1. Thin: the dot under the pointer.
trajectory-hands-alt = The clocks of { $scheme } at position { $position }: { $clocks }.

# Cells

trajectory-cell-distinct = { $count } of { $length }
    .cell = Different vectors
trajectory-cell-nearest = { $count } of { $length }{ $ties ->
    [0] { "" }
   *[other] { " " }({ $ties } tied with others)
}
    .cell = Nearest position is a neighbor
trajectory-cell-norm = { $norm }, constant
    .cell = Vector norm
trajectory-cell-norms = { RANGE($low, $high) }
    .cell = Vector norm

# Tabs

trajectory-tab-norm = Vector norm
trajectory-tab-picture = About this picture

trajectory-norm-axis = norm, d = { $dim }
trajectory-along = position p
trajectory-norm-alt = Norm of the vector at every position, for { $schemes }.
trajectory-sphere = All vectors of { $scheme } have the same norm: in the space of all dimensions, the path stays on a sphere around 0.
trajectory-norms = The norm of { $scheme } depends on the position, so the size of a vector carries information about it.
trajectory-lone = Because d is odd, dimension { $column } has no partner that would keep the norm constant.

trajectory-components = Principal components are the directions in which the positions vary most.
trajectory-few-components = Here the positions vary in only { $count ->
    [one] one direction
   *[other] { $count } directions
}.
trajectory-exchangeable = Some components explain the same variance, so their directions are arbitrary: this picture is one of many.
trajectory-circle = Dimensions { $column } and { $other } rotate together and trace a circle. Full rotations from the first to the last position: { $rotations }.
trajectory-helix = Dimension { $column } rises from { RANGE($low, $high) } and turns the circle into a helix.
trajectory-no-pair = No two of these dimensions form a rotating pair; dimensions { $column } and { $other } do.
trajectory-points = The { $length } positions fall on { $count ->
    [one] a single point
   *[other] { $count } different points
} of this picture.
trajectory-joined = Dots are positions. The line shows the formula between whole positions.
trajectory-straight = Dots are positions. Straight lines connect each position with the next.

trajectory-against = With d = 1, the picture shows the only dimension against the position.

# Misconceptions

trajectory-near = A picture in two or three dimensions does not keep all distances.
    .quote = Points that are close in the picture belong to close positions.
    .fact = In this picture, a neighbor is the nearest point of { $count } of the { $length } positions; in all dimensions, of { $whole }.
trajectory-odd = With an odd d, the sinusoidal formula loses its constant norm.
    .quote = The sinusoidal formula works for any d.
    .fact = The last sine has no cosine: with d = 3 and n = 512, norms range from { RANGE($low, $high) }. Setting the last dimension to 0 makes them equal again.
trajectory-matplotlib = To draw a helix with Matplotlib, use `fig.add_subplot(projection="3d")`.
    .quote = `fig.gca(projection="3d")` draws the helix.
    .fact = Current versions of Matplotlib do not take that argument. With n = 500, d = 3, and concatenated sines and cosines, the helix makes { $rotations } full rotations.

# Next steps

trajectory-follow-up = Is a shift by k a linear map?
