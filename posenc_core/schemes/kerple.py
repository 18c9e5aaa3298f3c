"""KERPLE: a bias by the logarithm of the distance, or a power of it."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import OFFSETS, DistanceBias
from posenc_core.foundation.domains import Real
from posenc_core.foundation.presentation import digits
from posenc_core.text.references import cite

CLAMP = 0.01
"""Lower bound of both parameters in the authors' code."""


@dataclass(frozen=True, kw_only=True)
class KERPLE(DistanceBias):
    """A penalty on attention logits that grows with the logarithm of the distance, or with a power of it.

    Examples
    --------
    >>> from posenc_core import KERPLE
    >>> KERPLE().bias(2, range(3))[0].round(3)
    array([-1.099, -0.693, -0.   ])
    """

    name = "KERPLE"
    source = cite("chi2022")
    learned = "A model learns r1 and r2 for each head. Here they are parameters, equal in all heads."

    kind: Literal["log", "power"] = param(
        "log",
        "Penalty at distance k. log: r1 ln(1 + r2 k). power: r1 k^r2, which is ALiBi at r2 = 1.",
    )
    r1: float = param(
        1.0,
        "Strength of the penalty. A model learns one per head, from a random start between 0 and 2 (log) or 0 and 1 "
        "(power). Here all heads share it.",
        Real(CLAMP, 10),
    )
    r2: float = param(
        1.0,
        "Factor of the distance (log), or its exponent (power), which is at most 2. A model learns one per head. Here "
        "all heads share it.",
        Real(CLAMP, 2),
    )

    def _bias_of_offset(self, back: Array, heads: int) -> Array:
        return -self.r1 * (np.log1p(self.r2 * back) if self.kind == "log" else back**self.r2)

    @property
    def formula(self) -> str:
        r1, r2 = digits(self.r1), digits(self.r2)
        grown = rf"\ln\left(1 + {r2} \, (i - j)\right)" if self.kind == "log" else rf"(i - j)^{{{r2}}}"
        return rf"b(i, j) = -{r1} \, {grown} ,\\[1ex] j \le i"

    @property
    def _code(self) -> str:
        grown = f"xp.log1p({self.r2!r} * near)" if self.kind == "log" else f"near ** {self.r2!r}"
        return (
            f"H = 1\n{OFFSETS}"
            "near = xp.clip(back, 0, None)\n"
            f"b = xp.where(back >= 0, -{self.r1!r} * {grown}, -xp.inf)[None]"
        )
