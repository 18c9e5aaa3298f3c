# How a model encodes position: the sentence about it, its layers, and what is assumed or not known.

model-rotation = { $name } uses RoPE with base { $base }. It rotates queries and keys in { $width ->
    [0] all { $dim } dimensions of each head
   *[other] { $width } of the { $dim } dimensions of each head
}.
model-rotation-in = { $name } uses RoPE with base { $base } in { $count } of { $whole } layers. There it rotates queries and keys in { $width ->
    [0] all { $dim } dimensions of each head
   *[other] { $width } of the { $dim } dimensions of each head
}.
model-rotation-base = { $name } uses RoPE. It rotates queries and keys in { $width ->
    [0] all { $dim } dimensions of each head
   *[other] { $width } of the { $dim } dimensions of each head
}, with base { $base } in { $count } of { $whole } layers.
model-axes = { $name } rotates queries and keys by the coordinates of image patches{ $count ->
    [0] {""}
   *[other] {" "}and by the time, which has { $count } frequencies
}. The base is { $base }{ $row ->
    [0] .
   *[other] , and there are { $row } frequencies for the row and { $column } for the column.
}{ $relation ->
    [turn] {" "}Coordinates run from −1 to 1 and are multiplied by 2π.
   *[position] {""}
}
model-axes-layout = Its pairs of dimensions { $text ->
    [alternating] take the axes in turns
   *[blocks] take one axis after the other
}, beginning with { $first ->
    [time] the time
    [column] the column
   *[row] the row
}. A pair consists of { $pairing ->
    [interleaved] two neighbors (2i with 2i + 1)
    [axis] dimensions i and i + d/4 within its axis
   *[half] dimensions i and i + d/2
}.{ $relation ->
    [all] {" "}The axes share the frequencies of one RoPE.
   *[each] {""}
}
model-axes-table = It also adds a learned table of { $rows } patches, which is interpolated to the grid of the image.
model-mrope = For images, its pairs count three axes (M-RoPE): { $count } pairs count the time, { $row } the row, and { $column } the column. { $relation ->
    [interleaved] Pairs of time, row, and column take turns, and the remaining pairs of the time come at the end.
    [last] Pairs of row and column take turns, and those of the time come at the end.
   *[blocks] The pairs of the time come first, then those of the row, then those of the column.
} In text, all three axes are equal.
model-pairs = { $pairing ->
    [half] in halves (i with i + d/2)
   *[interleaved] as neighbors (2i with 2i + 1)
}
model-pairing = Hugging Face’s code pairs dimensions { $first }{ $relation ->
    [equal] , and so does the authors’ release
    [more] , but the authors’ release pairs them { $last }
   *[other] {""}
}.
model-alibi = { $name } uses ALiBi{ $heads ->
    [0] {""}
   *[other] {" "}with { $heads } heads
}. For every token of distance between query and key, it subtracts a penalty from the attention logit.
model-buckets = { $name } adds a learned bias to attention logits, one for each of { $count } buckets of offsets (T5 bias). Its encoder has half of the buckets for each side, and there all distances from { $offset } on share the last bucket of their side. In its decoder, all distances from { $later } on share the last bucket.
model-buckets-too = It also adds a learned bias for each of { $count } buckets of offsets, as T5’s encoder does. All distances from { $offset } on share the last bucket of their side.
model-learned = { $name } adds a learned vector for each position{ $rows ->
    [0] .
   *[other] , from a table of { $rows } rows.
}
model-sinusoidal = { $name } adds sinusoids of the position to { $dim } dimensions.
model-none = { $name } gives its attention no positions (NoPE).
model-recurrent = { $name } gives tokens no positions. Its layers are recurrent and have no softmax attention.
model-relative = { $name } uses { $text }, which is not computed here.
model-unknown = { $count ->
    [0] The configuration of { $name } does not say how position is encoded.
   *[other] How { $name } encodes position is not known, but keys of its configuration concern it.
}
model-backward = It rotates by minus the angle, so in the opposite direction to Llama’s code.

