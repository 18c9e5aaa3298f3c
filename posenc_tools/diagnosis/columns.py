"""Waves of single columns: a sin(w p) + b cos(w p) is fitted to each column independently.

Two matrix products find the best frequency on a grid; scalar Gauss-Newton steps refine it, with a and b eliminated
(variable projection).
"""

from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array, Complex, Integers
from posenc_tools.diagnosis import thresholds
from posenc_tools.diagnosis.explanations import Table


class Waves(NamedTuple):
    """Waves x = Im(z exp(iwp)) of the columns, where p is the row."""

    columns: Integers  # fitted columns. (m,)
    frequencies: Array  # w between 0 and π, possibly aliased. (m,)
    errors: Array  # standard deviation of w. (m,)
    amplitudes: Complex  # z. (m,)
    residuals: Array  # norm of the residual relative to the column. (m,)
    rows: Integers  # fitted rows. (k,)


def waves(table: Table) -> Waves | None:
    """Fit a wave to each column, ignoring padding; None if the table is too small."""
    if "waves" not in table.cache:
        table.cache["waves"] = _waves(table)
    fit: Waves | None = table.cache["waves"]
    return fit


def padding(table: Table) -> Integers:
    """Rows of zeros, unless half of the table is zeros."""
    rows = table.zero_rows
    return rows if 2 * len(rows) < len(table.numbers) else rows[:0]


def _waves(table: Table) -> Waves | None:
    length, dim = table.numbers.shape
    skipped = padding(table)
    rows = np.setdiff1d(np.arange(min(length, thresholds.MAX_FIT_ROWS + len(skipped))), skipped)
    rows = rows[: thresholds.MAX_FIT_ROWS]
    if len(rows) < 4:
        return None
    columns = sample_columns(dim)
    numbers = table.numbers[np.ix_(rows, columns)] / (table.peak or 1.0)
    fit = _fit_waves(numbers, rows, columns, table)
    # exclude rows that would spoil every column
    rest = np.median(np.abs(numbers - _predict(fit, rows)), axis=1)
    usual = max(float(np.median(rest)), table.storage.error)
    good = rest <= thresholds.MAX_ROW_RESIDUAL * usual
    if good.all() or good.sum() < max(4, 0.75 * len(rows)):
        return fit
    return _fit_waves(numbers[good], rows[good], columns, table)


def amplitudes(table: Table, fit: Waves, w: Array) -> Complex:
    """Complex amplitudes z of the fitted columns at given frequencies. (m,) -> (m,)."""
    rows = fit.rows
    numbers = table.numbers[np.ix_(rows, fit.columns)]
    middle = (rows[0] + rows[-1]) / 2
    a, b, *_ = _fit_amplitudes(numbers, rows - middle, w)
    return np.asarray((a + 1j * b) * np.exp(-1j * w * middle))


