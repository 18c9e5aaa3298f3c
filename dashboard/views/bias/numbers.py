"""Bias: where attention halves in each head, the bias over the distance, ALiBi's slopes, T5's buckets, and signs."""

from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers.measurements import read_only
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import T5, ALiBi, Scheme
from posenc_core.analysis import criteria
from posenc_core.analysis.geometry import shares
from posenc_core.analysis.pictures import envelope
from posenc_core.arrays import Array

DRAWN = 4
"""Heads that are drawn as curves besides the selected one."""

BUCKETS = 512
"""Parts of a log axis of which the smallest and the largest number are drawn."""

AT_ONCE = 2**21
"""Numbers that are computed at a time."""

TOKENS = 8
"""Tokens in the pictures of the sign."""

FARTHER = (2, 4, 8)
"""Multiples of the length at which the bias is offered as a file."""

Known = TypeVar("Known", bound=Scheme)


def known(study: Study, kind: type[Known]) -> Known:
    """A scheme with the parameters of the sidebar, chosen or not."""
    found = study.known.get(kind.name, kind())
    assert isinstance(found, kind)
    return found


def heads_of(scheme: Scheme, heads: int) -> int:
    """How many heads differ."""
    return 1 if scheme.unsupported_reason("heads") else heads


def selected(study: Study) -> int:
    """The selected head, from 1; beyond the last it is the last."""
    return min(int(study.options["h"]), int(study.options["heads"]))


