"""Columns of an encoding: their order, principal components, and values beyond a sequence."""

from typing import NamedTuple

import numpy as np

from posenc_core.analysis import pairwise
from posenc_core.analysis.distances import vectors
from posenc_core.analysis.statistics import TIE, unit_scale
from posenc_core.arrays import Array, ArrayLike, whole
from posenc_core.foundation.base import Scheme


class Unseen(NamedTuple):
    """Values of later positions outside the range of the first n positions, by column.

    Attributes
    ----------
    outside : ndarray, shape (d,)
        Share of later values outside that range.
    low, high : ndarray, shape (d,)
        Range of the first n positions.
    far_low, far_high : ndarray, shape (d,)
        Range of the later positions.
    """

    outside: Array
    low: Array
    high: Array
    far_low: Array
    far_high: Array


def column_order(table: ArrayLike, other: ArrayLike) -> list[int] | None:
    """Return the order in which the columns of one matrix appear in another.

    Parameters
    ----------
    table, other : array_like, shape (n, d)
        Matrices.

    Returns
    -------
    list of int, or None
        For each column of `table`, its index in `other`, each index once; None if the columns differ.

    Examples
    --------
    >>> column_order([[0.0, 1.0], [2.0, 3.0]], [[1.0, 0.0], [3.0, 2.0]])
    [1, 0]
    """
    columns, others = vectors(table).T, vectors(other).T
    places: dict[bytes, list[int]] = {}
    for j, key in enumerate(pairwise.row_keys(others)):
        places.setdefault(key, []).append(j)
    order = []
    for key in pairwise.row_keys(columns):
        indexes = places.get(key)
        if not indexes:
            return None
        order.append(indexes.pop(0))
    return order if len(order) == len(others) else None


def principal_components(table: ArrayLike, count: int) -> tuple[Array, Array]:
    """Return the principal components of the positions.

    Parameters
    ----------
    table : array_like, shape (n, d)
        Vectors.
    count : int
        Number of components.

    Returns
    -------
    coordinates : ndarray, shape (n, count)
        Coordinates; 0 for components beyond the rank. The largest coordinate of each component is positive.
    variance : ndarray, shape (count,)
        Shares of the variance.

    Examples
    --------
    >>> abs(principal_components([[0.0, 0.0], [2.0, 0.0]], 1)[0])
    array([[1.],
           [1.]])
    """
    count = whole("count", count)
    rows, exponent = unit_scale(vectors(table))
    centred = rows - rows.mean(axis=0)
    left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    # components within the rounding of the mean are 0
    sizes[sizes <= TIE * np.abs(rows).max() * np.sqrt(rows.size)] = 0
    kept = min(count, sizes.size)
    coordinates = np.zeros((len(rows), count))
    coordinates[:, :kept] = left[:, :kept] * sizes[:kept]
    largest = coordinates[np.abs(coordinates).argmax(axis=0), np.arange(count)]
    coordinates *= np.where(largest < 0, -1.0, 1.0)
    np.ldexp(coordinates, exponent, out=coordinates)
    share = np.zeros(count)
    total = float(sizes @ sizes)
    if total > 0:
        share[:kept] = sizes[:kept] ** 2 / total
    return coordinates, share


def unseen_values(scheme: Scheme, *, length: int, dim: int, later: int | None = None) -> Unseen:
    """Compare positions n ... 4n - 1 with the range of positions 0 ... n - 1.

    Parameters
    ----------
    scheme : Scheme
        Encoding.
    length : int
        Number of positions, n.
    dim : int
        Number of columns, d.
    later : int, optional
        Length for the later vectors of a scheme that depends on the length. By default 4n; n keeps the vectors of
        the first positions.

    Returns
    -------
    Unseen
        Share of later values outside the range, and both ranges, by column. A stored table is compared up to its
        last row.

    Raises
    ------
    ValueError
        If a stored table has no later positions.

    Examples
    --------
    >>> from posenc_core import Index
    >>> unseen_values(Index(), length=4, dim=1).outside
    array([1.])
    """
    length, dim = whole("length", length), whole("dim", dim)
    end = scheme.rows_within(4 * length)
    if end == length:
        raise ValueError(f"{scheme.name} has no positions after its first {length:,}")
    later = end if later is None else whole("later", later)
    ends: list[tuple[Array, Array, Array]] = []
    bounds: tuple[Array, Array] = np.full(dim, -np.inf), np.full(dim, np.inf)
    for start, stop, whole_length in ((0, length, length), (length, end, later)):
        low, high, outside = np.full(dim, np.inf), np.full(dim, -np.inf), np.zeros(dim)
        rows = max(2**17 // dim, 1)
        for first in range(start, stop, rows):
            part = scheme.encode(range(first, min(first + rows, stop)), dim, length=whole_length)
            np.minimum(low, part.min(axis=0), out=low)
            np.maximum(high, part.max(axis=0), out=high)
            if ends:
                outside += ((part < bounds[0]) | (part > bounds[1])).sum(axis=0)
        ends.append((low, high, outside / (stop - start)))
        # a slow column has a small range, so the margin is only rounding
        largest = np.maximum(np.abs(low), np.abs(high))
        rounding = TIE * (high - low) + 4 * np.finfo(np.float64).eps * largest
        bounds = low - rounding, high + rounding
    (near_low, near_high, _), (far_low, far_high, outside_share) = ends
    return Unseen(outside_share, near_low, near_high, far_low, far_high)
