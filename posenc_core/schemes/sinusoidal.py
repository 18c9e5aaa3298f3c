"""What if the bits are smooth waves?"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from posenc_core import phasors
from posenc_core.scheme import Array, Rows, Scheme, as_array, param


@dataclass(frozen=True, kw_only=True)
class Sinusoidal(Scheme):
    """Sine and cosine of the position at many wavelengths: bounded, and a step is equally long everywhere."""

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
        return rf"PE(p, {even}) = {sine} ,\\ PE(p, {odd}) = {cosine}"

    @property
    def columns(self) -> str:
        return "sin, cos interleaved" if self.layout == "interleaved" else "all sin, then all cos"

    def frequencies(self, dim: int) -> Array:
        """Angle per token of every sine, from fast to slow. -> (ceil(dim / 2),) radians."""
        return self.base ** (-np.arange(0, dim, 2) / dim)

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
        if dim % 2:
            return None
        if isinstance(offsets, range) and offsets.start == 0 and offsets.step == 1:
            return phasors.cosine_sums(self.frequencies(dim), len(offsets))
        angles = np.multiply.outer(np.asarray(offsets, np.float64), self.frequencies(dim))
        return np.asarray(np.cos(angles).sum(axis=-1))

    def distance_at_offset(self, offsets: ArrayLike | range, dim: int, *, length: int) -> Array | None:
        """2 sqrt(sum sin²(w k / 2)), the same as sqrt(dim - 2 dot) where that cancels. None for odd dim."""
        frequencies = self.frequencies(dim)
        dots = self.dot_at_offset(offsets, dim)
        if dots is None:
            return None
        steps = np.asarray(offsets, np.float64)
        square = np.asarray(dim - 2 * dots)
        (close,) = np.nonzero(np.atleast_1d(square) < dim / 1000)
        for part in np.array_split(close, close.size * frequencies.size // 2**20 + 1):
            half = np.sin(np.multiply.outer(steps.flat[part], frequencies) / 2)
            square.flat[part] = 4 * np.vecdot(half, half)
        return np.asarray(np.sqrt(square))
