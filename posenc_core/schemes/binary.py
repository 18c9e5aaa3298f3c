"""What if the position is written in binary?"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from posenc_core.scheme import Array, Scheme, param


@dataclass(frozen=True, kw_only=True)
class Binary(Scheme):
    """The bits of the position, one a column: bounded and unique, but neighbours can differ in every bit."""

    name: ClassVar[str] = "Binary"
    source: ClassVar[str] = "Binary counting; the analogy by which Kernes (2021) and others explain the sinusoid"
    real_positions: ClassVar[bool] = False

    order: str = param(
        "LSB first",
        "Which bit stands in column 0: the least significant (it flips at every step) or the most significant.",
        choices=("LSB first", "MSB first"),
    )
    values: str = param(
        "0/1",
        "How a bit is written: as 0 or 1, or as -1 or +1, which makes every vector equally long.",
        choices=("0/1", "-1/1"),
    )

    @property
    def formula(self) -> str:
        power = "j" if self.order == "LSB first" else "d - 1 - j"
        bit = rf"\left\lfloor \frac{{p}}{{2^{{{power}}}}} \right\rfloor \bmod 2"
        return f"PE(p, j) = {bit}" if self.values == "0/1" else rf"PE(p, j) = 2 \left( {bit} \right) - 1"

    @property
    def columns(self) -> str:
        return f"bits, {self.order}"

    def _rows(self, positions: Array, dim: int, length: int) -> Array:
        # no position has more than 63 bits, and a shift by 64 or more is undefined in C
        used = min(dim, 63)
        rows = np.zeros((len(positions), dim))
        rows[:, :used] = positions.astype(np.int64)[:, None] >> np.arange(used) & 1
        if self.values == "-1/1":
            rows = 2 * rows - 1
        return rows if self.order == "LSB first" else rows[:, ::-1].copy()
