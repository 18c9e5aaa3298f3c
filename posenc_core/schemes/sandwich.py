"""Sandwich: the dot product of two sinusoids as a bias, divided by the ratio of each head."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, whole
from posenc_core.foundation.base import Ability, param
from posenc_core.foundation.distance_bias import OFFSETS, DistanceBias
from posenc_core.foundation.rotating import paired_dots, sums_at
from posenc_core.text.messages import Claim, claim
from posenc_core.text.references import cite

BASE = 10000.0
"""Base of the wavelengths, as in the sinusoid."""


@dataclass(frozen=True, kw_only=True)
class Sandwich(DistanceBias):
    """The dot product of the sinusoids of query and key as a bias, which each head divides by another ratio.

    Examples
    --------
    >>> from posenc_core import Sandwich
    >>> Sandwich(width=32).bias(1, [0, 1], heads=2).round(2)
    array([[-0.06,  0.  ],
           [-0.03,  0.  ]])
    """

    name = "Sandwich"
    source = f"{cite('chi2023')}; normalized as in NVIDIA NeMo, SandwichRelativePositionEmbedding"
    abilities = frozenset({"scores", "bias", "heads", "causal"})

    width: Literal[32, 64, 128, 256, 512] = param(
        128,
        "Number of dimensions of the sinusoids, twice the number of cosines. It is independent of d.",
    )
    index: Literal["from 1", "from 0"] = param(
        "from 1",
        "First index of the cosines. from 1: as the formula is printed. from 0: the exact dot product of the "
        "sinusoids.",
    )
    ratio: Literal["per head", "none"] = param(
        "per head",
        "Compression of the bias. per head: head h of H subtracts the bias at distance 0, which softmax ignores, and "
        "divides by 8h/H. none: the dot product itself, equal in all heads.",
    )

    def ratios(self, heads: int) -> Array:
        """Divisor of the bias in each head h of H: 8h/H.

        Parameters
        ----------
        heads : int
            Number of heads, H.

        Returns
        -------
        ndarray of float64, shape (heads,)
            Divisors; all are 1 if `ratio` is "none".

        Examples
        --------
        >>> Sandwich().ratios(4).tolist()
        [2.0, 4.0, 6.0, 8.0]
        """
        heads = whole("heads", heads)
        if self.ratio == "none":
            return np.ones(heads)
        return 8 * np.arange(1, heads + 1) / heads

    def _bias_of_offset(self, back: Array, heads: int) -> Array:
        m = np.arange(self.width // 2) + (self.index == "from 1")
        sums = sums_at(back, paired_dots, BASE ** (-2 * m / self.width), np.ones(m.size))
        if self.ratio == "none":
            return sums
        # 0 at distance 0, where the dot product is largest
        return np.asarray(np.multiply.outer(1 / self.ratios(heads), sums - self.width // 2))

    @property
    def formula(self) -> str:
        first, last = (1, self.width // 2) if self.index == "from 1" else (0, self.width // 2 - 1)
        dot = (
            rf"\sum_{{m={first}}}^{{{last}}} \cos\left(\frac{{i - j}}{{{BASE:.0f}^{{2m/{self.width}}}}}"
            r"\right)"
        )
        if self.ratio == "none":
            return rf"b(i, j) = {dot} ,\\[1ex] j \le i"
        return (
            rf"b_h(i, j) = \frac{{1}}{{r_h}} \left({dot} - {self.width // 2}\right) ,\\[1ex] j \le i ,\\[1ex] "
            r"r_h = \frac{8h}{H}, \quad h = 1 \ldots H"
        )

    @property
    def _code(self) -> str:
        half = self.width // 2
        counted = f"1, {half + 1}" if self.index == "from 1" else f"0, {half}"
        cosines = (
            f"{OFFSETS}w = {BASE!r} ** (-2 * xp.arange({counted}, dtype=xp.float64) / {self.width})\n"
            "b = xp.cos(back[:, :, None] * w).sum(-1)\n"
        )
        masked = "b = xp.where(back >= 0, b, -xp.inf)"
        if self.ratio == "none":
            return f"H = 1\n{cosines}{masked}[None]"
        heads = "H = 8\nr = 8 * xp.arange(1, H + 1, dtype=xp.float64) / H\n"
        return f"{heads}{cosines}b = (b - {half}) / r[:, None, None]\n{masked}"

    def _unsupported_reason(self, ability: Ability, length: int, dim: int) -> Claim | None:
        if ability == "heads" and self.ratio == "none":
            return claim("lacks-heads", name=self.name)
        return super()._unsupported_reason(ability, length, dim)
