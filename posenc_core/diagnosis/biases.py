"""Is a table a matrix of attention biases? A mask, or a number for each offset between query (row) and key (column)."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis import costs
from posenc_core.diagnosis.accounts import Explained, Table
from posenc_core.diagnosis.codes import explained
from posenc_core.scheme import Scheme
from posenc_core.schemes import FIRE, KERPLE, T5, ALiBi, NoPE, Sandwich

LEAST = 4
"""A matrix of biases has so many rows and columns: in a smaller one few numbers share an offset."""

MASKED = -1e4
"""Code that has no infinity hides keys behind a number below this."""

HEADS = (8, 12, 16, 32, 64, 4, 2, 1, 20, 24, 25, 40, 48, 71, 96, 112, 128)
"""How many heads models with ALiBi have: a slope is read as that of the first where it stands."""

DISTANCES = (128, 64, 256, 512, 1024, 100, 200)
"""Of T5: where the last bucket begins."""

Mask = NDArray[np.bool_]


def masked(numbers: NDArray[np.floating[Any]]) -> Mask | None:
    """Where negative infinity, or one huge negative number, hides keys; None where nothing does. (n, m)"""
    lowest = numbers.min(initial=0.0)
    hidden: Mask = numbers == lowest
    if lowest > MASKED or hidden.all() or np.isnan(numbers).any():
        return None
    others = numbers[~hidden].min()
    return hidden if np.isneginf(lowest) or others > lowest / 2 else None


def accounts(table: Table, hidden: Mask | None) -> Iterator[Explained]:
    """Every account of a table as attention biases; what a mask hides is 0 in the table."""
    n, m = table.numbers.shape
    if min(n, m) < LEAST:
        return
    pattern = None if hidden is None else _pattern(hidden)
    if hidden is not None and not table.norm:
        name, more = pattern or ("mask", {})
        yield Explained.exact("bias", name, more, np.zeros((n, m)))
        if name == "causal mask":
            yield Explained.exact("bias", "NoPE", {}, np.zeros((n, m)), NoPE(), 0.5)
        return
    low, high = float(table.numbers.min()), float(table.numbers.max())
    if hidden is None and low < high and (np.isin(table.numbers, (low, high))).all():
        for shown in (low, high):
            found = _pattern(table.numbers == low + high - shown)
            if found is not None:
                said = {**found[1], "visible": shown, "hidden": low + high - shown}
                yield Explained.exact("bias", found[0], said, table.numbers)
                return
    yield from _along_keys(table, hidden)
    if n == m or hidden is None:
        yield from _by_offset(table, hidden, pattern)
    if pattern == ("causal mask", {}):
        yield from _fire(table)


def _pattern(hidden: Mask) -> tuple[str, dict[str, Any]] | None:
    """Which keys a mask hides: later ones, those outside a window, or padding."""
    n, m = hidden.shape
    # with a cache, the last query stands at the last key
    back = np.arange(n)[:, None] + (m - n if m > n else 0) - np.arange(m)
    seen = ~hidden
    if not seen.any() or not hidden.any():
        return None
    if np.array_equal(hidden, back < 0):
        return "causal mask", {}
    farthest, ahead = int(back[seen].max()), int(-back[seen].min())
    if farthest < 1:
        return None
    if np.array_equal(hidden, (back < 0) | (back > farthest)):
        return "sliding-window mask", {"window": farthest + 1}
    if np.array_equal(hidden, (back < -ahead) | (back > farthest)) and farthest == ahead:
        return "sliding-window mask", {"window": farthest, "direction": "both sides"}
    if (hidden == hidden[0]).all() and np.abs(np.diff(hidden[0].astype(int))).sum() == 1:
        return "padding mask", {"keys": int(seen[0].sum())}
    return None


def _along_keys(table: Table, hidden: Mask | None) -> Iterator[Explained]:
    """ALiBi as BLOOM and MPT store it: the slope times the number of the key, for each query or each head."""
    numbers = table.numbers
    n, keys = numbers.shape
    shown = np.ones((n, keys), bool) if hidden is None else ~hidden
    first, last = np.arange(keys), np.arange(keys) - (keys - 1)
    for along, counted in ((first, "first key"), (last, "last key")):
        slopes = (numbers * along * shown).sum(1) / np.maximum((np.square(along) * shown).sum(1), 1)
        same = n if np.ptp(slopes[1:]) <= 1e-6 * abs(slopes[-1]) else 0
        if same and slopes[-1] > 0:
            head = _head(float(slopes[-1]), max(4 * table.storage.error, 1e-9) * float(slopes[-1]))
            if head is not None:
                made = np.tile(head[1] * along, (n, 1)) * shown
                yield from explained(
                    table, made, "ALiBi", {**head[0], "counted": f"from the {counted}"}, 1.0, "bias", ALiBi()
                )
        for rule in ("code", "paper"):
            scheme = ALiBi(slopes=rule)
            made = np.outer(scheme.slope(n), along) * shown
            more = {"rows": "heads", "heads": n, "counted": f"from the {counted}"}
            if np.abs(made[:, ::-1][:, 0] - numbers[:, ::-1][:, 0]).max() <= 1e-2 * table.peak:
                yield from explained(table, made, "ALiBi", more, 0.5 * (rule == "paper"), "bias", scheme)


def _head(slope: float, error: float) -> tuple[dict[str, Any], float] | None:
    """Which head of how many has a slope, and its exact value."""
    for rule in ("code", "paper"):
        for heads in HEADS:
            every = ALiBi(slopes=rule).slope(heads)
            at = int(np.abs(every - slope).argmin())
            if abs(every[at] - slope) <= error:
                said = {"head": at + 1, "heads": heads, "slope": float(f"{every[at]:.4g}")}
                return said | ({"slopes": rule} if rule != "code" else {}), float(every[at])
    return None


def _by_offset(table: Table, hidden: Mask | None, pattern: tuple[str, dict[str, Any]] | None) -> Iterator[Explained]:
    """A number for each offset."""
    n, m = table.numbers.shape
    offsets = np.arange(n)[:, None] - np.arange(m) + m - 1
    weights = np.ones((n, m)) if hidden is None else (~hidden).astype(float)
    counts = np.bincount(offsets.ravel(), weights.ravel(), n + m - 1)
    means = np.bincount(offsets.ravel(), (table.numbers * weights).ravel(), n + m - 1) / np.maximum(counts, 1)
    if np.abs((means[offsets] - table.numbers) * weights).max() > 0.1 * table.peak:
        return
    back = np.arange(n + m - 1) - (m - 1)
    told = counts > 0
    window = (
        {"mask": " ".join(map(str, (pattern[0], *pattern[1].values())))}
        if pattern and pattern[0] != "causal mask"
        else {}
    )

    def tried(curve: Array, name: str, more: dict[str, Any], cost: float, scheme: Scheme | None) -> Iterator[Explained]:
        made = curve[offsets] * (weights > 0)
        yield from explained(table, made, name, more | window, cost, "bias", scheme)

    for side, says, behind in _sides(back, hidden is not None):
        curves: list[tuple[str, dict[str, Any], Array, Callable[[float], Scheme | None]]] = []
        away = np.where(behind, np.abs(back), 0.0)
        curves.append(("ALiBi", {}, away * side, lambda scale: None))
        scale = _scale(curves[0][2], means, counts)
        if scale < 0 and _near(scale * curves[0][2], means, counts):
            head = _head(-scale, max(4 * table.storage.error, 1e-6) * -scale)
            slope = costs.scales(-scale, max(table.storage.error, 1e-9), m, {})[0]
            more, exact = head if head is not None else ({"slope": slope.value}, slope.value)
            direction = {"direction": "symmetric"} if says == "mirrored" else {}
            scheme = ALiBi(**direction, slopes=more.get("slopes", "code"))
            yield from tried(
                -exact * curves[0][2],
                "ALiBi",
                {**more, **says_of(says), **direction},
                1.0 if head else 2 + slope.cost,
                scheme,
            )
        elif scale > 0 and _near(scale * curves[0][2], means, counts):
            (size,) = costs.scales(scale, max(table.storage.error, 1e-9), m, {})
            more = {"scale": size.said} if size.said != 1 else {}
            yield from tried(size.value * curves[0][2], "distances", more | says_of(says), 1.0 + size.cost, None)
        if says in ("hidden", "mirrored", "0"):
            yield from _curved(away, side, says, means, counts, told, tried)
    yield from _buckets(back, hidden is not None, means, counts, told, tried)


Tried = Callable[[Array, str, dict[str, Any], float, Scheme | None], Iterator[Explained]]


def says_of(says: str) -> dict[str, str]:
    """What stands ahead, where that is said."""
    return {"ahead": says} if says in ("0", "negative") else {}


def _sides(back: NDArray[np.int64], hidden: bool) -> Iterator[tuple[Array, str, Mask]]:
    """What may stand ahead of a query: nothing, the same as behind, zeros, or the same with another sign."""
    ones = np.ones(len(back))
    if hidden:
        yield ones, "hidden", back >= 0
        return
    yield ones, "mirrored", back == back
    yield ones, "0", back >= 0
    yield np.where(back < 0, -1.0, 1.0), "negative", back == back


def _scale(curve: Array, means: Array, counts: Array) -> float:
    square = float((counts * curve) @ curve)
    return float((counts * curve) @ means) / square if square else 0.0


def _near(curve: Array, means: Array, counts: Array) -> bool:
    return float((counts * np.square(curve - means)).sum()) <= 0.05**2 * float((counts * np.square(means)).sum())


def _curved(
    away: Array, side: Array, says: str, means: Array, counts: Array, told: Mask, tried: Tried
) -> Iterator[Explained]:
    """KERPLE, a logarithm or a power of the distance; Sandwich, a sum of cosines of it."""
    for kind, shape in CURVES.items():

        def left(r2: float, shape: Callable[[Array, float], Array] = shape) -> float:
            curve = shape(away, r2)
            return float((counts * np.square(means - _scale(curve, means, counts) * curve)).sum())

        r2 = _least(left, 0.01, 2.0)
        r1 = -_scale(shape(away, r2), means, counts)
        if r1 <= 0 or not _near(-r1 * shape(away, r2), means, counts):
            continue
        r2 = costs.shortest(r2, 1e-5)
        r1 = costs.shortest(-_scale(shape(away, r2), means, counts), 1e-5)
        if 0.01 <= r1 <= 10 and 0.01 <= r2 <= 2 and (kind, r2) != ("power", 1.0):
            scheme = KERPLE(kind=kind, r1=r1, r2=r2)
            more = {"kind": kind, "r1": r1, "r2": r2} | says_of(says)
            yield from tried(-r1 * shape(away, r2), "KERPLE", more, 4.0, scheme)
    for width in (32, 64, 128, 256, 512):
        for index in ("from 1", "from 0"):
            sandwich = Sandwich(width=width, index=index)
            curve = sandwich.bias([away.max()], away.max() - away)[0, 0] * (told if says == "hidden" else 1)
            curve = np.where(away == 0, np.where(told & (says != "0"), curve, 0), curve)
            scale = _scale(curve, means, counts)
            if scale and _near(scale * curve, means, counts):
                scale = costs.shortest(scale, 1e-5)
                more = {"width": width, "index": index} | ({"scale": scale} if scale != 1 else {}) | says_of(says)
                yield from tried(scale * curve, "Sandwich", more, 2.0 + 2 * (scale != 1), sandwich)


CURVES: dict[str, Callable[[Array, float], Array]] = {
    "log": lambda away, r2: np.log1p(r2 * away),
    "power": lambda away, r2: away**r2,
}


def _least(left: Callable[[float], float], low: float, high: float) -> float:
    """Where a function is least between two numbers above 0, by grids that close in on it."""
    while high > (1 + 1e-10) * low:
        grid = np.geomspace(low, high, 24)
        at = int(np.argmin([left(float(each)) for each in grid]))
        low, high = float(grid[max(at - 1, 0)]), float(grid[min(at + 1, len(grid) - 1)])
    return float(np.sqrt(low * high))


def _buckets(
    back: NDArray[np.int64], hidden: bool, means: Array, counts: Array, told: Mask, tried: Tried
) -> Iterator[Explained]:
    """T5: the number of a bucket, times a step."""
    for direction in ("causal",) if hidden else ("bidirectional", "causal"):
        for buckets in (32, 64, 16, 8):
            for distance in DISTANCES:
                scheme = T5(direction=direction, buckets=buckets, distance=distance)
                curve = scheme.bucket(-back).astype(float) * told
                scale = _scale(curve, means, counts)
                if not scale or not _near(scale * curve, means, counts):
                    continue
                step = costs.shortest(abs(scale), 1e-5)
                more = {"direction": direction, "buckets": buckets, "distance": distance}
                more |= {"step": step} if step != 1 else {}
                more |= {"sign": "+"} if scale > 0 else {}
                if step <= 100:
                    yield from tried(
                        np.sign(scale) * step * curve, "T5", more, 1.0 + (distance != 128) + (step != 1),
                        T5(direction=direction, buckets=buckets, distance=distance, step=step),
                    )  # fmt: skip


def _fire(table: Table) -> Iterator[Explained]:
    """FIRE: each query measures by its own position, from some position on."""
    n = len(table.numbers)
    queries, keys = np.tril_indices(n, -1)
    values = table.numbers[queries, keys]
    few = np.linspace(0, len(values) - 1, 2000).astype(np.int64) if len(values) > 2000 else slice(None)

    def fitted(c: float, threshold: int) -> tuple[float, float]:
        curve = FIRE(c=c, threshold=threshold).argument(queries[few], keys[few])
        factor = float(curve @ values[few] / (curve @ curve))
        return float(np.square(values[few] - factor * curve).sum()), -factor

    for threshold in dict.fromkeys((512, *(2**power for power in range(11)), n // 2, n // 4)):
        c = costs.shortest(_least(lambda c, threshold=threshold: fitted(c, threshold)[0], 0.001, 10.0), 1e-5)  # type: ignore[misc]
        if not 0.001 <= c <= 10:
            continue
        rest, factor = fitted(c, threshold)
        factor = costs.shortest(factor, 1e-5)
        if rest <= 1e-4 * np.square(values[few]).sum() and 0 < factor <= 100:
            scheme = FIRE(c=c, threshold=threshold, factor=factor)
            made = np.tril(scheme.bias(range(n), range(n))[0], -1)
            more = {"c": c, "factor": factor} | ({"threshold": threshold} if threshold < n else {})
            yield from explained(table, np.nan_to_num(made), "FIRE", more, 3.0, "bias", scheme)
            return
