# Two models side by side; the first is the model before a change

difference-none = Both rotate with the same frequencies in every layer.
difference-same = Both encode positions in the same way.
difference-frequencies = The frequencies differ{ $where }: { $first } became { $last }; { $count } of { $whole } pairs change.
difference-rotation = { $relation ->
    [equal] Both rotate with the same frequencies, but differ in other respects.
   *[more] The rotations differ.
}
difference-other = The encodings differ.
difference-kind = The encodings differ: { $first ->
    [none] no positions
   *[other] { $first }
} became { $last ->
    [none] no positions
   *[other] { $last }
}.
difference-unknown = Not known: how { $name } encodes position.
difference-unseen = Not known: the scaling of { $name } was not read, and nothing else differs.

difference-base = base { $base }
difference-number = { $base }
difference-scaling = { $text ->
    [none] no scaling
   *[other] { $text } scaling by { $factor }
}
difference-both = base { $base } with { difference-scaling }
difference-where = { $count ->
    [0] {""}
    [one] {" "}in 1 layer
   *[other] {" "}in { $count } layers
}
difference-pairs = { $count } of { $whole } pairs change{ $where }, pair { $column } most: its frequency by a factor of { $factor }.
difference-wavelength = The longest wavelength{ $where } was { $value } tokens, and is { $high }.
difference-attention = The factor of cosine and sine{ $where } was { NUMBER($value, maximumSignificantDigits: 5) }, and is { NUMBER($factor, maximumSignificantDigits: 5) }.
difference-softmax = The factor of all logits{ $where } was { NUMBER($value, maximumSignificantDigits: 5) }, and is { NUMBER($factor, maximumSignificantDigits: 5) }.
difference-width = The rotation{ $where } had { $other } of { $old } dimensions, and has { $width } of { $dim }.
difference-nope = { $relation ->
    [more] Queries and keys are no longer rotated{ $where }.
   *[less] Queries and keys are now rotated{ $where }.
}
difference-window = The window{ $where } was { $other ->
    [0] unlimited
   *[other] { $other } tokens
}, and is { $most ->
    [0] unlimited
   *[other] { $most } tokens
}.
difference-layers = The model had { $other } layers, and has { $count }.
difference-pairing = The code paired dimensions { $first ->
    [half] in halves
   *[interleaved] as neighbors
}, and pairs them { $pairing ->
    [half] in halves
   *[interleaved] as neighbors
}.
difference-rows = The table had { $other } rows, and has { $rows }.
difference-offset = The first token had row { $other }, and has row { $start }.
difference-heads = { $other } heads became { $heads }: the slopes differ.
difference-schemes = The parameters of the encoding differ.
difference-trained = The length in training was { $other } tokens, and is { $length }.
difference-stated = The stated length was { $other } tokens, and is { $length }.
difference-key = { $name }: { $first } became { $last }
