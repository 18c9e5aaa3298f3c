"""Which tables are there to try? Every mistake of the catalogue, right ones, and what no formula makes."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Scheme
from posenc_core.known_bugs.catalog import MISTAKES
from posenc_core.schemes import ALiBi, Binary, Learned, Sinusoidal

__all__ = []

SIZE = (128, 64)  # rows and columns of most
SIZES = {"bfloat16 positions": (512, 64), "float16 angles": (2048, 64)}  # of bugs that hardly show at that size
BASE = 10000.0


def _of_scheme(scheme: Scheme, length: int = SIZE[0], dim: int = SIZE[1]) -> Array:
    return scheme.encode(range(length), dim).astype(float, copy=False)


def _float16() -> Array:
    return _of_scheme(Sinusoidal(layout="concatenated")).astype(np.float16).astype(float)


def _stretched() -> Array:
    # as NTK-aware scaling chooses the base for a text 4 times as long
    return _of_scheme(Sinusoidal(base=BASE * 4 ** (SIZE[1] / (SIZE[1] - 2))))


def _added(deviation: float) -> Array:
    """The formula, and random numbers of this size on top of it."""
    return _of_scheme(Sinusoidal()) + np.random.default_rng(0).normal(0, deviation, SIZE)


def _random() -> Array:
    return np.random.default_rng(0).normal(0, 0.02, SIZE)


def _biases() -> Array:
    """Those of the first of 8 heads, to either side."""
    return np.asarray(ALiBi(direction="symmetric").bias(range(SIZE[0]), range(SIZE[0]), 8)[0])


EXAMPLES: Mapping[str, Callable[[], Array]] = MappingProxyType(
    {name: partial(each.table, *SIZES.get(name, SIZE), BASE) for name, each in MISTAKES.items()}
    | {
        "no mistake": partial(_of_scheme, Sinusoidal()),
        "Tensor2Tensor": partial(_of_scheme, Sinusoidal(layout="concatenated", schedule="Tensor2Tensor")),
        "concatenated float16": _float16,
        "NTK x 4": _stretched,
        # the formula has the rms √(1/2)
        "noise": partial(_added, 0.01 * 0.5**0.5),
        "tokens added": partial(_added, SIZE[1] ** -0.5),
        "learned": partial(_of_scheme, Learned(), *(Learned.own_size or SIZE)),
        "random": _random,
        "binary": partial(_of_scheme, Binary(), SIZE[0], 8),
        "ALiBi": _biases,
    }
)
"""Each by the name that a link gives it."""
