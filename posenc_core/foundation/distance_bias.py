"""What if only the distance back counts? Biases that are one number for each offset: the part that they share."""

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Ability, Scheme
from posenc_core.text.messages import Claim, claim

__all__ = ["DistanceBias"]


@dataclass(frozen=True, kw_only=True)
class DistanceBias(Scheme):
    """A number that is added to a score, by how many tokens the key stands back."""

    family = "bias"
    abilities = frozenset({"scores", "bias", "causal"})

    @property
    def both_ways(self) -> bool:
        """Whether a query also sees the keys after it."""
        return False

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        if ability == "causal" and self.both_ways:
            return claim("lacks-causal", name=self.name)
        return super().unsupported_reason(ability, length, dim)

    @abstractmethod
    def _added(self, back: Array, heads: int) -> Array:
        """What is added for keys so many tokens back, (...) -> (H, ...), or (...) where all heads are alike.

        Of a causal scheme only back >= 0 counts.
        """

    def _bias_at_offset(self, back: Array, heads: int, length: int) -> Array:
        return self._by_distance(back, heads)

    def _by_distance(self, back: Array, heads: int) -> Array:
        """What is added for keys so many tokens back, -inf where a query does not see them. (...) -> (H, ...)."""
        seen = back if self.both_ways else np.maximum(back, 0)
        added = np.broadcast_to(self._added(seen, heads), (heads, *back.shape))
        return np.array(added) if self.both_ways else np.where(back >= 0, added, -np.inf)

    def _bias(self, queries: Array, keys: Array, heads: int) -> Array:
        back = queries[:, None] - keys
        low, high = back.min(initial=0), back.max(initial=0)
        if high - low >= back.size or (back != np.floor(back)).any():
            return self._by_distance(back, heads)
        # a matrix has few different offsets: each is worked out once
        return self._by_distance(np.arange(low, high + 1), heads)[:, (back - low).astype(np.int64)]
