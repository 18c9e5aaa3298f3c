# How a model encodes position: the sentence about it, its layers, and what is assumed or not known.

model-rotation = { $name } rotates { $width ->
    [0] all { $dim } dimensions of each head
   *[other] { $width } of the { $dim } dimensions of each head
} (RoPE, base { $base }).
model-rotation-in = { $name } rotates, in { $count } of { $whole } layers, { $width ->
    [0] all { $dim } dimensions of each head
   *[other] { $width } of the { $dim } dimensions of each head
} (RoPE, base { $base }).
model-rotation-base = { $name } rotates { $width ->
    [0] all { $dim } dimensions of each head
   *[other] { $width } of the { $dim } dimensions of each head
} (RoPE, base { $base } in { $count } of { $whole } layers).
model-axes = { $name } rotates by the coordinates of image patches{ $count ->
    [0] {""}
   *[other] {" "}and by the time ({ $count } frequencies)
}{ $row ->
    [0] {""}
   *[other] , with { $row } frequencies of the row and { $column } of the column
} (base { $base }{ $relation ->
    [turn] {"; "}coordinates are from −1 to 1, multiplied by 2π
   *[position] {""}
}).
model-axes-layout = Its pairs of dimensions { $text ->
    [alternating] count the axes in turns
   *[blocks] count one axis after the other
}, beginning with { $first ->
    [time] the time
    [column] the column
   *[row] the row
}; a pair is { $pairing ->
    [interleaved] two neighbors (2i with 2i + 1)
    [axis] i with i + d/4, within its axis
   *[half] i with i + d/2
}{ $relation ->
    [all] , and the axes share the frequencies of one RoPE
   *[each] {""}
}.
model-axes-table = It also adds a learned table of { $rows } patches, interpolated to the grid of the image.
model-mrope = With images, its pairs count three axes (M-RoPE): { $count } the time, { $row } the row, { $column } the column, { $relation ->
    [interleaved] interleaved (time, row, column in turns, and the rest of the time at the end)
    [last] in the order row and column in turns, then the time
   *[blocks] in blocks (time, then row, then column)
}. In text, all three are equal.
model-pairs = { $pairing ->
    [half] in halves (i with i + d/2)
   *[interleaved] as neighbors (2i with 2i + 1)
}
model-pairing = Its dimensions are paired { $first } in Hugging Face’s code{ $relation ->
    [equal] {" "}and in the release
    [more] {", "}and { $last } in the release
   *[other] {""}
}.
model-alibi = { $name } subtracts a penalty per token of distance from attention logits (ALiBi{ $heads ->
    [0] {""}
   *[other] {", "}{ $heads } heads
}).
model-buckets = { $name } adds a learned bias for each of { $count } buckets of offsets (T5). In its encoder, which has half of the buckets for each side, all distances from { $offset } share the last bucket of their side; in its decoder, all from { $later }.
model-buckets-too = It also adds a learned bias for each of { $count } buckets of offsets, as T5’s encoder does: all distances from { $offset } share the last bucket of their side.
model-learned = { $name } adds a learned vector for each position{ $rows ->
    [0] .
   *[other] : its table has { $rows } rows.
}
model-sinusoidal = { $name } adds sinusoids to { $dim } dimensions.
model-none = { $name } gives its attention no positions (NoPE).
model-recurrent = { $name } gives tokens no positions: its layers are recurrent, without softmax attention.
model-relative = { $name } uses { $text }, which is not computed here.
model-unknown = { $count ->
    [0] The configuration of { $name } does not say how position is encoded.
   *[other] How { $name } encodes position is not known, but keys of its configuration concern it.
}
model-backward = It rotates by minus the angle, in the other direction than Llama’s code.

