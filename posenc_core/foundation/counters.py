"""Scalar and Bits, the base classes of schemes that count positions: as a number, or as bits."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation.base import Scheme, as_array, param
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

    @property
    @abstractmethod
    def _number(self) -> tuple[str, str]:
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

    @abstractmethod
    def _numbers(self, positions: Array, length: int) -> Array:
        """Compute the number of each position. (n,) -> (n,)."""

    @property
    def formula(self) -> str:
        latex = self._number[0]
        if self.spread == "every column":
            return f"PE(p, j) = {latex}"
        return rf"PE(p, 0) = {latex} ,\\[1ex] PE(p, j + 1) = 0"

    @property
    def columns(self) -> str:
        return self._number[1] if self.spread == "every column" else f"{self._number[1]} in column 0"

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        columns = self._width(out.shape[1])
        out[:, :columns] = self._numbers(as_array(positions), length)[:, None]
        out[:, columns:] = 0

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        (_, rule), *others = equations(self.formula)
        if column and others:
            return (rf"PE(p, {column}) = {others[0][1]}",)
        lines = (f"PE(p, {column}) = {rule}",)
        # a sequence of one position has no n - 1 to divide by
        return lines if length == 1 else (*lines, f"= {substitute(rule, {'p': position, 'n': length})}")

    def _width(self, dim: int) -> int:
        return dim if self.spread == "every column" else 1

    def _distance_at_offset(self, offsets: Array | range, dim: int, length: int) -> Array:
        step = np.diff(self._numbers(np.arange(min(length, 2), dtype=np.float64), length)).sum()
        return np.asarray(np.abs(np.asarray(offsets, np.float64)) * (float(step) * np.sqrt(self._width(dim))))

    def _block_means(self, start: int, rows: int, count: int, dim: int, length: int) -> Array:
        # linear in the position: the mean over a block is the value at its center
        means = np.zeros((count, dim))
        centers: Array = start + rows * np.arange(count, dtype=np.float64) + (rows - 1) / 2
        means[:, : self._width(dim)] = self._numbers(centers, length)[:, None]
        return means

    def _dot_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        return np.asarray(self._numbers(p, length) * self._numbers(q, length) * self._width(dim))

    def _distance_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        difference = np.abs(self._numbers(p, length) - self._numbers(q, length))
        return np.asarray(difference * np.sqrt(self._width(dim)))


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
    def _codes(self, numbers: Integers, bits: int) -> Integers:
        """Encode numbers below 2^bits as integers with the bits of the code."""

    @abstractmethod
    def _waves(self, bits: int) -> tuple[Integers, Integers, Integers]:
        """Period, first position with 1, and number of 1s per period of each bit, from the lowest."""

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
        return bit if self.values == "0/1" else rf"2 \left( {bit} \right) - 1"

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        ((_, rule),) = equations(self.formula)
        bit = column if self.order == "LSB first" else dim - 1 - column
        wraps = self._counter != "p"
        number = int(position) % 2**dim if wraps else int(position)
        counted = rule.replace(rf"\frac{{{self._counter}}}", rf"\frac{{{number}}}")
        return (
            *((f"{substitute(self._counter, {'p': position, 'd': dim})} = {number}",) if wraps else ()),
            f"PE(p, j) = {rule}",
            f"= {substitute(counted, {'d': dim, 'j': column})}",
            f"= {self._format_bit(str(number >> bit), str(number >> (bit + 1)))}",
        )

    @property
    def columns(self) -> str:
        return f"bits, {self.order}"

    @property
    def _code(self) -> str:
        count = "xp.arange(d)" if self.order == "LSB first" else "xp.arange(d - 1, -1, -1)"
        value = self._program if self.values == "0/1" else f"2 * ({self._program}) - 1"
        # no integer has more bits than 63, and shifting by more is undefined
        return (
            f"q = xp.arange(n)[:, None] % 2 ** min(d, {MAX_BITS})\nj = {count}.clip(max={MAX_BITS})\n"
            f"PE = xp.zeros((n, d), dtype=xp.float64)\nPE[:] = {value}"
        )

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        # little-endian, so that the bytes of a number hold its bits in rising order
        codes = self._bits(as_array(positions), out.shape[1]).astype("<u8")
        used = min(out.shape[1], max(int(codes.max(initial=1)).bit_length(), 1))
        bits = np.unpackbits(codes.view(np.uint8).reshape(-1, 8), axis=1, count=used, bitorder="little")
        rising = out if self.order == "LSB first" else out[:, ::-1]
        rising[:, :used] = bits
        rising[:, used:] = 0
        if self.values == "-1/1":
            out *= 2
            out -= 1

    def _dot_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        # common 1s; for ±1 bits, agreements minus differences
        if self.values == "-1/1":
            return dim - 2.0 * self._differing(p, q, dim)
        return np.asarray(np.bitwise_count(self._bits(p, dim) & self._bits(q, dim)), np.float64)

    def _distance_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        distance = np.sqrt(self._differing(p, q, dim))
        return distance if self.values == "0/1" else 2 * distance

    def _block_means(self, start: int, rows: int, count: int, dim: int, length: int) -> Array:
        # counts of 1s before each edge: in full periods, and in the rest
        edges = start + rows * np.arange(count + 1)[:, None]
        period, first, ones = self._waves(min(dim, MAX_BITS))
        before = edges // period * ones + np.clip(edges % period - first, 0, ones)
        means = np.zeros((count, dim))
        means[:, : period.size] = np.diff(before, axis=0) / rows
        if self.values == "-1/1":
            means = 2 * means - 1
        return means if self.order == "LSB first" else means[:, ::-1]

    def period(self, dim: int) -> int:
        return int(2 ** whole("dim", dim))

    def _bits(self, positions: Array, dim: int) -> Integers:
        bits = min(dim, MAX_BITS)
        return self._codes(positions.astype(np.int64, copy=False) & ((1 << bits) - 1), bits)

    def _differing(self, p: Array, q: Array, dim: int) -> Array:
        return np.asarray(np.bitwise_count(self._bits(p, dim) ^ self._bits(q, dim)), np.float64)
