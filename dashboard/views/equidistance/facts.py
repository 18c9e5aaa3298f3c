"""Facts of Equidistance: distances at one offset, at every offset, of one pair, and at another length."""

from dataclasses import replace

import numpy as np
import pandas as pd

from dashboard.numbers import measurements
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import Normalized, Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry
from posenc_core.analysis.geometry import OffsetDistances
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

FEW = 10
"""Number of positions compared at two lengths: few enough to read each cell."""


@shared_cache
def offset_distances(scheme: Scheme, length: int, dim: int) -> OffsetDistances:
    """Distances at every offset up to n / 2, from all pairs."""
    distances = geometry.distances_by_offset(measurements.table(scheme, length, dim), max(length // 2, 1))
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


def pair_start(study: Study) -> int:
    """Return the selected position, or the last one with a position k later."""
    return min(study.position, study.length - 1 - study.offset)


def one_pair(study: Study) -> pd.DataFrame:
    """Distance, norms, dot product, and cosine of p and p + k in every scheme."""
    start = pair_start(study)
    rows = []
    for scheme in study.schemes:
        vectors = scheme.encode([start, start + study.offset], study.dim, length=study.length)
        norm, other = geometry.norms(vectors)
        dot = float(vectors[0] @ vectors[1])
        rows.append(
            {
                "scheme": scheme.name,
                "distance": float(geometry.distances(vectors)[0, 1]),
                "norm": norm,
                "other_norm": other,
                "dot": dot,
                "cosine": _ratio(dot, norm * other),
            }
        )
    return pd.DataFrame(rows)


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
            rows.append((scheme.name, k, mean, _mean(there), same_step(there, here), _ratio(mean, one)))
    return pd.DataFrame(rows, columns=["scheme", "k", "first", "second", "ratio", "steps"])


def same_step(here: Array, there: Array) -> float:
    """Ratio of steps from the same positions at two lengths; NaN if it is not constant."""
    # only the common positions: a longer sequence has others
    both = min(len(here), len(there))
    if not both:
        return np.nan
    here, there = here[:both], there[:both]
    size = max(here.max(), there.max())
    for ratio in (1.0, _ratio(_mean(here), _mean(there))):
        if np.abs(here - ratio * there).max() <= criteria.EQUAL * size:
            return ratio
    return np.nan


def _mean(steps: Array) -> float:
    return float(steps.mean()) if len(steps) else np.nan


def _ratio(value: float, whole: float) -> float:
    """Quotient; NaN for a division by 0."""
    return value / whole if whole else np.nan


def opening(study: Study) -> list[Claim]:
    """Return the encodings with constant distance at offset k, and the others."""
    n, k = study.length, study.offset
    if n == 1:
        return [claim("equidistance-single")]
    if k == n - 1:
        return [claim("equidistance-only", length=n, offset=k)]
    names: dict[str, list[str]] = {"constant": [], "varies": []}
    for scheme in study.schemes:
        spread = geometry.spread(measurements.steps(scheme, n, study.dim, k))
        names["constant" if spread.is_constant else "varies"].append(scheme.name)
    return [claim(f"equidistance-{id}", schemes=tuple(group), offset=k) for id, group in names.items() if group]


def cell(scheme: Scheme, study: Study) -> list[Claim]:
    """Distances at offset k, and the effect of the second length."""
    k, second = study.offset, study.options["n2"]
    here = measurements.steps(scheme, study.length, study.dim, k)
    if not len(here):
        return []
    step = geometry.spread(here)
    where = {"position": step.at_smallest, "other": step.at_largest}
    claims = [claim("equidistance-cell-range", low=step.smallest, high=step.largest, **where, offset=k)]
    if len(here) == 1:
        claims = [claim("compare-distance-only", mean=step.mean, offset=k)]
    elif step.is_constant:
        claims = [claim("compare-distance-constant", mean=step.mean, offset=k)]
    if second == study.length or second <= k or scheme.rows_within(second) < second:
        return claims
    ratio = same_step(measurements.steps(scheme, second, study.dim, k), here)
    if ratio == 1:
        claims.append(claim("equidistance-length-same", length=second))
    elif not np.isnan(ratio):
        claims.append(claim("equidistance-length-factor", factor=ratio, length=second))
    return claims


def cell_of_offsets(bands: OffsetDistances) -> list[Claim]:
    """Offset with the largest variation of distances, and offset at which the mean grows faster again."""
    last = len(bands.mean)
    # relative to the extremes, as on the scorecard
    missing = np.nan_to_num(criteria.relative_gap(bands.smallest, bands.largest))
    if missing.max() <= criteria.EQUAL:
        claims = [claim("equidistance-offsets-constant", offset=last)]
    else:
        worst = geometry.first_equal(missing, missing.max())
        low, high = float(bands.smallest[worst]), float(bands.largest[worst])
        claims = [claim("equidistance-offsets-range", low=low, high=high, offset=worst + 1)]
    rise = geometry.first_rise(np.diff(bands.mean, prepend=0))
    if rise is None:
        return [*claims, claim("equidistance-no-rise", offset=last)]
    return [*claims, claim("equidistance-rise", offset=rise + 2)]


def pair_notes(study: Study) -> list[Claim]:
    """Reasons for another pair than p and p + k, and for large distances with equal columns."""
    k, d, claims = study.offset, study.dim, []
    if pair_start(study) < study.position:
        claims.append(claim("equidistance-pair-last", offset=k, position=study.position))
    if names := tuple(s.name for s in study.schemes if repeats_its_number(s, study.length, d)):
        claims.append(claim("equidistance-repeated", schemes=names, dim=d))
    return claims


def length_notes(study: Study) -> list[Claim]:
    """Reasons for a missing comparison with the second length."""
    second = study.options["n2"]
    ends = [(s.name, s.rows_within(second)) for s in study.schemes if s.rows_within(second) < second]
    reasons = [claim("equidistance-ends", scheme=name, end=end, length=second) for name, end in ends]
    if second == study.length:
        reasons.append(claim("equidistance-lengths-equal", length=second))
    return reasons


@shared_cache
def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions about distances."""
    scheme = Sinusoidal(layout="concatenated")
    distances = tuple(float(geometry.distances_at_offset(scheme, k, length=5, dim=6)[0]) for k in range(1, 5))
    apart = np.array([geometry.distances_at_offset(Sinusoidal(), k, length=56, dim=512)[0] for k in range(1, 56)])
    growth, five = np.diff(apart, prepend=0), {n: Normalized().encode([2, 7], 1, length=n)[:, 0] for n in (12, 56)}
    rise = geometry.first_rise(growth)
    assert rise
    last = int(np.flatnonzero(growth < 0)[0])
    neighbors = Sinusoidal().encode(range(2), 6)
    short, long = (float(geometry.distances_at_offset(Normalized(), 1, length=n, dim=1)[0]) for n in (12, 56))
    text, cut = (Normalized().encode(range(n), 1, length=n)[:, 0] for n in (50, 25))
    return [
        claim("equidistance-one-offset", distances=distances),
        claim("equidistance-pairs"),
        claim(
            "equidistance-divided",
            low=long,
            high=short,
            whole=50,
            position=25,
            share=float(text[9]),
            value=float(text[25]),
            start=float(cut[0]),
        ),
        claim(
            "equidistance-words", high=float(np.ptp(five[12])), low=float(np.ptp(five[56])), distance=float(apart[4])
        ),
        claim(
            "equidistance-growth",
            offset=rise + 2,
            low=float(growth[rise]),
            high=float(growth[rise + 1]),
            last=last,
            later=last + 1,
        ),
        claim(
            "equidistance-dots", value=float(neighbors[0] @ neighbors[1]), high=float(neighbors[0] @ neighbors[1] / 3)
        ),
    ]
