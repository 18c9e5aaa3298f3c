"""Reach of attention heads, biases over the distance, slopes, buckets, and signs: numbers, and claims about them."""

from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import T5, ALiBi, Scheme, Shaw, TransformerXL
from posenc_core.analysis import criteria
from posenc_core.analysis.geometry import shares
from posenc_core.analysis.pictures import envelope
from posenc_core.arrays import Array, read_only
from posenc_core.text.messages import Claim, claim
from posenc_tools.models import trained

DRAWN = 4
"""Number of heads that are drawn besides the selected one."""

BUCKETS = 512
"""Number of intervals of a log axis of which the extremes are drawn."""

AT_ONCE = 2**21
"""Maximum number of values computed at a time."""

TOKENS = 8
"""Number of tokens in the figures of the sign."""

Known = TypeVar("Known", bound=Scheme)


def configured_scheme(study: Study, kind: type[Known]) -> Known:
    """Scheme of a class with the parameters of the options, even if it is not selected."""
    scheme = study.known.get(kind.name, kind())
    assert isinstance(scheme, kind)
    return scheme


def heads_of(scheme: Scheme, heads: int) -> int:
    """Return the number of distinct heads."""
    return 1 if scheme.unsupported_reason("heads") else heads


def selected_head(study: Study) -> int:
    """One-based index of the selected head, at most the number of heads."""
    return min(int(study.options["h"]), int(study.options["heads"]))


# Reach, the figure, and cells


