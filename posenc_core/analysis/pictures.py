"""How does one look at a matrix with more cells than a screen has pixels? By exact means of blocks.

Every n-th cell would do for a smooth matrix, but fast sinusoids sampled slower than they turn show waves that are not
there. The mean of a block is what a reader sees who steps back from the full picture.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.analysis.source import Encoding, Source
from posenc_core.arrays import Array, real_array, whole
from posenc_core.foundation.base import Scheme

__all__ = ["Picture", "envelope", "picture"]


class Picture(NamedTuple):
    """Means of blocks of a matrix, and how many cells a block has."""

    means: Array
    start: int
    """The position of the first row of cells."""
    rows: int
    """Positions in a block; the last block may have fewer."""
    columns: int
    """Dimensions in a block; the last block may have fewer."""


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
    """The positions start ... stop - 1 in at most `height` rows and `width` columns of blocks. -> (rows, columns).

    With one cell to a block it is the matrix itself. ValueError for a stretch that is not whole or outside 0 ... n, and
    for a size below 1.

    >>> picture([[1.0, 3.0], [5.0, 7.0]], height=1).means
    array([[3., 5.]])
    """
    source = Source.of(encoding, length, dim)
    stop = source.length if stop is None else stop
    height, width = whole("height", height), whole("width", width)
    whole_ends = all(isinstance(end, int | np.integer) and not isinstance(end, bool) for end in (start, stop))
    if not whole_ends or not 0 <= start < stop <= source.length:
        raise ValueError(f"start = {start!r} and stop = {stop!r} must be a whole stretch of 0 to {source.length}")
    rows, columns = -(-(stop - start) // height), -(-source.dim // width)
    count = -(-(stop - start) // rows)
    means = np.empty((count, -(-source.dim // columns)))
    # some blocks at a time, so that what is averaged once more over the columns is still in the cache
    at_once = max(2**16 // source.dim, 1)
    full = (stop - start) // rows
    for block in range(0, full, at_once):
        some = min(at_once, full - block)
        means[block : block + some] = _column_means(_means(source, start + block * rows, rows, some), columns)
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
        means = source.encoding.block_means(start, rows, count, source.dim, length=source.length)
        if means is not None:
            return means
    blocks = [start + rows * block for block in range(count)]
    return np.stack([source.rows(first, first + rows).mean(axis=0) for first in blocks])


def envelope(values: ArrayLike, start: int = 0, buckets: int = 1024) -> tuple[NDArray[np.int64], Array]:
    """A long curve as few points that hide no peak: the smallest and the largest of every bucket, where they stand.

    values (m,) of the positions from `start` on -> positions and values, both (k,) with k at most 2 * buckets; a curve
    that is as short already comes back whole. NaN is left out where its bucket has a number. ValueError for `buckets`
    below 1.

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
    chosen = np.unique(np.concatenate((firsts + lowest, firsts + highest)))
    return chosen + start, curve[chosen]
