"""Which conditions does a scheme meet? Each is measured, with the number, the threshold and the positions that decide.

The conditions are those that two lecture notes ask of an encoding. One has five: ① a position has the same vector at
every length, ② values stay small and ③ do not grow, ④ equal offsets are equal steps, ⑤ vectors are distinct. One has
four: vectors are distinct, steps equal, dot products equal, norms equal. All offsets up to n / 2 are
tested: a scheme can be even at 1, 2, 4, 8 and uneven at 3.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import log, log10, nan
from typing import Literal, NamedTuple

import numpy as np

from posenc_core import geometry, shift
from posenc_core.arrays import Array, whole
from posenc_core.geometry import OffsetDistances, Spread, first_equal
from posenc_core.precision import duplicates
from posenc_core.scheme import Ability, Scheme
from posenc_core.source import Encoding, Source

Verdict = Literal["holds", "nearly", "fails", "undefined"]

EQUAL, NEAR = 1e-6, 0.05
"""Relative deviations up to EQUAL are rounding; up to NEAR a picture does not show them."""


EXACT = 1e-9
"""A closed form that misses by less is exact but for rounding."""


class Finding(NamedTuple):
    """What was found of one condition."""

    verdict: Verdict
    number: float
    where: tuple[int, ...]
    """The positions that decide it or come nearest to deciding it; none where all are alike."""
    why: str


class Criterion(NamedTuple):
    """One condition: its metric, what it is called, who asks for it, and how it is decided."""

    metric: str
    title: str
    asked_by: str
    threshold: str
    finding: "Callable[[Case], Finding]"
    needs: Ability
    """What a scheme must have to be asked."""

    @property
    def summary(self) -> str:
        """The first line of the docstring: what a page says about it."""
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

    @property
    def fixed(self) -> bool:
        """Whether there is no other length: an array is what it is."""
        return not isinstance(self.encoding, Scheme)

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

    def at(self, length: int) -> Array:
        """The first positions of a sequence of another length, as many as both have."""
        return Source(self.encoding, length, self.dim).rows(0, min(length, self.length))

    @cached_property
    def largest(self) -> tuple[float, float]:
        """The largest value, in size, at this length and at 16 times as many positions; NaN for those of an array."""
        near, far = float(np.abs(self.table).max()), nan
        if not self.fixed:
            longer = Source(self.encoding, 16 * self.length, self.dim)
            far = max(float(np.abs(longer.rows(*part)).max()) for part in longer.parts(longer.length))
        return near, far


UNDEFINED = Finding("undefined", nan, (), "A sequence of one position has no pairs to compare.")

ONE_LENGTH = Finding("undefined", nan, (), "An array has one length, and says nothing of others.")


def criterion(
    metric: str, title: str, asked_by: str, threshold: str, needs: Ability = "vectors"
) -> "Callable[[Callable[[Case], Finding]], Callable[[Case], Finding]]":
    """Put a function on the scorecard."""

    def register(finding: Callable[[Case], Finding]) -> Callable[[Case], Finding]:
        CRITERIA.append(Criterion(metric, title, asked_by, threshold, finding, needs))
        return finding

    return register


def scorecard(
    encoding: Encoding, length: int | None = None, dim: int | None = None, offset: int = 1
) -> dict[str, Finding]:
    """Every condition of CRITERIA, by its metric. ValueError for a length, dim or offset below 1.

    A scheme that has not what a condition needs leaves it undefined. Of an array, what compares it with other lengths
    is undefined, and a map of its first half is tried on the second.
    """
    source = Source.of(encoding, length, dim)
    case = Case(source.encoding, source.length, source.dim, whole("offset", offset))
    found, scheme = {}, source.encoding if isinstance(source.encoding, Scheme) else None
    for criterion in CRITERIA:
        reason = scheme and scheme.lacks(criterion.needs, source.length, source.dim)
        found[criterion.metric] = Finding("undefined", nan, (), reason) if reason else criterion.finding(case)
    return found


@criterion("M1", "Independent of the length", "five ①", f"largest change at most {1e-9:g}")
def length_independence(case: Case) -> Finding:
    """A position has the same vector in a shorter and in a longer sequence: half as long, twice as long."""
    if case.fixed:
        return ONE_LENGTH
    lengths = sorted({max(case.length // 2, 1), 2 * case.length})
    changes = {n: np.abs(case.at(n) - case.table[:n]).max(axis=1) for n in lengths}
    largest = max(float(change.max()) for change in changes.values())
    moved = {n: first_equal(change, change.max()) for n, change in changes.items() if change.max() > 1e-9}
    if not moved:
        return Finding("holds", largest, (), f"No value changes at n = {' or n = '.join(map(str, lengths))}.")
    words = [f"position {p} changes by {changes[n][p]:.4g} at n = {n}" for n, p in moved.items()]
    return Finding("fails", largest, tuple(moved.values()), f"{', '.join(words).capitalize()}.")


@criterion("M1b", "Same step at every length", "more on ①", f"ratio differs by at most {EQUAL:g}; fails from {NEAR:g}")
def step_consistency(case: Case) -> Finding:
    """A step of k is as long in a sequence of twice the length."""
    if case.fixed:
        return ONE_LENGTH
    k = case.offset
    if k >= case.length:
        return Finding("undefined", nan, (), f"No position is k = {k} tokens from another.")
    steps = geometry.distances_at_offset(case.table, k)
    longer = geometry.distances_at_offset(case.at(2 * case.length), k)
    usable = longer > 0
    if not usable.any():
        return Finding("undefined", nan, (), f"Every step of k = {k} is 0.")
    change = np.abs(np.divide(steps, longer, out=np.ones_like(steps), where=usable) - 1)
    number = float(change.max())
    verdict: Verdict = "holds" if number <= EQUAL else "fails" if number >= NEAR else "nearly"
    # a change within rounding is where rounding is largest
    worst = 0 if number <= EQUAL else first_equal(change, number)
    why = f"{worst} → {worst + k} is {steps[worst]:.4g} at n = {case.length}, {longer[worst]:.4g} at twice that."
    return Finding(verdict, number, (worst, worst + k), why)


@criterion("M2", "Not too large", "five ②", "largest |value| at most 1, or fixed as n grows 16 times")
def boundedness(case: Case) -> Finding:
    """Values stay small, so that the position does not drown the token that it is added to."""
    near, far = case.largest
    # scaled, so that no square of small numbers becomes 0
    size = near * float(np.sqrt(np.mean((case.table / near) ** 2))) if near else 0.0
    above = "stands alone without"
    if size:
        decibels = -20 * log10(size)
        above = f"stands {abs(decibels):.1f} dB {'below' if decibels < 0 else 'above'}"
    token = f"a token of N(0, 1) {above} the position."
    sizes = np.abs(case.table).max(axis=1)
    where = () if np.ptp(sizes) <= EQUAL * near else (first_equal(sizes, near),)
    if case.fixed:
        if near > 1:
            return Finding("undefined", nan, (), f"{near:.4g} at n, and an array does not say whether it grows.")
        return Finding("holds", near, where, f"{near:.4g} at n; {token}")
    verdict: Verdict = "holds" if far <= max(1, near) * (1 + 1e-9) else "fails"
    return Finding(verdict, near, where, f"{near:.4g} at n, {far:.4g} at 16 n; {token}")


@criterion("M3", "Not growing", "five ③", f"exponent at most {NEAR:g}; fails from 0.5")
def growth(case: Case) -> Finding:
    """The largest value grows slower than the length: the exponent g of n^g."""
    if case.fixed:
        return ONE_LENGTH
    near, far = case.largest
    if not near or not far:
        return Finding("undefined", nan, (), f"The largest value is {near:.4g} at n and {far:.4g} at 16 n.")
    exponent = log(far / near) / log(16)
    verdict: Verdict = "holds" if exponent <= NEAR else "fails" if exponent >= 0.5 else "nearly"
    why = f"The largest value goes as n^{exponent:.3f} up to 16 n."
    if case.length > 1:
        jump = np.abs(np.diff(case.table, axis=0)).max(axis=1)
        p = first_equal(jump, jump.max())
        why += f" Largest change of one value in one step: {jump[p]:.4g} ({p} → {p + 1})."
    return Finding(verdict, exponent, (), why)


@criterion("M4", "Equal steps", "five ④, four", f"relative spread at most {EQUAL:g}; fails above {NEAR:g}")
def equidistance(case: Case) -> Finding:
    """Positions k apart are equally far from each other, wherever they stand, for every k up to n / 2."""
    if case.steps is None:
        return UNDEFINED
    relative = case.steps.relative[: max(case.length // 2, 1)]
    if np.isnan(relative).all():
        return Finding("undefined", nan, (), "All distances are 0.")
    worst = first_equal(np.nan_to_num(relative), np.nanmax(relative))
    k = worst + 1
    low, high = int(case.steps.at_smallest[worst]), int(case.steps.at_largest[worst])
    number = float(relative[worst])
    if number <= EQUAL:
        digits = f"to {number:.0e} of it" if number else "exactly"
        return Finding("holds", number, (), f"Every k from 1 to {len(relative)} has one distance, {digits}.")
    why = (
        f"k = {k}: {high} → {high + k} is {case.steps.largest[worst]:.4g}, "
        f"{low} → {low + k} is {case.steps.smallest[worst]:.4g}."
    )
    return Finding("nearly" if number <= NEAR else "fails", number, (high, high + k, low, low + k), why)


@criterion("M4b", "Farther is farther", "more on ④", "rank correlation at least 0.99 and no decrease; fails below 0.6")
def monotony(case: Case) -> Finding:
    """The mean distance grows with the offset, so that it can be read as a distance."""
    if case.steps is None or len(case.steps.mean) < 2:
        return Finding("undefined", nan, (), "There are not two offsets to compare.")
    mean = case.steps.mean
    correlation = _rank_correlation(mean)
    fall = geometry.first_rise(-mean)
    if np.isnan(correlation):
        return Finding("undefined", nan, (), "All distances are equal.")
    whole_way = correlation >= 0.99 and fall is None
    verdict: Verdict = "holds" if whole_way else "nearly" if correlation >= 0.6 else "fails"
    if fall is None:
        return Finding(verdict, correlation, (), f"The mean distance never falls up to k = {len(mean)}.")
    k = fall + 1
    why = f"It first falls from k = {k} ({mean[fall]:.4f}) to k = {k + 1} ({mean[fall + 1]:.4f})."
    return Finding(verdict, correlation, (), why)


@criterion("M4g", "Equal dot products", "four", f"1 − R² at most {EQUAL:g}; fails above {NEAR:g}")
def equal_dots(case: Case) -> Finding:
    """Positions k apart have one dot product, wherever they stand: the offset explains all dot products (R² = 1)."""
    if case.length == 1:
        return UNDEFINED
    explained = geometry.constancy(case.dots)
    if np.isnan(explained):
        return Finding("undefined", nan, (), "All dot products are equal.")
    missing = 1 - explained
    verdict: Verdict = "holds" if missing <= EQUAL else "nearly" if missing <= NEAR else "fails"
    if verdict == "holds":
        return Finding(verdict, missing, (), f"Neighbours have dot product {case.dots[0, 1]:.4g} everywhere.")
    diagonals = [np.diagonal(case.dots, k) for k in range(case.length)]
    ranges = np.array([np.ptp(diagonal) for diagonal in diagonals])
    k = first_equal(ranges, ranges.max())
    low, high = (first_equal(diagonals[k], end) for end in (diagonals[k].min(), diagonals[k].max()))
    why = f"{low} · {low + k} is {diagonals[k][low]:.4g}, {high} · {high + k} is {diagonals[k][high]:.4g}."
    return Finding(verdict, missing, (low, low + k, high, high + k), why)


@criterion("M5", "Distinct", "five ⑤, four", "no duplicates, nearest pair at least 0.5 of the mean neighbour distance")
def uniqueness(case: Case) -> Finding:
    """No two positions share a vector, and none is much nearer than its neighbours are."""
    if case.steps is None:
        return UNDEFINED
    p, q, nearest = geometry.closest_pair(case.table)
    step = float(case.steps.mean[0])
    repeats = duplicates(case.table)
    ratio = nearest / step if step else 0.0
    if repeats:
        later, earlier = geometry.first_repeat(case.table) or (q, p)
        return Finding("fails", 0.0, (earlier, later), f"{repeats} repeats; position {later} equals {earlier}.")
    verdict: Verdict = "holds" if ratio >= 0.5 else "nearly"
    if case.steps.largest.max() <= nearest * (1 + EQUAL):
        return Finding(verdict, ratio, (), f"Every pair of positions is {nearest:.4g} apart.")
    return Finding(verdict, ratio, (p, q), f"The nearest pair is {p} and {q}: {nearest:.4g}; neighbours {step:.4g}.")


@criterion("M6", "Equal norms", "four", f"relative spread at most {EQUAL:g}; fails above {NEAR:g}")
def constant_norm(case: Case) -> Finding:
    """Every position has an equally long vector, so none stands out by its length."""
    norm: Spread = geometry.spread(geometry.norms(case.table))
    if np.isnan(norm.relative):
        return Finding("undefined", nan, (), "All vectors are zero.")
    verdict: Verdict = "holds" if norm.relative <= EQUAL else "nearly" if norm.relative <= NEAR else "fails"
    if verdict == "holds":
        return Finding(verdict, norm.relative, (), f"Every norm is {norm.mean:.4g}.")
    why = f"{norm.smallest:.4g} at {norm.at_smallest}, {norm.largest:.4g} at {norm.at_largest}."
    return Finding(verdict, norm.relative, (norm.at_smallest, norm.at_largest), why)


@criterion(
    "M7",
    "Near is similar",
    "more on ④",
    "all most similar to themselves, no rise before n / 2; fails where some are not",
)
def similarity_decay(case: Case) -> Finding:
    """A position is most similar to itself, and less and less to those farther away. The number: the share that is."""
    unrivalled = geometry.self_maxima(case.table)
    share = float(unrivalled.mean())
    middle = case.length // 2
    if share < 1:
        p = int(np.flatnonzero(~unrivalled)[0]) if unrivalled[middle] else middle
        row, others = case.dots[p], np.delete(np.arange(case.length), p)
        rival = int(others[first_equal(row[others], row[others].max())])
        why = (
            f"{share:.1%} are most similar to themselves; {p} · {p} is {row[p]:.4g}, {p} · {rival} is {row[rival]:.4g}."
        )
        return Finding("fails", share, (p, rival), why)
    rise = geometry.first_rise(case.dots[middle, middle:])
    cosine = geometry.similarity(case.table, middle, kind="cosine")
    reach = min(middle, case.length - 1 - middle)
    left, right = cosine[middle - reach : middle][::-1], cosine[middle + 1 : middle + 1 + reach]
    skew = float(np.nanmax(np.abs(left - right), initial=0))
    side = f"left and right of {middle} differ by {skew:.1g}"
    if rise is None:
        return Finding("holds", share, (), f"No rise around {middle}; {side}.")
    return Finding("nearly", share, (middle + rise, middle + rise + 1), f"It first rises after k = {rise}; {side}.")


@criterion(
    "M8",
    "Moving is one matrix",
    "more on ④",
    f"by a closed form that leaves at most {EXACT:g} on unseen positions; nearly by a fit, also with a translation, "
    f"that leaves at most {EQUAL:g}",
)
def linear_shift(case: Case) -> Finding:
    """One matrix takes every position to the one k tokens on, also positions that it was not fitted to."""
    k, length = case.offset, case.length // 2 if case.fixed else case.length
    if k >= length:
        half = " in the first half" if case.fixed else ""
        return Finding("undefined", nan, (), f"No position{half} is k = {k} tokens from another.")
    found = shift.residuals(case.encoding, k, *(() if case.fixed else (case.length, case.dim)))
    if length - k < 2 and "closed form" not in found:
        return Finding("undefined", nan, (), "A single pair of positions does not determine a map.")
    unseen = {name: way.unseen for name, way in found.items()}
    if np.isnan(unseen["blocks"]):
        return Finding("undefined", nan, (), "All vectors are zero.")
    known, blocks, affine = unseen.get("closed form", np.inf), unseen["blocks"], unseen["affine"]
    rest = f"{{:.1e}} on unseen positions, k = {k}."
    if known <= EXACT:
        return Finding("holds", known, (), f"Its closed form leaves {rest.format(known)}")
    # a fit proves nothing, however well it does
    if blocks <= EQUAL:
        return Finding(
            "nearly", blocks, (), f"No closed form holds; a fitted matrix of 2 × 2 blocks leaves {rest.format(blocks)}"
        )
    if affine <= EQUAL:
        return Finding("nearly", affine, (), f"No matrix alone; a matrix and a translation leave {rest.format(affine)}")
    way = "2 × 2 blocks leave" if blocks <= affine else "a matrix and a translation leave"
    return Finding("fails", min(blocks, affine), (), f"At best {way} {rest.format(min(blocks, affine))}")


def _rank_correlation(values: Array) -> float:
    """Spearman's correlation of some numbers with their order; equal numbers share a rank. NaN when all are."""
    order = np.argsort(values, kind="stable")
    # equal but for rounding is equal: a group ends where the next number is larger by more
    group = np.append(0, np.cumsum(np.diff(values[order]) > 1e-12 * np.abs(values).max()))
    if not group[-1]:
        return nan
    count = np.bincount(group)
    rank = np.empty(len(values))
    rank[order] = (np.cumsum(count) - (count - 1) / 2)[group]
    return float(np.corrcoef(rank, np.arange(len(values)))[0, 1])
