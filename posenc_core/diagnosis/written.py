"""Is a table what code with a known mistake makes? Each mistake of the catalogue is tried as it is written."""

from functools import partial

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis.fitting import NEAR, account, share
from posenc_core.diagnosis.mistakes import MISTAKES, Mistake
from posenc_core.diagnosis.reading import Reading, Seen
from posenc_core.schemes import Sinusoidal

BASES = (10000.0, 1000.0, 100.0, 100000.0, 500000.0, 1000000.0)
"""The usual ones."""

COST = 8.0
"""What it takes to say a mistake and one of these, in nats."""

LEAST_ROWS = 4
"""Of fewer rows most mistakes leave the same."""

ROWS = 8
"""So many rows are looked at first."""


def readings(seen: Seen) -> list[Reading]:
    """Mistakes that leave little of a table, for whatever is not found by its shape."""
    if seen.hidden is not None or not seen.norm or len(seen.numbers) < LEAST_ROWS:
        return []
    found = [_account(seen, each, base) for each in MISTAKES.values() for base in BASES]
    return [each for each in found if each is not None and each.misfit <= NEAR]


def _account(seen: Seen, mistake: Mistake, base: float) -> Reading | None:
    length, dim = seen.numbers.shape
    few = seen.numbers[:ROWS]
    made = _made(mistake, len(few), dim, base)
    if made is None or made.shape != few.shape or share(few - made, few) > NEAR:
        return None
    make = partial(mistake.table, length, dim, base)
    meant = Sinusoidal(base=base)
    return account(seen, mistake.name, {"base": base}, make, cost=COST, kind="mistake", scheme=meant)


def _made(mistake: Mistake, length: int, dim: int, base: float) -> Array | None:
    """The first rows of it; None at a size that it has not."""
    try:
        return np.asarray(mistake.table(length, dim, base))
    except ValueError:
        return None
