"""Which conditions does a scheme meet? Each is measured, with the positions that decide, in one sentence.

The conditions are those that two lecture notes ask of an encoding. One has five: ① a position has the same vector at
every length, ② values stay small and ③ do not grow, ④ equal offsets are equal steps, ⑤ vectors are distinct. One has
four: vectors are distinct, steps equal, dot products equal, norms equal. All offsets up to n / 2 are
tested: a scheme can be even at 1, 2, 4, 8 and uneven at 3.

Each number is a share: by how much of what it should be a condition is missed. So one definition of "nearly" is enough.

What has no vectors is asked about its scores, where a condition makes sense of them: those of a query with all keys,
each less that with the query's own position. The other conditions do not apply, which is a verdict of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core import geometry, shift
from posenc_core.arrays import Array, whole
from posenc_core.geometry import OffsetDistances, Spread, first_equal
from posenc_core.numerals import number, told_apart
from posenc_core.precision import duplicates
from posenc_core.scheme import FAMILIES, Scheme
from posenc_core.source import Encoding, Source

Verdict = Literal["holds", "nearly", "fails", "undefined", "does not apply"]

EQUAL, NEAR = 1e-9, 0.05
"""Relative deviations up to EQUAL are rounding; what misses by more, up to NEAR, holds nearly."""


CLOSE = 1e-5
"""Two numbers that differ by a smaller share take too many digits to be told apart: their difference is said."""

LEAST = 1e-5
"""A share that is told as a number."""

LONGER = 16
"""How many times as long a sequence is tried for values that grow."""

CONTENT = 1.0
"""The standard deviation of a score between contents of variance 1 that have nothing in common, in nats."""


class Finding(NamedTuple):
    """What was found of one condition."""

    number: float
    """By how large a share it is missed; NaN where there is no verdict of it."""
    where: tuple[int, ...]
    """The positions that decide it or come nearest to deciding it; none where all are alike."""
    why: str
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
    """One condition: its metric, what it is called, who asks for it, and how it is decided."""

    metric: str
    title: str
    asked_by: str
    measure: str
    """What its number is."""
    finding: "Callable[[Case], Finding]"
    of_scores: "OfScores | None" = None
    """What it asks of a scheme that has no vectors; None where it asks nothing of one."""

    @property
    def summary(self) -> str:
        """The first line of the docstring: what a page says about it."""
        return (self.finding.__doc__ or "").strip().splitlines()[0]


class OfScores(NamedTuple):
    """What a condition becomes for a scheme that has no vectors."""

    measure: str
    finding: "Callable[[Case], Finding]"

    @property
    def summary(self) -> str:
        """What a page says about it."""
        return (self.finding.__doc__ or "").strip().splitlines()[0]


CRITERIA: list[Criterion] = []
"""All conditions, in the order of the notes that ask for them."""


@dataclass(frozen=True)
class Case:
    """One scheme at one length and dim, or an array, and a step of `offset`; what conditions share is computed once."""

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
        """What the mean score of every key is more than that of the query's own position, in nats. -> (n, n).

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
            heads = 1 if self.encoding.lacks("heads") else self.heads
            found = self.encoding.mean_logits(queries, keys, self.dim, length=length, heads=heads)
            head = found[min(self.head, len(found)) - 1]
            own = self.encoding.mean_logits_at_offset([0], self.dim, length=length, heads=heads)
            diagonal = head[np.arange(len(queries)), queries] if own is None else own[min(self.head, len(own)) - 1, 0]
            found = head - np.reshape(diagonal, (-1, 1))
        seen = np.isfinite(found)
        if not self.encoding.lacks("causal"):
            seen &= keys <= queries[:, None]
        return np.where(seen, found, nan)

    @cached_property
    def ranges(self) -> tuple[float, float]:
        """The range of all scores, in nats, at this length and at LONGER times as many positions."""
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
        near, far = float(np.abs(self.table).max()), nan
        if self.longest is None:
            longer = Source(self.encoding, LONGER * self.length, self.dim)
            far = max(float(np.abs(longer.rows(*part)).max()) for part in longer.parts(longer.length))
        return near, far


