"""Kernels for norms and distances of arrays, accurate to about 13 digits for any rows.

Arguments are validated float64 arrays of shape (n, d).
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from posenc_core.arrays import Array, Integers

EQUAL_VECTORS = 1e-12
"""Largest difference of the elements of equal vectors, relative to the largest element of the matrix.

This is the rounding error of an angle of a few thousand radians. The sine of a slow wave changes by more."""


def norms(table: Array) -> Array:
    """Norms of the rows. (n, d) -> (n,).

    >>> norms(np.array([[3.0, 4.0]]))
    array([5.])
    """
    square = np.vecdot(table, table)
    # rows whose squares overflow or lose digits are scaled first
    (poor,) = np.nonzero(~((square > 1e-280) & (square < 1e300)))
    length: Array = np.sqrt(square)
    if poor.size:
        largest = np.abs(table[poor]).max(axis=1, keepdims=True)
        scaled = np.divide(table[poor], largest, out=np.zeros((poor.size, table.shape[1])), where=largest > 0)
        length[poor] = largest[:, 0] * np.sqrt(np.vecdot(scaled, scaled))
    return length


def directions(table: Array) -> Array:
    """Rows divided by their norms; NaN for zero vectors.

    >>> directions(np.array([[3.0, 4.0]]))
    array([[0.6, 0.8]])
    """
    largest = np.abs(table).max(axis=1, keepdims=True)
    scaled = np.divide(table, largest, out=np.full_like(table, np.nan), where=largest > 0)
    return np.asarray(scaled / norms(scaled)[:, None])


def distances(table: Array) -> Array:
    """Euclidean distances of all pairs of rows. (n, d) -> (n, n).

    >>> distances(np.array([[0.0], [1.0]]))
    array([[0., 1.],
           [1., 0.]])
    """
    keys = row_keys(table)
    place = {key: row for row, key in enumerate(dict.fromkeys(keys))}
    if len(place) < len(table):
        # repeated rows are computed once
        where = np.array([place[key] for key in keys])
        return np.asarray(distances(table[np.unique(where, return_index=True)[1]])[np.ix_(where, where)])
    ranges = np.ptp(table, axis=0)
    if not ranges.all():
        # constant columns add no distance, but large ones would lose the digits of the others
        return distances(table[:, ranges > 0]) if ranges.any() else np.zeros((1, 1))
    # |x|² + |y|² - 2xy cancels for close x and y. Every number is split into a multiple of a grain, with so few digits
    # that sums of products are exact, and a small remainder
    grain = int(np.frexp(ranges.max())[1]) - (25 - table.shape[1].bit_length() // 2)
    fine = np.ldexp(table, -grain)
    coarse = np.rint(fine)
    fine -= coarse
    coarse -= coarse[len(coarse) // 2]
    full, both = coarse + fine, 2 * coarse + fine
    rest, largest = np.vecdot(both, fine), np.vecdot(full, full).max()
    # below this limit the remainder cancels too: those pairs are computed from their difference
    limit = 0.01 * np.sqrt(largest * np.vecdot(fine, fine).max())
    distance = np.empty((len(table), len(table)))
    # in blocks of rows from the diagonal on; the rest by symmetry
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
        for block in np.array_split(close, close.size * table.shape[1] // 2**18 + 1):
            p, q = block.T
            square[p, q] = norms(table[i][p] - table[j][q])
        corner = np.triu(square[:, : len(square)], 1)
        square[:, : len(square)] = corner + corner.T
        distance[i, j] = square
        distance[j, i] = square.T
    return distance


def _squares(rows: Array, others: Array) -> Array:
    """Squared distances between the first and all rows, inaccurate for close rows; infinite on the diagonal."""
    square: Array = rows @ others.T
    square *= -2
    square += np.vecdot(rows, rows)[:, None]
    square += np.vecdot(others, others)
    np.fill_diagonal(square, np.inf)
    return square


def equal_rows(table: Array) -> Integers:
    """Index of the first row that equals each row, up to `EQUAL_VECTORS` in every column. (n, d) -> (n,).

    >>> equal_rows(np.array([[0.0, 1.0], [1.0, 1.0], [1e-16, 1.0]]))
    array([0, 1, 0])
    """
    grain = EQUAL_VECTORS * np.abs(table[np.isfinite(table)]).max(initial=0)
    groups = np.zeros(len(table), np.int64)
    for column in table.T:
        order = column.argsort()
        # a group is a run of sorted numbers without a gap; inf - inf is NaN
        with np.errstate(invalid="ignore"):
            groups[order] = groups[order] * len(table) + np.append(0, np.cumsum(np.diff(column[order]) > grain))
        _, firsts, groups = np.unique(groups, return_index=True, return_inverse=True)
        if len(firsts) == len(table):
            break
    return np.asarray(firsts[groups])


def toeplitz(curve: Array) -> Array:
    """Matrix with the entries curve[|p - q|], as a view of 2n numbers. (n,) -> (n, n).

    >>> toeplitz(np.array([1.0, 2.0]))
    array([[1., 2.],
           [2., 1.]])
    """
    return sliding_window_view(np.concatenate((curve[:0:-1], curve)), len(curve))[::-1]


def row_keys(table: Array) -> list[bytes]:
    """Rows as bytes, the same for equal rows."""
    # adding 0.0 turns -0.0, which has other bytes, into 0.0
    return [row.tobytes() for row in table + 0.0]
