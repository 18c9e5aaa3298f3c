"""Binary: the position as a binary number."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array, whole
from posenc_core.foundation.bits import Bits

__all__ = ["Binary"]


@dataclass(frozen=True, kw_only=True)
class Binary(Bits):
    """The bits of the position, one a column: distinct below 2^d, but a step flips one bit or up to all."""

    name = "Binary"
    source = "Binary counting; the analogy by which Kernes (2021) and others explain the sinusoid"

    def _latex(self, low: str, high: str) -> str:
        return rf"{low} \bmod 2"

    @property
    def _program(self) -> str:
        return "(q >> j) & 1"

    def _codes(self, numbers: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
        return numbers

    def _waves(self, bits: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        half = 1 << np.arange(bits)
        return 2 * half, half, half

    def wavelengths(self, dim: int) -> Array:
        """Bit j is 0 for 2^j positions and 1 for as many."""
        with np.errstate(over="ignore"):
            return np.exp2(np.arange(1, whole("dim", dim) + 1, dtype=np.float64))
