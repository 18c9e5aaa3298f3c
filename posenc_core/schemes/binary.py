"""What if the position is written in binary?"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.scheme import Array, Rows, Scheme, as_array, param


@dataclass(frozen=True, kw_only=True)
class Binary(Scheme):
    """The bits of the position, one a column: bounded, unique below 2^d, but neighbours can differ in every bit."""

    name: ClassVar[str] = "Binary"
    source: ClassVar[str] = "Binary counting; the analogy by which Kernes (2021) and others explain the sinusoid"
    real_positions: ClassVar[bool] = False

    order: str = param(
        "LSB first",
        "Which bit stands in column 0: the least significant (it flips at every step) or the most significant.",
        choices=("LSB first", "MSB first"),
    )
    values: str = param(
        "0/1",
        "How a bit is written: as 0 or 1, or as -1 or +1, which makes every vector equally long.",
        choices=("0/1", "-1/1"),
    )

    @property
    def formula(self) -> str:
        power = "j" if self.order == "LSB first" else "d - 1 - j"
        bit = rf"\left\lfloor \frac{{p}}{{2^{{{power}}}}} \right\rfloor \bmod 2"
        return f"PE(p, j) = {bit}" if self.values == "0/1" else rf"PE(p, j) = 2 \left( {bit} \right) - 1"

    @property
    def columns(self) -> str:
        return f"bits, {self.order}"

    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
        # little-endian, so that the bytes of a number hold its bits in rising order
        numbers = as_array(positions).astype("<u8")
        used = min(out.shape[1], max(int(numbers.max(initial=1)).bit_length(), 1))
        bits = np.unpackbits(numbers.view(np.uint8).reshape(-1, 8), axis=1, count=used, bitorder="little")
        rising = out if self.order == "LSB first" else out[:, ::-1]
        rising[:, :used] = bits
        rising[:, used:] = 0
        if self.values == "-1/1":
            out *= 2
            out -= 1

    def dot_of(self, p: ArrayLike, q: ArrayLike, dim: int, *, length: int) -> Array:
        """The bits that both have; of ±1 bits, those that agree less those that differ."""
        if self.values == "-1/1":
            return dim - 2.0 * self._differing(p, q, dim)
        return np.asarray(np.bitwise_count(_bits(p, dim) & _bits(q, dim)), np.float64)

    def distance_of(self, p: ArrayLike, q: ArrayLike, dim: int, *, length: int) -> Array:
        """The root of the number of differing bits, twice that between ±1 bits."""
        distance = np.sqrt(self._differing(p, q, dim))
        return distance if self.values == "0/1" else 2 * distance

    def block_means(self, start: int, rows: int, count: int, dim: int, *, length: int) -> Array:
        """From how often each bit is 1 below a position: whole periods of 2^(j + 1), and what is left of one."""
        edges = start + rows * np.arange(count + 1)[:, None]
        half = 1 << np.arange(min(dim, 62))
        ones = edges // (2 * half) * half + np.maximum(edges % (2 * half) - half, 0)
        means = np.zeros((count, dim))
        means[:, : half.size] = np.diff(ones, axis=0) / rows
        if self.values == "-1/1":
            means = 2 * means - 1
        return means if self.order == "LSB first" else means[:, ::-1]

    def period(self, dim: int) -> int:
        return int(2**dim)

    def wavelengths(self, dim: int) -> Array:
        """Bit j is 0 for 2^j positions and 1 for as many."""
        with np.errstate(over="ignore"):
            return np.exp2(np.arange(1, dim + 1, dtype=np.float64))

    @property
    def _code(self) -> str:
        count = "xp.arange(d)" if self.order == "LSB first" else "xp.arange(d - 1, -1, -1)"
        bits = "(xp.arange(n)[:, None] >> j) & 1"
        value = bits if self.values == "0/1" else f"2 * ({bits}) - 1"
        # no integer has more bits than 63, and shifting by more is undefined
        return f"j = {count}.clip(max=62)\nPE = xp.zeros((n, d), dtype=xp.float64)\nPE[:] = {value}"

    def _differing(self, p: ArrayLike, q: ArrayLike, dim: int) -> Array:
        return np.asarray(np.bitwise_count(_bits(p, dim) ^ _bits(q, dim)), np.float64)


def _bits(positions: ArrayLike, dim: int) -> NDArray[np.int64]:
    """The positions as integers of `dim` bits."""
    numbers = np.asarray(positions, np.int64)
    return numbers & ((1 << min(dim, 62)) - 1)
