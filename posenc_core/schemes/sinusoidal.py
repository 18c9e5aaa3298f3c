"""What if the bits are smooth waves?"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core import phasors
from posenc_core.scheme import Array, Rows, Scheme, as_array, param


@dataclass(frozen=True, kw_only=True)
class Sinusoidal(Scheme):
    """Sine and cosine of the position at many wavelengths: bounded; for even d a step is equally long everywhere."""

    name: ClassVar[str] = "Sinusoidal"
    source: ClassVar[str] = "Vaswani et al. (2017), Attention Is All You Need, section 3.5; arXiv 1706.03762"

    base: float = param(
        10000.0,
        "B, the base of the wavelengths 2π·B^(2i/d), in tokens. It is not a maximum length.",
        low=1,
        low_open=True,
    )
    layout: str = param(
        "interleaved",
        "Where the pairs stand: sin, cos, sin, cos, … as in the paper, or all sines and then all cosines.",
        choices=("interleaved", "concatenated"),
    )

    @property
    def formula(self) -> str:
        sine, cosine = (rf"\{wave}\left(\frac{{p}}{{B^{{2i/d}}}}\right)" for wave in ("sin", "cos"))
        even, odd = ("2i", "2i + 1") if self.layout == "interleaved" else ("i", r"\lceil d/2 \rceil + i")
        return rf"PE(p, {even}) = {sine} ,\\[1ex] PE(p, {odd}) = {cosine}"

    @property
    def columns(self) -> str:
        return "sin, cos interleaved" if self.layout == "interleaved" else "all sin, then all cos"

    def frequencies(self, dim: int) -> Array:
        """Angle per token of every sine, from fast to slow. -> (ceil(dim / 2),) radians."""
        return self.base ** (-np.arange(0, dim, 2) / dim)

    def wavelengths(self, dim: int) -> Array:
        with np.errstate(over="ignore"):
            return np.asarray(2 * np.pi / self.frequencies(dim))

    def pairs(self, dim: int) -> NDArray[np.int64]:
        pair = np.arange(dim // 2)
        if self.layout == "interleaved":
            return np.stack((2 * pair, 2 * pair + 1), axis=1)
        return np.stack((pair, (dim + 1) // 2 + pair), axis=1)

    def angles_at_offset(self, offset: int, dim: int) -> Array | None:
        """w k of every pair; None for odd dim, whose last sine has no partner to turn with."""
        return None if dim % 2 else self.frequencies(dim) * offset

    @property
    def _code(self) -> str:
        woven = self.layout == "interleaved"
        sines, cosines = ("PE[:, 0::2]", "PE[:, 1::2]") if woven else ("PE[:, : (d + 1) // 2]", "PE[:, (d + 1) // 2 :]")
        return (
            "p = xp.arange(n, dtype=xp.float64)[:, None]\n"
            f"w = {self.base!r} ** (-xp.arange(0, d, 2, dtype=xp.float64) / d)\n"
            "PE = xp.zeros((n, d), dtype=xp.float64)\n"
            f"{sines} = xp.sin(p * w)\n"
            f"{cosines} = xp.cos(p * w)[:, : d // 2]"
        )

    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
        frequencies = self.frequencies(out.shape[1])
        if isinstance(positions, range) and positions.step == 1:
            if self.layout == "interleaved" and out.shape[1] % 2 == 0 and out.flags.c_contiguous:
                phasors.fill(out.view(f"c{2 * out.itemsize}"), frequencies, positions.start)
                return
            rows = max(phasors.ROWS, 2**16 // frequencies.size)
            for row in range(0, len(positions), rows):
                pairs = np.empty((min(rows, len(positions) - row), frequencies.size), np.complex128)
                phasors.fill(pairs, frequencies, positions.start + row)
                self._place(out[row : row + rows], pairs.real, pairs.imag)
        else:
            angles = as_array(positions)[:, None] * frequencies
            self._place(out, np.sin(angles), np.cos(angles))

    def _place(self, out: Rows, sines: Array, cosines: Array) -> None:
        """Sines and cosines into their columns; of an odd dim the last sine has no partner."""
        half = sines.shape[1]
        woven = self.layout == "interleaved"
        (out[:, 0::2] if woven else out[:, :half])[...] = sines
        (out[:, 1::2] if woven else out[:, half:])[...] = cosines[:, : out.shape[1] // 2]

    def dot_at_offset(self, offsets: ArrayLike | range, dim: int) -> Array | None:
        """Sum of cos(w k): sin a sin b + cos a cos b = cos(a - b) cancels the position. None for odd dim."""
        return None if dim % 2 else self._paired_dots(offsets, self.frequencies(dim))

    def distance_at_offset(self, offsets: ArrayLike | range, dim: int, *, length: int) -> Array | None:
        """2 sqrt(sum sin²(w k / 2)): the position cancels here too. None for odd dim."""
        return None if dim % 2 else np.asarray(np.sqrt(self._paired_squares(offsets, self.frequencies(dim))))

    def dot_of(self, p: ArrayLike, q: ArrayLike, dim: int, *, length: int) -> Array:
        """The pairs give what the offset gives; of an odd dim the last sine adds its own product."""
        offsets, frequencies, sines = self._apart(p, q, dim)
        return self._paired_dots(range(int(offsets.max()) + 1), frequencies)[offsets] + sines[0] * sines[1]

    def distance_of(self, p: ArrayLike, q: ArrayLike, dim: int, *, length: int) -> Array:
        """The pairs give what the offset gives; of an odd dim the last sine adds its own difference."""
        offsets, frequencies, sines = self._apart(p, q, dim)
        different, place = np.unique(offsets, return_inverse=True)
        square = self._paired_squares(different, frequencies)[place].reshape(offsets.shape)
        return np.asarray(np.sqrt(square + (sines[0] - sines[1]) ** 2))

    def block_means(self, start: int, rows: int, count: int, dim: int, *, length: int) -> Array:
        """The mean of evenly spaced phasors points where the middle one does, shortened by how far they fan out."""
        frequencies = self.frequencies(dim)
        middles = np.empty((count, frequencies.size), np.complex128)
        phasors.fill(middles, frequencies * rows, (start + (rows - 1) / 2) / rows)
        # sin(rows w / 2) / (rows sin(w / 2)), also for w = 0
        middles *= np.sinc(rows * frequencies / (2 * np.pi)) / np.sinc(frequencies / (2 * np.pi))
        means = np.empty((count, dim))
        self._place(means, middles.real, middles.imag)
        return means

    def _apart(self, p: ArrayLike, q: ArrayLike, dim: int) -> tuple[NDArray[np.int64], Array, tuple[Array, Array]]:
        """How far apart positions are, the frequencies of full pairs, the sines that have no cosine."""
        first, second = np.asarray(p, np.int64), np.asarray(q, np.int64)
        frequencies = self.frequencies(dim)
        lone = frequencies[-1] if dim % 2 else 0.0
        return np.abs(first - second), frequencies[: dim // 2], (np.sin(first * lone), np.sin(second * lone))

    def _paired_dots(self, offsets: ArrayLike | range, frequencies: Array) -> Array:
        if isinstance(offsets, range) and offsets.start == 0 and offsets.step == 1:
            return phasors.cosine_sums(frequencies, len(offsets))
        angles = np.multiply.outer(np.asarray(offsets, np.float64), frequencies)
        return np.asarray(np.cos(angles).sum(axis=-1))

    def _paired_squares(self, offsets: ArrayLike | range, frequencies: Array) -> Array:
        """Squared distances: sums of (1 - cos) from the dot products, of sin² where those would cancel."""
        square = np.asarray(2 * (frequencies.size - self._paired_dots(offsets, frequencies)))
        steps = np.asarray(offsets, np.float64)
        (close,) = np.nonzero(np.atleast_1d(square) < frequencies.size / 500)
        for part in np.array_split(close, close.size * frequencies.size // 2**20 + 1):
            half = np.sin(np.multiply.outer(steps.flat[part], frequencies) / 2)
            square.flat[part] = 4 * np.vecdot(half, half)
        return square
