"""Claims of Equidistance: distances at one offset, at every offset, and at another length."""

from collections.abc import Sequence

import numpy as np

from dashboard.numbers import measurements
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.equidistance import numbers
from posenc_core import Normalized, Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry
from posenc_core.analysis.geometry import OffsetDistances
from posenc_core.text.messages import Claim, claim

Facts = Sequence[tuple[Scheme, Sequence[Claim]]]
"""Cells of each encoding."""


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
    k, second, size = study.offset, study.options["n2"], (study.dim, study.offset)
    here = measurements.steps(scheme, study.length, *size)
    if not len(here):
        return []
    step = geometry.spread(here)
    if len(here) == 1:
        claims = [claim("equidistance-cell-only", distance=step.mean, offset=k)]
    elif step.is_constant:
        claims = [claim("equidistance-cell-constant", distance=step.mean, offset=k)]
    else:
        where = {"position": step.at_smallest, "other": step.at_largest}
        claims = [claim("equidistance-cell-range", low=step.smallest, high=step.largest, **where, offset=k)]
    if second == study.length or second <= k or scheme.rows_within(second) < second:
        return claims
    ratio = numbers.same_step(measurements.steps(scheme, second, *size), here)
    if ratio == 1:
        return [*claims, claim("equidistance-length-same", length=second)]
    return claims if np.isnan(ratio) else [*claims, claim("equidistance-length-factor", factor=ratio, length=second)]


def offsets(bands: OffsetDistances) -> list[Claim]:
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


def pair(study: Study) -> list[Claim]:
    """Reasons for another pair than p and p + k, and for large distances with equal columns."""
    k, d, claims = study.offset, study.dim, []
    if numbers.pair_start(study) < study.position:
        claims.append(claim("equidistance-pair-last", offset=k, position=study.position))
    if names := tuple(s.name for s in study.schemes if numbers.repeats_its_number(s, study.length, d)):
        claims.append(claim("equidistance-repeated", schemes=names, dim=d))
    return claims


def lengths(study: Study) -> list[Claim]:
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
    return [
        claim("equidistance-one-offset", distances=distances),
        claim("equidistance-pairs"),
        claim("equidistance-divided", low=long, high=short, **_shares()),
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


def _shares() -> dict[str, float | int]:
    """Return Normalized positions of the tenth word, and of the middle word before and after a cut in half."""
    whole, half = 50, 25
    whole_text, cut = (Normalized().encode(range(n), 1, length=n)[:, 0] for n in (whole, half))
    places = {"share": float(whole_text[9]), "value": float(whole_text[half]), "start": float(cut[0])}
    return {"whole": whole, "position": half, **places}
