"""Is what an account leaves of a table rounding, a few wrong rows, columns, or numbers, or white noise?

Every number has a tolerance of its own: rounding where it is stored, and rounding on the way, which grows with its
angle. Where the tolerance is large, a number says nothing and is not judged.
"""

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.accounts import Cell, Left, Table
from posenc_core.pauses import pause

__all__ = ["agrees", "left", "tolerance"]

SUBNORMAL = {"float16": 2.0**-25}  # rounding of numbers near 0, where it is more than a share of them
OUT = 0.002  # so many numbers may exceed their tolerance a little
GROSS = 8.0  # a number that exceeds it so many times is wrong
UNJUDGED = 0.05  # a tolerance above this share of the largest number says nothing
FEW = 0.25  # more rows or columns than this share are no exceptions
FEW_CELLS = 0.01
MOST_NOISE = 0.05  # more than this share of white noise is not taken for noise
CORRELATED = 0.15  # neighbors in the residual, along rows or columns: more is no white noise
UNEVEN = 3.0
LEAST = 12  # so many judged numbers besides zeros are the least evidence


def tolerance(table: Table, made: Array, arithmetic: Array | float = 0.0, places: float = 0.5) -> Array:
    """How far a number may be off: half of the last place where it is stored, and arithmetic. (n, d) -> (n, d)"""
    kept = table.storage
    # just below a power of two, a place is half as large
    relative = kept.decimals is None
    allowed = np.minimum(np.abs(made), table.peak) if relative else np.ones_like(made)
    # in place: a table may be large
    allowed *= 2.02 * kept.error * places
    allowed += arithmetic
    allowed += 4e-16 * table.peak + SUBNORMAL.get(kept.name, 0.0)
    return np.asarray(allowed)


def agrees(numbers: Array, made: Array, allowed: Array, peak: float) -> float:
    """Share of the judged numbers that exceed their tolerance; 1 where too few are judged."""
    judged = allowed <= UNJUDGED * peak
    count = int((judged & ((numbers != 0) | (made != 0))).sum())
    if count < min(LEAST, max(numbers.size // 2, 1)):
        return 1.0
    return float((judged & (np.abs(numbers - made) > allowed)).sum() / judged.sum())


def left(table: Table, made: Array, allowed: Array, *, exceptions: bool = True, noise: bool = True) -> Left | None:
    """What an account leaves of a table; None where it does not explain it. (n, d), (n, d)"""
    rest = np.abs(table.numbers - made)
    judged = allowed <= UNJUDGED * table.peak
    if (judged & ((table.numbers != 0) | (made != 0))).sum() < min(LEAST, max(rest.size // 2, 1)):
        return None
    out = judged & (rest > allowed)
    gross = judged & (rest > GROSS * allowed)
    if not gross.any() and out.sum() <= OUT * judged.sum():
        return Left()
    pause()
    if exceptions:
        found = _exceptions(table, made, out, gross, judged)
        if found is not None:
            return found
    return _noise(table, made, allowed) if noise else None


def _exceptions(
    table: Table, made: Array, out: NDArray[np.bool_], gross: NDArray[np.bool_], judged: NDArray[np.bool_]
) -> Left | None:
    """A few rows, columns, or single numbers that are wrong, where all others agree."""
    n, d = out.shape
    if min(n, d) < 4 or judged.mean() < 0.5:
        return None
    # whole rows first, unless columns explain more with fewer
    by_row, by_column = out.mean(axis=1), out.mean(axis=0)
    rows, columns = np.flatnonzero(by_row > 0.3), np.flatnonzero(by_column > 0.3)
    for some_rows, some_columns in ((rows, columns[:0]), (rows[:0], columns)):
        if not len(some_rows) + len(some_columns) > 0 or len(some_rows) > FEW * n or len(some_columns) > FEW * d:
            continue
        rest = out.copy()
        rest[some_rows], rest[:, some_columns] = False, False
        if rest.sum() <= OUT * judged.sum() and not (rest & gross).any():
            return Left(rows=tuple(some_rows.tolist()), columns=tuple(some_columns.tolist()))
    if (out & ~gross).sum() > OUT * judged.sum() or gross.sum() > max(FEW_CELLS * gross.size, 1):
        return None
    places = np.argwhere(gross)
    return Left(cells=tuple(Cell(int(p), int(j), float(table.numbers[p, j] - made[p, j])) for p, j in places))


def _noise(table: Table, made: Array, allowed: Array) -> Left | None:
    """White noise: small, alike in all rows and columns, and neighbors uncorrelated."""
    n, d = made.shape
    size = table.peak or 1.0
    rest = (table.numbers - made) / size
    total = float(np.square(rest).sum())
    if total > np.square(MOST_NOISE * table.norm / size) or n * d < 64:
        return None
    by_rounding = float(np.square(np.minimum(allowed, UNJUDGED * size) / size).sum()) / 3
    if total < 2 * by_rounding:
        # numbers that exceed their rounding while others stay far below it are no noise
        return None
    spare = by_rounding / total
    limit = CORRELATED + 4 / np.sqrt(n * d) + spare
    for one, next_one in ((rest[:-1], rest[1:]), (rest[:, :-1], rest[:, 1:])):
        if one.size and abs(float((one * next_one).sum())) > limit * total:
            return None
    for axis, count in ((0, n), (1, d)):
        part = np.square(rest).sum(axis) / (total / rest.shape[1 - axis])
        if part.max() > UNEVEN + 8 * np.sqrt(2 / count) + 10 * spare:
            return None
    return Left(noise=float(np.sqrt(total - by_rounding)) * size / table.norm)
