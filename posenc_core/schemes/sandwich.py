"""Sandwich: the dot product of two sinusoids as a bias."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array
from posenc_core.base import param
from posenc_core.distance_bias import DistanceBias
from posenc_core.schemes.sinusoidal import Sinusoidal

__all__ = ["Sandwich"]

BASE = 10000.0
"""Of the wavelengths, as in the sinusoid that it is made of."""


@dataclass(frozen=True, kw_only=True)
class Sandwich(DistanceBias):
    """The dot product of the sinusoids of query and key, added to the score: a sum of cosines of the distance."""

    name = "Sandwich"
    source = (
        "Chi, Fan, Rudnicky and Ramadge (2023), Dissecting Transformer Length Extrapolation via the Lens of Receptive "
        "Field Analysis; arXiv 2212.10356"
    )

    width: Literal[32, 64, 128, 256, 512] = param(
        128,
        "How many columns the sinusoids have, which is twice the number of cosines. It is a number of its own, not d.",
    )
    index: Literal["from 1", "from 0"] = param(
        "from 1",
        "How the cosines are counted: from 1, as the formula is printed, or from 0, which is the sinusoid's own dot "
        "product.",
    )

    @property
    def formula(self) -> str:
        first, last = (1, self.width // 2) if self.index == "from 1" else (0, self.width // 2 - 1)
        return (
            rf"b(i, j) = \sum_{{m={first}}}^{{{last}}} \cos\left(\frac{{i - j}}{{{BASE:.0f}^{{2m/{self.width}}}}}"
            r"\right) ,\\[1ex] j \le i"
        )

    @property
    def _code(self) -> str:
        half = self.width // 2
        counted = f"1, {half + 1}" if self.index == "from 1" else f"0, {half}"
        return (
            "H = 1\n"
            "p = xp.arange(n, dtype=xp.float64)\n"
            "back = p[:, None] - p\n"
            f"w = {BASE!r} ** (-2 * xp.arange({counted}, dtype=xp.float64) / {self.width})\n"
            "b = xp.cos(back[:, :, None] * w).sum(-1)\n"
            "b = xp.where(back >= 0, b, -xp.inf)[None]"
        )

    def _added(self, back: Array, heads: int) -> Array:
        sums = Sinusoidal(base=BASE).dot_of(back, 0, self.width, length=1)
        if self.index == "from 0":
            return np.asarray(sums)
        # one place on: the fastest cosine goes, and one slower than all comes
        return np.asarray(sums - np.cos(back) + np.cos(back / BASE))
