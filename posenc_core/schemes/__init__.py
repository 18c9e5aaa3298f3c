"""The encodings, one module each, and their registry; each loads at first use.

A new encoding is imported with `as`, which type checkers take for public, and added to the end of NAMES.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from posenc_core.arrays import argument_error, did_you_mean, match_option

if TYPE_CHECKING:
    from posenc_core.foundation.base import Scheme
    from posenc_core.schemes.alibi import ALiBi as ALiBi
    from posenc_core.schemes.axialrope import AxialRoPE as AxialRoPE
    from posenc_core.schemes.binary import Binary as Binary
    from posenc_core.schemes.customtable import CustomTable as CustomTable
    from posenc_core.schemes.fire import FIRE as FIRE
    from posenc_core.schemes.fourier import Fourier as Fourier
    from posenc_core.schemes.gray import Gray as Gray
    from posenc_core.schemes.grid import Grid as Grid
    from posenc_core.schemes.index import Index as Index
    from posenc_core.schemes.kerple import KERPLE as KERPLE
    from posenc_core.schemes.learned import Learned as Learned
    from posenc_core.schemes.mrope import MRoPE as MRoPE
    from posenc_core.schemes.nerf import NeRF as NeRF
    from posenc_core.schemes.nope import NoPE as NoPE
    from posenc_core.schemes.normalized import Normalized as Normalized
    from posenc_core.schemes.rope import RoPE as RoPE
    from posenc_core.schemes.sandwich import Sandwich as Sandwich
    from posenc_core.schemes.shaw import Shaw as Shaw
    from posenc_core.schemes.sinusoidal import Sinusoidal as Sinusoidal
    from posenc_core.schemes.slidingwindow import SlidingWindow as SlidingWindow
    from posenc_core.schemes.t5 import T5 as T5
    from posenc_core.schemes.transformerxl import TransformerXL as TransformerXL
    from posenc_core.schemes.xpos import xPos as xPos

    ALL_SCHEMES: dict[str, type[Scheme]]
    """Classes by name. CustomTable is missing because it needs a table."""
    SCHEMES: dict[str, type[Scheme]]
    """Classes whose positions have one axis."""

NAMES = (
    *("Index", "Normalized", "Binary", "Sinusoidal", "Gray", "RoPE", "ALiBi", "T5", "KERPLE", "FIRE", "Sandwich"),
    *("NoPE", "Fourier", "Grid", "Learned", "xPos", "NeRF", "SlidingWindow", "AxialRoPE", "MRoPE", "Shaw"),
    "TransformerXL",
)
"""Names of `ALL_SCHEMES`; the order gives colors and dashes."""


def _load(name: str) -> type[Scheme]:
    kind: type[Scheme] = getattr(import_module(f"{__name__}.{name.lower()}"), name)
    return kind


def __getattr__(name: str) -> Any:
    """Load a class at first use, or the registries: all classes by name, and those whose positions have one axis."""
    if name in (*NAMES, "CustomTable"):
        value: Any = _load(name)
    elif name == "ALL_SCHEMES":
        value = {name: _load(name) for name in NAMES}
    elif name == "SCHEMES":
        value = {name: kind for name, kind in __getattr__("ALL_SCHEMES").items() if kind().axes == 1}
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *NAMES, "ALL_SCHEMES", "CustomTable", "SCHEMES"})


@overload
def scheme(name: Literal["FIRE", "fire"], **parameters: Any) -> FIRE: ...
@overload
def scheme(name: Literal["KERPLE", "kerple"], **parameters: Any) -> KERPLE: ...
@overload
def scheme(name: Literal["T5", "t5"], **parameters: Any) -> T5: ...
@overload
def scheme(name: Literal["ALiBi", "alibi"], **parameters: Any) -> ALiBi: ...
@overload
def scheme(name: Literal["AxialRoPE", "axialrope"], **parameters: Any) -> AxialRoPE: ...
@overload
def scheme(name: Literal["Binary", "binary"], **parameters: Any) -> Binary: ...
@overload
def scheme(name: Literal["Fourier", "fourier"], **parameters: Any) -> Fourier: ...
@overload
def scheme(name: Literal["Gray", "gray"], **parameters: Any) -> Gray: ...
@overload
def scheme(name: Literal["Grid", "grid"], **parameters: Any) -> Grid: ...
@overload
def scheme(name: Literal["Index", "index"], **parameters: Any) -> Index: ...
@overload
def scheme(name: Literal["Learned", "learned"], **parameters: Any) -> Learned: ...
@overload
def scheme(name: Literal["MRoPE", "mrope"], **parameters: Any) -> MRoPE: ...
@overload
def scheme(name: Literal["NeRF", "nerf"], **parameters: Any) -> NeRF: ...
@overload
def scheme(name: Literal["NoPE", "nope"], **parameters: Any) -> NoPE: ...
@overload
def scheme(name: Literal["Normalized", "normalized"], **parameters: Any) -> Normalized: ...
@overload
def scheme(name: Literal["RoPE", "rope"], **parameters: Any) -> RoPE: ...
@overload
def scheme(name: Literal["Sandwich", "sandwich"], **parameters: Any) -> Sandwich: ...
@overload
def scheme(name: Literal["Shaw", "shaw"], **parameters: Any) -> Shaw: ...
@overload
def scheme(name: Literal["Sinusoidal", "sinusoidal"], **parameters: Any) -> Sinusoidal: ...
@overload
def scheme(name: Literal["SlidingWindow", "slidingwindow"], **parameters: Any) -> SlidingWindow: ...
@overload
def scheme(name: Literal["TransformerXL", "transformerxl"], **parameters: Any) -> TransformerXL: ...
@overload
def scheme(name: Literal["xPos", "xpos"], **parameters: Any) -> xPos: ...
@overload
def scheme(name: str, **parameters: Any) -> Scheme: ...
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
    kind = _load(match_option(plain, NAMES, "name"))
    names = [parameter.name for parameter in kind.parameters()]
    for parameter in parameters:
        if parameter not in names:
            listed = ", ".join(names) or "none"
            hint = did_you_mean(parameter, names)
            error = argument_error("parameter", name=parameter, scheme=kind.name, text=listed)
            raise ValueError(f"{error}{hint}")
    return kind(**parameters)


if not TYPE_CHECKING:
    __all__ = ["SCHEMES", "CustomTable", "scheme", *NAMES]
