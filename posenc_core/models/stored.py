"""Is a stored table or buffer what the configuration says?"""

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import Array, real_array
from posenc_core.messages import Claim, claim
from posenc_core.models.model import Model
from posenc_core.models.rope import Rope

__all__ = ["NAMES", "comparison"]

NAMES = r"inv_freq|position_embeddings?\.weight|wpe\.weight|embed_positions|pos_embed|attention_bias|(cos|sin)_cached"
"""What models call their buffers and tables of positions."""

CLOSE, LEAST = 2e-3, 1e-7
"""How far a number in half precision may be off: as a share of it, and at least."""


def comparison(model: Model, table: ArrayLike) -> Claim:
    """What a stored table of two axes is, as the configuration has it: a claim whose id ends in `-same` or `-other`.

    ValueError where the configuration says nothing of such a table.

    >>> from posenc_core.models import from_config
    >>> llama = from_config({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4})
    >>> comparison(llama, [10000.0 ** (-np.arange(8) / 8)]).id
    'model-frequencies-same'
    """
    found = real_array("table", table, 2)
    rope = model.main.rope
    if rope:
        return _rotation(rope, found)
    if model.kind == "learned" and model.rows and model.dim:
        same = found.shape == (model.rows, model.dim)
        sizes = f"{found.shape[0]:,} × {found.shape[1]:,}"
        return claim(f"model-table-{_which(same)}", sizes=sizes, rows=model.rows, dim=model.dim)
    if model.kind == "buckets" and model.main.scheme:
        count = int(getattr(model.main.scheme, "buckets", 0))
        return claim(
            f"model-bias-{_which(count in found.shape)}", sizes=f"{found.shape[0]:,} × {found.shape[1]:,}", count=count
        )
    if model.kind == "sinusoidal" and model.main.scheme and model.dim == found.shape[1]:
        # a table may begin with the rows that padding has
        expected = model.main.scheme.encode(range(len(found)), found.shape[1])
        rows = np.isclose(found, expected, atol=CLOSE).all(axis=1)
        return claim(f"model-sinusoids-{_which(np.ravel(rows)[-1])}", count=int(rows.sum()), whole=len(found))
    raise ValueError(
        f"the configuration of {model.name} says nothing of a table of {found.shape[0]:,} × {found.shape[1]:,}"
    )


def _which(same: object) -> str:
    return "same" if same else "other"


def _rotation(rope: Rope, found: Array) -> Claim:
    """Frequencies, or the cosines and sines of the angles of each position."""
    pairs = rope.width // 2
    if 1 in found.shape and found.size == pairs:
        values, texts = found.ravel(), rope.original + 1
        candidates = {"scaled": rope.frequencies(), "long": rope.frequencies(texts), "plain": rope.plain()}
        for name, expected in candidates.items():
            if np.allclose(values, expected, rtol=CLOSE, atol=LEAST):
                state = "plain" if name == "plain" else "same"
                return claim(f"model-frequencies-{state}", count=pairs, text=rope.scaling)
        off = int((~np.isclose(values, candidates["scaled"], rtol=CLOSE, atol=LEAST)).sum())
        return claim("model-frequencies-other", count=off, whole=pairs)
    if found.shape[1] in (pairs, 2 * pairs):
        angles = np.multiply.outer(np.arange(len(found)), rope.frequencies(len(found)))
        for values in (np.cos(angles), np.sin(angles)):
            for columns in (values, np.tile(values, 2), np.repeat(values, 2, axis=1)):
                close = columns.shape == found.shape and np.allclose(found, rope.attention * columns, atol=CLOSE)
                if close:
                    return claim("model-angles-same", count=len(found))
        return claim("model-angles-other", whole=len(found))
    raise ValueError(
        f"{pairs} pairs rotate, and the stored table of {found.shape[0]:,} × {found.shape[1]:,} is of none such"
    )
