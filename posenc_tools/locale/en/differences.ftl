# Two models side by side; the first is the model before a change

difference-none = Both models rotate with the same frequencies in every layer.
difference-same = Both models encode positions in the same way.
difference-frequencies = The frequencies differ{ $layers ->
    [0] {""}
    [one] {" "}in 1 layer
   *[other] {" "}in { $layers } layers
}. From { $first } to { $last }, { $count } of { $whole } pairs change.
difference-pairs-alone = The frequencies of { $count } of { $whole } pairs differ{ $layers ->
    [0] {""}
    [one] {" "}in 1 layer
   *[other] {" "}in { $layers } layers
}.
difference-rotation = { $relation ->
    [equal] Both models rotate with the same frequencies, but they differ in other respects.
   *[more] The rotations differ.
}
difference-other = The encodings differ.
difference-kind = The encodings differ: { $first ->
    [rotation] RoPE
    [alibi] ALiBi
    [buckets] buckets of distances
    [learned] learned positions
    [sinusoidal] sinusoids
    [relative] relative positions
    [axes] rotation by several axes
    [none] no positions
   *[other] { $first }
} became { $last ->
    [rotation] RoPE
    [alibi] ALiBi
    [buckets] buckets of distances
    [learned] learned positions
    [sinusoidal] sinusoids
    [relative] relative positions
    [axes] rotation by several axes
    [none] no positions
   *[other] { $last }
}.
difference-unknown = It is not known how { $name } encodes position.
difference-unseen = It is not known whether the models agree, because the scaling of { $name } was not read. Nothing else differs.

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
difference-pairs = { $where }, { $count } of { $whole } pairs change. The frequency of pair { $column } changes most, by a factor of { NUMBER($factor, maximumSignificantDigits: 6) }.
difference-wavelength = { $where }, the longest wavelength was { $value } tokens and is now { $high } tokens.
difference-attention = { $where }, the factor of cosine and sine was { NUMBER($value, maximumSignificantDigits: 5) } and is now { NUMBER($factor, maximumSignificantDigits: 5) }.
difference-softmax = { $where }, the factor of all logits was { NUMBER($value, maximumSignificantDigits: 5) } and is now { NUMBER($factor, maximumSignificantDigits: 5) }.
difference-rounded = The bounds of YaRN { $relation ->
    [more] are now rounded to whole pairs.
   *[less] are no longer rounded to whole pairs.
}
difference-width = { $where }, { $other } of { $old } dimensions rotated, and now { $width } of { $dim } rotate.
difference-nope = { $relation ->
    [more] { $where }, queries and keys are no longer rotated.
   *[less] { $where }, queries and keys are now rotated.
}
difference-window = { $where }, the mask was “{ $first }” and is now “{ $last }”.
difference-layers = The model had { $other } layers and now has { $count }.
difference-pairing = The code paired dimensions { $first ->
    [half] in halves
   *[interleaved] as neighbors
} and now pairs them { $pairing ->
    [half] in halves
   *[interleaved] as neighbors
}.
difference-growth = The logits grow differently with the position.
difference-axes = The frequencies for the axes of images differ.
difference-sections = { $count } for the time, { $row } for the row, and { $column } for the column
difference-axes-pairs = The pairs for the axes of images (M-RoPE) were { $first }, and are now { $last }. In text, all axes are equal.
difference-no-axes = { $name } has no pairs for the axes of images (M-RoPE), but { $source } has { $first }. In text, all axes are equal.
difference-arrangement = The pairs for the axes of images (M-RoPE) were in the order “{ $first }” and are now in the order “{ $last }”.
difference-unread = It is not known whether the models agree, because keys of { $name } that concern positions were not read. Nothing else differs.
difference-axes-unseen = It is not known which pairs of { $name } count which axis of images. Nothing else differs.
difference-rows = The table had { $other } rows and now has { $rows }.
difference-dim = The vectors had { $other } dimensions and now have { $dim }.
difference-offset = The first token had row { $other } and now has row { $start }.
difference-heads = { $other } heads became { $heads }, so the slopes differ.
difference-schemes = The parameters of the encoding differ.
difference-trained = The length in training was { $other } tokens and is now { $length }.
difference-stated = The stated length was { $other } tokens and is now { $length }.
difference-key = { $name }: { $first } became { $last }
