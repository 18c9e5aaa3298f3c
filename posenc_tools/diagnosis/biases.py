"""Attention masks and biases: one number for each query (row) and key (column).

The shape of each bias is fitted to a sample of cells with a free factor, the factor becomes a parameter, and the matrix
is compared number by number.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, get_args

import numpy as np

from posenc_core.arrays import Array, Integers, Mask
from posenc_core.foundation.base import Scheme
from posenc_core.schemes import FIRE, KERPLE, T5, ALiBi, NoPE, Sandwich
from posenc_core.schemes.alibi import Slopes
from posenc_tools.diagnosis import costs, matrices
from posenc_tools.diagnosis.codes import explain
from posenc_tools.diagnosis.explanations import Match, Table, changed_parameters, variants
from posenc_tools.diagnosis.storage import evenly_spaced
from posenc_tools.diagnosis.thresholds import BIAS_SAMPLE_ROWS, MAX_BIAS_RESIDUAL, MAX_MASKED_VALUE, MIN_MATRIX_SIDE

HEADS = (8, 12, 16, 32, 64, 4, 2, 1, 20, 24, 25, 40, 48, 71, 96, 112, 128)
"""Head counts of models with ALiBi, the most common first."""

T5_BUCKETS = (32, 64, 16, 8)
T5_DISTANCES = (128, 64, 256, 512, 1024, 100, 200)  # start of the last bucket
WIDTHS = (32, 64, 128, 256, 512)  # of the sinusoidal table behind Sandwich

SIDES: tuple[tuple[dict[str, Any], float], ...] = (
    ({"direction": "symmetric"}, 1.0),
    ({"ahead": "0"}, 0.0),
    ({"ahead": "negative"}, -1.0),
)
"""Biases ahead of a query without a mask, as a multiple of those behind."""

REVERSED = {"sign": "reversed"}
UNUSED = "slopes in one geometric row, which no code that was checked gives to so many heads"

FACTORS = {
    "KERPLE": ("r1", 0.01, 10.0, 3.0),
    "FIRE": ("factor", 1e-3, 100.0, 3.0),
    "Sandwich": ("", -1e3, 1e3, 2.0),
    "T5": ("step", -100.0, 100.0, 2.5),
}
"""Parameter that multiplies a bias, its range, and the cost of the explanation."""

LINE = KERPLE(kind="power")  # the distance as a penalty
Named = tuple[float, str, dict[str, Any], float, Scheme | None]  # factor, name, parameters, cost, and scheme


def find_mask(numbers: Array) -> Mask | None:
    """Keys hidden by negative infinity or large negative numbers; None without a mask. (n, m) -> (n, m)."""
    lowest = numbers.min(initial=0.0)
    hidden: Mask = numbers <= lowest / 4
    if lowest > MAX_MASKED_VALUE or np.isnan(numbers).any() or hidden.all():
        return None
    rest = numbers[~hidden]
    # a single wrong number is no mask
    apart = rest.min() > lowest / 20 and (_pattern(hidden) is not None or not rest.any())
    return hidden if np.isneginf(lowest) or apart else None


def explanations(table: Table, hidden: Mask | None) -> Iterator[Match]:
    """Explanations of a table as attention biases; masked values are 0 in the table. (n, m)."""
    n, m = table.numbers.shape
    if min(n, m) < MIN_MATRIX_SIDE:
        return
    if hidden is not None and not table.norm:
        name, more = _pattern(hidden) or ("mask", {})
        yield Match.exact("bias", name, more, table.numbers)
        if name == "causal mask":
            yield Match.exact("bias", "NoPE", {}, table.numbers, NoPE(), 0.5)
        return
    values = sorted({float(table.numbers.min()), 0.0, float(table.numbers.max())})
    if hidden is None and len(values) == 2 and np.isin(table.numbers, values).all():
        for visible, other in (values, values[::-1]):
            name, more = _pattern(table.numbers == other) or ("", {})
            if name and name != "padding mask":
                yield Match.exact("bias", name, {**more, "visible": visible, "hidden": other}, table.numbers)
                return
    if table.norm:
        if hidden is None:
            yield from matrices.similarities(table)
        yield from _along_keys(table, hidden)
        # most diagonals of a bias without a mask are constant
        some = evenly_spaced(n - 1, BIAS_SAMPLE_ROWS)
        steps = np.abs(table.numbers[some + 1, 1:] - table.numbers[some, :-1])
        if hidden is None and (steps > (0.01 + 4 * table.relative_rounding) * table.peak).mean() > MAX_BIAS_RESIDUAL:
            return
        # with a cache, the last query is at the last key
        for first in sorted({0, m - n} if hidden is None and m > n else {max(m - n, 0)}):
            yield from _Fit(table, hidden, first).explanations()


def _pattern(hidden: Mask) -> tuple[str, dict[str, Any]] | None:
    """Kind of a mask: causal, sliding window, or padding."""
    n, m = hidden.shape
    back = np.arange(n)[:, None] + max(m - n, 0) - np.arange(m)
    if hidden.all() or not hidden.any():
        return None
    if np.array_equal(hidden, back < 0):
        return "causal mask", {}
    farthest, ahead = int(back[~hidden].max()), int(-back[~hidden].min())
    if farthest > 0 and np.array_equal(hidden, (back < 0) | (back > farthest)):
        return "sliding-window mask", {"window": farthest + 1}
    if farthest > 0 and farthest == ahead and np.array_equal(hidden, np.abs(back) > farthest):
        return "sliding-window mask", {"window": farthest, "direction": "both sides"}
    if (hidden == hidden[0]).all() and np.diff(hidden[0]).sum() == 1:
        return "padding mask", {"keys": int((~hidden[0]).sum())}
    return None


def _along_keys(table: Table, hidden: Mask | None) -> Iterator[Match]:
    """ALiBi as stored by BLOOM and MPT: slope times key index, for each query or each head."""
    n, m = table.numbers.shape
    shown = np.ones((1, m)) if hidden is None else ~hidden * 1.0
    for along, counted in ((np.arange(m), "first key"), (np.arange(m) - (m - 1), "last key")):
        slopes = (table.numbers @ along) / np.maximum(shown @ np.square(along), 1)
        sign = np.sign(np.median(slopes))
        head = _head(table, abs(float(np.median(slopes))))
        rows = [({"rows": "heads", "heads": n}, rule, ALiBi(slopes=rule).slope(n)) for rule in get_args(Slopes)]
        for parameters, rule, exact in rows if head is None else [(*head[:2], np.full(n, head[2])), *rows]:
            # the first rows of a masked matrix have few numbers
            if np.linalg.norm((sign * slopes - exact)[n // 2 :]) <= MAX_BIAS_RESIDUAL * np.linalg.norm(exact[n // 2 :]):
                prediction = np.asarray(np.outer(sign * exact, along) * shown, np.float64)
                unused = _paper_slopes(rule, n if "rows" in parameters else 0)
                more = {**parameters, **unused, "counted": f"from the {counted}"}
                more |= REVERSED if sign < 0 else {}
                cost = costs.UNUSUAL if "slopes" in more else 1.0
                yield from explain(table, prediction, "ALiBi", more, cost, "bias", ALiBi(slopes=rule), noise=False)


def _paper_slopes(rule: Slopes, heads: int) -> dict[str, str]:
    """Return the paper's slopes for head counts for which the authors' code, BLOOM, and MPT use other slopes."""
    return {"slopes": UNUSED} if rule == "paper" and heads & (heads - 1) else {}


def _head(table: Table, slope: float) -> tuple[dict[str, Any], Slopes, float] | None:
    """Head and head count with a slope, and its exact value, also if the slope was rounded."""
    for off, heads in product((1e-6, table.relative_rounding), HEADS):
        every = ALiBi().slope(heads)
        at = int(np.abs(every - slope).argmin())
        if abs(every[at] - slope) <= off * abs(slope):
            return {"head": at + 1, "heads": heads, "slope": float(every[at])}, "code", float(every[at])
    return None


def _shape(scheme: Scheme, ahead: float | None, queries: Integers, keys: Integers) -> Array:
    """Bias of queries and keys; `ahead` scales the bias behind a query, None uses the scheme's own."""
    if isinstance(scheme, FIRE):
        return -scheme.argument(queries.astype(np.float64), keys.astype(np.float64))
    back = queries - keys
    far = int(np.abs(back).max())
    curve = scheme.bias([far], range(2 * far, -1, -1))[0, 0]
    if ahead is not None:
        curve[:far] = ahead * curve[:far:-1]
    return np.asarray(curve[back + far])


