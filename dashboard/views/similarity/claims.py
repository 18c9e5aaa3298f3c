"""Claims of Similarity: curves, pairs, formulas, and base."""

from collections.abc import Mapping

import numpy as np

from dashboard.numbers.measurements import AtBase
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.most_similar import most_similar, places
from dashboard.views.rounding import ROUNDING
from dashboard.views.similarity import numbers
from dashboard.views.similarity.numbers import Diagonals
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry
from posenc_core.arrays import Array
from posenc_core.foundation.rotating import Rotating
from posenc_core.text.messages import Claim, claim
from posenc_tools.models import trained


def opening(rankings: Mapping[Scheme, Array], study: Study) -> list[Claim]:
    """Return the encodings whose selected position is most similar to itself; by distance, to a neighbor."""
    defined = {scheme: ranking for scheme, ranking in rankings.items() if np.isfinite(ranking).any()}
    if not defined:
        return []
    near = study.measure == "distance"
    own = tuple(scheme.name for scheme, ranking in defined.items() if _peaks(ranking, study))
    which = "only" if own else "none"
    if len(own) == len(rankings):
        which = "all"
    names, measure = own or tuple(scheme.name for scheme in defined), {} if near else {"measure": study.measure}
    id = f"similarity-{'near' if near else 'own'}-{which}"
    return [claim(id, schemes=names, position=study.position, **measure)]


def without(study: Study) -> list[Claim]:
    """Return the encodings without vectors."""
    names = tuple(scheme.name for scheme in study.without_ability("vectors").schemes)
    return [claim("similarity-without", schemes=names)] if names else []


def cells(scheme: Scheme, curve: Array, ranking: Array, study: Study) -> list[Claim]:
    """Three facts about an encoding: nearest positions, monotonicity, and symmetry."""
    p = study.position
    claims = [most_similar(scheme, ranking, study)]
    if np.isnan(ranking).all():
        return claims
    if p < study.length - 1:
        rise = numbers.rise(ranking, study)
        claims.append(claim("similarity-falls") if rise is None else claim("similarity-rises", offset=rise))
    return claims + sides(curve, ranking, study)


def _peaks(ranking: Array, study: Study) -> bool:
    similar = places(ranking, study)
    if study.measure == "distance":
        return bool((np.abs(similar - study.position) == 1).all())
    return bool((similar == study.position).all())


def sides(curve: Array, ranking: Array, study: Study) -> list[Claim]:
    """Comparison of earlier and later positions at equal offsets; empty if undefined.

    Order and ties are those of the ranking; near equality must also be visible in the curve.
    """
    p, far_away = study.position, study.measure == "distance"
    reach = min(p, len(ranking) - 1 - p)
    before, shown_before = (values[p - reach : p][::-1] for values in (ranking, curve))
    after, shown_after = (values[p + 1 :][:reach] for values in (ranking, curve))
    defined = np.isfinite(before) & np.isfinite(after)
    if not defined.any():
        return []
    rounding = ROUNDING * float(np.nanmax(np.abs(ranking)))
    if _alike(before[defined], after[defined], criteria.EQUAL, rounding):
        return [claim("similarity-sides-same")]
    pairs = ((before, after), (shown_before, shown_after))
    if all(_alike(one[defined], other[defined], criteria.NEAR) for one, other in pairs):
        return [claim("similarity-sides-nearly")]
    rises = (before - after if far_away else after - before)[defined]
    if (rises >= -rounding).all():
        return [claim("similarity-sides-after")]
    return [claim("similarity-sides-before" if (rises <= rounding).all() else "similarity-sides-mixed")]


def _alike(one: Array, other: Array, share: float, rounding: float = 0) -> bool:
    largest = max(float(np.abs(one).max()), float(np.abs(other).max()))
    return float(np.abs(one - other).max()) <= max(share * largest, rounding)


def diagonal(diagonals: Diagonals) -> list[Claim]:
    """Return whether similarity depends on the offset alone; empty if undefined."""
    if diagonals.miss is None:
        return []
    if np.isnan(diagonals.miss):
        return [claim("similarity-diagonal-equal")]
    if diagonals.miss <= criteria.EQUAL:
        return [claim("similarity-diagonal-yes")]
    return [claim(f"similarity-diagonal-{'nearly' if diagonals.miss <= criteria.NEAR else 'no'}", share=diagonals.miss)]


def laws(study: Study, scheme: Rotating, curve: Array, closed: Array | None) -> list[Claim]:
    """Fit of the closed form and of the log approximation to the curve."""
    claims = [claim("similarity-closed-form", scheme=scheme.name)]
    apart = np.inf if closed is None else np.nanmax(np.abs(closed - curve), initial=-np.inf)
    if np.isfinite(apart) and apart <= criteria.EQUAL * np.nanmax(np.abs(curve)):
        claims.append(claim("similarity-closed-same"))
    if scheme.unpaired_wave(study.dim):
        claims.append(claim("similarity-unpaired"))
    farthest = max(study.position, study.length - 1 - study.position)
    if numbers.log_law(study, scheme) is not None and farthest:
        reach = numbers.log_reach(study, scheme)
        claims.append(claim("similarity-log", offset=reach, share=criteria.NEAR))
    return claims


def single_wave(study: Study) -> list[Claim]:
    """Reason why the base has no effect, if it has none."""
    own = numbers.sinusoid(numbers.base_scheme(study))
    if study.dim < 3 or (study.dim == 3 and own.unpaired_wave(3) is None):
        return [claim("similarity-base-none", dim=study.dim)]
    return []


def base(here: AtBase, name: str) -> list[Claim]:
    """Effect of the base of an encoding."""
    slowest = claim("similarity-base", scheme=name, base=here.base, period=here.longest)
    return [*([slowest] if np.isfinite(here.longest) else []), claim("similarity-base-effect")]


@shared_cache
def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions about similarity."""
    scheme = Sinusoidal()
    cosine, attention = (
        geometry.similarity(scheme, 128, length=256, dim=128, kind=kind) for kind in ("cosine", "attention")
    )
    rises = np.diff(cosine[128:]) > 0
    there, here = geometry.similarity(scheme, 0, length=10001, dim=64, kind="distance")[[10000, 1]].tolist()
    closest = tuple(geometry.closest_pair(Sinusoidal(base=b), length=128, dim=64)[2] for b in (2, 100, 10000))
    accuracy = trained.accuracy("Sinusoidal", "3 back")
    return [
        claim("similarity-trend", count=int(rises.sum()), whole=rises.size, offset=int(rises.argmax())),
        claim("similarity-range", low=float(cosine.min()), high=float(cosine.max()), share=float(attention[128])),
        claim("similarity-length", period=float(scheme.wavelengths(64)[-1]), there=there, here=here),
        claim("similarity-base-free", distances=closest),
        claim(
            "similarity-extrapolates",
            low=float(accuracy.mean[1]),
            share=float(accuracy.mean[3]),
            other=float(accuracy.mean[-1]),
        ),
    ]
