"""Positional encodings as numbers: their effect on vectors and on attention logits, and their geometry.

Encodings and modules load at first use.

>>> from posenc_core import Sinusoidal, geometry
>>> Sinusoidal().encode(range(3), 4).round(3)
array([[ 0.   ,  1.   ,  0.   ,  1.   ],
       [ 0.841,  0.54 ,  0.01 ,  1.   ],
       [ 0.909, -0.416,  0.02 ,  1.   ]])
>>> geometry.distances_at_offset(Sinusoidal(), 1, length=4, dim=512).round(3)
array([3.714, 3.714, 3.714])
"""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from typing import TYPE_CHECKING, Any

from posenc_core import schemes

if TYPE_CHECKING:
    from posenc_core import diagnosis as diagnosis
    from posenc_core import exercises as exercises
    from posenc_core import models as models
    from posenc_core import plot as plot
    from posenc_core import readers as readers
    from posenc_core.analysis import attention as attention
    from posenc_core.analysis import criteria as criteria
    from posenc_core.analysis import geometry as geometry
    from posenc_core.analysis import images as images
    from posenc_core.analysis import numbering as numbering
    from posenc_core.analysis import pairing as pairing
    from posenc_core.analysis import pictures as pictures
    from posenc_core.analysis import precision as precision
    from posenc_core.analysis import sentence as sentence
    from posenc_core.analysis import shift as shift
    from posenc_core.analysis.images import mrope_positions as mrope_positions
    from posenc_core.diagnosis import Diagnosis as Diagnosis
    from posenc_core.diagnosis import diagnose as diagnose
    from posenc_core.foundation.base import Param as Param
    from posenc_core.foundation.base import Scheme as Scheme
    from posenc_core.foundation.base import param as param
    from posenc_core.foundation.domains import Choice as Choice
    from posenc_core.foundation.domains import Numbers as Numbers
    from posenc_core.foundation.domains import Real as Real
    from posenc_core.foundation.domains import Switch as Switch
    from posenc_core.foundation.domains import Text as Text
    from posenc_core.foundation.domains import Whole as Whole
    from posenc_core.known_bugs import KNOWN_BUGS as KNOWN_BUGS
    from posenc_core.known_bugs import MISTAKES as MISTAKES
    from posenc_core.models import trained as _trained
    from posenc_core.schemes import *  # noqa: F403
    from posenc_core.testing import assert_alibi as assert_alibi
    from posenc_core.testing import assert_positions as assert_positions
    from posenc_core.testing import assert_relative_bias as assert_relative_bias
    from posenc_core.testing import assert_rotary as assert_rotary
    from posenc_core.testing import assert_sinusoidal as assert_sinusoidal
    from posenc_core.text.messages import language as language

    extrapolation = _trained

__version__ = "1.0.0"

_ANALYSIS = (
    *("attention", "criteria", "geometry", "images", "numbering", "pairing", "pictures", "precision", "sentence"),
    "shift",
)

_MODULES = {
    **{name: f"analysis.{name}" for name in _ANALYSIS},
    "extrapolation": "models.trained",
    # names in earlier documents
    "assertion": "testing",
    "base": "foundation.base",
    "files": "readers",
}
"""Public short names of modules."""

_OBJECTS = {
    **dict.fromkeys(schemes.__all__, "schemes"),
    **dict.fromkeys(("Param", "Scheme", "param"), "foundation.base"),
    **dict.fromkeys(("Choice", "Numbers", "Real", "Switch", "Text", "Whole"), "foundation.domains"),
    **dict.fromkeys(("Diagnosis", "diagnose"), "diagnosis"),
    **dict.fromkeys(("assert_alibi", "assert_positions", "assert_relative_bias"), "testing"),
    **dict.fromkeys(("assert_rotary", "assert_sinusoidal"), "testing"),
    **dict.fromkeys(("KNOWN_BUGS", "MISTAKES"), "known_bugs"),
    "language": "text.messages",
    "mrope_positions": "analysis.images",
}
"""Functions and classes that load at first use, with their modules."""

_PACKAGES = (
    *("analysis", "command", "data_files", "diagnosis", "exercises", "known_bugs", "models", "pauses", "plot"),
    *("readers", "testing"),
)
"""Modules of this package that load at first use under their own name."""

if not TYPE_CHECKING:
    # without names that numbers or typing also define (Real, Text, ...), and without `plot`, which needs Plotly
    __all__ = [name for name, module in _OBJECTS.items() if module != "foundation.domains"]
    __all__ += [*_MODULES, "diagnosis", "models"]


def __getattr__(name: str) -> Any:
    if module := _OBJECTS.get(name):
        value = getattr(import_module(f"{__name__}.{module}"), name)
    elif name in _MODULES or name in _PACKAGES:
        value = import_module(f"{__name__}.{_MODULES.get(name, name)}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_OBJECTS, *_PACKAGES})


class _ShortNames:
    """Import hook for the short names of modules: `import posenc_core.geometry`."""

    @staticmethod
    def find_spec(fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        return ModuleSpec(fullname, _ShortNames) if package == __name__ and name in _MODULES else None  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: ModuleSpec) -> Any:
        return __getattr__(spec.name.rpartition(".")[2])

    @staticmethod
    def exec_module(module: Any) -> None:
        """Do nothing: the module has been executed under its full name."""


sys.meta_path.append(_ShortNames)