class _Fit:
    """Fit of shapes to a sample of cells before the whole matrix is compared."""

    def __init__(self, table: Table, hidden: Mask | None, first: int) -> None:
        n, m = table.numbers.shape
        self.table, self.hidden = table, hidden
        name, window = (hidden is not None and _pattern(hidden)) or ("mask", {})
        seen_all = hidden is None or name == "causal mask"
        self.mask = {} if seen_all else {"mask": " ".join(map(str, (name, *window.values())))}
        self.whole = np.arange(n)[:, None] + first, np.arange(m)
        back = np.unique(np.geomspace(1, max(n, m), 40).astype(np.int64))
        # the first rows distinguish FIRE
        rows = np.concatenate((np.geomspace(1, n, 12) - 1, np.linspace(0, n - 1, 12))).astype(np.int64)
        rows, offsets = np.meshgrid(rows, [*-back, 0, *back])
        keys = rows + first - offsets
        inside = (keys >= 0) & (keys < m)
        if hidden is not None:
            inside[inside] = ~hidden[rows[inside], keys[inside]]
        self.queries, self.keys = rows[inside] + first, keys[inside]
        self.values = table.numbers[rows[inside], self.keys]
        sizes = np.abs(self.values) if table.storage.decimals is None else 1.0
        self.rounding = 2 * table.storage.error * sizes + 1e-6 * table.peak
        self.error = 1e-5 + 10 * table.relative_rounding / np.sqrt(len(self.values) or 1)

    def explanations(self) -> Iterator[Match]:
        """Return the best explanations with their parameters."""
        if not len(self.values):
            return
        shapes = list(self._shapes())
        scales, residuals = self._factors([(scheme, ahead) for scheme, ahead, _ in shapes])
        best = min(residuals.tolist())
        for (scheme, ahead, more), scale, rest in zip(shapes, scales.tolist(), residuals.tolist(), strict=True):
            if not scale or rest > min(3 * best + self.error, MAX_BIAS_RESIDUAL):
                continue
            explanations, names = self._line if scheme == LINE else self._curve, set[str]()
            for factor, name, parameters, cost, full in explanations(scheme, ahead, more, scale):
                if name in names:
                    continue
                prediction = factor * _shape(scheme, ahead, *self.whole)
                if self.hidden is not None:
                    prediction = np.where(self.hidden, 0.0, prediction)
                for match in explain(
                    self.table, prediction, name, parameters | self.mask, cost, "bias", full, noise=False
                ):
                    names.add(name)
                    yield match

    def _shapes(self) -> Iterator[tuple[Scheme, float | None, dict[str, Any]]]:
        """Shapes of unit size, with the factor ahead of a query."""
        for more, ahead in SIDES if self.hidden is None else [({}, 0.0)]:
            yield LINE, ahead, more
            for kind in ("log", "power"):
                curved = self._least(KERPLE(kind=kind), ahead, "r2", 0.01, 2.0)
                yield from [(curved, ahead, more)] if curved != LINE else []
            for sandwich in variants(Sandwich(), width=WIDTHS, index=("from 1", "from 0"), ratio=("none", "per head")):
                yield sandwich, ahead, more
        for both in variants(T5(), buckets=T5_BUCKETS, distance=T5_DISTANCES):
            # T5 is a line in a smaller matrix
            if self.whole[1].size > both.buckets // 2:
                yield replace(both, direction="causal"), 0.0, {}
            if self.hidden is None:
                yield both, None, {}
        n = len(self.table.numbers)
        thresholds = {512, n // 2, n // 4, *(2**k for k in range(11) if 2**k < n)}
        for threshold in thresholds if self.hidden is not None else ():
            yield self._least(FIRE(threshold=threshold), 0.0, "c", 1e-3, 10.0), 0.0, {}

    def _least(self, scheme: Scheme, ahead: float | None, name: str, low: float, high: float) -> Scheme:
        """Minimize the residual over one parameter by successively finer grids."""
        while high > (1 + self.error / 100) * low:
            schemes = list(variants(scheme, **{name: np.geomspace(low, high, 12).clip(low, high).tolist()}))
            shares = self._factors([(candidate, ahead) for candidate in schemes])[1]
            at = int(shares.argmin())
            if shares[at] > 4 * MAX_BIAS_RESIDUAL:
                return schemes[at]
            low, high = (getattr(schemes[end], name) for end in (max(at - 1, 0), min(at + 1, len(schemes) - 1)))
        return replace(scheme, **{name: costs.shortest(float(np.sqrt(low * high)), self.error)})

    def _factors(self, shapes: list[tuple[Scheme, float | None]]) -> tuple[Array, Array]:
        """Robust factor of each shape, and its residual. -> (k,) and (k,)."""
        predictions = np.stack([_shape(scheme, ahead, self.queries, self.keys) for scheme, ahead in shapes])
        good, middle = np.ones(predictions.shape, bool), predictions.shape[1] // 2
        for _ in range(3):
            products = (predictions * good) @ self.values
            squares = np.square(predictions).sum(axis=1, where=good)
            factors = np.divide(products, squares, out=np.zeros_like(products), where=squares > 0)
            rest = np.abs(self.values - factors[:, None] * predictions)
            inside = rest <= 8 * np.partition(rest, middle)[:, [middle]] + self.rounding
            good = inside | (inside.mean(axis=1, keepdims=True) <= 0.9)
        size, off = (np.sqrt((np.square(numbers) * good).sum(axis=1)) for numbers in (self.values, rest))
        shares = np.divide(off, size, out=np.full_like(off, np.inf), where=size > 0)
        return factors, shares + 1 - good.mean(axis=1)

    def _line(self, scheme: Scheme, ahead: float | None, more: dict[str, Any], slope: float) -> Iterator[Named]:
        """Explanations of a straight line: ALiBi by its slope, or the distance."""
        size, alibi = abs(slope), partial(ALiBi, direction=more.get("direction", "causal"))
        sign = REVERSED if slope < 0 else {}
        (named,) = costs.scales(size, self.error, len(self.table.numbers), {})
        # without a mask, distances need not be a bias: signed ones are indices, as in DeBERTa
        if self.hidden is None and named.value == 1 and (slope < 0 or "ahead" in more):
            cost = 1.0 if slope > 0 or more.get("ahead") == "negative" else 3.0
            yield np.sign(slope), "distances", {**({"scale": -1} if slope > 0 else {}), **more}, cost, None
        if (head := _head(self.table, size)) is not None:
            yield np.copysign(head[2], slope), "ALiBi", {**head[0], **more, **sign}, 1.0, alibi(slopes=head[1])
        for value, cost in ((named.value, named.cost), (self._shortest(scheme, ahead, size), 6.0), (size, 6.0)):
            yield np.copysign(value, slope), "ALiBi", {"slope": value, **more, **sign}, 2.0 + cost, alibi()

    def _shortest(self, scheme: Scheme, ahead: float | None, scale: float) -> float:
        """Factor with the fewest digits that predict the cells within rounding."""
        prediction, storage = _shape(scheme, ahead, self.queries, self.keys), self.table.storage
        sizes = np.abs(self.values) if storage.decimals is None else 1.0
        allowed = 1.1 * storage.error * sizes + 1e-15 * self.table.peak
        for factor in (float(f"{scale:.{digits}e}") for digits in range(17)):
            if (np.abs(self.values - factor * prediction) <= allowed).mean() > 0.95:
                return factor
        return scale

    def _curve(self, scheme: Scheme, ahead: float | None, more: dict[str, Any], scale: float) -> Iterator[Named]:
        """Explanations by a scheme times a factor, which is a parameter of most, with few digits if possible."""
        if isinstance(scheme, Sandwich) and scheme.ratio == "per head":
            # a single head has ratio 8; a negative ratio rewards distance
            for ratio in (costs.shortest(8 / scale, self.error), 8 / scale) if scale > 0 else ():
                digits = 0.5 + 0.2 * len(f"{ratio:.6g}")
                yield 8 / ratio, scheme.name, changed_parameters(scheme) | {"ratio": ratio} | more, 2.0 + digits, scheme
            return
        factor, low, high, cost = FACTORS[scheme.name]
        reversible = scheme.name == "KERPLE"
        if not low <= (abs(scale) if reversible else scale) <= high:
            return
        for size in (costs.shortest(scale, self.error), self._shortest(scheme, ahead, scale), scale):
            full = replace(scheme, **{factor: abs(size)}) if factor else scheme
            parameters = changed_parameters(full)
            if not factor and size != 1:
                parameters["scale"] = size
            if factor and size < 0:
                parameters |= REVERSED if reversible else {"sign": "+"}
            # digits of fitted parameters increase the description length
            digits = sum(0.5 + 0.2 * len(f"{value:.6g}") for value in parameters.values() if isinstance(value, float))
            yield size, full.name, parameters | more, cost + digits + ("distance" in parameters), full
