"""The encodings, one module each, and their registry; a new one is imported, and added to the end of `_KINDS`."""

from typing import Any

from posenc_core.arrays import did_you_mean, match_option
from posenc_core.foundation.base import Scheme
from posenc_core.schemes.alibi import ALiBi
from posenc_core.schemes.axialrope import AxialRoPE
from posenc_core.schemes.binary import Binary
from posenc_core.schemes.customtable import CustomTable
from posenc_core.schemes.fire import FIRE
from posenc_core.schemes.fourier import Fourier
from posenc_core.schemes.gray import Gray
from posenc_core.schemes.grid import Grid
from posenc_core.schemes.index import Index
from posenc_core.schemes.kerple import KERPLE
from posenc_core.schemes.learned import Learned
from posenc_core.schemes.mrope import MRoPE
from posenc_core.schemes.nerf import NeRF
from posenc_core.schemes.nope import NoPE
from posenc_core.schemes.normalized import Normalized
from posenc_core.schemes.rope import RoPE
from posenc_core.schemes.sandwich import Sandwich
from posenc_core.schemes.shaw import Shaw
from posenc_core.schemes.sinusoidal import Sinusoidal
from posenc_core.schemes.slidingwindow import SlidingWindow
from posenc_core.schemes.t5 import T5
from posenc_core.schemes.transformerxl import TransformerXL
from posenc_core.schemes.xpos import xPos

_KINDS: tuple[type[Scheme], ...] = (
    Index, Normalized, Binary, Sinusoidal, Gray, RoPE, ALiBi, T5,
    KERPLE, FIRE, Sandwich, NoPE, Fourier, Grid, Learned, xPos,
    NeRF, SlidingWindow, AxialRoPE, MRoPE, Shaw, TransformerXL,
)  # fmt: skip

ALL_SCHEMES: dict[str, type[Scheme]] = {kind.__name__: kind for kind in _KINDS}
"""Classes by name; the order gives colors and dashes. CustomTable is missing because it needs a table."""

SCHEMES: dict[str, type[Scheme]] = {name: kind for name, kind in ALL_SCHEMES.items() if kind().axes == 1}
"""Classes whose positions have one axis."""

__all__ = [
    "ALL_SCHEMES",
    "FIRE",
    "KERPLE",
    "SCHEMES",
    "T5",
    "ALiBi",
    "AxialRoPE",
    "Binary",
    "CustomTable",
    "Fourier",
    "Gray",
    "Grid",
    "Index",
    "Learned",
    "MRoPE",
    "NeRF",
    "NoPE",
    "Normalized",
    "RoPE",
    "Sandwich",
    "Shaw",
    "Sinusoidal",
    "SlidingWindow",
    "TransformerXL",
    "scheme",
    "xPos",
]  # fmt: skip


def scheme(name: str, **parameters: Any) -> Scheme:
    """Create a scheme by its name.

    Parameters
    ----------
    name : str
        Name of an encoding, in upper or lower case; spaces and hyphens do not matter.
    **parameters : object
        Parameters of the scheme.

    Returns
    -------
    Scheme
        Instance of the class of that name.

    Raises
    ------
    ValueError
        If there is no such encoding or parameter, or a value is not allowed.

    Examples
    --------
    >>> scheme("rope", base=500000).name
    'RoPE'
    """
    plain = name.replace(" ", "").replace("-", "") if isinstance(name, str) else name
    kind = ALL_SCHEMES[match_option(plain, tuple(ALL_SCHEMES), "name")]
    names = [parameter.name for parameter in kind.parameters()]
    for parameter in parameters:
        if parameter not in names:
            listed = ", ".join(names) or "none"
            near = did_you_mean(parameter, names)
            raise ValueError(f"{parameter} is not a parameter of {kind.name}: it has {listed}{near}")
    return kind(**parameters)
