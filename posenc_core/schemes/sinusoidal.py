"""Sinusoidal: sines and cosines of several wavelengths."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, Rows, whole
from posenc_core.foundation.base import Ability, param
from posenc_core.foundation.rotating import Columns, Rotating, waves
from posenc_core.text.messages import Claim, claim

__all__ = ["Sinusoidal"]

LEAST = float(np.nextafter(1 / np.finfo(np.float64).max, 1))
"""The smallest frequency that has a divisor: 1/B of the largest base is below it."""


@dataclass(frozen=True, kw_only=True)
class Sinusoidal(Rotating):
    """Sine and cosine of the position, each pair of columns slower than the one before; for even d, steps are equal."""

    name = "Sinusoidal"
    source = "Vaswani et al. (2017), Attention Is All You Need, section 3.5; arXiv 1706.03762"

    layout: Literal["interleaved", "concatenated"] = param(
        "interleaved",
        "Where the pairs stand: sin, cos, sin, cos, … as in the paper, or all sines and then all cosines.",
    )
    first: Literal["sin", "cos"] = param(
        "sin",
        "Which wave of a pair stands first: the sine, as in the paper, or the cosine, as in MusicGen.",
    )
    schedule: Literal["paper", "Tensor2Tensor"] = param(
        "paper",
        "How the frequencies fall: B^(-2i/d), as in the paper, or B^(-2i/(d - 2)), which ends at exactly 1/B, as in "
        "Tensor2Tensor, fairseq and Whisper. At d = 2 there is one pair, and it turns by 1 in both.",
    )
    start: Literal[0, 1] = param(0, "The number of the first position: 0, or 1 as in some code.")
    odd: Literal["lone wave", "cut", "padded", "zero", "refused"] = param(
        "lone wave",
        "What an odd d does. Lone wave: the last one has no partner. Cut: as for d + 1, without its last column. "
        "Padded: as for d - 1, and a column of zeros. Zero: the frequencies of d, and zeros in the last column. "
        "Refused: it has no such vectors.",
    )

    @property
    def formula(self) -> str:
        number = f"p + {self.start}" if self.start else "p"
        power = rf"2i/{self._d}" if self.schedule == "paper" else rf"2i/\max(1, {self._d} - 2)"
        turned = [rf"\{wave}\left(\frac{{{number}}}{{B^{{{power}}}}}\right)" for wave in self._waves]
        beside = "r/2" if self._ends_in_zero else r"\lceil d/2 \rceil"
        places = ("2i", "2i + 1") if self.layout == "interleaved" else ("i", f"{beside} + i")
        lines = [f"PE(p, {place}) = {wave}" for place, wave in zip(places, turned, strict=True)]
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
            # the zeros of the last column are those that PE begins with
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

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        if self.odd == "refused" and ability in self.abilities and dim is not None and dim % 2:
            return claim("lacks-odd", name=self.name, dim=dim)
        return super().unsupported_reason(ability, length, dim)

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        dim = whole("dim", dim)
        counted = {"cut": dim + dim % 2, "padded": dim - dim % 2}.get(self.odd, dim)
        divisor = counted if self.schedule == "paper" else max(counted - 2, 1)
        found = np.maximum(self.base ** (-np.arange(0, dim, 2) / max(divisor, 1)), LEAST)
        if dim % 2 and self._ends_in_zero:
            # a sine that stands still is a column of zeros
            found[-1] = 0
        return found

    def wavelengths(self, dim: int) -> Array:
        frequencies = self.frequencies(dim)
        return waves(frequencies[frequencies > 0])

    @property
    def _waves(self) -> tuple[str, str]:
        """Which wave stands first, and which second."""
        return ("sin", "cos") if self.first == "sin" else ("cos", "sin")

    @property
    def _ends_in_zero(self) -> bool:
        """Whether the last column of an odd dim holds zeros."""
        return self.odd in ("padded", "zero")

    @property
    def _d(self) -> str:
        """The letter for what counts as d in the exponent."""
        return "r" if self.odd in ("cut", "padded") else "d"

    def _columns(self, dim: int) -> tuple[Columns, Columns]:
        if dim % 2 and self._ends_in_zero:
            # the sine that stands still is the last column
            places = np.arange(dim - 1)
            parts = (places[::2], places[1::2]) if self.layout == "interleaved" else tuple(np.split(places, 2))
            sines, cosines = parts if self.first == "sin" else parts[::-1]
            return np.append(sines, dim - 1), cosines
        if self.layout == "interleaved":
            first, second = slice(0, None, 2), slice(1, None, 2)
        else:
            first, second = slice(0, (dim + 1) // 2), slice((dim + 1) // 2, None)
        return (first, second) if self.first == "sin" else (second, first)

    def unpaired(self, dim: int) -> Literal["sine", "cosine"] | None:
        return "cosine" if super().unpaired(dim) and self.first == "cos" else super().unpaired(dim)

    def _lone(self, positions: Array, frequency: float) -> Array:
        # of zeros there is no wave, and the sine of one that stands still is 0
        wave = np.cos if frequency and self.first == "cos" else np.sin
        return np.asarray(wave((positions + self.start) * frequency))

    def _number(self, position: float) -> float:
        return position + self.start

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        return {"r": dim + dim % 2 if self.odd == "cut" else dim - dim % 2} | super()._letters(i, dim, length)

    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
        if self.start:
            moved = range(positions.start + 1, positions.stop + 1) if isinstance(positions, range) else positions + 1
            positions = moved
        super()._fill(out, positions, length)

    def _block_means(self, start: int, rows: int, count: int, dim: int, length: int) -> Array:
        return super()._block_means(start + self.start, rows, count, dim, length)
