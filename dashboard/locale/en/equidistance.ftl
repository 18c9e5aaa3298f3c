# The page Equidistance: the distance of positions at one offset, at every offset, and at another length.

equidistance-title = Equidistance: are neighbors equally far apart everywhere?

# The claim below the title

equidistance-single = A sequence of one position has no distances, so choose a larger n.
equidistance-only = With n = { $length }, only one pair of positions is { $offset } apart, so there is no other to compare it with.
equidistance-constant = In { $schemes }, { compare-neighbors } are the same distance apart everywhere.
equidistance-varies = In { $schemes }, the distance between { compare-neighbors } depends on where they are.

# The main picture and its cells

equidistance-position = position p
equidistance-use = A flat line means that the distance is the same everywhere. Select a position in the chart.
equidistance-alt = Distance from each position to position p + { $offset }. { $facts }
equidistance-fact = { $scheme }, { $label }: { $text }.
equidistance-cell-range = { APART($low, $high) } (p = { $position }) to { APART($high, $low) } (p = { $other })
    .cell = { compare-distance }
equidistance-length-label = At n = { $length }
equidistance-length-same = the same distances
    .cell = { equidistance-length-label }
equidistance-length-factor = { APART($factor, "1") } times as far
    .cell = { equidistance-length-label }

# Tabs

equidistance-tab-offsets = Every offset
equidistance-tab-pairs = Every pair
equidistance-tab-lengths = Another length
equidistance-tab-pair = One pair in numbers

# Every offset

equidistance-distances = distance p → p + k
    .alt = Mean, smallest, and largest distance at every offset k.
equidistance-added = added distance, k − 1 → k
    .alt = How much the mean distance grows from each offset to the next.
equidistance-along = offset k
equidistance-bands = In the first chart, a line is the mean distance, and its band reaches from the smallest to the largest. The second chart shows how much the mean grows from one offset to the next. A ring marks where it begins to grow faster again.
equidistance-variation-label = Distance varies
equidistance-offsets-constant = never (up to k = { $offset })
    .cell = { equidistance-variation-label }
equidistance-offsets-range = most at k = { $offset }, from { RANGE($low, $high) }
    .cell = { equidistance-variation-label }
equidistance-rise-label = Growth increases
equidistance-rise = first at k = { $offset }
    .cell = { equidistance-rise-label }
equidistance-no-rise = never (up to k = { $offset })
    .cell = { equidistance-rise-label }

# Every pair

equidistance-diagonals = All pairs on a diagonal are the same offset apart. Where a diagonal has one color, their distance is constant.
equidistance-heading = { $scheme }: distance
    .length = { $scheme }, n = { $length }
equidistance-across = position q
equidistance-hover = positions { $y } and { $x }<br>distance { $z }
equidistance-pairs-alt = Distance of every pair of the { $length } positions in { $scheme }, up to { $high }.
    .first = Distance of every pair of the first { $count } positions in { $scheme } at n = { $length }, up to { $high }.

# One pair in numbers

equidistance-pair = distance² = norm² + norm² − 2 · dot product, where the norm is the length of a vector. With equal norms, a larger dot product means a smaller distance.
equidistance-pair-last = No position comes { $offset } after position { $position }, so this is the last pair with that offset.
equidistance-repeated = In { $schemes }, every column holds the same number, so distances are √{ $dim } times those of one column.
equidistance-encoding = Encoding
equidistance-pair-distance = Distance { $position } to { $other }
equidistance-pair-norm = Norm of { $position }
equidistance-pair-other_norm = Norm of { $other }
equidistance-pair-dot = Dot product
equidistance-pair-cosine = Cosine

# Another length

equidistance-lengths = The ratio divides distances at n = { $other } by those of the same positions at n = { $length }. A dash (–) means that there is no such number, or no single one.
equidistance-lengths-equal = Both lengths are n = { $length }, so choose another second length.
equidistance-ends = { $scheme } has only { $end } positions, so it has no sequence of { $length }.
equidistance-lengths-k = Offset k
equidistance-lengths-first = Mean distance, n = { $length }
equidistance-lengths-second = Mean distance, n = { $other }
equidistance-lengths-ratio = Ratio
equidistance-lengths-steps = Relative to k = 1
equidistance-first = Distances of the same { $count } positions in sequences of two lengths. Each encoding has one color scale.

# Misconceptions

equidistance-one-offset = Distances are equal at one offset, not at all offsets.
    .quote = All positions have the same distance from each other.
    .fact = Sinusoids with n = 5 and d = 6 have distances { $distances } at k = 1 to 4.
equidistance-pairs = Distances are constant because each frequency has a sine and a cosine.
    .quote = Distances are constant because the frequencies follow a geometric series.
    .fact = sin² + cos² = 1 cancels the position, also with 32 random frequencies.
equidistance-divided = Dividing by the length changes distances with the length.
    .quote = Positions divided by the length have the same distances in every text.
    .fact = Neighbors are { $high } apart among 12 positions, but { $low } among 56. The first ten of { $whole } words reach only { $share }, but ten words alone reach 1. Without the first half of the text, word { $position } falls from { $value } to { $start }.
equidistance-words = With one table of sinusoids, words 5 places apart have the same distance in every sentence.
    .quote = A share of the length compares the words of two sentences.
    .fact = Four morphemes stand between “나” and “아름다운” in a sentence of 12, and between “책상” and “아이” in one of 56. The shares differ by { $high } and { $low }, but sinusoids (d = 512) are { $distance } apart in both: [both sentences](equidistance?scheme=Normalized&Normalized.spread=one+column&scheme=Sinusoidal&n=12&n2=56&d=512&k=5&p=1).
equidistance-growth = The distance can grow faster again.
    .quote = The farther apart two positions are, the less the distance grows.
    .fact = With d = 512, offset { $offset } adds { $high }, but the one before only { $low }. Offset { $later } is even nearer than { $last }: [all offsets](equidistance?scheme=Sinusoidal&tab=offsets&n=56&d=512).
equidistance-dots = Equal dot products do not make positions independent.
    .quote = All neighbors have the same dot product, so positions are independent of each other.
    .fact = With d = 6, neighbors have dot product { $value } and cosine { NUMBER($high, maximumSignificantDigits: 3) }. Independent (orthogonal) vectors have 0.

# Next steps

equidistance-follow-up = Is a shift by k a linear map?
