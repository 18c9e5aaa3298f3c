"""Classification of residuals: rounding, a few wrong rows, columns, or numbers, or white noise.

Every number has its own tolerance: rounding in storage, and rounding of the arithmetic, which grows with the angle. A
number with a large tolerance is not judged.
"""

import numpy as np

from posenc_core.arrays import Array, Mask
from posenc_tools.diagnosis import thresholds
from posenc_tools.diagnosis.explanations import Cell, Residual, Table
from posenc_tools.diagnosis.storage import evenly_spaced

SUBNORMAL = {"float16": 2.0**-25}  # absolute rounding of numbers near 0


def tolerance(table: Table, prediction: Array, arithmetic: Array | float = 0.0, places: float = 0.5) -> Array:
    """Absolute tolerance per number: half a unit in the last stored place, plus rounding. (n, d) -> (n, d)."""
    storage = table.storage
    # the last place halves just below a power of two
    relative = storage.decimals is None
    allowed = np.minimum(np.abs(prediction), table.peak) if relative else np.ones_like(prediction)
    # in place: a table may be large
    allowed *= 2.02 * storage.error * places
    allowed += arithmetic
    allowed += 4e-16 * table.peak + SUBNORMAL.get(storage.name, 0.0)
    return np.asarray(allowed)


def outlier_share(numbers: Array, prediction: Array, allowed: Array, peak: float) -> float:
    """Share of the judged numbers that exceed their tolerance; 1 if too few are judged."""
    judged = allowed <= thresholds.MAX_TOLERANCE * peak
    count = int((judged & ((numbers != 0) | (prediction != 0))).sum())
    if count < min(thresholds.MIN_JUDGED, max(numbers.size // 2, 1)):
        return 1.0
    return float((judged & (np.abs(numbers - prediction) > allowed)).sum() / judged.sum())


def classify(
    table: Table, prediction: Array, allowed: Array, *, exceptions: bool = True, noise: bool = True, exact: bool = False
) -> Residual | None:
    """Residual of a prediction; None if it does not explain the table. (n, d), (n, d).

    Tolerances that permit errors of arithmetic, and are not `exact`, hide numbers that are wrong by less.
    """
    rest = np.abs(table.numbers - prediction)
    judged = allowed <= thresholds.MAX_TOLERANCE * table.peak
    if (judged & ((table.numbers != 0) | (prediction != 0))).sum() < min(thresholds.MIN_JUDGED, max(rest.size // 2, 1)):
        return None
    out = judged & (rest > allowed)
    gross = judged & (rest > thresholds.WRONG_NUMBER_FACTOR * allowed)
    rounded = not gross.any() and out.sum() <= thresholds.MAX_OUTLIER_SHARE * judged.sum()
    lone = np.zeros_like(out) if exact else judged & _isolated(table, prediction, rest, allowed)
    if rounded and not lone.any():
        return Residual()
    if exceptions:
        residual = _exceptions(table, prediction, out | lone, gross | lone, judged)
        if residual is not None:
            return residual
        if rounded:
            return Residual()
    return _noise(table, prediction, allowed) if noise else None


def _isolated(table: Table, prediction: Array, rest: Array, allowed: Array) -> Mask:
    """Numbers far beyond the errors of their column, whose arithmetic may be better than its tolerance. -> (n, d)."""
    if len(rest) < thresholds.MIN_ISOLATED_ROWS:
        return np.zeros(rest.shape, bool)
    rows = evenly_spaced(len(rest), thresholds.MAX_FIT_ROWS)
    usual = np.quantile(rest[rows] / allowed[rows], thresholds.USUAL_QUANTILE, axis=0)
    least = tolerance(table, prediction, float(allowed.min()), places=1.0)
    return np.asarray(rest > thresholds.WRONG_NUMBER_FACTOR * np.maximum(usual * allowed, least))


def _exceptions(table: Table, prediction: Array, out: Mask, gross: Mask, judged: Mask) -> Residual | None:
    """Wrong rows, columns, or single numbers, if all others agree."""
    n, d = out.shape
    if min(n, d) < 4 or judged.mean() < 0.5:
        return None
    # rows first, then columns, then single numbers
    by_row, by_column = out.mean(axis=1), out.mean(axis=0)
    rows, columns = np.flatnonzero(by_row > 0.3), np.flatnonzero(by_column > 0.3)
    most = thresholds.MAX_OUTLIER_SHARE * judged.sum()
    for lines, count, axis in ((rows, n, 0), (columns, d, 1)):
        if not 0 < len(lines) <= thresholds.MAX_WRONG_LINES * count:
            continue
        rest, good = np.delete(out, lines, axis), np.delete(gross, lines, axis)
        if rest.sum() <= most and not (rest & good).any():
            places = tuple(lines.tolist())
            return Residual(columns=places) if axis else Residual(rows=places)
    if (out & ~gross).sum() > most or gross.sum() > max(thresholds.MAX_WRONG_CELLS * gross.size, 1):
        return None
    off = table.numbers - prediction
    return Residual(cells=tuple(Cell(int(p), int(j), float(off[p, j])) for p, j in np.argwhere(gross)))


def _noise(table: Table, prediction: Array, allowed: Array) -> Residual | None:
    """White noise: small, even over rows and columns, with uncorrelated neighbors."""
    n, d = prediction.shape
    size = table.peak or 1.0
    rest = (table.numbers - prediction) / size
    total = float(np.square(rest).sum())
    if total > np.square(thresholds.MAX_NOISE * table.norm / size) or n * d < 64:
        return None
    by_rounding = float(np.square(np.minimum(allowed, thresholds.MAX_TOLERANCE * size) / size).sum()) / 3
    if total < 2 * by_rounding:
        # a few numbers beyond their tolerance are no noise
        return None
    spare = by_rounding / total
    limit = thresholds.MAX_NOISE_CORRELATION + 4 / np.sqrt(n * d) + spare
    for one, next_one in ((rest[:-1], rest[1:]), (rest[:, :-1], rest[:, 1:])):
        if one.size and abs(float((one * next_one).sum())) > limit * total:
            return None
    for axis, count in ((0, n), (1, d)):
        part = np.square(rest).sum(axis) / (total / rest.shape[1 - axis])
        if part.max() > thresholds.MAX_NOISE_UNEVENNESS + 8 * np.sqrt(2 / count) + 10 * spare:
            return None
    return Residual(noise=float(np.sqrt(total - by_rounding)) * size / table.norm)
