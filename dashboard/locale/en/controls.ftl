# Entries and pages, the bar, links, and files.

waiting = There is no connection to the server yet. This app needs WebSockets, which a proxy or a browser extension may block.

# Entries, names of pages, and the links to the next page

menu-about = Compare positional encodings side by side. Every number on these pages is computed.
entry-start = Positional Encoding Lab
entry-learn = Learn
entry-compare = Compare
entry-clocks = Clocks
entry-attention = Attention
entry-trained = Trained
entry-models = Models
entry-check = Check
menu-start = Start
    .next = Back to the start page
menu-compare = Compare
    .row = All
    .next = Next: encodings side by side
menu-heatmap = Heatmap
    .next = Next: inside one matrix
menu-equidistance = Equidistance
    .next = Next: distances between positions
menu-similarity = Similarity
    .next = Next: which positions are similar?
menu-scorecard = Scorecard
    .next = Next: which conditions hold?
menu-clocks = Clocks
    .next = Next: positions as clock hands
menu-sentence = Sentence
    .next = Next: what position does to a sentence
menu-attention = Attention
    .next = Next: how does position change attention?
menu-rope = RoPE
    .next = Next: what does RoPE do to queries and keys?
menu-bias = Bias
    .next = Next: how far does each head look?
menu-images = Images
    .next = Next: where does a patch of an image look?
menu-bugs = Bugs
    .next = Next: common bugs with positions
menu-trained = Trained
    .next = Next: what do models learn?
menu-models = Models
    .next = Next: how models encode position
menu-check = Check
    .next = Next: are your own positions right?
menu-questions = Questions
menu-lesson = Lesson
menu-exercises = Exercises
    .next = Next: exercises that check themselves

# The bar

bar-add = add
bar-full = At most { $most } encodings fit side by side. Remove one to add another.
bar-remove = Remove { $name }.
bar-number = { $name } = { $number }
bar-position = position
bar-shown = positions { $first } to { $end }
bar-options = Options
    .changed = Options: { $changed }
    .reset = Back to the defaults
bar-take = Take this figure

# Controls

control-family-table = Added to the token embedding
control-family-rotation = Rotate queries and keys
control-family-bias = Add a bias to the attention logits
control-family-yours = Your own table, from the page Check
control-none-shown = This page can show none of the selected encodings at these sizes. Select another encoding, or change the sizes.
control-too-large = This works up to n = { $length } and d = { $dim }, but here n = { $longer } and d = { $wider }.
    .fit = Use n = { $length } and d = { $dim }
control-changed = { $label } { $shown }
control-allowed = { $help } It can be { $allowed }.
control-unusable = { $label } must be { $allowed }, so { $shown } is used instead.
control-empty = end
control-front = Encoding
control-of-head = { $scheme } (head { $head } of { $heads })

control-n = Length n
    .help = The sequence has this many tokens.
control-d = Dimension d
    .help = Each vector has this many numbers (d_model).
control-p = Position p
    .help = This position is selected. Positions are counted from 0, and you can also select one in a chart.
control-k = Offset k
    .help = Two positions are compared, p and p + k, and this is how many tokens they are apart.

control-measure = { control-similarity }
    .help = This is how two position vectors are compared. dot is their dot product, and cosine is the dot product of the normalized vectors. The page Similarity has four other measures.
control-labels = Labels on the figure
    .help = Three short lines that say what to see in the figure.
control-similarity = Similarity
    .help = This is how two position vectors are compared. dot is their dot product. cosine is the dot product of the normalized vectors. min-max rescales the dot products to 0 to 1. softmax is the softmax of the dot products. attention divides them by √d before the softmax, as attention does. distance is the Euclidean distance, where small means similar.
control-down = Vertical axis
    .help = The vertical axis of the heatmap shows the dimension, as on Compare, or the position, as a matrix is printed.
control-columns = Dimensions as curves
    .help = Up to 8 dimensions are drawn as curves, for example 4-7 or 0, 1, 30. Leave this empty for the fastest and the slowest pairs, or the first four dimensions.
control-column = Dimension j
    .help = The value of this dimension is computed step by step. Dimensions are counted from 0, and you can also select one in the heatmap.
control-amplitude = Amplitude A
    .help = The single wave A sin(w p) is this high.
control-frequency = Frequency w
    .help = The phase of the single wave A sin(w p) grows by this many radians per token.
control-head = Attention head
    .help = For encodings that differ by head, this selects one of 8 heads. The first head is 1.
