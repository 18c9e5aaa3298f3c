# Figures, on the pages and in notebooks.

chart-position = position p, from 0
chart-value = value
chart-undefined = undefined here

plot-dimension = dimension
plot-distance = { $offset ->
    [one] distance to the next position
   *[other] distance to position p + { $offset }
}
plot-similarity = similarity with position { $position } ({ plot-measure })
plot-measure = { $measure ->
    [cosine] cosine
    [min-max] min-max of the dot product
    [softmax] softmax of the dot product
    [attention] softmax of the dot product / √d
    [distance] distance
   *[dot] dot product
}
plot-pair = pair i
plot-wavelength = wavelength, in tokens
plot-offset = offset k, in tokens
plot-attention = share of attention that a key k tokens back gets
plot-head = head
plot-reach = distance at which attention halves, in tokens
plot-array = array { $count }
plot-magnified = own scale, × { $factor }
plot-steps-equal = ✓ equal steps
plot-steps-unequal = ✗ unequal steps
plot-winner-itself = ✓ most similar to itself
plot-winner-ties = ✗ ties with other positions
plot-winner-undefined = ✗ undefined for a zero vector
plot-winner-last = ✗ most similar to the last position
plot-winner-others = ✗ sometimes another position wins
plot-label = each column of colors is { $rows ->
    [1] one position
   *[other] up to { $rows } positions
}
    .steps = a flat line means equal steps
    .peak = the peak should be at the dotted line
