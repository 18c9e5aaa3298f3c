# The page Attention: what position does to attention logits and weights.

attention-title = How does position change attention?

# The claim below the title. Where a claim is a cell, too, its value is the text of the cell, and .claim the sentence.

attention-single = A sequence of one position has one logit, and nothing to compare it with. Choose a larger n.
attention-no-tokens = Type one token for the query and one for the key in the sidebar.
attention-content = { $content ->
    [same] With the same content in query and key
    [independent] At the mean logit of independent contents
   *[yours] With your two tokens
}
attention-back = { $offset ->
    [one] one token
   *[other] { $offset } tokens
} back
attention-at = Attention { attention-back }
attention-left = { PERCENT($share) }
    .cell = { attention-at }
    .claim = { attention-content }, a key { attention-back } gets { PERCENT($share) } of the attention that the query’s own position gets, in { $scheme }.
attention-much = more than { PERCENT($share) }
    .cell = { attention-at }
    .claim = { attention-content }, a key { attention-back } gets more than { PERCENT($share) } of the attention that the query’s own position gets, in { $scheme }.
attention-masked = masked
    .cell = { attention-at }
    .claim = { attention-content }, a key { attention-back } is masked in { $scheme }: it gets no attention.
attention-partly-masked = masked for some queries
    .cell = { attention-at }
    .claim = { attention-content }, a key { attention-back } is masked for some queries in { $scheme }.

# The main picture and its cells

attention-share = attention relative to the query’s own position
attention-offset = offset k: tokens back
attention-hover = { $name }, k = { $x }: { $y } of the attention ({ $value } nats lower)
attention-drops-alt = The attention that a key k tokens back gets, relative to the query’s own position, over k: { $names }.
attention-bands-content = Bands: one standard deviation over contents.
attention-bands-queries = Bands: from the lowest to the highest of all queries, in { $schemes }, where the position of the query counts, too.
attention-beyond = Outside the axis, which ends at a millionth: parts of { $schemes }.
attention-masked-points = Masked keys have no point: parts of { $schemes }.
attention-not-drawn = Not drawn: { $schemes }. At n = { $length } and d = { $dim }, this page only computes logits that have a formula of the offset.
attention-learned = { $scheme }: { $text }
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

# Tabs

attention-tab-pairs = Every pair
attention-tab-last = Last token
attention-tab-invariance = Only the offset?

# Every pair

attention-pairs-use = A cell is the logit of a key (column) minus that of the query’s own position (row), in nats.
attention-diagonals-zero = In { $schemes }, all cells are 0: no position is preferred.
attention-diagonals-zero-masked = In { $schemes }, all cells of visible keys are 0: none of them is preferred.
attention-diagonals-equal = In { $schemes }, each diagonal has one color: only the offset counts.
attention-diagonals-nearly = In { $schemes }, each diagonal has nearly one color: the offset counts most.
attention-diagonals-change = In { $schemes }, diagonals change their color: the position of the query counts, too.
attention-later-hidden = Later keys are hidden in { $schemes }.
attention-keys-masked = Some keys are masked in { $schemes }.
attention-cells-beyond = Cells beyond ±{ NUMBER($value, maximumSignificantDigits: 3) } nats have the strongest color.
attention-key = key at position
attention-query = query at position
attention-pair-hover = query at { $y }, key at { $x }<br>{ $z } nats
attention-pair-alt = { $name }: the logit of every query (down) with every key (across), minus that of the query’s own position.

# The last token

attention-nearest = By these logits alone, the last of { $whole } tokens attends the nearest in { $scheme }: { attention-mean-distance } on average.
attention-last-of-one = By these logits alone, the last of { $whole } tokens attends { attention-mean-distance } on average, in { $scheme }.
attention-even = With equal weights for all, it would be { attention-mean-distance }, with { PERCENT($share) } of the weight within { $count } tokens.
attention-scheme = Encoding
attention-distance-back = Tokens back, on average
attention-entropy = Entropy ÷ ln n
    .help = How evenly attention is distributed: 1 if all tokens get the same, 0 if one gets all.
attention-near = Weight within { $count }
    .help = The weight of the nearest { $count } tokens, including the last token itself.

# Invariance

attention-averaged = Averaged over contents, only the offset from query to key counts in { $schemes }.
attention-averaged-not = Averaged over contents, the position of the query counts, too, in { $schemes }.
attention-moved = If query and key move together from { $position } to { $other }, the logit of given contents changes in { $schemes }.
attention-moved-kept = If query and key move together from { $position } to { $other }, the logit of any two contents stays the same in { $schemes }.
attention-moved-alike = If query and key move together from { $position } to { $other }, all logits at one offset change by the same in { $schemes }.
attention-alone = Averaged over contents
    .help = How much logits differ along diagonals, as a share of how much they differ at all. 0: only the offset counts.
attention-given = Given contents, k = { $offset }, in nats
    .help = By how much the logit changes if query and key move together by k from one position: mean ± standard deviation over contents.
attention-change = { $mean } ± { $value }
attention-change-none = 0
attention-change-alike = the same for all
attention-residual = { $value }
    .none = –



attention-assumed = Assumed: W_Q and W_K are the identity, contents have |x|² = d = { $dim }, as after layer normalization, all dimensions belong to one head, and logits are divided by √d.

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

attention-file-single = a sequence of one position has one logit
attention-file-tokens = the query or the key has no token
attention-file-formula = at this size only logits with a formula of the offset are computed
attention-file-offsets = tables have up to { $most } offsets, but n = { $length }

attention-follow-up = How far does each head look?
