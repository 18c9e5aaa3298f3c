"""Are the frequencies of a table drawn at random? Then it names the seed that drew them."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis import columns, costs
from posenc_core.diagnosis.accounts import Explained, Table
from posenc_core.diagnosis.codes import explained
from posenc_core.schemes import Fourier

__all__ = ["accounts"]

SEEDS = 10000
WIDTHS = (0.001, 1.0)
LOOKED_AT = 12  # so many frequencies tell one seed from another
LEAST = 4  # so many of them must be measured well
OFF = 0.1  # amplitude and phase of a well measured column differ at most by so much from those of sin and cos


def accounts(table: Table) -> Iterator[Explained]:
    """The seed and the width, where the columns are all sines and then all cosines."""
    n, d = table.numbers.shape
    measured = columns.waves(table)
    if measured is None or measured.residuals.max() > OFF:
        return
    half = d - d // 2
    sine = measured.columns < half
    # the sine of a negative frequency falls at first
    signs = np.sign(measured.amplitudes.real)
    good = sine & (np.abs(measured.amplitudes - signs) <= OFF)
    first = np.flatnonzero(good & (measured.columns < LOOKED_AT))
    if len(first) < LEAST or np.median(np.abs(measured.amplitudes[~sine] - 1j)) > OFF:
        return
    draws = _draws()[:, measured.columns[first]]
    w = (signs * measured.frequencies)[first]
    # each seed with the width that fits best
    widths = (draws @ w) / np.square(draws).sum(axis=1)
    seed = int(np.square(w - widths[:, None] * draws).sum(axis=1).argmin())
    drawn = np.random.default_rng(seed).normal(size=half)[measured.columns[good]]
    weights = 1 / np.square(measured.errors[good] + 1e-9)
    square = float((weights * drawn) @ drawn)
    width = float((weights * drawn) @ (signs * measured.frequencies)[good]) / square
    width = costs.shortest(width, max(1e-5, 4 / np.sqrt(square) / abs(width)))
    if WIDTHS[0] <= width <= WIDTHS[1]:
        scheme = Fourier(width=width, seed=seed)
        made = scheme.encode(range(n), d).astype(np.float64, copy=False)
        yield from explained(table, made, "Fourier", {"width": width, "seed": seed}, 5.0, scheme=scheme)


@cache
def _draws() -> Array:
    """The first numbers of every seed. (SEEDS, LOOKED_AT)"""
    return np.stack([np.random.default_rng(seed).normal(size=LOOKED_AT) for seed in range(SEEDS)])
