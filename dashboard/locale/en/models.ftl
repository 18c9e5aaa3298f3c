# The page Models: how published models encode position.

models-title = Models: how do published models count positions, and how far?
models-own = Your model file
    .other = Another model file
    .table = Your model file
models-file = A config.json, or the header of a GGUF file
models-header = Only the header of a GGUF file is read. You can cut it off with { $text }.
models-paste = Or paste the text of a config.json
    .button = Read it
models-kept = Your file is kept for this session only.
models-pasted = config.json
models-back = Back to the catalogue
models-open = Open on { $page }

# The main picture and the cells

models-waves = wavelength of each pair, in tokens
models-wave-hover = pair { $x }: { $y } tokens
models-pair = pair of dimensions
models-plain-name = before scaling
models-scaled-name = in use
models-option = { $name } ({ $text })
models-of-images = { $name } counts positions on several axes. The page Images shows its rotations. To see the numbers of a single model, give its config.json here.
models-trained = { $length } tokens in training
    .before = { $length } tokens before scaling
models-stated = { $length } tokens stated
models-reach = distance at which attention halves
models-reach-hover = head { $x }: { $y } tokens
models-axis-head = attention head
models-picture = { $count ->
    [0] All { $whole } pairs of dimensions complete a rotation
    [one] 1 of { $whole } pairs of dimensions does not complete a rotation
   *[other] { $count } of { $whole } pairs of dimensions do not complete a rotation
} within the { $length } tokens { $when ->
    [before] before scaling
    [stated] stated
    [window] of the window
    [chunk] of a chunk
   *[other] of training
}.
models-picture-waves = Wavelengths range from { RANGE($low, $high) } tokens.
models-picture-reach = If all keys have the same content, attention halves at distances from { RANGE($low, $high) } tokens in the { $heads } heads.

# The layers

models-layer-axis = layer
models-layer = Layer { $layer }: { $fact }.
models-layer-hint = To read about another layer, select it in the chart.
models-layers = { $where }, base { $base }, { $text ->
    [none] no scaling
   *[other] { $text } scaling
}
models-kind = { $count ->
    [0] Layers
    [one] { $count } layer
   *[other] { $count } layers
}: { $fact }
models-kind-encoder = Encoder
models-kind-decoder = Decoder
models-more-kinds = { $count ->
    [one] There is 1 more kind of layers.
   *[other] There are { $count } more kinds of layers.
} Select a layer to read about its kind.
models-span-compressed = window of { $most } tokens, and compressed ones before it
models-span-nope = no positions (NoPE)
models-span-linear = no softmax attention

models-cell-family = { $family ->
    [rotation] RoPE
    [alibi] ALiBi
    [buckets] T5 bias
    [learned] learned table
    [sinusoidal] sinusoids
    [none] NoPE
    [relative] relative, not shown
    [axes] RoPE of images, on the page Images
   *[other] not known
}
    .cell = Encoding
models-cell-pairing = { $first ->
    [half] in halves
   *[interleaved] as neighbors
} (release: { $last ->
    [unknown] not known
    [half] in halves
   *[interleaved] as neighbors
})
    .cell = Pairs in Hugging Face
models-cell-trained = { $length } (source: { $text ->
    [GGUF] GGUF file
   *[other] { $text }
})
    .cell = Tokens in training
models-cell-before = { $length } (source: { $text ->
    [GGUF] GGUF file
   *[other] { $text }
})
    .cell = Tokens before scaling
models-cell-untold = not known
    .cell = Tokens in training
models-cell-stated = { $length }
    .cell = Tokens stated
models-cell-rows = { $rows }, and the first token has row { $start }
    .cell = Rows of the table
models-cell-resolution = { $other } tokens
    .cell = Step of bfloat16 at position { $position }

# Tabs

models-tab-facts = What is known
models-tab-two = Two models
models-tab-setup = Run it at a length
models-tab-catalogue = Catalogue

models-variants = Variants of RoPE in { $name }
models-read = Values that were read
models-assumed = What is assumed
models-unknown = What is not known
models-unused = Keys about positions that were not used here
models-sources = Sources
models-end = At position { $position }