control-n2 = Second length
    .help = The same distances are also measured in a second sequence of this many tokens.
control-pair = Pair of dimensions
    .help = The equations show this pair of dimensions, counted from 0. Pair 0 of Sinusoidal is the fastest.
control-space = Space
    .help = The picture has this many coordinates.
control-axes = Axes
    .help = The axes are columns of the matrix or its principal components, the directions in which the positions vary most.
control-x = Column on x
    .help = This column is the x coordinate. Columns are counted from 0.
control-y = Column on y
    .help = This column is the y coordinate. Columns are counted from 0.
control-z = Column on z
    .help = This column is the z coordinate. Columns are counted from 0.
control-text = Text
    .help = Write any text. It is split at spaces into tokens, the units that a model reads.
control-first = First position ID
    .help = The first token is shown with this position ID. The encodings always count from 0.
control-combine = Combine token and position by
    .help = The token vector and the position vector are added, or written one after the other (concatenation).
control-scale = Embedding initialization
    .help = This is the size of the random token embeddings. N(0, 1) gives values around 1. N(0, 1/d) is a common initialization, which the paper multiplies by √d to get N(0, 1). N(0, 0.02²) gives values around 0.02, as in BERT and GPT.
control-ends = Start and end tokens
    .help = If this is on, the sentence gets <bos> in front and <eos> at the end.
control-pad = Pad to length
    .help = The sentence gets <pad> tokens up to this length. At 0, it gets none.
control-mask = Padding mask
    .help = If this is on, no token attends to <pad>.
control-causal = Causal mask
    .help = If this is on, no token attends to later tokens.
control-known = Vocabulary size
    .help = This many of the most frequent words are in the vocabulary. All others become <unk>.
control-order = Compare with word order
    .help = The same words are also shown in this order.
control-heads = Attention heads
    .help = There are this many heads. The bias of an encoding may differ by head.
control-log_k = Logarithmic distance axis
    .help = If this is on, each power of 10 gets the same width, so that short distances are readable.
control-batch = Batch size
    .help = The model processes this many sentences of this length at once.
control-batch_first = Axis order
    .help = The first axis of a batch counts the sentences, or the tokens of a sentence (the sequence).
control-content = Content
    .help = Besides their positions, query and key have content. It is the same vector for both, two independent vectors, or the random vectors of two tokens that you type.
control-query = Query token
    .help = This token attends to the other. Each token has a random vector without any meaning.
control-key = Key token
    .help = This token is attended to.
control-bug = Bug
    .help = The page shows this bug.
control-padding = Padding side
    .help = The shorter sentences of a batch are padded on this side.
control-context = Context length
    .help = The model accepts at most this many tokens, and its table has as many rows.
control-cached = Tokens in the KV cache
    .help = The model has cached this many tokens before the next one.
control-condition = Condition
    .help = This condition is explained. At first, it is one that distinguishes the selected encodings.
control-door = What do you have?
    .help = You may have a table, code, or a model file.
option-door-table = **A table** *upload it, paste it, or take an example*
option-door-code = **Code** *RoPE, ALiBi, or a decoder*
option-door-model = **A model file** *config.json or GGUF*

option-measure-dot = { option-similarity-dot }
option-measure-cosine = { option-similarity-cosine }
option-similarity-dot = dot
option-similarity-cosine = cosine
option-similarity-softmax = softmax
option-similarity-attention = attention
option-similarity-distance = distance
option-down-dimension = dimension
option-down-position = position
option-axes-columns = columns
option-axes-principal-components = principal components
option-combine-sum = sum
option-combine-concatenation = concatenation
option-order-reversed = reversed
option-order-shuffled = shuffled
option-content-same = same
option-content-independent = independent
option-padding-left = left
option-padding-right = right
option-content-yours = your tokens
option-bug-padding = Padding
option-bug-first-row = First row of the table
option-bug-cache = KV cache
option-bug-moved = Moved keys
option-bug-packing = Packed texts
option-bug-pairing = Pairing of RoPE
option-bug-bfloat16 = Half precision
option-bug-scaling = Scaling lost on load
option-bug-attention-factor = YaRN’s attention factor
option-bug-length = Text longer than the table
option-bug-sizes = Swapped table sizes
option-bug-axes = Order of the axes
option-bug-image = Layout of an image
option-bug-image-size = Image of another size
option-example-no-mistake = no bug
option-example-noise = noise
option-example-tokens-added = tokens added
option-example-learned = learned
option-example-random = random
option-example-binary = binary

