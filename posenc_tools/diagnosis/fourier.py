"""Random Fourier features: the seed and the width of the frequencies."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from posenc_core.arrays import Array
from posenc_core.schemes import Fourier
from posenc_tools.diagnosis import columns, costs
from posenc_tools.diagnosis.codes import explain
from posenc_tools.diagnosis.explanations import Match, Table
from posenc_tools.diagnosis.thresholds import MAX_WAVE_ERROR, MIN_SEED_FREQUENCIES, SEED_FREQUENCIES

MAX_SEED = 10000
WIDTH_RANGE = (0.001, 1.0)


def explanations(table: Table) -> Iterator[Match]:
    """Explanations by a seed and a width, for columns of sines followed by cosines."""
    n, d = table.numbers.shape
    fit = columns.waves(table)
    if fit is None or fit.residuals.max() > MAX_WAVE_ERROR:
        return
    half = d - d // 2
    sine = fit.columns < half
    # the sine of a negative frequency has a negative amplitude
    signs = np.sign(fit.amplitudes.real)
    good = sine & (np.abs(fit.amplitudes - signs) <= MAX_WAVE_ERROR)
    first = np.flatnonzero(good & (fit.columns < SEED_FREQUENCIES))
    if len(first) < MIN_SEED_FREQUENCIES or np.median(np.abs(fit.amplitudes[~sine] - 1j)) > MAX_WAVE_ERROR:
        return
    draws = _draws()[:, fit.columns[first]]
    w = (signs * fit.frequencies)[first]
    # best width for each seed
    widths = (draws @ w) / np.square(draws).sum(axis=1)
    seed = int(np.square(w - widths[:, None] * draws).sum(axis=1).argmin())
    draw = np.random.default_rng(seed).normal(size=half)[fit.columns[good]]
    weights = 1 / np.square(fit.errors[good] + 1e-9)
    square = float((weights * draw) @ draw)
    width = float((weights * draw) @ (signs * fit.frequencies)[good]) / square
    width = costs.shortest(width, max(1e-5, 4 / np.sqrt(square) / abs(width)))
    if WIDTH_RANGE[0] <= width <= WIDTH_RANGE[1]:
        scheme = Fourier(width=width, seed=seed)
        prediction = scheme.encode(range(n), d).astype(np.float64, copy=False)
        yield from explain(table, prediction, "Fourier", {"width": width, "seed": seed}, 5.0, scheme=scheme)


@cache
def _draws() -> Array:
    """First numbers of every seed. (MAX_SEED, SEED_FREQUENCIES)."""
    return np.stack([np.random.default_rng(seed).normal(size=SEED_FREQUENCIES) for seed in range(MAX_SEED)])