def undefined(why: str) -> Finding:
    """Nothing can be said, and why."""
    return Finding(nan, (), why)


ONE_POSITION = undefined("A sequence of one position has no pairs to compare.")

ONE_LENGTH = undefined("A table without a rule says nothing of other lengths.")


def criterion(
    metric: str, title: str, asked_by: str, measure: str
) -> "Callable[[Callable[[Case], Finding]], Callable[[Case], Finding]]":
    """Put a function on the scorecard."""

    def register(finding: Callable[[Case], Finding]) -> Callable[[Case], Finding]:
        CRITERIA.append(Criterion(metric, title, asked_by, measure, finding))
        return finding

    return register


def of_scores(metric: str, measure: str) -> "Callable[[Callable[[Case], Finding]], Callable[[Case], Finding]]":
    """Say what a condition of the scorecard becomes for a scheme that has no vectors."""

    def register(finding: Callable[[Case], Finding]) -> Callable[[Case], Finding]:
        place = next(place for place, known in enumerate(CRITERIA) if known.metric == metric)
        CRITERIA[place] = CRITERIA[place]._replace(of_scores=OfScores(measure, finding))
        return finding

    return register


def scorecard(
    encoding: Encoding,
    length: int | None = None,
    dim: int | None = None,
    offset: int = 1,
    *,
    head: int = 1,
    heads: int = 1,
) -> dict[str, Finding]:
    """Every condition of CRITERIA, by its metric. ValueError for a length, dim or offset below 1, and for no such head.

    Of a scheme that has no vectors the scores are asked about, of one of its heads; a condition on vectors alone does
    not apply. A scheme that takes no such length or dim leaves all undefined. Of an array, and of a table that was
    trained, what compares it with longer sequences is undefined, and a map of its first half is tried on the second.
    """
    source = Source.of(encoding, length, dim)
    if (head := whole("head", head)) > (heads := whole("heads", heads)):
        raise ValueError(f"head = {head} must be at most {heads}, the number of heads")
    case = Case(source.encoding, source.length, source.dim, whole("offset", offset), head, heads)
    scheme = source.encoding if isinstance(source.encoding, Scheme) else None
    if scheme and (reason := scheme.lacks("scores", source.length, source.dim)):
        return {criterion.metric: undefined(reason) for criterion in CRITERIA}
    if scheme and "vectors" not in scheme.abilities:
        # no bias has vectors; of rotations some have
        why = f"What {FAMILIES['bias']} has no vectors." if scheme.family == "bias" else scheme.lacks("vectors")
        nothing = Finding(nan, (), str(why), applies=False)
        return {each.metric: each.of_scores.finding(case) if each.of_scores else nothing for each in CRITERIA}
    return {criterion.metric: criterion.finding(case) for criterion in CRITERIA}


def missing(smallest: Array, largest: Array) -> Array:
    """What the smallest lacks of the largest, as a share of it; NaN where that is 0."""
    share: Array = np.divide(largest - smallest, largest, out=np.full(largest.shape, nan), where=largest > 0)
    return share


def step(offset: int) -> str:
    """A step of so many tokens."""
    return "one step" if offset == 1 else f"a step of k = {offset:,}"


def tokens(offset: int) -> str:
    """A distance along the sequence."""
    return "1 token" if offset == 1 else f"{offset:,} tokens"


def nats(score: float) -> str:
    """A score with its unit."""
    return f"{number(score)} nat{'' if number(score) in ('1', '−1') else 's'}"


def part(share: float) -> str:
    """How much of a move is missed, in words: a map that misses all of it may as well not be there."""
    return "all" if share >= 0.9995 else miss(share)


