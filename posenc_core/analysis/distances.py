"""Vectors of positions, their norms, distances, and dot products."""

from typing import NamedTuple

import numpy as np

from posenc_core.analysis import pairwise
from posenc_core.analysis.source import Encoding, Source
from posenc_core.analysis.statistics import TIE, spread
from posenc_core.arrays import Array, Integers, read_only, whole
from posenc_core.foundation.base import Scheme


class OffsetDistances(NamedTuple):
    """Variation of the distances at offsets 1, 2, ...: `Spread` with arrays for numbers."""

    mean: Array
    relative: Array
    smallest: Array
    largest: Array
    at_smallest: Integers
    at_largest: Integers


def vectors(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> Array:
    """Return the matrix of an encoding.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    ndarray, shape (n, d)
        Vectors; row p is that of position p.

    Raises
    ------
    ValueError
        If the encoding is not a finite matrix, or a scheme does not support the size.

    Examples
    --------
    >>> vectors([[1.0, 2.0], [3.0, 4.0]])
    array([[1., 2.],
           [3., 4.]])
    """
    source = Source.of(encoding, length, dim)
    rows = source.rows(0, source.length)
    # a copy, so that changes do not affect the caller's array
    return rows if isinstance(encoding, Scheme) else rows.copy()


def norms(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> Array:
    """Return the norm of the vector of each position.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    ndarray, shape (n,)
        Norms.

    Examples
    --------
    >>> norms([[3.0, 4.0], [0.0, 1.0]])
    array([5., 1.])
    """
    source = Source.of(encoding, length, dim)
    same = source.dot_at_offset([0])
    if same is not None:
        return np.full(source.length, np.sqrt(same[0]))
    positions = np.arange(source.length)
    own = source.dot_of(positions, positions)
    if own is not None:
        return np.sqrt(own)
    return np.concatenate([pairwise.norms(source.rows(start, stop)) for start, stop in source.parts(source.length)])


def largest_value(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> float:
    """Return the largest absolute value of an encoding.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    float
        Largest absolute value.

    Examples
    --------
    >>> largest_value([[1.0, -2.0]])
    2.0
    """
    source = Source.of(encoding, length, dim)
    return max(float(np.abs(source.rows(*part)).max()) for part in source.parts(source.length))


def distances_at_offset(encoding: Encoding, offset: int, *, length: int | None = None, dim: int | None = None) -> Array:
    """Return the distance between positions p and p + k for every p.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    offset : int
        Offset k, from 0 to n - 1.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    ndarray, shape (n - k,)
        Euclidean distances.

    Raises
    ------
    ValueError
        If the offset is not a whole number from 0 to n - 1.

    Examples
    --------
    >>> distances_at_offset([[0.0], [1.0], [3.0]], 1)
    array([1., 2.])
    """
    source = Source.of(encoding, length, dim)
    offset = source.position("offset", offset)
    count = source.length - offset
    constant = source.distance_at_offset(offset)
    if constant is not None:
        return np.full(count, constant)
    curve = source.distance_of(np.arange(count), np.arange(offset, source.length))
    if curve is not None:
        return curve
    return np.concatenate(
        [
            pairwise.norms(source.rows(start + offset, stop + offset) - source.rows(start, stop))
            for start, stop in source.parts(count)
        ]
    )


def distances(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> Array:
    """Return the distances between all pairs of positions.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    ndarray, shape (n, n)
        Euclidean distances, symmetric. Read-only: for closed forms a view of 2n numbers.

    Examples
    --------
    >>> distances([[0.0], [1.0]])
    array([[0., 1.],
           [1., 0.]])
    """
    source = Source.of(encoding, length, dim)
    curve = source.distance_at_offset(range(source.length))
    if curve is not None:
        return pairwise.toeplitz(curve)
    return read_only(pairwise.distances(source.rows(0, source.length)))


def dots(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> Array:
    """Return the dot products of all pairs of positions (the Gram matrix).

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    ndarray, shape (n, n)
        Dot products, symmetric. Read-only: for closed forms a view of 2n numbers.

    Examples
    --------
    >>> dots([[1.0, 0.0], [1.0, 1.0]])
    array([[1., 1.],
           [1., 2.]])
    """
    source = Source.of(encoding, length, dim)
    curve = source.dot_at_offset(range(source.length))
    if curve is not None:
        return pairwise.toeplitz(curve)
    table = source.rows(0, source.length)
    return read_only(table @ table.T)


def distances_by_offset(
    encoding: Encoding, last: int, *, length: int | None = None, dim: int | None = None
) -> OffsetDistances:
    """Return the variation of the distances at each offset.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    last : int
        Largest offset, from 1 to n - 1.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    OffsetDistances
        Arrays of shape (last,); entry k - 1 belongs to offset k.

    Raises
    ------
    ValueError
        If `last` is not a whole number from 1 to n - 1.

    Examples
    --------
    >>> distances_by_offset([[0.0], [1.0], [3.0]], 2).mean
    array([1.5, 3. ])
    """
    source = Source.of(encoding, length, dim)
    offsets = range(1, whole("last", last, 1, source.length - 1) + 1)
    table = source.rows(0, source.length)
    spreads = [spread(pairwise.norms(table[k:] - table[:-k])) for k in offsets]
    return OffsetDistances(*(np.array(values) for values in zip(*spreads, strict=True)))


def closest_pair(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> tuple[int, int, float]:
    """Return the two nearest positions and their distance.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    p, q : int
        Positions, p < q. Of pairs that are equal up to rounding, the first.
    distance : float
        Euclidean distance; 0 for equal vectors.

    Raises
    ------
    ValueError
        If there is a single position.

    Examples
    --------
    >>> closest_pair([[0.0], [5.0], [9.0], [5.0]])
    (1, 3, 0.0)
    """
    pairs = distances(encoding, length=length, dim=dim)
    if len(pairs) < 2:
        raise ValueError("length = 1 leaves no pair of positions")
    if repeat := first_repeat(encoding, length=length, dim=dim):
        return repeat[1], repeat[0], 0.0
    apart = np.where(np.eye(len(pairs), dtype=bool), np.inf, pairs)
    # first of the pairs that are equal up to rounding
    first = int(np.argmax(apart <= apart.min() * (1 + TIE)))
    p, q = divmod(first, len(pairs))
    return p, q, float(pairs[p, q])


def first_repeat(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> tuple[int, int] | None:
    """Return the first position whose vector equals an earlier one up to rounding.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.

    Returns
    -------
    tuple of int, or None
        That position and the earlier one, or None if all vectors differ.

    Examples
    --------
    >>> first_repeat([[1.0], [2.0], [1.0]])
    (2, 0)
    """
    firsts = pairwise.equal_rows(vectors(encoding, length=length, dim=dim))
    repeats = np.flatnonzero(firsts != np.arange(len(firsts)))
    return (int(repeats[0]), int(firsts[repeats[0]])) if repeats.size else None
