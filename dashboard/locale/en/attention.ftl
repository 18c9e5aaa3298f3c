# The page Attention: what position does to attention logits and weights.

attention-title = Attention: how far back does position let a token look?

# The claim below the title. Where a claim is a cell, too, its value is the text of the cell, and .claim the sentence.

attention-single = A sequence of one position has one logit, and nothing to compare it with. Choose a larger n.
attention-no-tokens = Type one token for the query and one for the key under Options.
attention-content = { $content ->
    [same] if both have the same content
    [independent] by the mean logit of independent contents
   *[yours] with your two tokens as their content
}
attention-back = the token { $offset ->
    [one] before it
   *[other] { $offset } back
}
attention-at = Attention to { attention-back }
attention-share-of = { $share ->
    [0] less than 0.0001%
    [1000] more than { PERCENT($share) }
   *[other] { PERCENT($share) }
}
attention-left = { attention-share-of }
    .cell = { attention-at }
    .claim = With { $scheme }, a token gives { attention-back } { attention-share-of } of the attention that it gives its own position, { attention-content }.
attention-masked = masked
    .cell = { attention-at }
    .claim = With { $scheme }, at least some tokens cannot see { attention-back }, because a mask hides it.

# The main picture and its cells

attention-share = attention relative to the token’s own position
attention-offset = offset k: tokens back
attention-hover = { $name }, k = { $x }: { $y } of the attention (logit { $value } nats lower)
attention-drops-alt = The attention that a key k tokens back gets, relative to the query’s own position, over k: { $names }.
attention-bands-content = The bands show how much contents matter: their width is one standard deviation to each side.
attention-bands-queries = In { $schemes }, the position of the query counts, too. The bands reach from the lowest to the highest of all queries.
attention-beyond = The axis reaches from a millionth to a million at most, so parts of { $schemes } are not visible.
attention-not-drawn = At n = { $length } and d = { $dim }, this page draws encodings whose logits have a formula of the offset. It leaves out { $schemes }.
attention-mean-distance = { $distance ->
    [0] hardly beyond itself
    [one] { $distance } token back
   *[other] { $distance } tokens back
}
    .cell = How far the last token looks, on average
attention-only-label = Only the offset counts
attention-only-offset = yes, averaged over contents
    .cell = { attention-only-label }
attention-position-too = no
    .cell = { attention-only-label }
attention-near = { PERCENT($share) }
    .cell = Weight of the last token on the nearest { $count }
attention-moved = Change of the logit if both tokens move by { $offset }
attention-change = { $mean } ± { $value } nats
    .cell = { attention-moved }
attention-change-none = nothing
    .cell = { attention-moved }
attention-change-alike = equal for all contents
    .cell = { attention-moved }
attention-assumed = A logit says how well a query matches a key: the dot product of the two, divided by √d, plus any bias. Softmax turns logits into attention weights. This page assumes that W_Q and W_K are the identity, that contents have |x|² = d = { $dim }, as after layer normalization, and that one head has all dimensions.

# Tabs

attention-tab-pairs = Every pair

# Every pair

attention-pairs-use = Each cell compares two logits of the query in its row: the one with the key in its column, minus the one with its own position. One nat more means 2.7 times the attention.
attention-diagonals-zero = In { $schemes }, all visible cells are 0, so no position is preferred.
attention-diagonals-equal = In { $schemes }, each diagonal has one color, because the offset alone counts.
attention-diagonals-change = In { $schemes }, cells change along a diagonal, because the position of the query counts, too.
attention-later-hidden = Later keys are hidden in { $schemes }.
attention-cells-beyond = Cells beyond ±{ NUMBER($value, maximumSignificantDigits: 3) } nats have the strongest color.
attention-key = key at position
attention-query = query at position
attention-pair-hover = query at { $y }, key at { $x }<br>{ $z } nats
attention-pair-alt = { $name }: the logit of every query (down) with every key (across), minus that of the query’s own position.

# Misconceptions

attention-decay = The decay of RoPE is not steady, and between independent contents there is none.
    .quote = RoPE decays: far tokens get less attention.
    .fact = Between equal contents, the mean logit rises and falls. It first falls below 0 at k = { $lengths } (d = 64 and base 10,000, d = 128 and base 10,000, d = 128 and base 500,000). Between independent contents, it is always 0. What RoFormer plots (3.4.3) is an upper bound. Decay is not why RoPE helps (Barbero et al. 2024, arXiv 2410.06205).
attention-sinusoid-untrained = Before training, Sinusoidal prefers no distance.
    .quote = Sinusoidal makes a model prefer near tokens from the start.
    .fact = Trained matrices decide what a position does. With { $count } random W_Q and W_K instead (d = { $dim }), the part of the logit that comes from positions alone is { $values } nats on average at k = 0, 1, 10, and 100, with a standard deviation of { $value }.
attention-invariant = Sinusoidal is translation invariant only on average over contents.
    .quote = Sinusoidal is translation invariant.
    .fact = Move a query and a key together by 1, 10, and 100 tokens, and the logit of two given contents changes by { $distances } nats (standard deviation, d = 64). In this sense, the table of the xPos paper says “no”.

# Files

attention-follow-up = How far does each head look?
