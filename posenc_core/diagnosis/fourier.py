"""Are the frequencies of a table drawn at random? Then it names the seed that drew them."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis import columns, costs
from posenc_core.diagnosis.accounts import Explained, Table
from posenc_core.diagnosis.codes import explained
from posenc_core.schemes import Fourier

SEEDS = 10000
FEW_SEEDS = 100
"""These are tried first."""

WIDTHS = (0.001, 1.0)

LOOKED_AT = 4
"""So many frequencies tell one seed from another."""

LEAD = 20.0
"""By such a factor the right seed is nearer than the next."""


def accounts(table: Table) -> Iterator[Explained]:
    """The seed and the width, where the columns are all sines and then all cosines."""
    n, d = table.numbers.shape
    pairs = d // 2
    measured = columns.waves(table)
    if measured is None or pairs < LOOKED_AT or d > columns.MOST_COLUMNS or measured.residuals.max() > 0.1:
        return
    half = d - pairs
    # the sine of a negative frequency falls at first
    w = measured.frequencies[:LOOKED_AT] * np.sign(measured.amplitudes[:LOOKED_AT].real)
    if np.abs(measured.amplitudes[half:] - 1j).max() > 0.1 or np.abs(measured.amplitudes[:half].imag).max() > 0.1:
        return
    for seeds in (FEW_SEEDS, SEEDS):
        found = _seed(w, seeds)
        if found is not None:
            seed, fitted = found
            width = costs.shortest(fitted, 1e-5)
            if WIDTHS[0] <= width <= WIDTHS[1]:
                scheme = Fourier(width=width, seed=seed)
                made = scheme.encode(range(n), d).astype(np.float64, copy=False)
                yield from explained(table, made, "Fourier", {"width": width, "seed": seed}, 5.0, scheme=scheme)
            return


def _seed(frequencies: Array, seeds: int) -> tuple[int, float] | None:
    """The seed whose first draws have the ratios of these frequencies, and the width; None where none stands out."""
    draws = _draws(seeds)
    # each frequency says how wide the draw was, and all must say the same
    widths = frequencies / draws
    off = widths.std(axis=1) / np.abs(widths.mean(axis=1))
    off[(widths <= 0).any(axis=1)] = np.inf
    first, second = np.argsort(off)[:2]
    if not off[first] < 1e-3 or off[second] < LEAD * off[first]:
        return None
    return int(first), float(np.median(widths[first]))


@cache
def _draws(seeds: int) -> Array:
    """The first numbers of every seed. (seeds, LOOKED_AT)"""
    return np.stack([np.random.default_rng(seed).normal(size=LOOKED_AT) for seed in range(seeds)])
