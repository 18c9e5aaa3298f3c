"""Is a table a matrix of attention biases? A number for each offset between a query, the row, and a key, the column."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.fitting import FREE, NEAR, ROUNDING, ROWS, account, changed, plainest, said, share, shortest
from posenc_core.diagnosis.reading import Reading, Seen
from posenc_core.scheme import Scheme
from posenc_core.schemes import FIRE, KERPLE, T5, ALiBi, NoPE, Sandwich
from posenc_core.schemes.fire import TINY

LEAST = 4
"""A matrix of offsets has so many rows and columns: in a smaller one few numbers share an offset."""

MASKED = -1e4
"""Code that has no infinity, or wants none, hides later keys behind a number below this."""

HEADS = (8, 12, 16, 32, 64, 4, 2, 1, 20, 24, 25, 40, 48, 71, 96, 112, 128)
"""How many heads models with ALiBi have: a slope is read as that of the first where it stands."""

STRAIGHT = 0.05
"""A line that leaves more of the means at each offset is none."""

DISTANCES = (128, *(round(64 * 2 ** (power / 4)) for power in range(17)))
"""Ends of T5's groups that are looked at first; the others are looked for beside the best of them."""

Ahead = Literal["hidden", "mirrored", "0", "negative"]
"""What stands beyond the diagonal: nothing that counts, the same as before it, zeros, or the same with another sign."""


def hidden(table: NDArray[np.floating[Any]]) -> NDArray[np.bool_] | None:
    """Where a causal mask hides keys: all above the diagonal of a square is one number far below 0. (n, n)"""
    length, keys = table.shape
    if length != keys or length < 2 or not table[0, -1] <= MASKED:
        return None
    above = np.triu(np.ones(table.shape, bool), 1)
    lowest = table[0, -1]
    return above if (table[above] == lowest).all() and table[~above].min() > lowest / 2 else None


def readings(seen: Seen) -> list[Reading]:
    """Every account of a table as a matrix of biases that leaves little of it."""
    if min(seen.numbers.shape) < LEAST:
        return []
    found = [*_along_keys(seen), *_beyond_offsets(seen)]
    if _by_offset_alone(seen):
        offsets = _Offsets(seen)
        if seen.hidden is not None and not offsets.back.any():
            found.append(offsets.account("NoPE", {}, offsets.back, "hidden", cost=0, scheme=NoPE()))
        # the same number everywhere is no bias, and no account of one
        elif np.ptp(offsets.every) > 0:
            found += [
                *_mask(offsets),
                *_straight(offsets),
                *_curved(offsets),
                *_buckets(offsets),
                *_sums_of_cosines(offsets),
            ]
            found.append(offsets.any_other)
    return [each for each in found if each.misfit <= NEAR]


@dataclass(frozen=True)
class _Offsets:
    """The means along the diagonals of a table, and how much each counts."""

    seen: Seen

    @cached_property
    def every(self) -> Array:
        """The mean at each offset, from the key that is farthest ahead to the one farthest back. (m - 1 + n,)"""
        length, keys = self.seen.numbers.shape
        places = np.arange(length)[:, None] - np.arange(keys) + keys - 1
        return np.asarray(np.bincount(places.ravel(), self.seen.numbers.ravel()) / self.counts)

    @cached_property
    def counts(self) -> Array:
        """How many numbers there are at each offset. (m - 1 + n,)"""
        length, keys = self.seen.numbers.shape
        places = np.arange(length + keys - 1)
        return np.asarray(np.minimum(np.minimum(places, places[::-1]) + 1, min(length, keys)), np.float64)

    @property
    def back(self) -> Array:
        """The mean for a key 0, 1, 2 ... tokens back. (n,)"""
        return self.every[self.seen.numbers.shape[1] - 1 :]

    @property
    def weights(self) -> Array:
        return self.counts[self.seen.numbers.shape[1] - 1 :]

    @cached_property
    def ahead(self) -> Ahead | None:
        """What the means ahead are beside those back; None where they are something else."""
        if self.seen.hidden is not None:
            return "hidden"
        most = min(self.seen.numbers.shape)
        ahead, back = self.every[: self.seen.numbers.shape[1] - 1][::-1][: most - 1], self.back[1:most]
        left: dict[Ahead, float] = {
            "mirrored": share(ahead - back, back),
            "0": share(ahead, back),
            "negative": share(ahead + back, back),
        }
        best = min(left, key=lambda each: left[each])
        return best if left[best] < NEAR else None

    def left(self, curve: Array) -> float:
        """How much of the means back a curve leaves. (n,)"""
        return share((self.back - curve) * np.sqrt(self.weights), self.back * np.sqrt(self.weights))

    def scale(self, curve: Array) -> float:
        """The number times which a curve comes nearest to the means back. (n,)"""
        size = float((self.weights * curve) @ curve)
        return float((self.weights * curve) @ self.back) / size if size else 0.0

    def account(
        self,
        name: str,
        parameters: dict[str, Any],
        curve: Array,
        ahead: Ahead,
        *,
        cost: float,
        scheme: Scheme | None = None,
        keys_ahead: Array | None = None,
    ) -> Reading:
        """An account by what is added for a key 0, 1, 2 ... tokens back, and ahead. (m or more,), (m - 1,)"""
        length, keys = self.seen.numbers.shape
        beyond = keys_ahead
        if beyond is None:
            beyond = curve[1:keys] * {"hidden": 0, "0": 0, "mirrored": 1, "negative": -1}[ahead]
        every = np.concatenate((beyond[::-1], curve[:length]))
        more = {"ahead": ahead} if ahead in ("0", "negative") and keys_ahead is None else {}
        return account(
            self.seen, name, parameters | more, lambda: _matrix(every, keys), cost=cost, kind="bias", scheme=scheme
        )

    @cached_property
    def any_other(self) -> Reading:
        """A number of its own for each offset."""
        # an account outlives the table: it keeps the numbers that it needs, not this
        every, keys = self.every, self.seen.numbers.shape[1]
        free = len(self.back) if self.seen.hidden is not None else len(every)
        return account(self.seen, "offsets", {}, lambda: _matrix(every, keys), cost=free * FREE, kind="bias")


