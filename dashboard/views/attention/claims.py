"""Claims of Attention: attention over distance, of the last token, and between every pair."""

from collections.abc import Mapping, Sequence

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.attention import numbers
from dashboard.views.attention.numbers import LITTLE, Mode
from dashboard.views.rounding import ROUNDING
from posenc_core import RoPE, Scheme, Sinusoidal
from posenc_core.analysis import attention, criteria
from posenc_core.analysis.attention import NEAR, Drops, Reach
from posenc_core.text.messages import Claim, claim

MUCH = 1000.0
"""Gain of attention above which no exact factor is stated."""

LEAST = 1e-300
"""Smallest share of attention that is stated: exp may underflow to 0."""

NO_DISTANCE = 5e-4
"""Mean distance in tokens below which the last token attends practically only to itself."""

SEARCHED = 20_000
"""Number of offsets that are searched for the first negative mean logit."""

DRAWS, DIM = 400, 64
"""Number of random projections, and their dimension."""


def opening(every_drop: Mapping[Scheme, Drops], study: Study, mode: Mode | None) -> Claim:
    """State the share of attention to a token k back in the first encoding, or the reason why it is undefined."""
    if study.length == 1:
        return claim("attention-single")
    if mode is None:
        return claim("attention-no-tokens")
    if not every_drop:
        return not_drawn(study.schemes, study)[0]
    scheme, drops = next(iter(every_drop.items()))
    return remaining_share(scheme, drops, study, mode)


def remaining_share(scheme: Scheme, drops: Drops, study: Study, mode: Mode) -> Claim:
    """Share of the attention at distance 0 that remains at offset k."""
    k = study.offset
    args = {"scheme": scheme.name, "offset": k, "content": mode.content}
    drop = float(drops.mean[k])
    if not np.isfinite(drop):
        return claim("attention-masked" if np.isinf(drops.low[k]) else "attention-partly-masked", **args)
    if -drop > np.log(MUCH):
        return claim("attention-much", **args, share=MUCH)
    share = 1.0 if abs(drop) <= ROUNDING else max(float(np.exp(-drop)), LEAST)
    return claim("attention-left", **args, share=share)


def cell(scheme: Scheme, drops: Drops, study: Study, mode: Mode) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    reach = numbers.reach(scheme, study.length, study.dim, mode)
    claims = [
        remaining_share(scheme, drops, study, mode),
        claim("attention-mean-distance", distance=stated_distance(reach)),
        claim("attention-near", share=reach.near, count=NEAR),
    ]
    residual = numbers.position_residual(scheme, study.length, study.dim, mode.head)
    if not np.isnan(residual):
        claims.append(claim("attention-only-offset" if residual <= criteria.EQUAL else "attention-position-too"))
    return [*claims, content_change(scheme, residual, study)]


def content_change(scheme: Scheme, alone: float, study: Study) -> Claim:
    """Change of the logit of given contents that both move by k from p; no number if it is the same for all contents.

    `alone` is the residual of the mean logit: a bias may change the logits of all contents alike.
    """
    mean, deviation = (
        0.0 if abs(value) <= ROUNDING else float(value) for value in numbers.content_change(study, scheme)
    )
    if deviation:
        return claim("attention-change", mean=mean, value=deviation, offset=study.offset)
    is_same = scheme.family == "table" or alone <= criteria.EQUAL
    return claim("attention-change-none" if is_same else "attention-change-alike", offset=study.offset)


def stated_distance(reach: Reach) -> float:
    """Mean distance in tokens; the integer 0, which has a message, if it is negligible."""
    return reach.distance if reach.distance >= NO_DISTANCE else 0


def varies(drops: Drops) -> bool:
    """Return whether a drop depends on the position of the query, up to rounding."""
    visible = np.isfinite(drops.high)
    largest = max(float(np.abs(drops.mean[visible]).max(initial=0)), 1.0)
    apart = (drops.high[visible] - drops.low[visible]).max(initial=0)
    return bool(apart > criteria.EQUAL * largest or (visible != np.isfinite(drops.low)).any())


