"""NeRF: sines and cosines in octaves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array, Rows, whole
from posenc_core.foundation.base import param
from posenc_core.foundation.domains import Whole
from posenc_core.foundation.presentation import digits
from posenc_core.foundation.rotating import Columns, Turning

__all__ = ["NeRF"]


@dataclass(frozen=True, kw_only=True)
class NeRF(Turning):
    """Sines and cosines in octaves, as NeRF encodes a coordinate: each pair of columns is twice as fast as the last."""

    name = "NeRF"
    source = "Mildenhall et al. (2020), NeRF, section 5.1, equation 4; arXiv 2003.08934"
    real_positions = False

    extent: int = param(
        512,
        "How many tokens the coordinate x = p / extent needs from 0 to 1. The slowest wave starts anew after twice as "
        "many.",
        Whole(2, 10**9),
    )

    @property
    def formula(self) -> str:
        return rf"PE(p, 2i) = \sin({self._angle}) ,\\[1ex] PE(p, 2i + 1) = \cos({self._angle})"

    @property
    def _angle(self) -> str:
        return rf"2^{{i}} \times \pi \times p / {self.extent}"

    @property
    def columns(self) -> str:
        return "sin, cos in turn; each pair an octave up"

    @property
    def _code(self) -> str:
        return (
            "p = xp.arange(n, dtype=xp.float64)\n"
            "PE = xp.zeros((n, d), dtype=xp.float64)\n"
            "for i in range((d + 1) // 2):\n"
            "    # whole turns change nothing, and without them no digit is lost\n"
            f"    angle = xp.pi / {self.extent} * (p * pow(2, i, {2 * self.extent}) % {2 * self.extent})\n"
            "    PE[:, 2 * i : 2 * i + 2] = xp.stack((xp.sin(angle), xp.cos(angle)), -1)[:, : d - 2 * i]"
        )

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        """Angle per token of each sine, less whole turns, which change nothing at whole positions. -> (m,) radians."""
        return np.pi / self.extent * self._octaves(dim).astype(np.float64)

    def wavelengths(self, dim: int) -> Array:
        """After how many whole tokens each wave starts anew: octaves above the sampling rate have an alias."""
        octaves = self._octaves(dim)
        return np.sort(2.0 * self.extent / np.gcd(octaves, 2 * self.extent)[octaves != 0])

    def _octaves(self, dim: int) -> NDArray[np.int64]:
        """How often each wave turns in twice the extent, less what whole tokens do not tell: half a turn at most."""
        doubled = np.array([pow(2, i, 2 * self.extent) for i in range((whole("dim", dim) + 1) // 2)])
        return np.where(doubled > self.extent, doubled - 2 * self.extent, doubled)

    def unpaired(self, dim: int) -> Literal["sine", "cosine"] | None:
        # sin(pi p) is 0 at whole positions
        return None if self._octaves(dim)[-1] == self.extent else super().unpaired(dim)

    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
        octaves = self._octaves(out.shape[1])
        places = np.asarray(positions, np.int64)[:, None]
        rows = max(2**16 // octaves.size, 1)
        for first in range(0, len(places), rows):
            phase = self._phase(places[first : first + rows], octaves)
            cosines = np.sin(np.pi / (2 * self.extent) * (self.extent - 2 * np.abs(phase)))
            self._place(out[first : first + rows], self._sines(phase), cosines)

    def _phase(self, positions: NDArray[np.int64], octaves: NDArray[np.int64] | int) -> NDArray[np.int64]:
        """Angles in units of pi / extent, from -extent to extent, as integers: equal angles give equal numbers."""
        phase = positions % (2 * self.extent) * octaves % (2 * self.extent)
        return np.where(phase > self.extent, phase - 2 * self.extent, phase)

    def _sines(self, phase: NDArray[np.int64]) -> Array:
        """Sines of angles, with sin x = sin(pi - x) exact."""
        away = np.abs(phase)
        sines: Array = np.copysign(np.sin(np.pi / self.extent * np.minimum(away, self.extent - away)), phase)
        return sines

    def _lone(self, positions: Array, frequency: float) -> Array:
        octave = round(frequency * self.extent / np.pi)
        return self._sines(self._phase(np.asarray(positions, np.int64), octave))

    def _dot_at_offset(self, offsets: Array | range, dim: int) -> Array | None:
        return self._repeated(offsets, lambda within: super(NeRF, self)._dot_at_offset(within, dim))

    def _distance_at_offset(self, offsets: Array | range, dim: int, length: int) -> Array | None:
        return self._repeated(offsets, lambda within: super(NeRF, self)._distance_at_offset(within, dim, length))

    def _repeated(self, offsets: Array | range, curve: Callable[[Array | range], Array | None]) -> Array | None:
        """A curve over the offset, computed within one period: whole periods are exactly 0."""
        period = 2 * self.extent
        if not isinstance(offsets, range):
            return curve(np.mod(offsets, period))
        found = curve(range(min(offsets.stop, period)) if offsets == range(len(offsets)) else offsets)
        return found if found is None else np.resize(found, len(offsets))

    def _apart(self, p: Array, q: Array, dim: int, length: int, sums: Any) -> tuple[Array, tuple[Array, Array]]:
        return super()._apart(p % (2 * self.extent), q % (2 * self.extent), dim, length, sums)

    def period(self, dim: int) -> int:
        whole("dim", dim)
        return 2 * self.extent

    def _steps(self, position: float, column: int, dim: int, length: int) -> tuple[str, ...]:
        i, odd = divmod(column, 2)
        left, wave = ("2i + 1", r"\cos") if odd else ("2i", r"\sin")
        angle = rf"2^{{{i}}} \times \pi \times {digits(position)} / {self.extent}"
        turned = rf"{position * 2**i % (2 * self.extent)} \times \pi / {self.extent}"
        return (
            rf"{left} = {column} \quad\Rightarrow\quad i = {i}",
            f"PE(p, {left}) = {wave}({self._angle})",
            f"= {wave}({angle})",
            f"= {wave}({turned})",
        )

    def _columns(self, dim: int) -> tuple[Columns, Columns]:
        return slice(0, None, 2), slice(1, None, 2)