def _matrix(every: Array, keys: int) -> Array:
    """The matrix of a number for each offset. (m - 1 + n,) -> (n, m)"""
    return np.array(sliding_window_view(every, keys)[:, ::-1])


def _by_offset_alone(seen: Seen) -> bool:
    """Whether some rows look as if only the offset counted, beside the rows before them."""
    rows = np.unique(np.linspace(1, len(seen.numbers) - 1, ROWS).astype(np.int64))
    steps = seen.numbers[rows, 1:] - seen.numbers[rows - 1, :-1]
    return share(steps, seen.numbers[rows]) <= NEAR


def _mask(offsets: _Offsets) -> Iterator[Reading]:
    """A causal mask: one number for the keys that are seen, another for those ahead."""
    length, keys = offsets.seen.numbers.shape
    if offsets.seen.hidden is not None:
        return
    back, ahead = offsets.back, offsets.every[: keys - 1]
    values = [shortest(float(part.mean()), float(np.ptp(part))) for part in (back, ahead)]
    if values[0] == values[1] or max(np.ptp(back), np.ptp(ahead)) > STRAIGHT * abs(values[0] - values[1]):
        return
    more = {"seen": values[0], "hidden": values[1]}
    ones = np.full(length, values[0])
    yield offsets.account("causal mask", more, ones, "0", cost=2.0, keys_ahead=np.full(keys - 1, values[1]))


def _straight(offsets: _Offsets) -> Iterator[Reading]:
    """ALiBi: so much less for every token farther back; or the distances themselves."""
    away = np.arange(max(offsets.seen.numbers.shape), dtype=np.float64)
    near = away[: len(offsets.back)]
    slope, ahead = -offsets.scale(near), offsets.ahead
    if not slope or ahead is None or offsets.left(-slope * near) > STRAIGHT:
        return
    # the means are off by chance, and by rounding, which is the same all along a diagonal
    chance = offsets.any_other.misfit / np.sqrt(offsets.weights.sum())
    error = 3 * abs(slope) * max(chance, offsets.left(-slope * near) / np.sqrt(len(near)), ROUNDING)
    if slope < 0:
        size = shortest(-slope, error)
        yield offsets.account("distances", {"scale": size} if size != 1 else {}, size * away, ahead, cost=said(size))
        return
    head = _head(slope, error)
    scheme = ALiBi(direction="symmetric" if ahead == "mirrored" else "causal", slopes=head[2] if head else "code")
    exact = float(scheme.slope(head[1])[head[0] - 1]) if head else shortest(slope, error)
    more = changed(scheme) | (_of_head(head, exact) if head else {"slope": exact})
    yield offsets.account("ALiBi", more, -exact * away, ahead, cost=1 if head else said(exact), scheme=scheme)