model-scaled = It uses { $text } scaling, from { $length } to { $longer } tokens{ $count ->
    [0] .
   *[other] {", "}in { $count } of { $whole } layers.
}
model-scaled-linear = It uses { $text } scaling{ $factor ->
    [1] {""}
   *[other] {" "}by { NUMBER($factor, maximumSignificantDigits: 6) }
}{ $count ->
    [0] .
   *[other] {" "}in { $count } of { $whole } layers.
}
model-proportional = Where part of a head of { $head } rotates, the exponent counts all { $head } dimensions (proportional).
model-temperature = Queries { $which ->
    [nope] of the layers without positions are
   *[other] are
} multiplied by a factor that grows with the logarithm of the position: { $factor } for each unit, in steps of { $count } tokens.
model-logn = Beyond { $length } tokens, queries are multiplied by the logarithm of the position, with base { $length }.
model-encoder = That is its decoder: the encoder adds sinusoids.
model-offset = The first token has row { $start }, so { $rows } positions can be used.
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
model-layers-window-end = A window ends with the query: later tokens are not seen.
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

model-past = Position { $position } is beyond the last one, { $last_position }, of the { $length } tokens that the model states.
model-when = { $length } tokens { $when ->
    [before] before the scaling
   *[other] of training
}
model-incomplete = { $count } of { $whole } pairs never { $count ->
    [one] completes
   *[other] complete
} a rotation within the { model-when }.
model-complete = All { $whole } pairs complete a rotation within the { model-when }.
model-reached = In a text that reaches position { $position }, { $count } of { $whole } pairs { $count ->
    [one] does
   *[other] do
} not complete a rotation. The longest wavelength is { $value } tokens.
model-bands = The scaling keeps { $count ->
    [one] 1 pair
   *[other] { $count } pairs
}, blends { $other }, and divides the frequency of { $rest } by { NUMBER($factor, maximumSignificantDigits: 6) }.
model-temperature-at = At position { $position }, { $which ->
    [nope] queries of the layers without positions are
   *[other] queries are
} multiplied by { NUMBER($factor, maximumSignificantDigits: 5) }.
model-attention = Cosine and sine are multiplied by { NUMBER($factor, maximumSignificantDigits: 5) }, so logits by { NUMBER($value, maximumSignificantDigits: 5) }.
model-resolution = Between positions { $start } and { $end }, bfloat16 numbers are { $other } tokens apart, and float32 numbers { $value }. Do not form angles in bfloat16.
model-row = Position { $position } has row { $other } of { $rows }.
model-no-row = Position { $position } has no row: the last is { $last_position }.
model-penalty = At distance { $offset }, the bias is { $high } nats in the head that looks farthest, and { $low } in the one that looks least far.
model-before = { $offset ->
    [one] 1 token before the query
   *[other] { $offset } tokens before the query
}
model-bucket = { $where ->
    [encoder] In the encoder, a key { model-before }
    [decoder] In the decoder, a key { model-before }
   *[all] A key { model-before }
} is in bucket { $other } of { $count } (counted from 0).

# Assumed, or not known

