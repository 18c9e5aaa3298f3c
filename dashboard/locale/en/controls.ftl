# The menu, the sidebar, links, and what the foot of every page offers.

waiting = No connection to the server yet. This app needs WebSockets, which a proxy or a browser extension may block.

# The menu, and the links to the next page

menu-about = Compare positional encodings side by side. Every number on these pages is computed.
menu-group-learn = Learn
menu-group-encodings = Encodings
menu-group-attention = Attention
menu-group-tools = Tools
menu-start = Start
    .next = Back to the start page
menu-compare = Compare
    .next = Next: encodings side by side
menu-heatmap = Heatmap
    .next = Next: inside one matrix
menu-equidistance = Equidistance
    .next = Next: distances between positions
menu-similarity = Similarity
    .next = Next: which positions are similar?
menu-scorecard = Scorecard
    .next = Next: which conditions hold?
menu-shift = Shift
    .next = Next: is a shift by k a linear map?
menu-trajectory = Trajectory
    .next = Next: what path do the positions take?
menu-sentence = Sentence
    .next = Next: what position does to a sentence
menu-attention = Attention
    .next = Next: how does position change attention?
menu-rotary = Rotary
    .next = Next: what does RoPE do to queries and keys?
menu-bias = Bias
    .next = Next: how far does each head look?
menu-images = Images
    .next = Next: where does a patch of an image look?
menu-practice = Common bugs
    .next = Next: common bugs with positions
menu-trained = Trained models
    .next = Next: what do models learn with each encoding?
menu-models = Models
    .next = Next: how models encode position
menu-check = Check
    .next = Next: what is this table?
menu-experiments = Experiments
    .next = Next: what is worth trying?
menu-lesson = Lesson
    .next = Next: the lesson in ten steps
menu-exercises = Exercises
    .next = Next: exercises that check themselves

# The sidebar

control-scheme = Encodings
    .help = Select up to { $most } encodings. A page that shows one encoding uses the first.
control-family-table = Added to the token embedding: { $names }
control-family-rotation = Rotate queries and keys: { $names }
control-family-bias = Add a bias to the attention logits: { $names }
control-family-yours = Your own table, from the page Check: { $names }
control-none-chosen = Select at least one encoding in the sidebar.
control-none-shown = This page can show none of the selected encodings at these sizes. Select another encoding or change the sizes in the sidebar.
control-too-large = This works up to n = { $length } and d = { $dim }. Here, n = { $longer } and d = { $wider }.
    .fit = Use n = { $length } and d = { $dim }
control-more = More options
control-changed = { $label } { $shown }
control-allowed = { $help } Allowed: { $allowed }.
control-unusable = { $label } must be { $allowed }. Using { $shown }.
control-empty = end
control-front = Encoding
control-base-handle = Base B
    .help = The base of { $name }. The sidebar accepts any number above 1.
control-position-handle = Move position p

control-n = Length n
    .help = Number of tokens in the sequence.
control-d = Dimension d
    .help = Size of each vector (d_model).
control-p = Position p
    .help = The selected position, counted from 0. You can also select it in a chart.
control-k = Offset k
    .help = Distance in tokens between the two positions that are compared, p and p + k.
control-from = First position shown
    .help = Where the charts start. You can also drag over a chart.
control-to = Last position shown
    .help = Where the charts end; leave it empty for the end of the sequence. A double-click or double-tap on a chart shows everything again.

control-similarity = Similarity
    .help = How two position vectors are compared. dot: dot product. cosine: dot product of the normalized vectors. min-max: dot products rescaled to 0 to 1. softmax: softmax of the dot products. attention: softmax of the dot products divided by √d, as in attention. distance: Euclidean distance, where small means similar.
control-own = Independent y-axes
    .help = Off: all encodings share one scale, so that you can compare sizes. On: each encoding has its own scale, so that you can compare shapes. Curves in the same chart are divided by their mean distance or their largest similarity.
control-down = Vertical axis
    .help = What the vertical axis of the heatmap shows: the dimension, as on Compare, or the position, as a matrix is printed.
control-columns = Dimensions as curves
    .help = Up to 8 dimensions to draw as curves, for example 4-7 or 0, 1, 30. Leave it empty for the fastest and the slowest pairs, or the first four.
control-column = Dimension j
    .help = The dimension, from 0, whose value is computed step by step. You can also select it in the heatmap.
control-amplitude = Amplitude A
    .help = Height of the single wave A sin(w p).
control-frequency = Frequency w
    .help = Phase that the single wave A sin(w p) gains per token, in radians.
control-head = Attention head
    .help = Which of the 8 heads is shown, for encodings that differ by head. The first head is 1.
