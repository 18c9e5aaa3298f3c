"""Positional encodings as numbers: their effect on vectors and on attention logits, and their geometry.

>>> from posenc_core import Sinusoidal, geometry
>>> Sinusoidal().encode(range(3), 4).round(3)
array([[ 0.   ,  1.   ,  0.   ,  1.   ],
       [ 0.841,  0.54 ,  0.01 ,  1.   ],
       [ 0.909, -0.416,  0.02 ,  1.   ]])
>>> geometry.distances_at_offset(Sinusoidal(), 1, length=4, dim=512).round(3)
array([3.714, 3.714, 3.714])
"""

from posenc_core import schemes
from posenc_core.analysis import (
    attention,
    criteria,
    geometry,
    images,
    numbering,
    pairing,
    pictures,
    precision,
    sentence,
    shift,
)
from posenc_core.analysis.images import mrope_positions
from posenc_core.foundation.base import Param, Scheme, param
from posenc_core.foundation.domains import Choice as Choice
from posenc_core.foundation.domains import Numbers as Numbers
from posenc_core.foundation.domains import Real as Real
from posenc_core.foundation.domains import Switch as Switch
from posenc_core.foundation.domains import Text as Text
from posenc_core.foundation.domains import Whole as Whole
from posenc_core.schemes import *  # noqa: F403
from posenc_core.text.messages import language

__version__ = "1.0.0"

# without names that numbers or typing also define (Real, Text, ...), and without `plot`, which needs Plotly
__all__ = [
    *schemes.__all__, "Param", "Scheme", "attention", "criteria", "geometry", "images", "language",
    "mrope_positions", "numbering", "pairing", "param", "pictures", "precision", "sentence", "shift",
]  # fmt: skip
