"""Facts of Similarity: curves, pairs, formulas, and base."""

import numpy as np

from dashboard.numbers import measurements, scores
from dashboard.numbers.measurements import AtBase, PairKind
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views import most_similar
from dashboard.views.rounding import ROUNDING
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry
from posenc_core.arrays import Array
from posenc_core.foundation.rotating import Rotating
from posenc_core.text.messages import Claim, claim
from posenc_tools.models import trained

BASES = (10.0, 100.0, 1e3, 1e4, 1e5, 5e5)
"""Bases compared with the selected one."""


def rise(ranking: Array, study: Study) -> int | None:
    """Offset up to which the similarity with later positions falls; None if it falls to the end, or is undefined."""
    later = ranking[study.position :]
    if len(later) < 2 or np.isnan(ranking).all():
        return None
    return geometry.first_rise(-later if study.measure == "distance" else later)


def plain(study: Study) -> Rotating | None:
    """First selected scheme whose waves are determined by its base, to which both formulas apply."""
    for scheme in study.schemes:
        if isinstance(scheme, Rotating) and _by_base(scheme, study):
            return scheme
    return None


def log_law(study: Study, scheme: Rotating) -> Array | None:
    """Approximation 1 − (ln k + 0.577) / ln B of the cosine, in the selected measure; None if undefined."""
    if study.dim == 1:
        return None
    cosine = _log_cosine(study, scheme)
    if study.measure == "cosine":
        return cosine
    if study.measure == "dot":
        return cosine * study.dim / 2
    distance: Array = np.sqrt(np.maximum(study.dim * (1 - cosine), 0))
    return distance if study.measure == "distance" else None


def closed_form(study: Study, scheme: Rotating) -> Array | None:
    """Curve by the closed form, or None if it is computed by it anyway."""
    if not measurements.is_measured(study.length, study.dim):
        return None
    return geometry.similarity(scheme, study.position, length=study.length, dim=study.dim, kind=study.measure)


def log_reach(study: Study, scheme: Rotating) -> int:
    """Largest offset up to which the log approximation stays within NEAR of the cosine, on both sides of p."""
    size = (study.length, study.dim, study.position)
    missed = np.abs(_log_cosine(study, scheme) - measurements.similarity(scheme, *size, "cosine")) > criteria.NEAR
    offsets = np.abs(np.arange(study.length) - study.position)
    return int(offsets[missed].min(initial=int(offsets.max()) + 1)) - 1


def _log_cosine(study: Study, scheme: Rotating) -> Array:
    k = np.abs(np.arange(study.length) - study.position).astype(np.float64)
    k[study.position] = np.nan
    cosine: Array = 1 - (np.log(k) + np.euler_gamma) / np.log(scheme.base)
    return cosine


@shared_cache
def diagonal_range(scheme: Scheme, length: int, dim: int, kind: PairKind) -> float | None:
    """Largest difference within a diagonal of the similarities, as `_diagonal_range` defines it."""
    return _diagonal_range(measurements.pairs(scheme, length, dim, kind))


@shared_cache
def logit_range(scheme: Scheme, length: int, dim: int, head: int) -> float | None:
    """Largest difference within a diagonal of the logits; at least 1 if a diagonal is masked in part."""
    cells = scores.grid(scheme, length, dim, 0, length - 1, length, head).cells
    largest, visible = _diagonal_range(cells), np.isfinite(cells)
    partly = any(len(set(np.diagonal(visible, k).tolist())) > 1 for k in range(1 - length, length))
    return 1.0 if partly and largest is not None and largest < 1 else largest


def _diagonal_range(pairs: Array) -> float | None:
    """Largest difference within a diagonal, relative to the largest entry of the matrix.

    NaN if all entries are equal, None if none is defined.
    """
    finite = pairs[np.isfinite(pairs)]
    if not finite.size:
        return None
    largest = float(np.abs(finite).max())
    if np.ptp(finite) <= criteria.EQUAL * largest:
        return float("nan")
    ranges = []
    for k in range(1 - len(pairs), len(pairs)):
        diagonal = np.diagonal(pairs, k)
        diagonal = diagonal[np.isfinite(diagonal)]
        if diagonal.size:
            ranges.append(float(np.ptp(diagonal)))
    return max(ranges) / largest


def base_scheme(study: Study) -> Rotating:
    """First selected scheme whose waves are determined by its base, or the configured sinusoid."""
    configured = study.known["Sinusoidal"]
    assert isinstance(configured, Sinusoidal)
    scheme = plain(study) or configured
    return scheme if _by_base(scheme, study) else Sinusoidal(base=configured.base)


def _by_base(scheme: Rotating, study: Study) -> bool:
    """Return whether a scheme is a sinusoid, or has its distances (a rotation without scaling).

    A sinusoid must have a wave; some conventions leave none at odd `dim`.
    """
    if isinstance(scheme, Sinusoidal):
        if scheme.unsupported_reason("vectors", study.length, study.dim):
            return False
        return bool(scheme.frequencies(study.dim).any())
    plain = Sinusoidal(base=scheme.base)
    if not np.array_equal(scheme.frequencies(study.dim, study.length), plain.frequencies(study.dim)):
        return False
    own, its = (encoding.encode([0], study.dim, length=study.length) for encoding in (scheme, plain))
    return bool(np.square(own).sum() == np.square(its).sum())


