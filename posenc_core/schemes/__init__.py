"""Which schemes are there? One file each, listed in the order in which one would teach them."""

from posenc_core.scheme import Scheme
from posenc_core.schemes.binary import Binary
from posenc_core.schemes.index import Index
from posenc_core.schemes.normalized import Normalized
from posenc_core.schemes.sinusoidal import Sinusoidal

SCHEMES: dict[str, type[Scheme]] = {scheme.name: scheme for scheme in (Index, Normalized, Binary, Sinusoidal)}
"""Name -> class of every scheme, in teaching order."""

__all__ = ["SCHEMES", "Binary", "Index", "Normalized", "Sinusoidal"]