control-n2 = Second length
    .help = Length of a second sequence, in tokens, in which the same distances are measured.
control-law = Closed form and log approximation
    .help = Draws two formulas over the curve of the first sinusoidal encoding: the exact sum Σ cos(w k), and the approximation 1 − (ln k + 0.577) / ln B of the cosine.
control-far = Far offset
    .help = Position p is compared with the position this many tokens later.
control-pair = Pair of dimensions
    .help = The pair of dimensions, from 0, that the equations show. Pair 0 of Sinusoidal is the fastest.
control-space = Space
    .help = Number of coordinates drawn.
control-axes = Axes
    .help = Columns of the matrix, or its principal components: the directions in which the positions vary most.
control-x = Column on x
    .help = Column drawn as the x coordinate, from 0.
control-y = Column on y
    .help = Column drawn as the y coordinate, from 0.
control-z = Column on z
    .help = Column drawn as the z coordinate, from 0.
control-text = Text
    .help = Any text. It is split at spaces into tokens, the units that a model reads.
control-first = First position ID
    .help = Position ID shown for the first token. The encodings always count from 0.
control-combine = Combine token and position by
    .help = The sum of the token vector and the position vector, or their concatenation.
control-scale = Embedding initialization
    .help = Size of the random token embeddings. N(0, 1): values around 1. N(0, 1/d): a common initialization, which the paper multiplies by √d to get N(0, 1). N(0, 0.02²): values around 0.02, as in BERT and GPT.
control-ends = Start and end tokens
    .help = Adds <bos> and <eos> around the sentence.
control-pad = Pad to length
    .help = Adds <pad> tokens up to this length; 0 means no padding.
control-mask = Padding mask
    .help = Hides <pad> from the attention of all tokens.
control-causal = Causal mask
    .help = Hides later tokens from each token.
control-known = Vocabulary size
    .help = How many of the most frequent words are in the vocabulary. All others become <unk>.
control-order = Compare with word order
    .help = The other order of the same words.
control-word = Selected word
    .help = The word whose attention the arcs show. The first one is 0.
control-heads = Attention heads
    .help = Number of heads. The bias of an encoding may differ by head.
control-h = Selected head
    .help = The head whose attention is drawn over the distance. The first head is 1.
control-log_k = Logarithmic distance axis
    .help = Gives each power of 10 the same width, so that short distances are readable.
control-batch = Batch size
    .help = How many sentences of this length the model processes at once.
control-batch_first = Axis order
    .help = The first axis of a batch: the sentences, or the tokens of a sentence (the sequence).
control-content = Content
    .help = The content of the query and the key, besides their positions. same: the same vector. independent: two independent vectors. your tokens: the random vectors of two tokens that you type.
control-query = Query token
    .help = The token that attends. Each token has a random vector without any meaning.
control-key = Key token
    .help = The token that is attended to.
control-mistake = Bug in the code
    .help = A common bug in RoPE code. Both tests run on code that has it.
control-bug = Bug
    .help = The bug that the page shows.
control-padding = Padding side
    .help = The side on which the shorter sentences of a batch are padded.
control-context = Context length
    .help = Largest number of tokens that the model accepts, and the number of rows of its table.
control-cached = Tokens in the KV cache
    .help = Number of tokens that the model has cached before the next one.
control-table = Table
    .help = An example, or a table that you upload. Your table is not part of the link and is deleted when you close the page.
control-example = Example
    .help = A table to try: a formula with a common bug, or a table from training.
control-game = Riddle
    .help = Number of the riddle. Everyone who enters the same number sees the same riddle.

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
option-bug-bfloat16 = bfloat16 positions
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

control-Index-spread = Repeated in
    .help = Whether the number is repeated in every dimension, as x + p broadcasts, or is in dimension 0 with zeros after it.
option-Index-spread-every-column = every dimension
option-Index-spread-one-column = dimension 0
control-Index-start = First position ID
    .help = Position ID of the first token: 0 or 1.
control-Normalized-spread = Repeated in
    .help = Whether the number is repeated in every dimension, as x + p broadcasts, or is in dimension 0 with zeros after it.
option-Normalized-spread-every-column = every dimension
option-Normalized-spread-one-column = dimension 0
control-Normalized-divisor = Divisor
    .help = The position is divided by n − 1, which maps the last position to 1, or by n, which keeps it below 1.
option-Normalized-divisor-N-1 = n − 1
option-Normalized-divisor-N = n
control-Binary-order = Bit order
    .help = The bit in dimension 0: the least significant (LSB), which flips at every position, or the most significant (MSB).
