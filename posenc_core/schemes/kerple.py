"""KERPLE: a bias that grows ever more slowly with the distance."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import DistanceBias
from posenc_core.foundation.domains import Real
from posenc_core.foundation.presentation import digits

__all__ = ["KERPLE"]

CLAMP = 0.01
"""The authors' code lets neither number fall below this."""


@dataclass(frozen=True, kw_only=True)
class KERPLE(DistanceBias):
    """A penalty on each score that grows with the logarithm of the distance back, or with a power of it."""

    name = "KERPLE"
    source = (
        "Chi, Fan, Ramadge and Rudnicky (2022), KERPLE: Kernelized Relative Positional Embedding for Length "
        "Extrapolation; arXiv 2205.09921"
    )

    learned = "A model learns both numbers for each head. Here they are parameters, and all heads share them."

    kind: Literal["log", "power"] = param(
        "log",
        "How the penalty grows with the distance k: r1 ln(1 + r2 k), with the natural logarithm, or r1 k^r2, which at "
        "r2 = 1 is ALiBi.",
    )
    r1: float = param(
        1.0,
        "How strong the penalty is. A model learns one for each head, from a random start between 0 and 2 (log) or 0 "
        "and 1 (power); here all heads share it.",
        Real(CLAMP, 10),
    )
    r2: float = param(
        1.0,
        "What the distance is multiplied with (log), or its exponent (power), which may be at most 2. A model learns "
        "one for each head; here all heads share it.",
        Real(CLAMP, 2),
    )

    @property
    def formula(self) -> str:
        r1, r2 = digits(self.r1), digits(self.r2)
        grown = rf"\ln\left(1 + {r2} \, (i - j)\right)" if self.kind == "log" else rf"(i - j)^{{{r2}}}"
        return rf"b(i, j) = -{r1} \, {grown} ,\\[1ex] j \le i"

    @property
    def _code(self) -> str:
        grown = f"xp.log1p({self.r2!r} * near)" if self.kind == "log" else f"near ** {self.r2!r}"
        return (
            "H = 1\n"
            "p = xp.arange(n, dtype=xp.float64)\n"
            "back = p[:, None] - p\n"
            "near = xp.clip(back, 0, None)\n"
            f"b = xp.where(back >= 0, -{self.r1!r} * {grown}, -xp.inf)[None]"
        )

    def _added(self, back: Array, heads: int) -> Array:
        return -self.r1 * (np.log1p(self.r2 * back) if self.kind == "log" else back**self.r2)
