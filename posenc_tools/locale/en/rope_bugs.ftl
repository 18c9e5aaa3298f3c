# Differences between rotations that code computes and those of a configuration: parts of one sentence

rope-bug-width = { $count } dimensions are rotated, not { $whole }
    .line = width = int(head_dim * partial_rotary_factor)
rope-bug-copies = the two columns of a pair differ in { $count } of { $whole } pairs
rope-bug-nan = numbers from position { $start } on are not finite
rope-bug-zero = all { $count } frequencies are 0
    .line = the buffer inv_freq is not filled: non-persistent buffers are in no checkpoint, so compute them after loading
rope-bug-pairing = columns { $pairing ->
    [interleaved] 2i and 2i + 1 are paired (interleaved), not i and i + d/2
   *[half] i and i + d/2 are paired (halves), not 2i and 2i + 1
}
    .line = { $pairing ->
    [interleaved] cat((freqs, freqs), -1) with rotate_half, not repeat_interleave(freqs, 2)
   *[half] repeat_interleave(freqs, 2) with pairs of neighbors, not cat((freqs, freqs), -1) with rotate_half
}
rope-bug-unscaled = the frequencies are without the { $text } scaling (unscaled)
    .line = the initialization of inv_freq must apply rope_scaling (rope_parameters), also after loading
rope-bug-twice = the { $text } scaling is applied twice to the frequencies
rope-bug-blend = the blend of the { $text } scaling is exchanged, s for 1 − s
rope-bug-scaling = the frequencies have { $shown } scaling, not { $text } scaling
rope-bug-original = the scaling counts from { $length } tokens, not from the { $whole } of original_max_position_embeddings
rope-bug-bounds = the bounds of YaRN are rounded to whole pairs although the configuration does not round them, or the reverse
rope-bug-long = LongRoPE’s factors are those of texts { $kind ->
    [short] up to
   *[long] beyond
} { $whole } tokens
    .line = inv_freq must be computed again where the length passes original_max_position_embeddings
rope-bug-layers = the frequencies are those of layers of kind “{ $which }”
    .line = rope_parameters[layer_type]
rope-bug-scaling-layers = the scaling of layers of kind “{ $which }” is applied
rope-bug-base-layers = the base is that of layers of kind “{ $which }”
rope-bug-divisor = the exponent is divided by { $count }, { $kind ->
    [head] the dimensions of the head, not by the { $dim } rotated dimensions
    [width] the rotated dimensions, not by the { $dim } dimensions of the head
    [double] so it is half as large, not by the { $dim } rotated dimensions
    [half] so it is twice as large, not by the { $dim } rotated dimensions
   *[less] two less than the rotated dimensions, not by the { $dim } rotated dimensions
}
    .line = inv_freq = base ** -(arange(0, { $kind ->
    [width] { $count }
   *[other] { $dim }
}, 2) / { $dim })
rope-bug-minus = the exponent lacks its minus sign
    .line = inv_freq = 1 / base ** (arange(0, d, 2) / d)
rope-bug-equal = all frequencies are 1, because the exponent is 0
    .line = arange(0, d, 2) / d, without integer division
rope-bug-base = the base is { $x }, not { $y }
    .line = base = config.rope_theta, with the factor that the file may have for it (alpha, rope_ratio)
rope-bug-sign = the rotation is in the other direction
    .line = { $kind ->
    [backward] x1 * cos + x2 * sin and x2 * cos - x1 * sin
   *[forward] x1 * cos - x2 * sin and x1 * sin + x2 * cos
}
rope-bug-times = angles are multiplied by { $x } (positions or frequencies)
rope-bug-shift = positions are shifted by { $offset }
    .line = the first token has position 0, and the next one after n cached tokens has position n
rope-bug-index = rows are rotated by their index, not by their position
    .line = cos[positions], not cos[:n]
rope-bug-still = all positions have the angles of position { $position }
rope-bug-attention = { $kind ->
    [missing] the attention factor { $y } is missing
    [squared] the attention factor { $y } is squared, to { $x }
    [root] the square root of the attention factor { $y } is used, { $x }
    [inverse] cosines and sines are divided by the attention factor { $y }
    [rounded] the attention factor is rounded to { $x } from { $y }
   *[other] the attention factor is { $x }{ $formula }, not { $y }
}
    .line = cos, sin = cos * attention_factor, sin * attention_factor
rope-bug-rounded = { $names } are rounded to { $shown }
    .line = freqs = positions.float() * inv_freq.float(); only cos and sin may be cast
rope-bug-late = { $kind ->
    [stuck] positions from { $start } on all have the angles of position { $position }
    [moved] position { $start } has the angles of position { $position }
   *[late] positions from { $start } on have other angles
}
    .line = { $kind ->
    [moved] positions go on behind cached tokens, and do not begin again at the size of a cache
   *[stuck] the cache of cosines and sines must be computed again for longer texts
}
rope-bug-pairs = { $count } of { $whole } pairs { $count ->
    [one] differs
   *[other] differ
}: { $pairs }
rope-bug-other = { $count } of { $whole } numbers { $count ->
    [one] differs
   *[other] differ
}, first the { $kind } of pair { $column } at position { $position }, which is { $x }, not { $y }
rope-bug-exchanged = cosines and sines are exchanged
    .line = return cos, sin
rope-bug-none = nothing is rotated
rope-bug-place = the first pair has the dimensions { $start } and { $end }, not { $x } and { $y }
rope-bug-cut = the result has { $count } dimensions, not { $whole }
    .line = cat((rotated, x[..., rotary_dim:]), -1)
rope-bug-rest = dimensions that are not rotated change: dimension { $column } at position { $position } is { $x } and should be { $y }
    .line = cat((rotated, x[..., rotary_dim:]), -1)
rope-bug-signs = the minus sign in rotate_half is missing
    .line = rotate_half(x) = cat((-x2, x1), -1)
rope-bug-halves = rotate_half does not exchange the halves
    .line = rotate_half(x) = cat((-x2, x1), -1)
rope-bug-output = the two dimensions of each pair are exchanged in the result
    .line = cat((x1 * cos - x2 * sin, x2 * cos + x1 * sin), -1)
rope-bug-overwritten = the second dimensions are computed from first dimensions that are already rotated
    .line = x1, x2 = x1 * cos - x2 * sin, x2 * cos + x1 * sin
rope-bug-sine = the sines are missing: pairs are only multiplied by cosines
    .line = x * cos + rotate_half(x) * sin
rope-bug-mixed = the two dimensions of a pair are multiplied by cosines of different pairs
    .line = cat((freqs, freqs), -1) belongs to rotate_half, repeat_interleave(freqs, 2) to pairs of neighbors
rope-bug-unlike = the result is no rotation of pairs by the same angles in all heads: dimension { $column } of head { $head } at position { $position } is { $x } and should be { $y }; the cause is unknown
rope-bugs = { $kind ->
    [frequencies] The frequencies differ
    [angles] The angles differ
    [table] The cosines and sines differ
    [call] The cosines and sines differ
    [second] The rotation of the second array (keys) differs
   *[rotation] The rotation differs
} from the configuration: { $reasons }.
