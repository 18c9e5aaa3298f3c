"""Is moving by k tokens one matrix? T(k) with PE(p) T = PE(p + k) for every p, and how far a scheme is from having one.

Vectors are rows and T multiplies from the right; for columns multiplied from the left it is the transpose. A fitted
matrix must be tried on rows that it has not seen: with as many columns as rows, some matrix fits anything.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.geometry import vectors
from posenc_core.scheme import Array, Rows, Scheme


class Move(NamedTuple):
    """A linear map of rows, x -> x matrix + translation: (d, d) and (d,)."""

    matrix: Array
    translation: Array


class Residual(NamedTuple):
    """How far a map misses, as a share of the size of what it should give; NaN where there is nothing to give."""

    seen: float
    """Of the vectors of positions k ... n - 1."""
    unseen: float
    """Of the vectors of positions n ... 2n - 1, made from those `offset` earlier."""


def rotation(angle: float) -> Array:
    """The block that turns a row [sin a, cos a] into [sin(a + angle), cos(a + angle)]. -> (2, 2), angle in radians."""
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine], [sine, cosine]])


def closed_form(scheme: Scheme, offset: int, dim: int) -> Move | None:
    """T(k) from the angles by which the pairs of a scheme turn; None for a scheme without them."""
    angles = scheme.angles_at_offset(offset, dim)
    if angles is None:
        return None
    matrix = np.zeros((dim, dim))
    for (sine, cosine), angle in zip(scheme.pairs(dim), angles, strict=True):
        matrix[np.ix_((sine, cosine), (sine, cosine))] = rotation(angle)
    return Move(matrix, np.zeros(dim))


def block_fit(table: Rows, offset: int, pairs: NDArray[np.int64]) -> Move:
    """The best matrix that mixes only the two columns of each pair, by least squares; a lone column is scaled.

    table (n, d), pairs (m, 2) -> (d, d). ValueError for an offset outside 1 ... n - 1.
    """
    before, after = _apart(table, offset)
    matrix = np.zeros((table.shape[1],) * 2)
    lone = np.setdiff1d(np.arange(table.shape[1]), pairs)
    for columns in [*pairs, *lone[:, None]]:
        matrix[np.ix_(columns, columns)] = np.linalg.lstsq(before[:, columns], after[:, columns], rcond=None)[0]
    return Move(matrix, np.zeros(table.shape[1]))


def affine_fit(table: Rows, offset: int) -> Move:
    """The best matrix of all, with a translation, by least squares. (n, d) -> (d, d) and (d,)."""
    before, after = _apart(table, offset)
    both = np.linalg.lstsq(np.column_stack((before, np.ones(len(before)))), after, rcond=None)[0]
    return Move(np.asarray(both[:-1], np.float64), np.asarray(both[-1], np.float64))


def residual(move: Move, table: Rows, offset: int) -> float:
    """How far a map misses the rows `offset` further on, as a share of their size; NaN where they are all zero."""
    before, after = _apart(table, offset)
    size = float(np.linalg.norm(after))
    return float(np.linalg.norm(before @ move.matrix + move.translation - after)) / size if size else float("nan")


def residuals(scheme: Scheme, offset: int, length: int, dim: int) -> dict[str, Residual]:
    """Every way to T(k), tried on seen and unseen positions: "closed form" where there is one, "blocks", "affine".

    The fits see positions 0 ... n - 1 only. A scheme that normalizes is taken at length 2n for the unseen ones.
    """
    table = vectors(scheme, length, dim)
    _apart(table, offset)
    later = scheme.encode(range(length - offset, 2 * length), dim, length=2 * length)
    known = closed_form(scheme, offset, dim)
    moves = {"closed form": known} if known else {}
    moves |= {"blocks": block_fit(table, offset, scheme.pairs(dim)), "affine": affine_fit(table, offset)}
    return {
        name: Residual(residual(move, table, offset), residual(move, later, offset)) for name, move in moves.items()
    }


def _apart(table: Rows, offset: int) -> tuple[Rows, Rows]:
    """The rows that have one `offset` further on, and those."""
    if isinstance(offset, bool) or not isinstance(offset, int | np.integer) or not 1 <= offset < len(table):
        raise ValueError(f"offset = {offset!r} must be a whole number from 1 to {len(table) - 1}")
    return table[:-offset], table[offset:]
