"""Sinusoidal: sines and cosines of several wavelengths."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, whole
from posenc_core.foundation.base import Ability, param
from posenc_core.foundation.rotating import Columns, Rotating, waves
from posenc_core.text.messages import Claim, claim
from posenc_core.text.references import cite

LEAST = float(np.nextafter(1 / np.finfo(np.float64).max, 1))
"""Smallest frequency with a finite reciprocal; 1/B of the largest base is smaller."""


@dataclass(frozen=True, kw_only=True)
class Sinusoidal(Rotating):
    """Sine and cosine of the position, each pair of columns slower than the one before; for even d, steps are equal.

    Examples
    --------
    >>> from posenc_core import Sinusoidal
    >>> Sinusoidal(layout="concatenated").encode([1], 4).round(3)
    array([[0.841, 0.01 , 0.54 , 1.   ]])
    """

    name = "Sinusoidal"
    source = cite("vaswani2017, section 3.5")

    layout: Literal["interleaved", "concatenated"] = param(
        "interleaved",
        "Order of the dimensions. interleaved: sin, cos, sin, cos, … as in the paper. concatenated: all sines, then "
        "all cosines.",
    )
    first: Literal["sin", "cos"] = param(
        "sin",
        "First wave of each pair: the sine, as in the paper, or the cosine, as in MusicGen.",
    )
    schedule: Literal["paper", "Tensor2Tensor"] = param(
        "paper",
        "Frequencies of the pairs. paper: B^(−2i/d). Tensor2Tensor: B^(−2i/(d − 2)), which ends at exactly 1/B, as in "
        "Tensor2Tensor, fairseq, and Whisper. At d = 2, both have one pair of frequency 1.",
    )
    start: Literal[0, 1] = param(0, "Position ID of the first token: 0, or 1 as in some code.")
    odd: Literal["lone wave", "cut", "padded", "zero", "refused"] = param(
        "lone wave",
        "Last dimension if d is odd. lone wave: a wave without a partner. cut: as for d + 1, without the last "
        "dimension. padded: as for d − 1, plus a dimension of zeros. zero: the frequencies of d, with zeros in the "
        "last dimension. refused: there are no vectors.",
    )

    @property
    def formula(self) -> str:
        number = f"p + {self.start}" if self.start else "p"
        power = rf"2i/{self._d}" if self.schedule == "paper" else rf"2i/\max(1, {self._d} - 2)"
        waves = [rf"\{wave}\left(\frac{{{number}}}{{B^{{{power}}}}}\right)" for wave in self._waves]
        beside = "r/2" if self._ends_in_zero else r"\lceil d/2 \rceil"
        places = ("2i", "2i + 1") if self.layout == "interleaved" else ("i", f"{beside} + i")
        lines = [f"PE(p, {place}) = {wave}" for place, wave in zip(places, waves, strict=True)]
        if self._ends_in_zero:
            lines += ["PE(p, r) = 0", r"2i < r = 2 \times \lfloor d/2 \rfloor \text{; an even d has no column r}"]
        elif self.odd == "cut":
            lines += [r"r = 2 \times \lceil d/2 \rceil"]
        return r" ,\\[1ex] ".join(lines)

    @property
    def letters(self) -> dict[str, str]:
        if self.odd == "cut":
            return {"r": "is the smallest even number from d on"}
        return {"r": "is the largest even number up to d"} if self._ends_in_zero else {}

    @property
    def columns(self) -> str:
        first, second = self._waves
        return f"{first}, {second} interleaved" if self.layout == "interleaved" else f"all {first}, then all {second}"

    @property
    def _code(self) -> str:
        added = f" + {self.start}" if self.start else ""
        divisor = self._d if self.schedule == "paper" else f"max({self._d} - 2, 1)"
        lines = ["p = xp.arange(n, dtype=xp.float64)[:, None]" + added]
        if self._ends_in_zero or self.odd == "cut":
            # PE is initialized with zeros, which stay in the last column
            lines += [f"r = d {'-' if self._ends_in_zero else '+'} d % 2"]
        count = "r" if self._ends_in_zero or self.odd == "cut" else "d"
        lines += [
            f"w = {self.base!r} ** (-xp.arange(0, {count}, 2, dtype=xp.float64) / {divisor})",
            "PE = xp.zeros((n, d), dtype=xp.float64)",
        ]
        first, second = (f"xp.{wave}(p * w)" for wave in self._waves)
        if self._ends_in_zero:
            places = ("0:r:2", "1:r:2") if self.layout == "interleaved" else (": r // 2", "r // 2 : r")
        else:
            places = ("0::2", "1::2") if self.layout == "interleaved" else (": (d + 1) // 2", "(d + 1) // 2 :")
            second += "[:, : d // 2]"
        lines += [f"PE[:, {place}] = {wave}" for place, wave in zip(places, (first, second), strict=True)]
        return "\n".join(lines)

    def _unsupported_reason(self, ability: Ability, length: int, dim: int) -> Claim | None:
        if self.odd == "refused" and ability in self.abilities and dim % 2:
            return claim("lacks-odd", name=self.name, dim=dim)
        return super()._unsupported_reason(ability, length, dim)

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        dim = whole("dim", dim)
        counted = {"cut": dim + dim % 2, "padded": dim - dim % 2}.get(self.odd, dim)
        divisor = counted if self.schedule == "paper" else max(counted - 2, 1)
        frequencies = np.maximum(self.base ** (-np.arange(0, dim, 2) / max(divisor, 1)), LEAST)
        if dim % 2 and self._ends_in_zero:
            # the sine of frequency 0 is a column of zeros
            frequencies[-1] = 0
        return frequencies

    def wavelengths(self, dim: int) -> Array:
        frequencies = self.frequencies(dim)
        return waves(frequencies[frequencies > 0])

    @property
    def _waves(self) -> tuple[str, str]:
        """First and second wave of each pair."""
        return ("sin", "cos") if self.first == "sin" else ("cos", "sin")

    @property
    def _ends_in_zero(self) -> bool:
        """True if the last column of an odd d is zero."""
        return self.odd in ("padded", "zero")

    @property
    def _d(self) -> str:
        """Symbol of d in the exponent."""
        return "r" if self.odd in ("cut", "padded") else "d"

    def _columns(self, dim: int) -> tuple[Columns, Columns]:
        if dim % 2 and self._ends_in_zero:
            # the sine of frequency 0 is the last column
            places = np.arange(dim - 1)
            parts = (places[::2], places[1::2]) if self.layout == "interleaved" else tuple(np.split(places, 2))
            sines, cosines = parts if self.first == "sin" else parts[::-1]
            return np.append(sines, dim - 1), cosines
        if self.layout == "interleaved":
            first, second = slice(0, None, 2), slice(1, None, 2)
        else:
            first, second = slice(0, (dim + 1) // 2), slice((dim + 1) // 2, None)
        return (first, second) if self.first == "sin" else (second, first)

    def unpaired_wave(self, dim: int) -> Literal["sine", "cosine"] | None:
        return "cosine" if super().unpaired_wave(dim) and self.first == "cos" else super().unpaired_wave(dim)

    def _unpaired_wave(self, positions: Array, frequency: float) -> Array:
        # a column of zeros is a sine of frequency 0
        wave = np.cos if frequency and self.first == "cos" else np.sin
        return np.asarray(wave((positions + self.start) * frequency))

    def _number(self, position: float) -> float:
        return position + self.start

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        return {"r": dim + dim % 2 if self.odd == "cut" else dim - dim % 2} | super()._letters(i, dim, length)

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        if self.start:
            shifted = range(positions.start + 1, positions.stop + 1) if isinstance(positions, range) else positions + 1
            positions = shifted
        super()._fill(out, positions, length)

    def _block_means(self, start: int, rows: int, count: int, dim: int, length: int) -> Array:
        return super()._block_means(start + self.start, rows, count, dim, length)