def curves(every_drop: Mapping[Scheme, Drops], study: Study, mode: Mode) -> list[Claim]:
    """Meaning of the bands, and parts missing from the curves."""
    moving = tuple(scheme.name for scheme, drops in every_drop.items() if varies(drops))
    bands = claim("attention-bands-queries", schemes=moving) if moving else None
    if mode.content == "independent":
        bands = claim("attention-bands-content")
    groups = {
        "attention-beyond": tuple(scheme.name for scheme, drops in every_drop.items() if leaves(drops) is not None),
        "attention-masked-points": tuple(s.name for s, drops in every_drop.items() if np.isinf(drops.mean).any()),
    }
    notes = [claim(id, schemes=names) for id, names in groups.items() if names]
    missing = not_drawn([scheme for scheme in study.schemes if scheme not in every_drop], study)
    return [*filter(None, [bands]), *notes, *missing]


def not_drawn(left_out: Sequence[Scheme], study: Study) -> list[Claim]:
    """State which encodings have no curve at this size, and why."""
    names = tuple(scheme.name for scheme in left_out)
    return [claim("attention-not-drawn", schemes=names, length=study.length, dim=study.dim)] if names else []


def leaves(drops: Drops) -> int | None:
    """First offset at which the attention differs by more than a factor of a million, or None."""
    is_beyond = np.isfinite(drops.mean) & (np.abs(drops.mean) > LITTLE)
    return int(is_beyond.argmax()) if is_beyond.any() else None


# Every pair


def pairs(study: Study, mode: Mode) -> list[Claim]:
    """State properties of the diagonals of the matrices, and name masked parts."""
    groups: dict[str, list[str]] = {}
    results = {scheme: numbers.every_pair(scheme, study.length, study.dim, mode) for scheme in study.schemes}
    for scheme, result in results.items():
        # with two positions, all diagonals but one are single cells
        if study.length > 2:
            groups.setdefault(_diagonals(result.residual, result.masked), []).append(scheme.name)
        if not scheme.unsupported_reason("causal"):
            groups.setdefault("attention-later-hidden", []).append(scheme.name)
        if result.masked:
            groups.setdefault("attention-keys-masked", []).append(scheme.name)
    return [claim(id, schemes=tuple(names)) for id, names in groups.items()]


def _diagonals(residual: float, masked: bool) -> str:
    if np.isnan(residual):
        return "attention-diagonals-zero-masked" if masked else "attention-diagonals-zero"
    if residual <= criteria.EQUAL:
        return "attention-diagonals-equal"
    return "attention-diagonals-nearly" if residual <= criteria.NEAR else "attention-diagonals-change"


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about position in attention."""
    firsts = []
    for dim, base in ((64, 1e4), (128, 1e4), (128, 5e5)):
        logits = attention.scores_at_offset(RoPE(base=base), range(SEARCHED), dim, length=SEARCHED)
        assert logits is not None
        firsts.append(int((logits < 0).argmax()))
    random, offsets = np.random.default_rng(0), (0, 1, 10, 100)
    rows = Sinusoidal().encode([100, *(100 - k for k in offsets)], DIM)
    projections = random.normal(0, DIM**-0.5, (DRAWS, 2, DIM, DIM))
    logits = np.array([(w_q @ rows[0]) @ (w_k @ rows[1:].T) for w_q, w_k in projections]) / np.sqrt(DIM)
    changes = tuple(
        float(attention.content_change(Sinusoidal(), 0, t, DIM, length=128).deviation) for t in (1, 10, 100)
    )
    means = tuple(round(float(mean), 3) for mean in logits.mean(axis=0))
    return [
        claim("attention-decay", lengths=tuple(firsts)),
        claim("attention-sinusoid-untrained", count=DRAWS, dim=DIM, values=means, value=float(logits.std())),
        claim("attention-invariant", distances=changes),
    ]
