# The page Sentence: whether attention notices word order.

sentence-title = Sentence: what changes when the words change places?

# The claim below the title. Where a claim is a cell, too, its value is the text of the cell, and .claim the sentence.

sentence-empty = Type some words into Text, or choose a sentence below.
sentence-too-long = The text makes { $count } tokens, but this page reads at most { $most }. Shorten the text.
sentence-few = Word order needs at least two words, and tokens that can attend to them.
sentence-same = In the other order, these tokens are the same sentence. Type other words, or choose another word order under Options.
sentence-without = Without a positional encoding, nothing changes: { $order ->
    [reversed] reverse
   *[other] shuffle
} the words, and every word keeps its attention weights and its output (self-attention is permutation-equivariant).
sentence-without-causal = Each word sees only itself and earlier words, and this alone depends on the order: { $order ->
    [reversed] reversed
   *[other] shuffled
}, weights change by { sentence-points } without a positional encoding.
sentence-points = { $value ->
    [0] at most 0.0001 percentage points
    [one] up to { $value } percentage point
   *[other] up to { $value } percentage points
}
sentence-largest = Weights change by
sentence-change = { sentence-points }
    .cell = { sentence-largest }
    .claim = With { $scheme }, weights change by { sentence-points }.
sentence-change-mirrored = nothing
    .cell = { sentence-largest }
    .claim = With { $scheme }, no weight changes: positions count only by their distances, and reversing does not change them.

# The main picture, sentences to try, and the cells

sentence-without-heading = Without position
    .back = Causal, without position
sentence-with-heading = With { $scheme }
sentence-arcs-alt = { $heading }: the attention weights of token { $position }: { $found }.
    .both = { $heading }: the attention weights of token { $position } in the original order: { $found }. In the { $order } order: { $names }.
sentence-row-original = original order
sentence-row-reversed = reversed
sentence-row-shuffled = shuffled
sentence-word = word
sentence-use = Arcs: attention of the selected token. Select another.
    .bold = Bold: changes with the order.
sentence-poem = Korean: a poem by Yun Dong-ju, in morphemes.
sentence-effect-label = Position
sentence-effect-sum = added to the token
    .cell = { sentence-effect-label }
sentence-effect-concatenation = concatenated to the token
    .cell = { sentence-effect-label }
sentence-effect-rotation = rotates queries and keys
    .cell = { sentence-effect-label }
sentence-effect-bias = added to each logit
    .cell = { sentence-effect-label }
sentence-effect-none = not encoded
    .cell = { sentence-effect-label }
sentence-own = { PERCENT($share) }
    .cell = Mean weight on itself

# Tabs

sentence-tab-weights = Weights
sentence-tab-add = Why add?
sentence-tab-tokens = Tokens and vectors
sentence-tab-batch = A batch in code

sentence-softmax = Rows are queries, columns keys. Logit: dot product divided by √d; otherwise one key gets almost all the weight as d grows, and gradients vanish. Softmax: weights that sum to 1. A real model multiplies by learned matrices first.
sentence-head = { $scheme } differs between attention heads: this page shows head { $head } of { $heads }.
sentence-causal = Later tokens are hidden: their logits are −∞, so softmax gives them weight 0.
sentence-padding = Padding is hidden, and its rows are empty because nothing uses them.
sentence-weight-alt = { $heading }: the attention weight of every pair of tokens.
sentence-weight-hover = query { $y }<br>key { $x }<br>weight { $z }

sentence-shapes = Tokens ({ $count }) → one-hot ({ $count }, { $whole }) → embeddings E ({ $count }, { $dim })
sentence-shapes-sum = { sentence-shapes } → add positions P ({ $count }, { $dim }) → **({ $count }, { $width })**
sentence-shapes-concatenation = { sentence-shapes } → concatenate positions P ({ $count }, { $dim }) → **({ $count }, { $width })**
sentence-lookup = A one-hot row times the embedding table is a row of this table, as in Word2Vec. The table here has random numbers instead of meanings.
sentence-no-vectors = { $scheme } adds no vector to the tokens: it acts on attention.
sentence-drawn = The heatmaps show the first { $most } columns.
sentence-panel-one-hot = One-hot
sentence-panel-embeddings = Embeddings E
sentence-panel-position = Positions P, { $scheme }
sentence-panel-sum = Sum E + P
sentence-panel-alt = { $name }: heatmap of tokens (down) by columns (across).
sentence-id = id
sentence-column = column
sentence-panel-hover = token { $y }<br>{ $axis } { $x }<br>value { $z }

