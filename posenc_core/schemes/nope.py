"""NoPE: no positional encoding."""

from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.distance_bias import OFFSETS, DistanceBias
from posenc_core.text.references import cite


@dataclass(frozen=True, kw_only=True)
class NoPE(DistanceBias):
    """Nothing is added: only the causal mask, which hides later tokens, still tells positions apart.

    Examples
    --------
    >>> from posenc_core import NoPE
    >>> NoPE().bias(1, range(3))
    array([[  0.,   0., -inf]])
    """

    name = "NoPE"
    source = cite("haviv2022", "kazemnejad2023")

    def _bias_of_offset(self, back: Array, heads: int) -> Array:
        return np.zeros(back.shape)

    formula = r"b(i, j) = 0, \quad j \le i"

    _code = f"H = 1\n{OFFSETS}b = xp.where(back >= 0, 0 * back, -xp.inf)[None]"
