"""What goes wrong in code that makes a table of sines and cosines? Each mistake as a function, with its story."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array


class Mistake(NamedTuple):
    """A mistake that people make, and what becomes of the table."""

    name: str
    story: str
    """What goes wrong, and what of the table shows it, in a sentence or two."""
    seen: str
    """Where it was seen."""
    wrong: str
    """The line of code that is probably wrong."""
    right: str
    """The same line without the mistake."""
    table: Callable[[int, int, float], Array]
    """What code with the mistake makes of a length, a dim and a base. -> (n, d)"""


def _cosine_of_the_next_pair(length: int, dim: int, base: float) -> Array:
    places = np.arange(dim)
    angles = np.arange(length)[:, None] * base ** (-(places + places % 2) / dim)
    return np.asarray(np.where(places % 2, np.cos(angles), np.sin(angles)))


MISTAKES: Mapping[str, Mistake] = MappingProxyType(
    {
        each.name: each
        for each in (
            Mistake(
                "cosine of the next pair",
                "Each cosine has the exponent of the pair after its own, so no sine has a partner.",
                "SamLynnEvans/Transformer issues 7 and 25",
                "pe[pos, i + 1] = math.cos(pos / 10000 ** ((i + 2) / d_model))",
                "pe[pos, i + 1] = math.cos(pos / 10000 ** (i / d_model))",
                _cosine_of_the_next_pair,
            ),
        )
    }
)
"""Every mistake, by its name."""
