# Run a model at a length: what the length needs, the settings of each program, and numbers that show their effect.

run-shipped = { $name } needs no setting for { $length } tokens, because its stated length is { $longer }.
run-shipped-scaling = It uses { $text } scaling by a factor of { NUMBER($factor, maximumSignificantDigits: 6) }{ $which ->
    [full] {" "}in layers with full attention
    [sliding] {" "}in layers with a window
    [chunked] {" "}in layers with chunks
   *[other] {""}
}. Programs read this scaling from the configuration.
run-names = In the lines, NAME and FILE.gguf stand for the model.
run-raised = Its max_position_embeddings of { $most } only limits programs. No frequency depends on it, so the lines raise it.
run-windows = Every layer that rotates sees at most { $most } tokens. Distances beyond { $longer } tokens therefore do not occur in it, and no scaling is needed for { $length } tokens. That is no promise of quality.
run-published = The authors publish a setting for { $length } tokens.
run-published-plain = The authors state { $length } tokens without scaling.
run-beyond = The authors publish a setting for { $longer } tokens, but not for { $length }. The quality at this length is not known.
run-computed = No setting of the authors is known here for { $length } tokens, which is more than the { $longer } of the configuration. The lines extend { $text } scaling by its formula. Without a test, the quality at this length is not known.
run-factor = The factor of { $text } is { NUMBER($factor, maximumSignificantDigits: 6) }, which is { $length } tokens divided by the original { $longer }.
run-factor-times = The factor of { $text } is { NUMBER($factor, maximumSignificantDigits: 6) }. It is that of the configuration, { NUMBER($value, maximumSignificantDigits: 6) }, times { $length } / { $longer } tokens.
run-longrope = The factors of LongRoPE come from a search for one length. Nothing sound can be computed from them for { $length } tokens, which is more than { $longer }.
run-only-longrope = The class of this type in transformers takes no scaling but LongRoPE, whose factors come from a search. Nothing sound can be said for { $length } tokens, which is more than { $longer }.
run-fixed = The class of this type in transformers takes no scaling. Nothing can be set for { $length } tokens, which is more than { $longer }.
run-scaling = The formula of the configuration’s scaling is not known here. Nothing can be said for { $length } tokens, which is more than { $longer }.
run-type = The type { $name } is not known here, and its code may read other keys, so no lines are given.
run-no-length = The configuration of { $name } states no length, so no factor can be computed.
run-learned = { $relation ->
    [equal] { $name } needs no setting for { $length } tokens, because its position table has vectors for { $rows } positions.
   *[more] { $name } cannot be run at { $length } tokens. Its position table has vectors for { $rows } positions, and more rows would have to be trained.
}
run-alibi = { $name } needs no setting for { $length } tokens, because ALiBi’s penalty is a formula of the distance. The quality beyond the length in training is not known.
run-buckets = { $name } needs no setting for { $length } tokens, because all larger distances share the last bucket. The quality beyond the length in training is not known.
run-sinusoidal = { $name } needs no trained number for { $length } tokens, because its sinusoids can be computed for any position. The quality beyond the length in training is not known.
run-none = { $name } has no positions, so { $length } tokens need no setting. The quality beyond the length in training is not known.
run-unknown = The positions of { $name } are not computed here, so nothing is known about it at { $length } tokens.

run-static = { $names } { $count ->
    [one] scales
   *[other] scale
} by the same factor at every position of every text, even of a short one.
run-switch-transformers = transformers uses the short factors up to { $length } tokens and the long factors in longer texts. The frequencies change when a text exceeds that length.
run-switch-vLLM = vLLM uses the long factors for every text if --max-model-len exceeds { $length }. Without that option, it limits itself to { $length } tokens.
run-switch-llamacpp = llama.cpp uses the long factors for every text if the context exceeds { $length } tokens.
run-switch-SGLang = SGLang uses the long factors for a batch with a position beyond { $length }, and the short ones for others.
run-dynamic-transformers = In a text of more than { $length } tokens, transformers recomputes the base for the length of the text.
run-log = When it starts, vLLM logs “Using max model len { $text }”. It is not known here which line of its log shows the frequencies.
run-ignored = The code for this type in { $name } does not use this scaling, so no line is given.
run-convert = llama.cpp reads { $text } from the file only. Change config.json and convert the model again.
run-cap = llama-server limits a request to the context length of the file. In the line, ARCH stands for the file’s general.architecture.

run-change = The wavelength of pair { $count } changes most{ $which ->
    [full] {" "}in layers with full attention
    [sliding] {" "}in layers with a window
    [chunked] {" "}in layers with chunks
   *[other] {""}
}. It is { $value } tokens, and would be { $there } tokens without this scaling.
run-softmax = All logits are also multiplied by { $times }.
run-check = To see that it took effect, run this after the lines for transformers:

run-length = length must be a whole number from 1 to { $most }, got { $shown }
