"""How fast does each column oscillate? One wave is fitted to every column by itself, whatever the others do.

Column j is taken for a sin(w p) + b cos(w p). A grid over w finds the best frequency with two matrix products; scalar
Gauss-Newton steps refine it, with a and b eliminated (variable projection).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.accounts import Table
from posenc_core.diagnosis.thresholds import (
    EARLY_STOP_STEP,
    FLOAT64_ROUNDING,
    FREQUENCY_GRID_STEP,
    GAUSS_NEWTON_STEPS,
    MAX_EARLY_SQUARES,
    MAX_FIT_COLUMNS,
    MAX_FIT_ROWS,
    MAX_ROW_RESIDUAL,
    MIN_EARLY_WAVES,
)

__all__ = ["Waves", "amplitudes", "padding", "sample_columns", "waves"]


class Waves(NamedTuple):
    """One wave per column, x = Im(z exp(iwp)), where p counts the rows of the table from 0."""

    columns: NDArray[np.int64]  # which columns were measured: of many, every so many pairs. (m,)
    frequencies: Array  # w between 0 and π: a faster one looks like one of these. (m,)
    errors: Array  # one standard deviation of w. (m,)
    amplitudes: NDArray[np.complex128]  # z. (m,)
    residuals: Array  # norm of what the wave leaves over the norm of the column. (m,)
    rows: NDArray[np.int64]  # which rows were used. (k,)


def waves(table: Table) -> Waves | None:
    """One wave per column, without rows of padding; None for a table too small."""
    if "waves" not in table.cache:
        table.cache["waves"] = _waves(table)
    fit: Waves | None = table.cache["waves"]
    return fit


def padding(table: Table) -> NDArray[np.int64]:
    """Rows of zeros, unless they are half of the table."""
    rows = table.zero_rows
    return rows if 2 * len(rows) < len(table.numbers) else rows[:0]


def _waves(table: Table) -> Waves | None:
    length, dim = table.numbers.shape
    skipped = padding(table)
    rows = np.setdiff1d(np.arange(min(length, MAX_FIT_ROWS + len(skipped))), skipped)[:MAX_FIT_ROWS]
    if len(rows) < 4:
        return None
    columns = sample_columns(dim)
    numbers = table.numbers[np.ix_(rows, columns)] / (table.peak or 1.0)
    fit = _fit_waves(numbers, rows, columns, table)
    # one bad row must not spoil every column
    rest = np.median(np.abs(numbers - _predict(fit, rows)), axis=1)
    usual = max(float(np.median(rest)), table.storage.error)
    good = rest <= MAX_ROW_RESIDUAL * usual
    if good.all() or good.sum() < max(4, 0.75 * len(rows)):
        return fit
    return _fit_waves(numbers[good], rows[good], columns, table)


def amplitudes(table: Table, fit: Waves, w: Array) -> NDArray[np.complex128]:
    """z of every measured column at given frequencies. (m,) -> (m,)"""
    rows = fit.rows
    numbers = table.numbers[np.ix_(rows, fit.columns)]
    middle = (rows[0] + rows[-1]) / 2
    a, b, *_ = _fit_amplitudes(numbers, rows - middle, w)
    return np.asarray((a + 1j * b) * np.exp(-1j * w * middle))


def sample_columns(dim: int) -> NDArray[np.int64]:
    """All columns, or of many: stretches at the start, in between, and at the end, so that steps are still seen."""
    if dim <= MAX_FIT_COLUMNS:
        return np.arange(dim)
    spread = np.linspace(0, dim - 1, MAX_FIT_COLUMNS // 2).astype(np.int64)
    block = np.arange(MAX_FIT_COLUMNS // 16)
    starts = (0, dim // 2 - len(block), dim // 2, dim - len(block))
    return np.unique(np.concatenate([spread, spread ^ 1, *(start + block for start in starts)]).clip(0, dim - 1))


def _predict(fit: Waves, rows: NDArray[np.int64]) -> Array:
    turns = np.exp(1j * rows[:, None] * fit.frequencies)
    return np.asarray((turns * fit.amplitudes).imag)


def _fit_waves(numbers: Array, rows: NDArray[np.int64], columns: NDArray[np.int64], table: Table) -> Waves:
    count = int(rows[-1] - rows[0]) + 1
    slow, fast = np.geomspace(0.1 / count, 2 / count, 12)[:-1], np.arange(2 / count, np.pi, FREQUENCY_GRID_STEP / count)
    grid = np.concatenate((slow, fast, [np.pi - 0.2 / count]))
    # around the middle row, sine and cosine of slow waves stay independent
    places = rows - (rows[0] + rows[-1]) / 2
    angles = places[:, None] * grid
    sine, cosine = np.sin(angles), np.cos(angles)
    xs, xc = sine.T @ numbers, cosine.T @ numbers
    a, b = _solve(xs, xc, *(each[:, None] for each in _products(sine, cosine)))
    w = grid[(a * xs + b * xc).argmax(axis=0)]
    norms = np.square(numbers).sum(0)
    for turn in range(GAUSS_NEWTON_STEPS):
        a, b, sine, cosine = _fit_amplitudes(numbers, places, w)
        rest = numbers - a * sine - b * cosine
        slope = places[:, None] * (a * cosine - b * sine)
        ga, gb = _solve((slope * sine).sum(0), (slope * cosine).sum(0), *_products(sine, cosine))
        slope -= ga * sine + gb * cosine
        size = np.einsum("ij,ij->j", slope, slope)
        step = np.divide((rest * slope).sum(0), size, out=np.zeros_like(w), where=size > 0)
        w = np.maximum(np.abs(w + np.clip(step, -1 / count, 1 / count)), 1e-9 / count)
        # beyond π a wave looks like a slower one
        w = np.minimum(w, 2 * np.pi - w)
        if np.abs(step).max() < 1e-15:
            break
        # other tables need no digits
        if turn == EARLY_STOP_STEP and (np.square(rest).sum(0) < MAX_EARLY_SQUARES * norms).mean() < MIN_EARLY_WAVES:
            break
    a, b, sine, cosine = _fit_amplitudes(numbers, places, w)
    squares = np.square(numbers - a * sine - b * cosine).sum(0)
    # rounding is there even where a fit leaves nothing
    noise = np.sqrt(
        squares / max(len(rows) - 3, 1) + np.square(table.relative_rounding / 2 + FLOAT64_ROUNDING) * norms / len(rows)
    )
    errors = np.divide(noise, np.sqrt(size), out=np.full_like(w, np.inf), where=size > 0)
    # of a column that hardly moves no frequency is told
    errors[np.abs(step) > 3 * errors + 1e-6 * w] = np.inf
    shares = np.sqrt(np.divide(squares, norms, out=np.zeros_like(squares), where=norms > 0))
    # from the middle row back to row 0
    z = (a + 1j * b) * np.exp(-1j * w * (rows[0] + rows[-1]) / 2)
    return Waves(columns, w, errors, z, shares, rows)


def _fit_amplitudes(numbers: Array, places: Array, w: Array) -> tuple[Array, Array, Array, Array]:
    angles = places[:, None] * w
    sine, cosine = np.sin(angles), np.cos(angles)
    a, b = _solve((numbers * sine).sum(0), (numbers * cosine).sum(0), *_products(sine, cosine))
    return a, b, sine, cosine


def _products(sine: Array, cosine: Array) -> tuple[Array, Array, Array]:
    """Of every column with itself and with the other one: sine², cosine², sine·cosine."""
    ss, cc, sc = (np.einsum("ij,ij->j", *pair) for pair in ((sine, sine), (cosine, cosine), (sine, cosine)))
    return ss, cc, sc


def _solve(xs: Array, xc: Array, ss: Array, cc: Array, sc: Array) -> tuple[Array, Array]:
    """Coefficients of sine and cosine by least squares, for each column."""
    spread = ss * cc - sc * sc
    safe = spread > 1e-14 * ss * cc
    whole = np.where(safe, spread, 1)
    a = np.where(safe, (xs * cc - xc * sc) / whole, 0.0)
    alone = np.divide(xc, cc, out=np.zeros_like(xc), where=cc > 0)
    return a, np.where(safe, (xc * ss - xs * sc) / whole, alone)