@shared_cache
def halves(scheme: Scheme, heads: int, length: int) -> tuple[int | None, ...]:
    """First distance at which each head has at most half of its weight at distance 0, or None."""
    count = heads_of(scheme, heads)
    distances: list[int | None] = [None] * count
    own = scheme.bias([length - 1], [length - 1], count)[:, 0]
    start = 0
    while start < length and None in distances:
        end = min(length, 2 * start + 4096, start + max(AT_ONCE // count, 1))
        block = scheme.bias([length - 1], length - 1 - np.arange(start, end), count)[:, 0]
        # half is ln 2 nats less; the tolerance prevents an off-by-one distance
        low = block - own <= -np.log(2) * (1 - criteria.EQUAL)
        for head in np.flatnonzero(low.any(axis=1)):
            if distances[head] is None:
                distances[head] = start + int(low[head].argmax())
        start = end
    return tuple(distances)


@shared_cache
def by_reach(scheme: Scheme, heads: int, length: int) -> NDArray[np.int64]:
    """Heads by increasing reach; ties by the steepest first step."""
    near = scheme.bias([1], [1, 0], heads_of(scheme, heads))[:, 0]
    reach = np.array([np.inf if k is None else k for k in halves(scheme, heads, length)])
    return read_only(np.lexsort((near[:, 1] - near[:, 0], reach)))


def looking_back(scheme: Scheme, heads: int, length: int, rows: NDArray[np.int64]) -> Array:
    """Bias of the last query for keys at distances 0, 1, ..., in some heads, shape (rows, n)."""
    count, last = heads_of(scheme, heads), length - 1
    size = max(AT_ONCE // count, 1)
    parts = [
        scheme.bias([last], last - np.arange(start, min(start + size, length)), count)[rows, 0]
        for start in range(0, length, size)
    ]
    return np.concatenate(parts, axis=1)


def opening(study: Study, front: Scheme) -> list[Claim]:
    """State the reach of the heads of the encoding in front, or that training determines it, and its limits."""
    claims = [reach(front, study)]
    if front.learned:
        claims = [claim("bias-learned", scheme=front.name)]
    if front.unsupported_reason("causal"):
        claims.append(claim("bias-before"))
    if isinstance(front, Shaw):
        claims.append(claim("bias-query-content"))
        if front.clip < study.length - 1:
            claims.append(claim("bias-clipped", offset=front.clip))
    if isinstance(front, TransformerXL):
        claims.append(claim("bias-terms", count=3, whole=4))
    return claims


def reach(scheme: Scheme, study: Study) -> Claim:
    """Range over all heads of the distance at which attention halves; exactly one claim applies to an encoding."""
    n, heads = study.length, study.options["heads"]
    distances, order = halves(scheme, heads, n), by_reach(scheme, heads, n)
    offsets = [k for k in distances if k is not None]
    if not offsets:
        if len(distances) == 1 and not np.ptp(looking_back(scheme, heads, n, order)):
            return claim("bias-flat", scheme=scheme.name)
        return claim("bias-far", scheme=scheme.name, later=n - 1)
    if len(distances) == 1:
        return claim("bias-one", scheme=scheme.name, offset=offsets[0])
    near = {"scheme": scheme.name, "offset": min(offsets), "head": int(order[0]) + 1}
    if rest := len(distances) - len(offsets):
        return claim("bias-partly", **near, later=n - 1, count=rest)
    return claim("bias-range", **near, other=int(order[-1]) + 1, later=max(offsets))


def cell(scheme: Scheme, study: Study) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    last = study.length - 1
    biases = scheme.bias(last, 0, heads_of(scheme, study.options["heads"]))
    farthest = claim("bias-cell-range", low=float(biases.min()), high=float(biases.max()), offset=last)
    if np.isneginf(biases).any():
        farthest = claim("bias-cell-masked", offset=last)
    return [reach(scheme, study), farthest, claim("bias-cell-learned" if scheme.learned else "bias-cell-fixed")]


# By distance


class Curve(NamedTuple):
    """Bias of one head over the distance."""

    head: int | None
    """One-based index; None if all heads are the same."""
    k: NDArray[np.int64]
    nats: Array
    weights: Array
    """Attention weights for equal contents, relative to distance 0."""


@shared_cache
def curves(scheme: Scheme, heads: int, length: int, log: bool, head: int) -> tuple[Curve, ...]:
    """Curves of the given head and some others, evenly by reach; on a log axis from distance 1."""
    count, order = heads_of(scheme, heads), by_reach(scheme, heads, length)
    places = np.unique(np.rint(np.linspace(0, count - 1, min(DRAWN, count))).astype(np.int64))
    rows = np.union1d(order[places], min(head, count) - 1)
    curves = []
    for row, values in zip(rows.tolist(), looking_back(scheme, heads, length, rows), strict=True):
        k, nats = thin(values, log)
        number = row + 1 if count > 1 else None
        curves.append(Curve(number, read_only(k), read_only(nats), read_only(np.exp(nats - values[0]))))
    return tuple(curves)


def thin(values: Array, log: bool) -> tuple[NDArray[np.int64], Array]:
    """Thin a long curve without losing peaks; a log axis omits distance 0."""
    if not log:
        return envelope(values)
    ends = np.unique(np.rint(np.geomspace(1, len(values), BUCKETS + 1)).astype(np.int64))
    parts = [(first, values[first:end]) for first, end in pairwise(ends)]
    places = {int(first + place) for first, part in parts for place in (part.argmin(), part.argmax())}
    k = np.array(sorted(places | {len(values) - 1}), np.int64)
    return k, values[k]


def limits(scheme: Scheme, study: Study) -> list[Claim]:
    """Return what the curves leave out: equal heads, and other query positions."""
    heads, last = study.options["heads"], study.length - 1
    notes = []
    if heads_of(scheme, heads) < heads:
        notes.append(claim("bias-same", scheme=scheme.name, heads=heads))
    first, far = (float(scheme.bias([place], [place - 1], 1)[0, 0, 0]) for place in (1, max(last, 1)))
    # equal infinities have no difference
    if first != far and not abs(far - first) <= criteria.EQUAL * abs(first):
        notes.append(claim("bias-query", scheme=scheme.name, position=last))
    return notes


# ALiBi's slopes, and T5's buckets


def slopes(heads: int) -> tuple[Array, Array]:
    """ALiBi's slopes of the authors' code and of the paper's formula, in nats per token."""
    return ALiBi(slopes="code").slope(heads), ALiBi(slopes="paper").slope(heads)


def slope_definitions(heads: int) -> Claim:
    """State whether the authors' code and the formula of the paper agree on ALiBi's slopes."""
    code, paper = slopes(heads)
    if np.array_equal(code, paper):
        return claim("bias-slopes-same", heads=heads, low=float(code[-1]), high=float(code[0]))
    series = 2 ** (heads.bit_length() - 1)
    steepest = int(code.argmax())
    whole, value = 2 * series, float(code[steepest])
    return claim("bias-slopes", heads=heads, count=series, whole=whole, head=steepest + 1, value=value)


class Ruler(NamedTuple):
    """T5's buckets over the distance, on one side."""

    numbers: NDArray[np.int64]
    """Numbers of the used buckets, ascending."""
    firsts: NDArray[np.int64]
    """Smallest distance of each bucket."""
    end: int
    """Last drawn distance, in the last bucket."""


def rulers(scheme: T5) -> dict[str, Ruler]:
    """Buckets of keys before the query, and of keys after it, which have a distance of at least 1."""
    end = scheme.distance + scheme.distance // 8
    sides = {"before": -np.arange(end + 1)}
    if scheme.both_ways:
        sides["after"] = np.arange(1, end + 1)
    results = {}
    for name, offsets in sides.items():
        numbers, places = np.unique(scheme.bucket(offsets), return_index=True)
        results[name] = Ruler(numbers, np.abs(offsets[places]), end)
    return results


def buckets(scheme: T5) -> list[Claim]:
    """Distances that T5 distinguishes."""
    firsts = rulers(scheme)["before"].firsts
    last = int(firsts[-1])
    # leading buckets with a single distance
    alone = int((np.diff(firsts, append=np.inf) > 1).argmax())
    where = "encoder" if scheme.both_ways else "decoder"
    claims = [claim("bias-buckets", where=where, count=scheme.buckets, end=alone - 1, later=last)]
    if last < scheme.distance:
        claims.append(claim("bias-buckets-early", later=last, most=scheme.distance))
    if scheme.both_ways:
        claims.append(claim("bias-buckets-sides", count=scheme.side, whole=scheme.buckets))
    return claims


# Signs


def first_slope(study: Study) -> float:
    """ALiBi's slope of the first head, with the parameters of the options."""
    return float(configured_scheme(study, ALiBi).slope(study.options["heads"])[0])


def signs(slope: float) -> tuple[Array, Array, Array]:
    """Bias of one head for a few tokens in BLOOM, MPT, and the paper, NaN where masked, each (n, n)."""
    at = np.arange(TOKENS, dtype=np.float64)
    bloom, back = np.tile(slope * at, (TOKENS, 1)), at[:, None] - at
    return bloom, bloom - slope * (TOKENS - 1), np.where(back >= 0, -slope * back, np.nan)


def unmasked(study: Study) -> list[Claim]:
    """Differences of the three signs without a mask, and the effect of Falcon's scaling."""
    slope, root, at = first_slope(study), float(np.sqrt(study.dim)), np.arange(TOKENS)
    symmetric = -slope * np.abs(at[:, None] - at)
    difference = float(np.abs(shares(signs(slope)[0]) - shares(symmetric)).max())
    return [
        claim("bias-unmasked", share=difference, value=slope),
        claim("bias-falcon", dim=study.dim, value=slope, norm=slope / root, factor=root),
    ]


# Misconceptions


def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions about attention biases."""
    (code, paper), (eight, _) = slopes(12), slopes(8)
    alibi, rope = (trained.recipes(name, "3 back") for name in ("ALiBi", "RoPE"))
    language = trained.language("ALiBi")
    rise = float((language.mean(512, 1024) - language.mean(64, 128)).mean())
    counts = {"count": len(alibi.accuracy), "whole": alibi.tried, "number": len(rope.accuracy)}
    ends = {"low": float(paper[-1]), "high": float(paper[0])}
    return [
        claim("bias-twelve", **ends, head=int(code.argmax()) + 1, value=float(code.max())),
        claim("bias-from-zero", here=float(eight[0]), there=1.0, factor=float(1 / eight[0]), lowest=float(eight[-1])),
        claim("bias-undivided", factor=float(np.sqrt(64)), dim=64),
        claim("bias-extrapolates", value=rise, **counts),
    ]
