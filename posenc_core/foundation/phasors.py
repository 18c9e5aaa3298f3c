"""Sines and cosines of consecutive positions, by complex multiplication instead of evaluation.

A sine costs about twenty complex multiplications. exp(-i w p) is therefore evaluated at few positions; the phasor of
position 64a + b is the product of a coarse phasor for 64a and a fine phasor for b. Every block of 4096 positions starts
from an evaluated phasor, so that errors do not grow with the position. Frequencies are in radians per token.
"""

from math import isqrt

import numpy as np

from posenc_core.arrays import Array, Complex, Integers

__all__ = ["cosine_sums", "evenly_spaced", "fill", "fill_columns", "powers", "unit_phasors"]


ROWS, COLUMNS = 64, 256
"""Size of the fine table, 64 positions by 256 frequencies: its 256 KiB fit the L2 cache."""

MAX_POWERS = 512
"""Largest power of a phasor: its error grows by about 1e-16 with each, and `Vectors.encode` promises 1e-13."""


def unit_phasors(angles: Array) -> Complex:
    """Compute exp(-i angle) of each angle.

    Parameters
    ----------
    angles : ndarray
        Angles in radians.

    Returns
    -------
    ndarray of complex128
        Phasors in the same shape.

    Examples
    --------
    >>> unit_phasors(np.array([np.pi / 2])).round(3).tolist()
    [-1j]
    """
    phasors = np.empty(angles.shape, np.complex128)
    np.cos(angles, out=phasors.real)
    np.negative(np.sin(angles), out=phasors.imag)
    return phasors


def powers(base: Complex, count: int, first: Complex | Array | complex = 1) -> Complex:
    """Compute first * base^k for k = 0 ... count - 1 by doubling.

    Parameters
    ----------
    base : ndarray of complex, shape (m,)
        Bases.
    count : int
        Number of powers.
    first : complex or ndarray, shape (m,), default 1
        Factor of all powers.

    Returns
    -------
    ndarray of complex128, shape (count, m)
        One row per exponent.

    Examples
    --------
    >>> powers(np.array([2j]), 3).ravel().tolist()
    [(1+0j), 2j, (-4+0j)]
    """
    table = np.empty((count, base.size), np.complex128)
    table[0] = first
    rows = 1
    while rows < count:
        np.multiply(table[: min(rows, count - rows)], base, out=table[rows : 2 * rows])
        rows *= 2
        base = base * base
    return table


