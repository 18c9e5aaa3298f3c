"""Scalar and Bits, the base classes of schemes that count positions: as a number, or as bits."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation.base import Scheme, param
from posenc_core.foundation.presentation import equations, substitute

MAX_BITS = 62
"""Largest number of bits; columns of higher bits are 0."""


@dataclass(frozen=True, kw_only=True)
class Scalar(Scheme):
    """One number per position: the vectors lie on a straight line."""

    spread: Literal["every column", "one column"] = param(
        "every column",
        "Whether the number is in every dimension, as x + p broadcasts, or in dimension 0 with zeros after it.",
    )

    @abstractmethod
    def _numbers(self, positions: Array, length: int) -> Array:
        """Compute the number of each position. (n,) -> (n,)."""

    def _encode(self, positions: Array, dim: int, length: int) -> Array:
        encoding = np.zeros((len(positions), dim))
        encoding[:, : self._width(dim)] = self._numbers(positions, length)[:, None]
        return encoding

    @property
    @abstractmethod
    def _number_texts(self) -> tuple[str, str]:
        """Number of position p, in LaTeX and as text."""

    @property
    @abstractmethod
    def _program(self) -> str:
        """Numbers of all positions as code, from the column of positions p."""

    @property
    def _code(self) -> str:
        where = "PE[:]" if self.spread == "every column" else "PE[:, :1]"
        return (
            "p = xp.arange(n, dtype=xp.float64)[:, None]\nPE = xp.zeros((n, d), dtype=xp.float64)\n"
            f"{where} = {self._program}"
        )

    @property
    def formula(self) -> str:
        latex = self._number_texts[0]
        if self.spread == "every column":
            return f"PE(p, j) = {latex}"
        return rf"PE(p, 0) = {latex} ,\\[1ex] PE(p, j + 1) = 0"

    @property
    def columns(self) -> str:
        if self.spread == "every column":
            return self._number_texts[1]
        return f"{self._number_texts[1]} in column 0"

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        (_, rule), *others = equations(self.formula)
        if column and others:
            return (rf"PE(p, {column}) = {others[0][1]}",)
        if length == 1:
            # there is no n - 1 to divide by
            return (f"PE(p, {column}) = {rule}",)
        return f"PE(p, {column}) = {rule}", f"= {substitute(rule, {'p': position, 'n': length})}"

    def _width(self, dim: int) -> int:
        return dim if self.spread == "every column" else 1

    def _distance_at_offset(self, offsets: Array | range, dim: int, length: int) -> Array:
        step = np.diff(self._numbers(np.arange(min(length, 2), dtype=np.float64), length)).sum()
        return np.asarray(np.abs(np.asarray(offsets, np.float64)) * (float(step) * np.sqrt(self._width(dim))))


@dataclass(frozen=True, kw_only=True)
class Bits(Scheme):
    """One bit per column; each alternates half as often as the one before."""

    real_positions = False

    order: Literal["LSB first", "MSB first"] = param(
        "LSB first",
        "The bit in dimension 0: the least significant (LSB), which changes most often, or the most significant (MSB).",
    )
    values: Literal["0/1", "-1/1"] = param(
        "0/1",
        "Bits are 0 and 1, or −1 and +1, which gives all vectors the same norm.",
    )

    @abstractmethod
    def _codes(self, numbers: Integers) -> Integers:
        """Encode numbers as integers with the bits of the code."""

    def _encode(self, positions: Array, dim: int, length: int) -> Array:
        # column j of "LSB first" is bit j of the code
        places = np.arange(dim).clip(max=MAX_BITS)
        bits = (self._bits(positions, dim)[:, None] >> places) & 1
        if self.order == "MSB first":
            bits = bits[:, ::-1]
        if self.values == "-1/1":
            bits = 2 * bits - 1
        return np.asarray(bits, np.float64)

    @property
    def _counter(self) -> str:
        """Number that is split into bits, in LaTeX."""
        return "p"

    @abstractmethod
    def _latex(self, low: str, high: str) -> str:
        """One bit in LaTeX, from the number without lower bits and without this bit."""

    @property
    @abstractmethod
    def _program(self) -> str:
        """Bit j of all positions as code, from the column q of positions modulo 2^d."""

    @property
    def formula(self) -> str:
        low, high = ("j", "j + 1") if self.order == "LSB first" else ("d - 1 - j", "d - j")
        left = (rf"\left\lfloor \frac{{{self._counter}}}{{2^{{{bit}}}}} \right\rfloor" for bit in (low, high))
        return f"PE(p, j) = {self._format_bit(*left)}"

    def _format_bit(self, low: str, high: str) -> str:
        bit = self._latex(low, high)
        if self.values == "0/1":
            return bit
        return rf"2 \left( {bit} \right) - 1"

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        ((_, rule),) = equations(self.formula)
        bit = column if self.order == "LSB first" else dim - 1 - column
        number, first = int(position), []
        if self._counter != "p":
            number %= 2**dim
            first = [f"{substitute(self._counter, {'p': position, 'd': dim})} = {number}"]
        counted = rule.replace(rf"\frac{{{self._counter}}}", rf"\frac{{{number}}}")
        return (
            *first,
            f"PE(p, j) = {rule}",
            f"= {substitute(counted, {'d': dim, 'j': column})}",
            f"= {self._format_bit(str(number >> bit), str(number >> (bit + 1)))}",
        )

    @property
    def columns(self) -> str:
        return f"bits, {self.order}"

    @property
    def _code(self) -> str:
        value, count = self._program, "xp.arange(d)"
        if self.values == "-1/1":
            value = f"2 * ({value}) - 1"
        if self.order == "MSB first":
            count = "xp.arange(d - 1, -1, -1)"
        # no integer has more bits than 63, and shifting by more is undefined
        return (
            f"q = xp.arange(n)[:, None] % 2 ** min(d, {MAX_BITS})\nj = {count}.clip(max={MAX_BITS})\n"
            f"PE = xp.zeros((n, d), dtype=xp.float64)\nPE[:] = {value}"
        )

    def period(self, dim: int) -> int:
        return int(2 ** whole("dim", dim))

    def _bits(self, positions: Array | Integers, dim: int) -> Integers:
        """Codes of positions as integers, which repeat after 2^dim."""
        last = (1 << min(dim, MAX_BITS)) - 1
        return self._codes(positions.astype(np.int64, copy=False) & last)
