"""Trajectory: what shape is drawn, which positions are nearest, and how long the vectors are."""

import numpy as np

from dashboard.memory import kept
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_LENGTH
from dashboard.views.trajectory import numbers
from dashboard.views.words import equal, number, told_apart
from posenc_core import Scheme, geometry
from posenc_core.geometry import Spread

STRAIGHT = 1e-12
"""Share of the variance beside a line that is rounding."""


def missing(study: Study) -> str:
    """A sentence about the first chosen column that does not exist; nothing when all do."""
    if study.dim == 1 or study.options["axes"] != "columns":
        return ""
    beyond = [
        f"Column on {axis} = {study.options[axis]:,}"
        for axis in numbers.axes(study)
        if study.options[axis] >= study.dim
    ]
    return (
        f"{beyond[0]} does not exist: with d = {study.dim:,} columns go from 0 to {study.dim - 1:,}." if beyond else ""
    )


def claim(study: Study, scheme: Scheme, drawn: numbers.Path) -> str:
    """What shape is drawn, which two positions are nearest to each other, and how long the vectors are."""
    texts = [_shape(study, scheme, drawn)]
    if 1 < study.length <= PAIRED_LENGTH:
        texts.append(_nearest(scheme, study.length, study.dim))
    elif study.length > 1:
        texts.append(f"The nearest two positions are looked for up to n = {PAIRED_LENGTH:,}.")
    return " ".join([*texts, _norm_words(study, scheme)])


def _shape(study: Study, scheme: Scheme, drawn: numbers.Path) -> str:
    """What is drawn, in words: few points for many positions, a line, or how often it turns."""
    n, columns, table = study.length, drawn.columns, measurements.table(scheme, study.length, study.dim)
    if n == 1:
        return "A sequence of one position is a single point."
    if study.dim == 1:
        return "One column draws no curve."
    different = len(np.unique(drawn.points.round(12), axis=0))
    if different < n / 2:
        return f"All {n:,} positions fall on {different:,} points of this picture."
    if geometry.principal_components(drawn.points, 1)[1][0] > 1 - STRAIGHT:
        return "The positions stand on one straight line."
    held = ""
    if not columns:
        share = 100 * float(numbers.components(scheme, n, study.dim)[1][: drawn.points.shape[1]].sum())
        held = f"These components hold {share:.1f} % of the variance. "
    pairs = sorted(scheme.pairs(study.dim).tolist(), key=lambda pair: not set(pair) <= set(columns))
    pair, count = next(((pair, count) for pair in pairs if (count := numbers.turns(table[:, pair]))), ([], 0.0))
    if not count:
        return f"{held}No two columns that belong together turn in a circle."
    inside = set(pair) <= set(columns)
    text = (
        f"{held}Columns {pair[0]} and {pair[1]} {'draw' if inside else 'alone would draw'} "
        f"{'a circle' if count >= 1 else 'an arc'}: {number(360 * count / (n - 1))}° a token, {number(count)} full "
        f"turns from position 0 to {n - 1:,}."
    )
    for column in sorted(set(columns) - set(pair)) if inside else ():
        text += f" Column {column} goes from {number(table[0, column])} to {number(table[-1, column])}."
    return text


@kept
def _nearest(scheme: Scheme, length: int, dim: int) -> str:
    """Which two positions are nearest to each other in all columns, and whether they are neighbours."""
    p, q, apart = geometry.closest_pair(measurements.table(scheme, length, dim))
    step = geometry.spread(measurements.steps(scheme, length, dim, 1))
    neighbours = _range_words(step)
    if not apart:
        return f"Positions {p} and {q} have the same vector; neighbours are {neighbours} apart."
    if q - p == 1:
        return f"No two positions are nearer to each other than neighbours, which are {neighbours} apart."
    others = geometry.spread(measurements.steps(scheme, length, dim, q - p))
    like = f", like all pairs {q - p} tokens apart" if equal(others) else ""
    return (
        f"Positions {p} and {q}, no neighbours, are nearest to each other: {number(apart)} apart{like}. Neighbours are "
        f"{neighbours} apart."
    )


def _norm_words(study: Study, scheme: Scheme) -> str:
    """How long the vectors are, and whether they are all equally long."""
    d = study.dim
    found = geometry.spread(geometry.norms(measurements.table(scheme, study.length, d)))
    if equal(found):
        return f"Every vector has the norm {number(found.mean)}."
    text = f"Norms go from {_range_words(found)} (positions {found.at_smallest:,} and {found.at_largest:,})"
    if d % 2 and scheme.angles_at_offset(1, d + 1) is not None:
        (lone,) = set(range(d)) - set(scheme.pairs(d).ravel().tolist())
        text += f": d is odd, and column {lone} has no partner to keep them equal"
    return f"{text}."


def _range_words(found: Spread) -> str:
    """One number, or two with as many digits as it takes to see that they differ."""
    return number(found.mean) if equal(found) else " to ".join(told_apart(found.smallest, found.largest))
