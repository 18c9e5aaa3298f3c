"""Positional encodings as numbers: what a position does to vectors and to attention scores, and its geometry.

>>> from posenc_core import Sinusoidal, geometry
>>> Sinusoidal().encode(range(3), 4).round(3)
array([[ 0.   ,  1.   ,  0.   ,  1.   ],
       [ 0.841,  0.54 ,  0.01 ,  1.   ],
       [ 0.909, -0.416,  0.02 ,  1.   ]])
>>> geometry.distances_at_offset(Sinusoidal(), 1, length=4, dim=512).round(3)
array([3.714, 3.714, 3.714])
"""

from posenc_core import (
    attention,
    criteria,
    diagnosis,
    files,
    geometry,
    numbering,
    pairing,
    phasors,
    pictures,
    precision,
    sentence,
    shift,
    trained,
)
from posenc_core.assertion import assert_sinusoidal
from posenc_core.domain import Choice, Numbers, Real, Switch, Text, Whole
from posenc_core.scheme import Param, Scheme, param
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
    NoPE,
    Normalized,
    RoPE,
    Sandwich,
    Sinusoidal,
    xPos,
)

__version__ = "0.1.0"

__all__ = [
    "FIRE",
    "KERPLE",
    "SCHEMES",
    "T5",
    "ALiBi",
    "Binary",
    "Choice",
    "CustomTable",
    "Fourier",
    "Gray",
    "Grid",
    "Index",
    "Learned",
    "NoPE",
    "Normalized",
    "Numbers",
    "Param",
    "Real",
    "RoPE",
    "Sandwich",
    "Scheme",
    "Sinusoidal",
    "Switch",
    "Text",
    "Whole",
    "assert_sinusoidal",
    "attention",
    "criteria",
    "diagnosis",
    "files",
    "geometry",
    "numbering",
    "pairing",
    "param",
    "phasors",
    "pictures",
    "precision",
    "sentence",
    "shift",
    "trained",
    "xPos",
]