def _head(slope: float, error: float) -> tuple[int, int, str] | None:
    """Which head of how many has a slope, and by which rule."""
    for rule, heads in product(("code", "paper"), HEADS):
        apart = np.abs(ALiBi(slopes=rule).slope(heads) - slope)
        if apart.min() <= error:
            return int(apart.argmin()) + 1, heads, rule
    return None


def _of_head(head: tuple[int, int, str], slope: float) -> dict[str, float]:
    """Which head it is, and its slope, which follows from that, in a few digits."""
    return {"head": head[0], "heads": head[1], "slope": float(f"{slope:.4g}")}


def _curved(offsets: _Offsets) -> Iterator[Reading]:
    """KERPLE: a logarithm of the distance, or a power."""
    ahead = offsets.ahead
    if ahead not in ("hidden", "mirrored", "0") or not offsets.back.any() or abs(offsets.back[0]) > offsets.back.std():
        return
    for kind, shape in CURVES.items():
        yield from _of_shape(offsets, ahead, kind, shape)


CURVES: dict[str, Callable[[Array, float], Array]] = {
    "log": lambda away, r2: np.log1p(r2 * away),
    "power": lambda away, r2: away**r2,
}
"""What a distance counts, by the kind of KERPLE."""


def _of_shape(offsets: _Offsets, ahead: Ahead, kind: str, shape: Callable[[Array, float], Array]) -> Iterator[Reading]:
    away = np.arange(max(offsets.seen.numbers.shape), dtype=np.float64)
    near = away[: len(offsets.back)]

    def left(r2: float) -> float:
        curve = shape(near, r2)
        return offsets.left(offsets.scale(curve) * curve)

    r2 = plainest(_least(left, 0.01, 2), left, offsets.seen.floor)
    if left(r2) > NEAR:
        return
    curve = shape(near, r2)
    r1 = plainest(-offsets.scale(curve), lambda r1: offsets.left(-r1 * curve), offsets.seen.floor)
    if 0.01 <= r1 <= 10 and 0.01 <= r2 <= 2:
        scheme = KERPLE(kind=kind, r1=r1, r2=r2)
        yield offsets.account("KERPLE", changed(scheme), -r1 * shape(away, r2), ahead, cost=said(r1, r2), scheme=scheme)


def _least(left: Callable[[float], float], low: float, high: float) -> float:
    """Where a function is least between two numbers above 0, by grids that close in on it."""
    while high > (1 + ROUNDING) * low:
        grid = np.geomspace(low, high, 40)
        at = int(np.argmin([left(float(each)) for each in grid]))
        low, high = float(grid[max(at - 1, 0)]), float(grid[min(at + 1, len(grid) - 1)])
    return float(np.sqrt(low * high))


