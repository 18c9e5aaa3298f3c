"""Numbers of Bias: half-attention distances, biases over the distance, slopes, buckets, and signs."""

from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import T5, ALiBi, Scheme
from posenc_core.analysis import criteria
from posenc_core.analysis.geometry import shares
from posenc_core.analysis.pictures import envelope
from posenc_core.arrays import Array, read_only

DRAWN = 4
"""Number of heads that are drawn besides the selected one."""

BUCKETS = 512
"""Number of intervals of a log axis of which the extremes are drawn."""

AT_ONCE = 2**21
"""Maximum number of values computed at a time."""

TOKENS = 8
"""Number of tokens in the figures of the sign."""

FARTHER = (2, 4, 8)
"""Multiples of the length in the download."""

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


def looking_back(scheme: Scheme, heads: int, length: int, rows: NDArray[np.int64]) -> Array:
    """Bias of the last query for keys at distances 0, 1, ..., in some heads, shape (rows, n)."""
    count, last = heads_of(scheme, heads), length - 1
    size = max(AT_ONCE // count, 1) if count > 1 else length
    parts = [
        scheme.bias([last], last - np.arange(start, min(start + size, length)), count)[rows, 0]
        for start in range(0, length, size)
    ]
    return np.concatenate(parts, axis=1)


def farthest(scheme: Scheme, heads: int, length: int) -> Array:
    """Bias of the last query and the first key, shape (heads,), or (1,) if all heads are the same."""
    return np.asarray(scheme.bias(length - 1, 0, heads_of(scheme, heads)), np.float64)


class Curve(NamedTuple):
    """Bias of one head over the distance."""

    head: int | None
    """One-based index; None if all heads are the same."""
    k: NDArray[np.int64]
    nats: Array
    own: float
    """Bias at distance 0."""

    @property
    def weights(self) -> Array:
        """Attention weights for equal contents, relative to distance 0."""
        return np.asarray(np.exp(self.nats - self.own))


@shared_cache
def curves(scheme: Scheme, heads: int, length: int, log: bool, head: int) -> tuple[Curve, ...]:
    """Curves of the given head and some others, evenly by reach; on a log axis from distance 1."""
    count, order = heads_of(scheme, heads), by_reach(scheme, heads, length)
    places = np.unique(np.rint(np.linspace(0, count - 1, min(DRAWN, count))).astype(np.int64))
    rows = np.union1d(order[places], min(head, count) - 1)
    curves = []
    for row, values in zip(rows.tolist(), looking_back(scheme, heads, length, rows), strict=True):
        k, nats = thin(values, log)
        curves.append(Curve(row + 1 if count > 1 else None, read_only(k), read_only(nats), float(values[0])))
    return tuple(curves)


def place_counts(scheme: Scheme, length: int) -> bool:
    """Return whether the bias at distance 1 depends on the position of the query."""
    first, last = (float(scheme.bias([place], [place - 1], 1)[0, 0, 0]) for place in (1, max(length - 1, 1)))
    return first != last and not abs(last - first) <= criteria.EQUAL * abs(first)


def thin(values: Array, log: bool) -> tuple[NDArray[np.int64], Array]:
    """Thin a long curve without losing peaks; a log axis omits distance 0."""
    if not log:
        return envelope(values)
    ends = np.unique(np.rint(np.geomspace(1, len(values), BUCKETS + 1)).astype(np.int64))
    parts = [(first, values[first:end]) for first, end in pairwise(ends)]
    places = {int(first + place) for first, part in parts for place in (part.argmin(), part.argmax())}
    k = np.array(sorted(places | {len(values) - 1}), np.int64)
    return k, values[k]


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


def slopes(heads: int) -> tuple[Array, Array]:
    """ALiBi's slopes of the authors' code and of the paper's formula, in nats per token."""
    return ALiBi(slopes="code").slope(heads), ALiBi(slopes="paper").slope(heads)


class Ruler(NamedTuple):
    """T5's buckets over the distance, on one side."""

    numbers: NDArray[np.int64]
    """Numbers of the used buckets, ascending."""
    firsts: NDArray[np.int64]
    """Smallest distance of each bucket."""
    end: int
    """Last drawn distance, in the last bucket."""

    @property
    def alone(self) -> int:
        """Number of leading buckets that contain a single distance."""
        return int((np.diff(self.firsts, append=np.inf) > 1).argmax())


def ruler(scheme: T5, side: int = -1) -> Ruler:
    """Buckets of keys before the query (side −1), or after it (1)."""
    end = scheme.distance + scheme.distance // 8
    # a later key has distance 1 or more
    distances = np.arange(side > 0, end + 1)
    numbers, places = np.unique(scheme.bucket(side * distances), return_index=True)
    return Ruler(numbers, distances[places], end)


def rulers(scheme: T5) -> dict[str, Ruler]:
    """Buckets of each side that has any."""
    return {"before": ruler(scheme), **({"after": ruler(scheme, 1)} if scheme.both_ways else {})}


def signs(slope: float) -> tuple[Array, Array, Array]:
    """Bias of one head for a few tokens in BLOOM, MPT, and the paper, NaN where masked, each (n, n)."""
    at = np.arange(TOKENS, dtype=np.float64)
    bloom, back = np.tile(slope * at, (TOKENS, 1)), at[:, None] - at
    return bloom, bloom - slope * (TOKENS - 1), np.where(back >= 0, -slope * back, np.nan)


def mask_effect(slope: float) -> float:
    """Largest difference between the weights of +m j without a mask and of −m |i − j|."""
    at = np.arange(TOKENS, dtype=np.float64)
    return float(np.abs(shares(signs(slope)[0]) - shares(-slope * np.abs(at[:, None] - at))).max())