def at_bases(study: Study) -> tuple[list[AtBase], AtBase]:
    """Waves at several bases, including their own; return all, and their own."""
    own = sinusoid(base_scheme(study))
    rows = [measurements.at_base(base, study.length, study.dim, own) for base in sorted({*BASES, own.base})]
    return rows, next(row for row in rows if row.base == own.base)


def sinusoid(scheme: Rotating) -> Sinusoidal:
    """Sinusoid with the distances of a scheme."""
    return scheme if isinstance(scheme, Sinusoidal) else Sinusoidal(base=scheme.base)


def opening(study: Study) -> list[Claim]:
    """Return the encodings whose selected position is most similar to itself, and those without vectors.

    By distance, the selected position is nearest to a neighbor.
    """
    defined, own = [], []
    vectors = study.with_ability("vectors").schemes
    for scheme in vectors:
        ranking = measurements.ranking(scheme, study.length, study.dim, study.position, study.measure)
        if np.isfinite(ranking).any():
            defined.append(scheme.name)
            if _peaks(ranking, study):
                own.append(scheme.name)
    claims = []
    if defined:
        which = "only" if own else "none"
        if len(own) == len(vectors):
            which = "all"
        args = {"schemes": tuple(own or defined), "position": study.position}
        if study.measure == "distance":
            claims.append(claim(f"similarity-near-{which}", **args))
        else:
            claims.append(claim(f"similarity-own-{which}", **args, measure=study.measure))
    if without := study.without_ability("vectors").schemes:
        claims.append(claim("similarity-without", schemes=tuple(scheme.name for scheme in without)))
    return claims


def cells(scheme: Scheme, study: Study) -> list[Claim]:
    """Three facts about an encoding: nearest positions, monotonicity, and symmetry; or its logits."""
    size, p = (study.length, study.dim, study.position), study.position
    if scheme.unsupported_reason("vectors"):
        logits = scores.relative_logits(scheme, *size, scores.head(scheme, study))
        return most_similar.logits(scheme, logits, study)
    ranking = measurements.ranking(scheme, *size, study.measure)
    claims = [most_similar.most_similar(scheme, ranking, study)]
    if np.isnan(ranking).all():
        return claims
    if p < study.length - 1:
        offset = rise(ranking, study)
        claims.append(claim("similarity-falls") if offset is None else claim("similarity-rises", offset=offset))
    return claims + sides(measurements.similarity(scheme, *size, study.measure), ranking, study)


def _peaks(ranking: Array, study: Study) -> bool:
    similar = most_similar.places(ranking, study)
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


def diagonal(scheme: Scheme, study: Study, kind: PairKind) -> list[Claim]:
    """Return whether similarity, or the logit, depends on the offset alone; empty if undefined."""
    size = (scheme, study.length, study.dim)
    if scheme.unsupported_reason("vectors"):
        share = logit_range(*size, scores.head(scheme, study))
    else:
        share = diagonal_range(*size, kind)
    if share is None:
        return []
    if np.isnan(share):
        return [claim("similarity-diagonal-equal")]
    if share <= criteria.EQUAL:
        return [claim("similarity-diagonal-yes")]
    return [claim("similarity-diagonal-nearly" if share <= criteria.NEAR else "similarity-diagonal-no", share=share)]


def laws(study: Study, scheme: Rotating) -> list[Claim]:
    """Fit of the closed form and of the log approximation to the curve."""
    curve = measurements.similarity(scheme, study.length, study.dim, study.position, study.measure)
    claims, closed = [claim("similarity-closed-form", scheme=scheme.name)], closed_form(study, scheme)
    finite = np.isfinite(curve)
    if closed is not None and finite.any():
        apart = np.abs(closed - curve)[finite].max()
        if apart <= criteria.EQUAL * np.abs(curve[finite]).max():
            claims.append(claim("similarity-closed-same"))
    if scheme.unpaired_wave(study.dim):
        claims.append(claim("similarity-unpaired"))
    farthest = max(study.position, study.length - 1 - study.position)
    if log_law(study, scheme) is not None and farthest:
        reach = log_reach(study, scheme)
        claims.append(claim("similarity-log", offset=reach, share=criteria.NEAR))
    return claims


def single_wave(study: Study) -> list[Claim]:
    """Reason why the base has no effect, if it has none."""
    own = sinusoid(base_scheme(study))
    if study.dim < 3 or (study.dim == 3 and own.unpaired_wave(3) is None):
        return [claim("similarity-base-none", dim=study.dim)]
    return []


def base(here: AtBase, name: str) -> list[Claim]:
    """Effect of the base of an encoding."""
    claims = []
    if np.isfinite(here.longest):
        claims.append(claim("similarity-base", scheme=name, base=here.base, period=here.longest))
    return [*claims, claim("similarity-base-effect")]


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
    recipes = trained.recipes("Sinusoidal", "3 back")
    return [
        claim("similarity-trend", count=int(rises.sum()), whole=rises.size, offset=int(rises.argmax())),
        claim("similarity-range", low=float(cosine.min()), high=float(cosine.max()), share=float(attention[128])),
        claim("similarity-length", period=float(scheme.wavelengths(64)[-1]), there=there, here=here),
        claim("similarity-base-free", distances=closest),
        claim(
            "similarity-extrapolates",
            low=recipes.range(32)[0],
            high=recipes.range(64)[1],
            count=len(recipes.accuracy),
        ),
    ]
