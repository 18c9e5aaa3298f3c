"""Equidistance: distances at every offset, and of the same steps in two lengths."""

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
"""Positions whose distances are drawn for two lengths: enough to see that they are equal, and few enough to count."""


@shared_cache
def offset_distances(scheme: Scheme, length: int, dim: int) -> OffsetDistances:
    """Distances at every offset up to n / 2, measured on all pairs."""
    found = geometry.distances_by_offset(table(scheme, length, dim), max(length // 2, 1))
    for array in found:
        array.flags.writeable = False
    return found


def at_both(study: Study) -> Study:
    """The study of those schemes that the second length does not outgrow."""
    second = study.options["n2"]
    return replace(study, schemes=tuple(scheme for scheme in study.schemes if scheme.rows_within(second) == second))


def first_positions(study: Study) -> int:
    """How many positions both sequences have, up to ten."""
    return min(study.length, int(study.options["n2"]), FEW)


def first_distances(scheme: Scheme, study: Study, count: int) -> tuple[Array, Array]:
    """How far the first few positions are from each other, in both sequences. -> (count, count) twice."""
    first, second = (
        geometry.distances(scheme.encode(range(count), study.dim, length=length))
        for length in (study.length, study.options["n2"])
    )
    return first, second


class Pair(NamedTuple):
    """What two positions have to do with each other."""

    scheme: str
    distance: float
    norm: float
    """Of the first one."""
    other_norm: float
    dot: float
    cosine: float
    """NaN with a zero vector."""


def pair_start(study: Study) -> int:
    """The chosen position, or the last one that has another k tokens on."""
    return min(study.position, study.length - 1 - study.offset)


def one_pair(study: Study) -> pd.DataFrame:
    """Distance, norms, dot product and cosine of the positions p and p + k, in every scheme."""
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
    """Whether every column holds the same number, in all of the first positions."""
    rows = scheme.encode(range(min(length, 64)), dim, length=length)
    return dim > 1 and bool(rows.any()) and bool((rows == rows[:, :1]).all())


def lengths(study: Study) -> pd.DataFrame:
    """The mean distance at both lengths, the ratio of those that both have, and how many times that at k = 1 it is."""
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
    """How many times as long a step is as the one from the same position there; NaN where no number says it for all."""
    # a longer sequence has other positions besides, which may have other steps
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
