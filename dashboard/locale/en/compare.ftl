# The page Compare.

compare-app = Positional Encoding Lab
compare-title = How does a Transformer know the order of its tokens?

# What the page says

compare-order = Attention cannot see order: outputs only move with their words.
compare-subject = { compare-order } So positional encodings { $family ->
    [table] are added to token embeddings
    [rotation] rotate queries and keys
    [bias] bias attention logits
   *[several] are added to embeddings, rotate queries and keys, or bias attention logits
}.
compare-subject-mask = { compare-order } Without a positional encoding, only the causal mask can tell positions apart.

compare-neighbors = { $offset ->
    [1] neighboring positions
   *[other] positions { $offset } apart
}
compare-both-all = In { $schemes }, { compare-neighbors } are the same distance apart, and each position is most similar to itself by { compare-measure }.
compare-both-only = Only { $schemes } { $count ->
    [one] has
   *[other] have
} two properties: (1) { compare-neighbors } have equal distances; (2) each position is most similar to itself by { compare-measure }.
compare-even = In { $schemes }, { compare-neighbors } are the same distance apart, but not every position is most similar to itself by { compare-measure }.
compare-own = In { $schemes }, each position is most similar to itself by { compare-measure }, but the distance between { compare-neighbors } varies.
compare-neither = In { $schemes }, the distance between { compare-neighbors } varies, and not every position is most similar to itself by { compare-measure }.
compare-spacing = In { $schemes }, { compare-neighbors } are the same distance apart.
compare-spacing-varies = In { $schemes }, the distance between { compare-neighbors } varies.
compare-drop = In { $schemes }, the attention logit falls by the same amount at offset { $offset } wherever the query is.
compare-drop-varies = In { $schemes }, how much the attention logit changes at offset { $offset } depends on the position of the query.

# Cells

compare-distance-constant = { $mean }, constant
    .cell = { compare-distance }
compare-distance-only = { $mean } (only one pair)
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

compare-drop-constant = { $mean } nats, constant
    .cell = Drop in logit at offset { $offset }
compare-drop-only = { $mean } nats (only one pair)
    .cell = Drop in logit at offset { $offset }
compare-drop-range = { RANGE($low, $high) } nats
    .cell = Drop in logit at offset { $offset }
compare-drop-masked = masked
    .cell = Drop in logit at offset { $offset }

# Pictures

compare-measure = { $measure ->
    [cosine] cosine
    [min-max] min-max of the dot product
    [softmax] softmax of the dot product
    [attention] softmax of the dot product / √d
    [distance] distance
   *[dot] dot product
}
compare-row-cell = dimension ({ $columns })
compare-row-mean = dimension, mean of up to { $rows } × { $count } cells
compare-row-distance = distance p → p + { $offset }
compare-row-similarity = { $measure ->
    [dot] dot product
   *[other] { $measure }
} { $measure ->
    [distance] from
   *[other] with
} p = { $position }
compare-row-logit = logit of query (down) and key{ $rows ->
    [1] { "" }
   *[other] {", "}every { $rows } positions
}, nats
compare-row-drop = drop in logit at offset { $offset }, nats
compare-row-seen = logit from p = { $position }, nats
compare-magnified = (× { $factor }) { $heading }
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
compare-alt = { $scheme }, { $length } positions by { $dim } dimensions. Heatmap of the vectors; below it, distance between positions { $offset } apart and { compare-measure } with position { $position }. { $facts }
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

# Tabs and next steps

compare-tab-reading = What am I looking at?
compare-tab-figures = All numbers
compare-tab-formulas = Formulas
compare-tab-code = Code
compare-reading-top = **Top:** the encoding matrix, with positions from left to right and dimensions from top to bottom.
compare-reading-middle = **Middle:** Euclidean distance from p to p + { $offset }; a flat line means constant distance.
compare-reading-bottom = **Bottom:** { compare-measure } of every position { $measure ->
    [distance] from
   *[other] with
} the selected position p.
compare-reading-magnified = **(× …):** this chart is magnified, as its values are small beside those of the others.
compare-reading-logits = **Attention logits:** each is relative to the logit of the query with its own position. The top shows every query with every key, the middle the drop at offset { $offset }, the bottom one query.
compare-reading-content = For rotations, query and key hold the same content.
compare-reading-move = Move over a chart to preview a position, and select it there.
compare-not-followed = Preview is not available for { $schemes }: it would need the whole matrix at this length.
compare-logits-not-followed = Preview is not available for { $schemes }: its logits depend on more than the offset.
compare-next = Next: inside one matrix
compare-follow-up = Which conditions hold?

# All numbers

compare-figure = Number
compare-figure-share = { PERCENT($share) }
compare-figure-max_abs_value = Largest |value|
    .help = Largest absolute value in the matrix (–: more than { $cells } entries).
compare-figure-mean_step = Mean distance, k = { $offset }
    .help = Mean Euclidean distance from p to p + k.
compare-figure-relative_spread_of_step = Relative spread of the distance
    .help = Standard deviation divided by the mean; 0 means constant.
compare-figure-relative_spread_of_norm = Relative spread of the norm
    .help = The same for the Euclidean norm of the vectors.
compare-figure-most_similar_to_itself = Most similar to itself
    .help = Share of positions that have their largest { $measure ->
    [cosine] cosine
   *[dot] dot product
} with themselves (–: matrix too large).
compare-figure-mean_loss_nats = Mean drop in logit, k = { $offset }
    .help = In nats, relative to the logit with the own position (–: no visible key).
compare-figure-relative_spread_of_loss = Relative spread of the drop
    .help = Standard deviation divided by the mean; 0 means constant.
compare-figure-lowest_score_of_last_nats = Lowest logit from the last position
    .help = In nats, relative to the logit with its own position.
