# Errors for arguments of functions; names of arguments are code.

argument-option = { $shown } must be one of { $text }
argument-parameter = { $name } is not a parameter of { $scheme }: it has { $text }
    .listed = { $name } is not a parameter of { $scheme }: its parameters are { $text }
argument-empty = { $name } must have at least one row and one column, not { $sizes }
    .shape = table must have at least one row and one column, got shape { $sizes }
    .axes = table must have rows and columns, not the shape { $sizes }
argument-slice = table must have 2 dimensions, got shape { $sizes }: it is the same along axis { $axis }, so pass { $text }
    .differ = table must have 2 dimensions, got shape { $sizes }: its slices along axis { $axis } differ, so pass one, such as { $text }
    .first = table must have 2 dimensions, got shape { $sizes }: axis 0 holds the columns, so pass { $text }
    .grid = table must have 2 dimensions, got shape { $sizes }: its slices along axis { $axis } differ, so pass one, such as { $text }, or if axes 0 and 1 are those of a grid, { $other }

# Positions, offsets, lengths, and dimensions

argument-even = dim = { $dim } must be even: columns are rotated in pairs
    .bug = dim = { $dim } must be even for the bug { $name }, which splits the columns in halves
    .small = dim = { $dim } is too small for the bug { $name }: it divides by 0
argument-base = base = { $shown } must be a finite number above 0

# Vectors, logits, and tables

argument-block = block = { $shown } must be from 1 to { $last }.
argument-two-rows = table must have at least two rows, got 1

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
