# Errors for arguments of functions; names of arguments are code.

argument-masked = { $name } must not be a masked array: fill the masked values first
argument-rows = { $name } must be an array of real numbers with rows of equal length
argument-real = { $name } must be real numbers, got { $contents ->
    [text] text
    [bytes] bytes
    [objects] objects
   *[other] { $shown }
}
argument-axes = { $name } must have { $count } { $count ->
    [1] dimension
   *[other] dimensions
}, got shape { $sizes }
argument-whole = { $name } = { $shown } must be a whole number from { $first }
    .range = { $name } = { $shown } must be a whole number from { $first } to { $last }
argument-option = { $shown } must be one of { $text }
argument-suggestion = ; did you mean { $near }?
argument-out = out must be float16, float32 or float64 of shape { $sizes }, not { $shown }
    .dtype = dtype = { $shown } must be that of out, { $text }, or left out
argument-parameter = { $name } is not a parameter of { $scheme }: it has { $text }
    .listed = { $name } is not a parameter of { $scheme }: its parameters are { $text }
argument-empty = { $name } must have at least one row and one column, not { $sizes }
    .shape = table must have at least one row and one column, got shape { $sizes }
    .axes = table must have rows and columns, not the shape { $sizes }
argument-slice = table must have 2 dimensions, got shape { $sizes }: it is the same along axis { $axis }, so pass { $text }
    .differ = table must have 2 dimensions, got shape { $sizes }: its slices along axis { $axis } differ, so pass one, such as { $text }
    .first = table must have 2 dimensions, got shape { $sizes }: axis 0 holds the columns, so pass { $text }
    .grid = table must have 2 dimensions, got shape { $sizes }: its slices along axis { $axis } differ, so pass one, such as { $text }, or if axes 0 and 1 are those of a grid, { $other }
argument-finite = { $name } must be finite, not { $shown }
    .table = the values of a table must be finite, not { $shown }
    .encoding = the values of an encoding must be finite and at most { $text } in size

# Positions, offsets, lengths, and dimensions

argument-positions = { $name } of { $scheme } must be between { $first } and { $last }, not { $shown }
    .whole = { $name } of { $scheme } must be whole and between { $first } and { $last }, not { $shown }
    .far = { $name } scales keys exponentially: positions to rotate must be between { $first } and { $last }, not { $shown }
    .row = position { $position } has no row: the table of { $name } has { $count }, from 0 on
    .axes = { $name } of { $scheme } must have { $count } axes, { $text }, not shape { $sizes }
    .one = position must be one position, not { $sizes }
    .flat = { $name } must be positions in one dimension, not { $sizes }
    .few = { $name } must be one position, or positions in one dimension, not { $sizes }
    .ends = start = { $first } and stop = { $last } must be whole, 0 <= start < stop <= { $length }
argument-broadcast = p of shape { $x } and q of shape { $y } cannot be broadcast
argument-offsets = offsets must be whole numbers from 0 to { $last }
argument-even = dim = { $dim } must be even: columns are rotated in pairs
    .bug = dim = { $dim } must be even for the bug { $name }, which splits the columns in halves
    .small = dim = { $dim } is too small for the bug { $name }: it divides by 0
argument-divisor = length = 1 leaves n - 1 = 0 as the divisor: only position 0 has a value, 0
argument-no-pair = length = 1 leaves no pair of positions
argument-no-later = { $name } has no positions after its first { $length }
argument-base = base = { $shown } must be a finite number above 0
argument-size = { $name } needs a length and a dim
    .array = an array has its own length and dim: leave them out
    .class = encoding must be a scheme such as { $name }(), not the class

# Vectors, logits, and tables

argument-rotated = x must be (..., n, d) for n positions, not { $x } for { $y }
argument-logits = queries (n, d) at (n,) and keys (m, d) at (m,) must go together, not { $text }
argument-scores = scores must contain at least one number
    .finite = scores must contain at least one finite number
argument-content = content must be two vectors of { $dim } numbers, not { $x } and { $y }
    .shape = content and position must have one shape, not { $x } and { $y }
argument-zero = query and key must not be zero vectors
argument-flat = values must be a flat, non-empty sequence of numbers
argument-pairs = pairs must be two numbers of columns each, from 0 to { $last }
argument-head = head = { $head } must be at most { $heads }, the number of heads
    .most = heads = { $heads } must be at most { $most }
argument-block = block = { $shown } must be from 1 to { $last }.
argument-two-rows = table must have at least two rows, got 1
argument-ids = ids must be whole numbers from 0 to { $last }, not { $shown }
argument-hidden = hidden must be one truth value for each of { $count } tokens, not { $sizes }
argument-mask = mask must be 0 and 1 in two dimensions (sentences, tokens), not { $sizes }
argument-patches = rows and columns must be even, because { $count } × { $count } patches are one token, not { $sizes }
    .grid = a grid of { $x } × { $y } needs { $count } rows, not { $rows }
    .resized = { $rows } rows are not { $first } and { $x } × { $y }

# Tests of other code

argument-biases = biases must be (H,) or (H, n, m) with n at most m, or heads be given, not { $sizes }
    .weights = biases (…, H, n, m) and weights ({ $count }, H) have shapes { $x }, { $y }
    .keys = biases must have more than { $most } keys, to reach the last bucket, not { $count }
argument-tolerance = { $name } = { $shown } must be a finite number from 0
    .scale = scale = { $shown } must be a finite number other than 0
argument-padding = padding_idx = { $shown } must be a row, at most { $last }
argument-config = either config or dim is required
    .alone = base, dim, and scaling require that config is left out
    .unreadable = { $name } cannot be called or read as rotary code; see help(assert_rotary)
    .error = Cannot be called: { $name } failed with { $text }; help(assert_rotary) lists the accepted forms
argument-decoder = logits must have the shape { $x }, not { $y }
    .random = model returns NaN, or different logits for the same tokens: call model.eval() first
    .weak = model cannot be tested: the order of the tokens changes logits by { $value } only; use trained or larger weights, and float32 or float64
    .start = model has no parameter start: add it, or pass without=['shift']
    .cache = model returns no cache: return (logits, cache), or pass without=['next token', 'cache']
    .positions = model has no position_ids: pass without=['packing', 'shift']

# Figures

argument-figure = a figure needs at least one encoding
    .compare = compare needs at least one encoding
    .wavelengths = { $name } has no wavelengths
    .plotly = posenc_core.plot needs Plotly: pip install 'posenc-core[plot]'