def miss(share: float) -> str:
    """A share as a percentage; not one so small that nobody can see it."""
    return "less than 0.001 %" if share < LEAST else f"{number(100 * share)} %"


@criterion("M1", "Same vector at every length", "five ①", "largest change of a value, as a share of the largest value")
def length_independence(case: Case) -> Finding:
    """A position has the same vector in a sequence half as long and in one twice as long."""
    lengths = _other_lengths(case)
    if not lengths or not isinstance(case.encoding, Scheme):
        return ONE_LENGTH
    tables = {n: case.at(n) for n in lengths}
    changes = {n: np.abs(rows - case.table[: len(rows)]).max(axis=1) for n, rows in tables.items()}
    most = max(float(change.max()) for change in changes.values())
    share = most and most / max(case.largest[0], *(float(np.abs(rows).max()) for rows in tables.values()))
    if share <= EQUAL:
        return Finding(share, (), f"The vectors are the same at n = {' and n = '.join(f'{n:,}' for n in lengths)}.")
    length = next(n for n, change in changes.items() if change.max() == most)
    p = first_equal(changes[length], most)
    return Finding(share, (p,), f"A value of position {p:,} changes by {number(most)} at n = {length:,}.")


@of_scores("M1", "largest change of a score, as a share of the range of all scores")
def score_length_independence(case: Case) -> Finding:
    """Two positions have the same score in a sequence half as long and in one twice as long."""
    lengths = _other_lengths(case)
    if not lengths:
        return ONE_LENGTH
    changes = {}
    for n in lengths:
        count = min(n, case.length)
        there = case.scores_of(np.arange(count), n, count)
        changes[n] = np.nan_to_num(np.abs(there - case.scores[:count, :count]))
    most = max(float(change.max()) for change in changes.values())
    share = most and most / max(most, case.ranges[0])
    if most <= EQUAL or share <= EQUAL:
        return Finding(0.0, (), f"The scores are the same at n = {' and n = '.join(f'{n:,}' for n in lengths)}.")
    length = next(n for n, change in changes.items() if change.max() == most)
    query, key = divmod(first_equal(changes[length].ravel(), most), len(changes[length]))
    why = f"The score of {query:,} with {key:,} changes by {nats(most)} at n = {length:,}."
    return Finding(share, (query, key), why)


