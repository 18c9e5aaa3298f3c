# The page Compare.

compare-title = { $count ->
    [1] { $names }: does it make
    [2] { $names }: what makes
    [3] { $names }: what makes
   *[other] Compare { $count } encodings: what makes
} a good position?

# What the page says

compare-neighbors = { $offset ->
    [1] neighboring positions
   *[other] positions { $offset } apart
}
compare-single = { equidistance-single }
compare-only = { equidistance-only }
compare-good = A good encoding keeps { compare-neighbors } equally far apart everywhere, and makes every position most similar to itself by { plot-measure }.
compare-both-all = { compare-good } Both hold in { $schemes }.
compare-both-only = { compare-good } Of these encodings, only { $schemes } { $count ->
    [one] does
   *[other] do
} both.
compare-even = { compare-good } In { $schemes }, only the first holds.
compare-own = { compare-good } In { $schemes }, only the second holds.
compare-neither = { compare-good } In { $schemes }, neither holds.
compare-spacing = In { $schemes }, { compare-neighbors } are equally far apart everywhere.
compare-spacing-varies = In { $schemes }, { compare-neighbors } are not equally far apart everywhere.
compare-back = { $offset ->
    [1] the word before
   *[other] a word { $offset } positions back
}
compare-drop = Attention gives each word a score, its logit, and favors high scores. In { $schemes }, position lowers the score of { compare-back } by the same amount everywhere.
compare-drop-varies = Attention gives each word a score, its logit, and favors high scores. In { $schemes }, position changes the score of { compare-back } by an amount that depends on where the word is.
compare-mask = Without a positional encoding, positions differ only by the causal mask, which hides later words from each word.

# Presets

compare-presets = Figures from articles on this topic:
    .sentence = “I love you so much” (5 × 6)
    .original = 50 × 128
    .small = base 100 (4 × 4)
    .middle = around position 128 of 256
    .sum = E + P of a robot sentence (4 × 4)
    .lengths = 10 words beside 50

# Verdicts about an encoding that acts on attention

compare-drops-equal = ✓ equal drops
compare-drops-unequal = ✗ unequal drops
compare-highest-itself = ✓ highest logit at itself
compare-highest-ties = ✗ ties with other positions
compare-highest-others = ✗ sometimes another position wins


# Labels of its figure

compare-label = each row is one query
    .drops = a flat line means equal drops

# Cells

compare-distance-constant = always { $mean }
    .cell = { compare-distance }
compare-distance-only = { $mean } for the only pair
    .cell = { compare-distance }
compare-distance-range = { RANGE($low, $high) }
    .cell = { compare-distance }
compare-distance = Distance to { $offset ->
    [1] the next position
   *[other] position p + { $offset }
}

compare-same-yes = yes
    .cell = Same vectors at length { $length }
compare-same-no = no
    .cell = Same vectors at length { $length }

compare-drop-constant = always { $mean } nats
    .cell = Drop in logit at offset { $offset }
compare-drop-only = { $mean } nats for the only pair
    .cell = Drop in logit at offset { $offset }
compare-drop-range = { RANGE($low, $high) } nats
    .cell = Drop in logit at offset { $offset }
compare-drop-masked = none, as the key is hidden
    .cell = Drop in logit at offset { $offset }

# Pictures

compare-row-cell = dimension ({ $columns })
compare-row-mean = dimension, mean of up to { $rows } × { $count } cells
compare-row-logit = { $rows ->
    [1] logit of query (down) and key, nats
   *[other] logit at every { $rows } positions, query down
}
compare-row-drop = drop in logit at offset { $offset }, nats
compare-row-seen = logit from p = { $position }, nats
compare-empty-distance = no two positions here are { $offset } apart
compare-empty-similarity = undefined
compare-empty-drop = no visible key at offset { $offset }
compare-empty-seen = no visible key
compare-hover-cell = position { $x }, dimension { $y }<br>value { $z }
compare-hover-mean = around position { $x }, dimension { $y }<br>mean { $z }
compare-hover-distance = distance { $x } → { $z }: { $y }
compare-hover-similarity = position { $x }: { $y }
compare-hover-logit = query { $y }, key { $x }<br>logit { $z } nats, relative to its own
compare-hover-drop = from { $x } to { $z }: { $y } nats lower
compare-hover-seen = position { $x }: { $y } nats
compare-alt = { $scheme }, { $length } positions by { $dim } dimensions. Heatmap of the vectors; below it, distance between positions { $offset } apart and { plot-measure } with position { $position }. { $facts }
compare-alt-logits = { $scheme }, { $length } positions. Heatmap of attention logits, relative to that of the query's own position; below it, drop in logit at offset { $offset } and logits from position { $position }. { $facts }
compare-fact = { $label }: { $text }.

# Formulas

compare-source = Source: { $source }.
compare-letter = ${ $letter }$ { $text }.
compare-letter-p = p is the position.
compare-letter-j = j is the dimension, from 0.
compare-letter-i = i counts pairs of dimensions, from 0.
compare-letter-d = d = { $dim } is the dimension.
compare-letter-n = n = { $length } is the length.
compare-letter-B = B = { $base } is the base.
compare-letter-bias-h = h is the head, from 1.
compare-letter-bias-H = H = { $count } is the number of heads here.
compare-letter-bias-i = i is the position of the query, from 0.
compare-letter-bias-j = j is the position of the key, from 0.
compare-letter-bias-k = k is the offset between them.

# Tab and next steps

compare-tab-formulas = Formula
compare-tab-code = Code
compare-not-followed = The curves of { $schemes } do not follow the pointer, as that would need the whole matrix at this length.
compare-logits-not-followed = The curves of { $schemes } do not follow the pointer, as these logits depend on more than the offset.
compare-follow-up = Which conditions hold?
