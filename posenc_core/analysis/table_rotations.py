"""What did training find? What shows itself in a table of numbers that no rule made.

Measured are the rows of its middle half: the first rows and the last are often special. Where few directions hold most
of what they differ by, one matrix may say how a step of one token moves in them, and its eigenvalues say how: a pair
of complex ones is a turn by its angle, which starts anew after one wavelength, and keeps as much of the length as its
size. That alone proves little: any table that changes slowly turns in its directions, and so does a random walk. Even
ratios of the wavelengths, and rows that the matrix has not seen, are what a control does not have.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.analysis.source import Source
from posenc_core.arrays import Array, whole

__all__ = ["FirstRow", "Turns", "controls", "first_row", "turns"]

DIRECTIONS = 10
"""In so many directions a step is looked at: room for five turns."""

SPREAD = 0.02
"""The standard deviation with which tables are filled before training, as in BERT and GPT-2."""

SMOOTHED = 10
"""Rows over which random numbers are smoothed: the standard deviation of a bell curve."""


class FirstRow(NamedTuple):
    """The length of the first row, and between which lengths those of all others lie."""

    norm: float
    smallest: float
    largest: float


class Turns(NamedTuple):
    """How a table moves by one token in the few directions that hold most of what its middle rows differ by."""

    rows: tuple[int, int]
    """The first and the last of these rows."""
    share: float
    """Of the variance of these rows, so much lies in the directions; NaN where they do not differ."""
    wavelengths: Array
    """Of each turn, in tokens, from fast to slow. (m,), with m at most half of the directions."""
    kept: Array
    """What a step leaves of the length in each turn; 1 is all. (m,)"""
    unseen: float
    """Residual of the matrix at the rows that follow, in these directions, relative to the shift; NaN without any."""
    waves: Array
    """One coordinate of each turn at every one of these rows, from a crest, relative to its mean radius. (m, rows)"""

    @property
    def ratios(self) -> Array:
        """How many times as long each wavelength is as the one before. (m - 1,)"""
        return self.wavelengths[1:] / self.wavelengths[:-1]


def first_row(table: ArrayLike) -> FirstRow:
    """How long the first row is beside the others. (n, d) -> its length, and their ends; ValueError for n = 1.

    >>> first_row([[0.0, 0.0], [1.0, 2.0]])
    FirstRow(norm=0.0, smallest=2.23606797749979, largest=2.23606797749979)
    """
    rows = _rows(table, 2)
    norms = np.linalg.norm(rows, axis=1)
    return FirstRow(float(norms[0]), float(norms[1:].min()), float(norms[1:].max()))


def turns(table: ArrayLike, directions: int = DIRECTIONS, *, rows: tuple[int, int] | None = None) -> Turns:
    """How a table moves by one token. (n, d) -> the turns in so many directions of its middle half.

    `rows` are the first and the last row that are looked at instead. ValueError where they are not more than there are
    directions: then some matrix fits whatever it sees.
    """
    count = whole("directions", directions, 2)
    every = _rows(table, 2)
    first, last = rows or (len(every) // 4, len(every) - len(every) // 4 - 1)
    if not 0 <= first < last < len(every):
        raise ValueError(f"rows = {rows!r} must be the first and the last of the rows 0 to {len(every) - 1}")
    # scaled, so that no square leaves float64
    every = every / (np.abs(every).max() or 1.0)
    seen = every[first : last + 1]
    if len(seen) < count + 2:
        raise ValueError(f"{len(seen)} rows are too few for {count} directions: some matrix fits whatever it sees")
    middle = seen.mean(axis=0)
    _, sizes, axes = np.linalg.svd(seen - middle, full_matrices=False)
    variance = float((sizes**2).sum())
    used = axes[:count][sizes[:count] > sizes[0] * np.finfo(np.float64).eps * len(seen)] if variance else axes[:0]
    places = (every[first:] - middle) @ used.T
    before, after = places[: len(seen) - 1], places[1 : len(seen)]
    matrix = np.linalg.lstsq(before, after, rcond=None)[0]
    values, vectors = np.linalg.eig(matrix)
    turning = np.flatnonzero(values.imag > 0)
    turning = turning[np.argsort(-np.angle(values[turning]))]
    values = values[turning]
    circles = (places[: len(seen)] @ vectors[:, turning]).T
    # an eigenvector has any phase, so that of the first row is taken for 0
    circles = circles * np.exp(-1j * np.angle(circles[:, :1])) / np.abs(circles).mean(axis=1, keepdims=True)
    later = places[len(seen) - 1 :]
    size = float(np.linalg.norm(np.diff(later, axis=0)))
    return Turns(
        (first, last),
        float((sizes[:count] ** 2).sum()) / variance if variance else float("nan"),
        2 * np.pi / np.angle(values),
        np.abs(values),
        float(np.linalg.norm(later[:-1] @ matrix - later[1:])) / size if size else float("nan"),
        circles.real,
    )


def controls(length: int, dim: int) -> dict[str, Array]:
    """Tables that nobody trained, of the same size: what turns show in these, training need not have made.

    Random numbers, as a table holds before training; a walk that adds such numbers row by row; and the same numbers
    smoothed along the rows. Each is one draw.

    >>> sorted(controls(8, 4))
    ['random', 'random walk', 'smoothed random']
    """
    n, d = whole("length", length), whole("dim", dim)
    chance = np.random.default_rng(0)
    steps = chance.normal(0, SPREAD, (n, d))
    window = np.exp(-0.5 * (np.arange(-3 * SMOOTHED, 3 * SMOOTHED + 1) / SMOOTHED) ** 2)
    # wrapped around, so that no end is special
    waves = np.fft.rfft(chance.normal(0, SPREAD, (n, d)), axis=0)
    shape = np.fft.rfft(window / np.linalg.norm(window), n)[:, None]
    return {
        "random": steps,
        "random walk": steps.cumsum(axis=0),
        "smoothed random": np.fft.irfft(waves * shape, n, axis=0),
    }


def _rows(table: ArrayLike, least: int) -> Array:
    """A finite table of real numbers with enough rows."""
    source = Source.of(table, None, None)
    if source.length < least:
        raise ValueError(f"a table of {source.length} row has no others to compare it with")
    return source.rows(0, source.length)
