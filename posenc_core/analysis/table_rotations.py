"""Rotations found in a trained position table.

The middle half of the rows is projected on its first principal components, and one matrix is fitted to the step from
each row to the next. A pair of complex eigenvalues is a rotation by its angle, with a decay by its modulus. Rotations
alone prove little: every slowly changing table has them, including a random walk. Only a trained table has even ratios
of the wavelengths and small residuals on later rows; `controls` returns untrained tables for comparison.
"""

from typing import NamedTuple

import numpy as np

from posenc_core.analysis.source import Source
from posenc_core.arrays import Array, ArrayLike, argument_error, whole

__all__ = ["FirstRow", "Rotations", "controls", "first_row", "rotations"]

DIRECTIONS = 10
"""Number of principal components: at most five rotations."""

SPREAD = 0.02
"""Standard deviation of tables before training, as in BERT and GPT-2."""

SMOOTHED = 10
"""Standard deviation in rows of the Gaussian that smooths a control."""


class FirstRow(NamedTuple):
    """Norm of the first row, and range of the norms of all others."""

    norm: float
    smallest: float
    largest: float


class Rotations(NamedTuple):
    """Rotations of a table from row to row, in its first principal components.

    Attributes
    ----------
    rows : tuple of int
        First and last row of the fit.
    share : float
        Share of the variance in these components; NaN if the rows are equal.
    wavelengths : ndarray, shape (m,)
        Wavelengths in tokens, from fast to slow.
    kept : ndarray, shape (m,)
        Modulus of each eigenvalue; 1 means norm-preserving.
    unseen : float
        Residual on the later rows, relative to the shift; NaN without later rows.
    waves : ndarray, shape (m, rows)
        One coordinate of each rotation, relative to its mean radius, with phase 0 at the first row.
    """

    rows: tuple[int, int]
    share: float
    wavelengths: Array
    kept: Array
    unseen: float
    waves: Array

    @property
    def ratios(self) -> Array:
        """Ratio of each wavelength to the one before. (m - 1,)."""
        return self.wavelengths[1:] / self.wavelengths[:-1]


def first_row(table: ArrayLike) -> FirstRow:
    """Compare the norm of the first row with those of the others.

    Parameters
    ----------
    table : array_like, shape (n, d)
        Vectors, at least two.

    Returns
    -------
    FirstRow
        Norm of the first row, and range of the others.

    Raises
    ------
    ValueError
        If there is a single row.

    Examples
    --------
    >>> first_row([[0.0, 0.0], [1.0, 2.0]])
    FirstRow(norm=0.0, smallest=2.23606797749979, largest=2.23606797749979)
    """
    rows = _rows(table, 2)
    norms = np.linalg.norm(rows, axis=1)
    return FirstRow(float(norms[0]), float(norms[1:].min()), float(norms[1:].max()))


def rotations(table: ArrayLike, directions: int = DIRECTIONS, *, rows: tuple[int, int] | None = None) -> Rotations:
    """Return the rotations of a table from row to row.

    Parameters
    ----------
    table : array_like, shape (n, d)
        Vectors.
    directions : int, default 10
        Number of principal components.
    rows : tuple of int, optional
        First and last row of the fit. By default the middle half.

    Returns
    -------
    Rotations
        Rotations, and the residual on later rows.

    Raises
    ------
    ValueError
        If there are too few rows for the number of components.

    Examples
    --------
    >>> import numpy as np
    >>> angles = 2 * np.pi * np.arange(64) / 16
    >>> rotations(np.column_stack((np.sin(angles), np.cos(angles))), 2).wavelengths.round(6)
    array([16.])
    """
    count = whole("directions", directions, 2)
    table = _rows(table, 2)
    first, last = rows or (len(table) // 4, len(table) - len(table) // 4 - 1)
    if not 0 <= first < last < len(table):
        raise argument_error("span", shown=repr(rows), last=len(table) - 1)
    # scaled: squares may overflow or underflow
    table = table / (np.abs(table).max() or 1.0)
    fitted = table[first : last + 1]
    if len(fitted) < count + 2:
        raise argument_error("span.few", rows=len(fitted), count=count)
    center = fitted.mean(axis=0)
    _, sizes, axes = np.linalg.svd(fitted - center, full_matrices=False)
    variance = float((sizes**2).sum())
    used = axes[:count][sizes[:count] > sizes[0] * np.finfo(np.float64).eps * len(fitted)] if variance else axes[:0]
    places = (table[first:] - center) @ used.T
    before, after = places[: len(fitted) - 1], places[1 : len(fitted)]
    matrix = np.linalg.lstsq(before, after, rcond=None)[0]
    values, vectors = np.linalg.eig(matrix)
    rotating = np.flatnonzero(values.imag > 0)
    rotating = rotating[np.argsort(-np.angle(values[rotating]))]
    values = values[rotating]
    circles = (places[: len(fitted)] @ vectors[:, rotating]).T
    # the phase of an eigenvector is arbitrary: 0 at the first row
    circles = circles * np.exp(-1j * np.angle(circles[:, :1])) / np.abs(circles).mean(axis=1, keepdims=True)
    later = places[len(fitted) - 1 :]
    size = float(np.linalg.norm(np.diff(later, axis=0)))
    return Rotations(
        (first, last),
        float((sizes[:count] ** 2).sum()) / variance if variance else float("nan"),
        2 * np.pi / np.angle(values),
        np.abs(values),
        float(np.linalg.norm(later[:-1] @ matrix - later[1:])) / size if size else float("nan"),
        circles.real,
    )


turns = rotations  # name in earlier documents


def controls(length: int, dim: int) -> dict[str, Array]:
    """Return untrained tables to compare rotations with.

    Parameters
    ----------
    length, dim : int
        Numbers of rows and columns.

    Returns
    -------
    dict of str to ndarray, shape (n, d)
        Random numbers, their cumulative sum, and random numbers smoothed along the rows.

    Examples
    --------
    >>> sorted(controls(8, 4))
    ['random', 'random walk', 'smoothed random']
    """
    n, d = whole("length", length), whole("dim", dim)
    generator = np.random.default_rng(0)
    steps = generator.normal(0, SPREAD, (n, d))
    window = np.exp(-0.5 * (np.arange(-3 * SMOOTHED, 3 * SMOOTHED + 1) / SMOOTHED) ** 2)
    # circular, so that all rows are alike
    waves = np.fft.rfft(generator.normal(0, SPREAD, (n, d)), axis=0)
    shape = np.fft.rfft(window / np.linalg.norm(window), n)[:, None]
    return {
        "random": steps,
        "random walk": steps.cumsum(axis=0),
        "smoothed random": np.fft.irfft(waves * shape, n, axis=0),
    }


def _rows(table: ArrayLike, least: int) -> Array:
    """Validate a table with at least `least` rows."""
    source = Source.of(table, None, None)
    if source.length < least:
        raise argument_error("two-rows")
    return source.rows(0, source.length)