def _other_lengths(case: Case) -> list[int]:
    """The lengths that a condition on every length is tried at."""
    lengths = {max(case.length // 2, 1), 2 * case.length} - {case.length}
    return sorted(n for n in lengths if case.longest is None or n <= case.longest)


@criterion(
    "M1b", "Same step at every length", "more on ①", "what the shorter of the two steps lacks of the longer, as a share"
)
def step_consistency(case: Case) -> Finding:
    """A step of k is as long in a sequence of twice the length."""
    if case.longest is not None and 2 * case.length > case.longest:
        return ONE_LENGTH
    k = case.offset
    if k >= case.length:
        return undefined(f"No position is {tokens(k)} from another.")
    here = geometry.distances_at_offset(case.table, k)
    longer = geometry.distances_at_offset(case.at(2 * case.length), k)
    change = missing(np.minimum(here, longer), np.maximum(here, longer))
    if np.isnan(change).all():
        return undefined(f"{step(k).capitalize()} moves no vector.")
    most = float(np.nanmax(change))
    if most <= EQUAL:
        return Finding(most, (), f"{step(k).capitalize()} is as long at n = {2 * case.length:,}.")
    p = first_equal(np.nan_to_num(change), most)
    one, other = told_apart(here[p], longer[p])
    why = f"The step {p:,} → {p + k:,} is {one} long at n = {case.length:,}, {other} at n = {2 * case.length:,}."
    return Finding(most, (p, p + k), why)


@criterion(
    "M2",
    "Values stay small",
    "five ②",
    f"how far the largest value of {LONGER} n positions exceeds 1, or that of n positions where it is larger",
)
def boundedness(case: Case) -> Finding:
    """No value is larger than 1, or none grows with the length, so that no token is drowned by its position."""
    near, far = case.largest
    sizes = np.abs(case.table).max(axis=1)
    where = () if np.ptp(sizes) <= EQUAL * near else (first_equal(sizes, near),)
    if case.fixed:
        if near > 1:
            return undefined(f"The largest value is {number(near)}, and without a rule nobody knows whether it grows.")
        return Finding(0.0, where, "No value is larger than 1.")
    excess = max(far / max(1.0, near) - 1, 0.0)
    if excess > EQUAL:
        one, other = told_apart(near, far)
        why = f"The largest value is {one} at n = {case.length:,}, {other} at n = {LONGER * case.length:,}."
    elif max(near, far) <= 1 + EQUAL:
        why = f"No value is larger than 1, up to n = {LONGER * case.length:,}."
    else:
        why = f"The largest value is {number(near)}, and not more up to n = {LONGER * case.length:,}."
    return Finding(excess, where, why)


@of_scores("M2", f"how far the range of all scores exceeds {CONTENT:g} nat, what content gives (standard deviation)")
def score_range(case: Case) -> Finding:
    """Position changes a score by no more than content does, so that no token is drowned by its position."""
    if case.length == 1:
        return ONE_POSITION
    near, _ = case.ranges
    excess = max(near / CONTENT - 1, 0.0)
    if near <= EQUAL:
        return Finding(0.0, (), "Every key that a position sees has the same score.")
    # a position's own score is 0, and so is what is not seen
    sizes = np.abs(np.nan_to_num(case.scores)).ravel()
    where = divmod(first_equal(sizes, float(sizes.max())), case.length)
    to = "at most" if excess <= EQUAL else "up to"
    content = f"content by {CONTENT:g} (standard deviation)"
    return Finding(excess, where, f"Position changes a score by {to} {nats(near)}, {content}.")


@criterion(
    "M3",
    "Values do not grow with the length",
    "five ③",
    f"growth of the largest value beyond 1 at {LONGER} times the length, as a share of the growth of the length",
)
def growth(case: Case) -> Finding:
    """The largest value grows far more slowly than the length, once it is larger than 1."""
    if case.fixed:
        return ONE_LENGTH
    near, far = case.largest
    share = max(max(1.0, far) / max(1.0, near) - 1, 0.0) / (LONGER - 1)
    if share <= EQUAL:
        return Finding(
            share, (), f"{LONGER} times the length brings no larger value{' than 1' if far <= 1 + EQUAL else ''}."
        )
    if not near:
        return Finding(share, (), f"The largest value is 0, and {number(far)} at {LONGER} times the length.")
    why = f"{LONGER} times the length makes the largest value {number(far / near)} times as large."
    return Finding(share, (), why)


@of_scores(
    "M3",
    f"growth of the range of all scores beyond {CONTENT:g} nat at {LONGER} times the length, as a share of the growth "
    "of the length",
)
def score_growth(case: Case) -> Finding:
    """The range of the scores grows far more slowly than the length, once it is larger than what content gives."""
    near, far = case.ranges
    share = max(max(CONTENT, far) / max(CONTENT, near) - 1, 0.0) / (LONGER - 1)
    if share <= EQUAL:
        small = f" than {CONTENT:g} nat" if far <= CONTENT * (1 + EQUAL) else ""
        return Finding(share, (), f"{LONGER} times the length brings no larger range of scores{small}.")
    one, other = told_apart(near, far)
    why = f"The scores range over {one} nats at n = {case.length:,}, {other} at n = {LONGER * case.length:,}."
    return Finding(share, (), why)


@criterion(
    "M4",
    "Equal steps",
    "five ④, four",
    "what the shortest step lacks of the longest of the same k, as a share",
)
def equidistance(case: Case) -> Finding:
    """Positions k apart are equally far from each other, wherever they stand, for every k up to n / 2."""
    if case.steps is None:
        return ONE_POSITION
    last = max(case.length // 2, 1)
    share = missing(case.steps.smallest[:last], case.steps.largest[:last])
    if np.isnan(share).all():
        return undefined("All distances are 0.")
    most = float(np.nanmax(share))
    if most <= EQUAL:
        steps = "One step is equally long everywhere"
        return Finding(
            most, (), f"{steps}." if last == 1 else f"{steps}, and so is every longer one up to k = {last:,}."
        )
    worst = first_equal(np.nan_to_num(share), most)
    k, low, high = worst + 1, int(case.steps.at_smallest[worst]), int(case.steps.at_largest[worst])
    one, other = told_apart(case.steps.smallest[worst], case.steps.largest[worst])
    longer, shorter = f"{high:,} → {high + k:,}", f"{low:,} → {low + k:,}"
    why = f"The step {longer} is {other} long, {shorter} is {one}."
    if most < CLOSE:
        why = f"The step {longer} is longer than {shorter}, by {number(100 * most)} %."
    return Finding(most, (high, high + k, low, low + k), why)


@of_scores("M4", "largest difference of two scores of the same offset, as a share of the range of all scores")
def score_by_offset(case: Case) -> Finding:
    """A score depends on how far apart two positions stand, and on nothing else."""
    if case.length == 1:
        return ONE_POSITION
    near, _ = case.ranges
    offsets = range(1 - case.length, case.length)
    diagonals = {k: np.diagonal(case.scores, -k) for k in offsets}
    for k, diagonal in diagonals.items():
        if len(set(masked := np.isnan(diagonal).tolist())) > 1:
            pairs = [(masked.index(each) + max(k, 0), masked.index(each) + max(-k, 0)) for each in (False, True)]
            (query, key), (other, hidden) = pairs
            why = f"{query:,} sees {key:,}, and for {other:,}, as far from it, {hidden:,} is masked."
            return Finding(1.0, (query, key, other, hidden), why)
    seen = {k: diagonal for k, diagonal in diagonals.items() if np.isfinite(diagonal).all()}
    spans = {k: float(np.ptp(diagonal)) for k, diagonal in seen.items()}
    most = max(spans.values())
    share = most / near if near > EQUAL else 0.0
    if share <= EQUAL:
        return Finding(share, (), "Equal offsets have equal scores everywhere.")
    k = next(k for k, span in spans.items() if span >= most * (1 - EQUAL))
    first, second = (first_equal(seen[k], float(end)) for end in _ends(seen[k]))
    pairs = [(place + max(k, 0), place + max(-k, 0)) for place in (first, second)]
    one, other = told_apart(seen[k][first], seen[k][second])
    (low, key), (high, other_key) = pairs
    why = (
        f"The score of {low:,} with {key:,} is {one} nats beside its own, that of {high:,} with {other_key:,} {other}."
    )
    return Finding(share, (low, key, high, other_key), why)


def _ends(values: Array) -> tuple[np.float64, np.float64]:
    """The smallest and the largest of what is seen."""
    return np.nanmin(values), np.nanmax(values)


@criterion(
    "M4b",
    "Distance grows with every token",
    "more on ④",
    "deepest fall of the mean distance below that of a smaller k, as a share of the largest mean distance",
)
def monotony(case: Case) -> Finding:
    """The more tokens lie between two positions, the larger is their mean distance."""
    if case.steps is None or len(case.steps.mean) < 2:
        return undefined("There are not two offsets to compare.")
    mean = case.steps.mean
    if np.ptp(mean) <= EQUAL * mean.max():
        return undefined("All mean distances are equal.")
    falls = np.maximum.accumulate(mean) - mean
    share = float(falls.max() / mean.max())
    if share <= EQUAL:
        return Finding(share, (), f"The mean distance never falls, up to k = {len(mean):,}.")
    low = first_equal(falls, falls.max())
    high = first_equal(mean[:low], mean[:low].max())
    far, near = told_apart(mean[low], mean[high])
    why = f"The mean distance is {near} at k = {high + 1:,}, but {far} at k = {low + 1:,}."
    return Finding(share, (), why)


@criterion(
    "M4g",
    "Equal dot products",
    "four",
    "largest difference of two dot products of the same offset, as a share of the largest dot product",
)
def equal_dots(case: Case) -> Finding:
    """Positions k apart have one dot product, wherever they stand, for every k."""
    if case.length == 1:
        return ONE_POSITION
    largest = float(np.abs(case.dots).max())
    if not largest:
        return undefined("All dot products are 0.")
    diagonals = [np.diagonal(case.dots, k) for k in range(case.length)]
    ranges = np.array([np.ptp(diagonal) for diagonal in diagonals]) / largest
    share = float(ranges.max())
    if share <= EQUAL:
        return Finding(share, (), "Equal offsets have equal dot products everywhere.")
    k = first_equal(ranges, share)
    low, high = (first_equal(diagonals[k], end) for end in (diagonals[k].min(), diagonals[k].max()))
    one, other = told_apart(diagonals[k][low], diagonals[k][high])
    lower, higher = f"{low:,} with {low + k:,}", f"{high:,} with {high + k:,}"
    why = f"The dot product of {lower} is {one}, that of {higher} is {other}."
    if share < CLOSE:
        why = f"The dot product of {lower} is less than that of {higher}, by {number(100 * share)} % of the largest."
    return Finding(share, (low, low + k, high, high + k), why)


@criterion(
    "M5",
    "Clearly different vectors",
    "five ⑤, four",
    "what the nearest pair of positions lacks of half the mean step of one token, as a share",
)
def uniqueness(case: Case) -> Finding:
    """No two positions share a vector, and none are nearer than half a step."""
    if case.steps is None:
        return ONE_POSITION
    p, q, nearest = geometry.closest_pair(case.table)
    mean, shortest = float(case.steps.mean[0]), float(case.steps.smallest[0])
    if repeats := duplicates(case.table):
        later, earlier = geometry.first_repeat(case.table) or (q, p)
        few = f"{repeats:,} of {case.length:,} positions"
        why = f"{few} have the vector of an earlier one, such as {later:,} that of {earlier:,}."
        if repeats == 1:
            why = f"Position {later:,} has the vector of position {earlier:,}."
        return Finding(1.0, (earlier, later), why)
    share = max(1 - 2 * nearest / mean, 0.0)
    if case.steps.largest.max() <= nearest * (1 + EQUAL):
        return Finding(share, (), f"Every pair of positions is {number(nearest)} apart.")
    if share <= EQUAL and shortest <= nearest * (1 + EQUAL):
        return Finding(share, (), "All differ, and no pair is nearer than the nearest neighbours.")
    one, other = told_apart(nearest, mean)
    return Finding(share, (p, q), f"Positions {p:,} and {q:,} are {one} apart, neighbours {other} on average.")


@criterion("M6", "Equally long vectors", "four", "what the shortest vector lacks of the longest, as a share")
def constant_norm(case: Case) -> Finding:
    """The vector of every position is equally long (it has the same norm), so none stands out."""
    norm: Spread = geometry.spread(geometry.norms(case.table))
    if not norm.largest:
        return undefined("All vectors are zero.")
    share = 1 - norm.smallest / norm.largest
    if share <= EQUAL:
        return Finding(share, (), f"Every vector is {number(norm.mean)} long.")
    one, other = told_apart(norm.smallest, norm.largest)
    why = f"The vector of position {norm.at_smallest:,} is {one} long, that of {norm.at_largest:,} is {other}."
    if share < CLOSE:
        why = f"The vector of position {norm.at_largest:,} is longer than that of {norm.at_smallest:,}, "
        why += f"by {number(100 * share)} %."
    return Finding(share, (norm.at_smallest, norm.at_largest), why)


@criterion(
    "M7",
    "Similarity falls with every token",
    "more on ④",
    "the share of the positions that are not most similar to themselves; or the largest rise of a dot product above "
    "that of a smaller offset, as a share of the largest: whichever is more",
)
def similarity_decay(case: Case) -> Finding:
    """A position is most similar to itself, and less and less to those farther away, by the dot product."""
    if case.length == 1:
        return ONE_POSITION
    unrivalled = geometry.self_maxima(case.table)
    rivalled = float(1 - unrivalled.mean())
    rise, near, far = _rise(case.dots)
    if rivalled and rivalled >= rise:
        middle = case.length // 2
        p = int(np.flatnonzero(~unrivalled)[0]) if unrivalled[middle] else middle
        row, others = case.dots[p], np.delete(np.arange(case.length), p)
        rival = int(others[first_equal(row[others], row[others].max())])
        count = int(unrivalled.sum())
        few = f"Only {count:,} of {case.length:,} positions" if count else "No position"
        are = "are most similar to themselves" if count > 1 else "is most similar to itself"
        more = "more" if row[rival] > row[p] * (1 + EQUAL) else "as"
        than = "than" if more == "more" else "as"
        why = f"{few} {are}; position {p:,} is {more} similar to {rival:,} {than} to itself."
        return Finding(rivalled, (p, rival), why)
    if rise <= EQUAL:
        return Finding(rise, (), "Similarity never rises with the distance.")
    p = near[0]
    low, high = told_apart(case.dots[near], case.dots[far])
    why = f"Similarity rises again: {p:,} with {near[1]:,} is {low}, {p:,} with {far[1]:,} is {high}."
    return Finding(rise, (p, near[1], far[1]), why)


@of_scores(
    "M7",
    "the share of the positions that give another key as high a score as their own; or the largest rise of a score "
    "above that of a smaller offset, as a share of the range of all scores: whichever is more",
)
def score_decay(case: Case) -> Finding:
    """A position gives its own key the highest score, and less and less to those farther away."""
    if case.length == 1:
        return ONE_POSITION
    near, _ = case.ranges
    others = np.where(np.eye(case.length, dtype=bool) | np.isnan(case.scores), -np.inf, case.scores)
    rivalled = others.max(axis=1) >= -EQUAL * near
    share = float(rivalled.mean())
    rise, low, high = _score_rise(case.scores, near)
    if rivalled.any() and share >= rise:
        p = int(np.flatnonzero(rivalled)[-1])
        rival = first_equal(np.nan_to_num(others[p], neginf=others[p].max() - 1), float(others[p].max()))
        more = "a higher score than" if others[p, rival] > EQUAL * near else "as high a score as"
        count = int(rivalled.sum())
        give = "gives another key" if count == 1 else "give another key"
        why = f"{count:,} of {case.length:,} positions {give} as high a score; {p:,} gives {rival:,} {more} its own."
        return Finding(share, (p, rival), why)
    if rise <= EQUAL:
        return Finding(rise, (), "The score never rises with the distance.")
    p = low[0]
    before, after = told_apart(case.scores[low], case.scores[high])
    why = f"The score rises again: {p:,} gives {low[1]:,} {before} nats, and {high[1]:,} {after}."
    return Finding(rise, (p, low[1], high[1]), why)


def _score_rise(scores: Array, near: float) -> tuple[float, tuple[int, int], tuple[int, int]]:
    """The largest rise of a row away from the diagonal, as a share of the range, and from where to where."""
    best = 0.0, (0, 0), (0, 0)
    if near <= EQUAL:
        return best
    for p, row in enumerate(scores):
        for sign in (1, -1):
            curve = row[p:] if sign > 0 else row[p::-1]
            places = np.flatnonzero(np.isfinite(curve))
            curve = curve[places]
            climb = curve - np.minimum.accumulate(curve)
            most = float(climb.max()) / near
            if most > best[0] * (1 + EQUAL):
                far = first_equal(climb, float(climb.max()))
                start = first_equal(curve[: far + 1], float(curve[: far + 1].min()))
                best = most, (p, p + sign * int(places[start])), (p, p + sign * int(places[far]))
    return best


@criterion(
    "M8",
    "One matrix moves every position",
    "more on ④",
    "how far a matrix of 2 × 2 blocks (or any, where one with a vector added is exact) misses the position k tokens "
    "on, where it was not fitted, as a share of the move",
)
def linear_shift(case: Case) -> Finding:
    """One matrix takes every vector to the one k tokens on, also those that it was not fitted to."""
    k, length = case.offset, case.length // 2 if case.fixed else case.length
    if k >= length:
        half = " in the first half" if case.fixed else ""
        return undefined(f"No position{half} is {tokens(k)} from another.")
    found = shift.residuals(*((case.table, k) if case.fixed else (case.encoding, k, case.length, case.dim)))
    last = case.length if case.fixed else 2 * length
    later = Source(case.encoding, last, case.dim).rows(length - k, last)
    before, after = later[:-k], later[k:]
    size = float(np.abs(after - before).max())
    if size <= EQUAL * np.abs(after).max():
        return undefined(f"{step(k).capitalize()} moves no vector.")
    # what is missed, as a share of the move and not of the vector: a small step does not pass for nothing
    share = float(np.linalg.norm(after / size) / np.linalg.norm((after - before) / size))
    missed = {name: way.unseen * share for name, way in found.items()}
    best = min(missed.get("closed form", np.inf), missed["blocks"])
    matrix = "matrix" if case.dim <= 2 else "matrix of 2 × 2 blocks"
    seen = case.table[k:length] - case.table[: length - k]
    straight = max(np.ptp(seen, axis=0).max(), np.ptp(after - before, axis=0).max()) <= EQUAL * size
    if best > EQUAL and (straight or missed["affine"] <= EQUAL):
        # a translation is needed only where no matrix does without
        free = np.asarray(np.linalg.lstsq(case.table[: length - k], case.table[k:length], rcond=None)[0], np.float64)
        alone = share * shift.residual(shift.Move(free, np.zeros(case.dim)), later, k)
        if alone < best:
            best, matrix = alone, "matrix"
    if best <= EQUAL:
        return Finding(best, (), f"One matrix makes {step(k)} from every position.")
    if len(seen) == 1 and not straight:
        return undefined("One pair of positions does not determine a matrix.")
    why = f"A fitted {matrix} misses {part(best)} of the move."
    if best > NEAR and straight:
        same = np.abs(seen[0] - (after - before)[0]).max() <= EQUAL * size
        why = "It takes a translation" + (
            ": the same vector is added everywhere." if same else ", and another one in a sequence twice as long."
        )
    elif best > NEAR and missed["affine"] <= EQUAL:
        why = f"It takes a matrix and a translation: a matrix alone misses {part(best)} of the move."
    return Finding(best, (), why)


def _rise(dots: Array) -> tuple[float, tuple[int, int], tuple[int, int]]:
    """The largest rise of a row away from the diagonal, as a share of the largest number, and from where to where."""
    length, largest = len(dots), float(np.abs(dots).max())
    if not largest:
        return 0.0, (0, 0), (0, 0)
    rises = np.zeros((length, 2))
    for p in range(length):
        for side, curve in enumerate((dots[p, p:], dots[p, p::-1])):
            rises[p, side] = (curve - np.minimum.accumulate(curve)).max()
    most = float(rises.max())
    p, side = divmod(first_equal(rises.ravel(), most), 2)
    curve = dots[p, p::-1] if side else dots[p, p:]
    climb = curve - np.minimum.accumulate(curve)
    far = first_equal(climb, most)
    near = first_equal(curve[: far + 1], float(curve[: far + 1].min()))
    sign = -1 if side else 1
    return most / largest, (p, p + sign * near), (p, p + sign * far)
