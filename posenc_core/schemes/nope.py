"""NoPE: no positional encoding."""

from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.distance_bias import DistanceBias

__all__ = ["NoPE"]


@dataclass(frozen=True, kw_only=True)
class NoPE(DistanceBias):
    """Nothing is added: only the causal mask, which hides later tokens, still tells positions apart."""

    name = "NoPE"
    source = (
        "Haviv et al. (2022), arXiv 2203.16634; Kazemnejad et al. (2023), The Impact of Positional Encoding on Length "
        "Generalization in Transformers, arXiv 2305.19466"
    )

    @property
    def formula(self) -> str:
        return r"b(i, j) = 0, \quad j \le i"

    @property
    def _code(self) -> str:
        return (
            "H = 1\n"
            "p = xp.arange(n, dtype=xp.float64)\n"
            "back = p[:, None] - p\n"
            "b = xp.where(back >= 0, 0 * back, -xp.inf)[None]"
        )

    def _added(self, back: Array, heads: int) -> Array:
        return np.zeros(back.shape)