control-Binary-values = Bit values
    .help = Bits are 0 and 1, or −1 and +1, which gives all vectors the same norm.
control-Gray-order = Bit order
    .help = The bit in dimension 0: the least significant (LSB), which changes most often, or the most significant (MSB).
control-Gray-values = Bit values
    .help = Bits are 0 and 1, or −1 and +1, which gives all vectors the same norm.
control-Sinusoidal-base = Base
    .help = The base B of the wavelengths 2π·B^(2i/d), in tokens. It is not a maximum length.
control-Sinusoidal-layout = Layout
    .help = interleaved: sin, cos, sin, cos, … as in the paper. concatenated: all sines, then all cosines.
control-Sinusoidal-first = First in each pair
    .help = The sine, as in the paper, or the cosine, as in MusicGen.
control-Sinusoidal-schedule = Frequency schedule
    .help = paper: B^(−2i/d). Tensor2Tensor: B^(−2i/(d − 2)), which ends at exactly 1/B, as in Tensor2Tensor, fairseq, and Whisper.
option-Sinusoidal-schedule-paper = paper
control-Sinusoidal-start = First position ID
    .help = Position ID of the first token: 0, or 1 as in some code.
control-Sinusoidal-odd = Odd dimension
    .help = What happens at an odd d. unpaired wave: the last wave has no partner. truncated: as for d + 1, without the last column. zero-padded: as for d − 1, plus a column of zeros. zero column: the frequencies of d, with zeros in the last column. not allowed: there are no vectors.
option-Sinusoidal-odd-lone-wave = unpaired wave
option-Sinusoidal-odd-cut = truncated
option-Sinusoidal-odd-padded = zero-padded
option-Sinusoidal-odd-zero = zero column
option-Sinusoidal-odd-refused = not allowed
control-Fourier-width = Frequency spread
    .help = σ, the standard deviation of the frequencies, in radians per token. With a larger σ, similarity decays sooner.
control-Fourier-seed = Random seed
    .help = Seed of the random frequencies.
control-Grid-width = Grid width
    .help = Number of tokens in a row of the grid.
control-Grid-order = Column order
    .help = row first: the waves of the row, then of the column, as in Hugging Face's ViT-MAE 5.23. column first: as in the authors' MAE and in Hugging Face's 4.46. sines first: the sines of both, then the cosines, as in timm. interleaved: sin, cos, sin, cos of the row, then of the column, as in DETR.
option-Grid-order-row-first = row first
option-Grid-order-column-first = column first
option-Grid-order-sines-first = sines first
control-Grid-start = First row and column ID
    .help = DETR counts from 1, the others from 0.
control-Grid-normalized = Normalized to 2π
    .help = Divides rows and columns by the last one and rescales them to 0 to 2π, as in DETR.
control-Grid-base = Base
    .help = The base B of the wavelengths 2π·B^(4i/d), in rows or columns.
control-RoPE-base = Base
    .help = The base B of the wavelengths 2π·B^(2i/d), in tokens. It is not a maximum length.
control-RoPE-pairing = Pairing
    .help = Which dimensions rotate together. interleaved: neighbors, as in the paper, GPT-J, and Meta's Llama. half: dimensions i and i + d/2, as in GPT-NeoX and Hugging Face's Llama. A model works only with the pairing that it was trained with.
option-RoPE-pairing-interleaved = interleaved
option-RoPE-pairing-half = half
control-RoPE-share = Rotated fraction
    .help = Fraction of the dimensions that rotate, starting at the first; at least one pair does. GPT-NeoX rotates 0.25, GPT-J 64 of 256.
control-RoPE-exponent = Dimension in the exponent
    .help = With a rotated fraction below 1, the d in B^(2i/d). rotated dimensions: their number, as in GPT-NeoX and GPT-J. all dimensions: the frequencies of all dimensions, with the slow ones set to 0, which Hugging Face calls proportional.
option-RoPE-exponent-turned-columns = rotated dimensions
option-RoPE-exponent-all-columns = all dimensions
control-RoPE-scaling = Context extension
    .help = How the rotation frequencies are lowered for contexts longer than in training. linear: all equally. NTK-aware: by a larger base. dynamic: by a base that grows with the length. YaRN and llama3: only pairs that complete few rotations in training. LongRoPE: by searched factors.
option-RoPE-scaling-none = none
option-RoPE-scaling-YaRN-as-printed = YaRN as printed
control-RoPE-factor = Extension factor s
    .help = The context is this many times longer than in training. In LongRoPE it sets only the attention scale.
control-RoPE-trained_length = Training length L0
    .help = Context length in training, in tokens.
