# The page Similarity.

similarity-title = Similarity: which positions are similar?

# The claim

similarity-single = A sequence of one position has nothing to compare.
similarity-own-all = By { plot-measure }, position { $position } is most similar to itself in { $schemes }.
similarity-own-only = By { plot-measure }, position { $position } is most similar to itself only in { $schemes }.
similarity-own-none = In { $schemes }, another position is at least as similar to position { $position } as that position itself, by { plot-measure }.
similarity-near-all = The nearest position to { $position } is a neighbor in { $schemes }.
similarity-near-only = Only in { $schemes } is a neighbor the nearest position to { $position }.
similarity-near-none = In { $schemes }, a position that is not a neighbor is at least as near to position { $position } as its neighbors.
similarity-without = For { $schemes }, the chart shows attention logits, because there are no position vectors to compare.

# Charts

similarity-axis = { plot-measure } { $measure ->
    [distance] from
   *[other] with
} position { $position }
    .alt = { similarity-axis }, at every position, for { $schemes }.
similarity-along = position p
similarity-logits-axis = attention logit from position { $position }, relative to its own, nats
    .alt = Attention logit from position { $position }, relative to its own, at every position, for { $schemes }.
similarity-use = A ring marks where, after the selected position, similarity first increases. Select another position in the chart.
similarity-closed = closed form
similarity-approximation = log approximation

# Cells

similarity-most = { $others }, tied
    .cell = Most similar to p = { $position }
similarity-most-itself = { $position }, itself
    .cell = Most similar to p = { $position }
similarity-most-tied = { $position }, tied with { $count } other { $count ->
    [one] position
   *[other] positions
}
    .cell = Most similar to p = { $position }
similarity-most-other = { $others }, not itself
    .cell = Most similar to p = { $position }
similarity-most-others = { $count } other positions, not itself
    .cell = Most similar to p = { $position }
similarity-most-all = all positions equally
    .cell = Most similar to p = { $position }
similarity-most-zero = undefined (zero vector)
    .cell = Most similar to p = { $position }
similarity-most-equal = undefined (all dot products are equal)
    .cell = Most similar to p = { $position }
similarity-nearest = { $others }
    .cell = Nearest to p = { $position }
similarity-nearest-many = { $count } positions equally
    .cell = Nearest to p = { $position }
similarity-rises = { $offset ->
    [0] right after p
   *[other] after p + { $offset }
}
    .cell = Similarity first increases
similarity-falls = never
    .cell = Similarity first increases
similarity-sides-same = symmetric
    .cell = Around p
similarity-sides-nearly = nearly symmetric
    .cell = Around p
similarity-sides-after = later positions at least as similar
    .cell = Around p
similarity-sides-before = earlier positions at least as similar
    .cell = Around p
similarity-sides-mixed = asymmetric
    .cell = Around p
similarity-logits = { RANGE($low, $high) } nats
    .cell = Logits from p = { $position }
similarity-logits-same = all equal
    .cell = Logits from p = { $position }
similarity-logits-alone = only itself is visible
    .cell = Logits from p = { $position }
similarity-ahead-no = no
    .cell = Sees later positions
similarity-ahead-yes = yes
    .cell = Sees later positions

# Every pair

similarity-tab-pairs = Every pair
similarity-pairs = One color along each diagonal means that only the offset between two positions matters.
similarity-pairs-shares = A percentage is the largest difference on one diagonal, relative to the largest value.
similarity-pairs-dot = The cells show the dot product, from which the selected measure is computed.
similarity-pairs-heading = { $scheme }: { plot-measure }
    .hover = position { $y } and { $x }<br>{ plot-measure } { $z }
    .alt = { plot-measure } of every pair of positions in { $scheme }.
similarity-pairs-logits = { $scheme }: attention logit, nats
    .hover = query { $y }, key { $x }<br>logit { $z } nats, relative to its own
    .alt = Attention logit of every query with every key in { $scheme }, in nats, relative to its own.
similarity-pairs-across = position q
similarity-diagonal-yes = yes
    .cell = Depends only on the offset
similarity-diagonal-nearly = nearly ({ PERCENT($share) })
    .cell = Depends only on the offset
similarity-diagonal-no = no ({ PERCENT($share) })
    .cell = Depends only on the offset
similarity-diagonal-equal = all values are equal
    .cell = Depends only on the offset

# Formulas

similarity-closed-form = The dot product in { $scheme } has a closed form, Σ cos(w k), which adds the cosines of all frequencies w at offset k.
similarity-closed-same = The dots show that it gives the same curve.
similarity-unpaired = Because d is odd, one wave has no partner and adds a term that also depends on p.
similarity-log = The dashes approximate the cosine by a logarithm, 1 − (ln k + 0.577) / ln B. They are { $offset ->
    [0] off by more than { $share } at offset 1
   *[other] within { $share } up to offset { $offset }
}.

# The base

similarity-tab-base = Why 10,000?
similarity-base-none = With d = { $dim }, the base has no effect, as there is at most one frequency.
similarity-base = In { $scheme }, the base B = { $base } sets the wavelengths, not a maximum length. The slowest wave repeats every { $period } tokens.
similarity-base-effect = A smaller base moves neighboring positions farther apart, and a larger one slows the waves down.
similarity-base-curve = B = { $base }
similarity-base-axis = cosine of positions k apart
    .odd = cosine of positions 0 and k
    .alt = Cosine in { $scheme } by offset, at several bases. The base used is { $base }.
similarity-base-along = offset k, in tokens
similarity-column-base = Base
similarity-column-rise = First increase after k
similarity-column-moving = Dimensions that vary
similarity-column-neighbors = Distance of neighbors
similarity-column-longest = Longest wavelength

# Misconceptions

similarity-trend = Similarity decreases with distance only by trend.
    .quote = The farther away a position is, the less similar it is.
    .fact = With n = 256, d = 128, p = 128, the cosine increases at { $count } of { $whole } steps to the right, first after offset { $offset }.
similarity-range = The range of similarity depends on the measure.
    .quote = Similarity is 1 for near positions and 0 for far ones.
    .fact = With the same sizes, the cosine ranges from { RANGE($low, $high) }. As an attention weight, position 128 gets only { PERCENT($share) } from itself.
similarity-length = 10,000 is the base of the wavelengths, not a maximum length.
    .quote = Position 10,001 has the vector of position 1.
    .fact = At d = 64, the longest wavelength is { $period } tokens. Position 10,001 is { $there } from position 1, and position 2 is { $here }.
similarity-base-free = At every base, each position has its own vector.
    .quote = Unique positions need the base 10,000.
    .fact = With bases 2, 100, and 10,000, the two nearest of 128 positions are { $distances } apart (d = 64): [the conditions at base 2](scorecard?scheme=Sinusoidal&Sinusoidal.base=2).

similarity-extrapolates = A formula for every position does not make a model work at every length.
    .quote = Sinusoids generalize to any length.
    .fact = Small models, trained on up to 32 tokens with { $count } recipes, name the token 3 back. In each of them, at least { PERCENT($low) } are right at 32 tokens, and at most { PERCENT($high) } at 64: [trained models](trained?tab=task).

# Next steps

similarity-follow-up = How does position change the attention logit?
