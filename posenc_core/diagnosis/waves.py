"""Which tables are made of sines and cosines? Every way to lay them out, as data, and the table that follows.

Column j holds `A g_j(u B^(-e_j) (p + s))`, g_j a sine or a cosine. A shape says g_j and the exponent e_j of every
column, as the code has them that makes it; B, the unit u, the start s and the scale A are numbers to be found.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core import phasors
from posenc_core.arrays import Array
from posenc_core.precision import rounded

Columns = NDArray[np.int64]
Kind = Literal["pairs", "zero at the end", "d + 1 cut", "next pair", "each column", "alone", "two tables", "half table"]


_Layout = Callable[[Columns, int], tuple[NDArray[np.bool_], Array]]
"""Of the numbers 0 ... d - 1 of the columns and d: which hold a cosine, and their exponents."""


class Laid(NamedTuple):
    """Columns of waves."""

    cosine: NDArray[np.bool_]
    """Which hold a cosine. (d,)"""
    exponents: Array
    """The part of the exponent of B that is no number of the fit; infinite for a column of zeros. (d,)"""


class Shape(NamedTuple):
    """One way to lay out waves."""

    kind: Kind
    layout: str
    """Where the two waves of a pair stand: interleaved or concatenated."""
    first: str
    """Which of them stands first; of waves of one kind alone, which."""
    cost: float
    """How rare it is, in nats."""
    laid: _Layout
    dims: Literal["all", "odd", "even"] = "all"

    def of(self, dim: int) -> Laid:
        """The columns of a table of so many."""
        cosine, exponents = self.laid(np.arange(dim), dim)
        # a sine that stands still is a column of zeros
        return Laid((cosine != (self.first == "cos")) & np.isfinite(exponents), np.asarray(exponents, np.float64))

    def fits(self, dim: int) -> bool:
        """Whether there is such a table of so many columns."""
        return self.dims == "all" or (self.dims == "odd") == bool(dim % 2)


def _woven(j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    return j % 2 == 1, j // 2 * 2 / d


def _halves(j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    half = (d + 1) // 2
    return j >= half, j % half * 2 / d


def _zero_after(laid: _Layout, j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    cosine, exponents = laid(j[:-1], d - 1)
    return (np.append(cosine, False), np.append(exponents * (d - 1) / d, np.inf))


def _cut(j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    half = d // 2 + 1
    return j >= half, j % half * 2 / d


def _next_woven(j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    return j % 2 == 1, (j + j % 2) / d


def _next_halves(j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    cosine, exponents = _halves(j, d)
    return cosine, exponents + cosine * 2 / d


def _each_woven(j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    return j % 2 == 1, j / d


def _each_halves(j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    cosine, exponents = _halves(j, d)
    return cosine, exponents + cosine / d


def _each_in_order(j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    return _halves(j, d)[0], j / d


def _alone(exponents: Callable[[Columns, int], Array]) -> _Layout:
    return lambda j, d: (np.zeros(len(j), bool), exponents(j, d))


def _beside(laid: _Layout, j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    # the cosines of a rotation, and behind them its sines
    return j >= d // 2, laid(j % (d // 2), d // 2)[1]


def _half_table(j: Columns, d: int) -> tuple[NDArray[np.bool_], Array]:
    # written with the cosine first, as RoPE leaves it of the pairs (1, 0)
    return j % 2 == 0, j % (d // 2) * 2 / d


SHAPES = (
    Shape("pairs", "interleaved", "sin", 0, _woven),
    Shape("pairs", "concatenated", "sin", 0.7, _halves),
    Shape("pairs", "interleaved", "cos", 2, _woven),
    Shape("pairs", "concatenated", "cos", 2, _halves),
    *(
        Shape("zero at the end", layout, first, 2 + 2 * (first == "cos"), partial(_zero_after, laid), "odd")
        for layout, laid in (("interleaved", _woven), ("concatenated", _halves))
        for first in ("sin", "cos")
    ),
    Shape("d + 1 cut", "concatenated", "sin", 4, _cut, "even"),
    Shape("next pair", "interleaved", "sin", 4, _next_woven),
    Shape("next pair", "concatenated", "sin", 5, _next_halves),
    Shape("each column", "interleaved", "sin", 4, _each_woven),
    Shape("each column", "concatenated", "sin", 5, _each_halves),
    Shape("each column", "concatenated, exponents in order", "sin", 5, _each_in_order),
    *(
        Shape("alone", layout, first, cost, _alone(exponents))
        for first in ("sin", "cos")
        for layout, cost, exponents in (
            ("each its own", 4, lambda j, d: j / d),
            ("each its own, concatenated", 5, lambda j, d: _each_halves(j, d)[1]),
            ("interleaved", 5, lambda j, d: j // 2 * 2 / d),
            ("concatenated", 5, lambda j, d: _halves(j, d)[1]),
        )
        if first == "sin" or layout != "each its own, concatenated"
    ),
    *(
        Shape("two tables", layout, "cos", 6, partial(_beside, laid), "even")
        for layout, laid in (("concatenated", _halves), ("interleaved", _woven))
    ),
    Shape("half table", "interleaved", "sin", 5, _half_table, "even"),
)
"""All that is known. One more is one more line, and a name for it where the readings are made."""

Rounding = Literal["", "positions", "frequencies"]


@dataclass(frozen=True)
class Waves:
    """A table of waves, number by number."""

    shape: Shape
    dim: int
    length: int
    log_base: float
    unit: float = 1.0
    """Radians a token of exponent 0."""
    start: float = 0.0
    """The number of the first row."""
    scale: float = 1.0
    rounding: Rounding = ""
    """What was rounded to bfloat16 on the way."""
    zero_rows: tuple[int, ...] = ()

    @property
    def frequencies(self) -> Array:
        """Of every column, in radians a token. (d,)"""
        found = self.unit * np.exp(-self.log_base * self.shape.of(self.dim).exponents)
        return rounded(found, "bfloat16") if self.rounding == "frequencies" else np.asarray(found)

    @property
    def positions(self) -> Array:
        """What every row is taken for. (n,)"""
        found = np.arange(self.length, dtype=np.float64) + self.start
        return rounded(found, "bfloat16") if self.rounding == "positions" else found

    def rows(self, start: int, stop: int) -> Array:
        """Some rows of it. -> (stop - start, d)"""
        cosine = self.shape.of(self.dim).cosine
        different, which = np.unique(self.frequencies, return_inverse=True)
        turns = np.empty((stop - start, different.size), np.complex128)
        if self.rounding == "positions":
            angles = self.positions[start:stop, None] * different
            turns.real, turns.imag = np.sin(angles), np.cos(angles)
        else:
            phasors.fill(turns, different, start + self.start)
        found = np.empty((stop - start, self.dim))
        for columns, waves in ((np.flatnonzero(~cosine), turns.real), (np.flatnonzero(cosine), turns.imag)):
            found[:, _even(columns)] = self.scale * waves[:, _even(which[columns])]
        zeros = np.array(self.zero_rows, np.int64)
        found[zeros[(start <= zeros) & (zeros < stop)] - start] = 0
        return found

    def numbers(self) -> Array:
        """All of it. -> (n, d)"""
        return self.rows(0, self.length)


def _even(places: NDArray[np.int64]) -> slice | NDArray[np.int64]:
    """Some columns as a slice where they are evenly spaced: those are copied faster."""
    if len(places) < 2:
        return places
    step = int(places[1] - places[0])
    if not step or (np.diff(places) != step).any():
        return places
    stop = int(places[-1]) + step
    return slice(int(places[0]), None if stop < 0 else stop, step)
