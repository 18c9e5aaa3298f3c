"""Attention over the distance, of the last token, and between every pair: numbers, and the claims made from them."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers import measurements
from dashboard.numbers.measurements import PAIRED_LENGTH
from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study
from dashboard.views.rounding import ROUNDING
from posenc_core import RoPE, Scheme, Sinusoidal
from posenc_core.analysis import attention, criteria
from posenc_core.analysis.attention import NEAREST, Contents, Drops, Reach
from posenc_core.analysis.pictures import envelope
from posenc_core.arrays import Array, read_only
from posenc_core.plot.style import compact
from posenc_core.text.messages import Claim, claim

LITTLE = float(np.log(1e6))
"""Drop in nats that leaves a millionth of the attention."""

EVERY = 1024
"""Number of offsets that are all drawn; beyond, only extremes of intervals are drawn."""

LEAST, MUCH = 1e-6, 1000
"""Shares of attention between which one is stated; the message has a variant for 0, below, and for 1000, above."""

NO_DISTANCE = 5e-4
"""Mean distance in tokens below which the last token attends practically only to itself."""

SEARCHED = 20_000
"""Number of offsets that are searched for the first negative mean logit."""

DRAWS, DIM = 400, 64
"""Number of random projections, and their dimension."""


class Mode(NamedTuple):
    """Contents of query and key, and the head."""

    content: str
    query: str
    key: str
    head: int
    """Zero-based index."""


def read_mode(study: Study) -> Mode | None:
    """Read the options; None if they require two tokens and do not name both."""
    options = study.options
    if options["content"] != "yours":
        return Mode(options["content"], "", "", options["head"] - 1)
    query, key = options["query"].split()[:1], options["key"].split()[:1]
    if not (query and key):
        return None
    return Mode("yours", query[0], key[0], options["head"] - 1)


def contents(mode: Mode, dim: int) -> Contents:
    """Contents in the form that the core accepts."""
    if mode.content == "yours":
        return attention.token_content(mode.query, dim), attention.token_content(mode.key, dim)
    return "same" if mode.content == "same" else "independent"


def heads(scheme: Scheme, mode: Mode) -> dict[str, int]:
    """Return the number of heads and the index of the shown one; one head if all are alike."""
    if scheme.unsupported_reason("heads"):
        return {"heads": 1, "head": 0}
    return {"heads": HEADS, "head": mode.head}


def every_pair_fits(length: int, dim: int) -> bool:
    """Return whether the scores of all pairs of positions are computed."""
    return length <= PAIRED_LENGTH and measurements.is_measured(length, dim)


def by_formula(scheme: Scheme, length: int, dim: int, mode: Mode) -> bool:
    """Return whether the scores are a known function of the offset alone."""
    return attention.scores_at_offset(scheme, [0], dim, length=length, content=contents(mode, dim)) is not None


def every_drop(study: Study, mode: Mode | None) -> dict[Scheme, Drops]:
    """Return the drops of all schemes that have them: from all pairs, or as a function of the offset."""
    n, d = study.length, study.dim
    if mode is None or n == 1:
        return {}
    schemes = study.schemes
    if not every_pair_fits(n, d):
        # two given tokens are rotated one by one
        schemes = tuple(scheme for scheme in schemes if mode.content != "yours" or scheme.family == "bias")
        schemes = tuple(scheme for scheme in schemes if by_formula(scheme, n, d, mode))
    return {scheme: drops(scheme, n, d, mode) for scheme in schemes}


class EveryPair(NamedTuple):
    """Results from the scores of every query with every key."""

    drops: Drops
    reach: Reach
    cells: NDArray[np.floating[Any]]
    """Score of each key minus that of the row's own token in nats; NaN where masked. (n, n)"""
    residual: float
    """Share of the cells not explained by the offset; NaN if all cells are equal."""


