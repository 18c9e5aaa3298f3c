"""Stored tables and buffers compared with a configuration."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import Array, real_array
from posenc_core.foundation import rope_scaling
from posenc_core.models.model import Model
from posenc_core.models.rope import Pairing, Rope
from posenc_core.text.messages import Claim, claim

__all__ = ["NAMES", "comparison"]

NAMES = r"inv_freq|position_embeddings?\.weight|wpe\.weight|embed_positions|pos_embed|attention_bias|(cos|sin)_cached"
"""What models call their buffers and tables of positions."""

CLOSE, LEAST = 2e-3, 1e-7
"""How far a number in half precision may be off: as a share of it, and at least."""

TOLD = 2e-4
"""Relative error of an amplitude that tells its formula."""

RANGES = 3
"""So many ranges of pairs are listed."""


def comparison(model: Model, table: ArrayLike) -> Claim:
    """Compare a stored table of two axes with a configuration; the id of the claim ends in `-same` if they agree.

    ValueError if the configuration has no such table.

    >>> from posenc_core.models import from_config
    >>> llama = from_config({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4})
    >>> comparison(llama, [10000.0 ** (-np.arange(8) / 8)]).id
    'model-frequencies-same'
    """
    found = real_array("table", table, 2)
    if model.main.rope:
        return _any_rotation(model, found)
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


def _any_rotation(model: Model, found: Array) -> Claim:
    """Compare with the rotation of each kind of layers; the main one is told unless another agrees."""
    main = model.main.rope
    assert main
    for layers in (each for each in model.layers if each.rope and each.rope != main):
        pairs = layers.rope.width // 2 if layers.rope else 0
        if pairs in found.shape or 2 * pairs in found.shape:
            other = _rotation(layers.rope or main, found, model.huggingface)
            if other.id.endswith("-same") and not _rotation(main, found, model.huggingface).id.endswith("-same"):
                return claim("model-layers-same", stored=other, which=layers.which)
    return _rotation(main, found, model.huggingface)


def _rotation(rope: Rope, found: Array, pairing: Pairing | None) -> Claim:
    """Compare with frequencies, or with the cosines and sines of the angles of each position."""
    pairs = rope.width // 2
    if 1 in found.shape and found.size == pairs:
        return _frequencies(rope, found.ravel())
    if found.shape[1] in (pairs, 2 * pairs):
        return _angles(rope, found, pairing)
    raise ValueError(
        f"{pairs} pairs rotate, and the stored table of {found.shape[0]:,} × {found.shape[1]:,} is of none such"
    )


def _frequencies(rope: Rope, found: Array) -> Claim:
    pairs, expected = len(found), rope.frequencies()
    if not found.any():
        return claim("model-frequencies-zero", count=pairs)
    by_head = float(rope.base) ** (-2 * np.arange(pairs) / rope.head)
    candidates = {"same": (expected, rope.frequencies(rope.original + 1)), "plain": (rope.plain(),), "head": (by_head,)}
    for state, several in candidates.items():
        if any(np.allclose(found, each, rtol=CLOSE, atol=LEAST) for each in several):
            more = {"head": rope.head, "width": rope.width} if state == "head" else {"text": rope.scaling}
            return claim(f"model-frequencies-{state}", count=pairs, **more)
    times = float(np.median(found / expected))
    if times > 0 and np.allclose(found, times * expected, rtol=CLOSE, atol=0):
        return claim("model-frequencies-times", count=pairs, times=f"{times:.5g}")
    off = np.flatnonzero(~np.isclose(found, expected, rtol=CLOSE, atol=LEAST))
    return claim("model-frequencies-other", count=len(off), whole=pairs, pairs=_ranges(off.tolist()))


def _ranges(places: Sequence[int]) -> str:
    """Sorted numbers as ranges, the first three.

    >>> _ranges([0, 6, 7, 8])
    '0, 6 to 8'
    """
    edges = [(at, place) for at, place in enumerate(places) if at == 0 or places[at - 1] != place - 1]
    ends = [places[at - 1] for at, _ in edges[1:]] + [places[-1]]
    told = [str(first) if first == last else f"{first} to {last}" for (_, first), last in zip(edges, ends, strict=True)]
    return ", ".join([*told[:RANGES], *(["…"] if len(told) > RANGES else [])])


def _angles(rope: Rope, found: Array, pairing: Pairing | None) -> Claim:
    for state, frequencies in {"same": rope.frequencies(len(found)), "plain": rope.plain()}.items():
        angles = np.multiply.outer(np.arange(len(found)), frequencies)
        for values in (np.cos(angles), np.sin(angles)):
            layouts = {"": values, "half": np.tile(values, 2), "interleaved": np.repeat(values, 2, axis=1)}
            for layout, columns in layouts.items():
                if columns.shape != found.shape:
                    continue
                size = float((found * columns).sum() / (np.square(columns).sum() or 1.0))
                if not np.allclose(found, size * columns, atol=CLOSE * abs(size), rtol=0):
                    continue
                if layout and pairing and layout != pairing:
                    return claim("model-angles-pairing", count=len(found), pairing=layout)
                if np.isclose(size, rope.attention, rtol=CLOSE):
                    return claim(f"model-angles-{state}", count=len(found), text=rope.scaling)
                rules = rope_scaling.attention_rules((rope.factor,), (rope.original,) if rope.original else ())
                names = [name for value, name in rules.items() if np.isclose(size, value, rtol=TOLD)]
                return claim(
                    f"model-angles-{state}-times", count=len(found), text=rope.scaling, times=f"{size:.5g}",
                    formula=f" = {names[0]}" if names else "", own=f"{rope.attention:.5g}",
                )  # fmt: skip
    return claim("model-angles-other", whole=len(found))