def looking_back(scheme: Scheme, heads: int, length: int, rows: NDArray[np.int64]) -> Array:
    """The bias of the last query and each key at distance 0, 1, and so on, in some heads. -> (rows, n)."""
    count, last = heads_of(scheme, heads), length - 1
    size = max(AT_ONCE // count, 1) if count > 1 else length
    parts = [
        scheme.bias([last], last - np.arange(start, min(start + size, length)), count)[rows, 0]
        for start in range(0, length, size)
    ]
    return np.concatenate(parts, axis=1)


def farthest(scheme: Scheme, heads: int, length: int) -> Array:
    """The bias of the last query and the first key. -> (heads,), or (1,) where all are the same."""
    return np.asarray(scheme.bias(length - 1, 0, heads_of(scheme, heads)), np.float64)


class Curve(NamedTuple):
    """The bias of one head over the distance."""

    head: int | None
    """Its number, from 1; None where all heads are the same."""
    k: NDArray[np.int64]
    nats: Array
    own: float
    """The bias at distance 0."""

    @property
    def weights(self) -> Array:
        """Attention weights at equal content, divided by the one at distance 0."""
        return np.asarray(np.exp(self.nats - self.own))


@shared_cache
def curves(scheme: Scheme, heads: int, length: int, log: bool, head: int) -> tuple[Curve, ...]:
    """A head and some others, evenly by their reach, in the order of the heads; on a log axis from distance 1."""
    count, order = heads_of(scheme, heads), by_reach(scheme, heads, length)
    places = np.unique(np.rint(np.linspace(0, count - 1, min(DRAWN, count))).astype(np.int64))
    rows = np.union1d(order[places], min(head, count) - 1)
    drawn = []
    for row, values in zip(rows.tolist(), looking_back(scheme, heads, length, rows), strict=True):
        k, nats = thinned(values, log)
        drawn.append(Curve(row + 1 if count > 1 else None, read_only(k), read_only(nats), float(values[0])))
    return tuple(drawn)


def place_counts(scheme: Scheme, length: int) -> bool:
    """Whether the bias at distance 1 differs between the last query and the second one."""
    first, last = (float(scheme.bias([place], [place - 1], 1)[0, 0, 0]) for place in (1, max(length - 1, 1)))
    return first != last and not abs(last - first) <= criteria.EQUAL * abs(first)


def thinned(values: Array, log: bool) -> tuple[NDArray[np.int64], Array]:
    """A long curve as few points that hide no peak, on a log axis, too, which leaves out distance 0."""
    if not log:
        return envelope(values)
    ends = np.unique(np.rint(np.geomspace(1, len(values), BUCKETS + 1)).astype(np.int64))
    parts = [(first, values[first:end]) for first, end in pairwise(ends)]
    places = {int(first + place) for first, part in parts for place in (part.argmin(), part.argmax())}
    k = np.array(sorted(places | {len(values) - 1}), np.int64)
    return k, values[k]


@shared_cache
def halves(scheme: Scheme, heads: int, length: int) -> tuple[int | None, ...]:
    """The first distance at which each head gives at most half of its weight at distance 0; None where none is."""
    count = heads_of(scheme, heads)
    found: list[int | None] = [None] * count
    own = scheme.bias([length - 1], [length - 1], count)[:, 0]
    start = 0
    while start < length and None in found:
        end = min(length, 2 * start + 4096, start + max(AT_ONCE // count, 1))
        block = scheme.bias([length - 1], length - 1 - np.arange(start, end), count)[:, 0]
        # half is ln 2 nats less; rounding must not make it one token more
        low = block - own <= -np.log(2) * (1 - criteria.EQUAL)
        for head in np.flatnonzero(low.any(axis=1)):
            if found[head] is None:
                found[head] = start + int(low[head].argmax())
        start = end
    return tuple(found)


@shared_cache
def by_reach(scheme: Scheme, heads: int, length: int) -> NDArray[np.int64]:
    """The heads, from the one with the shortest reach; of equal reaches the one with the steepest first step first."""
    near = scheme.bias([1], [1, 0], heads_of(scheme, heads))[:, 0]
    reach = np.array([np.inf if k is None else k for k in halves(scheme, heads, length)])
    return read_only(np.lexsort((near[:, 1] - near[:, 0], reach)))


def slopes(heads: int) -> tuple[Array, Array]:
    """ALiBi's slopes as in the authors' code, and by the formula of the paper, in nats a token."""
    return ALiBi(slopes="code").slope(heads), ALiBi(slopes="paper").slope(heads)


class Ruler(NamedTuple):
    """T5's buckets over the distance, on one side."""

    numbers: NDArray[np.int64]
    """Of the buckets that are used, in rising order."""
    firsts: NDArray[np.int64]
    """The smallest distance of each."""
    end: int
    """A distance in the last bucket, at which the picture ends."""

    @property
    def alone(self) -> int:
        """How many buckets, from the first one, hold a single distance."""
        return int((np.diff(self.firsts, append=np.inf) > 1).argmax())


def ruler(scheme: T5, side: int = -1) -> Ruler:
    """The buckets of keys before the query (side −1), or after it (1)."""
    end = scheme.distance + scheme.distance // 8
    # no key after the query is at distance 0
    distances = np.arange(side > 0, end + 1)
    numbers, places = np.unique(scheme.bucket(side * distances), return_index=True)
    return Ruler(numbers, distances[places], end)


def rulers(scheme: T5) -> dict[str, Ruler]:
    """The buckets of each side that has some."""
    return {"before": ruler(scheme), **({"after": ruler(scheme, 1)} if scheme.both_ways else {})}


def signs(slope: float) -> tuple[Array, Array, Array]:
    """One head's bias for a few tokens in BLOOM, in MPT, and in the paper, NaN where masked. (n, n) each."""
    at = np.arange(TOKENS, dtype=np.float64)
    bloom, back = np.tile(slope * at, (TOKENS, 1)), at[:, None] - at
    return bloom, bloom - slope * (TOKENS - 1), np.where(back >= 0, -slope * back, np.nan)


def unmasked(slope: float) -> float:
    """The largest difference between the weights of +m j without a mask and of −m |i − j|."""
    at = np.arange(TOKENS, dtype=np.float64)
    return float(np.abs(shares(signs(slope)[0]) - shares(-slope * np.abs(at[:, None] - at))).max())
