# Figures, on the pages and in notebooks.

chart-position = position p, from 0
chart-value = value
chart-undefined = undefined here

plot-dimension = dimension
plot-distance = { $offset ->
    [one] distance to the next position
   *[other] distance to the position { $offset } tokens on
}
plot-similarity = { $measure } with position { $position }
plot-measure-dot = dot product
plot-measure-cosine = cosine similarity
plot-measure-min-max = min-max of the dot product
plot-measure-softmax = softmax of the dot product
plot-measure-attention = softmax of the dot product / √d
plot-measure-distance = distance
plot-pair = pair i
plot-wavelength = wavelength, in tokens
plot-offset = offset k, in tokens
plot-attention = share of attention that a key k tokens back gets
plot-head = head
plot-reach = distance at which attention halves, in tokens
plot-array = array { $count }
plot-magnified = { $heading } (own scale, × { $factor })
plot-steps-equal = ✓ equal steps
plot-steps-unequal = ✗ unequal steps
plot-winner-itself = ✓ most similar to itself
plot-winner-ties = ✗ ties with other positions
plot-winner-last = ✗ nothing beats the last position
plot-winner-others = ✗ sometimes another position wins