control-RoPE-factors = Factors per pair
    .help = How many times slower each pair rotates beyond the training length: numbers separated by commas, spread evenly over the pairs from fast to slow.
control-xPos-base = Base
    .help = The base B of the wavelengths 2π·B^(2i/d), in tokens. It is not a maximum length.
control-xPos-pairing = Pairing
    .help = Which dimensions rotate together. interleaved: neighbors. half: dimensions i and i + d/2. A model works only with the pairing that it was trained with.
option-xPos-pairing-interleaved = interleaved
option-xPos-pairing-half = half
control-ALiBi-slopes = Slopes
    .help = The slopes where the number of heads is no power of 2. code: as in the authors' code, which models use, with slopes of twice as many heads after the others. paper: one even series, as the paper describes.
option-ALiBi-slopes-code = code
option-ALiBi-slopes-paper = paper
control-ALiBi-direction = Direction
    .help = causal: queries see only earlier keys, as in the paper. symmetric: queries see all keys, with a penalty by the distance to either side.
option-ALiBi-direction-causal = causal
option-ALiBi-direction-symmetric = symmetric
control-T5-direction = Direction
    .help = bidirectional: queries see all keys, with half of the buckets for each side, as in an encoder. causal: queries see only earlier keys, as in a decoder.
option-T5-direction-bidirectional = bidirectional
option-T5-direction-causal = causal
control-T5-buckets = Buckets
    .help = Number of buckets.
control-T5-distance = Maximum distance
    .help = All distances from here on share the last bucket. Rounding may start it earlier.
control-T5-step = Nats per bucket
    .help = Drop in the attention logit from one bucket to the next, in nats. It stands in for the values that a model learns and is not from the paper.
control-NeRF-extent = Extent
    .help = Number of tokens over which the coordinate x = p / extent runs from 0 to 1.
control-SlidingWindow-window = Window
    .help = Number of tokens that a query sees to one side, including itself. Mistral 7B has 4,096.
control-SlidingWindow-direction = Direction
    .help = causal: queries see only earlier keys, as in Mistral. symmetric: queries see as many later keys, as in Longformer.
option-SlidingWindow-direction-causal = causal
option-SlidingWindow-direction-symmetric = symmetric
control-KERPLE-kind = Kernel
    .help = log: penalty r1 ln(1 + r2 k) at distance k. power: penalty r1 k^r2, which is ALiBi at r2 = 1.
option-KERPLE-kind-log = log
option-KERPLE-kind-power = power
control-KERPLE-r1 = Scale r1
    .help = Strength of the penalty. A model learns one per head, from a random start between 0 and 2 (log) or 0 and 1 (power). Here all heads share it.
control-KERPLE-r2 = Rate r2
    .help = Factor of the distance (log), or its exponent (power), which is at most 2. A model learns one per head. Here all heads share it.
control-FIRE-c = Logarithm scale c
    .help = The c in ln(c k + 1) for the distance k. A model learns it, starting at 0.1.
control-FIRE-threshold = Threshold L
    .help = Queries before this position divide by L, later ones by their own position. A model learns it, starting at 512.
control-FIRE-factor = Nats at full distance
    .help = Factor of the normalized distance, in nats. It stands in for the small network that a model learns per head and is not from the paper.
control-Sandwich-width = Sinusoid dimension
    .help = Number of dimensions of the sinusoids, twice the number of cosines. It is independent of d.
control-Sandwich-index = First frequency index
    .help = from 1: as the formula is printed. from 0: the dot product of the sinusoids themselves.
option-Sandwich-index-from-1 = from 1
option-Sandwich-index-from-0 = from 0
control-Sandwich-ratio = Compression ratio
    .help = per head: head h of H subtracts the bias at distance 0, which softmax ignores, and divides by 8h/H. none: the dot product itself, equal in all heads.
option-Sandwich-ratio-per-head = per head
option-Sandwich-ratio-none = none

# What a link sets

link-unusable = The link sets { $asked }, but { $key } must be { $allowed }.
    .near = { link-unusable } Did you mean { $near }?
link-used = Using { $key } = { $shown }.
link-schemes = up to { $most } different encodings
link-no-scheme = The link selects no encoding.
link-unknown = The link sets { $asked }, which is not a parameter of this app.
    .near = The link sets { $asked }, which is not a parameter of this app. Did you mean { $near }?
link-others = The link sets { $count } more values that cannot be used: { $names }
link-beyond = The sequence ends at position { $end }, so this page uses { $found }. A larger n restores your values.
link-beyond-one = { $key } = { $used } instead of { $chosen }

# Which encodings a page shows

