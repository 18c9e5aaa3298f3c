"""What if only the distance back counts? Biases that are one number for each offset: the part that they share."""

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array
from posenc_core.scheme import Scheme


@dataclass(frozen=True, kw_only=True)
class DistanceBias(Scheme):
    """A number that is added to a score, by how many tokens the key stands back."""

    family = "bias"
    abilities = frozenset({"scores", "bias", "causal"})

    @abstractmethod
    def _added(self, back: Array, heads: int) -> Array:
        """What is added for keys so many tokens back, (...) -> (H, ...); of a causal scheme only back >= 0 counts."""

    def _bias_at_offset(self, back: Array, heads: int) -> Array:
        if self.lacks("causal"):
            return self._added(back, heads)
        return np.where(back >= 0, self._added(np.maximum(back, 0), heads), -np.inf)

    def _bias(self, queries: Array, keys: Array, heads: int) -> Array:
        return self._bias_at_offset(queries[:, None] - keys, heads)
