# The conditions of the scorecard (posenc_core.analysis.criteria) and what was found of each.
# n is the length of the sequence, k an offset between positions.

# Conditions: what each is called, what it asks, and what its number is. Encodings without position vectors are asked
# about their attention logits instead: .summary-logits and .measure-logits.

criterion-M1 =
    .title = Same vector at every length
    .summary = A position has the same vector in sequences of n / 2, n, and 2n tokens.
    .measure = the largest change of a value, relative to the largest value
    .summary-logits = Two positions have the same logit in sequences of n / 2, n, and 2n tokens.
    .measure-logits = the largest change of a logit, relative to the range of all logits
criterion-M1b =
    .title = Same distance at every length
    .summary = Positions k apart are the same distance apart in sequences of n and 2n tokens.
    .measure = the difference of the two distances, relative to the larger one
criterion-M2 =
    .title = Bounded values
    .summary = No absolute value exceeds 1, or none grows with the length, so position does not drown out content.
    .measure = the largest value of 16n positions, divided by that of n positions (or by 1, if larger), minus 1
    .summary-logits = Position changes a logit by no more than content does.
    .measure-logits = how much the range of all logits exceeds 1 nat, the standard deviation due to content
criterion-M3 =
    .title = Values do not grow with length
    .summary = The largest absolute value stays below 1 or grows far more slowly than the length.
    .measure = the growth of the largest value beyond 1 at 16n positions, relative to the growth of the length
    .summary-logits = The range of the logits stays below 1 nat or grows far more slowly than the length.
    .measure-logits = the growth of the range beyond 1 nat at 16n positions, relative to the growth of the length
criterion-M4 =
    .title = Distance depends only on offset
    .summary = Positions k apart are the same distance apart everywhere, for every k up to n / 2.
    .measure = the difference of the largest and smallest distance at one offset, relative to the largest
    .summary-logits = A logit depends only on the offset between query and key.
    .measure-logits = the largest difference of two logits at one offset, relative to the range of all logits
criterion-M4b =
    .title = Distance grows with offset
    .summary = The larger the offset between two positions, the larger their mean distance.
    .measure = the largest decrease of the mean distance, relative to the largest mean distance
criterion-M4g =
    .title = Dot product depends only on offset
    .summary = Positions k apart have the same dot product everywhere, for every k.
    .measure = the largest difference of two dot products at one offset, relative to the largest dot product
criterion-M5 =
    .title = Clearly distinct vectors
    .summary = The smallest distance of two vectors is at least half of the mean distance of neighbors.
    .measure = half the mean distance of neighbors minus the smallest distance, relative to the former (0 if negative)
criterion-M6 =
    .title = Equal norms
    .summary = The vectors of all positions have the same norm.
    .measure = the difference of the largest and smallest norm, relative to the largest
criterion-M7 =
    .title = Similarity decreases with offset
    .summary = By dot product, a position is most similar to itself and ever less similar to farther positions.
    .measure = the share of positions that are not most similar to themselves, or the largest increase of a dot product
        with the offset, relative to the largest dot product, whichever is larger
    .summary-logits = A query gives its own position the highest logit and farther positions ever lower ones.
    .measure-logits = the share of queries that give another key as high a logit as their own, or the largest increase of
        a logit with the offset, relative to the range of all logits, whichever is larger
criterion-M8 =
    .title = A shift by k is a linear map
    .summary = One matrix maps every vector to the one k positions later. It is fitted to earlier positions and tested on later ones.
    .measure = the residual of a block-diagonal matrix (or of any matrix, where an affine map is exact) at later positions
        than it was fitted to, relative to the shift

# Parts of sentences

positions-apart = { $offset ->
    [1] neighboring positions
   *[other] positions { $offset } apart
}

# Why there is no verdict

criterion-size = This encoding is not defined at n = { $length } and d = { $dim }.
criterion-no-logits = This encoding defines no attention logits.
criterion-no-vectors = { $family ->
    [rotation] This rotation of queries and keys
    [bias] An attention bias
   *[table] This encoding
} defines no position vectors.
criterion-one-position = A single position has no pairs to compare.
criterion-one-length = A fixed table says nothing about this at other lengths.
criterion-no-pair = There are no { positions-apart }.
criterion-no-pair-in-half = The first half has no { positions-apart }.
criterion-one-offset = There are no two offsets to compare.
criterion-nothing-moves = At n = { $length } and n = { $longer }, { positions-apart } have equal vectors.
criterion-nothing-moves-later = At n = { $length }, { positions-apart } have equal vectors from position { $position } to { $other }, so there is no shift to test.
criterion-one-pair = A single pair of positions does not determine a matrix.
criterion-largest-of-table = The largest absolute value is { $value }, but a fixed table does not show whether it grows with n.
criterion-distances-zero = All distances are 0.
criterion-mean-distances-equal = The mean distance is the same at every offset.
criterion-dots-zero = All dot products are 0.
criterion-norms-zero = All vectors are 0.

# Same vector, or logit, at every length

criterion-length-same = The vectors are also the same at n = { $lengths }.
criterion-length-changes = At n = { $length }, a value of position { $position } changes by { $value }.
criterion-length-same-logits = The logits are also the same at n = { $lengths }.
criterion-length-changes-logits = At n = { $length }, the logit of query { $position } and key { $other } changes by { $value } (nats).

# Same distance at every length

