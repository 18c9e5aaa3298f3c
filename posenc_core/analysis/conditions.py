"""Conditions of the criteria, for vectors and for the logits of schemes without vectors."""

from math import nan
from typing import Any

import numpy as np

from posenc_core.analysis import geometry, shift
from posenc_core.analysis.findings import EQUAL, LONGER, NEAR, Case, Finding, no_verdict, outcome, reason
from posenc_core.analysis.geometry import Spread, first_equal
from posenc_core.analysis.precision import duplicates
from posenc_core.arrays import Array, Mask
from posenc_core.foundation.base import Scheme
from posenc_core.text.messages import Claim

CONTENT = 1.0
"""Standard deviation in nats of the logits of independent contents of variance 1."""

Pair = tuple[int, int]


def relative_gap(smallest: Array, largest: Array) -> Array:
    """Return the difference of two arrays relative to the larger one; NaN where that is 0.

    Parameters
    ----------
    smallest, largest : ndarray
        Arrays of one shape.

    Returns
    -------
    ndarray
        Relative differences.

    Examples
    --------
    >>> relative_gap(np.array([1.0, 0.0]), np.array([2.0, 0.0]))
    array([0.5, nan])
    """
    return np.asarray(np.divide(largest - smallest, largest, out=np.full(largest.shape, nan), where=largest > 0))


def length_independence(case: Case) -> Finding:
    """Test that a position has the same vector in sequences of n / 2, n, and 2n tokens."""
    lengths = _other_lengths(case)
    if not lengths or not isinstance(case.encoding, Scheme):
        return no_verdict("one-length")
    tables = {n: case.at(n) for n in lengths}
    changes = {n: np.abs(rows - case.table[: len(rows)]).max(axis=1) for n, rows in tables.items()}
    length = max(changes, key=lambda n: changes[n].max())
    most = float(changes[length].max())
    largest = max(case.largest[0], *(float(np.abs(rows).max()) for rows in tables.values()))
    if most <= EQUAL * largest:
        return outcome(most / (largest or 1.0), (), "length-same", lengths=tuple(lengths))
    p = first_equal(changes[length], most)
    return outcome(most / largest, (p,), "length-changes", length=length, position=p, value=most)


