"""Normalized: the position divided by the length of its sequence."""

from dataclasses import dataclass
from typing import Literal

from posenc_core.arrays import Array
from posenc_core.foundation.base import param
from posenc_core.foundation.counters import Scalar


@dataclass(frozen=True, kw_only=True)
class Normalized(Scalar):
    """The position as a share of the length: never above 1, but a longer sequence has shorter steps.

    Examples
    --------
    >>> from posenc_core import Normalized
    >>> Normalized().encode(range(3), 1)
    array([[0. ],
           [0.5],
           [1. ]])
    """

    name = "Normalized"
    source = "The counter divided by the length; no paper proposes it, many explanations pass it"

    divisor: Literal["N-1", "N"] = param(
        "N-1",
        "Divisor of the position: n − 1 maps the last position to exactly 1, n keeps it below 1.",
    )

    def _numbers(self, positions: Array, length: int) -> Array:
        divisor = length - (self.divisor == "N-1")
        if divisor:
            return positions / divisor
        if positions.any():
            raise ValueError("length = 1 leaves n - 1 = 0 as the divisor: only position 0 has a value, 0")
        return positions

    @property
    def _number_texts(self) -> tuple[str, str]:
        return (r"\frac{p}{n - 1}", "p / (n − 1)") if self.divisor == "N-1" else (r"\frac{p}{n}", "p / n")

    @property
    def _program(self) -> str:
        return "p / max(n - 1, 1)" if self.divisor == "N-1" else "p / n"
