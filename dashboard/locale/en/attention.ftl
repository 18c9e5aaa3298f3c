# The page Attention: what position does to attention logits and weights.

attention-title = Attention: how far back does position let a token look?

# The claim below the title. Where a claim is a cell, too, its value is the text of the cell, and .claim the sentence.

attention-single = A sequence of one position has one logit, and nothing to compare it with. Choose a larger n.
attention-no-tokens = Type one token for the query and one for the key under Options.
attention-content = { $content ->
    [same] if query and key have the same content
    [independent] at the mean logit of independent contents
   *[yours] for your two tokens
}
attention-back = { $offset ->
    [one] one token
   *[other] { $offset } tokens
} back
attention-at = Attention { attention-back }
attention-share-of = { $share ->
    [1000] more than { PERCENT($share) }
   *[other] { PERCENT($share) }
}
attention-left = { attention-share-of }
    .cell = { attention-at }
    .claim = With { $scheme }, a key { attention-back } gets { attention-share-of } of the attention that the query’s own position gets, { attention-content }.
attention-masked = masked
    .cell = { attention-at }
    .claim = With { $scheme }, a key { attention-back } is masked, for at least some queries.

# The main picture and its cells

attention-share = attention relative to the query’s own position
attention-offset = offset k: tokens back
attention-hover = { $name }, k = { $x }: { $y } of the attention ({ $value } nats lower)
attention-drops-alt = The attention that a key k tokens back gets, relative to the query’s own position, over k: { $names }.
attention-bands-content = Bands: one standard deviation over contents.
attention-bands-queries = Bands: from the lowest to the highest of all queries, in { $schemes }, where the position of the query counts, too.
attention-beyond = Outside the axis, which ends at a millionth: parts of { $schemes }.
attention-not-drawn = Not drawn: { $schemes }. At n = { $length } and d = { $dim }, this page only computes logits that have a formula of the offset.
attention-mean-distance = { $distance ->
    [0] practically only to itself
    [one] { $distance } token back
   *[other] { $distance } tokens back
}
    .cell = Last token attends, on average
attention-only-label = Only the offset counts
attention-only-offset = yes, averaged over contents
    .cell = { attention-only-label }
attention-position-too = no
    .cell = { attention-only-label }
attention-near = { PERCENT($share) }
    .cell = Weight of the nearest { $count }
attention-moved = Logit, if both tokens move by { $offset }, changes by
attention-change = { $mean } ± { $value } nats
    .cell = { attention-moved }
attention-change-none = nothing
    .cell = { attention-moved }
attention-change-alike = the same for all contents
    .cell = { attention-moved }
attention-assumed = Assumed: W_Q and W_K are the identity, contents have |x|² = d = { $dim }, as after layer normalization, all dimensions belong to one head, and logits are divided by √d.

# Tabs

attention-tab-pairs = Every pair

# Every pair

attention-pairs-use = A cell is the logit of a key (column) minus that of the query’s own position (row), in nats.
attention-diagonals-zero = In { $schemes }, all visible cells are 0: no position is preferred.
attention-diagonals-equal = In { $schemes }, each diagonal has one color: only the offset counts.
attention-diagonals-change = In { $schemes }, cells change along a diagonal: the position of the query counts, too.
attention-later-hidden = Later keys are hidden in { $schemes }.
attention-cells-beyond = Cells beyond ±{ NUMBER($value, maximumSignificantDigits: 3) } nats have the strongest color.
attention-key = key at position
attention-query = query at position
attention-pair-hover = query at { $y }, key at { $x }<br>{ $z } nats
attention-pair-alt = { $name }: the logit of every query (down) with every key (across), minus that of the query’s own position.

# Misconceptions

attention-decay = RoPE decays only for equal contents, and not steadily.
    .quote = RoPE decays: far tokens get less attention.
    .fact = With equal contents, the mean logit rises and falls, and is first below 0 at k = { $lengths } (d = 64, 128, and 128; base 10,000, 10,000, and 500,000). With independent contents it is always 0. RoFormer (3.4.3) plots an upper bound; decay is not why RoPE helps (Barbero et al. 2024, arXiv 2410.06205).
attention-sinusoid-untrained = Before training, Sinusoidal prefers no distance.
    .quote = Sinusoidal makes a model prefer near tokens from the start.
    .fact = With { $count } random W_Q and W_K (d = { $dim }), the position part at k = 0, 1, 10, and 100 is { $values } nats on average (standard deviation { $value }).
attention-invariant = Sinusoidal is translation invariant only averaged over contents.
    .quote = Sinusoidal is translation invariant.
    .fact = If query and key move together by 1, 10, and 100 tokens, the logit of two given contents changes by { $distances } nats (standard deviation, d = 64). In this sense, the xPos paper’s table has “no”.

# Files

attention-follow-up = How far does each head look?