shown-instead = Your encodings { $ability ->
    [rotation] do not rotate queries and keys
   *[bias] have no attention bias
}, so this page shows { $name }.
shown-not = { $reason } This page does not show it.
shown-rotation = { $name } rotates queries and keys and adds nothing to the token embeddings. This page shows the vectors that it makes of the pairs (1, 0).
shown-part = { $name } is a fixed table of { $rows } × { $width } numbers (positions × dimensions). This page uses the first { $length } × { $dim }.
shown-example = Yours is the example “{ $example }”. To use another table, open the page Check.
yours-missing = Yours has no table here, because links do not include tables. Upload yours on the page Check.
yours-closed = Yours has no table here, because this server takes no uploads. Select an example on the page Check.

# Share and download

code-module = As a PyTorch module, which adds the vectors to token embeddings:
share = Share and download
    .link-only = Share
    .link = Link to this page in its current state:
    .embed = Embed this page (the server must allow your site in POSENC_FRAME_ANCESTORS):
    .own-table = Your table is not part of the link. Anyone who opens it needs to upload their own, and { $name } is left out of the files and code below.
    .charts = To download a chart, use the buttons at its lower right: PNG, SVG, or interactive HTML. The HTML is one file of 5 MB, or a small file that needs plotly.js beside it.
    .refused = Not available as files: { $reasons }.

# Files: what each is, and why there is none

file-table = { $name }, CSV
    .help = The numbers in the charts.
file-matrix = { $name }, NPY
    .help = The matrix: { $length } × { $dim } numbers in float64, for numpy.load.
file-rows = tables have up to { $most } positions, but { $count } are shown (set the first and last position shown)
file-cells = matrices have up to { $most } numbers, but this one has { $count }
file-pairs = every pair of positions is compared up to n = { $length } and d = { $dim }; here, n = { $longer } and d = { $wider }
file-one-position = a sequence of one position has no pairs

# A misconception

misconception = Wrong: “{ $quote }”
    .right = Right: **{ $statement }** { $fact }

# The line with the sizes and the slider

sizes-position = Position **p = { $position }** ({ $sizes })
sizes-help = Drag the slider or use the arrow keys. It sets the same p as the sidebar.

# Models

control-swap = Swap *dog* and *man*
    .help = The second sentence has the words in the other order.
control-positions = Add positions
    .help = Adds a sinusoidal vector to each word, by its place in the sentence.
control-focus = Word
    .help = The word whose attention is shown.
control-patch_row = Row of the patch
    .help = Row of the selected patch, from 0 at the top.
control-patch_column = Column of the patch
    .help = Column of the selected patch, from 0 on the left.
control-axial = Axial RoPE of
    .help = A model that rotates queries and keys by row and column.
control-mrope = M-RoPE of
    .help = A model that rotates queries and keys by time, row, and column.
control-grid_rows = Rows of an image
    .help = Rows of tokens of each image; a token is 2 × 2 patches.
control-grid_columns = Columns of an image
    .help = Columns of tokens of each image; a token is 2 × 2 patches.
control-images = Images
    .help = Number of images in the prompt.
control-text_tokens = Tokens of each text
    .help = Tokens before the first image, and after each image.
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
option-mrope-ERNIE-4-5 = ERNIE 4.5
control-asked = Task
    .help = What each model is trained to answer.
control-among = Encodings
    .help = Which encodings are drawn together.
control-predict = Results
    .help = Predict first: results beyond the trained length are hidden until you say which encoding fails first.
control-column_of = Index and Normalized write their number
    .help = In every column of the vector, or only in the first.
option-asked-1-back = 1 back
option-asked-3-back = 3 back
option-asked-8-back = 8 back
option-asked-index-5 = Index 5
option-asked-induction = Induction
option-asked-copy = Copy
option-asked-order = Order
option-among-families = One of each family
option-among-tables = Added tables
option-among-codes = Codes and numbers
option-among-constant = Same in every column
option-among-rotations = Rotations
option-among-biases = Biases
option-among-scaling = RoPE scaling
option-among-scaling500 = RoPE scaling, base 500
option-predict-shown = Show all
option-predict-first = Predict first
option-column_of-every-column = in every column
option-column_of-one-column = in one column
control-model = Model
    .help = A model of the catalogue. Type to search it by name or encoding.
control-other = Compared with
    .help = A second model of the catalogue.
control-layer = Layer
    .help = A layer of the model, counted from 0.
control-as-in = As in a model
    .placeholder = as in …
    .help = Sets these parameters to those of a published model. The page Models has their sources.
control-paste-limit = At most { $most } characters fit: a longer text does not appear here.

# The switch of the language, with the name of the language in itself.

language-switch = Language
language-name = English
