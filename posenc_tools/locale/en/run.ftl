# Run a model at a length: what the length needs, the settings of each program, and numbers that show their effect.

run-shipped = { $name } needs no setting for { $length } tokens: its stated length is { $longer }.
run-shipped-scaling = It uses { $text } scaling{ $which ->
    [full] {" "}in full layers
    [sliding] {" "}in layers with a window
    [chunked] {" "}in layers with chunks
   *[other] {""}
}, factor { NUMBER($factor, maximumSignificantDigits: 6) }, which programs read from the configuration.
run-names = NAME and FILE.gguf stand for the model.
run-raised = Its max_position_embeddings of { $most } limits programs only: no frequency depends on it, so the lines raise it.
run-windows = Every layer that rotates sees at most { $most } tokens, so distances beyond { $longer } tokens do not occur in it, and no scaling is needed for { $length } tokens. That is no promise of quality.
run-published = The authors publish a setting for { $length } tokens.
run-published-plain = The authors state { $length } tokens without scaling.
run-beyond = The authors publish a setting for { $longer } tokens, not for { $length }: the quality at this length is not known.
run-computed = No setting of the authors for { $length } tokens is known here, more than the { $longer } of the configuration. The lines extend { $text } by its formula; the quality at this length is not known without a test.
run-factor = The factor of { $text } is { NUMBER($factor, maximumSignificantDigits: 6) }: { $length } tokens divided by the original { $longer }.
run-factor-times = The factor of { $text } is { NUMBER($factor, maximumSignificantDigits: 6) }: that of the configuration, { NUMBER($value, maximumSignificantDigits: 6) }, times { $length } / { $longer } tokens.
run-longrope = LongRoPE’s factors come from a search for one length: for { $length } tokens, more than { $longer }, nothing sound can be computed from them.
run-only-longrope = The class of this type in transformers takes no scaling but LongRoPE, whose factors come from a search: nothing sound can be said for { $length } tokens, more than { $longer }.
run-fixed = The class of this type in transformers takes no scaling: nothing can be set for { $length } tokens, more than { $longer }.
run-scaling = The scaling of the configuration has no formula here, so nothing can be said for { $length } tokens, more than { $longer }.
run-type = The type { $name } is not known here: its code may read other keys, so no lines are given.
run-no-length = The configuration of { $name } states no length, so no factor can be computed.
run-learned = { $relation ->
    [equal] { $name } needs no setting for { $length } tokens: its position table has vectors for { $rows }.
   *[more] { $name } cannot be run at { $length } tokens: its position table has vectors for { $rows }, and more rows would have to be trained.
}
run-alibi = { $name } needs no setting for { $length } tokens: ALiBi’s penalty is a formula of the distance, though the quality beyond the length in training is not known.
run-buckets = { $name } needs no setting for { $length } tokens: all larger distances share the last bucket, though the quality beyond the length in training is not known.
run-sinusoidal = { $name } needs no trained number for { $length } tokens: its sinusoids are computed for any position, though the quality beyond the length in training is not known.
run-none = { $name } has no positions, so { $length } tokens need no setting, though the quality beyond the length in training is not known.
run-unknown = Nothing is known about { $name } at { $length } tokens: its positions are not computed here.

run-static = { $name } scales by the same factor at every position of every text, also of short ones.
run-switch-transformers = transformers uses the short factors up to { $length } tokens and the long ones in longer texts; the frequencies change when a text exceeds that length.
run-switch-vLLM = vLLM uses the long factors for every text if --max-model-len exceeds { $length }; without that option it limits itself to { $length } tokens.
run-switch-llamacpp = llama.cpp uses the long factors for every text if the context exceeds { $length } tokens.
run-switch-SGLang = SGLang uses the long factors for a batch with a position beyond { $length }, and the short ones for others.
run-dynamic-transformers = transformers recomputes the base with the length of each text beyond { $length } tokens.
run-log = When it starts, vLLM logs “Using max model len { $text }”. Which line of its log shows the frequencies is not known here.
run-ignored = The code for this type in { $name } does not use this scaling, so no line is given.
run-convert = llama.cpp reads { $text } from the file only: change config.json and convert the model again.
run-cap = llama-server limits a request to the context length of the file; ARCH stands for its general.architecture.

run-change = The wavelength that changes most{ $which ->
    [full] {" "}in full layers
    [sliding] {" "}in layers with a window
    [chunked] {" "}in layers with chunks
   *[other] {""}
} is that of pair { $count }: { $value } tokens, { $there } without this scaling.
run-softmax = All logits are also multiplied by { $times }.
run-check = Check, after the lines for transformers:

run-length = length must be a whole number from 1 to { $most }, got { $shown }
