"""SlidingWindow: attention to the nearest tokens alone."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import DistanceBias
from posenc_core.foundation.domains import Whole

__all__ = ["SlidingWindow"]


@dataclass(frozen=True, kw_only=True)
class SlidingWindow(DistanceBias):
    """Nothing is added within a window of the nearest tokens; all others are masked, as in Longformer and Mistral."""

    name = "SlidingWindow"
    source = (
        "Beltagy, Peters and Cohan (2020), Longformer, section 3.1, arXiv 2004.05150; Jiang et al. (2023), Mistral 7B, "
        "arXiv 2310.06825"
    )

    window: int = param(
        16,
        "W, how many tokens a query sees to one side, its own among them, as the mask of Hugging Face's Mistral counts "
        "them. Mistral 7B has 4,096.",
        Whole(1, 10**6),
    )
    direction: Literal["causal", "symmetric"] = param(
        "causal",
        "Which keys a query sees: only those before it, as in Mistral; or as many to either side, as in Longformer.",
    )

    @property
    def both_ways(self) -> bool:
        return self.direction == "symmetric"

    @property
    def formula(self) -> str:
        near = f"|i - j| < {self.window}" if self.both_ways else rf"0 \le i - j < {self.window}"
        return rf"b(i, j) = 0 \text{{ where }} {near} \text{{, else }} -\infty"

    @property
    def _code(self) -> str:
        near = "xp.abs(back)" if self.both_ways else "xp.where(back >= 0, back, n + W)"
        return (
            f"H, W = 1, {self.window}\n"
            "p = xp.arange(n, dtype=xp.float64)\n"
            "back = p[:, None] - p\n"
            f"b = xp.where({near} < W, 0 * back, -xp.inf)[None]"
        )

    def _added(self, back: Array, heads: int) -> Array:
        return np.where(np.abs(back) < self.window, 0.0, -np.inf)
