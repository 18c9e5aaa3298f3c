# The page Check. What a table is, and the evidence for it, is said by posenc_tools/diagnosis/words.py.

check-title = Check: are your own positions right?
check-claim = Choose what you have: this page names the formula or the bug behind a table, gives you tests for code, and reads model files.

# Upload

check-try = Or an example
    .placeholder = Choose an example
    .closed = An example (this server takes no uploads)
check-file = A table with one row per position
    .help = No code in a file is run, and pickles are refused. Axes of size 1, such as a batch of 1, are removed. From a large model, save only the table, with np.save('pe.npy', table).
check-paste = Pasted numbers
    .help = Write one row per line, with commas, tabs, or spaces between the numbers, or paste a table as NumPy or PyTorch prints it. Nothing that you paste is run.
    .button = Check these numbers
check-leave = Check a table of your own
check-kept = The server deletes your table when this page closes. No link contains it.
check-request = Links do not contain uploaded tables. Upload yours here.
check-remove = Remove table
check-which = Which table of the file?
    .placeholder = Choose a table
check-tensor = { $name }: { $shown }, { $text }
    .taken = { $name } in { $source }
    .noted = { $name }. { $text }
check-refused = **This could not be read:**
check-masked = The matrix contains negative infinity, as attention masks do, but this page needs finite numbers. Upload it without the mask, or run python -m posenc_tools on the file.
check-too-many = A table can have at most { $most } numbers, but this one has { $rows } × { $width }.
check-too-large = Numbers can be at most { $high } in size, but one is { $value }.
check-no-room = The server has no memory left for a table of this size. Upload a smaller one, or try again later.
check-wait = Comparing the table with known formulas and bugs…

# The verdict and its pictures

check-verdict = **{ $text }** ({ $rows ->
    [one] one row
   *[other] { $rows } rows
} × { $width ->
    [one] one column
   *[other] { $width } columns
})
check-bug = the bug “{ $name }”
check-table = The table
check-same = { $name }
check-meant = What was meant: { $name }
check-nearest = The nearest: { $name }
check-difference = Difference
check-difference-enlarged = Difference (colors × { $factor })
check-difference-none = There is no difference beyond rounding.
check-beyond = Numbers beyond ±{ $value } have the strongest color.
check-undrawn = The numbers of this table are too large or too small to draw.
check-picture-alt = { $heading }: heatmap of { $rows } positions (down) by { $width } columns (across).
    .bias = { $heading }: heatmap of { $rows } queries (down) by { $width } keys (across).
check-position = position p
check-column = column j
check-query = query
check-key = key
check-hover = position { $y }, column { $x }<br>value { $z }
    .bias = query { $y }, key { $x }<br>value { $z }

# The door of a model file

check-door-model = A `config.json`, or the header of a GGUF file, says how a model counts positions, and up to which length.
check-door-model-example = **For example:** { $text }
check-door-model-open = Open it on the page Models
check-door-model-command = In a terminal, you get the same without an upload:
check-door-model-gguf = The last line tells whether a conversion or a fine-tune kept the positions.

# Tabs

check-tab-fix = Wrong line
check-tab-evidence = Evidence
check-tab-another = Another formula?
check-tab-pages = On other pages

check-model = **Is it the table of a model?** Cosines, sines, and frequencies of RoPE are compared with each kind of layers of the model that you choose, and other position tables with its size or formula. If the columns pair other dimensions than the model’s code does, that counts as a difference.
check-model-which = Model
    .placeholder = Choose a model

check-resized = **Was it resized?** If this table was interpolated from another one, for a larger image or a longer text, upload the original. The answer says whether the interpolation was bilinear, bicubic, or nearest, whether it used antialiasing and aligned corners, whether it ran over a grid or a sequence, and whether class rows were copied. The original is not kept.
check-resized-file = Original table

check-meant-line = If { $name } was meant, this line is probably wrong.

check-differences = The charts show how far each column and each row is from { $name }, as a multiple of a typical column or row of the table.
    .ring = A ring marks the largest difference.
check-differences-axis = relative difference
check-columns-range = The relative difference of a column is from { RANGE($low, $high) }, and it is largest at column { $column }.
check-columns-even = The relative difference of every column is { $value }.
check-rows-range = The relative difference of a row is from { RANGE($low, $high) }, and it is largest at position { $position }.
check-rows-even = The relative difference of every row is { $value }.

check-pairs = Two columns with the same frequency are a pair. On a log axis, the pairs of the formula lie on a falling line.
check-pairs-left-out = { $count ->
    [one] One pair of { $whole } has no positive frequency and is left out.
   *[other] { $count } pairs of { $whole } have no positive frequency and are left out.
}
check-pairs-alt = The frequencies of { $count ->
    [one] one pair
   *[other] { $count } pairs
} on a log axis: from { RANGE($high, $low) } radians per position, beside those of the formula.
check-pair = pair i
check-pair-axis = frequency in radians per position (log axis)
check-pair-hover = pair { $x }: { $y } radians per position
check-pair-measured = measured
check-pair-formula = formula
    .bug = with the bug
    .meant = meant

check-pages = Your table is now an encoding called { $name }, which you can select on every page.
    .chosen = It is selected, and n and d are its size:
    .choose = Select { $names } with n = { $length } and d = { $dim }

# The door of code: pairing, assertions, and which test finds which bug