def fill(pairs: Complex, frequencies: Array, start: float = 0) -> None:
    """Write sine and cosine of consecutive positions as real and imaginary part.

    i exp(-i w p) = sin w p + i cos w p: an interleaved float matrix is a view of this complex one. Numbers are computed
    in complex128 and rounded once.

    Parameters
    ----------
    pairs : ndarray of complex, shape (n, m)
        Array for the result.
    frequencies : ndarray, shape (m,)
        Radians per token.
    start : float, default 0
        First position.

    Examples
    --------
    >>> pairs = np.empty((2, 1), complex)
    >>> fill(pairs, np.array([np.pi / 2]))
    >>> pairs.round(3).ravel().tolist()
    [1j, (1+0j)]
    """
    count = len(pairs)
    if not count:
        return
    if pairs.size <= ROWS * COLUMNS and count <= MAX_POWERS:
        pairs[...] = powers(unit_phasors(frequencies), count, 1j * unit_phasors(frequencies * start))
        return
    rows = min(ROWS, isqrt(count))
    rest = count % rows
    for column in range(0, frequencies.size, COLUMNS):
        w = frequencies[column : column + COLUMNS]
        part = pairs[:, column : column + COLUMNS]
        fine = powers(unit_phasors(w), rows, 1j)
        coarse = powers(unit_phasors(w * rows), min(ROWS, count // rows))
        for row in range(0, count - rest, rows * len(coarse)):
            blocks = min(len(coarse), (count - row) // rows)
            phasors = coarse[:blocks] * unit_phasors(w * (start + row))
            # splitting the first axis of a view gives a view: the product is written to the output directly
            block = part[row : row + blocks * rows].reshape(blocks, rows, -1)
            np.multiply(fine, phasors[:, None], out=block, casting="same_kind")
        if rest:
            last = unit_phasors(w * (start + count - rest))
            np.multiply(fine[:rest], last, out=part[count - rest :], casting="same_kind")


def fill_columns(
    out: Array,
    start: float,
    frequencies: Array,
    columns: tuple[Integers, Integers],
    amplitudes: Array,
) -> None:
    """Write the sines and the cosines of consecutive positions to their columns.

    Parameters
    ----------
    out : ndarray, shape (n, d)
        Array for the result.
    start : float
        First position.
    frequencies : ndarray, shape (m,)
        Radians per token.
    columns : tuple of ndarray
        Columns of the sines, and of the cosines; at most m each, from the first frequency on.
    amplitudes : ndarray, shape (m,)
        Factor of each frequency.

    Examples
    --------
    >>> out = np.empty((2, 2))
    >>> fill_columns(out, 0, np.array([np.pi / 2]), (np.array([1]), np.array([0])), np.ones(1))
    >>> out.round(3).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    sin_cos = np.arange(out.shape[1])
    in_turn = all(np.array_equal(columns[wave], sin_cos[wave::2]) for wave in (0, 1)) and out.shape[1] % 2 == 0
    same_size = (amplitudes == 1).all()
    if in_turn and same_size and out.flags.c_contiguous:
        # sine and cosine are the parts of one complex number
        fill(out.view(f"c{2 * out.itemsize}"), frequencies, start)
        return
    sines, cosines = map(evenly_spaced, columns)
    rows = max(ROWS, 2**16 // frequencies.size)
    for row in range(0, len(out), rows):
        part = out[row : row + rows]
        pairs = np.empty((len(part), frequencies.size), np.complex128)
        fill(pairs, frequencies, start + row)
        if not same_size:
            pairs *= amplitudes
        part[:, sines] = pairs.real[:, : columns[0].size]
        part[:, cosines] = pairs.imag[:, : columns[1].size]


def evenly_spaced(columns: Integers) -> slice | Integers:
    """Convert evenly spaced columns to a slice, which is faster.

    >>> evenly_spaced(np.array([1, 3, 5]))
    slice(1, 7, 2)
    """
    first, *others = columns[:2].tolist() or (0,)
    step = others[0] - first if others else 1
    if step < 1 or (np.diff(columns) != step).any():
        return columns
    return slice(first, first + step * columns.size, step)


def cosine_sums(frequencies: Array, count: int, weights: Array) -> Array:
    """Compute the weighted sum of cos(w k) over all frequencies w, for k = 0 ... count - 1.

    With k = a * rows + b the sum is a matrix product of coarse and fine phasors, which needs two tables of about
    sqrt(count) rows.

    Parameters
    ----------
    frequencies : ndarray, shape (m,)
        Radians per token.
    count : int
        Number of sums.
    weights : ndarray, shape (m,)
        Weights of the frequencies.

    Returns
    -------
    ndarray, shape (count,)
        Sums.

    Examples
    --------
    >>> cosine_sums(np.array([np.pi, np.pi / 2]), 3, np.ones(2)).round(3)
    array([ 2., -1.,  0.])
    """
    rows = isqrt(max(count - 1, 0)) + 1
    sums = np.zeros((-(-count // rows), rows))
    for first in range(0, frequencies.size, COLUMNS):
        part = slice(first, first + COLUMNS)
        w = frequencies[part]
        fine = powers(unit_phasors(w), rows, weights[part])
        coarse = powers(unit_phasors(w * rows), len(sums))
        # Re(x y) is the dot product of the parts of x and conj(y)
        sums += np.conj(coarse, out=coarse).view(np.float64) @ fine.view(np.float64).T
    return sums.ravel()[:count]
