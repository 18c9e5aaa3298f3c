"""Is moving by k tokens one matrix? T(k) with PE(p) T = PE(p + k) for every p, and how far a scheme is from having one.

Vectors are rows and T multiplies from the right; for columns multiplied from the left it is the transpose. A fitted
matrix must be tried on rows that it has not seen: with as many columns as rows, some matrix fits anything.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.analysis.geometry import vectors
from posenc_core.analysis.pairwise import EQUAL_VECTORS
from posenc_core.analysis.source import Encoding, Source
from posenc_core.arrays import Array, real_array
from posenc_core.foundation.base import Scheme

__all__ = [
    "Fits", "Move", "Residual", "affine_fit", "block_fit", "closed_form", "fits", "largest_miss", "linear_fit",
    "residual", "residuals", "rotation", "translation_fit",
]  # fmt: skip

ROUNDING = 1e-12
"""A translation that misses by less fits but for rounding."""


VECTOR_ROUNDING = 1e-14
"""Rounding of the product of a row and a matrix, as a share of the largest number."""


class Move(NamedTuple):
    """A linear map of rows, x -> x matrix + translation: (d, d) and (d,)."""

    matrix: Array
    translation: Array


class Residual(NamedTuple):
    """`residual` of a map: what it misses, relative to the shift; NaN where the vectors do not move."""

    seen: float
    """Of the vectors that a fit has seen."""
    unseen: float
    """Of the vectors that follow, made from those `offset` earlier."""


def rotation(angle: float) -> Array:
    """The block that turns a row [sin a, cos a] into [sin(a + angle), cos(a + angle)]. -> (2, 2), angle in radians.

    >>> rotation(0.0)
    array([[ 1., -0.],
           [ 0.,  1.]])
    """
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine], [sine, cosine]])


def closed_form(scheme: Scheme, offset: int, dim: int, *, length: int | None = None) -> Move | None:
    """T(k) from the angles by which the pairs of a scheme turn; None where they do not cover every column.

    `length` is that of the sequence; without it a scheme that stretches with it has none.

    >>> from posenc_core import Sinusoidal
    >>> closed_form(Sinusoidal(), 1, 2).matrix.round(3)
    array([[ 0.54 , -0.841],
           [ 0.841,  0.54 ]])
    """
    angles = scheme.angles_at_offset(offset, dim, length)
    if angles is None or 2 * len(angles) < dim:
        return None
    matrix = np.zeros((dim, dim))
    for (sine, cosine), angle in zip(scheme.pairs(dim), angles, strict=True):
        matrix[np.ix_((sine, cosine), (sine, cosine))] = rotation(angle)
    return Move(matrix, np.zeros(dim))


def block_fit(table: ArrayLike, offset: int, pairs: ArrayLike) -> Move:
    """The best matrix that mixes only the two columns of each pair, by least squares; a lone column is scaled.

    table (n, d), pairs (m, 2) -> (d, d). ValueError for an offset outside 1 ... n - 1, and for a pair of other columns.

    >>> block_fit([[0.0, 1.0], [1.0, 0.0], [0.0, -1.0]], 1, [(0, 1)]).matrix.round(3) + 0.0
    array([[ 0., -1.],
           [ 1.,  0.]])
    """
    before, after = _apart(table, offset)
    columns = np.arange(before.shape[1])
    used = np.asarray(pairs)
    if used.size and (used.ndim != 2 or used.shape[1] != 2 or not np.isin(used, columns).all()):
        raise ValueError(f"pairs must be two numbers of columns each, from 0 to {columns[-1]}")
    matrix = np.zeros((columns.size, columns.size))
    for block in [*used.astype(int), *np.setdiff1d(columns, used)[:, None]]:
        matrix[np.ix_(block, block)] = np.linalg.lstsq(before[:, block], after[:, block], rcond=None)[0]
    return Move(matrix, np.zeros(columns.size))


def translation_fit(table: ArrayLike, offset: int) -> Move:
    """The best translation: the same vector is added to every row. (n, d) -> the identity and (d,).

    >>> translation_fit([[0.0], [1.0], [2.0]], 1).translation
    array([1.])
    """
    before, after = _apart(table, offset)
    return Move(np.eye(before.shape[1]), (after - before).mean(axis=0))


def linear_fit(table: ArrayLike, offset: int) -> Move:
    """Least-squares matrix without a translation. (n, d) -> (d, d) and zeros.

    >>> linear_fit([[1.0], [2.0], [4.0]], 1).matrix.round(3)
    array([[2.]])
    """
    before, after = _apart(table, offset)
    return Move(np.asarray(np.linalg.lstsq(before, after, rcond=None)[0]), np.zeros(before.shape[1]))


def affine_fit(table: ArrayLike, offset: int) -> Move:
    """The best matrix of all, with a translation, by least squares. (n, d) -> (d, d) and (d,).

    Of the many that fit a few rows equally well, the one that only adds a vector, where there is such a one.

    >>> affine_fit([[1.0], [2.0], [3.0]], 1).matrix.shape
    (1, 1)
    """
    before, after = _apart(table, offset)
    if largest_miss(added := translation_fit(table, offset), table, offset) <= ROUNDING:
        return added
    # a column of ones would drown small numbers, and drown in large ones
    one = np.abs(before).max() or 1.0
    both = np.linalg.lstsq(np.column_stack((before, np.full(len(before), one))), after, rcond=None)[0]
    return Move(np.asarray(both[:-1], np.float64), np.asarray(one * both[-1], np.float64))


def residual(move: Move, table: ArrayLike, offset: int) -> float:
    """Norm of what a map misses, divided by the norm of the shift; NaN where the vectors do not move.

    0 is an exact map, 1 is as far off as leaving every vector where it is.

    >>> table = [[0.0], [1.0], [2.0], [3.0]]
    >>> residual(translation_fit(table, 1), table, 1)
    0.0
    """
    before, after = _apart(table, offset)
    moved = after - before
    # scaled, so that no square of small numbers becomes 0
    size = float(np.abs(moved).max())
    if size <= EQUAL_VECTORS * np.abs(after).max():
        return float("nan")
    miss = before @ move.matrix + move.translation - after
    # what is left of a shift much smaller than the vectors is their rounding
    miss[np.abs(miss) <= VECTOR_ROUNDING * np.abs(after).max()] = 0
    return float(np.linalg.norm(miss / size) / np.linalg.norm(moved / size))


def largest_miss(move: Move, table: ArrayLike, offset: int) -> float:
    """How far a map misses where it misses most, as a share of the largest number; also of zero rows.

    >>> table = [[0.0], [1.0], [2.0], [3.0]]
    >>> largest_miss(translation_fit(table, 1), table, 1)
    0.0
    """
    before, after = _apart(table, offset)
    size = max(float(np.abs(before).max()), float(np.abs(after).max())) or 1.0
    return float(np.abs(before @ move.matrix + move.translation - after).max()) / size


class Fits(NamedTuple):
    """Every way to T(k), and what it is tried on."""

    moves: dict[str, Move]
    """By name: "closed form" where there is one, "blocks", "affine"."""
    seen: Array
    """The vectors that the fits have seen."""
    unseen: Array
    """Those that follow, from `offset` earlier on."""

    def residual(self, move: Move, offset: int) -> Residual:
        """Residuals of a map at seen and unseen positions; NaN where a table has no more positions."""
        ends = len(self.unseen) == offset
        return Residual(residual(move, self.seen, offset), np.nan if ends else residual(move, self.unseen, offset))


def fits(encoding: Encoding, offset: int, *, length: int | None = None, dim: int | None = None) -> Fits:
    """Every way to T(k): "closed form" where there is one, "blocks", "affine".

    Of a scheme the fits see positions 0 ... n - 1, and n ... 2n - 1 are unseen, as far as it has them; one that reads
    the length is taken at 2n for these. Of an array they see the first half of its rows (n // 2), and the rest is
    unseen; it has no closed form, and its pairs are neighboring columns.

    >>> from posenc_core import Sinusoidal
    >>> sorted(fits(Sinusoidal(), 1, length=8, dim=2).moves)
    ['affine', 'blocks', 'closed form']
    """
    source = Source.of(encoding, length, dim)
    moves = {}
    if isinstance(encoding, Scheme):
        table, pairs = vectors(encoding, length=length, dim=dim), encoding.pairs(source.dim)
        _apart(table, offset)
        twice = encoding.rows_within(2 * source.length)
        later = encoding.encode(range(source.length - offset, twice), source.dim, length=twice)
        if known := closed_form(encoding, offset, source.dim, length=source.length):
            moves["closed form"] = known
    else:
        half = source.length // 2
        table, pairs = source.rows(0, half), np.arange(source.dim - source.dim % 2).reshape(-1, 2)
        _apart(table, offset)
        later = source.rows(half - offset, source.length)
    moves |= {"blocks": block_fit(table, offset, pairs), "affine": affine_fit(table, offset)}
    return Fits(moves, table, np.asarray(later, np.float64))


def residuals(
    encoding: Encoding, offset: int, length: int | None = None, dim: int | None = None
) -> dict[str, Residual]:
    """Every way to T(k) of `fits`, tried on seen and unseen positions.

    >>> from posenc_core import Sinusoidal
    >>> residuals(Sinusoidal(), 1, length=8, dim=2)["closed form"].seen < 1e-12
    True
    """
    tried = fits(encoding, offset, length=length, dim=dim)
    return {name: tried.residual(move, offset) for name, move in tried.moves.items()}


def _apart(table: ArrayLike, offset: int) -> tuple[Array, Array]:
    """The rows that have one `offset` further on, and those."""
    rows = real_array("table", table, 2)
    if not np.isfinite(rows).all():
        raise ValueError(f"the values of a table must be finite, not {rows[~np.isfinite(rows)][0]}")
    if isinstance(offset, bool) or not isinstance(offset, int | np.integer) or not 1 <= offset < len(rows):
        raise ValueError(f"offset = {offset!r} must be a whole number from 1 to {len(rows) - 1}")
    return rows[:-offset], rows[offset:]
