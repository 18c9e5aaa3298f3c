"""Gray: a binary code in which neighbors differ in one bit."""

from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation.counters import Bits
from posenc_core.text.references import cite


@dataclass(frozen=True, kw_only=True)
class Gray(Bits):
    """The bits of a Gray code, one a column: neighbors differ in one bit, but so do some far apart.

    Examples
    --------
    >>> from posenc_core import Gray
    >>> Gray(order="MSB first").encode([5, 6], 4)
    array([[0., 1., 1., 1.],
           [0., 1., 0., 1.]])
    """

    name = "Gray"
    source = f"{cite('gray1953')}; the reflected binary code"

    def _codes(self, numbers: Integers) -> Integers:
        return numbers ^ (numbers >> 1)

    _counter = r"p \bmod 2^{d}"

    def _latex(self, low: str, high: str) -> str:
        return rf"\left( {low} + {high} \right) \bmod 2"

    _program = "((q ^ (q >> 1)) >> j) & 1"

    def wavelengths(self, dim: int) -> Array:
        # bit j changes every 2^(j + 1) positions, the highest bit at half of the period and at its end
        bits = np.arange(2.0, whole("dim", dim) + 2)
        with np.errstate(over="ignore"):
            return np.asarray(np.exp2(np.minimum(bits, dim)))
