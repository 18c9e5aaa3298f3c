"""Numbers of the door of code: RoPE with each bug, the tests that find it, and its dot product along a sequence."""

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers.memory import shared_cache
from posenc_core.analysis import pairing
from posenc_core.analysis.pairing import CORRECT_CODE, KEY, QUERY, ROTATION_BUGS, Code, Trial
from posenc_core.arrays import Array, read_only

CODES: dict[str, Code] = {"none": CORRECT_CODE["interleaved"], **ROTATION_BUGS}
"""Correct code, and code with each bug."""

APART, WALKED = 3, 128
"""Offset between a query and a key that move together, and number of positions."""


@shared_cache
def trials() -> dict[str, Trial]:
    """Test norms and positions for correct code and every bug."""
    return {name: pairing.trial(code, QUERY, KEY) for name, code in CODES.items()}


def detection_matrix() -> NDArray[np.bool_]:
    """Return whether the tests of norms, positions, and reference values find each bug, shape (codes, 3)."""
    every = trials()
    right = every["none"].scores[0]
    return np.array(
        [
            (not row.keeps_length, not row.same_everywhere, not np.allclose(row.scores, right, rtol=0, atol=1e-9))
            for row in every.values()
        ]
    )


@shared_cache
def walk(name: str) -> Array:
    """Score of a query and a key at a fixed offset, as both move, shape (WALKED,)."""
    places = [(start + APART, start) for start in range(WALKED)]
    return read_only(pairing.scores(CODES[name], QUERY, KEY, places))
