# The page Sentence: whether attention notices word order.

sentence-title = Sentence: what changes when the words change places?

# The claim below the title. Where a claim is a cell, too, its value is the text of the cell, and .claim the sentence.

sentence-empty = Type some words into Text, or choose a sentence below.
sentence-too-long = The text makes { $count } tokens, but this page reads at most { $most }. Shorten the text.
sentence-few = To compare word orders, this page needs at least two words, and tokens that can attend to them.
sentence-same = In the other order, these tokens are the same sentence. Type other words, or choose another word order under Options.
sentence-without = Without a positional encoding, attention cannot see the order of the words. { $order ->
    [reversed] Reverse
   *[other] Shuffle
} them, and every word keeps its attention weights and its output: self-attention is permutation-equivariant.
sentence-without-causal = Each word sees itself and the words before it, which are others in another order. So even without a positional encoding, weights change by { sentence-points } if you { $order ->
    [reversed] reverse
   *[other] shuffle
} the words.
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
    .claim = With { $scheme }, no weight changes, because distances alone count, and reversing keeps them.

# The main picture, sentences to try, and the cells

sentence-without-heading = Without position
    .back = Causal mask, without position
sentence-with-heading = With { $scheme }
sentence-arcs-alt = { $heading }: the attention weights of token { $position }: { $found }.
    .both = { $heading }: the attention weights of token { $position } in the original order: { $found }. In the { $order } order: { $names }.
sentence-row-original = original order
sentence-row-reversed = reversed
sentence-row-shuffled = shuffled
sentence-word = word
sentence-use = The arcs show the attention of the selected token. Select another one.
    .bold = Percentages in bold change with the order of the words.
sentence-poem = The Korean sentences are from a poem by Yun Dong-ju, split into morphemes.
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
    .cell = Mean weight of a token on itself

# Tabs

sentence-tab-weights = Weights
sentence-tab-add = Why is position added?
sentence-tab-tokens = Tokens and vectors
sentence-tab-batch = A batch in code

sentence-softmax = Each row is a query, and each column a key. Their logit is their dot product divided by √d. Without this division, one key would get almost all the weight as d grows, and gradients would vanish. Softmax turns the logits of a row into weights that sum to 1. A real model multiplies by learned matrices first.
sentence-head = The attention heads of { $scheme } differ, and this page shows head { $head } of { $heads }.
sentence-causal = A mask sets the logits of later tokens to −∞, so softmax gives them weight 0.
sentence-padding = Padding is hidden, and its rows are empty, because nothing uses them.
sentence-weight-alt = { $heading }: the attention weight of every pair of tokens.
sentence-weight-hover = query { $y }<br>key { $x }<br>weight { $z }

sentence-shapes = Tokens ({ $count }) → one-hot ({ $count }, { $whole }) → embeddings E ({ $count }, { $dim })
sentence-shapes-sum = { sentence-shapes } → add positions P ({ $count }, { $dim }) → **({ $count }, { $width })**
sentence-shapes-concatenation = { sentence-shapes } → concatenate positions P ({ $count }, { $dim }) → **({ $count }, { $width })**
sentence-lookup = A one-hot row has a single 1, and multiplied by the embedding table it gives one row of this table, as in Word2Vec. The table here has random numbers instead of meanings.
sentence-no-vectors = { $scheme } adds no vector to the tokens, because it acts on attention.
sentence-drawn = The heatmaps show the first { $most } columns.
sentence-panel-one-hot = One-hot
sentence-panel-embeddings = Embeddings E
sentence-panel-position = Positions P, { $scheme }
sentence-panel-sum = Sum E + P
sentence-panel-alt = { $name }: heatmap of tokens (down) by columns (across).
sentence-id = id
sentence-column = column
sentence-panel-hover = token { $y }<br>{ $axis } { $x }<br>value { $z }

sentence-position-larger = Here, the numbers of a position vector are typically { $factor } times as large as those of a token embedding.
sentence-token-larger = Here, the numbers of a token embedding are typically { $factor } times as large as those of a position vector.
sentence-cost = A sum keeps { $dim } dimensions. A concatenation has { $wider }, and a square weight matrix then has { $whole } parameters instead of { $rest }. In return, the dot product of two concatenations lacks two terms that mix words and places: token·position and position·token.
sentence-scalar = A position that is one number drowns in the token as d grows. With five positions p/5, tokens are { $factor } times larger at d = 64, and { $value } times larger at d = 512, as [this picture](sentence?scheme=Normalized&Normalized.spread=one+column&Normalized.divisor=N&scale=N%280%2C+1%29&d=512&tab=add&text=I+love+you+so+much) shows.
sentence-terms = Typical size of each term of the dot product, as a share of all four
sentence-term-0 = token·token
sentence-term-1 = token·position
sentence-term-2 = position·token
sentence-term-3 = position·position
sentence-terms-hover = { $name }: { $share } (typical size { $value })
sentence-terms-alt = Stacked bars: the share of token·token, token·position, position·token, and position·position in a dot product, for each embedding initialization.
sentence-terms-use = The typical size is the root mean square over all pairs of tokens. In a concatenation, token·position and position·token are missing.

sentence-vocabulary = The ID of a token is its row in the vocabulary, which has { $whole } entries here: { $count ->
    [one] one word
   *[other] { $count } different words
} of this text, and { $rest } special tokens.
sentence-unknown = { $count ->
    [one] One of { $whole } words is
   *[other] { $count } of { $whole } words are
} unknown.
sentence-special-start = `{ $text }`, ID { $column }, marks the beginning of a sequence. Other models write `<s>`, [START], or [CLS].
sentence-special-end = `{ $text }`, ID { $column }, marks the end of a sequence. Other models write `</s>`, [END], or [SEP].
sentence-special-pad = `{ $text }`, ID { $column }, pads the sentence to a fixed length. Its embedding is zero.
sentence-special-unk = `{ $text }`, ID { $column }, replaces every word that is not in the vocabulary.
sentence-number = Position ID
    .help = Counted from { $start }.
sentence-token = Token
sentence-token-id = ID

sentence-batch-use = A model processes a batch of sentences at once, and broadcasting adds one table of positions to all of them. The table is a buffer, which training does not change (requires_grad = False). During training, dropout sets some numbers to 0 against overfitting, in the paper 10%.
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
    .fact = The integers 0 to { $last_position } are typically { $factor } times as large as embeddings of N(0, 1), while Sinusoidal is { $value } times as large. And the paper adds the position; it does not concatenate it.
sentence-shared = Positions are added once, before the first layer.
    .quote = All layers share the embeddings.
    .fact = Each layer has its own weights. What the paper shares (3.4) is one matrix, between the embeddings of encoder and decoder and the last linear layer. RoPE, in contrast, rotates queries and keys in every layer.

sentence-follow-up = Compare the encodings

# The sentence with which the page opens.

sentence-default = I love you so much
sentence-robot = I am a Robot
