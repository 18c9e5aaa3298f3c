"""The schemes, one file each.

A new one goes to the end of the list: the place of a scheme gives it its colour and its dash.
"""

from typing import Any

from posenc_core.foundation.base import Scheme
from posenc_core.schemes.alibi import ALiBi
from posenc_core.schemes.binary import Binary
from posenc_core.schemes.custom_table import CustomTable
from posenc_core.schemes.fire import FIRE
from posenc_core.schemes.fourier import Fourier
from posenc_core.schemes.gray import Gray
from posenc_core.schemes.grid import Grid
from posenc_core.schemes.index import Index
from posenc_core.schemes.kerple import KERPLE
from posenc_core.schemes.learned import Learned
from posenc_core.schemes.nerf import NeRF
from posenc_core.schemes.nope import NoPE
from posenc_core.schemes.normalized import Normalized
from posenc_core.schemes.rope import RoPE
from posenc_core.schemes.sandwich import Sandwich
from posenc_core.schemes.sinusoidal import Sinusoidal
from posenc_core.schemes.slidingwindow import SlidingWindow
from posenc_core.schemes.t5 import T5
from posenc_core.schemes.xpos import xPos

SCHEMES: dict[str, type[Scheme]] = {
    scheme.name: scheme
    for scheme in (
        *(Index, Normalized, Binary, Sinusoidal, Gray, RoPE, ALiBi, T5, KERPLE, FIRE, Sandwich, NoPE),
        *(Fourier, Grid, Learned, xPos, NeRF, SlidingWindow),
    )
}
"""Name -> class of every scheme; CustomTable is none of them: it is made of a table."""


def scheme(name: str, **parameters: Any) -> Scheme:
    """A scheme by its name, upper or lower case, with these parameters. ValueError for a name or parameter unknown.

    >>> scheme("rope", base=500000).name
    'RoPE'
    """
    kinds = {each.lower(): kind for each, kind in SCHEMES.items()}
    if not isinstance(name, str) or name.lower() not in kinds:
        raise ValueError(f"name = {name!r} must be one of {', '.join(SCHEMES)}")
    kind = kinds[name.lower()]
    known = [each.name for each in kind.parameters()]
    if unknown := [each for each in parameters if each not in known]:
        raise ValueError(f"{unknown[0]} is no parameter of {kind.name}: it has {', '.join(known) or 'none'}")
    return kind(**parameters)


__all__ = [
    "FIRE",
    "KERPLE",
    "SCHEMES",
    "T5",
    "ALiBi",
    "Binary",
    "CustomTable",
    "Fourier",
    "Gray",
    "Grid",
    "Index",
    "Learned",
    "NeRF",
    "NoPE",
    "Normalized",
    "RoPE",
    "Sandwich",
    "Sinusoidal",
    "SlidingWindow",
    "scheme",
    "xPos",
]
