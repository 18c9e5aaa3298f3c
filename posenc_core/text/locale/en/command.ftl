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
command-keys = Keys:
command-sources = Sources:
likely-line = Likely line: { $text }
