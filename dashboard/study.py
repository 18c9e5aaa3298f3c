"""What is being looked at? One frozen value that the controls make and every view reads."""

from dataclasses import dataclass

from posenc_core import Scheme
from posenc_core.geometry import Kind

MAX_SCHEMES = 4
MAX_LENGTH = 2**20
MAX_DIM = 4096

MEASURES: dict[Kind, str] = {"dot": "dot product", "cosine": "cosine", "min-max": "min-max of the dot product"}
"""Kinds of similarity that a page offers, and how a sentence or an axis calls them."""


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
