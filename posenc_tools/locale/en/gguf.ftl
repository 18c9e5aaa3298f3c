# What llama.cpp computes from a GGUF file

gguf-pairing = { $source } pairs { $pairing ->
    [interleaved] neighboring dimensions (2i with 2i + 1)
   *[half] dimensions i and i + d/2
}.{ $relation ->
    [more] {" "}Its converter reorders the rows of q and k, because Hugging Face’s code pairs i with i + d/2.
   *[equal] {""}
}
gguf-base = The file has no base, so llama.cpp uses { $base }.
gguf-alibi-bias = attention.max_alibi_bias is { $value }, but the slopes are computed here for 8.
gguf-llama3 = rope_freqs.weight contains the factors of llama3 scaling by { NUMBER($factor, maximumSignificantDigits: 6) }, from { $length } tokens on.
gguf-factors = rope_freqs.weight divides the frequencies of { $count ->
    [one] 1 pair
   *[other] { $count } pairs
}, by at most { NUMBER($factor, maximumSignificantDigits: 6) }.
gguf-window-unused = The file has a window of { $most } tokens, but llama.cpp does not use it for { $name }.

gguf-architecture = { $source } has no architecture { $name } whose positions can be read here.
gguf-scaling = The scaling { $name } is not known.
gguf-sections = Positions of images have several parts (rope.dimension_sections: { $text }). It is not known here which pairs count which axis. In text, all axes are equal.
gguf-no-sections = The file has no rope.dimension_sections, so it is not known which pairs count which axis of images. In text, all axes are equal.
gguf-cut = Only the first { $count } of { $whole } keys were read, because the file ends within its vocabulary. Converters write all keys of the model before it.
gguf-factors-unseen = The factors of the frequencies (rope_freqs.weight, or rope_factors_long.weight and rope_factors_short.weight) were not read. Models such as Llama 3.1 have them.

# Rejected files

gguf-start = this is not a GGUF file: it does not begin with GGUF
gguf-version = the version of this GGUF file is not supported: it must be 2 or 3
gguf-no-counts = this GGUF file is truncated: its header has no counts
gguf-strings = the arrays of this GGUF file have more than { $most } strings
gguf-header = the header of this GGUF file has more than { $most } bytes
gguf-counts = this GGUF file is damaged: it has { $count } keys and { $whole } tensors
gguf-twice = this GGUF file is damaged: { $name } occurs twice
gguf-name = this GGUF file is damaged: a name has { $count } bytes
gguf-keys = this GGUF file is damaged: its keys have more than { $most } characters
gguf-type = this GGUF file is damaged: { $number } is not a type of values
gguf-axes = this GGUF file is damaged: { $name } has { $count } axes
gguf-offset = this GGUF file is damaged: { $name } begins at byte { $start }
gguf-alignment = this GGUF file is damaged: general.alignment is not valid
gguf-ends = the file ends after { $count } of { $whole } keys, before the vocabulary
gguf-no-architecture = the file has no general.architecture; if a model has several files, the first contains it
gguf-width = { $name } must be even and at most { $most }, got { $width }
gguf-pairs = { $name } must have { $count } positive numbers, one for each pair