def _buckets(offsets: _Offsets) -> Iterator[Reading]:
    """T5: the number of a bucket, times a step, or as it is."""
    length, keys = offsets.seen.numbers.shape
    relative = np.arange(keys - 1, -length, -1)
    shown = relative <= 0 if offsets.seen.hidden is not None else np.ones(len(relative), bool)
    weights = np.sqrt(offsets.counts) * shown

    def fitted(scheme: T5) -> tuple[float, float]:
        """What the buckets leave with the best step, and this step."""
        curve, every = scheme.bucket(relative) * weights, offsets.every * weights
        size = float(curve @ curve)
        step = -float(curve @ every) / size if size else 0.0
        return share(every + step * curve, every), step

    def left(scheme: T5) -> float:
        return fitted(scheme)[0]

    directions = ("causal",) if offsets.seen.hidden is not None else ("bidirectional", "causal")
    best = min(
        (
            T5(direction=direction, buckets=buckets, distance=distance)
            for direction, buckets, distance in product(directions, (32, 64, 16, 8), DISTANCES)
        ),
        key=left,
    )
    if left(best) > NEAR:
        return
    if left(best) > offsets.seen.floor:
        others = range(max(best.distance * 4 // 5, 64), min(best.distance * 5 // 4, 1024) + 1)
        found = {distance: left(replace(best, distance=distance)) for distance in others}
        alike = [distance for distance in others if found[distance] <= 1.02 * min(found.values()) + 1e-9]
        # of those the usual one, or that with the fewest digits
        best = replace(best, distance=min(alike, key=lambda each: (each != 128, len(str(each).rstrip("0")), each)))
    _, step = fitted(best)
    buckets = best.bucket(relative) * shown
    step = plainest(step, lambda step: share((offsets.every + step * buckets) * weights, offsets.every * weights), 0)
    if not 0 < abs(step) <= 100:
        return
    scheme = replace(best, step=abs(step))
    yield account(
        offsets.seen,
        "T5",
        changed(scheme) | ({"sign": "+"} if step < 0 else {}),
        lambda: _matrix(np.asarray(-step * buckets), keys),
        cost=FREE,
        kind="bias",
        scheme=scheme,
    )


def _sums_of_cosines(offsets: _Offsets) -> Iterator[Reading]:
    """Sandwich: the dot products of sinusoids."""
    ahead = offsets.ahead
    if ahead not in ("hidden", "mirrored", "0"):
        return
    away = np.arange(max(offsets.seen.numbers.shape), dtype=np.float64)
    for width, index in product((32, 64, 128, 256, 512), ("from 1", "from 0")):
        scheme = Sandwich(width=width, index=index)
        curve = scheme.bias([away[-1]], away[-1] - away)[0, 0]
        near = curve[: len(offsets.back)]
        scale = offsets.scale(near)
        if offsets.left(scale * near) > NEAR:
            continue
        scale = plainest(scale, lambda scale, near=near: offsets.left(scale * near), offsets.seen.floor)  # type: ignore[misc]
        more = changed(scheme) | ({"scale": scale} if scale != 1 else {})
        cost = 2.0 if scale == 1 else FREE
        yield offsets.account("Sandwich", more, scale * curve, ahead, cost=cost, scheme=scheme)


def _along_keys(seen: Seen) -> Iterator[Reading]:
    """ALiBi as BLOOM writes it: the slope times the number of the key, which differs by a constant in each row."""
    keys = seen.numbers.shape[1]
    ys = seen.numbers[-1]
    shown = ~seen.hidden if seen.hidden is not None else np.ones(seen.numbers.shape, bool)
    if share((seen.numbers - ys) * shown, seen.numbers) > NEAR:
        return
    away = np.arange(keys, dtype=np.float64)
    slope, first = (float(each) for each in np.polyfit(away, ys, 1))
    left = share(ys - first - slope * away, ys)
    head = _head(slope, 3 * (left + ROUNDING) * slope) if slope > 0 else None
    if head is None:
        return
    scheme = ALiBi(slopes=head[2])
    slope = float(scheme.slope(head[1])[head[0] - 1])
    from_last = abs(first + slope * (keys - 1)) < abs(first)
    more = changed(scheme) | _of_head(head, slope)
    more |= {"counted": "from the last key" if from_last else "from the first key"}
    along = slope * (away - (keys - 1) * from_last)
    yield account(seen, "ALiBi", more, lambda: along * shown, cost=FREE, kind="bias", scheme=scheme)


def _beyond_offsets(seen: Seen) -> Iterator[Reading]:
    """FIRE: each query measures by its own position, from some position on."""
    length, hidden = len(seen.numbers), seen.hidden
    if hidden is None or seen.numbers[-1, -1] or not (seen.numbers[-1] < 0).any():
        return
    back = np.arange(length, dtype=np.float64)
    last = seen.numbers[-1, ::-1]

    def left(c: float) -> float:
        curve = np.log1p(c * back)
        return share(last - float(last @ curve) / float(curve @ curve) * curve, last)

    low, high = 0.001, 10.0
    c = plainest(_least(left, low, high), left, seen.floor)
    if left(c) > STRAIGHT or not low <= c <= high:
        return
    curves = np.where(hidden, 0, np.log1p(c * np.maximum(back[:, None] - back, 0)))[1:]
    squares = np.square(curves).sum(axis=1)
    sizes = -(curves * seen.numbers[1:]).sum(axis=1) / squares
    # the sizes are alike up to the threshold, and fall from there on
    usual: int = next(each.default for each in FIRE.parameters() if each.name == "threshold")
    best: tuple[float, int, float] | None = None
    for threshold in {*range(1, length), max(usual, length)}:
        falling = 1 / (np.log1p(c * np.maximum(back[1:], threshold)) + TINY)
        factor = float((squares * falling) @ sizes / ((squares * falling) @ falling))
        off = float(squares @ np.square(sizes - factor * falling))
        if best is None or off < best[0]:
            best = off, threshold, factor
    if best is None:
        return
    _, threshold, factor = best
    factor = shortest(factor, (left(c) + ROUNDING) * factor)
    if not 0 < factor <= 100:
        return
    scheme = FIRE(c=c, threshold=threshold, factor=factor)
    yield account(
        seen,
        "FIRE",
        changed(scheme),
        lambda: np.where(hidden, 0, scheme.bias(range(length), range(length))[0]),
        cost=said(c, factor) + (0 if threshold >= length else FREE),
        kind="bias",
        scheme=scheme,
    )
