"""Attention: what of it is left at a distance, where the last token looks, and whether only the distance counts."""

from collections.abc import Mapping, Sequence

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from dashboard.views.attention import numbers
from dashboard.views.attention.numbers import LITTLE, Mode
from dashboard.views.rounding import ROUNDING
from posenc_core import RoPE, Scheme, Sinusoidal
from posenc_core.analysis import attention, criteria
from posenc_core.analysis.attention import NEAR, Change, Drops, Reach
from posenc_core.text.messages import Claim, claim

MUCH = 1000.0
"""How many times as much attention is told as a number."""

LEAST = 1e-300
"""A share is never 0, only less than a computer can write."""

SEARCHED = 20_000
"""Offsets that are searched for the first one at which equal contents have a logit below 0."""

DRAWS, DIM = 400, 64
"""Pairs of random projections, and their size."""


def opening(found: Mapping[Scheme, Drops], study: Study, asked: Mode | None) -> Claim:
    """How much of the attention is left for a token k back in the first encoding; or why that cannot be said."""
    if study.length == 1:
        return claim("attention-single")
    if asked is None:
        return claim("attention-no-tokens")
    if not found:
        return not_drawn(study.schemes, study)[0]
    scheme, drops = next(iter(found.items()))
    return left(scheme, drops, study, asked)


def left(scheme: Scheme, drops: Drops, study: Study, asked: Mode) -> Claim:
    """What share of the attention at distance 0 is left at k."""
    k = study.offset
    said = {"scheme": scheme.name, "offset": k, "content": asked.content}
    drop = float(drops.mean[k])
    if not np.isfinite(drop):
        return claim("attention-masked" if np.isinf(drops.low[k]) else "attention-partly-masked", **said)
    if -drop > np.log(MUCH):
        return claim("attention-much", **said, share=MUCH)
    share = 1.0 if abs(drop) <= ROUNDING else max(float(np.exp(-drop)), LEAST)
    return claim("attention-left", **said, share=share)


def cell(scheme: Scheme, drops: Drops, study: Study, asked: Mode) -> list[Claim]:
    """The facts that are compared between encodings."""
    reach = numbers.reach(scheme, study.length, study.dim, asked)
    found = [left(scheme, drops, study, asked), claim("attention-mean-distance", distance=reach.distance)]
    residual = numbers.position_residual(scheme, study.length, study.dim, asked.head)
    if np.isnan(residual):
        return found
    return [*found, claim("attention-only-distance" if residual <= criteria.EQUAL else "attention-position-too")]


def varies(drops: Drops) -> bool:
    """Whether a drop depends on where the query stands, but for rounding."""
    seen = np.isfinite(drops.high)
    largest = max(float(np.abs(drops.mean[seen]).max(initial=0)), 1.0)
    apart = (drops.high[seen] - drops.low[seen]).max(initial=0)
    return bool(apart > criteria.EQUAL * largest or (seen != np.isfinite(drops.low)).any())


def curves(found: Mapping[Scheme, Drops], study: Study, asked: Mode) -> list[Claim]:
    """What the bands are, and what the curves leave out."""
    moving = tuple(scheme.name for scheme, drops in found.items() if varies(drops))
    said = [claim("attention-bands-content")] * (asked.content == "independent")
    said += [claim("attention-bands-queries", schemes=moving)] * bool(moving and not said)
    beyond = tuple(scheme.name for scheme, drops in found.items() if leaves(drops) is not None)
    masked = tuple(scheme.name for scheme, drops in found.items() if np.isinf(drops.mean).any())
    said += [claim("attention-beyond", schemes=beyond)] * bool(beyond)
    said += [claim("attention-masked-points", schemes=masked)] * bool(masked)
    return said + not_drawn([scheme for scheme in study.schemes if scheme not in found], study)


def not_drawn(left_out: Sequence[Scheme], study: Study) -> list[Claim]:
    """Which encodings have no curve at this size, and why; nothing where all have one."""
    names = tuple(scheme.name for scheme in left_out)
    return [claim("attention-not-drawn", schemes=names, length=study.length, dim=study.dim)] if names else []


