"""Number formats of tables: the coarsest format that represents every number exactly."""

from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array, Integers
from posenc_tools.diagnosis import thresholds


class Storage(NamedTuple):
    """Number format of a table.

    Attributes
    ----------
    name : str
        For example "float64", "bfloat16", "3 decimals", or "integers".
    decimals : int or None
        Digits after the decimal point, or None for a floating-point format.
    error : float
        Largest rounding error of a number of size 1.
    """

    name: str
    decimals: int | None
    error: float


FORMATS = (
    # integers are exact
    Storage("integers", 0, 0.0),
    Storage("1 decimal", 1, 0.05),
    *(Storage(f"{m} decimals", m, 0.5 * 10.0**-m) for m in range(2, thresholds.MAX_DECIMALS + 1)),
    Storage("bfloat16", None, 2.0**-8),
    Storage("float16", None, 2.0**-11),
    Storage("float32", None, 2.0**-24),
)
"""Formats other than float64."""


def storage(numbers: Array) -> Storage:
    """Coarsest format that represents every number of an (n, d) array exactly."""
    largest, flat = float(np.abs(numbers).max()), numbers.reshape(-1)
    blocks = (flat[at : at + thresholds.BLOCK_SIZE] for at in range(0, flat.size, thresholds.BLOCK_SIZE))
    parts = (flat[:: max(flat.size // thresholds.STORAGE_SAMPLE, 1)], *blocks)
    # integers without those that a coarse format cannot represent were stored in it
    steps = [2 * largest * format.error if format.decimals is None else 10.0**-format.decimals for format in FORMATS]
    for _, format in sorted(zip(steps, FORMATS, strict=True), key=lambda pair: -pair[0]):
        if all(_fits(format, part) for part in parts):
            return format
    return Storage("float64", None, 2.0**-53)


def steps(numbers: Array) -> Storage | None:
    """Format of multiples of one step, as after 8-bit quantization; None for other numbers. (n, d)."""
    values = np.unique(numbers.astype(np.float32))
    if not thresholds.MIN_LEVELS <= len(values) <= thresholds.MAX_LEVELS:
        return None
    step = float(np.diff(values.astype(np.float64)).min())
    counts = values / step
    if np.abs(counts - np.round(counts)).max() > thresholds.MAX_STEP_ERROR:
        return None
    step = float(np.abs(values).max() / np.round(np.abs(counts).max()))
    return Storage(f"steps of {step:.4g}", 0, step / 2)


def evenly_spaced(length: int, count: int) -> Integers:
    """Return the indices of at most `count` of `length` elements, including both ends."""
    return np.unique(np.linspace(0, length - 1, count).astype(np.int64))


def repeated_rows(numbers: Array) -> tuple[tuple[int, int, int], ...]:
    """First and last row of every run that repeats earlier rows other than zeros, and the first of those. (n, d)."""
    # + 0.0 turns -0.0 into 0.0
    bits = np.ascontiguousarray(numbers + 0.0).view(np.uint64)
    # equal rows have equal hashes
    hashes = bits @ np.random.default_rng(0).integers(2**63, size=bits.shape[1], dtype=np.uint64)
    order = np.argsort(hashes, kind="stable")
    rows, earlier = order[1:], order[:-1]
    same = hashes[rows] == hashes[earlier]
    rows, earlier = rows[same], earlier[same]
    same = (numbers[rows] == numbers[earlier]).all(axis=1) & numbers[rows].any(axis=1)
    gap = np.zeros(len(numbers) + 2, np.int64)
    gap[rows[same] + 1] = rows[same] - earlier[same]
    edges = np.flatnonzero(np.diff(gap))
    return tuple(
        (first, last - 1, first - int(gap[first + 1]))
        for first, last in zip(edges.tolist(), edges[1:].tolist(), strict=False)
        if gap[first + 1]
    )


def _fits(format: Storage, numbers: Array) -> bool:
    with np.errstate(over="ignore"):
        single = numbers.astype(np.float32)
        if format.decimals is not None:
            nearest = np.round(numbers, format.decimals)
            # beyond 2^53 every float is an integer; rounded numbers are often stored in float32 afterwards
            few = np.abs(numbers).max() * 10.0**format.decimals < 2.0**53
            return bool(few and ((nearest == numbers) | (nearest.astype(np.float32) == numbers)).all())
        if not (single == numbers).all():
            return False
        if format.name == "bfloat16":
            return not (single.view(np.uint32) & 0xFFFF).any()
        return format.name == "float32" or bool((numbers.astype(np.float16) == numbers).all())
