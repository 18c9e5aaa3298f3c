# How a model encodes position: the sentence about it, its layers, and what is assumed or not known.

models-rotation = { $name } rotates { $width ->
    [0] all { $dim } dimensions of each head
   *[other] { $width } of the { $dim } dimensions of each head
} (RoPE, base { $base }).
models-pairing = Its dimensions are paired { $first } in Hugging Face’s code{ $relation ->
    [equal] {" "}and in the release
    [more] {", "}and { $last } in the release
   *[other] {""}
}.
models-alibi = { $name } subtracts a penalty per token of distance from attention logits (ALiBi{ $heads ->
    [0] {""}
   *[other] {", "}{ $heads } heads
}).
models-buckets = { $name } adds a learned bias for each of { $count } buckets of distances (T5): all distances from { $offset } share one bucket.
models-learned = { $name } adds a learned vector for each position{ $rows ->
    [0] .
   *[other] : its table has { $rows } rows.
}
models-sinusoidal = { $name } adds sinusoids to { $dim } dimensions.
models-none = { $name } gives its attention no positions (NoPE).
models-relative = { $name } uses { $text }, which is not computed here.
models-unknown = The configuration of { $name } does not say how position is encoded.

models-scaled = It uses { $text } scaling, from { $length } to { $longer } tokens.
models-scaled-linear = It uses { $text } scaling by { $factor }.
models-encoder = That is its decoder: the encoder adds sinusoids.
models-offset = The first token has row { $start }, so { $rows } positions can be used.
models-count = { $count ->
    [0] Some layers
    [one] 1 layer
   *[other] { $count } layers
}
models-layers-window = { models-count } see a window of { $most } tokens, with base { $base }{ $text ->
    [none] .
   *[other] {" "}and { $text } scaling.
}
models-layers-full = { models-count } see all tokens, with base { $base }{ $text ->
    [none] .
   *[other] {" "}and { $text } scaling.
}
models-layers-nope = { models-count } get no positions (NoPE).
models-layers-linear = { models-count } use no softmax attention.
models-softmax = Logits are also multiplied by { NUMBER($factor, maximumSignificantDigits: 5) }.

# At a position

models-incomplete = { $count } of { $whole } pairs never complete a rotation within the { $length } tokens of training.
models-complete = All { $whole } pairs complete a rotation within the { $length } tokens of training.
models-reached = In a text of { $length } tokens, { $count } of { $whole } pairs do not complete a rotation. The longest wavelength is { $value } tokens.
models-bands = The scaling keeps { $count } pairs, blends { $other }, and divides the frequency of { $rest } by { $factor }.
models-attention = Cosine and sine are multiplied by { NUMBER($factor, maximumSignificantDigits: 5) }, so logits by { NUMBER($value, maximumSignificantDigits: 5) }.
models-resolution = As a bfloat16 number, position { $position } is known to { $other } tokens; as a float32 number, to { $value }. Angles must be formed in float32.
models-row = Position { $position } has row { $other } of { $rows }.
models-no-row = Position { $position } has no row: the last is { $last_position }.
models-penalty = At distance { $offset }, the bias is { $high } nats in the head that looks farthest, and { $low } in the one that looks least far.
models-bucket = Distance { $offset } is in bucket { $other } of { $count }.

# Assumed, or not known

models-default = { $name } is not in the file: the class has { $whole }.
models-base = The base is not in the file: { $relation ->
    [known] the class has { $base }.
   *[other] most classes have { $base }.
}
models-share = The rotated share is not in the file: the class has { PERCENT($share) }.
models-head = head_dim is not in the file: the hidden size divided by the heads is { $whole }.
models-window = The window is not in the file: the class has { $whole } tokens.
models-original = original_max_position_embeddings is not in the file: transformers takes { $whole }, which shifts the bands.
models-whole-trained = { $whole } tokens, the length in the file, are taken as the length in training.
models-su = The scaling is called su, an older name of longrope that transformers 5.23.0 refuses.
models-not-absolute = position_embedding_type says absolute, but the class rotates.
models-alibi-max = alibi_bias_max is { $value }, but Hugging Face’s class always takes 8.
models-both-ways = The penalty is taken for keys on both sides of the query.
models-plain-table = The type is not known: a table with as many rows as positions is assumed.
models-no-type = The file names no model_type.
models-no-family = Nothing in the configuration of { $name } says how position is encoded.
models-no-pairing = Which dimensions the code of { $name } pairs is not known: it is in no configuration.
models-no-release = Which dimensions the authors’ own code pairs is not in the sources.
models-no-head = Without the hidden size and the number of heads, the frequencies are not known.
models-no-scaling = The scaling { $name } is not known, so frequencies are shown without it.
models-linear-length = Linear scaling does not say how long texts were in training.
models-mrope = Positions of images have three parts (M-RoPE: time, height, width). Shown is text, where all three are equal.
models-trained-table = The numbers of the table are in the weights, not in the configuration.
models-trained-numbers = The bias of each bucket is in the weights, not in the configuration.
models-mpt-slopes = For { $heads } heads, which is no power of 2, MPT orders slopes in its own way.
models-unlike = Other pages show { $scheme } with the nearest parameters: it has no bounds or attention factor of its own for this scaling.

# A stored table beside what the configuration says

models-frequencies-same = The { $count } stored frequencies are those of the configuration.
models-frequencies-plain = The { $count } stored frequencies are those without the { $text } scaling of the configuration.
models-frequencies-other = { $count } of { $whole } stored frequencies are not those of the configuration.
models-angles-same = The stored cosines or sines of { $count } positions are those of the configuration.
models-angles-other = The stored table of { $whole } positions has neither the cosines nor the sines of the configuration.
models-table-same = The stored table has the size of the configuration, { $sizes }.
models-table-other = The stored table is { $sizes }, but the configuration says { $rows } × { $dim }.
models-bias-same = The stored bias, { $sizes }, has { $count } buckets, as the configuration.
models-bias-other = The stored bias, { $sizes }, does not have the { $count } buckets of the configuration.
models-sinusoids-same = The stored table is the sinusoid of the configuration: { $count } of { $whole } rows, and the others may be padding.
models-sinusoids-other = The stored table is not the sinusoid of the configuration: { $count } of { $whole } rows agree.