def sample_columns(dim: int) -> Integers:
    """Sample of columns with contiguous blocks, so that steps between neighbors remain visible."""
    if dim <= thresholds.MAX_FIT_COLUMNS:
        return np.arange(dim)
    spread = np.linspace(0, dim - 1, thresholds.MAX_FIT_COLUMNS // 2).astype(np.int64)
    block = np.arange(thresholds.MAX_FIT_COLUMNS // 16)
    starts = (0, dim // 2 - len(block), dim // 2, dim - len(block))
    return np.unique(np.concatenate([spread, spread ^ 1, *(start + block for start in starts)]).clip(0, dim - 1))


def _predict(fit: Waves, rows: Integers) -> Array:
    turns = np.exp(1j * rows[:, None] * fit.frequencies)
    return np.asarray((turns * fit.amplitudes).imag)


def _fit_waves(numbers: Array, rows: Integers, columns: Integers, table: Table) -> Waves:
    count = int(rows[-1] - rows[0]) + 1
    slow = np.geomspace(0.1 / count, 2 / count, 12)[:-1]
    fast = np.arange(2 / count, np.pi, thresholds.FREQUENCY_GRID_STEP / count)
    grid = np.concatenate((slow, fast, [np.pi - 0.2 / count]))
    # centering decorrelates sine and cosine of slow waves
    places = rows - (rows[0] + rows[-1]) / 2
    angles = places[:, None] * grid
    sine, cosine = np.sin(angles), np.cos(angles)
    xs, xc = sine.T @ numbers, cosine.T @ numbers
    a, b = _solve(xs, xc, *(sums[:, None] for sums in _products(sine, cosine)))
    w = grid[(a * xs + b * xc).argmax(axis=0)]
    norms = np.square(numbers).sum(0)
    for turn in range(thresholds.GAUSS_NEWTON_STEPS):
        a, b, sine, cosine = _fit_amplitudes(numbers, places, w)
        rest = numbers - a * sine - b * cosine
        slope = places[:, None] * (a * cosine - b * sine)
        ga, gb = _solve((slope * sine).sum(0), (slope * cosine).sum(0), *_products(sine, cosine))
        slope -= ga * sine + gb * cosine
        size = np.einsum("ij,ij->j", slope, slope)
        step = np.divide((rest * slope).sum(0), size, out=np.zeros_like(w), where=size > 0)
        w = np.maximum(np.abs(w + np.clip(step, -1 / count, 1 / count)), 1e-9 / count)
        # fold aliases into [0, π]
        w = np.minimum(w, 2 * np.pi - w)
        if np.abs(step).max() < 1e-15:
            break
        # a table without waves needs no digits
        waving = np.square(rest).sum(0) < thresholds.MAX_EARLY_SQUARES * norms
        if turn == thresholds.EARLY_STOP_STEP and waving.mean() < thresholds.MIN_EARLY_WAVES:
            break
    a, b, sine, cosine = _fit_amplitudes(numbers, places, w)
    squares = np.square(numbers - a * sine - b * cosine).sum(0)
    # rounding remains even without a residual
    rounding = np.square(table.relative_rounding / 2 + thresholds.FLOAT64_ROUNDING) * norms / len(rows)
    noise = np.sqrt(squares / max(len(rows) - 3, 1) + rounding)
    errors = np.divide(noise, np.sqrt(size), out=np.full_like(w, np.inf), where=size > 0)
    # a column without convergence has no frequency
    errors[np.abs(step) > 3 * errors + 1e-6 * w] = np.inf
    shares = np.sqrt(np.divide(squares, norms, out=np.zeros_like(squares), where=norms > 0))
    # shift the phase from the middle row to row 0
    z = (a + 1j * b) * np.exp(-1j * w * (rows[0] + rows[-1]) / 2)
    return Waves(columns, w, errors, z, shares, rows)


def _fit_amplitudes(numbers: Array, places: Array, w: Array) -> tuple[Array, Array, Array, Array]:
    angles = places[:, None] * w
    sine, cosine = np.sin(angles), np.cos(angles)
    a, b = _solve((numbers * sine).sum(0), (numbers * cosine).sum(0), *_products(sine, cosine))
    return a, b, sine, cosine


def _products(sine: Array, cosine: Array) -> tuple[Array, Array, Array]:
    """Return the sums of sine², cosine², and sine·cosine for each column."""
    ss, cc, sc = (np.einsum("ij,ij->j", *pair) for pair in ((sine, sine), (cosine, cosine), (sine, cosine)))
    return ss, cc, sc


def _solve(xs: Array, xc: Array, ss: Array, cc: Array, sc: Array) -> tuple[Array, Array]:
    """Least-squares coefficients of sine and cosine for each column."""
    spread = ss * cc - sc * sc
    safe = spread > 1e-14 * ss * cc
    whole = np.where(safe, spread, 1)
    a = np.where(safe, (xs * cc - xc * sc) / whole, 0.0)
    alone = np.divide(xc, cc, out=np.zeros_like(xc), where=cc > 0)
    return a, np.where(safe, (xc * ss - xs * sc) / whole, alone)
