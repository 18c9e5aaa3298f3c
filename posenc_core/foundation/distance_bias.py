"""DistanceBias: base class of biases that depend on the offset only."""

from abc import abstractmethod

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Ability, Scheme
from posenc_core.text.messages import Claim, claim

OFFSETS = "p = xp.arange(n, dtype=xp.float64)\nback = p[:, None] - p\n"
"""Code of the offsets: query position minus key position."""


class DistanceBias(Scheme):
    """Bias by offset: query position minus key position."""

    family = "bias"
    abilities = frozenset({"scores", "bias", "causal"})

    @property
    def both_ways(self) -> bool:
        """True if keys after the query are visible: if the scheme has a direction other than "causal"."""
        return getattr(self, "direction", "causal") != "causal"

    def _unsupported_reason(self, ability: Ability, length: int, dim: int) -> Claim | None:
        if ability == "causal" and self.both_ways:
            return claim("lacks-causal", name=self.name)
        return super()._unsupported_reason(ability, length, dim)

    @abstractmethod
    def _bias_of_offset(self, back: Array, heads: int) -> Array:
        """Compute the bias by offset, (...) -> (H, ...), or (...) if all heads are equal.

        Causal schemes are only asked for offsets of at least 0.
        """

    def _bias_at_offset(self, back: Array, heads: int, length: int) -> Array:
        return self._masked_bias(back, heads)

    def _masked_bias(self, back: Array, heads: int) -> Array:
        """Compute the bias by offset, -inf for masked keys. (...) -> (H, ...)."""
        visible = back if self.both_ways else np.maximum(back, 0)
        bias = np.broadcast_to(self._bias_of_offset(visible, heads), (heads, *back.shape))
        return np.array(bias) if self.both_ways else np.where(back >= 0, bias, -np.inf)

    def _bias(self, queries: Array, keys: Array, heads: int) -> Array:
        back = queries[:, None] - keys
        low, high = back.min(initial=0), back.max(initial=0)
        if high - low >= back.size or (back != np.floor(back)).any():
            return self._masked_bias(back, heads)
        # a matrix has few different offsets: compute each once
        return self._masked_bias(np.arange(low, high + 1), heads)[:, (back - low).astype(np.int64)]
