"""What if the bits are smooth waves?"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.scheme import Array, Scheme, param


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

    def _rows(self, positions: Array, dim: int, length: int) -> Array:
        angles = positions[:, None] * self.frequencies(dim)
        half = angles.shape[1]
        rows = np.empty((len(positions), dim))
        sines, cosines = (
            (rows[:, 0::2], rows[:, 1::2]) if self.layout == "interleaved" else (rows[:, :half], rows[:, half:])
        )
        np.sin(angles, out=sines)
        # odd dim: the last sine has no partner
        np.cos(angles[:, : dim // 2], out=cosines)
        return rows

    def dot_at_offset(self, offsets: ArrayLike, dim: int) -> Array | None:
        """Sum of cos(w k): sin a sin b + cos a cos b = cos(a - b) cancels the position. None for odd dim."""
        if dim % 2:
            return None
        angles = np.multiply.outer(np.asarray(offsets, np.float64), self.frequencies(dim))
        return np.asarray(np.cos(angles).sum(axis=-1))

    def distance_at_offset(self, offsets: ArrayLike, dim: int, *, length: int) -> Array | None:
        """2 sqrt(sum sin²(w k / 2)), the same as sqrt(dim - 2 dot) but exact for small angles. None for odd dim."""
        if dim % 2:
            return None
        half = np.sin(np.multiply.outer(np.asarray(offsets, np.float64), self.frequencies(dim)) / 2)
        return np.asarray(2 * np.sqrt(np.vecdot(half, half)))
