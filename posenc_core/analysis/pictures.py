"""Downsampling of large matrices and long curves: means of blocks, which have no aliasing, and envelopes."""

from typing import NamedTuple

import numpy as np

from posenc_core.analysis.source import Encoding, Source
from posenc_core.arrays import Array, ArrayLike, Integers, real_array, whole
from posenc_core.foundation.base import Scheme
from posenc_core.schemes import closed_forms

__all__ = ["Picture", "envelope", "picture"]


class Picture(NamedTuple):
    """Means of the blocks of a matrix.

    Attributes
    ----------
    means : ndarray, shape (r, c)
        Mean of each block.
    start : int
        First position.
    rows, columns : int
        Positions and dimensions in a block; the last block may have fewer.
    """

    means: Array
    start: int
    rows: int
    columns: int


def picture(
    encoding: Encoding,
    *,
    length: int | None = None,
    dim: int | None = None,
    start: int = 0,
    stop: int | None = None,
    height: int = 1024,
    width: int = 1024,
) -> Picture:
    """Downsample the matrix of an encoding to the means of blocks.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.
    start, stop : int, optional
        First position, and the one after the last. By default all positions.
    height, width : int, default 1024
        Largest number of blocks; a matrix that is not larger is not changed.

    Returns
    -------
    Picture
        Means of the blocks, and their size.

    Raises
    ------
    ValueError
        If the range of positions or the size is invalid.

    Examples
    --------
    >>> picture([[1.0, 3.0], [5.0, 7.0]], height=1).means
    array([[3., 5.]])
    """
    source = Source.of(encoding, length, dim)
    stop = source.length if stop is None else stop
    height, width = whole("height", height), whole("width", width)
    whole_ends = all(isinstance(end, int | np.integer) and not isinstance(end, bool) for end in (start, stop))
    if not whole_ends or not 0 <= start < stop <= source.length:
        raise ValueError(f"start = {start!r} and stop = {stop!r} must be whole, 0 <= start < stop <= {source.length}")
    rows, columns = -(-(stop - start) // height), -(-source.dim // width)
    count = -(-(stop - start) // rows)
    means = np.empty((count, -(-source.dim // columns)))
    # several blocks at a time, so that their rows are in the cache when columns are averaged
    at_once = max(2**16 // source.dim, 1)
    full = (stop - start) // rows
    for block in range(0, full, at_once):
        blocks = min(at_once, full - block)
        means[block : block + blocks] = _column_means(_means(source, start + block * rows, rows, blocks), columns)
    if full < count:
        # the last block is smaller
        means[full:] = _column_means(_means(source, start + full * rows, stop - start - full * rows, 1), columns)
    return Picture(means, start, rows, columns)


def _column_means(rows: Array, columns: int) -> Array:
    if columns == 1:
        return rows
    full = rows.shape[1] // columns * columns
    means = np.zeros((len(rows), -(-rows.shape[1] // columns)))
    for column in range(columns):
        means[:, : full // columns] += rows[:, column:full:columns]
    means /= columns
    if full < rows.shape[1]:
        means[:, -1] = rows[:, full:].mean(axis=1)
    return means


def _means(source: Source, start: int, rows: int, count: int) -> Array:
    if rows == 1:
        return source.rows(start, start + count)
    if isinstance(source.encoding, Scheme):
        means = closed_forms.block_means(source.encoding, start, rows, count, source.dim, source.length)
        if means is not None:
            return means
    blocks = [start + rows * block for block in range(count)]
    return np.stack([source.rows(first, first + rows).mean(axis=0) for first in blocks])


def envelope(values: ArrayLike, start: int = 0, buckets: int = 1024) -> tuple[Integers, Array]:
    """Downsample a curve to the smallest and the largest value of each bucket.

    Parameters
    ----------
    values : array_like, shape (m,)
        Values; NaN is ignored in buckets with a number.
    start : int, default 0
        Position of the first value.
    buckets : int, default 1024
        Number of buckets; a curve of at most twice as many values is not changed.

    Returns
    -------
    positions : ndarray of int, shape (k,)
        Positions, k <= 2 buckets.
    values : ndarray, shape (k,)
        Values.

    Raises
    ------
    ValueError
        If `buckets` is not a whole number from 1.

    Examples
    --------
    >>> envelope(np.array([1.0, 2.0]), 0)[1]
    array([1., 2.])
    """
    curve, buckets = real_array("values", values, 1), whole("buckets", buckets)
    if len(curve) <= 2 * buckets:
        return np.arange(start, start + len(curve)), curve
    size = -(-len(curve) // buckets)
    firsts = np.arange(0, len(curve), size)
    grid = np.full((len(firsts), size), np.nan)
    grid.flat[: len(curve)] = curve
    missing = np.isnan(grid)
    lowest = np.where(missing, np.inf, grid).argmin(axis=1)
    highest = np.where(missing, -np.inf, grid).argmax(axis=1)
    extremes = np.unique(np.concatenate((firsts + lowest, firsts + highest)))
    return extremes + start, curve[extremes]
