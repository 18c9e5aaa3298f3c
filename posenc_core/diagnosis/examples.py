"""Which tables are there to try? Every mistake of the catalogue, a right formula, and what training made."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from posenc_core.arrays import Array
from posenc_core.diagnosis.mistakes import MISTAKES
from posenc_core.scheme import Scheme
from posenc_core.schemes import Learned, Sinusoidal

SIZE = (128, 64)
"""Rows and columns of a table with a mistake."""

BASE = 10000.0


def _of_scheme(scheme: Scheme, length: int, dim: int) -> Array:
    return scheme.encode(range(length), dim).astype(float, copy=False)


EXAMPLES: Mapping[str, Callable[[], Array]] = MappingProxyType(
    {name: partial(each.table, *SIZE, BASE) for name, each in MISTAKES.items()}
    | {
        "no mistake": partial(_of_scheme, Sinusoidal(), *SIZE),
        "learned": partial(_of_scheme, Learned(), *(Learned.own_size or SIZE)),
    }
)
"""Each by the name that a link gives it."""