model-scaled = It uses { $text } scaling{ $count ->
    [0] {""}
   *[other] {" "}in { $count } of { $whole } layers
}. Its length is { $length } tokens before the scaling, and its stated length is { $longer } tokens.
model-scaled-linear = It uses { $text } scaling{ $factor ->
    [1] {""}
   *[other] {" "}by a factor of { NUMBER($factor, maximumSignificantDigits: 6) }
}{ $count ->
    [0] .
   *[other] {" "}in { $count } of { $whole } layers.
}
model-proportional = Where only a part of a head of { $head } dimensions rotates, the exponent still counts all { $head } (proportional).
model-temperature = Queries { $which ->
    [nope] of the layers without positions are
   *[other] are
} multiplied by a factor that grows with the logarithm of the position, by { $factor } for each unit of the logarithm. It changes every { $count } tokens.
model-logn = Beyond { $length } tokens, queries are multiplied by the logarithm of the position, with base { $length }.
model-encoder = This describes its decoder. Its encoder adds sinusoids.
model-offset = The first token has row { $start } of the table, so { $rows } positions can be used.
model-count = { $count ->
    [0] Some layers
    [one] 1 layer
   *[other] { $count } layers
}
model-places = { $count ->
    [one] 1 layer ({ $text }, counted from 0)
   *[other] { $count } layers ({ $text }, counted from 0)
}
model-layers-share = { $width ->
    [0] all { $dim } dimensions of a head
   *[other] { $width } of { $dim } dimensions of a head
}
model-layers-compressed = { $where } { $count ->
    [one] sees
   *[other] see
} a window of { $most } tokens and compressed ones before it, with base { $base }{ $width ->
    [-1] {""}
   *[other] {" "}on { model-layers-share }
}{ $text ->
    [none] .
   *[other] {" "}and { $text } scaling.
}
model-window = { $family ->
    [all] all tokens
    [two-sided] two-sided window of { $most } tokens ({ $start } before the query, { $end } after it)
    [chunk] chunk of { $most } tokens
   *[window] window of { $most } tokens
}
model-layers-window = { $where } { $count ->
    [one] sees
   *[other] see
} a { $window }, with base { $base }{ $width ->
    [-1] {""}
   *[other] {" "}on { model-layers-share }
}{ $text ->
    [none] .
   *[other] {" "}and { $text } scaling.
}
model-layers-window-end = A window ends with the query, so later tokens are not seen.
model-layers-full = { $where } { $count ->
    [one] sees
   *[other] see
} all tokens, with base { $base }{ $width ->
    [-1] {""}
   *[other] {" "}on { model-layers-share }
}{ $text ->
    [none] .
   *[other] {" "}and { $text } scaling.
}
model-layers-nope = { $where } { $count ->
    [one] gets
   *[other] get
} no positions (NoPE).
model-layers-linear = { $where } { $count ->
    [one] uses
   *[other] use
} no softmax attention.
model-softmax = All logits are multiplied by { NUMBER($factor, maximumSignificantDigits: 5) }.

# At a position

model-past = Position { $position } is beyond position { $last_position }, the last of the { $length } tokens that the model states.
model-when = { $length } tokens { $when ->
    [before] before the scaling
   *[other] of training
}
model-incomplete = { $count } of { $whole } pairs { $count ->
    [one] does
   *[other] do
} not complete a rotation within the { model-when }.
model-complete = All { $whole } pairs complete a rotation within the { model-when }.
model-reached = In a text that reaches position { $position }, { $count ->
    [0] all { $whole } pairs complete a rotation.
    [one] 1 of { $whole } pairs does not complete a rotation.
   *[other] { $count } of { $whole } pairs do not complete a rotation.
} The longest wavelength is { $value } tokens.
model-bands = The scaling keeps the frequency of { $count ->
    [one] 1 pair
   *[other] { $count } pairs
}{ $other ->
    [0] {" "}and divides that of { $rest } by
   *[other] , blends that of { $other }, and divides that of { $rest } by
} { NUMBER($factor, maximumSignificantDigits: 6) }.
model-temperature-at = At position { $position }, { $which ->
    [nope] queries of the layers without positions are
   *[other] queries are
} multiplied by { NUMBER($factor, maximumSignificantDigits: 5) }.
model-attention = Cosine and sine are multiplied by { NUMBER($factor, maximumSignificantDigits: 5) }, so logits are multiplied by { NUMBER($value, maximumSignificantDigits: 5) }.
model-resolution = Between positions { $start } and { $end }, neighboring bfloat16 numbers are { $other } { $other ->
    [one] token
   *[other] tokens
} apart, and neighboring float32 numbers are { $value } { $value ->
    [one] token
   *[other] tokens
} apart. Do not compute angles in bfloat16.
model-row = Position { $position } uses row { $other } of a table of { $rows } rows.
model-no-row = The table has no row for position { $position }, because its last position is { $last_position }.
model-penalty = At distance { $offset }, the bias is { $high } nats in the head that looks farthest, and { $low } nats in the head that looks least far.
model-before = { $offset ->
    [one] 1 token before the query
   *[other] { $offset } tokens before the query
}
model-bucket = { $where ->
    [encoder] In the encoder, a key { model-before }
    [decoder] In the decoder, a key { model-before }
   *[all] A key { model-before }
} is in bucket { $other } of { $count }, counted from 0.

