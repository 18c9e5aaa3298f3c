"""Positional encodings as numbers: what a position does to vectors and to attention scores, and its geometry.

>>> from posenc_core import Sinusoidal, geometry
>>> Sinusoidal().encode(range(3), 4).round(3)
array([[ 0.   ,  1.   ,  0.   ,  1.   ],
       [ 0.841,  0.54 ,  0.01 ,  1.   ],
       [ 0.909, -0.416,  0.02 ,  1.   ]])
>>> geometry.distances_at_offset(Sinusoidal(), 1, length=4, dim=512).round(3)
array([3.714, 3.714, 3.714])
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from posenc_core import diagnosis, readers
from posenc_core.analysis import (
    attention,
    criteria,
    geometry,
    numbering,
    pairing,
    pictures,
    precision,
    sentence,
    shift,
    table_rotations,
)
from posenc_core.diagnosis import Diagnosis, diagnose
from posenc_core.foundation import phasors
from posenc_core.foundation.base import Param, Scheme, param
from posenc_core.foundation.domains import Choice as Choice
from posenc_core.foundation.domains import Numbers as Numbers
from posenc_core.foundation.domains import Real as Real
from posenc_core.foundation.domains import Switch as Switch
from posenc_core.foundation.domains import Text as Text
from posenc_core.foundation.domains import Whole as Whole
from posenc_core.known_bugs import MISTAKES
from posenc_core.models import trained
from posenc_core.schemes import (
    FIRE,
    KERPLE,
    SCHEMES,
    T5,
    ALiBi,
    Binary,
    CustomTable,
    Fourier,
    Gray,
    Grid,
    Index,
    Learned,
    NeRF,
    NoPE,
    Normalized,
    RoPE,
    Sandwich,
    Sinusoidal,
    SlidingWindow,
    scheme,
    xPos,
)
from posenc_core.testing import assert_sinusoidal

if TYPE_CHECKING:
    from posenc_core import models as models
    from posenc_core import plot as plot
else:

    def __getattr__(name: str) -> ModuleType:
        """Import `models` or `plot` at first use: neither is needed for encodings, and `plot` needs Plotly."""
        if name in ("models", "plot"):
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__version__ = "1.0.0"

# a star import leaves out the domains, whose names numbers and typing have too
__all__ = [
    "FIRE",
    "KERPLE",
    "MISTAKES",
    "SCHEMES",
    "T5",
    "ALiBi",
    "Binary",
    "CustomTable",
    "Diagnosis",
    "Fourier",
    "Gray",
    "Grid",
    "Index",
    "Learned",
    "NeRF",
    "NoPE",
    "Normalized",
    "Param",
    "RoPE",
    "Sandwich",
    "Scheme",
    "Sinusoidal",
    "SlidingWindow",
    "assert_sinusoidal",
    "attention",
    "criteria",
    "diagnose",
    "diagnosis",
    "extrapolation",
    "files",
    "geometry",
    "numbering",
    "pairing",
    "param",
    "phasors",
    "pictures",
    "precision",
    "scheme",
    "sentence",
    "shift",
    "trained",
    "xPos",
]
