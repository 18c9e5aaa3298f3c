"""Bias: how much each head's score loses with the distance, slopes, buckets, and signs."""

from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dashboard.memory import kept
from dashboard.study import Study
from dashboard.views.measurements import read_only
from posenc_core import T5, ALiBi, Scheme, criteria, precision
from posenc_core.arrays import Array
from posenc_core.geometry import shares
from posenc_core.pictures import envelope

DRAWN = 5
"""Heads that are drawn as curves: as many as there are colours in rising order."""

BUCKETS = 512
"""Stretches of a log axis of which the smallest and the largest number are drawn."""

AT_ONCE = 2**21
"""Numbers that are worked out at a time."""

TOYS = 8
"""Tokens in the pictures of the sign."""

FARTHER = (2, 4, 8)
"""How many times a length is exceeded."""

Known = TypeVar("Known", bound=Scheme)


def known(study: Study, kind: type[Known]) -> Known:
    """A scheme as the sidebar has it, chosen or not."""
    found = study.known.get(kind.name, kind())
    assert isinstance(found, kind)
    return found


def heads_of(scheme: Scheme, heads: int) -> int:
    """How many heads differ."""
    return 1 if scheme.lacks("heads") else heads


def looking_back(scheme: Scheme, heads: int, length: int, rows: NDArray[np.int64]) -> Array:
    """What is added for the last query of a sequence and each key, 0 tokens back, 1, and so on. -> (rows, n)."""
    count, last = heads_of(scheme, heads), length - 1
    size = max(AT_ONCE // count, 1) if count > 1 else length
    parts = [
        scheme.bias([last], last - np.arange(start, min(start + size, length)), count)[rows, 0]
        for start in range(0, length, size)
    ]
    return np.concatenate(parts, axis=1)


class Curve(NamedTuple):
    """What one head adds, over the distance back."""

    head: int | None
    """Its number, from 1; None where all heads are alike."""
    k: NDArray[np.int64]
    nats: Array
    own: float
    """What is added where the query looks at itself."""

    @property
    def weights(self) -> Array:
        """How much attention a token k back gets for 1 that the query gives itself, of equal content."""
        return np.asarray(np.exp(self.nats - self.own))


@kept
def curves(scheme: Scheme, heads: int, length: int, log: bool) -> tuple[Curve, ...]:
    """Some heads, from the one that looks least far; over a log axis from distance 1 on."""
    count, order = heads_of(scheme, heads), by_reach(scheme, heads, length)
    rows = order[np.unique(np.rint(np.linspace(0, count - 1, min(DRAWN, count))).astype(np.int64))]
    found = looking_back(scheme, heads, length, rows)
    drawn = []
    for row, values in zip(rows.tolist(), found, strict=True):
        k, nats = thinned(values, log)
        drawn.append(Curve(row + 1 if count > 1 else None, read_only(k), read_only(nats), float(values[0])))
    return tuple(drawn)


def place_counts(scheme: Scheme, length: int) -> bool:
    """Whether a key one token back gets something else from the last position than from the second."""
    first, last = (float(scheme.bias([place], [place - 1], 1)[0, 0, 0]) for place in (1, max(length - 1, 1)))
    return first != last and not abs(last - first) <= criteria.EQUAL * abs(first)


def thinned(values: Array, log: bool) -> tuple[NDArray[np.int64], Array]:
    """A long curve as few points that hide no peak, also where the axis is a log one, which leaves out distance 0."""
    if not log:
        return envelope(values)
    if len(values) <= 2 * BUCKETS:
        return np.arange(1, len(values)), values[1:]
    ends = np.unique(np.rint(np.geomspace(1, len(values), BUCKETS + 1)).astype(np.int64))
    stretches = [(first, values[first:end]) for first, end in pairwise(ends)]
    places = {int(first + place) for first, part in stretches for place in (part.argmin(), part.argmax())}
    k = np.array(sorted(places | {len(values) - 1}), np.int64)
    return k, values[k]


@kept
def halves(scheme: Scheme, heads: int, length: int) -> tuple[int | None, ...]:
    """The first distance at which each head gives at most half of what the query gives itself; None within none."""
    count = heads_of(scheme, heads)
    found: list[int | None] = [None] * count
    own = scheme.bias([length - 1], [length - 1], count)[:, 0]
    start = 0
    while start < length and None in found:
        end = min(length, 2 * start + 4096, start + max(AT_ONCE // count, 1))
        block = scheme.bias([length - 1], length - 1 - np.arange(start, end), count)[:, 0]
        # half as much is ln 2 nats less; rounding must not make it one token more
        low = block - own <= -np.log(2) * (1 - criteria.EQUAL)
        for head in np.flatnonzero(low.any(axis=1)):
            if found[head] is None:
                found[head] = start + int(low[head].argmax())
        start = end
    return tuple(found)


@kept
def by_reach(scheme: Scheme, heads: int, length: int) -> NDArray[np.int64]:
    """The heads, from the one that looks least far: by where attention halves, and among equals by the first step."""
    count = heads_of(scheme, heads)
    near = scheme.bias([1], [1, 0], count)[:, 0]
    reach = np.array([np.inf if k is None else k for k in halves(scheme, heads, length)])
    return read_only(np.lexsort((near[:, 1] - near[:, 0], reach)))


@kept
def masked(scheme: Scheme, heads: int, length: int) -> bool:
    """Whether the first token that gets at most half is in some head one that is not seen at all."""
    found = [(head, length - 1 - k) for head, k in enumerate(halves(scheme, heads, length)) if k is not None]
    count = heads_of(scheme, heads)
    return any(bool(np.isneginf(scheme.bias([length - 1], [key], count)[head, 0, 0])) for head, key in found)


class Slopes(NamedTuple):
    """ALiBi's slopes for some heads, in nats a token."""

    code: Array
    """As in the authors' code."""
    paper: Array
    """As the paper's sentence says."""
    series: int
    """Of how many heads the code takes the first slopes: the largest power of 2 within."""

    @property
    def same(self) -> bool:
        """Whether the two agree."""
        return bool(np.allclose(self.code, self.paper, rtol=criteria.EQUAL, atol=0))


def slopes(heads: int) -> Slopes:
    """Both readings of ALiBi's slopes."""
    code, paper = (ALiBi(slopes=kind).slope(heads) for kind in ("code", "paper"))
    return Slopes(code, paper, 2 ** (heads.bit_length() - 1))


class Ruler(NamedTuple):
    """T5's buckets over the distance, to one side."""

    numbers: NDArray[np.int64]
    """Of the buckets that are used, in rising order."""
    firsts: NDArray[np.int64]
    """The distance from which on each is used."""
    bucket: NDArray[np.int64]
    """Of every distance, up to a little beyond the last one's start."""

    @property
    def apart(self) -> int:
        """How many distances, from 0 on without a gap, have a bucket of their own."""
        shared = self.bucket[1:] == self.bucket[:-1]
        return int(shared.argmax())

    @property
    def widest(self) -> int:
        """How many distances one bucket holds at most, the last one aside, which holds all the rest."""
        return int(np.diff(self.firsts).max())


def ruler(scheme: T5, side: int = -1) -> Ruler:
    """The buckets of keys before the query (side −1), or after it (1)."""
    bucket = scheme.bucket(side * np.arange(scheme.distance + scheme.distance // 8 + 1))
    bucket = bucket if side < 0 else bucket[1:]
    numbers, firsts = np.unique(bucket, return_index=True)
    return Ruler(numbers, firsts + (side > 0), bucket)


def unused(scheme: T5) -> list[int]:
    """The buckets that no key is ever in."""
    used = scheme.bucket(np.arange(-scheme.distance, scheme.distance + 1))
    return sorted({*range(scheme.buckets)} - {*used.tolist()})


class Signs(NamedTuple):
    """One head's bias for a few tokens, by the convention of three programs. (n, n) each."""

    bloom: Array
    mpt: Array
    paper: Array
    """NaN where the query does not look."""
    difference: float
    """The largest between their weights, behind the mask."""
    unmasked: float
    """The largest between the weights of +m j without a mask, and of −m |i − j|."""


def signs(slope: float) -> Signs:
    """The three of them, and what a softmax makes of them."""
    at = np.arange(TOYS, dtype=np.float64)
    hidden = np.where(np.tri(TOYS, dtype=bool), 0, -np.inf)
    bloom = np.tile(slope * at, (TOYS, 1))
    mpt = np.tile(slope * (at - (TOYS - 1)), (TOYS, 1))
    paper = -slope * (at[:, None] - at)
    weights = [shares(each + hidden) for each in (bloom, mpt, paper)]
    both_ways = shares(-slope * np.abs(at[:, None] - at))
    return Signs(
        bloom,
        mpt,
        np.where(np.isfinite(hidden), paper, np.nan),
        max(float(np.abs(each - weights[2]).max()) for each in weights[:2]),
        float(np.abs(shares(bloom) - both_ways).max()),
    )


def rounded_slopes(heads: int) -> float:
    """By what share Falcon's rounding to bfloat16 changes a slope at most."""
    exact = slopes(heads).code
    return float(np.abs(precision.rounded(exact, "bfloat16") / exact - 1).max())


class Beyond(NamedTuple):
    """What a scheme adds beyond a length, beside what it adds within."""

    scheme: Scheme
    low: float
    high: float
    values: tuple[float, ...]
    """For the first key, seen from so many times the length as FARTHER says."""


@kept
def beyond(scheme: Scheme, heads: int, length: int) -> Beyond:
    """The first head of a scheme, seen from the last position within a length and from beyond it."""
    within = looking_back(scheme, heads, length, np.zeros(1, np.int64))[0]
    count = heads_of(scheme, heads)
    values = (scheme.bias([times * length], [0], count)[0, 0, 0] for times in FARTHER)
    return Beyond(scheme, float(within.min()), float(within.max()), tuple(map(float, values)))


def all_beyond(study: Study) -> list[Beyond]:
    """Every scheme that adds to the scores."""
    biases = [scheme for scheme in study.known.values() if not scheme.lacks("bias")]
    return [beyond(scheme, study.options["heads"], study.length) for scheme in biases or study.schemes]
