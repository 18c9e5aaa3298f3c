"""Closed forms for long sequences: dot products, distances, and means over blocks without the vectors.

They serve only charts of more positions than a matrix can have: up to 131,072, in up to 4,096 columns. Each function
returns None for an encoding without a closed form, whose vectors are computed instead. Positions are not validated.
"""

from functools import singledispatch

import numpy as np

from posenc_core.arrays import AnyArray, Array, Complex, Integers
from posenc_core.foundation import phasors
from posenc_core.foundation.base import Scheme
from posenc_core.foundation.counters import MAX_BITS, Bits, Scalar
from posenc_core.foundation.rotating import RotatingPairs, Sums, paired_dots, paired_squares, sums_at
from posenc_core.schemes.grid import QUARTERS, Grid


@singledispatch
def dot_of(scheme: Scheme, p: Array, q: Array, dim: int, length: int) -> Array | None:
    """Return dot products of positions whose shapes broadcast, or None."""
    return None


@singledispatch
def distance_of(scheme: Scheme, p: Array, q: Array, dim: int, length: int) -> Array | None:
    """Return distances between positions whose shapes broadcast, or None."""
    return None


@singledispatch
def block_means(scheme: Scheme, start: int, rows: int, count: int, dim: int, length: int) -> Array | None:
    """Return the mean vectors of `count` blocks of `rows` positions from `start` on, (count, dim), or None."""
    return None


# one number per position


@dot_of.register
def _(scheme: Scalar, p: Array, q: Array, dim: int, length: int) -> Array:
    return np.asarray(scheme._numbers(p, length) * scheme._numbers(q, length) * scheme._width(dim))


@distance_of.register
def _(scheme: Scalar, p: Array, q: Array, dim: int, length: int) -> Array:
    apart = scheme._numbers(p, length) - scheme._numbers(q, length)
    return np.asarray(np.abs(apart) * np.sqrt(scheme._width(dim)))


@block_means.register
def _(scheme: Scalar, start: int, rows: int, count: int, dim: int, length: int) -> Array:
    # linear in the position: the mean over a block is the value at its center
    centers = start + rows * np.arange(count) + (rows - 1) / 2
    return scheme._encode(centers, dim, length)


# bits


def _differing_bits(scheme: Bits, p: Array, q: Array, dim: int) -> Array:
    return np.asarray(np.bitwise_count(scheme._bits(p, dim) ^ scheme._bits(q, dim)), np.float64)


@dot_of.register
def _(scheme: Bits, p: Array, q: Array, dim: int, length: int) -> Array:
    if scheme.values == "-1/1":
        # agreements minus differences
        return dim - 2 * _differing_bits(scheme, p, q, dim)
    return np.asarray(np.bitwise_count(scheme._bits(p, dim) & scheme._bits(q, dim)), np.float64)


@distance_of.register
def _(scheme: Bits, p: Array, q: Array, dim: int, length: int) -> Array:
    step = 2 if scheme.values == "-1/1" else 1
    return np.asarray(step * np.sqrt(_differing_bits(scheme, p, q, dim)))


@block_means.register
def _(scheme: Bits, start: int, rows: int, count: int, dim: int, length: int) -> Array:
    # bit j is first 1 at 2^j, for 2^j positions in each period of 2^(j + 1), or twice as long in a Gray code
    bits = min(dim, MAX_BITS)
    first = 1 << np.arange(bits)
    ones = np.where(scheme._bits(2 * first, dim) & first, 2 * first, first)
    # numbers of 1s before each edge: in full periods, and in the rest
    edges = start + rows * np.arange(count + 1)[:, None]
    before = edges // (2 * ones) * ones + np.clip(edges % (2 * ones) - first, 0, ones)
    means = np.zeros((count, dim))
    means[:, :bits] = np.diff(before, axis=0) / rows
    if scheme.values == "-1/1":
        means = 2 * means - 1
    return means if scheme.order == "LSB first" else means[:, ::-1]


# rotating pairs


@dot_of.register
def _(scheme: RotatingPairs, p: Array, q: Array, dim: int, length: int) -> Array:
    p, q = _within_period(scheme, p, q, dim)
    first, second = (_unpaired_wave(scheme, positions, dim, length) for positions in (p, q))
    return _paired_sums(scheme, p, q, dim, length, paired_dots) + first * second


@distance_of.register
def _(scheme: RotatingPairs, p: Array, q: Array, dim: int, length: int) -> Array:
    p, q = _within_period(scheme, p, q, dim)
    first, second = (_unpaired_wave(scheme, positions, dim, length) for positions in (p, q))
    return np.sqrt(_paired_sums(scheme, p, q, dim, length, paired_squares) + (first - second) ** 2)


