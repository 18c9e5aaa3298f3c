# Rejected files and texts with a table, and notes about what was not read. A message of `reader-reasons` has no period.

reader-text = The text
    .inside = the text
reader-extension = The name { $name } must end in one of { $text }.
reader-empty = { $name } is empty.
reader-bytes = { $name } has { $count } bytes, but the limit is { $most }.
reader-pickle = { $name } is a pickle, which can execute code and is not supported. Save the table with np.save(...) or safetensors.torch.save_file(...).
reader-no-table = { $name } contains no table.
reader-finite = { $name } has { $text } in row { $row }, column { $column } (counted from 0), but every number must be finite.
reader-truncated = { $name } is truncated. Its header requires { $whole } bytes of numbers, but only { $count } follow.
reader-header-bytes = { $name } has a header of { $count } bytes, but the limit is { $most }.

reader-reasons = { $reasons }{ $count ->
    [0] .
    [one] . One other array is not a table either.
   *[other] . { $count } other arrays are not tables either.
}
reader-shape = { $name } has the shape ({ $sizes }), but a table has two axes, rows and columns
reader-axes = { $name } has { $count } axes, but a table has two, rows and columns
reader-no-rows = { $name } has the shape ({ $sizes }), but a table has at least one row and one column
reader-many-numbers = { $name } has { $sizes } numbers, but the limit is { $most }
reader-contents = { $name } contains { $contents ->
    [boolean] true and false
    [complex] complex numbers
    [objects] Python objects, which only executing code could restore
    [text] text
    [dates] dates
    [bytes] raw bytes
    [records] records
   *[other] { $text }
}, but a table contains real numbers
reader-npz-encrypted = { $name } is encrypted
reader-npz-method = { $name } is compressed with an unsupported method
reader-safetensors-type = { $name } contains { $label }, but only { $text } are supported

# .npy, .npz, and .safetensors

reader-npy = { $name } is not a .npy file, because its first bytes are not those of the format.
reader-npy-version = { $name } is a .npy file of version { $number }, but only versions 1, 2, and 3 are supported.
reader-npy-header = { $name } is damaged, because its header is not valid.
reader-npz-directory = { $name } has a directory larger than { $most } bytes.
reader-npz-arrays = { $name } contains { $count } arrays, but the limit is { $most }.
reader-npz-twice = { $name } contains two arrays with the same name.
reader-npz-overlap = { $name } is damaged, because the arrays of its archive overlap.
reader-npz-damaged = { $name } is damaged, because its archive cannot be unpacked.
reader-safetensors = { $name } is not a .safetensors file, or it is truncated, because its header does not fit into it.
reader-safetensors-json = { $name } is not a .safetensors file, because its header is not JSON.
reader-safetensors-twice = The header of the .safetensors file contains a key twice.
reader-safetensors-entry = { $name } is damaged, because its header entry is not valid.
reader-safetensors-end = { $name } is truncated. It should end at byte { $end } after the header, but only { $whole } bytes follow.
reader-safetensors-shape = { $name } is damaged, because its { $count } bytes do not match its shape.
reader-safetensors-overlap = { $name } is damaged, because { $label } overlaps another tensor.

# Text

reader-not-utf8 = { $name } is not UTF-8 text. Save it as CSV in UTF-8.
reader-characters = { $name } has { $count } characters, but the limit is { $most }.
reader-long-text = { $name } contains brackets and more than { $most } characters. Save it as .npy.
reader-long-line = { $name } has a line of more than { $most } characters. Save it as .npy.
reader-lines = { $name } has more than { $most } { $word ->
    [row] rows
   *[line] lines
}.
reader-place = { $word ->
    [row] row
   *[line] line
} { $count }
reader-long-row = { $name } has more than { $most } numbers in { reader-place }.
reader-lengths = { $name } has rows of different lengths: { $width } in { reader-place }, and { $length } before it.
reader-numbers = { $name } has more than { $most } numbers.
reader-no-numbers = { $name } contains no numbers.
reader-counts = The first line of { $name } counts 0, 1, 2, …. If these are names of columns, delete the line. If they are numbers, write all of them with decimal points.
reader-names = { $name } has { $count } column names but { $whole } columns. Fill empty cells.
reader-brackets = The brackets of { $name } do not form a table. Write rows in brackets, such as [[0, 1], [0.84, 0.54]].
reader-omits = { $name } omits numbers. Save the table with np.save, or print all of it after np.set_printoptions(threshold=10**9) or torch.set_printoptions(profile="full").
reader-commas = { $name } has ambiguous commas in numbers. Write decimals with a point.
reader-comma = { $name } has { $text } in { reader-place }, column { $column }. Write decimals with a point.
reader-nothing = { $name } has nothing in { reader-place }, column { $column }. Write every number.
reader-no-number = { $name } has “{ $text }” in { reader-place }, column { $column }, which is no number.
reader-two-numbers = { $name } has “{ $text }” in { reader-place }, column { $column }, which is no number. Use one separator, and a point for decimals.

# Notes

reader-first-line = the first line (column names)
reader-first-column = the first column (row labels)
reader-skipped = The numbers do not include { $names }.
reader-one-axis = { $name } has one axis and was read as one row.
reader-same-axis = { $name } ({ $sizes }) is the same along axis { $number }, so { $text } was read.
reader-merged = Axes 0 and 1 of { $sizes } were merged.
reader-columns-first = Axis 0 of { $sizes } contains the columns, because each of its slices varies along one axis alone. The other axes were merged.
reader-slices = The slices of { $sizes } along axis { $number } differ.