sentence-position-larger = The numbers of a position vector are typically { $factor } times as large as those of a token embedding here.
sentence-token-larger = The numbers of a token embedding are typically { $factor } times as large as those of a position vector here.
sentence-cost = A sum keeps { $dim } dimensions; a concatenation has { $wider }, so that a square weight matrix has { $whole } parameters instead of { $rest }. But the dot product of two sums has two more terms: token·position and position·token.
sentence-scalar = The position must not drown in the token. As one number, it does as d grows: at d = 64, tokens are { $factor } times larger than five positions p/5, at d = 512 { $value } times ([picture](sentence?scheme=Normalized&Normalized.spread=one+column&Normalized.divisor=N&scale=N%280%2C+1%29&d=512&tab=add&text=I+love+you+so+much)).
sentence-terms = Typical size of each term of the dot product, as a share of all four
sentence-term-0 = token·token
sentence-term-1 = token·position
sentence-term-2 = position·token
sentence-term-3 = position·position
sentence-terms-hover = { $name }: { $share } (typical size { $value })
sentence-terms-alt = Stacked bars: the share of token·token, token·position, position·token, and position·position in a dot product, for each embedding initialization.
sentence-terms-use = Typical size: root mean square over all pairs of tokens. In a concatenation, only token·token and position·position remain.

sentence-vocabulary = The ID of a token is its row in the vocabulary, which has { $whole } entries here: { $count ->
    [one] one word
   *[other] { $count } different words
} of this text, and { $rest } special tokens.
sentence-unknown = { $count ->
    [one] One of { $whole } words is
   *[other] { $count } of { $whole } words are
} unknown.
sentence-special-start = `{ $text }`, ID { $column }, marks the start (begin of sequence); other models write `<s>`, [START], or [CLS].
sentence-special-end = `{ $text }`, ID { $column }, marks the end (end of sequence); other models write `</s>`, [END], or [SEP].
sentence-special-pad = `{ $text }`, ID { $column }, pads the sentence to a fixed length. Its embedding is zero.
sentence-special-unk = `{ $text }`, ID { $column }, replaces every word that is not in the vocabulary.
sentence-number = Position ID
    .help = Counted from { $start }.
sentence-token = Token
sentence-token-id = ID

sentence-batch-use = A model processes a batch of sentences at once. One table of positions, stored as a buffer that training does not change (requires_grad = False), serves all of them by broadcasting. Dropout, in training only, sets some numbers to 0 (in the paper 10%) against overfitting.
sentence-step-what = Step
sentence-step-shape = Shape
sentence-step-code = Code
sentence-step-ids = Token IDs
sentence-step-one-hot = One-hot rows
sentence-step-embeddings = Embeddings
sentence-step-buffer = Buffer of positions
sentence-step-part = The first rows of the buffer
sentence-step-sum = Sum, by broadcasting
sentence-step-dropout = After dropout
sentence-mixed-up = A module for the other axis order has a buffer of { $shown } and takes `{ $text }`. It raises no error here, but each token gets the number of its sentence as its position.
# Misconceptions

sentence-integers = The problem of integers is their size, not their type.
    .quote = A network cannot read integers, so the position is concatenated to the token.
    .fact = The integers 0 to { $last_position } are typically { $factor } times as large as embeddings of N(0, 1); Sinusoidal is { $value } times as large. And the formula adds the position.
sentence-shared = Positions are added once, before the first layer.
    .quote = All layers share the embeddings.
    .fact = Each layer has its own weights. The paper (3.4) shares one matrix between the embeddings of encoder and decoder and the last linear layer. RoPE, however, rotates queries and keys in every layer.

sentence-follow-up = Compare the encodings

# The sentence with which the page opens.

sentence-default = I love you so much
sentence-robot = I am a Robot
