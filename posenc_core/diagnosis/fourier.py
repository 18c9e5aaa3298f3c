"""Is a table made of waves whose frequencies were drawn at random? Which draw it was, or how wide."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis.fitting import (
    FREE,
    NEAR,
    ROWS,
    account,
    of_scheme,
    plainest,
    share,
    shortest,
    some_rows,
    turned,
)
from posenc_core.diagnosis.reading import Reading, Seen
from posenc_core.schemes import Fourier

SEEDS = 10000
"""Seeds below are tried."""

FEW_SEEDS = 100
"""These are tried first."""

CHANCE = 1e4
"""By chance no more than one table in so many is taken for a draw that it is not."""

WIDTHS = (0.001, 1.0)
"""How narrow and how wide a draw may be."""

LOOKED_AT = 4
"""So many frequencies tell one seed from another."""

LEAST_ROWS = 4
"""Of fewer rows a frequency is known too badly to tell a draw by it."""

MANY = 8
"""Of so many frequencies it is told that they are in no order, without knowing the draw."""

EXACT = 1e-9
"""A single frequency names a draw only where its width comes out this close to a round one."""


class _Layout(NamedTuple):
    """Where the sines and the cosines stand."""

    sines: slice
    cosines: slice
    parameters: dict[str, str]


def readings(seen: Seen) -> list[Reading]:
    """Every account of a table as waves of random frequencies that leaves little of it."""
    length, dim = seen.numbers.shape
    pairs = dim // 2
    if seen.hidden is not None or length < LEAST_ROWS or not pairs:
        return []
    half = dim - pairs
    layouts = [_Layout(slice(0, pairs), slice(half, None), {})]
    if dim % 2 == 0:
        layouts += [
            _Layout(slice(half, None), slice(0, half), {"first": "cos"}),
            _Layout(slice(0, None, 2), slice(1, None, 2), {"layout": "interleaved"}),
            _Layout(slice(1, None, 2), slice(0, None, 2), {"layout": "interleaved", "first": "cos"}),
        ]
    found = [each for layout in layouts for each in _of_layout(seen, layout)]
    return [each for each in found if each.misfit <= NEAR]


def _of_layout(seen: Seen, layout: _Layout) -> Iterator[Reading]:
    few = seen.numbers[some_rows(len(seen.numbers))]
    turns = few[:, layout.cosines] + 1j * few[:, layout.sines]
    # every pair begins at (0, 1) and keeps its length
    if share(np.abs(turns) - 1, np.ones(turns.shape)) > NEAR or share(turns[0] - 1, np.ones(turns.shape[1])) > NEAR:
        return
    for rows in (seen.numbers[:ROWS], seen.numbers):
        frequencies = turned(rows[:, layout.cosines] + 1j * rows[:, layout.sines])
        if (frequencies > 0).all() and (np.diff(frequencies) <= 0).all() and frequencies.size > 1:
            # a series, as no draw is
            return
    drawn = [] if layout.parameters else list(_drawn(seen, frequencies))
    yield from drawn
    if not drawn and frequencies.size >= MANY and 0.2 < np.mean(frequencies > 0) < 0.8:
        yield _of_no_known_draw(seen, layout, frequencies)


def _drawn(seen: Seen, frequencies: Array) -> Iterator[Reading]:
    """The draw that gives these frequencies, by the ratios of the first of them."""
    length, dim = seen.numbers.shape
    few = some_rows(length)
    # most take one of the first seeds, and drawing all of them takes a while
    found = _seed(frequencies[:LOOKED_AT], FEW_SEEDS) or _seed(frequencies[:LOOKED_AT], SEEDS)
    if found is None:
        return
    seed, fitted = found

    def left(width: float) -> float:
        scheme = Fourier(width=float(np.clip(width, *WIDTHS)), seed=seed)
        return share(seen.numbers[few] - scheme.encode(few, dim), seen.numbers[few])

    width = float(np.clip(plainest(fitted, left, seen.floor), *WIDTHS))
    if left(width) <= NEAR:
        yield of_scheme(seen, Fourier(width=width, seed=seed), cost=FREE + float(np.log(SEEDS)))


def _seed(frequencies: Array, seeds: int) -> tuple[int, float] | None:
    """Which seed these are the first frequencies of, and of what width; None where none or several fit."""
    draws = _draws(seeds)[:, : frequencies.size]
    # each frequency says how wide the draw was, and all must say the same; a fast one may have turned on by a circle
    widths = np.abs(frequencies / draws)
    allowed = (widths > 0.99 * WIDTHS[0]) & (widths < 1.01 * WIDTHS[1])
    if frequencies.size == 1:
        # any seed fits a single frequency: then the width must be a round one
        off = np.abs(np.round(widths, 2) - widths) / widths
        allowed &= (off <= EXACT) & (np.sign(frequencies) == np.sign(draws))
    else:
        off = widths[:, :, None] * draws[:, None, :] - frequencies
        off = np.abs(off - 2 * np.pi * np.rint(off / (2 * np.pi))).sum(axis=2)
    off = np.where(allowed, off, np.inf)
    ranked = np.sort(off.min(axis=1))
    seed, which = (int(each) for each in np.unravel_index(int(np.argmin(off)), off.shape))
    # that the best of many is so much better than the next happens by chance the less, the more numbers agree
    lead = (CHANCE ** (1 / max(frequencies.size - 1, 1))) * ranked[0]
    if not np.isfinite(ranked[0]) or (frequencies.size > 1 and ranked[1] < max(lead, EXACT)):
        return None
    return seed, float(widths[seed, which])


@cache
def _draws(seeds: int) -> Array:
    """The first numbers of every seed. (seeds, LOOKED_AT)"""
    return np.stack([np.random.default_rng(seed).normal(size=LOOKED_AT) for seed in range(seeds)])


def _of_no_known_draw(seen: Seen, layout: _Layout, frequencies: Array) -> Reading:
    """Frequencies in no order, of both signs: each is a number of its own."""
    length, _dim = seen.numbers.shape
    size = float(np.sqrt(np.mean(np.square(frequencies))))
    width = shortest(size, size / np.sqrt(2 * frequencies.size))

    def make() -> Array:
        angles = np.arange(length)[:, None] * frequencies
        found = np.array(seen.numbers)
        found[:, layout.sines], found[:, layout.cosines] = np.sin(angles), np.cos(angles)
        return found

    return account(seen, "Fourier", {"width": width} | layout.parameters, make, cost=FREE * (1 + frequencies.size))
