"""How does one look at a matrix with more cells than a screen has pixels? By exact means of blocks.

Every n-th cell would do for a smooth matrix, but fast sinusoids sampled slower than they turn show waves that are not
there. The mean of a block is what a reader sees who steps back from the full picture.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.geometry import Encoding, Source
from posenc_core.scheme import Array, Scheme


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
    length: int | None = None,
    dim: int | None = None,
    *,
    start: int = 0,
    stop: int | None = None,
    height: int = 1024,
    width: int = 1024,
) -> Picture:
    """The positions start ... stop - 1 in at most `height` rows and `width` columns of blocks. -> (rows, columns).

    With one cell to a block it is the matrix itself. ValueError for a stretch outside 0 ... n.
    """
    source = Source.of(encoding, length, dim)
    stop = source.length if stop is None else stop
    if not 0 <= start < stop <= source.length:
        raise ValueError(f"start = {start} and stop = {stop} must be a stretch of 0 to {source.length}")
    rows, columns = -(-(stop - start) // height), -(-source.dim // width)
    means = source.rows(start, stop) if rows == 1 else _row_means(source, start, stop, rows)
    if columns > 1:
        firsts = np.arange(0, source.dim, columns)
        means = np.add.reduceat(means, firsts, axis=1) / np.diff(firsts, append=source.dim)
    return Picture(means, start, rows, columns)


def _row_means(source: Source, start: int, stop: int, rows: int) -> Array:
    whole = (stop - start) // rows
    # the last block may be smaller: it is a stretch of its own
    stretches = [(start, rows, whole), (start + whole * rows, stop - start - whole * rows, 1)]
    return np.concatenate([_means(source, *stretch) for stretch in stretches if stretch[1] and stretch[2]])


def _means(source: Source, start: int, rows: int, count: int) -> Array:
    if isinstance(source.encoding, Scheme):
        means = source.encoding.block_means(start, rows, count, source.dim, length=source.length)
        if means is not None:
            return means
    blocks = [start + rows * block for block in range(count)]
    return np.stack([source.rows(first, first + rows).mean(axis=0) for first in blocks])


def envelope(values: Array, start: int = 0, buckets: int = 1024) -> tuple[NDArray[np.int64], Array]:
    """A long curve as few points that hide no peak: the smallest and the largest of every bucket, where they stand.

    values (m,) of the positions from `start` on -> positions and values, both (k,) with k at most 2 * buckets; a curve
    that is as short already comes back whole. NaN is left out where its bucket has a number.
    """
    if len(values) <= 2 * buckets:
        return np.arange(start, start + len(values)), values
    size = -(-len(values) // buckets)
    firsts = np.arange(0, len(values), size)
    grid = np.full((len(firsts), size), np.nan)
    grid.flat[: len(values)] = values
    missing = np.isnan(grid)
    lowest = np.where(missing, np.inf, grid).argmin(axis=1)
    highest = np.where(missing, -np.inf, grid).argmax(axis=1)
    chosen = np.unique(np.concatenate((firsts + lowest, firsts + highest)))
    return chosen + start, values[chosen]
