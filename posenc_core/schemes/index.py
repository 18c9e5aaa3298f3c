"""Index: the position itself."""

from dataclasses import dataclass
from typing import Literal

from posenc_core.arrays import Array
from posenc_core.foundation.base import param
from posenc_core.foundation.counters import Scalar


@dataclass(frozen=True, kw_only=True)
class Index(Scalar):
    """The position itself as a number: all steps have the same length, but the values grow without limit.

    Examples
    --------
    >>> from posenc_core import Index
    >>> Index().encode([0, 5], 2)
    array([[0., 0.],
           [5., 5.]])
    """

    name = "Index"
    source = "The plain counter; no paper proposes it, most explanations start from it"

    start: Literal[0, 1] = param(0, "Position ID of the first token: 0 or 1.")

    def _numbers(self, positions: Array, length: int) -> Array:
        return positions + self.start

    @property
    def _number_texts(self) -> tuple[str, str]:
        return ("p + 1", "p + 1") if self.start else ("p", "p")

    @property
    def _program(self) -> str:
        return "p + 1" if self.start else "p"
