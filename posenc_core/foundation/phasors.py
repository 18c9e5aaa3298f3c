"""How does one get a million sines for the price of a few thousand? By turning instead of evaluating.

A sine costs as much as some twenty complex multiplications. So exp(-i w p) is evaluated for a handful of positions and
every other position is reached from one of them by multiplying: position 64a + b is the product of a coarse turn by 64a
and a fine turn by b. Each stretch of 4096 positions starts from an evaluated turn, so errors do not grow with the
position. Frequencies are in radians per token.
"""

import sys
from math import isqrt
from threading import Thread

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array

__all__ = ["cosine_sums", "fill", "powers", "turns"]

Complex = NDArray[np.complexfloating]

ROWS, COLUMNS = 64, 256
"""A fine table of 64 positions by 256 frequencies takes 256 KiB: it stays in the second-level cache."""

SHARED = 2**24
"""Bytes from which a second thread saves more than it costs to start."""


def turns(angles: Array) -> NDArray[np.complex128]:
    """exp(-i angle) of each angle, in radians: one turn clockwise."""
    turn = np.empty(angles.shape, np.complex128)
    np.cos(angles, out=turn.real)
    np.negative(np.sin(angles), out=turn.imag)
    return turn


def powers(turn: Complex, count: int, first: Complex | Array | complex = 1) -> NDArray[np.complex128]:
    """first, first * turn, first * turn², ... by doubling. (m,) -> (count, m)."""
    table = np.empty((count, turn.size), np.complex128)
    table[0] = first
    done = 1
    while done < count:
        np.multiply(table[: min(done, count - done)], turn, out=table[done : 2 * done])
        done *= 2
        turn = turn * turn
    return table


def fill(pairs: Complex, frequencies: Array, start: float = 0) -> None:
    """Write sine and cosine of consecutive positions as real and imaginary part. pairs (n, m), frequencies (m,).

    i exp(-i w p) = sin w p + i cos w p, so an interleaved float matrix is this complex one seen as floats. The numbers
    are worked out in complex128 and rounded once, on the way into `pairs`. A large matrix is written by two threads,
    half each.
    """
    # a thread that is started while the interpreter ends may never run
    if pairs.nbytes < SHARED or sys.is_finalizing():
        _fill(pairs, frequencies, start)
        return
    half, failed = len(pairs) // 2, list[BaseException]()

    def rest() -> None:
        try:
            _fill(pairs[half:], frequencies, start + half)
        except BaseException as error:
            failed.append(error)

    # started anew each time: one that is kept does not follow into a forked process, which would wait for it for ever
    other = Thread(target=rest)
    try:
        other.start()
    except RuntimeError:
        # none can be started: the system has no more, or the interpreter ends
        _fill(pairs, frequencies, start)
        return
    try:
        _fill(pairs[:half], frequencies, start)
    finally:
        other.join()
    if failed:
        raise failed[0]


def _fill(pairs: Complex, frequencies: Array, start: float) -> None:
    count = len(pairs)
    if not count:
        return
    if pairs.size <= ROWS * COLUMNS:
        pairs[...] = powers(turns(frequencies), count, 1j * turns(frequencies * start))
        return
    rows = min(ROWS, isqrt(count))
    rest = count % rows
    for column in range(0, frequencies.size, COLUMNS):
        w = frequencies[column : column + COLUMNS]
        part = pairs[:, column : column + COLUMNS]
        fine = powers(turns(w), rows, 1j)
        coarse = powers(turns(w * rows), min(ROWS, count // rows))
        for row in range(0, count - rest, rows * len(coarse)):
            blocks = min(len(coarse), (count - row) // rows)
            turn = coarse[:blocks] * turns(w * (start + row))
            # splitting the first axis of a view gives a view: the product goes straight into the output
            stretch = part[row : row + blocks * rows].reshape(blocks, rows, -1)
            np.multiply(fine, turn[:, None], out=stretch, casting="same_kind")
        if rest:
            last = turns(w * (start + count - rest))
            np.multiply(fine[:rest], last, out=part[count - rest :], casting="same_kind")


def cosine_sums(frequencies: Array, count: int, weights: Array | None = None) -> Array:
    """Sum over all frequencies of cos(w k), each times its weight, for k = 0 ... count - 1. (m,), (m,) -> (count,).

    With k = a * rows + b the sum is a matrix product of coarse and fine turns: two tables of about sqrt(count) rows
    instead of `count`.
    """
    rows = isqrt(max(count - 1, 0)) + 1
    sums = np.zeros((-(-count // rows), rows))
    for first in range(0, frequencies.size, COLUMNS):
        part = slice(first, first + COLUMNS)
        w = frequencies[part]
        fine = powers(turns(w), rows, 1 if weights is None else weights[part])
        coarse = powers(turns(w * rows), len(sums))
        # the real part of a product of complex numbers is a dot product of their parts, one of them conjugated
        sums += np.conj(coarse, out=coarse).view(np.float64) @ fine.view(np.float64).T
    return sums.ravel()[:count]
