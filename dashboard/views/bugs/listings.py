"""Code of Bugs, wrong and correct, for PyTorch; most lines also run with NumPy as `torch`."""

PADDED_WRONG = "position_ids = torch.arange(attention_mask.shape[-1])"
PADDED = """\
# padding: 0 in attention_mask
position_ids = (attention_mask.cumsum(-1) - 1) * attention_mask"""

FIRST_ROW_WRONG = "rows = torch.arange(input_ids.shape[-1])"
FIRST_ROW = """\
# as RoBERTa, XLM-R, OPT and M2M100 do, where padding_idx is 1
mask = (input_ids != padding_idx) * 1
rows = mask.cumsum(-1) * mask + padding_idx
longest = len(position_table) - padding_idx - 1"""

CACHED_WRONG = "position_ids = torch.arange(new)"
CACHED = """\
position_ids = torch.arange(cached, cached + new)
# the next token of a padded batch, itself in attention_mask
next_ids = attention_mask.sum(-1)[:, None] - 1"""

MOVED_WRONG = """\
def move(key, old, new):
    # still rotated by its old position
    return key"""
MOVED = """\
def move(key, old, new):
    # without an attention factor
    return rotate(key, new - old)

key = move(key[evicted:], torch.arange(evicted, n), torch.arange(n - evicted))
# keys are moved to one position before they are merged"""

PACKED_WRONG = """\
position_ids = torch.arange(sum(lengths))
# all texts as one
cu_seqlens = torch.asarray([0, sum(lengths)])"""
PACKED = """\
text = torch.concat([torch.full((n,), i) for i, n in enumerate(lengths)])
cu_seqlens = torch.asarray([0, *lengths]).cumsum(0, dtype=torch.int32)
position_ids = torch.arange(sum(lengths)) - cu_seqlens[text]
# a mask instead of cu_seqlens: which token may look at which; with it the causal mask, where a model has one
may_look = text[:, None] == text"""

PAIRED_WRONG = """\
def rotate(x, positions):
    cos, sin = torch.cos(positions[:, None] * inv_freq), torch.sin(positions[:, None] * inv_freq)
    # neighbors, but the weights were trained with halves
    x1, x2 = x[..., 0::2], x[..., 1::2]
    return torch.stack((x1 * cos - x2 * sin, x2 * cos + x1 * sin), -1).reshape(x.shape)"""
PAIRED = """\
def rotate(x, positions):
    cos, sin = torch.cos(positions[:, None] * inv_freq), torch.sin(positions[:, None] * inv_freq)
    # halves: transformers' Llama, Mistral, Qwen, Gemma
    x1, x2 = x[..., : d // 2], x[..., d // 2 :]
    return torch.concat((x1 * cos - x2 * sin, x2 * cos + x1 * sin), -1)"""

ROUNDED_WRONG = "p = torch.arange(n, dtype=torch.bfloat16)"
ROUNDED = """\
p = torch.arange(n, dtype=torch.float32)
angles = p[:, None] * frequencies  # in float32, too
cos, sin = torch.cos(angles), torch.sin(angles)  # only these may become bfloat16"""

UNSCALED_WRONG = """\
# the default base
inv_freq = 10_000.0 ** (-torch.arange(0, d, 2) / d)
# the right base, but without rope_scaling
inv_freq = rope_theta ** (-torch.arange(0, d, 2) / d)"""
UNSCALED = """\
inv_freq = rope_theta ** (-torch.arange(0, d, 2) / d)
# llama3; original: original_max_position_embeddings
rotations = original * inv_freq / (2 * torch.pi)
slow = ((high_freq_factor - rotations) / (high_freq_factor - low_freq_factor)).clip(0, 1)
inv_freq = inv_freq * (1 - slow + slow / factor)"""

FACTOR_WRONG = """\
def rotate(x, positions):
    angles = positions[:, None] * inv_freq
    # not at all
    cos, sin = torch.cos(angles), torch.sin(angles)
    # or twice
    cos, sin = a * torch.cos(angles), a * torch.sin(angles)
    return a * apply_rotary(x, cos, sin)"""
FACTOR = """\
a = 0.1 * math.log(factor) + 1

def rotate(x, positions):
    angles = positions[:, None] * inv_freq
    cos, sin = a * torch.cos(angles), a * torch.sin(angles)
    return apply_rotary(x, cos, sin)
# or plain cos and sin, and a**2 once in the scores"""

TOO_LONG_WRONG = "x = position(torch.arange(input_ids.shape[-1]))"
TOO_LONG = """\
# position: an nn.Embedding
longest = position.num_embeddings - first_row
input_ids = input_ids[:, :longest]
x = position(torch.arange(input_ids.shape[-1]) + first_row)"""

SWAPPED_WRONG = """\
token = nn.Embedding(context_length, d)
position = nn.Embedding(vocabulary, d)"""
SWAPPED = """\
token = nn.Embedding(vocabulary, d)
position = nn.Embedding(context_length, d)"""

ORDER_WRONG = "x = x + pe[: x.shape[0], None]"
ORDER = """\
# batch first: x is (batch, sequence, d), pe (positions, d)
x = x + pe[: x.shape[1]]
# sequence first: x + pe[: x.shape[0], None]"""

RESIZED_WRONG = 'table = F.interpolate(table.T[None], size=1 + new[0] * new[1], mode="linear")[0].T'
RESIZED = """\
# F: torch.nn.functional
# the class token has no place in the image
kept, cells = table[:1], table[1:]
cells = cells.reshape(1, *old, -1).permute(0, 3, 1, 2)
cells = F.interpolate(cells, size=new, mode="bicubic", align_corners=False)
table = torch.concat([kept, cells[0].permute(1, 2, 0).flatten(0, 1)])"""

ASSERTS = {
    **dict.fromkeys(("padding", "cache", "packing"), 'assert_positions(model, without=["shift"])'),
    "moved": "assert_rotary(lambda key, new: move(rotate(key, new + 8), new + 8, new), config)",
    "pairing": "assert_rotary(rotate, config)",
    "bfloat16": "assert_rotary((cos, sin), config)",
    "scaling": 'assert_rotary(inv_freq, "Llama 3.1 8B")  # or (model, "config.json")',
    "attention factor": "assert_rotary(rotate, config)",
}
"""Assertion of `posenc_tools.testing` that finds a bug, by bug."""


def errors(context: int, dim: int) -> dict[str, str]:
    """Error messages for one token more than a table has rows, verbatim.

    The CUDA messages are quoted from huggingface/transformers #28104 and inclusionAI/dInfer #22.
    """
    n = context + 1
    return {
        "embedding": "IndexError: index out of range in self",
        "cuda": "Assertion `srcIndex < srcSelectDimSize` failed.\n"
        'Assertion `ind >=0 && ind < ind_dim_size && "vectorized gather kernel index out of bounds"` failed.\n'
        "RuntimeError: CUDA error: device-side assert triggered",
        "slice": f"RuntimeError: The size of tensor a ({n}) must match the size of tensor b ({context}) at "
        "non-singleton dimension 1",
        "numpy": f"ValueError: operands could not be broadcast together with shapes (1,{n},{dim}) ({context},{dim}) ",
    }
