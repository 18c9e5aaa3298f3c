"""What is this table? Every account that may explain it is tried; the one that leaves least is taken, or none."""

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import Array
from posenc_core.diagnosis.mistakes import MISTAKES
from posenc_core.diagnosis.reading import Diagnosis, Reading, Storage
from posenc_core.scheme import Scheme
from posenc_core.schemes import SCHEMES
from posenc_core.source import Source

EXPLAINED = 0.05
"""An account that leaves more than this share is none."""


def diagnose(table: ArrayLike) -> Diagnosis:
    """What a table of numbers is, with which parameters, how far off, and what else is equally true. (n, d)

    A row is a position; a table that has a column for each is turned over. ValueError for anything that is no finite
    `(n, d)` array of real numbers.
    """
    source = Source.of(table, None, None)
    numbers = source.rows(0, source.length)
    n, d = numbers.shape
    size = float(np.linalg.norm(numbers)) or 1.0
    makers = {
        ("scheme", name): partial(_of_scheme, make(), n, d)
        for name, make in SCHEMES.items()
        if not make().lacks("vectors", n, d)
    } | {("mistake", name): partial(each.table, n, d, 10000.0) for name, each in MISTAKES.items()}
    readings = sorted(
        (
            Reading(kind, name, {}, float(np.linalg.norm(numbers - made())) / size, None, made)  # type: ignore[arg-type]
            for (kind, name), made in makers.items()
        ),
        key=lambda reading: reading.misfit,
    )
    best, runner_up = readings[:2]
    if best.misfit > EXPLAINED:
        best, runner_up = Reading("unknown", "unknown", {}, best.misfit), best
    rest = numbers - (runner_up if best.kind == "unknown" else best).numbers()
    return Diagnosis(
        (n, d),
        Storage("float64", None, 2.0**-53),
        best,
        (),
        runner_up,
        False,
        best.misfit,
        np.linalg.norm(rest, axis=1) / (size / np.sqrt(n)),
        np.linalg.norm(rest, axis=0) / (size / np.sqrt(d)),
        (),
        (),
    )


def _of_scheme(scheme: Scheme, length: int, dim: int) -> Array:
    return scheme.encode(range(length), dim).astype(np.float64, copy=False)
