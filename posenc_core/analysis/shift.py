"""Shift matrices T(k) with PE(p) T(k) = PE(p + k) for every p, and their residuals.

Vectors are rows, and T multiplies from the right; for column vectors multiplied from the left it is the transpose. A
fitted matrix is tested on other rows than those of the fit: with as many columns as rows, some matrix fits any table.
"""

from typing import NamedTuple

import numpy as np

from posenc_core.analysis.geometry import vectors
from posenc_core.analysis.pairwise import EQUAL_VECTORS
from posenc_core.analysis.source import Encoding, Source
from posenc_core.arrays import Array, ArrayLike, real_array, whole
from posenc_core.foundation.base import Scheme

__all__ = [
    "Fits", "Move", "Residual", "affine_fit", "block_fit", "closed_form", "fits", "largest_miss", "linear_fit",
    "residual", "residuals", "rotation", "translation_fit",
]  # fmt: skip

ROUNDING = 1e-12
"""Largest residual of a translation that counts as rounding."""

VECTOR_ROUNDING = 1e-14
"""Rounding error of the product of a row and a matrix, relative to the largest number."""


class Move(NamedTuple):
    """Affine map of rows, x -> x matrix + translation.

    Attributes
    ----------
    matrix : ndarray, shape (d, d)
        Matrix.
    translation : ndarray, shape (d,)
        Translation.
    """

    matrix: Array
    translation: Array


class Residual(NamedTuple):
    """Residuals of a map, relative to the shift; NaN if the vectors do not change.

    Attributes
    ----------
    seen : float
        Residual on the vectors of the fit.
    unseen : float
        Residual on the vectors after them.
    """

    seen: float
    unseen: float


def rotation(angle: float) -> Array:
    """Return the block that maps the row [sin a, cos a] to [sin(a + angle), cos(a + angle)].

    Parameters
    ----------
    angle : float
        Angle in radians.

    Returns
    -------
    ndarray, shape (2, 2)
        Rotation matrix.

    Examples
    --------
    >>> rotation(0.0)
    array([[ 1., -0.],
           [ 0.,  1.]])
    """
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine], [sine, cosine]])