check-pairings = **Which dimensions make a pair?** Some code rotates neighbors, 2i with 2i + 1 (interleaved), and some rotates halves, i with i + d/2 (half-split). If your numbers differ from those of Hugging Face, look here first.
    .link = See both pairings on the page RoPE
check-assertions = **Copy the assertion that you need.** When it fails, it says which line is probably wrong. The README says how to install the library, and your code stays on your computer.
check-finds-title = Which test finds which bug of RoPE?


check-tests = Two tests need no reference values. The first checks that a rotated vector keeps its norm. The second checks that the dot product at one offset, here { $offset }, is the same at all positions. They catch { $count } of { $whole } common bugs. To find the other { $rest }, you need reference values, which `assert_rotary` has. Select a bug to see its dot product along the sequence.
check-test-norm = norm
check-test-position = position
check-test-values = values
check-matrix-alt = Which test finds which bug. { $facts }.
check-matrix-row = { $name }: { $found }
check-matrix-none = no test
check-matrix-hover = { $name }, { $text }: { $label }
check-caught = caught
check-missed = missed
check-passes = passes
check-code-bug = bug
check-code-none = correct code
check-code-half-table = half-split table
check-code-half-rotation = half-split rotation
check-code-q-alone = only queries rotate
check-code-twice = rotated twice
check-code-cache-anew = cache forgotten
check-code-sign-flipped = sign of the sine
check-code-degrees = degrees
check-code-exponent-i-d = exponent i/d
check-wrong-half-table = The tables of cosines and sines are half-split, but the code rotates neighbors.
check-wrong-half-rotation = The tables of cosines and sines are interleaved, but the code rotates i with i + d/2.
check-wrong-q-alone = Queries are rotated, but keys are not.
check-wrong-twice = Queries and keys are rotated twice, so every offset counts double.
check-wrong-cache-anew = { $count } tokens are in the KV cache, but the positions of later keys do not count them.
check-wrong-sign-flipped = The sine has the wrong sign, so pairs rotate backward, and offset k acts as −k.
check-wrong-degrees = Angles in radians are used as degrees, so every pair rotates { NUMBER($factor, maximumSignificantDigits: 3) } times too slowly.
check-wrong-exponent-i-d = Pair i rotates by B^(−i/d) per token instead of B^(−2i/d), so every pair but the first is too fast.
check-verdict-right = Correct code passes both tests. Norms stay the same, and the dot product is { $value } at every position.
check-verdict-missed = Both tests pass, but the code is wrong. The dot product is { APART($here, $there) } at every position instead of { APART($there, $here) }.
check-verdict-length = At position { $position }, the norm of q is { $factor } times as large as before.
check-verdict-place = The dot product changes with the position: { $values }.
check-walk = dot product of q and k, { $offset } tokens apart
check-walk-along = position of the key
check-walk-alt = The dot product of one query and one key, { $offset } tokens apart, along the sequence, for { $names }.

# The riddle

check-riddle = Riddle { $count }: which bug is it?
check-riddle-read = Each row is a position. In the formula, columns 0 and 1 are a sine and its cosine, columns 2 and 3 are the next pair, and so on. This link shows everyone the same riddle.
check-riddle-table = This table
check-riddle-formula = The formula
check-riddle-column = column { $column }
    .formula = column { $column } of the formula
check-riddle-value = value
check-riddle-question = What is wrong with this table?
check-riddle-nothing = Nothing is wrong: this is the formula
check-riddle-wrong = It is not this bug, which would look like the picture below. { $fact }
    .nothing = Something is wrong. Without a bug, both pictures and the curves would be the same.
    .heading = With “{ $name }”
check-riddle-right = That is right: { $text }. { $fact }
    .nothing = That is right. Nothing is wrong with this table.
check-riddle-start = Or solve a riddle
check-riddle-open = Check a table like this one
check-riddle-next = Next riddle
check-riddle-score = Right at the first try: { $count } of { $most }.
check-riddle-alt = { $heading }: heatmap of positions { RANGE($start, $end) } (down) by { $width } columns (across).
check-curves-same = Columns { $column } and { $other } of this table are drawn as curves over the position. They are those of the formula.
check-curves-apart = Columns { $column } and { $other } of this table are drawn as curves over the position. They differ from those of the formula by up to { $distance }.

# Misconceptions

check-rounding = A difference in the fourth digit can be rounding.
    .quote = My table differs from another in the fourth digit, so one is wrong.
    .fact = Code in float32 rounds the frequencies, and the error grows with the position. It is at most { $low } up to position 127, and { $high } for n = { $length } (d = { $dim }). A wrong exponent shows at once: with the bug “{ $name }”, position 1 is off by { $value }.
check-exponent = The numbers cannot tell another base from another exponent.
    .quote = I measure a base of { NUMBER($base, maximumSignificantDigits: 6) } instead of 10,000, so the exponent is wrong.
    .fact = At d = { $dim }, base 10,000 looks like this if the exponent is 2i/(d − 2), as in Tensor2Tensor, fairseq, and Whisper. Base 100 in the paper’s formula gives the same numbers as base { $whole } with the exponent i/d.
check-layout = Sines first, then cosines, is another order of the same columns.
    .quote = All sines first and then all cosines is a bug.
    .fact = { $count } of { $dim } columns differ, but no dot product does. It is a bug to train a model with one layout and run it with the other.

check-follow-up = How does a model file count positions?
