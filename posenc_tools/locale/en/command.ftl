# Lines of the terminal and of failed assertions, around verdicts and descriptions of models.

command-wrong = Probably wrong:
    .meant = If { $name } was meant, probably wrong:
command-right = Right:
command-instead = Instead: { $text }
command-counted = Rows and columns are counted from 0.
command-alone = Without the configuration: { $text }
command-no-buffers = transformers computes no rotary buffers for { $name }.
command-assumed = Assumed:
    .of = { $name }, assumed:
command-unknown = Unknown:
    .of = { $name }, unknown:
command-unused = Not used:
command-read = Read:
command-images = On the page Images: { $key }
command-keys = Keys:
command-sources = Sources:
likely-line = Likely line: { $text }

# Help

command-list =
    .check = identify the table in FILE (posenc check --help)
    .model = describe how a model encodes position, or compare two (posenc model --help)
    .buffers = compute the rotary buffers of a config.json with transformers (posenc buffers --help)
    .version = print the version
    .lang = --lang CODE before or after the command selects the language of texts; by default, it is that of LANG.
command-check = Identify a position table: encoding, parameters, error, and evidence.
    .file = table with one row per position ({ $text })
    .tensor = tensor to read if the file contains several
    .config = compare the table with this config.json
    .allow-kind = exit with 0 also for a matrix that is no encoding
    .resized-from = find the interpolation of this smaller or larger table
    .json = print JSON
command-check-exit = exit status:
    .status-0 = known: an encoding, attention biases, or a trained table
    .status-1 = a known bug
    .status-2 = not recognized, recognized except for some values or only with unusual parameters, or a matrix that is no encoding, such as equal rows or attention weights (0 with --allow-kind)
    .status-3 = the file could not be read, or the arguments are invalid
command-check-others = With --config: 0 if the table agrees with the configuration, 1 if its numbers or its size differ, and 3 also if the configuration does not describe a table. With --resized-from: 0 for an interpolation, 1 if it mixes up the grid, 2 if none matches.
command-model = Describe how a model encodes position, and what was read, assumed, or unknown.
    .model = path of a config.json or of a GGUF file, or a model name such as 'Llama 3.1 8B' or openai/gpt-oss-120b
    .at = also report what happens at this position
    .length = print the lines to run it at this length
    .against = compare with this one, such as the model before a fine-tune or a conversion
    .json = print JSON
command-model-exit = exit status:
    .status-0 = the encoding is known
    .status-2 = the encoding, its scaling, or the type of the model is unknown, a key that may change them was not read, or nothing sound is known about --length
    .status-3 = a file could not be read, or the arguments are invalid
command-model-against = with --against:
    .status-0 = both encode positions in the same way; lengths may differ
    .status-1 = positions differ
    .status-2 = that is not known
command-buffers = Compute the rotary buffers that the installed transformers makes from a configuration, without weights, for comparison with those of another program.
    .config = path of a config.json
    .out = write the buffers to this .npz file
command-buffers-exit = exit status:
    .status-0 = the buffers are printed and, with --out, written
    .status-2 = the model has no rotary buffers
    .status-3 = transformers is missing or cannot build the model, a file could not be read or written, or the arguments are invalid

# Errors

command-no-command = unknown command { $shown }
command-needs = needs { $name }: pip install torch transformers
command-not-built = { $source }: transformers cannot build the model: { $text }
command-unreadable = { $source }: could not be read ({ $text })
command-at-range = --at must be a position from 0 to { $most }, got { $shown }
command-not-combined = { $name } cannot be combined with --against
command-select-tensor = { $reason }: select one with --tensor
command-several-tables = the file contains several tables
command-no-tensor = no tensor is named { $shown }
command-more = and { $count } more
command-numbers = { $sizes } numbers
command-numbers-range = { $sizes } numbers, { $first } to { $last }