def leaves(drops: Drops) -> int | None:
    """From which offset on a token gets less than a millionth of the attention, or a million times as much."""
    found = np.isfinite(drops.mean) & (np.abs(drops.mean) > LITTLE)
    return int(found.argmax()) if found.any() else None


# Every pair, the last token, and invariance


def pairs(study: Study, asked: Mode) -> list[Claim]:
    """What the diagonals of the matrices show, and what is empty."""
    groups: dict[str, list[str]] = {}
    found = {scheme: numbers.every_pair(scheme, study.length, study.dim, asked) for scheme in study.schemes}
    for scheme, each in found.items():
        # of two positions, each diagonal but one is a single cell
        if study.length > 2:
            groups.setdefault(_diagonals(each.residual, each.masked), []).append(scheme.name)
        if not scheme.unsupported_reason("causal"):
            groups.setdefault("attention-later-hidden", []).append(scheme.name)
        if each.masked:
            groups.setdefault("attention-keys-masked", []).append(scheme.name)
    return [claim(id, schemes=tuple(names)) for id, names in groups.items()]


def _diagonals(residual: float, masked: bool) -> str:
    if np.isnan(residual):
        return "attention-diagonals-zero-masked" if masked else "attention-diagonals-zero"
    if residual <= criteria.EQUAL:
        return "attention-diagonals-equal"
    return "attention-diagonals-nearly" if residual <= criteria.NEAR else "attention-diagonals-change"


def last_token(found: Mapping[Scheme, Reach], study: Study) -> list[Claim]:
    """Which encoding looks the nearest on average, and what equal shares would be."""
    even = attention.reach(np.zeros(study.length))
    nearest = min(found, key=lambda scheme: found[scheme].distance)
    id = "attention-nearest" if len(found) > 1 else "attention-last-of-one"
    return [
        claim(id, scheme=nearest.name, whole=study.length, distance=found[nearest].distance),
        claim("attention-even", distance=even.distance, share=even.near, count=NEAR),
    ]


def invariance(schemes: Sequence[Scheme], study: Study) -> list[Claim]:
    """Whether only the distance counts: averaged over contents, and for each of them."""
    p, k = numbers.start(study), study.offset
    size = (study.length, study.dim, study.options["head"] - 1)
    alone = {scheme: numbers.position_residual(scheme, *size) for scheme in schemes}
    moved = {scheme: numbers.content_change(study, scheme) for scheme in schemes}
    groups: dict[str, list[str]] = {}
    for scheme in schemes:
        if not np.isnan(alone[scheme]):
            same = alone[scheme] <= criteria.EQUAL
            groups.setdefault("attention-averaged" if same else "attention-averaged-not", []).append(scheme.name)
    for scheme in schemes:
        if moved[scheme].deviation > ROUNDING:
            id = "attention-moved"
        else:
            id = "attention-moved-kept" if _kept(scheme, alone[scheme]) else "attention-moved-alike"
        groups.setdefault(id, []).append(scheme.name)
    at = {"position": p, "other": p + k}
    return [claim(id, schemes=tuple(names), **(at if "moved" in id else {})) for id, names in groups.items()]


def _kept(scheme: Scheme, alone: float) -> bool:
    """Whether a logit that contents do not change stays; what does not look at them may change all of them alike."""
    return scheme.family == "table" or alone <= criteria.EQUAL


def moved(scheme: Scheme, alone: float, found: Change) -> Claim:
    """A change in a table; no number where contents make no difference and the distance is not all that counts."""
    mean, deviation = (0.0 if abs(value) <= ROUNDING else float(value) for value in found)
    if not deviation:
        return claim("attention-change-none" if _kept(scheme, alone) else "attention-change-alike")
    return claim("attention-change", mean=mean, value=deviation)


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """What is often believed of position in attention, and what is so."""
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
