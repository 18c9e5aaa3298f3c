"""Is what an account leaves of a table rounding, a few wrong rows, columns, or numbers, or white noise?

Every number has a tolerance of its own: rounding where it is stored, and rounding on the way, which grows with its
angle. Where the tolerance is large, a number says nothing and is not judged.
"""

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.accounts import Cell, Residual, Table
from posenc_core.diagnosis.thresholds import (
    MAX_NOISE,
    MAX_NOISE_CORRELATION,
    MAX_NOISE_UNEVENNESS,
    MAX_OUTLIER_SHARE,
    MAX_TOLERANCE,
    MAX_WRONG_CELLS,
    MAX_WRONG_LINES,
    MIN_JUDGED,
    WRONG_NUMBER_FACTOR,
)
from posenc_core.pauses import pause

__all__ = ["classify", "outlier_share", "tolerance"]

SUBNORMAL = {"float16": 2.0**-25}  # rounding of numbers near 0, where it is more than a share of them


def tolerance(table: Table, prediction: Array, arithmetic: Array | float = 0.0, places: float = 0.5) -> Array:
    """How far a number may be off: half of the last place where it is stored, and arithmetic. (n, d) -> (n, d)"""
    storage = table.storage
    # just below a power of two, a place is half as large
    relative = storage.decimals is None
    allowed = np.minimum(np.abs(prediction), table.peak) if relative else np.ones_like(prediction)
    # in place: a table may be large
    allowed *= 2.02 * storage.error * places
    allowed += arithmetic
    allowed += 4e-16 * table.peak + SUBNORMAL.get(storage.name, 0.0)
    return np.asarray(allowed)


def outlier_share(numbers: Array, prediction: Array, allowed: Array, peak: float) -> float:
    """Share of the judged numbers that exceed their tolerance; 1 where too few are judged."""
    judged = allowed <= MAX_TOLERANCE * peak
    count = int((judged & ((numbers != 0) | (prediction != 0))).sum())
    if count < min(MIN_JUDGED, max(numbers.size // 2, 1)):
        return 1.0
    return float((judged & (np.abs(numbers - prediction) > allowed)).sum() / judged.sum())


def classify(
    table: Table, prediction: Array, allowed: Array, *, exceptions: bool = True, noise: bool = True
) -> Residual | None:
    """What an account leaves of a table; None where it does not explain it. (n, d), (n, d)"""
    rest = np.abs(table.numbers - prediction)
    judged = allowed <= MAX_TOLERANCE * table.peak
    if (judged & ((table.numbers != 0) | (prediction != 0))).sum() < min(MIN_JUDGED, max(rest.size // 2, 1)):
        return None
    out = judged & (rest > allowed)
    gross = judged & (rest > WRONG_NUMBER_FACTOR * allowed)
    if not gross.any() and out.sum() <= MAX_OUTLIER_SHARE * judged.sum():
        return Residual()
    pause()
    if exceptions:
        residual = _exceptions(table, prediction, out, gross, judged)
        if residual is not None:
            return residual
    return _noise(table, prediction, allowed) if noise else None


def _exceptions(
    table: Table, prediction: Array, out: NDArray[np.bool_], gross: NDArray[np.bool_], judged: NDArray[np.bool_]
) -> Residual | None:
    """A few rows, columns, or single numbers that are wrong, where all others agree."""
    n, d = out.shape
    if min(n, d) < 4 or judged.mean() < 0.5:
        return None
    # whole rows first, unless columns explain more with fewer
    by_row, by_column = out.mean(axis=1), out.mean(axis=0)
    rows, columns = np.flatnonzero(by_row > 0.3), np.flatnonzero(by_column > 0.3)
    for some_rows, some_columns in ((rows, columns[:0]), (rows[:0], columns)):
        if (
            not len(some_rows) + len(some_columns) > 0
            or len(some_rows) > MAX_WRONG_LINES * n
            or len(some_columns) > MAX_WRONG_LINES * d
        ):
            continue
        rest = out.copy()
        rest[some_rows], rest[:, some_columns] = False, False
        if rest.sum() <= MAX_OUTLIER_SHARE * judged.sum() and not (rest & gross).any():
            return Residual(rows=tuple(some_rows.tolist()), columns=tuple(some_columns.tolist()))
    if (out & ~gross).sum() > MAX_OUTLIER_SHARE * judged.sum() or gross.sum() > max(MAX_WRONG_CELLS * gross.size, 1):
        return None
    places = np.argwhere(gross)
    return Residual(cells=tuple(Cell(int(p), int(j), float(table.numbers[p, j] - prediction[p, j])) for p, j in places))


def _noise(table: Table, prediction: Array, allowed: Array) -> Residual | None:
    """White noise: small, alike in all rows and columns, and neighbors uncorrelated."""
    n, d = prediction.shape
    size = table.peak or 1.0
    rest = (table.numbers - prediction) / size
    total = float(np.square(rest).sum())
    if total > np.square(MAX_NOISE * table.norm / size) or n * d < 64:
        return None
    by_rounding = float(np.square(np.minimum(allowed, MAX_TOLERANCE * size) / size).sum()) / 3
    if total < 2 * by_rounding:
        # numbers that exceed their rounding while others stay far below it are no noise
        return None
    spare = by_rounding / total
    limit = MAX_NOISE_CORRELATION + 4 / np.sqrt(n * d) + spare
    for one, next_one in ((rest[:-1], rest[1:]), (rest[:, :-1], rest[:, 1:])):
        if one.size and abs(float((one * next_one).sum())) > limit * total:
            return None
    for axis, count in ((0, n), (1, d)):
        part = np.square(rest).sum(axis) / (total / rest.shape[1 - axis])
        if part.max() > MAX_NOISE_UNEVENNESS + 8 * np.sqrt(2 / count) + 10 * spare:
            return None
    return Residual(noise=float(np.sqrt(total - by_rounding)) * size / table.norm)