# Parameters of the encodings

control-Index-spread = Number written in
option-spread-every-column = every dimension
option-spread-one-column = dimension 0
control-Index-start = First position ID
control-Normalized-spread = Number written in
control-Normalized-divisor = Divisor
option-divisor-N-1 = n − 1
option-divisor-N = n
control-Binary-order = Bit order
control-Binary-values = Bit values
control-Gray-order = Bit order
control-Gray-values = Bit values
control-Sinusoidal-base = Base
control-Sinusoidal-layout = Layout
control-Sinusoidal-first = First in each pair
control-Sinusoidal-schedule = Frequency schedule
option-schedule-paper = paper
control-Sinusoidal-start = First position ID
control-Sinusoidal-odd = Odd dimension
option-odd-lone-wave = lone wave
option-odd-cut = cut
option-odd-padded = padded
option-odd-zero = zero
option-odd-refused = refused
control-Fourier-width = Frequency spread
control-Fourier-seed = Random seed
control-Grid-width = Grid width
control-Grid-order = Column order
option-order-row-first = row first
option-order-column-first = column first
option-order-sines-first = sines first
control-Grid-start = First row and column ID
control-Grid-normalized = Normalized to 2π
control-Grid-base = Base
control-RoPE-base = Base
control-RoPE-pairing = Pairing
option-pairing-interleaved = interleaved
option-pairing-half = half
control-RoPE-share = Rotated fraction
control-RoPE-exponent = Dimension in the exponent
option-exponent-turned-columns = rotated dimensions
option-exponent-all-columns = all dimensions
control-RoPE-scaling = Context extension
option-scaling-none = none
option-scaling-YaRN-as-printed = YaRN as printed
control-RoPE-factor = Extension factor s
control-RoPE-trained_length = Training length L0
control-RoPE-factors = Factors per pair
control-xPos-base = Base
control-xPos-pairing = Pairing
control-ALiBi-slopes = Slopes
option-slopes-code = code
option-slopes-paper = paper
control-ALiBi-direction = Direction
option-direction-causal = causal
option-direction-symmetric = symmetric
control-T5-direction = Direction
option-direction-bidirectional = bidirectional
control-T5-buckets = Buckets
control-T5-distance = Maximum distance
control-T5-step = Nats per bucket
control-NeRF-extent = Extent
control-SlidingWindow-window = Window
control-SlidingWindow-direction = Direction
control-Shaw-clip = Clip distance k
control-Shaw-direction = Direction
control-Shaw-seed = Random seed
control-TransformerXL-width = Sinusoid dimension
control-TransformerXL-seed = Random seed
control-KERPLE-kind = Kernel
option-kind-log = log
option-kind-power = power
control-KERPLE-r1 = Scale r1
control-KERPLE-r2 = Rate r2
control-FIRE-c = Logarithm scale c
control-FIRE-threshold = Threshold L
control-FIRE-factor = Nats at full distance
control-Sandwich-width = Sinusoid dimension
control-Sandwich-index = First frequency index
option-index-from-1 = from 1
option-index-from-0 = from 0
control-Sandwich-ratio = Compression ratio
option-ratio-per-head = per head
option-ratio-none = none

# What a link sets

link-unusable = The link sets { $asked }, but { $key } must be { $allowed }.
    .near = { link-unusable } Did you mean { $near }?
link-used = The app uses { $key } = { $shown } instead.
link-schemes = up to { $most } different encodings
    .name = the name of an encoding: { $names }
link-unknown = The link sets { $asked }, which is not a parameter of this app.
    .near = The link sets { $asked }, which is not a parameter of this app. Did you mean { $near }?
link-others = The link sets { $count } more values that cannot be used: { $names }.
link-beyond = The sequence ends at position { $end }, so this page uses { $found }. A larger n restores your values.
link-beyond-one = { $key } = { $used } instead of { $chosen }
link-beyond-two = { $first } and { $last }

# Which encodings a page shows

shown-even = Rotations need an even number of dimensions, so this page shows d = { $dim } instead of { $wider }.
shown-not = { $reason } This page does not show it.
shown-rotation = { $name } rotates queries and keys and adds nothing to the token embeddings. This page shows the vectors that it makes of the pairs (1, 0).
shown-part = { $name } is a fixed table of { $rows } × { $width } numbers (positions × dimensions). This page uses the first { $length } × { $dim }.
shown-example = Yours is the example “{ $example }”. To use another table, open the page Check.
yours-missing = Yours has no table here, because links do not include tables. Upload yours on the page Check.
yours-closed = Yours has no table here, because this server takes no uploads. Select an example on the page Check.

