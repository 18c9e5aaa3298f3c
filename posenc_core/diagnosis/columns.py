"""How fast does each column oscillate? One wave is fitted to every column by itself, whatever the others do.

Column j is taken for a sin(w p) + b cos(w p). A grid over w finds the best frequency with two matrix products; scalar
Gauss-Newton steps refine it, with a and b eliminated (variable projection).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.accounts import Table

__all__ = ["Waves", "amplitudes", "padding", "some", "waves"]

MOST_ROWS = 256  # so many rows determine a frequency; more cost time
MOST_COLUMNS = 512
STEPS = 12
FIRST_STEPS, NO_WAVE, FEW_WAVES = 3, 0.5, 0.3  # stop after so many steps where fewer columns are waves, by squares
GRID = 1.5  # distance between neighboring frequencies of the grid, over 1/n: well within a period of n rows
OUTLIER = 8.0  # a row whose median residual is so many times the usual one is left out
ROUNDING = 4e-16


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
    if "waves" not in table.kept:
        table.kept["waves"] = _waves(table)
    found: Waves | None = table.kept["waves"]
    return found


def padding(table: Table) -> NDArray[np.int64]:
    """Rows of zeros, unless they are half of the table."""
    rows = table.zero_rows
    return rows if 2 * len(rows) < len(table.numbers) else rows[:0]


def _waves(table: Table) -> Waves | None:
    length, dim = table.numbers.shape
    skipped = padding(table)
    rows = np.setdiff1d(np.arange(min(length, MOST_ROWS + len(skipped))), skipped)[:MOST_ROWS]
    if len(rows) < 4:
        return None
    columns = some(dim)
    numbers = table.numbers[np.ix_(rows, columns)] / (table.peak or 1.0)
    found = _measured(numbers, rows, columns, table)
    # one bad row must not spoil every column
    rest = np.median(np.abs(numbers - _made(found, rows)), axis=1)
    usual = max(float(np.median(rest)), table.storage.error)
    good = rest <= OUTLIER * usual
    if good.all() or good.sum() < max(4, 0.75 * len(rows)):
        return found
    return _measured(numbers[good], rows[good], columns, table)


def amplitudes(table: Table, measured: Waves, w: Array) -> NDArray[np.complex128]:
    """z of every measured column at given frequencies. (m,) -> (m,)"""
    rows = measured.rows
    numbers = table.numbers[np.ix_(rows, measured.columns)]
    middle = (rows[0] + rows[-1]) / 2
    a, b, *_ = _fitted(numbers, rows - middle, w)
    return np.asarray((a + 1j * b) * np.exp(-1j * w * middle))


def some(dim: int) -> NDArray[np.int64]:
    """All columns, or of many: stretches at the start, in between, and at the end, so that steps are still seen."""
    if dim <= MOST_COLUMNS:
        return np.arange(dim)
    spread = np.linspace(0, dim - 1, MOST_COLUMNS // 2).astype(np.int64)
    block = np.arange(MOST_COLUMNS // 16)
    starts = (0, dim // 2 - len(block), dim // 2, dim - len(block))
    return np.unique(np.concatenate([spread, spread ^ 1, *(start + block for start in starts)]).clip(0, dim - 1))


def _made(found: Waves, rows: NDArray[np.int64]) -> Array:
    turns = np.exp(1j * rows[:, None] * found.frequencies)
    return np.asarray((turns * found.amplitudes).imag)


def _measured(numbers: Array, rows: NDArray[np.int64], columns: NDArray[np.int64], table: Table) -> Waves:
    count = int(rows[-1] - rows[0]) + 1
    slow, fast = np.geomspace(0.1 / count, 2 / count, 12)[:-1], np.arange(2 / count, np.pi, GRID / count)
    grid = np.concatenate((slow, fast, [np.pi - 0.2 / count]))
    # around the middle row, sine and cosine of slow waves stay independent
    places = rows - (rows[0] + rows[-1]) / 2
    angles = places[:, None] * grid
    sine, cosine = np.sin(angles), np.cos(angles)
    xs, xc = sine.T @ numbers, cosine.T @ numbers
    a, b = _solved(xs, xc, *(each[:, None] for each in _products(sine, cosine)))
    w = grid[(a * xs + b * xc).argmax(axis=0)]
    norms = np.square(numbers).sum(0)
    for turn in range(STEPS):
        a, b, sine, cosine = _fitted(numbers, places, w)
        rest = numbers - a * sine - b * cosine
        slope = places[:, None] * (a * cosine - b * sine)
        ga, gb = _solved((slope * sine).sum(0), (slope * cosine).sum(0), *_products(sine, cosine))
        slope -= ga * sine + gb * cosine
        size = np.einsum("ij,ij->j", slope, slope)
        step = np.divide((rest * slope).sum(0), size, out=np.zeros_like(w), where=size > 0)
        w = np.maximum(np.abs(w + np.clip(step, -1 / count, 1 / count)), 1e-9 / count)
        # beyond π a wave looks like a slower one
        w = np.minimum(w, 2 * np.pi - w)
        if np.abs(step).max() < 1e-15:
            break
        # other tables need no digits
        if turn == FIRST_STEPS and (np.square(rest).sum(0) < NO_WAVE * norms).mean() < FEW_WAVES:
            break
    a, b, sine, cosine = _fitted(numbers, places, w)
    left = np.square(numbers - a * sine - b * cosine).sum(0)
    # rounding is there even where a fit leaves nothing
    noise = np.sqrt(
        left / max(len(rows) - 3, 1) + np.square(table.relative_rounding / 2 + ROUNDING) * norms / len(rows)
    )
    errors = np.divide(noise, np.sqrt(size), out=np.full_like(w, np.inf), where=size > 0)
    # of a column that hardly moves no frequency is told
    errors[np.abs(step) > 3 * errors + 1e-6 * w] = np.inf
    shares = np.sqrt(np.divide(left, norms, out=np.zeros_like(left), where=norms > 0))
    # from the middle row back to row 0
    z = (a + 1j * b) * np.exp(-1j * w * (rows[0] + rows[-1]) / 2)
    return Waves(columns, w, errors, z, shares, rows)


def _fitted(numbers: Array, places: Array, w: Array) -> tuple[Array, Array, Array, Array]:
    angles = places[:, None] * w
    sine, cosine = np.sin(angles), np.cos(angles)
    a, b = _solved((numbers * sine).sum(0), (numbers * cosine).sum(0), *_products(sine, cosine))
    return a, b, sine, cosine


def _products(sine: Array, cosine: Array) -> tuple[Array, Array, Array]:
    """Of every column with itself and with the other one: sine², cosine², sine·cosine."""
    ss, cc, sc = (np.einsum("ij,ij->j", *pair) for pair in ((sine, sine), (cosine, cosine), (sine, cosine)))
    return ss, cc, sc


def _solved(xs: Array, xc: Array, ss: Array, cc: Array, sc: Array) -> tuple[Array, Array]:
    """Coefficients of sine and cosine by least squares, for each column."""
    spread = ss * cc - sc * sc
    safe = spread > 1e-14 * ss * cc
    whole = np.where(safe, spread, 1)
    a = np.where(safe, (xs * cc - xc * sc) / whole, 0.0)
    alone = np.divide(xc, cc, out=np.zeros_like(xc), where=cc > 0)
    return a, np.where(safe, (xc * ss - xs * sc) / whole, alone)
