"""NeRF: sines and cosines in octaves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation.base import Scheme, param
from posenc_core.foundation.domains import Whole
from posenc_core.foundation.presentation import digits
from posenc_core.foundation.rotating import RotatingPairs
from posenc_core.text.references import cite


@dataclass(frozen=True, kw_only=True)
class NeRF(RotatingPairs):
    """Sines and cosines in octaves, as NeRF encodes a coordinate: each pair of columns is twice as fast as the last.

    Examples
    --------
    >>> from posenc_core import NeRF
    >>> NeRF(extent=4).encode([1], 4).round(3)
    array([[0.707, 0.707, 1.   , 0.   ]])
    """

    name = "NeRF"
    source = cite("mildenhall2020, section 5.1, equation 4")
    real_positions = False

    extent: int = param(
        512,
        "Number of tokens over which the coordinate x = p / extent runs from 0 to 1. The slowest wave has twice this "
        "period.",
        Whole(2, 10**9),
    )

    def _encode(self, positions: Array, dim: int, length: int) -> Array:
        # angles in units of pi / extent, from -extent to extent, as integers: equal angles give equal numbers
        period = 2 * self.extent
        angle = positions.astype(np.int64)[:, None] % period * self._octaves(dim) % period
        angle = np.where(angle > self.extent, angle - period, angle)
        # sin x = sin(pi - x) and cos x = sin(pi / 2 - |x|), which are exact for equal angles
        away = np.abs(angle)
        sines = np.sin(np.pi / self.extent * np.minimum(away, self.extent - away))
        cosines = np.sin(np.pi / period * (self.extent - 2 * away))
        encoding = np.zeros((len(positions), dim))
        encoding[:, 0::2] = np.copysign(sines, angle)
        encoding[:, 1::2] = cosines[:, : dim // 2]
        return encoding

    def _octaves(self, dim: int) -> Integers:
        """Rotations of each wave within twice the extent, aliased to at most half a rotation per token."""
        doubled = np.array([pow(2, i, 2 * self.extent) for i in range((whole("dim", dim) + 1) // 2)])
        return np.where(doubled > self.extent, doubled - 2 * self.extent, doubled)

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        # without full rotations, which change nothing at whole positions
        return np.pi / self.extent * self._octaves(dim).astype(np.float64)

    # products of phasors would not give equal numbers for equal angles
    _fill = Scheme._fill

    @property
    def formula(self) -> str:
        return rf"PE(p, 2i) = \sin({self._angle}) ,\\[1ex] PE(p, 2i + 1) = \cos({self._angle})"

    @property
    def _angle(self) -> str:
        return rf"2^{{i}} \times \pi \times p / {self.extent}"

    columns = "sin, cos in turn; each pair an octave up"

    @property
    def _code(self) -> str:
        return (
            "p = xp.arange(n, dtype=xp.float64)\n"
            "PE = xp.zeros((n, d), dtype=xp.float64)\n"
            "for i in range((d + 1) // 2):\n"
            "    # without full rotations, which would cost digits\n"
            f"    angle = xp.pi / {self.extent} * (p * pow(2, i, {2 * self.extent}) % {2 * self.extent})\n"
            "    PE[:, 2 * i : 2 * i + 2] = xp.stack((xp.sin(angle), xp.cos(angle)), -1)[:, : d - 2 * i]"
        )

    def wavelengths(self, dim: int) -> Array:
        # octaves above the sampling rate have an alias
        octaves = self._octaves(dim)
        return np.sort(2.0 * self.extent / np.gcd(octaves, 2 * self.extent)[octaves != 0])

    def unpaired_wave(self, dim: int) -> Literal["sine", "cosine"] | None:
        # sin(pi p) is 0 at whole positions
        return None if self._octaves(dim)[-1] == self.extent else super().unpaired_wave(dim)

    def _dot_at_offset(self, offsets: Array | range, dim: int) -> Array | None:
        return self._repeat(offsets, lambda within: super(NeRF, self)._dot_at_offset(within, dim))

    def _distance_at_offset(self, offsets: Array | range, dim: int, length: int) -> Array | None:
        return self._repeat(offsets, lambda within: super(NeRF, self)._distance_at_offset(within, dim, length))

    def _repeat(self, offsets: Array | range, curve: Callable[[Array | range], Array | None]) -> Array | None:
        """Compute a curve over the offset within one period, so that whole periods are exactly 0."""
        period = 2 * self.extent
        if not isinstance(offsets, range):
            return curve(np.mod(offsets, period))
        values = curve(range(min(offsets.stop, period)) if offsets == range(len(offsets)) else offsets)
        return None if values is None else np.resize(values, len(offsets))

    def period(self, dim: int) -> int:
        whole("dim", dim)
        return 2 * self.extent

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        i, odd = divmod(column, 2)
        left, wave = ("2i + 1", r"\cos") if odd else ("2i", r"\sin")
        angle = rf"2^{{{i}}} \times \pi \times {digits(position)} / {self.extent}"
        reduced = rf"{position * 2**i % (2 * self.extent)} \times \pi / {self.extent}"
        return (
            rf"{left} = {column} \quad\Rightarrow\quad i = {i}",
            f"PE(p, {left}) = {wave}({self._angle})",
            f"= {wave}({angle})",
            f"= {wave}({reduced})",
        )

    def _columns(self, dim: int) -> tuple[Integers, Integers]:
        return np.arange(0, dim, 2), np.arange(1, dim, 2)
