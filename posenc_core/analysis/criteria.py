"""Which conditions does an encoding meet? Each is measured, and the positions that decide it are named.

The conditions are those of two lecture notes. One has five: a position has the same vector at every length, values are
bounded and do not grow, the distance depends on the offset alone, vectors are distinct. One has four: vectors are
distinct, and distances, dot products and norms are constant. All offsets up to n / 2 are tested: distances can be
constant at 1, 2, 4, 8 and vary at 3.

Each number is a share: by how much of what it should be a condition is missed. So one definition of "nearly" is enough.

What has no vectors is asked about its logits, where a condition makes sense of them: those of a query with all keys,
relative to that of the query's own position. The other conditions do not apply, which is a separate verdict.

The words are messages of locale/en/criteria.ftl: `criterion-<metric>` is a condition, the others are reasons.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.analysis import geometry, shift
from posenc_core.analysis.geometry import OffsetDistances, Spread, first_equal
from posenc_core.analysis.precision import duplicates
from posenc_core.analysis.source import Encoding, Source
from posenc_core.arrays import Array, whole
from posenc_core.foundation.base import Scheme
from posenc_core.text.messages import Claim, claim, english

__all__ = [
    "Case", "Criterion", "Finding", "boundedness", "constant_norm", "criterion", "equal_dots", "equidistance", "found",
    "growth", "length_independence", "linear_shift", "missing", "monotony", "of_scores", "reason", "score_by_offset",
    "score_decay", "score_growth", "score_length_independence", "score_range", "scorecard", "similarity_decay",
    "step_consistency", "undefined", "uniqueness",
]  # fmt: skip

Verdict = Literal["holds", "nearly", "fails", "undefined", "does not apply"]

EQUAL, NEAR = 1e-9, 0.05
"""Relative deviations up to EQUAL are rounding; with more, up to NEAR, a condition nearly holds."""

CLOSE = 1e-5
"""Two numbers that differ by a smaller share take too many digits to be told apart: their difference is said."""

LONGER = 16
"""How many times as long a sequence is tried for values that grow."""

CONTENT = 1.0
"""The standard deviation of a logit between contents of variance 1 that have nothing in common, in nats."""

Pair = tuple[int, int]


class Finding(NamedTuple):
    """What was found of one condition."""

    number: float
    """By how large a share it is missed; NaN where there is no verdict of it."""
    where: tuple[int, ...]
    """The positions that decide it or come nearest to deciding it; none where all are alike."""
    reason: Claim
    """Why; as text, `str(reason)`, in English."""
    applies: bool = True
    """Whether the condition can be asked of such a scheme at all."""

    @property
    def verdict(self) -> Verdict:
        """The same words for every condition."""
        if not self.applies:
            return "does not apply"
        if np.isnan(self.number):
            return "undefined"
        return "holds" if self.number <= EQUAL else "nearly" if self.number <= NEAR else "fails"


class Criterion(NamedTuple):
    """One condition: its metric, which of the notes ask for it, and how it is decided."""

    metric: str
    asked_by: tuple[str, ...]
    """"five" and "four", the lists of two lecture notes."""
    finding: "Callable[[Case], Finding]"
    of_scores: "Callable[[Case], Finding] | None" = None
    """How it is decided of the logits of a scheme that has no vectors; None where it does not apply to one."""

    @property
    def title(self) -> str:
        """What it is called."""
        return self._text("title")

    @property
    def summary(self) -> str:
        """What it asks."""
        return self._text("summary")

    @property
    def measure(self) -> str:
        """What its number is."""
        return self._text("measure")

    def _text(self, attribute: str) -> str:
        return english().text(f"criterion-{self.metric}.{attribute}")


CRITERIA: list[Criterion] = []
"""All conditions, in the order of the notes that ask for them."""


@dataclass(frozen=True)
class Case:
    """One scheme at one length and dim, or an array, and an offset; what conditions share is computed once."""

    encoding: Scheme | Array
    length: int
    dim: int
    offset: int = 1
    head: int = 1
    """Which head it is, from 1, where heads are not alike."""
    heads: int = 1

    @property
    def longest(self) -> int | None:
        """The longest sequence that there are vectors for; None where there is no end."""
        if not isinstance(self.encoding, Scheme):
            return self.length
        return self.encoding.own_size and self.encoding.own_size[0]

    @property
    def fixed(self) -> bool:
        """Whether there is no rule for other lengths: an array, or a table that was trained, is what it is."""
        return self.longest is not None

    @cached_property
    def table(self) -> Array:
        """The matrix itself."""
        return Source(self.encoding, self.length, self.dim).rows(0, self.length)

    @cached_property
    def steps(self) -> OffsetDistances | None:
        """Distances at every offset; None where there is no other position."""
        return geometry.distances_by_offset(self.table, self.length - 1) if self.length > 1 else None

    @cached_property
    def dots(self) -> Array:
        """All dot products."""
        return geometry.dots(self.table)

    @cached_property
    def scores(self) -> Array:
        """The mean logit of every key, less that of the query's own position, in nats. -> (n, n).

        Contents are the same, so that a rotation shows. NaN where a causal scheme does not look.
        """
        return self.scores_of(np.arange(self.length), self.length)

    def scores_of(self, queries: NDArray[np.int64], length: int, count: int | None = None) -> Array:
        """The same of some queries in a sequence of another length, with its first `count` keys. -> (m, count)."""
        assert isinstance(self.encoding, Scheme)
        keys = np.arange(length if count is None else count)
        # what grows ahead of a causal query may leave float64, and is not looked at
        with np.errstate(over="ignore", invalid="ignore"):
            # heads that are alike are not made one by one
            heads = 1 if self.encoding.unsupported_reason("heads") else self.heads
            found = self.encoding.mean_logits(queries, keys, self.dim, length=length, heads=heads)
            head = found[min(self.head, len(found)) - 1]
            own = self.encoding.mean_logits_at_offset([0], self.dim, length=length, heads=heads)
            diagonal = head[np.arange(len(queries)), queries] if own is None else own[min(self.head, len(own)) - 1, 0]
            found = head - np.reshape(diagonal, (-1, 1))
        seen = np.isfinite(found)
        if not self.encoding.unsupported_reason("causal"):
            seen &= keys <= queries[:, None]
        return np.where(seen, found, nan)

    @cached_property
    def ranges(self) -> tuple[float, float]:
        """The range of all logits, in nats, at this length and at LONGER times as many positions."""
        near = float(np.nanmax(self.scores) - np.nanmin(self.scores))
        length = LONGER * self.length
        # whatever the first and the last see is every offset that there is
        ends = self.scores_of(np.array([0, length - 1]), length)
        return near, max(near, float(np.nanmax(ends) - np.nanmin(ends)))

    def at(self, length: int) -> Array:
        """The first positions of a sequence of another length, as many as both have."""
        return Source(self.encoding, length, self.dim).rows(0, min(length, self.length))

    @cached_property
    def largest(self) -> tuple[float, float]:
        """The largest value, in size, at this length and at LONGER times as many positions; NaN there for an array."""
        near, far = geometry.largest_value(self.table), nan
        if self.longest is None:
            far = geometry.largest_value(self.encoding, length=LONGER * self.length, dim=self.dim)
        return near, far


def reason(id: str, **args: Any) -> Claim:
    """The claim `criterion-<id>`; its arguments are plain numbers, which can be compared and written anywhere."""
    return claim(f"criterion-{id}", **{name: getattr(each, "item", lambda e=each: e)() for name, each in args.items()})


def undefined(id: str, **args: Any) -> Finding:
    """No verdict, and why."""
    return Finding(nan, (), reason(id, **args))


def found(share: float, where: tuple[int, ...], id: str, /, **args: Any) -> Finding:
    """By how much a condition is missed, and why."""
    return Finding(float(share), where, reason(id, **args))


def criterion(metric: str, *asked_by: str) -> "Callable[[Callable[[Case], Finding]], Callable[[Case], Finding]]":
    """Put a function on the scorecard."""

    def register(finding: Callable[[Case], Finding]) -> Callable[[Case], Finding]:
        CRITERIA.append(Criterion(metric, asked_by, finding))
        return finding

    return register


def of_scores(metric: str) -> "Callable[[Callable[[Case], Finding]], Callable[[Case], Finding]]":
    """Say what a condition of the scorecard becomes for a scheme that has no vectors."""

    def register(finding: Callable[[Case], Finding]) -> Callable[[Case], Finding]:
        place = next(place for place, known in enumerate(CRITERIA) if known.metric == metric)
        CRITERIA[place] = CRITERIA[place]._replace(of_scores=finding)
        return finding

    return register


def scorecard(
    encoding: Encoding,
    *,
    length: int | None = None,
    dim: int | None = None,
    offset: int = 1,
    head: int = 1,
    heads: int = 1,
) -> dict[str, Finding]:
    """Every condition of CRITERIA, by its metric. ValueError for a length, dim or offset below 1, and for no such head.

    Of a scheme that has no vectors the logits of one of its heads are asked about; a condition on vectors alone does
    not apply. A scheme that takes no such length or dim leaves all undefined. Of an array, and of a table that was
    trained, what compares it with longer sequences is undefined, and a map of its first half is tried on the second.

    >>> scorecard([[0.0], [1.0], [2.0]])["M4"].verdict
    'holds'
    """
    source = Source.of(encoding, length, dim)
    if (head := whole("head", head)) > (heads := whole("heads", heads)):
        raise ValueError(f"head = {head} must be at most {heads}, the number of heads")
    case = Case(source.encoding, source.length, source.dim, whole("offset", offset), head, heads)
    scheme = source.encoding if isinstance(source.encoding, Scheme) else None
    if scheme and scheme.unsupported_reason("scores", source.length, source.dim):
        sized = "scores" in scheme.abilities
        nothing = undefined("size", length=source.length, dim=source.dim) if sized else undefined("no-logits")
        return {criterion.metric: nothing for criterion in CRITERIA}
    if scheme and "vectors" not in scheme.abilities:
        nothing = Finding(nan, (), reason("no-vectors", family=scheme.family), applies=False)
        return {each.metric: each.of_scores(case) if each.of_scores else nothing for each in CRITERIA}
    return {criterion.metric: criterion.finding(case) for criterion in CRITERIA}


def missing(smallest: Array, largest: Array) -> Array:
    """What the smallest lacks of the largest, as a share of it; NaN where that is 0."""
    share: Array = np.divide(largest - smallest, largest, out=np.full(largest.shape, nan), where=largest > 0)
    return share


@criterion("M1", "five")
def length_independence(case: Case) -> Finding:
    """A position has the same vector in a sequence half as long and in one twice as long."""
    lengths = _other_lengths(case)
    if not lengths or not isinstance(case.encoding, Scheme):
        return undefined("one-length")
    tables = {n: case.at(n) for n in lengths}
    changes = {n: np.abs(rows - case.table[: len(rows)]).max(axis=1) for n, rows in tables.items()}
    most = max(float(change.max()) for change in changes.values())
    share = most and most / max(case.largest[0], *(float(np.abs(rows).max()) for rows in tables.values()))
    if share <= EQUAL:
        return found(share, (), "length-same", lengths=tuple(lengths))
    length = next(n for n, change in changes.items() if change.max() == most)
    p = first_equal(changes[length], most)
    return found(share, (p,), "length-changes", length=length, position=p, value=most)


@of_scores("M1")
def score_length_independence(case: Case) -> Finding:
    """Two positions have the same logit in a sequence half as long and in one twice as long."""
    lengths = _other_lengths(case)
    if not lengths:
        return undefined("one-length")
    changes = {}
    for n in lengths:
        count = min(n, case.length)
        there = case.scores_of(np.arange(count), n, count)
        changes[n] = np.nan_to_num(np.abs(there - case.scores[:count, :count]))
    most = max(float(change.max()) for change in changes.values())
    share = most and most / max(most, case.ranges[0])
    if most <= EQUAL or share <= EQUAL:
        return found(0.0, (), "length-same-logits", lengths=tuple(lengths))
    length = next(n for n, change in changes.items() if change.max() == most)
    query, key = divmod(first_equal(changes[length].ravel(), most), len(changes[length]))
    return found(share, (query, key), "length-changes-logits", length=length, position=query, other=key, value=most)


def _other_lengths(case: Case) -> list[int]:
    """The lengths that a condition on every length is tried at."""
    lengths = {max(case.length // 2, 1), 2 * case.length} - {case.length}
    return sorted(n for n in lengths if case.longest is None or n <= case.longest)


@criterion("M1b")
def step_consistency(case: Case) -> Finding:
    """Positions k apart are the same distance apart in a sequence of twice the length."""
    k, sizes = case.offset, {"length": case.length, "longer": 2 * case.length}
    if case.longest is not None and 2 * case.length > case.longest:
        return undefined("one-length")
    if k >= case.length:
        return undefined("no-pair", offset=k)
    here = geometry.distances_at_offset(case.table, k)
    longer = geometry.distances_at_offset(case.at(2 * case.length), k)
    change = missing(np.minimum(here, longer), np.maximum(here, longer))
    if np.isnan(change).all():
        return undefined("nothing-moves", offset=k, **sizes)
    most = float(np.nanmax(change))
    if most <= EQUAL:
        return found(most, (), "distance-same", offset=k, **sizes)
    p = first_equal(np.nan_to_num(change), most)
    return found(most, (p, p + k), "distance-changes", position=p, other=p + k, here=here[p], there=longer[p], **sizes)


@criterion("M2", "five")
def boundedness(case: Case) -> Finding:
    """No value is larger than 1, or none grows with the length, so that no token is drowned by its position."""
    near, far = case.largest
    sizes = np.abs(case.table).max(axis=1)
    where = () if np.ptp(sizes) <= EQUAL * near else (first_equal(sizes, near),)
    if case.fixed:
        if near > 1:
            return undefined("largest-of-table", value=near)
        return found(0.0, where, "bounded-table")
    excess = max(far / max(1.0, near) - 1, 0.0)
    return Finding(excess, where, _growth(case, near, far, excess <= EQUAL))


@of_scores("M2")
def score_range(case: Case) -> Finding:
    """Position changes a logit by no more than content does, so that no token is drowned by its position."""
    if case.length == 1:
        return undefined("one-position")
    near, _ = case.ranges
    if near <= EQUAL:
        return found(0.0, (), "equal-logits")
    # a position's own logit is 0, and so is what is not seen
    sizes = np.abs(np.nan_to_num(case.scores)).ravel()
    where = divmod(first_equal(sizes, float(sizes.max())), case.length)
    return found(max(near / CONTENT - 1, 0.0), where, "range-logits", value=near)


@criterion("M3", "five")
def growth(case: Case) -> Finding:
    """The largest value grows far more slowly than the length, once it is larger than 1."""
    if case.fixed:
        return undefined("one-length")
    return _growing(case, *case.largest)


@of_scores("M3")
def score_growth(case: Case) -> Finding:
    """The range of the logits grows far more slowly than the length, once it is larger than what content gives."""
    return _growing(case, *case.ranges, "-logits")


def _growing(case: Case, near: float, far: float, of: str = "") -> Finding:
    """How much a size grows, once it is larger than 1, as a share of how much the length does."""
    share = max(max(1.0, far) / max(1.0, near) - 1, 0.0) / (LONGER - 1)
    return Finding(share, (), _growth(case, near, far, share <= EQUAL, of))


def _growth(case: Case, near: float, far: float, none: bool, of: str = "") -> Claim:
    """What becomes of a size in a longer sequence."""
    sizes = {"length": case.length, "longer": LONGER * case.length}
    if not none:
        return reason(f"growth{of}", here=near, there=far, **sizes)
    if max(near, far) <= 1 + EQUAL:
        return reason(f"bounded{of}", **sizes)
    return reason(f"no-growth{of}", value=near, **sizes)


@criterion("M4", "five", "four")
def equidistance(case: Case) -> Finding:
    """Positions k apart are the same distance apart everywhere, for every k up to n / 2."""
    if case.steps is None:
        return undefined("one-position")
    last = max(case.length // 2, 1)
    share = missing(case.steps.smallest[:last], case.steps.largest[:last])
    if np.isnan(share).all():
        return undefined("distances-zero")
    most = float(np.nanmax(share))
    if most <= EQUAL:
        return found(most, (), "equal-distances", offset=last)
    worst = first_equal(np.nan_to_num(share), most)
    k, low, high = worst + 1, int(case.steps.at_smallest[worst]), int(case.steps.at_largest[worst])
    ends = {"here": case.steps.largest[worst], "there": case.steps.smallest[worst]}
    if most < CLOSE:
        return _of_pairs(most, "hardly-unequal-distances", (high, high + k), (low, low + k), share=most)
    return _of_pairs(most, "unequal-distances", (high, high + k), (low, low + k), **ends)


def _of_pairs(share: float, id: str, one: Pair, two: Pair, /, **args: Any) -> Finding:
    """What two pairs of positions decide."""
    places = dict(zip(("position", "other", "third", "fourth"), one + two, strict=True))
    return found(share, one + two, id, **places, **args)


@of_scores("M4")
def score_by_offset(case: Case) -> Finding:
    """A logit depends on how far apart two positions stand, and on nothing else."""
    if case.length == 1:
        return undefined("one-position")
    near, _ = case.ranges
    offsets = range(1 - case.length, case.length)
    diagonals = {k: np.diagonal(case.scores, -k) for k in offsets}
    for k, diagonal in diagonals.items():
        if len(set(masked := np.isnan(diagonal).tolist())) > 1:
            seen, hidden = (_at(masked.index(each), k) for each in (False, True))
            return _of_pairs(1.0, "masked-logits", seen, hidden)
    whole_ones = {k: diagonal for k, diagonal in diagonals.items() if np.isfinite(diagonal).all()}
    spans = {k: float(np.ptp(diagonal)) for k, diagonal in whole_ones.items()}
    most = max(spans.values())
    share = most / near if near > EQUAL else 0.0
    if share <= EQUAL:
        return found(share, (), "logits-by-offset")
    k = next(k for k, span in spans.items() if span >= most * (1 - EQUAL))
    diagonal = whole_ones[k]
    first, second = (first_equal(diagonal, float(end)) for end in (diagonal.min(), diagonal.max()))
    ends = {"here": diagonal[first], "there": diagonal[second]}
    return _of_pairs(share, "unequal-logits", _at(first, k), _at(second, k), **ends)


def _at(place: int, offset: int) -> Pair:
    """Query and key at a place of the diagonal of an offset."""
    return place + max(offset, 0), place + max(-offset, 0)


@criterion("M4b")
def monotony(case: Case) -> Finding:
    """The more tokens lie between two positions, the larger is their mean distance."""
    if case.steps is None or len(case.steps.mean) < 2:
        return undefined("one-offset")
    mean = case.steps.mean
    if np.ptp(mean) <= EQUAL * mean.max():
        return undefined("mean-distances-equal")
    falls = np.maximum.accumulate(mean) - mean
    share = float(falls.max() / mean.max())
    if share <= EQUAL:
        return found(share, (), "mean-distance-grows", offset=len(mean))
    low = first_equal(falls, falls.max())
    high = first_equal(mean[:low], mean[:low].max())
    return found(share, (), "mean-distance-falls", offset=high + 1, later=low + 1, here=mean[high], there=mean[low])


@criterion("M4g", "four")
def equal_dots(case: Case) -> Finding:
    """Positions k apart have one dot product, wherever they stand, for every k."""
    if case.length == 1:
        return undefined("one-position")
    largest = float(np.abs(case.dots).max())
    if not largest:
        return undefined("dots-zero")
    diagonals = [np.diagonal(case.dots, k) for k in range(case.length)]
    ranges = np.array([np.ptp(diagonal) for diagonal in diagonals]) / largest
    share = float(ranges.max())
    if share <= EQUAL:
        return found(share, (), "equal-dots")
    k = first_equal(ranges, share)
    low, high = (first_equal(diagonals[k], end) for end in (diagonals[k].min(), diagonals[k].max()))
    ends = {"here": diagonals[k][low], "there": diagonals[k][high]}
    if share < CLOSE:
        return _of_pairs(share, "hardly-unequal-dots", (low, low + k), (high, high + k), share=share)
    return _of_pairs(share, "unequal-dots" if k else "unequal-own-dots", (low, low + k), (high, high + k), **ends)


@criterion("M5", "five", "four")
def uniqueness(case: Case) -> Finding:
    """No two positions share a vector, and none are nearer than half the mean distance of neighbors."""
    if case.steps is None:
        return undefined("one-position")
    p, q, nearest = geometry.closest_pair(case.table)
    mean, shortest = float(case.steps.mean[0]), float(case.steps.smallest[0])
    if repeats := duplicates(case.table):
        return found(1.0, (p, q), "repeats", count=repeats, length=case.length, position=q, other=p)
    share = max(1 - 2 * nearest / mean, 0.0)
    if case.steps.largest.max() <= nearest * (1 + EQUAL):
        return found(share, (), "all-as-far", value=nearest)
    if share <= EQUAL and shortest <= nearest * (1 + EQUAL):
        return found(share, (), "neighbors-closest")
    return found(share, (p, q), "closest-pair", position=p, other=q, here=nearest, there=mean)


@criterion("M6", "four")
def constant_norm(case: Case) -> Finding:
    """The vector of every position has the same norm, so none stands out."""
    norm: Spread = geometry.spread(geometry.norms(case.table))
    if not norm.largest:
        return undefined("norms-zero")
    share = 1 - norm.smallest / norm.largest
    if share <= EQUAL:
        return found(share, (), "equal-norms", value=norm.mean)
    where = norm.at_smallest, norm.at_largest
    places = {"position": where[0], "other": where[1]}
    if share < CLOSE:
        return found(share, where, "hardly-unequal-norms", share=share, **places)
    return found(share, where, "unequal-norms", here=norm.smallest, there=norm.largest, **places)


@criterion("M7")
def similarity_decay(case: Case) -> Finding:
    """A position is most similar to itself, and less and less to those farther away, by the dot product."""
    if case.length == 1:
        return undefined("one-position")
    rivalled, middle = ~geometry.self_maxima(case.table), case.length // 2
    p = middle if rivalled[middle] else int(rivalled.argmax())
    margin = EQUAL * float(case.dots[p, p])
    return _decay(case.dots, float(np.abs(case.dots).max()), rivalled, p, margin, "similarity")


@of_scores("M7")
def score_decay(case: Case) -> Finding:
    """A position gives its own key the highest logit, and less and less to those farther away."""
    if case.length == 1:
        return undefined("one-position")
    span, _ = case.ranges
    others = np.where(np.eye(case.length, dtype=bool) | np.isnan(case.scores), -np.inf, case.scores)
    rivalled = others.max(axis=1) >= -EQUAL * span
    p = case.length - 1 - int(rivalled[::-1].argmax())
    return _decay(case.scores, span if span > EQUAL else 0.0, rivalled, p, EQUAL * span, "logits")


def _decay(rows: Array, size: float, rivalled: NDArray[np.bool_], p: int, margin: float, of: str) -> Finding:
    """Who rivals a position, with p for an example, or where a row rises again; NaN is not seen.

    What is larger by no more than the margin is equal.
    """
    share, (rise, near, far) = float(rivalled.mean()), _rise(rows, size)
    if share and share >= rise:
        others = np.flatnonzero(np.isfinite(rows[p]) & (np.arange(len(rows)) != p))
        rival = int(others[first_equal(rows[p][others], rows[p][others].max())])
        relation = "more" if rows[p, rival] > rows[p, p] + margin else "equal"
        count = int(rivalled.sum() if of == "logits" else (~rivalled).sum())
        args = {"count": count, "length": len(rows), "position": p, "other": rival, "relation": relation}
        return found(share, (p, rival), f"{of}-elsewhere", **args)
    if rise <= EQUAL:
        return found(rise, (), f"{of}-falls")
    (p, other), (_, third) = near, far
    args = {"position": p, "other": other, "third": third, "here": rows[near], "there": rows[far]}
    return found(rise, (p, other, third), f"{of}-rises", **args)


def _rise(rows: Array, size: float) -> tuple[float, Pair, Pair]:
    """The largest rise of a row away from the diagonal, as a share of a size, and from where to where.

    NaN is passed over. Of rises that are equal but for rounding the first is named.
    """
    curves = [(p, sign, row[p:] if sign > 0 else row[p::-1]) for p, row in enumerate(rows) for sign in (1, -1)]
    climbs = np.array([float(_climb(curve[np.isfinite(curve)]).max()) for _, _, curve in curves])
    if not size or not climbs.any():
        return 0.0, (0, 0), (0, 0)
    most = float(climbs.max())
    p, sign, curve = curves[first_equal(climbs, most)]
    places = np.flatnonzero(np.isfinite(curve))
    curve = curve[places]
    far = first_equal(_climb(curve), most)
    near = first_equal(curve[: far + 1], float(curve[: far + 1].min()))
    return most / size, (p, p + sign * int(places[near])), (p, p + sign * int(places[far]))


def _climb(curve: Array) -> Array:
    """How much more each number is than the smallest before it."""
    climb: Array = curve - np.minimum.accumulate(curve)
    return climb


@criterion("M8")
def linear_shift(case: Case) -> Finding:
    """One matrix takes every vector to the one k tokens on, also those that it was not fitted to."""
    k, length = case.offset, case.length // 2 if case.fixed else case.length
    if k >= length:
        return undefined("no-pair-in-half" if case.fixed else "no-pair", offset=k)
    whole_size = {} if case.fixed else {"length": case.length, "dim": case.dim}
    fits = shift.fits(case.table if case.fixed else case.encoding, k, **whole_size)
    before, after = fits.unseen[:-k], fits.unseen[k:]
    size, last = float(np.abs(after - before).max()), case.length if case.fixed else 2 * length
    if size <= EQUAL * np.abs(after).max():
        return undefined("nothing-moves-later", offset=k, length=last, position=length - k, other=last - 1)
    start, end = fits.seen[:-k], fits.seen[k:]
    seen = end - start
    moved = float(np.abs(seen).max())

    def missed(move: shift.Move) -> float:
        """Residual at later positions; of a map that is exact there, also at earlier ones, which it must fit, too."""
        later = shift.residual(move, fits.unseen, k)
        if later > EQUAL or moved <= EQUAL * np.abs(end).max():
            return later
        return max(later, shift.residual(move, fits.seen, k))

    best = min(missed(move) for name, move in fits.moves.items() if name != "affine")
    affine, matrix = missed(fits.moves["affine"]), "any" if case.dim <= 2 else "blocks"
    straight = max(np.ptp(seen, axis=0).max(), np.ptp(after - before, axis=0).max()) <= EQUAL * size
    if best > EQUAL and (straight or affine <= EQUAL):
        # a translation is needed only where no matrix does without
        alone = missed(shift.linear_fit(fits.seen, k))
        if alone < best:
            best, matrix = alone, "any"
    if best <= EQUAL:
        return found(best, (), "linear", offset=k)
    if len(seen) == 1 and not straight:
        return undefined("one-pair")
    if best > NEAR and straight:
        if np.abs(seen[0] - (after - before)[0]).max() <= EQUAL * size:
            return found(best, (), "translation")
        if case.fixed:
            return found(best, (), "translation-by-half")
        return found(best, (), "translation-by-length", length=case.length, longer=last)
    if best > NEAR and affine <= EQUAL:
        return found(best, (), "affine", share=best)
    return found(best, (), "residual", matrix=matrix, share=best)
