"""Similarity: what the curves, the pairs, the formulas, the base and far positions show, as data."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers import measurements
from dashboard.numbers.measurements import AtBase
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.rounding import ROUNDING, TIE
from dashboard.views.similarity import numbers
from dashboard.views.similarity.numbers import Beyond, Diagonals
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry
from posenc_core.arrays import Array
from posenc_core.foundation.rotating import Rotating
from posenc_core.models import trained
from posenc_core.text.messages import Claim, claim

FEW = 3
"""Positions that a cell lists; of more it gives the number."""


def opening(rankings: Mapping[Scheme, Array], study: Study) -> list[Claim]:
    """In which encodings the selected position is most similar to itself, by distance a neighbor nearest to it."""
    known = {scheme: ranking for scheme, ranking in rankings.items() if np.isfinite(ranking).any()}
    if not known:
        return []
    near = study.measure == "distance"
    own = tuple(scheme.name for scheme, ranking in known.items() if _peaks(ranking, study))
    which = "all" if len(own) == len(rankings) else "only" if own else "none"
    names, measure = own or tuple(scheme.name for scheme in known), {} if near else {"measure": study.measure}
    id = f"similarity-{'near' if near else 'own'}-{which}"
    return [claim(id, schemes=names, position=study.position, **measure)]


def without(study: Study) -> list[Claim]:
    """Which encodings have no vectors to compare."""
    names = tuple(scheme.name for scheme in study.lacking("vectors").schemes)
    return [claim("similarity-without", schemes=names)] if names else []


def cells(scheme: Scheme, curve: Array, ranking: Array, study: Study) -> list[Claim]:
    """An encoding in three facts: what is most similar to p, where the curve turns, and how its sides compare."""
    p = study.position
    if np.isnan(ranking).all():
        zero = not scheme.encode([p], study.dim, length=study.length).any()
        return [claim(f"similarity-most-{'zero' if zero else 'equal'}", position=p)]
    found = [most_similar(ranking, study)]
    if p < study.length - 1:
        rise = geometry.first_rise((-1 if study.measure == "distance" else 1) * ranking[p:])
        found.append(claim("similarity-falls") if rise is None else claim("similarity-rises", offset=rise))
    return found + sides(curve, ranking, study)


def score_cells(scheme: Scheme, seen: Array, study: Study) -> list[Claim]:
    """The same of an encoding without vectors: the lowest and the highest logit, and the mask."""
    known, p = seen[np.isfinite(seen)], study.position
    low, high = float(known.min()), float(known.max())
    if low < high:
        found = claim("similarity-logits", position=p, low=low, high=high)
    else:
        found = claim(f"similarity-logits-{'alone' if len(known) == 1 else 'same'}", position=p)
    return [found, claim(f"similarity-ahead-{'yes' if scheme.unsupported_reason('causal') else 'no'}")]


def most_similar(ranking: Array, study: Study) -> Claim:
    """The positions most similar to the selected one; by distance, the nearest others."""
    p, places = study.position, _most(ranking, study)
    if study.measure == "distance":
        if len(places) > FEW:
            return claim("similarity-nearest-many", position=p, count=len(places))
        return claim("similarity-nearest", position=p, others=tuple(places.tolist()))
    if len(places) == len(ranking):
        return claim("similarity-most-all", position=p)
    if len(places) > FEW:
        return claim("similarity-most-many", position=p, count=len(places))
    if places.tolist() == [p]:
        return claim("similarity-most-itself", position=p)
    return claim("similarity-most", position=p, others=tuple(places.tolist()))


def _most(ranking: Array, study: Study) -> NDArray[np.intp]:
    if study.measure == "distance":
        others = np.delete(np.arange(len(ranking)), study.position)
        near = ranking[others] - ranking[others].min() <= ROUNDING * ranking[others].max()
        return np.compress(near, others)
    return np.flatnonzero(np.nanmax(ranking) - ranking <= TIE * np.nanmax(np.abs(ranking)))


def _peaks(ranking: Array, study: Study) -> bool:
    places = _most(ranking, study)
    if study.measure == "distance":
        return bool((np.abs(places - study.position) == 1).all())
    return bool((places == study.position).all())


def sides(curve: Array, ranking: Array, study: Study) -> list[Claim]:
    """How what stands before p compares with what stands as far after it; none where that is undefined.

    Order and ties are those of the ranking; what looks nearly the same must do so in the curve as well.
    """
    p, far_away = study.position, study.measure == "distance"
    reach = min(p, len(ranking) - 1 - p)
    before, shown_before = (each[p - reach : p][::-1] for each in (ranking, curve))
    after, shown_after = (each[p + 1 :][:reach] for each in (ranking, curve))
    known = np.isfinite(before) & np.isfinite(after)
    if not known.any():
        return []
    rounding = ROUNDING * float(np.nanmax(np.abs(ranking)))
    if _alike(before[known], after[known], criteria.EQUAL, rounding):
        return [claim("similarity-sides-same")]
    pairs = ((before, after), (shown_before, shown_after))
    if all(_alike(one[known], other[known], criteria.NEAR) for one, other in pairs):
        return [claim("similarity-sides-nearly")]
    rises = (before - after if far_away else after - before)[known]
    side = "after" if (rises >= -rounding).all() else "before" if (rises <= rounding).all() else "mixed"
    return [claim(f"similarity-sides-{side}")]


def _alike(one: Array, other: Array, share: float, rounding: float = 0) -> bool:
    largest = max(float(np.abs(one).max()), float(np.abs(other).max()))
    return float(np.abs(one - other).max()) <= max(share * largest, rounding)


def diagonal(found: Diagonals) -> list[Claim]:
    """Whether the offset alone decides how similar two positions are; none where nothing is defined."""
    if found.miss is None:
        return []
    if np.isnan(found.miss):
        return [claim("similarity-diagonal-equal")]
    if found.miss <= criteria.EQUAL:
        return [claim("similarity-diagonal-yes")]
    return [claim(f"similarity-diagonal-{'nearly' if found.miss <= criteria.NEAR else 'no'}", share=found.miss)]


def laws(study: Study, scheme: Rotating, curve: Array, closed: Array | None) -> list[Claim]:
    """How the closed form and the log approximation fit the curve of an encoding."""
    found = [claim("similarity-closed-form", scheme=scheme.name)]
    if closed is not None and np.isfinite(closed).any():
        apart = float(np.nanmax(np.abs(closed - curve)))
        found += [claim("similarity-closed-same")] * (apart <= criteria.EQUAL * float(np.nanmax(np.abs(curve))))
    if scheme.unpaired(study.dim):
        found.append(claim("similarity-unpaired"))
    farthest = max(study.position, study.length - 1 - study.position)
    if numbers.log_law(study, scheme) is not None and farthest:
        reach = numbers.log_reach(study, scheme)
        found.append(claim("similarity-log", offset=reach, share=criteria.NEAR))
    return found


def single_wave(study: Study) -> list[Claim]:
    """Why the base of the waves does nothing here; none where it does something."""
    own = numbers.sinusoid(numbers.based(study))
    if study.dim < 3 or (study.dim == 3 and own.unpaired(3) is None):
        return [claim("similarity-base-none", dim=study.dim)]
    return []


def base(here: AtBase, name: str) -> list[Claim]:
    """What the base of an encoding decides."""
    slowest = claim("similarity-base", scheme=name, base=here.base, period=here.longest)
    return [*([slowest] if np.isfinite(here.longest) else []), claim("similarity-base-effect")]


def far(found: Sequence[Beyond], study: Study) -> dict[Scheme, list[Claim]]:
    """How far p + far is from p, beside p + 1; of a table that ends before, its last position."""
    p, q = study.position, study.position + study.options["far"]
    said = {
        s: [claim("similarity-far-end", last=s.rows_within(q + 1) - 1)]
        for s in study.schemes
        if s.rows_within(q + 1) <= q
    }
    for scheme, there, here in found:
        same = abs(there - here) <= criteria.EQUAL * here
        id = "same" if not there else "equal" if same else "nearer" if there < here else "farther"
        said[scheme] = [claim(f"similarity-far-{id}", position=p, other=q, there=there, here=here)]
    return {scheme: said[scheme] for scheme in study.schemes}


def again(study: Study) -> list[Claim]:
    """Whether waves come nearer to where they were than one token; none for odd d, where it depends on p."""
    scheme = numbers.based(study)
    if study.dim % 2 or scheme not in study.schemes:
        return []
    waves = numbers.sinusoid(scheme)
    offset, nearest = numbers.nearest_again(waves, study.dim)
    if offset == 1:
        return [claim("similarity-again-never", scheme=scheme.name, count=numbers.SEARCHED)]
    step = measurements.at_base(waves.base, 2, study.dim, waves).neighbours
    return [claim("similarity-again", scheme=scheme.name, offset=offset, there=nearest, here=step)]


@shared_cache
def misconceptions() -> list[Claim]:
    """What is often believed of similarity, and what is so."""
    scheme = Sinusoidal()
    cosine, attention = (
        geometry.similarity(scheme, 128, length=256, dim=128, kind=kind) for kind in ("cosine", "attention")
    )
    rises = np.diff(cosine[128:]) > 0
    there, here = geometry.similarity(scheme, 0, length=10001, dim=64, kind="distance")[[10000, 1]].tolist()
    found = trained.accuracy("Sinusoidal", "3 back")
    return [
        claim("similarity-trend", count=int(rises.sum()), whole=rises.size, offset=int(rises.argmax())),
        claim("similarity-range", low=float(cosine.min()), high=float(cosine.max()), share=float(attention[128])),
        claim("similarity-length", period=float(scheme.wavelengths(64)[-1]), there=there, here=here),
        claim(
            "similarity-extrapolates", low=float(found.low[1]), share=float(found.mean[3]), other=float(found.mean[-1])
        ),
    ]
