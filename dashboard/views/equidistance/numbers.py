"""Equidistance: distances at every offset, and of the same steps in two lengths."""

import pandas as pd

from dashboard.memory import kept
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import table
from posenc_core import Scheme, geometry
from posenc_core.geometry import OffsetDistances


@kept
def offset_distances(scheme: Scheme, length: int, dim: int) -> OffsetDistances:
    """Distances at every offset up to n / 2, measured on all pairs."""
    found = geometry.distances_by_offset(table(scheme, length, dim), max(length // 2, 1))
    for array in found:
        array.flags.writeable = False
    return found


def lengths(study: Study) -> pd.DataFrame:
    """The mean distance of the same steps in two sequences of different length, and their ratio."""
    first, second = study.length, study.options["n2"]
    offsets = [k for k in dict.fromkeys((study.offset, 1, 2, 9, 19)) if k < max(first, second)]
    rows = [
        (scheme.name, k, *(_mean_step(study, scheme, n, k) for n in (first, second)))
        for scheme in study.schemes
        for k in offsets
    ]
    found = pd.DataFrame(rows, columns=["scheme", "k", "first", "second"])
    found["ratio"] = found["first"] / found["second"].where(found["second"] > 0)
    return found


def _mean_step(study: Study, scheme: Scheme, length: int, offset: int) -> float | None:
    """The mean distance over the positions that both sequences have; None where there is none."""
    both = min(study.length, study.options["n2"]) - offset
    found = measurements.steps(scheme, length, study.dim, offset)
    # a longer sequence has other positions besides, which may have other steps
    return float(found[: both if both > 0 else None].mean()) if len(found) else None
