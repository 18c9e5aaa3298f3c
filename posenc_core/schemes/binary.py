"""Binary: the position as a binary number."""

from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation.counters import Bits


@dataclass(frozen=True, kw_only=True)
class Binary(Bits):
    """The bits of the position, one a column: distinct below 2^d, but a step flips one bit or up to all.

    Examples
    --------
    >>> from posenc_core import Binary
    >>> Binary(order="MSB first").encode([5, 6], 4)
    array([[0., 1., 0., 1.],
           [0., 1., 1., 0.]])
    """

    name = "Binary"
    source = "Binary counting; the analogy by which Kernes (2021) and others explain the sinusoid"

    def _codes(self, numbers: Integers) -> Integers:
        return numbers

    def _latex(self, low: str, high: str) -> str:
        return rf"{low} \bmod 2"

    _program = "(q >> j) & 1"

    def wavelengths(self, dim: int) -> Array:
        # bit j is 0 for 2^j positions, then 1 for 2^j positions
        with np.errstate(over="ignore"):
            return np.exp2(np.arange(1, whole("dim", dim) + 1, dtype=np.float64))
