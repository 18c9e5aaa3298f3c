"""What is being looked at? One frozen value that the controls make and every view reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from posenc_core import SCHEMES, Scheme
from posenc_core.geometry import Kind

MAX_SCHEMES = 4
MAX_LENGTH = 2**20
MAX_DIM = 4096

MAX_TEXT, MAX_TOKENS = 1000, 128
"""Letters of a visitor's text, and tokens with its ends and its padding."""

MEASURES: dict[Kind, str] = {
    "dot": "dot product",
    "cosine": "cosine",
    "min-max": "min-max of the dot product",
    "softmax": "softmax of the dot product",
    "distance": "distance",
}
"""Kinds of similarity that a page offers, and how a sentence or an axis calls them."""


def order(scheme: Scheme) -> int:
    """The place of a scheme in the teaching order, which gives it its colour."""
    return list(SCHEMES).index(scheme.name)


@dataclass(frozen=True)
class Study:
    """The chosen schemes and the numbers that all pages share, within the limits of the app."""

    schemes: tuple[Scheme, ...]
    length: int
    dim: int
    position: int
    offset: int
    measure: Kind = "dot"
    own_scales: bool = False
    shown: tuple[int, int] = (0, MAX_LENGTH)
    """First and last position that the plots show."""
    known: Mapping[str, Scheme] = field(default_factory=dict)
    """Every scheme with its parameters, chosen or not."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What only some pages ask: their own controls, by key."""

    def __post_init__(self) -> None:
        """Hold every number within its limit, whatever a browser sent."""
        self._hold("schemes", self.schemes[:MAX_SCHEMES])
        self._hold("length", min(max(self.length, 1), MAX_LENGTH))
        self._hold("dim", min(max(self.dim, 1), MAX_DIM))
        last = self.length - 1
        self._hold("position", min(max(self.position, 0), last))
        self._hold("offset", min(max(self.offset, 1), max(last, 1)))
        ends = sorted(min(max(end, 0), last) for end in self.shown)
        self._hold("shown", tuple(ends))

    def _hold(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)
