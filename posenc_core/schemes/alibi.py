"""ALiBi: a bias that falls linearly with the distance."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, whole
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import DistanceBias

__all__ = ["ALiBi"]

Slopes = Literal["code", "paper"]
"""How the slopes of a number of heads that is no power of 2 are read."""


@dataclass(frozen=True, kw_only=True)
class ALiBi(DistanceBias):
    """A penalty on each attention score that grows with the distance back, at another rate in every head."""

    name = "ALiBi"
    source = "Press, Smith and Lewis (2022), Train Short, Test Long, section 3; arXiv 2108.12409"
    abilities = frozenset({"scores", "bias", "heads", "causal"})

    slopes: Slopes = param(
        "code",
        "How steep the penalty is where the number of heads is no power of 2: as in the authors' code, which models "
        "use, with slopes of twice as many heads behind the others; or as the paper's sentence says, one even series.",
    )
    direction: Literal["causal", "symmetric"] = param(
        "causal",
        "Which keys a query sees: only those before it, as in the paper; or all, with a penalty by the distance to "
        "either side, which is one of several ways that encoders use.",
    )

    @property
    def both_ways(self) -> bool:
        return self.direction == "symmetric"

    @property
    def formula(self) -> str:
        even = r"m_h = 2^{-8h/H}, \quad h = 1 \ldots H"
        if self.slopes == "code":
            even += r" ,\\[1ex] \text{where } H \text{ is a power of 2}"
        distance = "|i - j|" if self.both_ways else r"(i - j), \quad j \le i"
        return rf"b_h(i, j) = -m_h \, {distance} ,\\[1ex] {even}"

    @property
    def _code(self) -> str:
        if self.slopes == "paper":
            slopes = "m = 2.0 ** (-8 * xp.arange(1, H + 1, dtype=xp.float64) / H)"
        else:
            slopes = (
                "P = 2 ** (H.bit_length() - 1)\n"
                "h = xp.arange(1, H + 1, dtype=xp.float64)\n"
                "m = xp.where(h <= P, 2.0 ** (-8 * h / P), 2.0 ** (-4 * (2 * (h - P) - 1) / P))"
            )
        added = "xp.where(ahead <= 0, m[:, None, None] * ahead, -xp.inf)"
        return (
            f"H = 8\n{slopes}\n"
            "p = xp.arange(n, dtype=xp.float64)\n"
            "ahead = p - p[:, None]\n"
            f"b = {'-m[:, None, None] * xp.abs(ahead)' if self.both_ways else added}"
        )

    def slope(self, heads: int) -> Array:
        """How much a score loses for every token farther back, in nats, head by head. -> (heads,)."""
        heads = whole("heads", heads)
        series = heads if self.slopes == "paper" else 2 ** (heads.bit_length() - 1)
        found = 2.0 ** (-8 * np.arange(1, series + 1) / series)
        # of twice as many heads every second one, in front the steepest
        between = 2.0 ** (-4 * (2 * np.arange(1, heads - series + 1) - 1) / series)
        return np.concatenate((found, between))

    def _added(self, back: Array, heads: int) -> Array:
        return -np.multiply.outer(self.slope(heads), np.abs(back))
