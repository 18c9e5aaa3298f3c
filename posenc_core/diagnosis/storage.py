"""In which format are the numbers of a table stored? The coarsest format that holds every number exactly."""

from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array


class Storage(NamedTuple):
    """How the numbers of a table are stored."""

    name: str
    """Such as float64, float32, float16, bfloat16, 3 decimals, integers."""
    decimals: int | None
    """Digits after the point, where the numbers are rounded to so many; else None."""
    error: float
    """Largest rounding error of a number of size 1: half of the last place."""


MOST_DECIMALS = 8
"""Beyond these, rounding is finer than float32 for numbers of size 1, and nobody rounds so."""

FEW = 4096
"""So many numbers are looked at first: most formats are ruled out by them."""

PART = 2**18
"""So many numbers are looked at together."""

FORMATS = (
    # who counts does not round: a whole number is exact
    Storage("integers", 0, 0.0),
    *(Storage("1 decimal" if m == 1 else f"{m} decimals", m, 0.5 * 10.0**-m) for m in range(1, MOST_DECIMALS + 1)),
    Storage("bfloat16", None, 2.0**-8),
    Storage("float16", None, 2.0**-11),
    Storage("float32", None, 2.0**-24),
)
"""Everything but float64, which holds whatever is given."""


def storage(numbers: Array) -> Storage:
    """The coarsest format that holds every number exactly. (n, d)"""
    largest = float(np.abs(numbers).max())

    def step(format: Storage) -> float:
        """From the largest number to the next."""
        return 2 * format.error * largest if format.decimals is None else 10.0**-format.decimals

    # of whole numbers a coarse format leaves some out: a count without them was stored in it
    for each in sorted(FORMATS, key=step, reverse=True):
        if _holds_all(each, numbers):
            return each
    return Storage("float64", None, 2.0**-53)


def zero_rows(numbers: Array) -> tuple[int, ...]:
    """The rows that hold nothing but 0. (n, d)"""
    return tuple(np.flatnonzero(~numbers.any(axis=1)).tolist())


def repeated_rows(numbers: Array) -> tuple[tuple[int, int], ...]:
    """The first and the last row of every stretch of rows that hold the same numbers. (n, d)"""
    same = np.zeros(len(numbers) + 1, np.int8)
    same[1:-1] = (numbers[1:] == numbers[:-1]).all(axis=1)
    edges = np.flatnonzero(np.diff(same))
    return tuple(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _holds_all(format: Storage, numbers: Array) -> bool:
    flat = numbers.reshape(-1)
    parts = (flat[at : at + PART] for at in range(0, flat.size, PART))
    return _holds(format, flat[:: max(flat.size // FEW, 1)]) and all(_holds(format, part) for part in parts)


def _holds(format: Storage, numbers: Array) -> bool:
    with np.errstate(over="ignore"):
        single = numbers.astype(np.float32)
        if format.decimals is not None:
            # beyond 2^53 every number is a whole one, whatever it was rounded to
            if np.abs(numbers).max() * 10.0**format.decimals >= 2.0**53:
                return False
            nearest = np.round(numbers, format.decimals)
            # what was rounded is often stored in float32 afterwards
            return bool(((nearest == numbers) | (nearest.astype(np.float32) == numbers)).all())
        if not (single == numbers).all():
            return False
        if format.name == "bfloat16":
            return not (single.view(np.uint32) & 0xFFFF).any()
        return format.name == "float32" or bool((numbers.astype(np.float16) == numbers).all())
