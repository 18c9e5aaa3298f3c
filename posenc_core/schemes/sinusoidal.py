"""Sinusoidal: sines and cosines of several wavelengths."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation.base import Ability, param
from posenc_core.foundation.rotating import Rotating, wavelengths_of
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

    def _encode(self, positions: Array, dim: int, length: int) -> Array:
        p = positions[:, None] + self.start
        w = self.frequencies(dim)
        sines, cosines = self._columns(dim)
        encoding = np.zeros((len(p), dim))
        encoding[:, sines] = np.sin(p * w[: len(sines)])
        encoding[:, cosines] = np.cos(p * w[: len(cosines)])
        return encoding

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        dim = whole("dim", dim)
        w = np.maximum(self.base ** (-np.arange(0, dim, 2) / self._divisor(dim)), LEAST)
        if dim % 2 and self._ends_in_zero:
            # the sine of 0 is a column of zeros
            w[-1] = 0
        return w

    @property
    def formula(self) -> str:
        number = f"p + {self.start}" if self.start else "p"
        divisor = self._d if self.schedule == "paper" else rf"\max(1, {self._d} - 2)"
        waves = [rf"\{wave}\left(\frac{{{number}}}{{B^{{2i/{divisor}}}}}\right)" for wave in self._waves]
        places = "2i", "2i + 1"
        if self.layout == "concatenated":
            half = "r/2" if self._ends_in_zero else r"\lceil d/2 \rceil"
            places = "i", f"{half} + i"
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
        if self._ends_in_zero:
            return {"r": "is the largest even number up to d"}
        return {}

    @property
    def columns(self) -> str:
        first, second = self._waves
        if self.layout == "interleaved":
            return f"{first}, {second} interleaved"
        return f"all {first}, then all {second}"

    @property
    def _code(self) -> str:
        added = f" + {self.start}" if self.start else ""
        divisor = self._d if self.schedule == "paper" else f"max({self._d} - 2, 1)"
        lines, count = ["p = xp.arange(n, dtype=xp.float64)[:, None]" + added], "d"
        if self._ends_in_zero:
            # PE is initialized with zeros, which stay in the last column
            lines, count = [*lines, "r = d - d % 2"], "r"
        elif self.odd == "cut":
            lines, count = [*lines, "r = d + d % 2"], "r"
        lines += [
            f"w = {self.base!r} ** (-xp.arange(0, {count}, 2, dtype=xp.float64) / {divisor})",
            "PE = xp.zeros((n, d), dtype=xp.float64)",
        ]
        first, second = (f"xp.{wave}(p * w)" for wave in self._waves)
        woven = self.layout == "interleaved"
        if self._ends_in_zero:
            places = ("0:r:2", "1:r:2") if woven else (": r // 2", "r // 2 : r")
        else:
            places = ("0::2", "1::2") if woven else (": (d + 1) // 2", "(d + 1) // 2 :")
            second += "[:, : d // 2]"
        lines += [f"PE[:, {place}] = {wave}" for place, wave in zip(places, (first, second), strict=True)]
        return "\n".join(lines)

    def wavelengths(self, dim: int) -> Array:
        # never None: the frequencies do not depend on the length
        frequencies = self.frequencies(dim)
        return wavelengths_of(frequencies[frequencies > 0])

    # conventions of other code: `schedule`, `odd`, `first`, and `start`

    def _unsupported_reason(self, ability: Ability, length: int, dim: int) -> Claim | None:
        if self.odd == "refused" and ability in self.abilities and dim % 2:
            return claim("lacks-odd", name=self.name, dim=dim)
        return super()._unsupported_reason(ability, length, dim)

    def _divisor(self, dim: int) -> int:
        """Return d of the exponent, which is `dim` in the paper."""
        counted = {"cut": dim + dim % 2, "padded": dim - dim % 2}.get(self.odd, dim)
        if self.schedule == "Tensor2Tensor":
            counted -= 2
        return max(counted, 1)

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

    def _columns(self, dim: int) -> tuple[Integers, Integers]:
        end = dim - dim % 2 if self._ends_in_zero else dim
        places = np.arange(end)
        first, second = places[0::2], places[1::2]
        if self.layout == "concatenated":
            first, second = np.split(places, [len(first)])
        sines, cosines = (first, second) if self.first == "sin" else (second, first)
        # a last column of zeros is the sine of frequency 0
        return np.append(sines, np.arange(end, dim)), cosines

    def unpaired_wave(self, dim: int) -> Literal["sine", "cosine"] | None:
        wave = super().unpaired_wave(dim)
        if wave and self.first == "cos":
            return "cosine"
        return wave

    def _number(self, position: Any) -> Any:
        return position + self.start

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        r = dim - dim % 2
        if self.odd == "cut":
            r = dim + dim % 2
        return {"r": r} | super()._letters(i, dim, length)