model-default = { $name } is not in the file: transformers 5.23.0 has { $whole }.
model-base = The base is not in the file: { $relation ->
    [known] transformers 5.23.0 has { $base }.
    [own] its authors’ code has { $base }.
   *[other] most classes have { $base }.
}
model-share = The rotated share is not in the file: { $relation ->
    [own] its authors’ code has { PERCENT($share) }.
   *[known] transformers 5.23.0 has { PERCENT($share) }.
}
model-head = head_dim is not in the file: { $count ->
    [one] the hidden size
   *[other] { $count } times the hidden size
} divided by the heads is { $whole }.
model-local-base = The base of layers with a window is not in the file: transformers 5.23.0 has { $base }.
model-pattern = Which layers see all tokens is not in the file: transformers 5.23.0 takes every { $count }.
model-padding = pad_token_id is not in the file: the first token is taken to have row { $start }.
model-stated = { $relation ->
    [less] The file states { $other } tokens, fewer than its scaling reaches
   *[unknown] The stated length is not in the file
}: { $length } tokens times { NUMBER($factor, maximumSignificantDigits: 6) } are { $whole }.
model-original = original_max_position_embeddings is not in the file: transformers takes { $whole }, which shifts the bands.
model-su = The scaling is called su, an older name of longrope that transformers 5.23.0 refuses.
model-not-absolute = position_embedding_type says absolute, but the class rotates.
model-alibi-max = alibi_bias_max is { $value }, but Hugging Face’s class always takes 8.
model-both-ways = The penalty is taken for keys on both sides of the query.
model-plain-table = The type is not known: a table with as many rows as positions is assumed.
model-no-type = The file names no model_type.
model-as-llama = The type { $name } is not known. Its keys were read as Llama’s code would: layers, pairs of dimensions, and lengths in training may differ.
model-one-key = The type { $name } is not known: its encoding was read from one key, and its numbers may differ.
model-odd-width = The rotated share of each head has an odd number of dimensions, { $width }: its frequencies are not known.
model-class-scaling = The file has no RoPE parameters: transformers 5.23.0 has { $text } scaling.
model-unused = { $name }
model-no-family = The type { $name } is not known, and no key that is known here says how position is encoded.
model-flat = The file has no text_config: its own keys were read as those of { $name }, but transformers 5.23.0 does not use them in a file of this type.
model-unread = Keys that concern positions by their names were not read, and may change what is said: { $names }{ $count ->
    [0] {""}
   *[other] {" "}and { $count } more
}.
model-layer-kind = Layers of the kind { $name } are not known. They are shown as layers that see all tokens.
model-no-pairing = Which dimensions the code of { $name } pairs is not known: it is in no configuration.
model-no-release = Which dimensions the authors’ own code pairs is not in the sources.
model-no-head = Without the hidden size and the number of heads, the frequencies are not known.
model-no-scaling = The scaling { $name } is not known, so frequencies are shown without it.
model-no-trained = The length of texts in training is not known: a configuration has only the stated length.
model-mrope-unknown = Positions of images have several axes (M-RoPE){ $count ->
    [0] {""}
   *[other] , with { $text } frequencies
}. Which pairs count which axis is not known for this type. In text, all axes are equal.
model-mrope-sum = { $name } has { $count } pairs, but { $whole } rotate.
model-mrope-ignored = mrope_interleaved is { $shown } in the file: the code of transformers for this type does not read it.
model-part = How { $name } encodes position is not known here.
model-trained-table = The numbers of the table are in the weights, not in the configuration.
model-learned-factors = The code multiplies each frequency by exp(alpha). These factors are in the weights, not in the configuration.
model-trained-numbers = The bias of each bucket is in the weights, not in the configuration.
model-unlike = Other pages show { $scheme } with the nearest parameters. There, bounds and attention factors of this scaling cannot be set.

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
model-bias-same = The stored bias, { $sizes }, has { $count } buckets, as the configuration.
model-bias-other = The stored bias, { $sizes }, does not have the { $count } buckets of the configuration.
model-sinusoids-same = The stored table is the sinusoid of the configuration: { $count } of { $whole } rows, and the others may be padding.
model-sinusoids-other = The stored table is not the sinusoid of the configuration: { $count } of { $whole } rows agree.

# Rejected configurations and arguments

field-characters = the configuration has more than { $most } characters, too many for a config.json
field-empty = the configuration is empty
field-json = the configuration is not valid JSON
field-object = the configuration must be a JSON object, as in config.json
field-depth = the configuration is nested more than { $most } levels deep, as no config.json is
field-values = the configuration has { $count } commas and opening brackets; at most { $most } are allowed
field-key = a key of the configuration has { $count } characters; at most { $most } are allowed
field-read = the values of the configuration that concern positions have { $count } characters; at most { $most } are allowed
field-unused = the configuration has { $count } or more unknown keys that concern positions by their names; their paths may have at most { $most } characters together
field-kinds = the configuration has { $count } kinds of layers with different rotations; at most { $most } are allowed
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
model-repository = { $source } was not read: these are the values of { $name } in the catalogue.
model-no-repository = model = { $shown }: the catalogue has no model of this name, and repositories are not downloaded; give its config.json, or choose one of { model-names }
model-no-match = model = { $shown }: { $count ->
    [0] no model matches
   *[other] several models match
}; choose one of { model-names }
model-names = { $text }{ $rest ->
    [0] {""}
   *[other] , and { $rest } more
}
model-images = { $name } is not in the catalogue. Its rotations are on the page Images: { $key }. For a single model, use its config.json.
model-learned-table = { $shown } has learned numbers, which no configuration describes
model-no-table = the configuration of { $name } does not describe a table of { $sizes }
model-no-rotation = the layers { $which } of { $name } have no rotation
model-no-waves = cosines and sines must have rows of positions, got the shape { $sizes }

# Place in a source

model-source = { $text }, in { $source }