@shared_cache
def every_pair(scheme: Scheme, length: int, dim: int, mode: Mode) -> EveryPair:
    """Compute the scores of every query with every key; the float64 matrix itself is not cached."""
    content = contents(mode, dim)
    matrix = attention.scores(scheme, length=length, dim=dim, content=content, **heads(scheme, mode))
    own = np.diagonal(matrix)
    cells = matrix - own[:, None]
    visible = np.isfinite(cells)
    residual = attention.translation_residual(cells)
    if np.abs(cells[visible]).max() <= ROUNDING * max(1.0, float(np.abs(own).max())):
        residual = float("nan")
    return EveryPair(
        Drops(*map(read_only, attention.drops_between(matrix))),
        attention.reach(matrix[-1, ::-1]),
        read_only(compact(np.where(visible, cells, np.nan))),
        residual,
    )


@shared_cache
def drops(scheme: Scheme, length: int, dim: int, mode: Mode) -> Drops:
    """Drop of the score when the key is k = 0 ... n - 1 tokens back."""
    if every_pair_fits(length, dim):
        return every_pair(scheme, length, dim, mode).drops
    content = contents(mode, dim)
    result = attention.drops(scheme, length=length, dim=dim, content=content, **heads(scheme, mode))
    return Drops(*map(read_only, result))


@shared_cache
def reach(scheme: Scheme, length: int, dim: int, mode: Mode) -> Reach:
    """Reach of the attention of the last position."""
    if every_pair_fits(length, dim):
        result = every_pair(scheme, length, dim, mode).reach
    else:
        result = attention.reach(-drops(scheme, length, dim, mode).mean)
    # remove rounding errors
    return Reach(*np.where(np.less_equal(result, ROUNDING), 0.0, result).tolist())


@shared_cache
def position_residual(scheme: Scheme, length: int, dim: int, head: int) -> float:
    """Share of the scores, averaged over contents, not explained by the offset; 0 if a formula implies it."""
    mode = Mode("independent", "", "", head)
    if every_pair_fits(length, dim):
        matrix = attention.scores(scheme, length=length, dim=dim, content="independent", **heads(scheme, mode))
        return attention.translation_residual(matrix)
    return 0.0 if by_formula(scheme, length, dim, mode) else float("nan")


def varies(drops: Drops) -> bool:
    """Return whether a drop depends on the position of the query, up to rounding."""
    visible = np.isfinite(drops.high)
    largest = max(float(np.abs(drops.mean[visible]).max(initial=0)), 1.0)
    apart = (drops.high[visible] - drops.low[visible]).max(initial=0)
    return bool(apart > criteria.EQUAL * largest or (visible != np.isfinite(drops.low)).any())


# The figure


@shared_cache
def drawn(scheme: Scheme, length: int, dim: int, mode: Mode) -> tuple[NDArray[np.int64], tuple[Array, ...]]:
    """Drawn offsets, and there the mean drop, and the low and the high end of its band, if it has one.

    NaN for masked keys.
    """
    every = drops(scheme, length, dim, mode)
    offsets, mean = points(np.where(np.isfinite(every.mean), every.mean, np.nan))
    if mode.content == "independent":
        spread = attention.spread_over_content(scheme, offsets, dim, length=length)
        return offsets, (mean, read_only(mean - spread), read_only(mean + spread))
    if varies(every):
        low, high = (np.where(np.isfinite(end), end, np.nan)[offsets] for end in (every.low, every.high))
        return offsets, (mean, read_only(low), read_only(high))
    return offsets, (mean,)


