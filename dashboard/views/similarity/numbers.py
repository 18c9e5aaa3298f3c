"""Similarity: the log law, the sinusoid at several bases, and where it comes nearest again."""

import numpy as np

from dashboard.memory import kept
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import AtBase
from posenc_core import Sinusoidal
from posenc_core.arrays import Array

SEARCHED = 300_000
"""Offsets that are searched for a position that comes nearest again: some hundredths of a second."""

BASES = (10.0, 100.0, 1e3, 1e4, 1e5, 5e5)
"""Bases of the sinusoid that stand beside its own."""

SLIDER = (2.0, *BASES[:-1], 1e6)
"""What the slider of the base offers."""


def log_law(study: Study, scheme: Sinusoidal) -> Array | None:
    """The law 1 − (ln k + 0.577) / ln B of the cosine, in the measure that is shown; None where it does not speak."""
    k = np.abs(np.arange(study.length) - study.position).astype(np.float64)
    k[study.position] = np.nan
    cosine: Array = 1 - (np.log(k) + np.euler_gamma) / np.log(scheme.base)
    if study.measure == "cosine":
        return cosine
    if study.measure == "dot":
        return cosine * study.dim / 2
    distance: Array = np.sqrt(np.maximum(study.dim * (1 - cosine), 0))
    return distance if study.measure == "distance" else None


def at_bases(study: Study) -> tuple[list[AtBase], AtBase]:
    """The sinusoid at some bases, its own among them. -> all of them, and its own"""
    own = study.known["Sinusoidal"]
    assert isinstance(own, Sinusoidal)
    rows = [measurements.at_base(base, study.length, study.dim) for base in sorted({*BASES, own.base})]
    return rows, next(row for row in rows if row.base == own.base)


@kept
def nearest_again(base: float, dim: int) -> tuple[int, float]:
    """The offset from 1 to SEARCHED at which the sinusoid comes nearest to where it was, and that distance."""
    found = Sinusoidal(base=base).distance_at_offset(range(SEARCHED + 1), dim, length=SEARCHED)
    if found is None:
        raise ValueError(f"dim = {dim} must be even: an odd one has no distance that depends on the offset alone")
    offset = int(found[1:].argmin()) + 1
    return offset, float(found[offset])
