"""SlidingWindow: attention to the nearest tokens only."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import OFFSETS, DistanceBias
from posenc_core.foundation.domains import Whole
from posenc_core.text.references import cite


@dataclass(frozen=True, kw_only=True)
class SlidingWindow(DistanceBias):
    """Nothing is added within a window of the nearest tokens; all others are masked, as in Longformer and Mistral.

    Examples
    --------
    >>> from posenc_core import SlidingWindow
    >>> SlidingWindow(window=2).bias(3, range(4))
    array([[-inf, -inf,   0.,   0.]])
    """

    name = "SlidingWindow"
    source = cite("beltagy2020, section 3.1", "jiang2023")

    window: int = param(
        16,
        "Number of tokens that a query sees to one side, including itself, as in Hugging Face's Mistral. Mistral 7B "
        "has 4,096.",
        Whole(1, 10**6),
    )
    direction: Literal["causal", "symmetric"] = param(
        "causal",
        "Visible keys. causal: only those up to the query, as in Mistral. symmetric: as many on both sides, as in "
        "Longformer.",
    )

    def _bias_of_offset(self, back: Array, heads: int) -> Array:
        return np.where(np.abs(back) < self.window, 0.0, -np.inf)

    @property
    def formula(self) -> str:
        near = f"|i - j| < {self.window}" if self.both_ways else rf"0 \le i - j < {self.window}"
        return rf"b(i, j) = 0 \text{{ where }} {near} \text{{, else }} -\infty"

    @property
    def _code(self) -> str:
        near = "xp.abs(back)" if self.both_ways else "xp.where(back >= 0, back, n + W)"
        return f"H, W = 1, {self.window}\n{OFFSETS}b = xp.where({near} < W, 0 * back, -xp.inf)[None]"
