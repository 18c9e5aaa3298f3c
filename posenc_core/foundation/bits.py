"""How does a number become bits? The part that Binary and Gray share."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array, Rows, whole
from posenc_core.foundation.base import Scheme, as_array, param
from posenc_core.foundation.presentation import equations, filled

__all__ = ["Bits"]

MOST = 62
"""Bits of a number; the columns of higher ones hold no 1."""


@dataclass(frozen=True, kw_only=True)
class Bits(Scheme):
    """One bit a column: each is 0 and 1 in turns, every next one half as often."""

    real_positions = False

    order: Literal["LSB first", "MSB first"] = param(
        "LSB first",
        "Which bit stands in column 0: the least significant (it flips at every step) or the most significant.",
    )
    values: Literal["0/1", "-1/1"] = param(
        "0/1",
        "How a bit is written: as 0 or 1, or as -1 or +1, which makes every vector equally long.",
    )

    @abstractmethod
    def _codes(self, numbers: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
        """The bits of each number below 2^bits, as another number."""

    @abstractmethod
    def _waves(self, bits: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Of each bit from the lowest: after how many positions it starts anew, where it becomes 1, for how long."""

    @property
    def _counter(self) -> str:
        """What is cut into bits, in LaTeX."""
        return "p"

    @abstractmethod
    def _latex(self, low: str, high: str) -> str:
        """A bit, from what is left when those below it are cut off, and when it is cut off as well."""

    @property
    @abstractmethod
    def _program(self) -> str:
        """Bit j of all positions as code, from the column q of positions below 2^d."""

    @property
    def formula(self) -> str:
        low, high = ("j", "j + 1") if self.order == "LSB first" else ("d - 1 - j", "d - j")
        left = (rf"\left\lfloor \frac{{{self._counter}}}{{2^{{{bit}}}}} \right\rfloor" for bit in (low, high))
        return f"PE(p, j) = {self._written(*left)}"

    def _written(self, low: str, high: str) -> str:
        bit = self._latex(low, high)
        return bit if self.values == "0/1" else rf"2 \left( {bit} \right) - 1"

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        ((_, rule),) = equations(self.formula)
        bit = column if self.order == "LSB first" else dim - 1 - column
        wraps = self._counter != "p"
        number = int(position) % 2**dim if wraps else int(position)
        counted = rule.replace(rf"\frac{{{self._counter}}}", rf"\frac{{{number}}}")
        return (
            *((f"{filled(self._counter, {'p': position, 'd': dim})} = {number}",) if wraps else ()),
            f"PE(p, j) = {rule}",
            f"= {filled(counted, {'d': dim, 'j': column})}",
            f"= {self._written(str(number >> bit), str(number >> (bit + 1)))}",
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
            f"q = xp.arange(n)[:, None] % 2 ** min(d, {MOST})\nj = {count}.clip(max={MOST})\n"
            f"PE = xp.zeros((n, d), dtype=xp.float64)\nPE[:] = {value}"
        )

    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
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
        """The bits that both have; of ±1 bits, those that agree less those that differ."""
        if self.values == "-1/1":
            return dim - 2.0 * self._differing(p, q, dim)
        return np.asarray(np.bitwise_count(self._bits(p, dim) & self._bits(q, dim)), np.float64)

    def _distance_of(self, p: Array, q: Array, dim: int, length: int) -> Array:
        """The root of the number of differing bits, twice that between ±1 bits."""
        distance = np.sqrt(self._differing(p, q, dim))
        return distance if self.values == "0/1" else 2 * distance

    def _block_means(self, start: int, rows: int, count: int, dim: int, length: int) -> Array:
        """From how often each bit is 1 below a position: in whole periods, and in what is left of one."""
        edges = start + rows * np.arange(count + 1)[:, None]
        period, first, ones = self._waves(min(dim, MOST))
        before = edges // period * ones + np.clip(edges % period - first, 0, ones)
        means = np.zeros((count, dim))
        means[:, : period.size] = np.diff(before, axis=0) / rows
        if self.values == "-1/1":
            means = 2 * means - 1
        return means if self.order == "LSB first" else means[:, ::-1]

    def period(self, dim: int) -> int:
        return int(2 ** whole("dim", dim))

    def _bits(self, positions: Array, dim: int) -> NDArray[np.int64]:
        bits = min(dim, MOST)
        return self._codes(positions.astype(np.int64, copy=False) & ((1 << bits) - 1), bits)

    def _differing(self, p: Array, q: Array, dim: int) -> Array:
        return np.asarray(np.bitwise_count(self._bits(p, dim) ^ self._bits(q, dim)), np.float64)
