"""Criteria for schemes without vectors, evaluated by their logits."""

import numpy as np

from posenc_core.analysis.findings import EQUAL, Case, Finding, no_verdict, outcome
from posenc_core.analysis.geometry import first_equal
from posenc_core.analysis.vector_criteria import (
    Pair,
    decay_outcome,
    growth_outcome,
    other_lengths,
    outcome_of_pairs,
)

__all__ = ["score_by_offset", "score_decay", "score_growth", "score_length_independence", "score_range"]

CONTENT = 1.0
"""Standard deviation in nats of the logits of independent contents of variance 1."""


def score_length_independence(case: Case) -> Finding:
    """Two positions have the same logit in sequences of n / 2, n, and 2n tokens."""
    lengths = other_lengths(case)
    if not lengths:
        return no_verdict("one-length")
    changes = {}
    for n in lengths:
        count = min(n, case.length)
        there = case.scores_of(np.arange(count), n, count)
        changes[n] = np.nan_to_num(np.abs(there - case.scores[:count, :count]))
    most = max(float(change.max()) for change in changes.values())
    share = most and most / max(most, case.ranges[0])
    if most <= EQUAL or share <= EQUAL:
        return outcome(0.0, (), "length-same-logits", lengths=tuple(lengths))
    length = next(n for n, change in changes.items() if change.max() == most)
    query, key = divmod(first_equal(changes[length].ravel(), most), len(changes[length]))
    return outcome(share, (query, key), "length-changes-logits", length=length, position=query, other=key, value=most)


def score_range(case: Case) -> Finding:
    """Position changes a logit by no more than content does."""
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
    """The range of the logits stays below 1 nat or grows far more slowly than the length."""
    return growth_outcome(case, *case.ranges, "-logits")


def score_by_offset(case: Case) -> Finding:
    """A logit depends only on the offset between query and key."""
    if case.length == 1:
        return no_verdict("one-position")
    near, _ = case.ranges
    offsets = range(1 - case.length, case.length)
    diagonals = {k: np.diagonal(case.scores, -k) for k in offsets}
    for k, diagonal in diagonals.items():
        if len(set(masked := np.isnan(diagonal).tolist())) > 1:
            visible, hidden = (_at(masked.index(state), k) for state in (False, True))
            return outcome_of_pairs(1.0, "masked-logits", visible, hidden)
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
    return outcome_of_pairs(share, "unequal-logits", _at(first, k), _at(second, k), **ends)


def _at(place: int, offset: int) -> Pair:
    """Query and key of an entry of the diagonal of an offset."""
    return place + max(offset, 0), place + max(-offset, 0)


def score_decay(case: Case) -> Finding:
    """A query gives its own position the highest logit, and lower logits to positions farther away."""
    if case.length == 1:
        return no_verdict("one-position")
    span, _ = case.ranges
    others = np.where(np.eye(case.length, dtype=bool) | np.isnan(case.scores), -np.inf, case.scores)
    rivaled = others.max(axis=1) >= -EQUAL * span
    p = case.length - 1 - int(rivaled[::-1].argmax())
    return decay_outcome(case.scores, span if span > EQUAL else 0.0, rivaled, p, EQUAL * span, "logits")