def _other_lengths(case: Case) -> list[int]:
    """Lengths to compare with: n / 2 and 2n, as far as a stored table has them."""
    lengths = {max(case.length // 2, 1), 2 * case.length} - {case.length}
    return sorted(n for n in lengths if case.longest is None or n <= case.longest)


def step_consistency(case: Case) -> Finding:
    """Test that positions k apart have the same distance in sequences of n and 2n tokens."""
    k, sizes = case.offset, {"length": case.length, "longer": 2 * case.length}
    if case.longest is not None and 2 * case.length > case.longest:
        return no_verdict("one-length")
    if k >= case.length:
        return no_verdict("no-pair", offset=k)
    here = geometry.distances_at_offset(case.table, k)
    longer = geometry.distances_at_offset(case.at(2 * case.length), k)
    change = relative_gap(np.minimum(here, longer), np.maximum(here, longer))
    if np.isnan(change).all():
        return no_verdict("nothing-moves", offset=k, **sizes)
    most = float(np.nanmax(change))
    if most <= EQUAL:
        return outcome(most, (), "distance-same", offset=k, **sizes)
    p = first_equal(np.nan_to_num(change), most)
    args = {"position": p, "other": p + k, "here": here[p], "there": longer[p], **sizes}
    return outcome(most, (p, p + k), "distance-changes", **args)


def boundedness(case: Case) -> Finding:
    """Test that no absolute value exceeds 1, or that none grows with the length."""
    near, far = case.largest
    sizes = np.abs(case.table).max(axis=1)
    where: tuple[int, ...] = ()
    if np.ptp(sizes) > EQUAL * near:
        where = (first_equal(sizes, near),)
    if case.is_fixed:
        if near > 1:
            return no_verdict("largest-of-table", value=near)
        return outcome(0.0, where, "bounded-table")
    excess = max(far / max(1.0, near) - 1, 0.0)
    return Finding(excess, where, _growth_reason(case, near, far, grows=excess > EQUAL))


def growth(case: Case) -> Finding:
    """Test that the largest absolute value stays below 1 or grows far more slowly than the length."""
    if case.is_fixed:
        return no_verdict("one-length")
    return _growth_outcome(case, *case.largest)


def _growth_outcome(case: Case, near: float, far: float, of: str = "") -> Finding:
    """Growth of a size beyond 1, relative to the growth of the length."""
    share = max(max(1.0, far) / max(1.0, near) - 1, 0.0) / (LONGER - 1)
    return Finding(share, (), _growth_reason(case, near, far, of, grows=share > EQUAL))


def _growth_reason(case: Case, near: float, far: float, of: str = "", *, grows: bool) -> Claim:
    """Reason: growth of a size from n to 16n positions; `of` is the end of the ids of its messages."""
    sizes = {"length": case.length, "longer": LONGER * case.length}
    if grows:
        return reason(f"growth{of}", here=near, there=far, **sizes)
    if max(near, far) <= 1 + EQUAL:
        return reason(f"bounded{of}", **sizes)
    return reason(f"no-growth{of}", value=near, **sizes)


def _outcome_of_pairs(share: float, id: str, one: Pair, two: Pair, /, **args: Any) -> Finding:
    """Return a finding that two pairs of positions decide; the message has them as arguments."""
    places = dict(zip(("position", "other", "third", "fourth"), one + two, strict=True))
    return outcome(share, one + two, id, **places, **args)


def equidistance(case: Case) -> Finding:
    """Test that positions k apart have the same distance everywhere, for every k up to n / 2."""
    if case.steps is None:
        return no_verdict("one-position")
    last = max(case.length // 2, 1)
    share = relative_gap(case.steps.smallest[:last], case.steps.largest[:last])
    if np.isnan(share).all():
        return no_verdict("distances-zero")
    most = float(np.nanmax(share))
    if most <= EQUAL:
        return outcome(most, (), "equal-distances", offset=last)
    worst = first_equal(np.nan_to_num(share), most)
    k, low, high = worst + 1, int(case.steps.at_smallest[worst]), int(case.steps.at_largest[worst])
    ends = {"here": case.steps.largest[worst], "there": case.steps.smallest[worst]}
    return _outcome_of_pairs(most, "unequal-distances", (high, high + k), (low, low + k), **ends)


def monotony(case: Case) -> Finding:
    """Test that the mean distance of two positions grows with their offset."""
    if case.steps is None or len(case.steps.mean) < 2:
        return no_verdict("one-offset")
    mean = case.steps.mean
    if np.ptp(mean) <= EQUAL * mean.max():
        return no_verdict("mean-distances-equal")
    falls = np.maximum.accumulate(mean) - mean
    share = float(falls.max() / mean.max())
    if share <= EQUAL:
        return outcome(share, (), "mean-distance-grows", offset=len(mean))
    low = first_equal(falls, falls.max())
    high = first_equal(mean[:low], mean[:low].max())
    return outcome(share, (), "mean-distance-falls", offset=high + 1, later=low + 1, here=mean[high], there=mean[low])


def equal_dots(case: Case) -> Finding:
    """Test that positions k apart have the same dot product everywhere, for every k."""
    if case.length == 1:
        return no_verdict("one-position")
    largest = float(np.abs(case.dots).max())
    if not largest:
        return no_verdict("dots-zero")
    diagonals = [np.diagonal(case.dots, k) for k in range(case.length)]
    ranges = np.array([np.ptp(diagonal) for diagonal in diagonals]) / largest
    share = float(ranges.max())
    if share <= EQUAL:
        return outcome(share, (), "equal-dots")
    k = first_equal(ranges, share)
    low, high = (first_equal(diagonals[k], end) for end in (diagonals[k].min(), diagonals[k].max()))
    ends = {"here": diagonals[k][low], "there": diagonals[k][high]}
    id = "unequal-dots" if k else "unequal-own-dots"
    return _outcome_of_pairs(share, id, (low, low + k), (high, high + k), **ends)


def uniqueness(case: Case) -> Finding:
    """Test that all vectors differ, by at least half the mean distance of neighbors."""
    if case.steps is None:
        return no_verdict("one-position")
    p, q, nearest = geometry.closest_pair(case.table)
    mean, shortest = float(case.steps.mean[0]), float(case.steps.smallest[0])
    if repeats := duplicates(case.table):
        return outcome(1.0, (p, q), "repeats", count=repeats, length=case.length, position=q, other=p)
    share = max(1 - 2 * nearest / mean, 0.0)
    if case.steps.largest.max() <= nearest * (1 + EQUAL):
        return outcome(share, (), "all-as-far", value=nearest)
    if share <= EQUAL and shortest <= nearest * (1 + EQUAL):
        return outcome(share, (), "neighbors-closest")
    return outcome(share, (p, q), "closest-pair", position=p, other=q, here=nearest, there=mean)


def constant_norm(case: Case) -> Finding:
    """Test that all vectors have the same norm."""
    norm: Spread = geometry.spread(geometry.norms(case.table))
    if not norm.largest:
        return no_verdict("norms-zero")
    share = 1 - norm.smallest / norm.largest
    if share <= EQUAL:
        return outcome(share, (), "equal-norms", value=norm.mean)
    where = norm.at_smallest, norm.at_largest
    places = {"position": where[0], "other": where[1]}
    return outcome(share, where, "unequal-norms", here=norm.smallest, there=norm.largest, **places)


def similarity_decay(case: Case) -> Finding:
    """Test that a position is most similar to itself, and less similar to positions farther away (dot product)."""
    if case.length == 1:
        return no_verdict("one-position")
    rivaled, p = ~geometry.self_maxima(case.table), case.length // 2
    if not rivaled[p]:
        p = int(rivaled.argmax())
    margin = EQUAL * float(case.dots[p, p])
    return _decay_outcome(case.dots, float(np.abs(case.dots).max()), rivaled, p, margin, "similarity")


def _decay_outcome(rows: Array, size: float, rivaled: Mask, p: int, margin: float, of: str) -> Finding:
    """Position that is as similar to another as to itself (example p), or rise of a row away from its diagonal.

    NaN is ignored. Values that exceed the own one by at most `margin` count as equal.
    """
    share, (rise, near, far) = float(rivaled.mean()), _rise(rows, size)
    if share and share >= rise:
        others = np.flatnonzero(np.isfinite(rows[p]) & (np.arange(len(rows)) != p))
        rival = int(others[first_equal(rows[p][others], rows[p][others].max())])
        relation = "more" if rows[p, rival] > rows[p, p] + margin else "equal"
        counted = rivaled if of == "logits" else ~rivaled
        count = int(counted.sum())
        args = {"count": count, "length": len(rows), "position": p, "other": rival, "relation": relation}
        return outcome(share, (p, rival), f"{of}-elsewhere", **args)
    if rise <= EQUAL:
        return outcome(rise, (), f"{of}-falls")
    (p, other), (_, third) = near, far
    args = {"position": p, "other": other, "third": third, "here": rows[near], "there": rows[far]}
    return outcome(rise, (p, other, third), f"{of}-rises", **args)


def _rise(rows: Array, size: float) -> tuple[float, Pair, Pair]:
    """Largest rise of a row away from the diagonal, relative to `size`, with its first and last entry.

    NaN is ignored. Of rises that are equal up to rounding, the first counts.
    """
    curves = [(p, sign, row[p::sign]) for p, row in enumerate(rows) for sign in (1, -1)]
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
    """Difference of each number and the smallest number before it."""
    return np.asarray(curve - np.minimum.accumulate(curve))


def linear_shift(case: Case) -> Finding:
    """Test that one matrix maps every vector to the one k tokens later, including vectors outside the fit."""
    k = case.offset
    if case.is_fixed:
        # the second half of a table is outside the fit
        length, last = case.length // 2, case.length
        if k >= length:
            return no_verdict("no-pair-in-half", offset=k)
        fits = shift.fits(case.table, k)
    else:
        length, last = case.length, 2 * case.length
        if k >= length:
            return no_verdict("no-pair", offset=k)
        fits = shift.fits(case.encoding, k, length=length, dim=case.dim)
    steps, later_steps = fits.seen[k:] - fits.seen[:-k], fits.unseen[k:] - fits.unseen[:-k]
    size = float(np.abs(later_steps).max())
    if size <= EQUAL * np.abs(fits.unseen[k:]).max():
        return no_verdict("nothing-moves-later", offset=k, length=last, position=length - k, other=last - 1)
    affine, matrix = _shift_error(fits.moves["affine"], fits, k), "any" if case.dim <= 2 else "blocks"
    best = min(_shift_error(move, fits, k) for name, move in fits.moves.items() if name != "affine")
    # every step is the same within both halves
    straight = max(np.ptp(steps, axis=0).max(), np.ptp(later_steps, axis=0).max()) <= EQUAL * size
    if best > EQUAL and (straight or affine <= EQUAL):
        # a translation counts only if no matrix fits without it
        alone = _shift_error(shift.linear_fit(fits.seen, k), fits, k)
        if alone < best:
            best, matrix = alone, "any"
    if best <= EQUAL:
        return outcome(best, (), "linear", offset=k)
    if len(steps) == 1 and not straight:
        return no_verdict("one-pair")
    if best > NEAR and straight:
        if np.abs(steps[0] - later_steps[0]).max() <= EQUAL * size:
            return outcome(best, (), "translation")
        if case.is_fixed:
            return outcome(best, (), "translation-by-half")
        return outcome(best, (), "translation-by-length", length=case.length, longer=last)
    if best > NEAR and affine <= EQUAL:
        return outcome(best, (), "affine", share=best)
    return outcome(best, (), "residual", matrix=matrix, share=best)


def _shift_error(move: shift.Move, fits: shift.Fits, offset: int) -> float:
    """Residual at later positions; of a map that is exact there, the larger one of both halves."""
    later, end = shift.residual(move, fits.unseen, offset), fits.seen[offset:]
    if later > EQUAL or np.abs(end - fits.seen[:-offset]).max() <= EQUAL * np.abs(end).max():
        return later
    return max(later, shift.residual(move, fits.seen, offset))


# logits


def score_length_independence(case: Case) -> Finding:
    """Test that two positions have the same logit in sequences of n / 2, n, and 2n tokens."""
    lengths = _other_lengths(case)
    if not lengths:
        return no_verdict("one-length")
    changes = {}
    for n in lengths:
        count = min(n, case.length)
        there = case.scores_of(np.arange(count), n, count)
        changes[n] = np.nan_to_num(np.abs(there - case.scores[:count, :count]))
    length = max(changes, key=lambda n: changes[n].max())
    most = float(changes[length].max())
    share = most / max(most, case.ranges[0], EQUAL)
    if most <= EQUAL or share <= EQUAL:
        return outcome(0.0, (), "length-same-logits", lengths=tuple(lengths))
    query, key = divmod(first_equal(changes[length].ravel(), most), len(changes[length]))
    return outcome(share, (query, key), "length-changes-logits", length=length, position=query, other=key, value=most)


def score_range(case: Case) -> Finding:
    """Test that position changes a logit by no more than content does."""
    if case.length == 1:
        return no_verdict("one-position")
    near, _ = case.ranges
    if near <= EQUAL:
        return outcome(0.0, (), "equal-logits")
    # own and hidden logits become 0
    sizes = np.abs(np.nan_to_num(case.scores)).ravel()
    where = divmod(first_equal(sizes, float(sizes.max())), case.length)
    return outcome(max(near / CONTENT - 1, 0.0), where, "range-logits", value=near)


def score_growth(case: Case) -> Finding:
    """Test that the range of the logits stays below 1 nat or grows far more slowly than the length."""
    return _growth_outcome(case, *case.ranges, "-logits")


def score_by_offset(case: Case) -> Finding:
    """Test that a logit depends only on the offset between query and key."""
    if case.length == 1:
        return no_verdict("one-position")
    near, _ = case.ranges
    offsets = range(1 - case.length, case.length)
    diagonals = {k: np.diagonal(case.scores, -k) for k in offsets}
    for k, diagonal in diagonals.items():
        if len(set(masked := np.isnan(diagonal).tolist())) > 1:
            visible, hidden = (_at(masked.index(state), k) for state in (False, True))
            return _outcome_of_pairs(1.0, "masked-logits", visible, hidden)
    unmasked = {k: diagonal for k, diagonal in diagonals.items() if np.isfinite(diagonal).all()}
    spans = {k: float(np.ptp(diagonal)) for k, diagonal in unmasked.items()}
    most = max(spans.values())
    share = most / near if near > EQUAL else 0.0
    if share <= EQUAL:
        return outcome(share, (), "logits-by-offset")
    k = next(k for k, span in spans.items() if span >= most * (1 - EQUAL))
    diagonal = unmasked[k]
    first, second = (first_equal(diagonal, float(end)) for end in (diagonal.min(), diagonal.max()))
    ends = {"here": diagonal[first], "there": diagonal[second]}
    return _outcome_of_pairs(share, "unequal-logits", _at(first, k), _at(second, k), **ends)


def _at(place: int, offset: int) -> Pair:
    """Query and key of an entry of the diagonal of an offset."""
    return place + max(offset, 0), place + max(-offset, 0)


def score_decay(case: Case) -> Finding:
    """Test that a query has its highest logit at its own position, and lower logits farther away."""
    if case.length == 1:
        return no_verdict("one-position")
    span, _ = case.ranges
    others = np.where(np.eye(case.length, dtype=bool) | np.isnan(case.scores), -np.inf, case.scores)
    rivaled = others.max(axis=1) >= -EQUAL * span
    p = case.length - 1 - int(rivaled[::-1].argmax())
    size = span if span > EQUAL else 0.0
    return _decay_outcome(case.scores, size, rivaled, p, EQUAL * span, "logits")