criterion-distance-same = The distance of { positions-apart } is the same at n = { $length } and n = { $longer }.
criterion-distance-changes = Positions { $position } and { $other } are { APART($here, $there) } apart at n = { $length }, but { APART($there, $here) } at n = { $longer }.

# Values bounded and without growth

criterion-bounded-table = No absolute value exceeds 1.
criterion-bounded = No absolute value exceeds 1 at n = { $length } or n = { $longer }.
criterion-no-growth = The largest absolute value is { $value } at n = { $length } and no larger at n = { $longer }.
criterion-growth = The largest absolute value is { APART($here, $there) } at n = { $length } and { APART($there, $here) } at n = { $longer }.
criterion-equal-logits = All keys that a query sees have the same logit.
criterion-range-logits = Position changes logits by up to { $value } nats, and content by 1 nat (standard deviation).
criterion-bounded-logits = The range of the logits is at most 1 nat at n = { $length } and n = { $longer }.
criterion-no-growth-logits = The range of the logits is { $value } (nats) at n = { $length } and no larger at n = { $longer }.
criterion-growth-logits = The range of the logits (nats) is { APART($here, $there) } at n = { $length } and { APART($there, $here) } at n = { $longer }.

# The offset alone decides

criterion-equal-distances = { $offset ->
    [1] All neighboring positions are the same distance apart.
   *[other] All positions at the same offset are the same distance apart, for every offset up to { $offset }.
}
criterion-unequal-distances = Positions { $position } and { $other } are { APART($here, $there) } apart, but { $third } and { $fourth } are { APART($there, $here) } apart.
criterion-logits-by-offset = Every logit depends only on the offset between query and key.
criterion-masked-logits = Query { $position } sees key { $other }, but at the same offset query { $third } does not see key { $fourth }.
criterion-unequal-logits = Relative to a query's own position, the logit is { APART($here, $there) } for query { $position } and key { $other }, but { APART($there, $here) } for query { $third } and key { $fourth } (nats).
criterion-mean-distance-grows = The mean distance never decreases with the offset, up to { $offset }.
criterion-mean-distance-falls = The mean distance is { APART($here, $there) } at offset { $offset }, but { APART($there, $here) } at offset { $later }.
criterion-equal-dots = All positions at the same offset have the same dot product.
criterion-unequal-dots = The dot product of positions { $position } and { $other } is { APART($here, $there) }, but that of { $third } and { $fourth } is { APART($there, $here) }.
criterion-unequal-own-dots = The dot product of position { $position } with itself is { APART($here, $there) }, but that of { $third } with itself is { APART($there, $here) }.

# Clearly distinct vectors

criterion-repeats = { $count ->
    [one] Positions { $position } and { $other } have the same vector.
   *[other] { $count } of { $length } positions repeat an earlier vector. For example, position { $position } has the vector of position { $other }.
}
criterion-all-as-far = Every two positions are { $value } apart.
criterion-neighbors-closest = All vectors differ, and no two are closer than the closest neighbors.
criterion-closest-pair = Positions { $position } and { $other } are { APART($here, $there) } apart, but neighbors are { APART($there, $here) } apart on average.

# Equal norms

criterion-equal-norms = Every vector has norm { $value }.
criterion-unequal-norms = The norm is { APART($here, $there) } at position { $position } and { APART($there, $here) } at position { $other }.

# Similarity decreases with the offset

criterion-similarity-falls = Every position is most similar to itself, and similarity never increases with the offset.
criterion-similarity-elsewhere = { $count ->
    [0] No position is
    [one] Only 1 of { $length } positions is
   *[other] Only { $count } of { $length } positions are
} most similar to { $count ->
    [0] itself
    [one] itself
   *[other] themselves
}. Position { $position } is { $relation ->
    [more] more similar to { $other } than
   *[equal] as similar to { $other } as
} to itself.
criterion-similarity-rises = Similarity increases again. The dot product of position { $position } is { APART($here, $there) } with { $other }, but { APART($there, $here) } with { $third }, which is farther away.
criterion-logits-falls = Every query gives its own position the highest logit, and logits never increase with the offset.
criterion-logits-elsewhere = { $count ->
    [one] 1 of { $length } queries gives
   *[other] { $count } of { $length } queries give
} another key at least as high a logit as their own position. Query { $position } gives key { $other } { $relation ->
    [more] a higher one
   *[equal] an equal one
}.
criterion-logits-rises = Logits increase again. Query { $position } gives { APART($here, $there) } nats to key { $other }, but { APART($there, $here) } nats to key { $third }, which is farther away.

# A shift by k is a linear map

criterion-linear = One matrix maps every position to { $offset ->
    [1] the next one
   *[other] the one { $offset } later
}.
criterion-translation = The shift adds the same vector everywhere. Such a translation is not a linear map.
criterion-translation-by-length = The shift adds one vector at n = { $length } and another at n = { $longer }. Such a translation is not a linear map.
criterion-translation-by-half = The shift adds one vector in the first half and another in the second. Such a translation is not a linear map.
criterion-affine = The shift takes a matrix and a translation. A matrix alone misses it by { PERCENT($share) }.
criterion-residual = A fitted { $matrix ->
    [blocks] block-diagonal matrix
   *[any] matrix
} misses the shift by { PERCENT($share) }.

# Verdicts

verdict-holds = holds
verdict-nearly = nearly
verdict-fails = fails
verdict-undefined = undefined
verdict-does-not-apply = does not apply
