"""In which format are the numbers of a table stored? The coarsest format that holds every number exactly."""

from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis.thresholds import (
    BLOCK_SIZE,
    MAX_DECIMALS,
    MAX_LEVELS,
    MAX_STEP_ERROR,
    MIN_LEVELS,
    STORAGE_SAMPLE,
)
from posenc_core.pauses import pause

__all__ = ["Storage", "repeated_rows", "steps", "storage"]


class Storage(NamedTuple):
    """How the numbers of a table are stored."""

    name: str
    """Such as float64, float32, float16, bfloat16, 3 decimals, integers."""
    decimals: int | None
    """Digits after the point, where the numbers are rounded to so many; else None."""
    error: float
    """Largest rounding error of a number of size 1: half of the last place."""


FORMATS = (
    # who counts does not round: a whole number is exact
    Storage("integers", 0, 0.0),
    *(Storage("1 decimal" if m == 1 else f"{m} decimals", m, 0.5 * 10.0**-m) for m in range(1, MAX_DECIMALS + 1)),
    Storage("bfloat16", None, 2.0**-8),
    Storage("float16", None, 2.0**-11),
    Storage("float32", None, 2.0**-24),
)
"""Everything but float64, which holds whatever is given."""


def storage(numbers: Array) -> Storage:
    """The coarsest format that holds every number exactly. (n, d)"""
    largest, flat = float(np.abs(numbers).max()), numbers.reshape(-1)
    parts = (
        flat[:: max(flat.size // STORAGE_SAMPLE, 1)],
        *(flat[at : at + BLOCK_SIZE] for at in range(0, flat.size, BLOCK_SIZE)),
    )
    # of whole numbers a coarse format leaves some out: a count without them was stored in it
    steps = [10.0**-each.decimals if each.decimals is not None else 2 * each.error * largest for each in FORMATS]
    for _, each in sorted(zip(steps, FORMATS, strict=True), key=lambda pair: -pair[0]):
        if all(_fits(each, part) for part in parts):
            return each
    return Storage("float64", None, 2.0**-53)


def steps(numbers: Array) -> Storage | None:
    """Multiples of one step, as 8-bit quantization leaves them; None for other numbers. (n, d)"""
    values = np.unique(numbers.astype(np.float32))
    if not MIN_LEVELS <= len(values) <= MAX_LEVELS:
        return None
    step = float(np.diff(values.astype(np.float64)).min())
    counts = values / step
    if np.abs(counts - np.round(counts)).max() > MAX_STEP_ERROR:
        return None
    step = float(np.abs(values).max() / np.round(np.abs(counts).max()))
    return Storage(f"steps of {step:.4g}", 0, step / 2)


def repeated_rows(numbers: Array) -> tuple[tuple[int, int], ...]:
    """The first and the last row of every stretch of rows that hold the same numbers. (n, d)"""
    same = np.zeros(len(numbers) + 1, np.int8)
    same[1:-1] = (numbers[1:] == numbers[:-1]).all(axis=1)
    edges = np.flatnonzero(np.diff(same))
    return tuple(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _fits(format: Storage, numbers: Array) -> bool:
    pause()
    with np.errstate(over="ignore"):
        single = numbers.astype(np.float32)
        if format.decimals is not None:
            nearest = np.round(numbers, format.decimals)
            # beyond 2^53 every number is a whole one; what was rounded is often stored in float32 afterwards
            few = np.abs(numbers).max() * 10.0**format.decimals < 2.0**53
            return bool(few and ((nearest == numbers) | (nearest.astype(np.float32) == numbers)).all())
        if not (single == numbers).all():
            return False
        if format.name == "bfloat16":
            return not (single.view(np.uint32) & 0xFFFF).any()
        return format.name == "float32" or bool((numbers.astype(np.float16) == numbers).all())