def points(curve: Array) -> tuple[NDArray[np.int64], Array]:
    """Thin a curve over offsets from 0 for a log axis, which has no 0; extremes within an octave are kept."""
    ends = [1, *(EVERY << octave for octave in range(64) if EVERY << octave < len(curve)), len(curve)]
    parts = [
        envelope(curve[first:last], first, EVERY // 8 if first >= EVERY else EVERY) for first, last in pairwise(ends)
    ]
    places, values = zip(*parts, strict=True)
    return read_only(np.concatenate(places)), read_only(np.concatenate(values))


def opening(every_drop: Mapping[Scheme, Drops], study: Study, mode: Mode | None) -> Claim:
    """State the share of attention to a token k back in the first encoding, or the reason why it is undefined."""
    if study.length == 1:
        return claim("attention-single")
    if mode is None:
        return claim("attention-no-tokens")
    if not every_drop:
        return not_drawn(every_drop, study)[0]
    scheme, drops = next(iter(every_drop.items()))
    return remaining_share(scheme, drops, study, mode)


def remaining_share(scheme: Scheme, drops: Drops, study: Study, mode: Mode) -> Claim:
    """Share of the attention at distance 0 that remains at offset k; 0 below `LEAST`, and `MUCH` for a larger one."""
    args = {"scheme": scheme.name, "offset": study.offset, "content": mode.content}
    drop = float(drops.mean[study.offset])
    if not np.isfinite(drop):
        return claim("attention-masked", **args)
    if -drop > np.log(MUCH):
        return claim("attention-left", **args, share=MUCH)
    share = 1.0 if abs(drop) <= ROUNDING else float(np.exp(-drop))
    return claim("attention-left", **args, share=share if share >= LEAST else 0)


def curves(every_drop: Mapping[Scheme, Drops], study: Study, mode: Mode) -> list[Claim]:
    """Meaning of the bands, and parts missing from the curves."""
    moving = tuple(scheme.name for scheme, drops in every_drop.items() if varies(drops))
    beyond = tuple(scheme.name for scheme, drops in every_drop.items() if (np.abs(drops.mean) > LITTLE).any())
    notes = []
    if mode.content == "independent":
        notes.append(claim("attention-bands-content"))
    elif moving:
        notes.append(claim("attention-bands-queries", schemes=moving))
    if beyond:
        notes.append(claim("attention-beyond", schemes=beyond))
    return notes + not_drawn(every_drop, study)


def not_drawn(every_drop: Mapping[Scheme, Drops], study: Study) -> list[Claim]:
    """State which encodings have no curve at this size, and why."""
    names = tuple(scheme.name for scheme in study.schemes if scheme not in every_drop)
    return [claim("attention-not-drawn", schemes=names, length=study.length, dim=study.dim)] if names else []


# Cells


def cell(scheme: Scheme, drops: Drops, study: Study, mode: Mode) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    of_last = reach(scheme, study.length, study.dim, mode)
    claims = [
        remaining_share(scheme, drops, study, mode),
        claim("attention-mean-distance", distance=stated_distance(of_last)),
        claim("attention-near", share=of_last.near, count=NEAREST),
    ]
    residual = position_residual(scheme, study.length, study.dim, mode.head)
    if not np.isnan(residual):
        claims.append(claim("attention-only-offset" if residual <= criteria.EQUAL else "attention-position-too"))
    return [*claims, content_change(scheme, residual, study)]


def content_change(scheme: Scheme, residual: float, study: Study) -> Claim:
    """Change of the logit of given contents that both move by k from p; no number if it is the same for all contents.

    `residual` is that of the mean logit: a bias may change the logits of all contents alike.
    """
    k = study.offset
    # p, or the last position that can move by k
    start = max(min(study.position, study.length - 1 - k), 0)
    change = attention.content_change(scheme, start, k, study.dim, length=study.length)
    mean, deviation = np.where(np.abs(change) <= ROUNDING, 0.0, change).tolist()
    if deviation:
        return claim("attention-change", mean=mean, value=deviation, offset=k)
    is_same = scheme.family == "table" or residual <= criteria.EQUAL
    return claim("attention-change-none" if is_same else "attention-change-alike", offset=k)


def stated_distance(reach: Reach) -> float:
    """Mean distance in tokens; the integer 0, which has a message, if it is negligible."""
    return reach.distance if reach.distance >= NO_DISTANCE else 0


# Every pair


def pairs(study: Study, mode: Mode) -> list[Claim]:
    """State properties of the diagonals of the matrices, and which hide later keys."""
    groups: dict[str, list[str]] = {}
    for scheme in study.schemes:
        residual = every_pair(scheme, study.length, study.dim, mode).residual
        if np.isnan(residual):
            diagonals = "attention-diagonals-zero"
        elif residual <= criteria.EQUAL:
            diagonals = "attention-diagonals-equal"
        else:
            diagonals = "attention-diagonals-change"
        # with two positions, all diagonals but one are single cells
        if study.length > 2:
            groups.setdefault(diagonals, []).append(scheme.name)
        if not scheme.unsupported_reason("causal"):
            groups.setdefault("attention-later-hidden", []).append(scheme.name)
    return [claim(id, schemes=tuple(names)) for id, names in groups.items()]


# Misconceptions


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