# Assumed, or not known

model-default = The file has no { $name }, so transformers 5.23.0 takes { $whole }.
model-base = The file has no base, { $relation ->
    [known] so transformers 5.23.0 takes { $base }.
    [own] so that of its authors’ code is assumed, which is { $base }.
   *[other] so { $base } is assumed, as most classes have it.
}
model-share = The file does not say which share of each head rotates, { $relation ->
    [own] so that of its authors’ code is assumed, which is { PERCENT($share) }.
   *[known] so transformers 5.23.0 takes { PERCENT($share) }.
}
model-head = The file has no head_dim, so { $count ->
    [one] the hidden size
   *[other] { $count } times the hidden size
} is divided by the number of heads, which gives { $whole }.
model-local-base = The file has no base for layers with a window, so transformers 5.23.0 takes { $base }.
model-pattern = The file does not say which layers see all tokens, so transformers 5.23.0 takes one layer in { $count }.
model-padding = The file has no pad_token_id, so the first token is assumed to have row { $start }.
model-stated = { $relation ->
    [less] The file states { $other } tokens, which is less than its scaling reaches.
   *[unknown] The file states no length.
} The scaling extends { $length } tokens { NUMBER($factor, maximumSignificantDigits: 6) } times, to { $whole }.
model-original = The file has no original_max_position_embeddings, so transformers takes { $whole }, which shifts the bands of the scaling.
model-su = The file calls its scaling su, which is an older name of longrope that transformers 5.23.0 refuses.
model-not-absolute = position_embedding_type says absolute, but the class rotates queries and keys.
model-alibi-max = alibi_bias_max is { $value }, but Hugging Face’s class always takes 8.
model-both-ways = The penalty is assumed to apply to keys on both sides of the query.
model-plain-table = The type is not known, so a table with as many rows as positions is assumed.
model-no-type = The file names no model_type.
model-as-llama = The type { $name } is not known, so its keys were read as Llama’s code would read them. Its layers, its pairs of dimensions, and its length in training may differ.
model-one-key = The type { $name } is not known. Its encoding was read from one key, so its numbers may differ.
model-odd-width = The part of each head that rotates has an odd number of dimensions, { $width }, so its frequencies are not known.
model-class-scaling = The file has no RoPE parameters, so transformers 5.23.0 uses { $text } scaling.
model-unused = { $name }
model-no-family = The type { $name } is not known, and no key that is known here says how position is encoded.
model-flat = The file has no text_config, so its own keys were read as those of { $name }. transformers 5.23.0 does not use them in a file of this type.
model-unread = Some keys concern positions by their names, but were not read and may change what is said: { $names }{ $count ->
    [0] {""}
   *[other] {" "}and { $count } more
}.
model-layer-kind = Layers of the kind { $name } are not known, so they are shown as layers that see all tokens.
model-no-pairing = It is not known which dimensions the code of { $name } pairs, because no configuration says so.
model-no-release = The sources do not say which dimensions the authors’ own code pairs.
model-no-head = Without the hidden size and the number of heads, the frequencies are not known.
model-no-scaling = The scaling { $name } is not known, so frequencies are shown without it.
model-no-trained = The length of texts in training is not known, because a configuration has only the stated length.
model-mrope-unknown = Positions of images have several axes (M-RoPE){ $count ->
    [0] {""}
   *[other] , with { $text } frequencies
}. It is not known for this type which pairs count which axis. In text, all axes are equal.
model-mrope-sum = { $name } has { $count } pairs, but { $whole } pairs rotate.
model-mrope-ignored = The file sets mrope_interleaved to { $shown }, but the code of transformers for this type does not read it.
model-part = It is not known here how { $name } encodes position.
model-trained-table = The numbers of the table are in the weights, not in the configuration.
model-learned-factors = The code multiplies each frequency by exp(alpha). These factors are in the weights, not in the configuration.
model-trained-numbers = The bias of each bucket is in the weights, not in the configuration.
model-unlike = Other pages show { $scheme } with the nearest parameters, because bounds and attention factors of this scaling cannot be set there.

