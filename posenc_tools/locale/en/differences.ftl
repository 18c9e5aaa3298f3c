# Two models side by side; the first is the model before a change

difference-none = Both rotate with the same frequencies in every layer.
difference-same = Both encode positions in the same way.
difference-frequencies = The frequencies differ{ $layers ->
    [0] {""}
    [one] {" "}in 1 layer
   *[other] {" "}in { $layers } layers
}: { $first } became { $last }; { $count } of { $whole } pairs change.
difference-pairs-alone = The frequencies differ{ $layers ->
    [0] {""}
    [one] {" "}in 1 layer
   *[other] {" "}in { $layers } layers
}: { $count } of { $whole } pairs change.
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
   *[other] { $text } scaling by { NUMBER($factor, maximumSignificantDigits: 6) }
}
difference-both = base { $base } with { difference-scaling }
difference-where = { $count ->
    [0] In all layers
    [one] In 1 layer
   *[other] In { $count } layers
}
difference-some = In some layers
difference-pairs = { $where }, { $count } of { $whole } pairs change, pair { $column } most: its frequency by a factor of { NUMBER($factor, maximumSignificantDigits: 6) }.
difference-wavelength = { $where }, the longest wavelength was { $value } tokens, and is { $high }.
difference-attention = { $where }, the factor of cosine and sine was { NUMBER($value, maximumSignificantDigits: 5) }, and is { NUMBER($factor, maximumSignificantDigits: 5) }.
difference-softmax = { $where }, the factor of all logits was { NUMBER($value, maximumSignificantDigits: 5) }, and is { NUMBER($factor, maximumSignificantDigits: 5) }.
difference-rounded = The bounds of YaRN { $relation ->
    [more] are rounded to whole pairs now.
   *[less] are no longer rounded to whole pairs.
}
difference-width = { $where }, the rotation had { $other } of { $old } dimensions, and has { $width } of { $dim }.
difference-nope = { $relation ->
    [more] { $where }, queries and keys are no longer rotated.
   *[less] { $where }, queries and keys are now rotated.
}
difference-window = { $where }, the mask was “{ $first }”, and is “{ $last }”.
difference-layers = The model had { $other } layers, and has { $count }.
difference-pairing = The code paired dimensions { $first ->
    [half] in halves
   *[interleaved] as neighbors
}, and pairs them { $pairing ->
    [half] in halves
   *[interleaved] as neighbors
}.
difference-growth = The growth of logits with the position differs.
difference-axes = The frequencies of the axes of images differ.
difference-sections = { $count } of the time, { $row } of the row, { $column } of the column
difference-axes-pairs = The pairs of the axes of images (M-RoPE) were { $first }, and are { $last }. In text, all axes are equal.
difference-no-axes = The pairs of the axes of images (M-RoPE) are missing in { $name }; { $source } has { $first }. In text, all axes are equal.
difference-arrangement = The pairs of the axes of images (M-RoPE) had the order “{ $first }”, and have the order “{ $last }”.
difference-unread = Not known: keys of { $name } that concern positions were not read, and nothing else differs.
difference-axes-unseen = Not known: which pairs of { $name } count which axis of images. Nothing else differs.
difference-rows = The table had { $other } rows, and has { $rows }.
difference-dim = The vectors had { $other } dimensions, and have { $dim }.
difference-offset = The first token had row { $other }, and has row { $start }.
difference-heads = { $other } heads became { $heads }: the slopes differ.
difference-schemes = The parameters of the encoding differ.
difference-trained = The length in training was { $other } tokens, and is { $length }.
difference-stated = The stated length was { $other } tokens, and is { $length }.
difference-key = { $name }: { $first } became { $last }