# What the bar offers under "Take this figure"

code-module = As a PyTorch module, which adds the vectors to token embeddings:
share =
    .link-only = Share
    .link = This link opens the page in its current state:
    .embed = To show this page in another one, paste this line there. The address of the other page must be in POSENC_FRAME_ANCESTORS of this server:
    .embed-file = To show the live figure in an article, save one of the HTML files beside the article, and paste this line:
    .own-table = Your table is not part of the link. Anyone who opens it needs to upload their own, and { $name } is left out of the files and code below.
    .charts = To save a chart as a picture, use the buttons at its lower right.
    .refused = Some files are not available: { $reasons }.

# Files: what each is, and why there is none

file-table = Figure, CSV
    .help = The numbers in the figure, at full precision.
    .low = { $name }, lowest
    .high = { $name }, highest
file-table-none = There is no figure at these settings
file-live = Figure, HTML that works offline (5 MB)
    .help = One file with the slider, the pointer, and the keys of this figure. It contains plotly.js and needs no server.
file-live-online = Figure, small HTML
    .help = The same file without plotly.js, which it loads from Plotly's server.
file-matrix = { $name }, NPY
    .help = The matrix: { $length } × { $dim } numbers in float64, for numpy.load.
file-cells = matrices have up to { $most } numbers, but this one has { $count }

# A misconception

misconception = Wrong: “{ $quote }”
    .right = Right: **{ $statement }** { $fact }

# Models

control-swap = Swap *dog* and *man*
control-positions = Add positions
control-patch_row = Row of the patch
    .help = The selected patch is in this row. The top row is 0.
control-patch_column = Column of the patch
    .help = The selected patch is in this column. The left column is 0.
control-axial = Axial RoPE of
    .help = These models rotate queries and keys by row and column.
control-mrope = M-RoPE of
    .help = These models rotate queries and keys by time, row, and column.
control-grid_rows = Image rows
    .help = Each image has this many rows of tokens. A token is 2 × 2 patches.
control-panel = Large heatmap
    .help = The large heatmap shows this encoding.
option-panel-grid = Grid
option-panel-learned = Learned (stand-in)
option-panel-axial = Axial RoPE
option-panel-mrope = M-RoPE
control-grid_columns = Image columns
    .help = Each image has this many columns of tokens. A token is 2 × 2 patches.
control-images = Images
    .help = The prompt contains this many images.
control-text_tokens = Text tokens
    .help = The prompt has this many tokens of text before the first image, and after each image.
option-axial-DINOv3 = DINOv3
option-axial-Gemma-4-vision = Gemma 4, vision
option-axial-Qwen2-VL-to-Qwen3-5-vision = Qwen2-VL to Qwen3.5, vision
option-axial-Pixtral = Pixtral
option-axial-Llama-4-vision = Llama 4, vision
option-axial-Kimi-K2-5-vision = Kimi K2.5, vision
option-axial-SAM-2-memory = SAM 2, memory
option-axial-EVA-02 = EVA-02
option-axial-Flux = Flux
option-axial-Wan = Wan
option-mrope-Qwen2-VL-Qwen2-5-VL = Qwen2-VL and Qwen2.5-VL
option-mrope-Qwen3-VL = Qwen3-VL
option-mrope-Qwen3-5 = Qwen3.5
option-mrope-GLM-4-1V = GLM-4.1V
option-mrope-GLM-4-5V = GLM-4.5V
option-mrope-ERNIE-4-5 = ERNIE 4.5
control-asked = Task
    .help = Each model is trained to answer this.
control-among = Encodings
    .help = These encodings are drawn together.
option-asked-3-back = 3 back
option-asked-index-5 = Index 5
option-among-families = One of each family
option-among-tables = Added tables
option-among-random = Random positions
option-among-rotations = Rotations
option-among-biases = Biases
option-among-scaling = RoPE scaling
control-model = Model
    .help = Select a model of the catalogue. Type to search it by name or encoding.
control-other = Compared with
    .help = Select a second model of the catalogue.
control-as-in = As in a model
    .placeholder = as in …
    .help = This sets the parameters to those of a published model. The page Models has their sources.
control-paste-limit = At most { $most } characters fit, and a longer text does not appear here.

# The switch of the language, with the name of the language in itself.

language-switch = Language
language-name = English
