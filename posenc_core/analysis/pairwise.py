"""How are pairs of rows measured? The kernels behind norms, distances and dot products of plain arrays.

Each takes a checked `(n, d)` array of float64. They are right to about 13 digits, wherever the rows lie.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from posenc_core.arrays import Array

__all__ = ["directions", "distances", "equal_rows", "norms", "row_keys", "toeplitz"]

EQUAL_VECTORS = 1e-12
"""Largest difference of two numbers of equal vectors, as a share of the largest number of the matrix: the rounding of
an angle of a few thousand radians. Every comparison of vectors uses it; a slow wave differs by more in its sine."""


def norms(table: Array) -> Array:
    """How long each row is. (n, d) -> (n,).

    >>> norms(np.array([[3.0, 4.0]]))
    array([5.])
    """
    square = np.vecdot(table, table)
    # a sum of squares near the ends of float64 has lost digits or overflowed: those rows are scaled first
    (poor,) = np.nonzero(~((square > 1e-280) & (square < 1e300)))
    length = np.sqrt(square)
    if poor.size:
        largest = np.abs(table[poor]).max(axis=1, keepdims=True)
        scaled = np.divide(table[poor], largest, out=np.zeros((poor.size, table.shape[1])), where=largest > 0)
        length[poor] = largest[:, 0] * np.sqrt(np.vecdot(scaled, scaled))
    norm: Array = length
    return norm


def directions(table: Array) -> Array:
    """Rows of length 1; NaN for a zero vector, which has no direction.

    >>> directions(np.array([[3.0, 4.0]]))
    array([[0.6, 0.8]])
    """
    largest = np.abs(table).max(axis=1, keepdims=True)
    scaled = np.divide(table, largest, out=np.full_like(table, np.nan), where=largest > 0)
    direction: Array = scaled / norms(scaled)[:, None]
    return direction


def distances(table: Array) -> Array:
    """How far every row is from every other. (n, d) -> (n, n).

    >>> distances(np.array([[0.0], [1.0]]))
    array([[0., 1.],
           [1., 0.]])
    """
    keys = row_keys(table)
    place = {key: row for row, key in enumerate(dict.fromkeys(keys))}
    if len(place) < len(table):
        # equal rows are measured once
        where = np.array([place[key] for key in keys])
        found: Array = distances(table[np.unique(where, return_index=True)[1]])[np.ix_(where, where)]
        return found
    ranges = np.ptp(table, axis=0)
    if not ranges.all():
        # equal columns put nothing apart, and may be so much larger than the others that these vanish beside them
        return distances(table[:, ranges > 0]) if ranges.any() else np.zeros((1, 1))
    # |x|² + |y|² - 2xy cancels when x and y lie close together. There every number is split into a whole number of
    # grains, of so few digits that the sums of their products are exact, and what is left, which is small
    grain = int(np.frexp(ranges.max())[1]) - (25 - table.shape[1].bit_length() // 2)
    fine = np.ldexp(table, -grain)
    coarse = np.rint(fine)
    fine -= coarse
    coarse -= coarse[len(coarse) // 2]
    full, both = coarse + fine, 2 * coarse + fine
    rest, largest = np.vecdot(both, fine), np.vecdot(full, full).max()
    # below this what is left cancels too: those pairs are measured by their difference
    limit = 0.01 * np.sqrt(largest * np.vecdot(fine, fine).max())
    distance = np.empty((len(table), len(table)))
    # some rows at a time, from the diagonal on, and their mirror image
    for start in range(0, len(table), 256):
        i, j = slice(start, start + 256), slice(start, None)
        square = _squares(full[i], full[j])
        if limit and square.min() < 0.02 * largest:
            square = _squares(coarse[i], coarse[j])
            square -= both[i] @ fine[j].T
            square -= (both[j] @ fine[i].T).T
            square += rest[i, None]
            square += rest[j]
        close = np.argwhere(square < limit)
        np.maximum(square, 0, out=square)
        np.ldexp(np.sqrt(square, out=square), grain, out=square)
        for some in np.array_split(close, close.size * table.shape[1] // 2**18 + 1):
            p, q = some.T
            square[p, q] = norms(table[i][p] - table[j][q])
        corner = np.triu(square[:, : len(square)], 1)
        square[:, : len(square)] = corner + corner.T
        distance[i, j] = square
        distance[j, i] = square.T
    return distance


def _squares(some: Array, others: Array) -> Array:
    """Squared distances of the first rows from all, those that cancel less right; infinite from themselves."""
    square = some @ others.T
    square *= -2
    square += np.vecdot(some, some)[:, None]
    square += np.vecdot(others, others)
    np.fill_diagonal(square, np.inf)
    found: Array = square
    return found


def equal_rows(table: Array) -> NDArray[np.int64]:
    """Index of the first row that equals each row, up to `EQUAL_VECTORS` in every column. (n, d) -> (n,).

    >>> equal_rows(np.array([[0.0, 1.0], [1.0, 1.0], [1e-16, 1.0]]))
    array([0, 1, 0])
    """
    grain = EQUAL_VECTORS * np.abs(table[np.isfinite(table)]).max(initial=0)
    groups = np.zeros(len(table), np.int64)
    for column in table.T:
        order = column.argsort()
        # numbers of one group are sorted neighbors without a gap; the difference of two infinities is NaN
        with np.errstate(invalid="ignore"):
            groups[order] = groups[order] * len(table) + np.append(0, np.cumsum(np.diff(column[order]) > grain))
        _, firsts, groups = np.unique(groups, return_index=True, return_inverse=True)
        if len(firsts) == len(table):
            break
    return np.asarray(firsts[groups])


def toeplitz(curve: Array) -> Array:
    """The matrix whose entry (p, q) is curve[|p - q|], as a view that holds 2n numbers. (n,) -> (n, n).

    >>> toeplitz(np.array([1.0, 2.0]))
    array([[1., 2.],
           [2., 1.]])
    """
    return sliding_window_view(np.concatenate((curve[:0:-1], curve)), len(curve))[::-1]


def row_keys(table: Array) -> list[bytes]:
    """Each row as bytes that equal rows share."""
    # adding 0.0 turns -0.0, equal but other bytes, into 0.0
    return [row.tobytes() for row in table + 0.0]