@block_means.register
def _(scheme: RotatingPairs, start: int, rows: int, count: int, dim: int, length: int) -> Array:
    frequencies = scheme.frequencies(dim, length)
    kernel = _dirichlet(frequencies, rows) * scheme._amplitudes(dim)
    middle = scheme._number(start + (rows - 1) / 2)
    means = np.empty((count, dim))
    # full rotations go: the kernel would be a quotient of rounding errors
    steps = rows * (frequencies - 2 * np.pi * np.round(frequencies / (2 * np.pi)))
    phasors.fill_columns(means, middle / rows, steps, scheme._columns(dim), kernel)
    return means


def _within_period(scheme: Scheme, p: Array, q: Array, dim: int) -> tuple[Array, Array]:
    """Positions within the first period, so that whole periods apart is exactly 0 apart."""
    period = scheme.period(dim)
    return (p % period, q % period) if period else (p, q)


def _paired_sums(scheme: RotatingPairs, p: Array, q: Array, dim: int, length: int, sums: Sums) -> Array:
    return sums_at(np.abs(p - q), sums, scheme.frequencies(dim, length)[: dim // 2], scheme._weights(dim))


def _unpaired_wave(scheme: RotatingPairs, positions: Array, dim: int, length: int) -> Array:
    """Last column of an odd d if it has no partner, else 0."""
    wave = scheme.unpaired_wave(dim)
    if not wave:
        return np.zeros(1)
    angles = scheme.frequencies(dim, length)[-1] * scheme._number(positions)
    function = np.sin if wave == "sine" else np.cos
    return np.asarray(scheme._amplitudes(dim)[-1] * function(angles))


def _dirichlet(frequencies: Array, count: int | AnyArray) -> Array:
    """Mean of `count` consecutive phasors over the middle one: sin(count w / 2) / (count sin(w / 2)), 1 for w = 0."""
    # without full rotations, for which this would be a quotient of rounding errors
    turns = frequencies / (2 * np.pi)
    turns = turns - np.round(turns)
    return np.asarray(np.sinc(count * turns) / np.sinc(turns))


# a grid: pairs that rotate by the row, and others by the column


@dot_of.register
def _(scheme: Grid, p: Array, q: Array, dim: int, length: int) -> Array:
    return _sums_on_axes(scheme, p, q, dim, length, paired_dots)


@distance_of.register
def _(scheme: Grid, p: Array, q: Array, dim: int, length: int) -> Array:
    return np.sqrt(_sums_on_axes(scheme, p, q, dim, length, paired_squares))


@block_means.register
def _(scheme: Grid, start: int, rows: int, count: int, dim: int, length: int) -> Array:
    firsts = start + rows * np.arange(count)[:, None]
    (first_y, first_x), (last_y, last_x) = (divmod(ends, scheme.width) for ends in (firsts, firsts + rows))
    scales, w, begin = scheme._scales(length), scheme.frequencies(dim), scheme.start

    def y(line: Integers, stop: Integers) -> Complex:
        return _phasor_sum(begin + line, begin + stop, scales["y"] * w)

    def x(columns: Integers | int) -> Complex:
        return _phasor_sum(begin, begin + columns, scales["x"] * w)

    # whole lines from `first_y` to `last_y`, less the beginning of the first, and with the beginning of the last
    at_first, at_last = y(first_y, first_y + 1), y(last_y, last_y + 1)
    sums = {
        "y": scheme.width * y(first_y, last_y) - first_x * at_first + last_x * at_last,
        "x": (last_y - first_y) * x(scheme.width) - x(first_x) + x(last_x),
    }
    means = np.empty((count, dim))
    for wave, place in zip(QUARTERS[scheme.order], scheme.places(dim), strict=True):
        name, axis = wave.split()
        means[:, place] = (sums[axis].imag if name == "sin" else sums[axis].real) / rows
    return means


def _sums_on_axes(scheme: Grid, p: Array, q: Array, dim: int, length: int, sums: Sums) -> Array:
    """Sum over rows and over columns: sin a sin b + cos a cos b = cos(a - b) on each axis."""
    scales, w = scheme._scales(length), scheme.frequencies(dim)
    rows, columns = np.abs(p // scheme.width - q // scheme.width), np.abs(p % scheme.width - q % scheme.width)
    ones = np.ones(w.size)
    return sums_at(rows, sums, scales["y"] * w, ones) + sums_at(columns, sums, scales["x"] * w, ones)


def _phasor_sum(first: Integers | int, stop: Integers | int, frequencies: Array) -> Complex:
    """Sum exp(i w p) over the whole numbers p from `first` to before `stop`, by frequency w."""
    counts = np.asarray(stop) - first
    # without full rotations, which change nothing
    w = frequencies - 2 * np.pi * np.round(frequencies / (2 * np.pi))
    middle = 0.5 * (np.asarray(first) + stop - 1)
    return np.asarray(counts * _dirichlet(frequencies, counts) * np.exp(1j * w * middle))