# A stored table beside what the configuration says

model-frequencies-same = The { $count } stored frequencies are those of the configuration.{ $relation ->
    [equal] {""}
   *[unknown] {" "}They do not show which dimensions are paired.
}
model-angles-same = The stored cosines or sines of { $count } positions are those of the configuration.{ $relation ->
    [equal] {""}
   *[unknown] {" "}They do not show which dimensions are paired.
}
model-layers-same = { $stored } They belong to its layers { $which ->
    [sliding] with a sliding window
    [full] with full attention
   *[other] of kind “{ $which }”
}.
model-layers-other = { $stored } It was compared with its layers { $which ->
    [sliding] with a sliding window
    [full] with full attention
   *[other] of kind “{ $which }”
}.
model-part-same = { $stored } They belong to its { $name }.
model-part-other = { $stored } It was compared with its { $name }.
model-longrope-same = { $stored } They have the { $kind ->
    [short] short factors, for texts of up to { $whole } tokens; longer texts have the long factors
   *[long] long factors, for texts of more than { $whole } tokens; shorter texts have the short factors
}.
model-size-other = The stored table is { $sizes }, which does not match the { $dim } dimensions of the configuration.
model-table-same = The stored table has the size of the configuration, { $sizes }.
model-table-other = The stored table is { $sizes }, but the configuration says { $rows } × { $dim }.
model-bias-same = The stored bias, { $sizes }, has { $count } buckets, as in the configuration.
model-bias-other = The stored bias, { $sizes }, does not have the { $count } buckets of the configuration.
model-sinusoids-same = The stored table is the sinusoid of the configuration. { $count } of { $whole } rows agree, and any others may be padding.
model-sinusoids-other = The stored table is not the sinusoid of the configuration. Only { $count } of { $whole } rows agree.

# Rejected configurations and arguments

field-characters = the configuration has more than { $most } characters, too many for a config.json
field-empty = the configuration is empty
field-json = the configuration is not valid JSON
field-object = the configuration must be a JSON object, as in config.json
field-depth = the configuration is nested more than { $most } levels deep, which no config.json is
field-values = the configuration has { $count } commas and opening brackets, but at most { $most } are allowed
field-key = a key of the configuration has { $count } characters, but at most { $most } are allowed
field-read = the values of the configuration that concern positions have { $count } characters, but at most { $most } are allowed
field-unused = the configuration has { $count } or more unknown keys that concern positions by their names, but the paths of all of them may have at most { $most } characters
field-kinds = the configuration has { $count } kinds of layers with different rotations, but at most { $most } are allowed
field-errors = { $reasons }{ $count ->
    [0] {""}
   *[other] ; and { $count } more
}
field-number = { $name } must be a number from { $first } to { $last }, got { $shown }
field-allowed = { $name } = { $shown } must be { $allowed }
field-whole = { $name } must be a whole number, got { $shown }
field-text = { $name } must be a text of at most 100 printable ASCII characters, got { $shown }
field-list = { $name } must be a list of at most { $most } values, got { $shown }
field-mapping = { $name } must be a JSON object, got { $shown }
field-pairs = { $name } must be a list of { $count } numbers, one for each pair
field-layers = { $name } must have a number for each of { $layers } layers, got { $count }
field-multiple = hidden_size = { $width } must be a multiple of num_attention_heads = { $heads }
field-original = scaling = { $text } requires original_max_position_embeddings
model-repository = The file of { $source } was not read. These are the values of { $name } in the catalogue.
model-no-repository = model = { $shown } is neither a file nor a model of the catalogue, and repositories are not downloaded. Give its config.json, or choose one of { model-names }
model-no-match = model = { $shown } matches { $count ->
    [0] no model
   *[other] several models
} of the catalogue. Choose one of { model-names }
model-names = { $text }{ $rest ->
    [0] {""}
   *[other] , and { $rest } more
}
model-images = { $name } is not in the catalogue. The page Images shows its rotations at { $key }. For a single model, use its config.json.
model-learned-table = { $shown } has learned numbers, which no configuration describes
model-no-table = the configuration of { $name } does not describe a table of { $sizes }
model-no-rotation = the layers { $which } of { $name } have no rotation
model-no-waves = cosines and sines must have rows of positions, got the shape { $sizes }

# Place in a source

model-source = { $text }, in { $source }
