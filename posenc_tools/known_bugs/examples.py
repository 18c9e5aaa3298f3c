"""Example tables: every known bug, correct formulas, and tables without a formula."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Scheme
from posenc_core.schemes import ALiBi, Binary, Learned, Sinusoidal
from posenc_tools.known_bugs.catalogue import KNOWN_BUGS

SIZE = (128, 64)  # rows and columns of most examples
SIZES = {"bfloat16 positions": (512, 64), "float16 angles": (2048, 64)}  # bugs that show only at late positions
BASE = 10000.0


def _table_of(scheme: Scheme, length: int = SIZE[0], dim: int = SIZE[1]) -> Array:
    return scheme.encode(range(length), dim).astype(float, copy=False)


def _float16() -> Array:
    return _table_of(Sinusoidal(layout="concatenated")).astype(np.float16).astype(float)


def _with_noise(deviation: float) -> Array:
    """Sinusoidal table plus white noise of a standard deviation."""
    return _table_of(Sinusoidal()) + np.random.default_rng(0).normal(0, deviation, SIZE)


EXAMPLES: Mapping[str, Callable[[], Array]] = {
    **{name: partial(bug.table, *SIZES.get(name, SIZE), BASE) for name, bug in KNOWN_BUGS.items()},
    "no mistake": partial(_table_of, Sinusoidal()),
    "Tensor2Tensor": partial(_table_of, Sinusoidal(layout="concatenated", schedule="Tensor2Tensor")),
    "concatenated float16": _float16,
    # base of NTK-aware scaling by a factor of 4
    "NTK x 4": partial(_table_of, Sinusoidal(base=BASE * 4 ** (SIZE[1] / (SIZE[1] - 2)))),
    # the rms of the formula is √(1/2)
    "noise": partial(_with_noise, 0.01 * 0.5**0.5),
    "tokens added": partial(_with_noise, SIZE[1] ** -0.5),
    "learned": partial(_table_of, Learned(), *(Learned.own_size or SIZE)),
    "random": lambda: np.random.default_rng(0).normal(0, 0.02, SIZE),
    "binary": partial(_table_of, Binary(), SIZE[0], 8),
    # the first of 8 heads
    "ALiBi": lambda: ALiBi(direction="symmetric").bias(range(SIZE[0]), range(SIZE[0]), 8)[0],
}
"""Functions that compute the examples, by the name in links."""