models-configuration = configuration
models-source = Source: { $text }
models-some = { $count ->
    [0] In all layers
   *[other] In { $count } of { $whole } layers
}
models-partial = { $where }, { $count } of { $whole } dimensions of each head do not rotate, so they compare content in the same way at every distance.
    .curve = this model, before scaling
    .other = if all dimensions rotated
models-latent = { $where }, multi-head latent attention splits each head. { $whole } dimensions rotate, and { $count } do not, so that their keys can be stored compressed.
    .curve = this model, before scaling
    .other = if all dimensions rotated
models-slow-pairs = { $where }, the slowest { $count } of { $whole } pairs do not rotate (p-RoPE). Slow pairs carry content, which their rotation would disturb in long texts.
    .curve = this model
    .other = if all pairs rotated
models-nope-layers = { $count } of { $whole } layers have no positions (NoPE). They find content at any distance, while the other layers keep the order.
    .curve = layers with RoPE
    .other = layers without positions
models-temperature = { $which ->
    [nope] In layers without positions, attention logits
   *[other] Attention logits
} are multiplied by a factor that grows with the position, and is { $factor } at position { $position }. Without it, attention to a single token would fade as the tokens become more.
models-temperature-values = factor of the attention logits
models-temperature-along = position of the query
models-temperature-hover = position { $x }: × { $y }

models-changes = Changes from { $first } to { $last }
models-keys = { $count ->
    [one] { $count } key that differs
   *[other] { $count } keys that differ
}
    .name = key
    .first = was
    .last = is
models-about = What is known of { $name }
models-distance = distance, in tokens
models-falls = mean logit minus that at distance 0, in nats
models-falls-hover = distance { $x }: { $y }
models-falls-note = The curves are for one head, in which query and key have the same random content, of variance 1 per dimension. For ALiBi, it is the head that looks farthest.
models-apart = Up to distance { $longer }, the logits differ most at distance { $offset }, where that of { $first } is { $value } nats below that of { $last }.
models-same-curve = { $first } and { $last } have the same logits at every distance shown.
models-no-curve = { $name } has no curve, because its logits are not fixed by a formula.

models-length = Length in tokens
models-check = To see that it took effect, run this after the lines for transformers
models-setup-note = NAME and FILE.gguf stand for your model. The lines are for transformers 5 and programs that use it. llama.cpp reads from the file what its line does not set.

models-time = stated length, in tokens
models-year = year of the paper or the release
models-time-hover = { $name } ({ $text }): { $length } tokens
    .base = { $name } ({ $text }): { $length } tokens, base { $base }
models-time-alt = Stated length of { $count } models over the years, by family.
models-time-note = The chart shows the { $count } models of the catalogue whose year and length are known. The chosen model is larger if it is among them. Within a year, the order means nothing.
models-catalogue-note = A dash means that a value is not known, or that the encoding has no such number.
models-column-name = model
models-column-family = encoding
models-column-dim = dimensions
models-column-heads = heads
models-column-base = base
models-column-pairing = pairs in Hugging Face
models-column-release = pairs in the release
models-column-scaling = scaling
models-column-trained = tokens in training
models-column-stated = tokens stated
models-column-rows = rows of the table
models-column-year = year
models-column-sources = sources

# Misconceptions

models-promise = A stated context is not a length in training.
    .quote = max_position_embeddings is the length that a model was trained on.
    .fact = For { $name }, it is { $longer }, but its texts in training had up to { $length } tokens.
models-slow = Many pairs of RoPE complete no rotation within the context.
    .quote = Each pair of RoPE repeats many times, so that it tells all positions apart.
    .fact = In { $name }, the slowest pair needs { $value } tokens for a rotation, and { $count } pairs complete none in { $length } tokens.
models-window-belief = A layer may see less than the context.
    .quote = A context of { $length } tokens means that each layer sees all of them.
    .fact = In { $name }, each layer sees { $most } tokens. Tokens that are farther away act only through earlier layers.

models-follow-up = How does RoPE rotate queries and keys?