def closed_form(scheme: Scheme, offset: int, dim: int, *, length: int | None = None) -> Move | None:
    """Return T(k) from the rotation angles of the pairs of a scheme.

    Parameters
    ----------
    scheme : Scheme
        Encoding.
    offset : int
        Shift k in tokens.
    dim : int
        Number of columns, d.
    length : int, optional
        Length of the sequence, required by schemes whose frequencies depend on it.

    Returns
    -------
    Move or None
        T(k), or None if rotations do not cover all columns.

    References
    ----------
    Vaswani et al. (2017), Attention Is All You Need, section 3.5; arXiv 1706.03762

    Examples
    --------
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
    """Fit a matrix that mixes only the two columns of each pair, by least squares.

    Parameters
    ----------
    table : array_like, shape (n, d)
        Vectors.
    offset : int
        Shift k in tokens, from 1 to n - 1.
    pairs : array_like of int, shape (m, 2)
        Columns of each pair; all other columns are scaled.

    Returns
    -------
    Move
        Matrix, without a translation.

    Raises
    ------
    ValueError
        If the offset or a column is out of range.

    Examples
    --------
    >>> block_fit([[0.0, 1.0], [1.0, 0.0], [0.0, -1.0]], 1, [(0, 1)]).matrix.round(3) + 0.0
    array([[ 0., -1.],
           [ 1.,  0.]])
    """
    before, after = _shifted_rows(table, offset)
    columns = np.arange(before.shape[1])
    used = np.asarray(pairs)
    if used.size and (used.ndim != 2 or used.shape[1] != 2 or not np.isin(used, columns).all()):
        raise ValueError(f"pairs must be two numbers of columns each, from 0 to {columns[-1]}")
    matrix = np.zeros((columns.size, columns.size))
    for block in [*used.astype(int), *np.setdiff1d(columns, used)[:, None]]:
        matrix[np.ix_(block, block)] = np.linalg.lstsq(before[:, block], after[:, block], rcond=None)[0]
    return Move(matrix, np.zeros(columns.size))


def translation_fit(table: ArrayLike, offset: int) -> Move:
    """Fit a translation, the same for every row.

    Parameters
    ----------
    table : array_like, shape (n, d)
        Vectors.
    offset : int
        Shift k in tokens, from 1 to n - 1.

    Returns
    -------
    Move
        Identity matrix and the mean shift.

    Raises
    ------
    ValueError
        If the offset is out of range, or a value is not finite.

    Examples
    --------
    >>> translation_fit([[0.0], [1.0], [2.0]], 1).translation
    array([1.])
    """
    before, after = _shifted_rows(table, offset)
    return Move(np.eye(before.shape[1]), (after - before).mean(axis=0))


def linear_fit(table: ArrayLike, offset: int) -> Move:
    """Fit a matrix without a translation, by least squares.

    Parameters
    ----------
    table : array_like, shape (n, d)
        Vectors.
    offset : int
        Shift k in tokens, from 1 to n - 1.

    Returns
    -------
    Move
        Matrix, without a translation.

    Raises
    ------
    ValueError
        If the offset is out of range, or a value is not finite.

    Examples
    --------
    >>> linear_fit([[1.0], [2.0], [4.0]], 1).matrix.round(3)
    array([[2.]])
    """
    before, after = _shifted_rows(table, offset)
    return Move(np.asarray(np.linalg.lstsq(before, after, rcond=None)[0]), np.zeros(before.shape[1]))


def affine_fit(table: ArrayLike, offset: int) -> Move:
    """Fit a matrix and a translation, by least squares; a translation alone where it is exact.

    Parameters
    ----------
    table : array_like, shape (n, d)
        Vectors.
    offset : int
        Shift k in tokens, from 1 to n - 1.

    Returns
    -------
    Move
        Matrix and translation.

    Raises
    ------
    ValueError
        If the offset is out of range, or a value is not finite.

    Examples
    --------
    >>> affine_fit([[1.0], [2.0], [3.0]], 1).matrix.shape
    (1, 1)
    """
    before, after = _shifted_rows(table, offset)
    if largest_miss(added := translation_fit(table, offset), table, offset) <= ROUNDING:
        return added
    # a column of the largest absolute value instead of ones, for accuracy
    one = np.abs(before).max() or 1.0
    both = np.linalg.lstsq(np.column_stack((before, np.full(len(before), one))), after, rcond=None)[0]
    return Move(np.asarray(both[:-1], np.float64), np.asarray(one * both[-1], np.float64))


def residual(move: Move, table: ArrayLike, offset: int) -> float:
    """Return the residual of a map, relative to the shift.

    Parameters
    ----------
    move : Move
        Map.
    table : array_like, shape (n, d)
        Vectors.
    offset : int
        Shift k in tokens, from 1 to n - 1.

    Returns
    -------
    float
        Norm of the errors over the norm of the shift: 0 for an exact map, 1 for the error of no map at all; NaN if
        the vectors do not change.

    Raises
    ------
    ValueError
        If the offset is out of range, or a value is not finite.

    Examples
    --------
    >>> table = [[0.0], [1.0], [2.0], [3.0]]
    >>> residual(translation_fit(table, 1), table, 1)
    0.0
    """
    before, after = _shifted_rows(table, offset)
    moved = after - before
    # scaled: squares of small numbers underflow
    size = float(np.abs(moved).max())
    if size <= EQUAL_VECTORS * np.abs(after).max():
        return float("nan")
    error = before @ move.matrix + move.translation - after
    # the residual of a shift much smaller than the vectors is rounding
    error[np.abs(error) <= VECTOR_ROUNDING * np.abs(after).max()] = 0
    return float(np.linalg.norm(error / size) / np.linalg.norm(moved / size))


def largest_miss(move: Move, table: ArrayLike, offset: int) -> float:
    """Return the largest absolute error of a map, relative to the largest absolute value.

    Parameters
    ----------
    move : Move
        Map.
    table : array_like, shape (n, d)
        Vectors.
    offset : int
        Shift k in tokens, from 1 to n - 1.

    Returns
    -------
    float
        Largest absolute error over the largest absolute value.

    Raises
    ------
    ValueError
        If the offset is out of range, or a value is not finite.

    Examples
    --------
    >>> table = [[0.0], [1.0], [2.0], [3.0]]
    >>> largest_miss(translation_fit(table, 1), table, 1)
    0.0
    """
    before, after = _shifted_rows(table, offset)
    size = max(float(np.abs(before).max()), float(np.abs(after).max())) or 1.0
    return float(np.abs(before @ move.matrix + move.translation - after).max()) / size


class Fits(NamedTuple):
    """Shift matrices and the vectors that they are tested on.

    Attributes
    ----------
    moves : dict of str to Move
        "closed form" if there is one, "blocks", and "affine".
    seen : ndarray
        Vectors of the fits.
    unseen : ndarray
        Later vectors, from `offset` positions before the end of `seen`.
    """

    moves: dict[str, Move]
    seen: Array
    unseen: Array

    def residual(self, move: Move, offset: int) -> Residual:
        """Return residuals on `seen` and `unseen`; NaN if a table has no later positions.

        Parameters
        ----------
        move : Move
            Map.
        offset : int
            Offset k in tokens.

        Returns
        -------
        Residual
            Residuals, relative to the shift.
        """
        ends = len(self.unseen) == offset
        return Residual(residual(move, self.seen, offset), np.nan if ends else residual(move, self.unseen, offset))


def fits(encoding: Encoding, offset: int, *, length: int | None = None, dim: int | None = None) -> Fits:
    """Return the closed form and fits of T(k), and the vectors to test them on.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    offset : int
        Shift k in tokens, from 1 to n - 1.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    Fits
        Maps and vectors. A scheme is fitted on positions 0 ... n - 1 and tested on n ... 2n - 1, as far as it has
        them, encoded for length 2n. An array is fitted on its first n // 2 rows and tested on the rest; it has no
        closed form, and its pairs are neighboring columns.

    Raises
    ------
    ValueError
        If the offset is out of range.

    Examples
    --------
    >>> from posenc_core import Sinusoidal
    >>> sorted(fits(Sinusoidal(), 1, length=8, dim=2).moves)
    ['affine', 'blocks', 'closed form']
    """
    source = Source.of(encoding, length, dim)
    moves = {}
    if isinstance(encoding, Scheme):
        table, pairs = vectors(encoding, length=length, dim=dim), encoding.pairs(source.dim)
        _shifted_rows(table, offset)
        twice = encoding.rows_within(2 * source.length)
        later = encoding.encode(range(source.length - offset, twice), source.dim, length=twice)
        if known := closed_form(encoding, offset, source.dim, length=source.length):
            moves["closed form"] = known
    else:
        half = source.length // 2
        table, pairs = source.rows(0, half), np.arange(source.dim - source.dim % 2).reshape(-1, 2)
        _shifted_rows(table, offset)
        later = source.rows(half - offset, source.length)
    moves |= {"blocks": block_fit(table, offset, pairs), "affine": affine_fit(table, offset)}
    return Fits(moves, table, np.asarray(later, np.float64))


def residuals(
    encoding: Encoding, offset: int, length: int | None = None, dim: int | None = None
) -> dict[str, Residual]:
    """Return the residuals of the closed form and fits of T(k).

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    offset : int
        Shift k in tokens, from 1 to n - 1.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    dict of str to Residual
        Residuals by the names of `fits`.

    Raises
    ------
    ValueError
        If the offset is out of range.

    Examples
    --------
    >>> from posenc_core import Sinusoidal
    >>> residuals(Sinusoidal(), 1, length=8, dim=2)["closed form"].seen < 1e-12
    True
    """
    candidates = fits(encoding, offset, length=length, dim=dim)
    return {name: candidates.residual(move, offset) for name, move in candidates.moves.items()}


def _shifted_rows(table: ArrayLike, offset: int) -> tuple[Array, Array]:
    """Rows with a row `offset` positions later, and those later rows."""
    rows = real_array("table", table, 2)
    if not np.isfinite(rows).all():
        raise ValueError(f"the values of a table must be finite, not {rows[~np.isfinite(rows)][0]}")
    offset = whole("offset", offset, 1, len(rows) - 1)
    return rows[:-offset], rows[offset:]
