# Lines of the terminal and of failed assertions, around verdicts and descriptions of models.

command-wrong = This code is probably wrong:
    .meant = If { $name } was meant, this code is probably wrong:
command-right = This code is right:
command-counted = Rows and columns are counted from 0.
command-alone = Without the configuration, the answer is: { $text }
command-no-buffers = transformers computes no rotary buffers for { $name }.
command-assumed = What is assumed:
    .of = What is assumed for { $name }:
command-unknown = What is not known:
    .of = What is not known of { $name }:
command-unused = Keys about positions that were not used here:
command-read = What was read:
command-images = To see its rotations, open the page Images at { $key }.
command-keys = Keys that differ:
command-sources = Sources:
likely-line = Look here in your code: { $text }

# Help

command-list =
    .check = identify the table in FILE (more with posenc check --help)
    .model = describe how a model encodes position, or compare two models (more with posenc model --help)
    .buffers = compute the rotary buffers of a config.json with transformers (more with posenc buffers --help)
    .arguments = arguments
    .options = options
    .help = show this help and exit
    .version = print the version
    .lang = --lang CODE, before or after the command, selects the language of all texts. Without it, they follow LANG.
command-check = Identify a table of positions. The answer names the encoding, its parameters, the error, and the evidence.
    .file = a table with one row per position, in a file that ends in { $text }
    .tensor = which tensor to read, if the file contains several
    .config = compare the table with this config.json
    .allow-kind = exit with 0 also for a matrix that is no encoding
    .resized-from = find out how this smaller or larger table was interpolated
    .json = print JSON
command-check-exit = exit status:
    .status-0 = The table is known. It is an encoding, a matrix of attention biases, or a trained table.
    .status-1 = The table has a known bug.
    .status-2 = The table is not recognized, or only without some of its values or with unusual parameters, or it is a matrix that is no encoding, such as equal rows or attention weights (0 with --allow-kind).
    .status-3 = The file could not be read, or the arguments are invalid.
command-check-others = With --config, the status is 0 if the table agrees with the configuration, 1 if its numbers or its size differ, and 3 if the configuration does not describe a table. With --resized-from, it is 0 for an interpolation, 1 if the interpolation mixes up the grid, and 2 if none matches.
command-model = Describe how a model encodes position, and say what was read, what is assumed, and what is not known.
    .model = the path of a config.json or of a GGUF file, or the name of a model such as 'Llama 3.1 8B' or openai/gpt-oss-120b
    .at = also report what happens at this position
    .length = print the lines that run the model at this length
    .against = compare the model with this one, such as the model before a fine-tune or a conversion
    .json = print JSON
command-model-exit = exit status:
    .status-0 = The encoding is known.
    .status-2 = The encoding, its scaling, or the type of the model is not known, a key that may change them was not read, or nothing sound is known about --length.
    .status-3 = A file could not be read, or the arguments are invalid.
command-model-against = with --against:
    .status-0 = Both models encode positions in the same way. Their lengths may differ.
    .status-1 = The positions differ.
    .status-2 = It is not known whether the positions differ.
command-buffers = Compute the rotary buffers that the installed transformers makes from a configuration, without the weights, to compare them with those of another program.
    .config = the path of a config.json
    .out = write the buffers to this .npz file
command-buffers-exit = exit status:
    .status-0 = The buffers are printed and, with --out, written.
    .status-2 = The model has no rotary buffers.
    .status-3 = transformers is missing or cannot build the model, a file could not be read or written, or the arguments are invalid.

# Errors

command-no-command = there is no command { $shown }
command-needs = this command needs { $name }. Install it with pip install torch transformers
command-not-built = { $source }: transformers cannot build the model ({ $text })
command-unreadable = { $source } could not be read ({ $text })
command-at-range = --at must be a position from 0 to { $most }, got { $shown }
command-not-combined = { $name } cannot be combined with --against
command-select-tensor = { $reason }. Select one with --tensor
command-several-tables = the file contains several tables
command-no-tensor = no tensor is named { $shown }
command-more = and { $count } more
command-numbers = { $sizes } numbers
command-numbers-range = { $sizes } numbers, { $first } to { $last }

# A failed assert_sinusoidal, before the verdict

assertion-table = The table is not { $name }.
    .worst = Row { $x }, column { $y } is { $first } and should be { $last }. The tolerance is { $residual }{ $text ->
        [none] {""}
       *[other] {" "}in { $text }
    }.
    .count = { $count } of { $whole } numbers exceed their tolerance. Rows and columns are counted from 0.
    .passes = The table passes with dtype={ $text }.
