"""What curve do the positions draw? The numbers behind the page Trajectory, and the sentences that they make."""

from typing import NamedTuple

import numpy as np

from dashboard import measurements
from dashboard.claims import number, told_apart
from dashboard.measurements import PAIRED_LENGTH
from dashboard.memory import kept
from dashboard.study import Study
from posenc_core import Scheme, criteria, geometry
from posenc_core.scheme import Array

FINEST, FINE_CELLS = 16, 2**21
"""Steps between two positions of a smooth curve, and numbers that may be computed for it."""

STRAIGHT = 1e-12
"""Share of the variance beside a line that is rounding."""


class Path(NamedTuple):
    """What is drawn of every position."""

    points: Array
    """(n, 1 to 3)."""
    titles: list[str]
    """What the axes are called."""
    columns: tuple[int, ...]
    """The columns that the axes are; none where they are components."""


def missing(study: Study) -> str:
    """A sentence about the first chosen column that does not exist; nothing when all do."""
    if study.dim == 1 or study.options["axes"] != "columns":
        return ""
    beyond = [
        f"Column on {axis} = {study.options[axis]:,}" for axis in _axes(study) if study.options[axis] >= study.dim
    ]
    return (
        f"{beyond[0]} does not exist: with d = {study.dim:,} columns go from 0 to {study.dim - 1:,}." if beyond else ""
    )


def path(study: Study, scheme: Scheme) -> Path:
    """The chosen columns of a scheme, or its principal components."""
    count, table = len(_axes(study)), measurements.table(scheme, study.length, study.dim)
    if study.dim == 1:
        return Path(table, ["column 0"], (0,))
    if study.options["axes"] == "columns":
        columns = tuple(study.options[axis] for axis in _axes(study))
        return Path(table[:, columns], [f"column {column}" for column in columns], columns)
    points, shares = measurements.components(scheme, study.length, study.dim)
    of = " of the variance" if count == 2 else ""
    titles = [f"component {i + 1}, {100 * share:.1f} %{of}" for i, share in enumerate(shares[:count])]
    return Path(points[:, :count], titles, ())


@kept
def between(scheme: Scheme, length: int, dim: int, columns: tuple[int, ...], count: int) -> Array | None:
    """The same formula between the positions, where it has a meaning there, in the drawn columns or components."""
    fine = min(FINEST, FINE_CELLS // (length * dim))
    if not scheme.real_positions or fine < 2:
        return None
    steps = np.arange(fine * (length - 1) + 1) / fine
    rows = scheme.encode(steps, dim, length=length)
    if columns:
        return np.asarray(rows[:, columns], np.float64)
    table, points = measurements.table(scheme, length, dim), measurements.components(scheme, length, dim)[0][:, :count]
    squares = (points**2).sum(axis=0)
    middle = table.mean(axis=0)
    directions = np.divide((table - middle).T @ points, squares, out=np.zeros((dim, count)), where=squares > 0)
    return np.asarray((rows - middle) @ directions, np.float64)


def claim(study: Study, scheme: Scheme, drawn: Path) -> str:
    """What shape is drawn, which two positions are nearest to each other, and how long the vectors are."""
    texts = [_shape(study, scheme, drawn)]
    if 1 < study.length <= PAIRED_LENGTH:
        texts.append(_nearest(scheme, study.length, study.dim))
    elif study.length > 1:
        texts.append(f"The nearest two positions are looked for up to n = {PAIRED_LENGTH:,}.")
    return " ".join([*texts, _norm_words(study, scheme)])


def _axes(study: Study) -> str:
    return "xy" if study.options["space"] == "2-D" else "xyz"


def _shape(study: Study, scheme: Scheme, drawn: Path) -> str:
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
        share = 100 * float(measurements.components(scheme, n, study.dim)[1][: drawn.points.shape[1]].sum())
        held = f"These components hold {share:.1f} % of the variance. "
    pairs = sorted(scheme.pairs(study.dim).tolist(), key=lambda pair: not set(pair) <= set(columns))
    pair, count = next(((pair, count) for pair in pairs if (count := _turns(table[:, pair]))), ([], 0.0))
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


def _turns(points: Array) -> float | None:
    """How many full turns a pair of columns makes, if it turns round 0 by the same angle at every step. (n, 2)."""
    if len(points) < 2:
        return None
    radius = geometry.spread(np.hypot(*points.T))
    if not radius.mean or radius.relative > criteria.EQUAL:
        return None
    steps = (np.diff(np.arctan2(*points.T)) + np.pi) % (2 * np.pi) - np.pi
    same = np.ptp(steps) <= criteria.EQUAL and abs(steps[0]) > 0
    return abs(float(steps.sum())) / (2 * np.pi) if same else None


@kept
def _nearest(scheme: Scheme, length: int, dim: int) -> str:
    """Which two positions are nearest to each other in all columns, and whether they are neighbours."""
    p, q, apart = geometry.closest_pair(measurements.table(scheme, length, dim))
    step = geometry.spread(measurements.steps(scheme, length, dim, 1))
    neighbours = _range_words(step.smallest, step.largest)
    if not apart:
        return f"Positions {p} and {q} have the same vector; neighbours are {neighbours} apart."
    if q - p == 1:
        return f"No two positions are nearer to each other than neighbours, which are {neighbours} apart."
    others = geometry.spread(measurements.steps(scheme, length, dim, q - p))
    like = f", like all pairs {q - p} tokens apart" if others.relative <= criteria.EQUAL else ""
    return (
        f"Positions {p} and {q}, no neighbours, are nearest to each other: {number(apart)} apart{like}. Neighbours are "
        f"{neighbours} apart."
    )


def _norm_words(study: Study, scheme: Scheme) -> str:
    """How long the vectors are, and whether they are all equally long."""
    d = study.dim
    found = geometry.spread(geometry.norms(measurements.table(scheme, study.length, d)))
    if found.largest - found.smallest <= criteria.EQUAL * found.largest:
        return f"Every vector has the norm {number(found.mean)}."
    text = (
        f"Norms go from {_range_words(found.smallest, found.largest)} (positions {found.at_smallest:,} and "
        f"{found.at_largest:,})"
    )
    if d % 2 and scheme.angles_at_offset(1, d + 1) is not None:
        (lone,) = set(range(d)) - set(scheme.pairs(d).ravel().tolist())
        text += f": d is odd, and column {lone} has no partner to keep them equal"
    return f"{text}."


def _range_words(low: float, high: float) -> str:
    """One number, or two with as many digits as it takes to see that they differ."""
    return number(high) if high - low <= criteria.EQUAL * abs(high) else " to ".join(told_apart(low, high))
