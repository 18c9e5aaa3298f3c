"""Linear maps of the pairs of rotated vectors: their cosines and sines, or the wrong line that gives them."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from posenc_core.arrays import AnyArray, Array, Integers
from posenc_core.text.messages import Claim, claim
from posenc_core.text.numerals import format_distinct
from posenc_tools.models.rope_differences import Expected, Waves, stored_format

MAX_RESIDUAL = {"float32": 1e-4, "float16": 2e-3, "bfloat16": 1e-2}
"""Largest part of a rotated pair that no linear map of the pair explains, relative to the pair, by float type."""

FORM_TOLERANCE = 1e-3
"""Largest error of the linear map of a pair that a wrong line explains, at positions below `FORM_LENGTH`."""

FORM_LENGTH = 256

STILL = 0.01
"""Largest change of the cosines and sines of a pair that does not rotate."""

FORMS: dict[str, Callable[[Array, Array], Any]] = {
    "signs": lambda c, s: [[c, s], [s, c]],
    "halves": lambda c, s: [[c - s, 0 * c], [0 * c, c + s]],
    "output": lambda c, s: [[s, c], [c, -s]],
    "overwritten": lambda c, s: [[c, -s], [s * c, c - s * s]],
    "sine": lambda c, s: [[c, 0 * c], [0 * c, c]],
}
"""Linear map of a pair with one wrong line, from cosines and sines."""


def measure(x: Array, y: Array, positions: Integers, expected: Expected) -> tuple[Waves | None, list[Claim]]:
    """Cosines and sines of the linear map of each pair, and other differences. (heads, n, d), (heads, n, d)."""
    x, y, rope = x.astype(np.float64), y.astype(np.float64), expected.rope
    finite = np.isfinite(y).all(axis=(0, 2))
    if not finite.all():
        return None, [claim("rope-bug-nan", start=int(positions[~finite][0]))]
    changed = np.flatnonzero((np.abs(x - y) > 1e-6).any(axis=(0, 1)))
    if not changed.size:
        return None, [claim("rope-bug-none")]
    format = stored_format([y], 3e-6)
    waves = rope.attention * np.exp(1j * np.multiply.outer(positions, rope.frequencies(int(positions.max()) + 1)))
    waves = waves.conj() if expected.backward else waves
    rest: list[Claim] = []
    for is_meant, pairing, first, second, order in _layouts(expected, changed, x.shape[-1]):
        maps, left = _maps(x, y[..., order], first, second)
        others = np.setdiff1d(changed, (first, second))
        if left > MAX_RESIDUAL[format] or (others.size and not is_meant):
            continue
        noise = 4 * left if format != "float32" else 0.0
        if is_meant and not others.size and (form := _form(maps, waves, pairing, positions, noise)):
            return None, [claim(f"rope-bug-{form}")]
        (a, b), (c, d) = np.moveaxis(maps, (2, 3), (0, 1))
        if max(np.abs(a - d).max(), np.abs(b + c).max()) > FORM_TOLERANCE + noise:
            continue
        if others.size:
            rest = rest or [_first_difference("rest", y, x, others[:1], positions)]
            continue
        # other dimensions may be multiplied by a number
        still = np.ptp(a, axis=0) + np.ptp(c, axis=0) < STILL
        same = np.abs(a - 1).max(axis=0) + np.abs(c).max(axis=0) < STILL
        if not is_meant and (still & ~same).any():
            continue
        start, end = (int(part[0]) for part in _pairs(expected, x.shape[-1], expected.pairing or pairing))
        at, to = int(first[0]), int(second[0])
        usual = (at, to) == (start, end) or (at == 0 and to in (1, len(first)) and rope.scaling != "proportional")
        place = claim("rope-bug-place", start=at, end=to, x=start, y=end)
        parts = ((np.cos, (a + d) / 2), (np.sin, (c - b) / 2))
        measured = Waves("rotation", positions, parts, pairing, stored_format([a, c], 3e-6), noise)
        return measured, [] if usual else [place]
    if rest:
        return None, rest
    first, second = _pairs(expected, x.shape[-1], expected.pairing or "half")
    right = x.copy()
    pairs = (x[..., first] + 1j * x[..., second]) * waves
    right[..., first], right[..., second] = pairs.real, pairs.imag
    return None, [_first_difference("unlike", y, right, np.arange(x.shape[-1]), positions)]


def _maps(x: Array, y: Array, first: Integers, second: Integers) -> tuple[Array, float]:
    """Linear map of each pair, (n, pairs, 2, 2), and the largest part of a pair that none explains."""
    before, after = (np.stack((array[..., first], array[..., second]), -1) for array in (x, y))
    squares, products = (np.einsum("hnmi,hnmj->nmij", array, before) for array in (before, after))
    maps = products @ np.linalg.inv(squares)
    left = after - np.einsum("nmij,hnmj->hnmi", maps, before)
    return maps, float((np.linalg.norm(left, axis=(0, 3)) / np.linalg.norm(before, axis=(0, 3))).max())


def _form(maps: Array, waves: AnyArray, pairing: str, positions: Integers, noise: float) -> str:
    """Return the wrong line that gives these maps of pairs; empty if none does."""
    near, pair = positions < FORM_LENGTH, np.arange(waves.shape[1])
    maps, waves, whole = maps[near], waves[near], len(pair)
    # tables of neighbors for halves, or the reverse
    first, second = (
        (pair // 2, (pair + whole) // 2) if pairing == "half" else (2 * pair % whole, (2 * pair + 1) % whole)
    )
    mixed = [[waves.real[:, first], -waves.imag[:, first]], [waves.imag[:, second], waves.real[:, second]]]
    right = [[waves.real, -waves.imag], [waves.imag, waves.real]]
    forms = {"": right} | {name: form(waves.real, waves.imag) for name, form in FORMS.items()} | {"mixed": mixed}
    off = {name: np.abs(np.moveaxis(np.array(form), (0, 1), (2, 3)) - maps).max() for name, form in forms.items()}
    return next((name for name, error in off.items() if error < FORM_TOLERANCE + noise), "")


def _first_difference(id: str, actual: Array, right: Array, columns: Integers, positions: Integers) -> Claim:
    """Claim about the first position of the chosen columns where a number differs most."""
    off = np.abs(actual - right)[..., columns]
    row = int((off.max(axis=(0, 2)) > off.max() / 2).argmax())
    head, column = np.unravel_index(off[:, row].argmax(), off[:, row].shape)
    at = int(columns[column])
    here, there = format_distinct(float(actual[head, row, at]), float(right[head, row, at]))
    return claim(f"rope-bug-{id}", column=at, position=int(positions[row]), head=int(head), x=here, y=there)


def _pairs(expected: Expected, dim: int, pairing: str) -> tuple[Integers, Integers]:
    """First and second dimensions of the pairs of a configuration."""
    pair = np.arange(expected.rope.width // 2)
    if expected.rope.scaling == "proportional":
        return pair, pair + dim // 2
    return (pair, pair + len(pair)) if pairing == "half" else (2 * pair, 2 * pair + 1)


def _layouts(
    expected: Expected, changed: Integers, dim: int
) -> Iterator[tuple[bool, str, Integers, Integers, Integers]]:
    """Pairs, first those of the configuration (True): pairing, first and second columns, and order of the result."""
    width, start, same = expected.rope.width, int(changed[0]), np.arange(dim)
    kinds = sorted(("half", "interleaved"), key=lambda name: name != expected.pairing)
    for pairing in kinds[: 1 if expected.pairing or expected.rope.scaling == "proportional" else 2]:
        yield True, pairing, *_pairs(expected, dim, pairing), same
    if expected.pairing == "interleaved":
        # DeepSeek's code moves the second dimensions of all pairs to the other half: scores are the same
        sorted_columns = np.r_[np.arange(width).reshape(2, -1).T.ravel(), width:dim]
        yield True, "interleaved", *_pairs(expected, dim, "interleaved"), sorted_columns
    pair = np.arange(width // 2)
    yield False, "half", pair, pair + dim // 2, same
    for pairing in kinds:
        for size, at in ((width, 0), (int(changed[-1]) + 1 - start, start), (dim, 0), (width, dim - width)):
            pair = np.arange(size // 2)
            first, second = (pair, pair + size // 2) if pairing == "half" else (2 * pair, 2 * pair + 1)
            yield False, pairing, first + at, second + at, same
