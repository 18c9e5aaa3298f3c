"""Comparison of stored tables and buffers with a configuration."""

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
"""Names of buffers and position tables in checkpoints (regular expression)."""

CLOSE, LEAST = 2e-3, 1e-7
"""Relative and absolute tolerance of numbers in half precision."""

FORMULA_TOLERANCE = 2e-4
"""Largest relative error of an amplitude whose formula is named."""

RANGES = 3
"""Number of ranges of pairs that are listed."""


def comparison(model: Model, table: ArrayLike) -> Claim:
    """Compare a stored table or buffer with the configuration of a model.

    Parameters
    ----------
    model : Model
        Model.
    table : array_like, shape (n, m)
        Frequencies, cosines or sines, or vectors of positions.

    Returns
    -------
    Claim
        Result; its id ends in "same" or "other", or names the difference.

    Raises
    ------
    ValueError
        If the configuration describes no table.

    Examples
    --------
    >>> from posenc_core.models import from_config
    >>> llama = from_config({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4})
    >>> comparison(llama, [10000.0 ** (-np.arange(8) / 8)]).id
    'model-frequencies-same'
    """
    stored = real_array("table", table, 2)
    sizes = f"{stored.shape[0]:,} × {stored.shape[1]:,}"
    if model.main.rope:
        return _any_rotation(model, stored)
    if model.kind == "learned" and model.rows and model.dim:
        same = stored.shape == (model.rows, model.dim)
        return claim(f"model-table-{_which(same)}", sizes=sizes, rows=model.rows, dim=model.dim)
    if model.kind == "buckets" and model.main.scheme:
        count = int(getattr(model.main.scheme, "buckets", 0))
        return claim(f"model-bias-{_which(count in stored.shape)}", sizes=sizes, count=count)
    if model.kind == "sinusoidal" and model.main.scheme and model.dim:
        if model.dim != stored.shape[1]:
            return claim("model-size-other", sizes=sizes, dim=model.dim)
        # a table may begin with rows for padding
        expected = model.main.scheme.encode(range(len(stored)), stored.shape[1])
        rows = np.isclose(stored, expected, atol=CLOSE).all(axis=1)
        return claim(f"model-sinusoids-{_which(np.ravel(rows)[-1])}", count=int(rows.sum()), whole=len(stored))
    raise ValueError(f"the configuration of {model.name} describes no table of {sizes}")


def _which(same: object) -> str:
    return "same" if same else "other"


def _any_rotation(model: Model, stored: Array) -> Claim:
    """Compare with the rotation of each kind of layers; return the result of the main one unless another agrees."""
    main = model.main.rope
    assert main
    for layers in (each for each in model.layers if each.rope and each.rope != main):
        pairs = layers.rope.width // 2 if layers.rope else 0
        if pairs in stored.shape or 2 * pairs in stored.shape:
            other = _rotation(layers.rope or main, stored, model.huggingface)
            if other.id.endswith("-same") and not _rotation(main, stored, model.huggingface).id.endswith("-same"):
                return claim("model-layers-same", stored=other, which=layers.which)
    return _rotation(main, stored, model.huggingface)


def _rotation(rope: Rope, stored: Array, pairing: Pairing | None) -> Claim:
    """Compare with frequencies, or with the cosines and sines of the angles of each position."""
    pairs = rope.width // 2
    if 1 in stored.shape and stored.size == pairs:
        return _frequencies(rope, stored.ravel())
    if stored.shape[1] in (pairs, 2 * pairs):
        return _angles(rope, stored, pairing)
    return claim("model-size-other", sizes=f"{stored.shape[0]:,} × {stored.shape[1]:,}", dim=rope.width)


def _frequencies(rope: Rope, stored: Array) -> Claim:
    pairs, expected = len(stored), rope.frequencies()
    if not stored.any():
        return claim("model-frequencies-zero", count=pairs)
    by_head = float(rope.base) ** (-2 * np.arange(pairs) / rope.head)
    candidates = {"same": (expected, rope.frequencies(rope.original + 1)), "plain": (rope.plain(),), "head": (by_head,)}
    for state, several in candidates.items():
        if any(np.allclose(stored, each, rtol=CLOSE, atol=LEAST) for each in several):
            more = {"head": rope.head, "width": rope.width} if state == "head" else {"text": rope.scaling}
            return claim(f"model-frequencies-{state}", count=pairs, **more)
    times = float(np.median(stored / expected))
    if times > 0 and np.allclose(stored, times * expected, rtol=CLOSE, atol=0):
        return claim("model-frequencies-times", count=pairs, times=f"{times:.5g}")
    wrong = np.flatnonzero(~np.isclose(stored, expected, rtol=CLOSE, atol=LEAST))
    return claim("model-frequencies-other", count=len(wrong), whole=pairs, pairs=_ranges(wrong.tolist()))


def _ranges(places: Sequence[int]) -> str:
    """Text of the first three ranges of sorted numbers.

    >>> _ranges([0, 6, 7, 8])
    '0, 6 to 8'
    """
    edges = [(at, place) for at, place in enumerate(places) if at == 0 or places[at - 1] != place - 1]
    ends = [places[at - 1] for at, _ in edges[1:]] + [places[-1]]
    ranges = [(first, last) for (_, first), last in zip(edges, ends, strict=True)]
    texts = [str(first) if first == last else f"{first} to {last}" for first, last in ranges[:RANGES]]
    if len(ranges) > RANGES:
        texts.append("…")
    return ", ".join(texts)


def _angles(rope: Rope, stored: Array, pairing: Pairing | None) -> Claim:
    for state, frequencies in {"same": rope.frequencies(len(stored)), "plain": rope.plain()}.items():
        angles = np.multiply.outer(np.arange(len(stored)), frequencies)
        for values in (np.cos(angles), np.sin(angles)):
            layouts = {"": values, "half": np.tile(values, 2), "interleaved": np.repeat(values, 2, axis=1)}
            for layout, columns in layouts.items():
                if columns.shape != stored.shape:
                    continue
                size = float((stored * columns).sum() / (np.square(columns).sum() or 1.0))
                if not np.allclose(stored, size * columns, atol=CLOSE * abs(size), rtol=0):
                    continue
                if layout and pairing and layout != pairing:
                    return claim("model-angles-pairing", count=len(stored), pairing=layout)
                if np.isclose(size, rope.attention, rtol=CLOSE):
                    return claim(f"model-angles-{state}", count=len(stored), text=rope.scaling)
                rules = rope_scaling.attention_rules((rope.factor,), (rope.original,) if rope.original else ())
                names = [name for value, name in rules.items() if np.isclose(size, value, rtol=FORMULA_TOLERANCE)]
                return claim(
                    f"model-angles-{state}-times", count=len(stored), text=rope.scaling, times=f"{size:.5g}",
                    formula=f" = {names[0]}" if names else "", own=f"{rope.attention:.5g}",
                )  # fmt: skip
    return claim("model-angles-other", whole=len(stored))
