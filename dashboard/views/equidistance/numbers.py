"""Numbers of Equidistance: distances at every offset, and of equal steps at two lengths."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from dashboard.numbers import measurements
from dashboard.numbers.measurements import table
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.analysis import criteria, geometry
from posenc_core.analysis.geometry import OffsetDistances
from posenc_core.arrays import Array

FEW = 10
"""Number of positions compared at two lengths: few enough to read each cell."""


@shared_cache
def offset_distances(scheme: Scheme, length: int, dim: int) -> OffsetDistances:
    """Distances at every offset up to n / 2, from all pairs."""
    distances = geometry.distances_by_offset(table(scheme, length, dim), max(length // 2, 1))
    for array in distances:
        array.flags.writeable = False
    return distances


def at_both(study: Study) -> Study:
    """Study with the schemes that support the second length."""
    second = study.options["n2"]
    return replace(study, schemes=tuple(scheme for scheme in study.schemes if scheme.rows_within(second) == second))


def first_positions(study: Study) -> int:
    """Return the number of compared first positions."""
    return min(study.length, int(study.options["n2"]), FEW)


def first_distances(scheme: Scheme, study: Study, count: int) -> tuple[Array, Array]:
    """Distances of the first few positions in both sequences, each (count, count)."""
    first, second = (
        geometry.distances(scheme.encode(range(count), study.dim, length=length))
        for length in (study.length, study.options["n2"])
    )
    return first, second


class Pair(NamedTuple):
    """Comparison of two positions."""

    scheme: str
    distance: float
    norm: float
    """Norm of the first vector."""
    other_norm: float
    dot: float
    cosine: float
    """NaN for a zero vector."""


def pair_start(study: Study) -> int:
    """Return the selected position, or the last one with a position k later."""
    return min(study.position, study.length - 1 - study.offset)


def one_pair(study: Study) -> pd.DataFrame:
    """Distance, norms, dot product, and cosine of p and p + k in every scheme."""
    start = pair_start(study)
    rows = []
    for scheme in study.schemes:
        both = scheme.encode([start, start + study.offset], study.dim, length=study.length)
        (norm, other), dot = geometry.norms(both), float(both[0] @ both[1])
        size = norm * other
        distance = float(geometry.distances(both)[0, 1])
        rows.append(Pair(scheme.name, distance, norm, other, dot, dot / size if size else np.nan))
    return pd.DataFrame(rows, columns=Pair._fields)


@shared_cache
def repeats_its_number(scheme: Scheme, length: int, dim: int) -> bool:
    """Return whether each vector consists of one repeated number, at the first positions."""
    rows = scheme.encode(range(min(length, 64)), dim, length=length)
    return dim > 1 and bool(rows.any()) and bool((rows == rows[:, :1]).all())


def lengths(study: Study) -> pd.DataFrame:
    """Mean distances at both lengths, their ratio, and the ratio to the mean distance at k = 1."""
    first, second = study.length, study.options["n2"]
    offsets = sorted({k for k in (study.offset, 1, 2, 9, 19) if k < max(first, second)})
    rows = []
    for scheme in study.schemes:
        one = _mean(measurements.steps(scheme, first, study.dim, 1))
        for k in offsets:
            here, there = (measurements.steps(scheme, n, study.dim, k) for n in (first, second))
            mean = _mean(here)
            rows.append((scheme.name, k, mean, _mean(there), same_step(there, here), _share(mean, one)))
    return pd.DataFrame(rows, columns=["scheme", "k", "first", "second", "ratio", "steps"])


def same_step(here: Array, there: Array) -> float:
    """Ratio of steps from the same positions at two lengths; NaN if it is not constant."""
    # only the common positions: a longer sequence has others
    both = min(len(here), len(there))
    if not both:
        return np.nan
    here, there = here[:both], there[:both]
    size = max(here.max(), there.max())
    for ratio in (1.0, _share(_mean(here), _mean(there))):
        if np.abs(here - ratio * there).max() <= criteria.EQUAL * size:
            return ratio
    return np.nan


def _mean(steps: Array) -> float:
    return float(steps.mean()) if len(steps) else np.nan


def _share(value: float, whole: float) -> float:
    return value / whole if whole else np.nan
