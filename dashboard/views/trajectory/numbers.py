"""Trajectory: the coordinates that are drawn, the rotating pairs, and which positions are nearest to each other."""

from typing import NamedTuple

import numpy as np

from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH, read_only, table
from dashboard.numbers.memory import shared_cache
from dashboard.say import message
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.analysis import criteria, geometry, precision
from posenc_core.arrays import Array

FINEST, FINE_CELLS = 16, 2**21
"""Points of a smooth curve per position, and the most numbers that are computed for it."""


class Path(NamedTuple):
    """The drawn coordinates of every position."""

    points: Array
    """(n, 1 to 3)."""
    titles: list[str]
    """Of the axes."""
    columns: tuple[int, ...]
    """The columns on the axes; empty for principal components."""


class Hand(NamedTuple):
    """A rotating pair of columns."""

    sine: int
    cosine: int
    step: float
    """The angle from one position to the next, in radians."""


class Nearest(NamedTuple):
    """At how many positions no other position is nearer than a neighbor, and at how many of them one is as near."""

    neighbors: int
    ties: int


def paired(length: int, dim: int) -> bool:
    """Whether there are pairs besides neighbors, and few enough to compare all."""
    return 2 < length <= PAIRED_LENGTH and dim <= PAIRED_DIM


@shared_cache
def nearest(scheme: Scheme, length: int, dim: int, columns: tuple[int, ...] | None = None, count: int = 0) -> Nearest:
    """Compare all pairs of three positions or more: in all columns, in some, or, without any, in `count` components."""
    drawn = table(scheme, length, dim)
    if columns is not None:
        drawn = drawn[:, columns] if columns else components(scheme, length, dim)[0][:, :count]
    pairs, places = geometry.distances(drawn), np.arange(length)
    steps = np.diagonal(pairs, 1)
    near = np.minimum(np.append(steps, np.inf), np.append(np.inf, steps))
    beside = np.abs(places[:, None] - places) <= 1
    others, equal = np.where(beside, np.inf, pairs).min(axis=1), criteria.EQUAL * near
    return Nearest(int((others >= near - equal).sum()), int((np.abs(others - near) <= equal).sum()))


@shared_cache
def distinct(scheme: Scheme, length: int, dim: int) -> int:
    """Count the different vectors."""
    return length - precision.duplicates(table(scheme, length, dim))


@shared_cache
def components(scheme: Scheme, length: int, dim: int) -> tuple[Array, Array]:
    """The first four principal components and their shares of the variance: one more than is drawn."""
    found = geometry.principal_components(table(scheme, length, dim), 4)
    return read_only(found[0]), read_only(found[1])


def axes(study: Study) -> str:
    """The axes that are drawn."""
    return "xy" if study.options["space"] == "2-D" else "xyz"


def missing(study: Study) -> str:
    """Return why a chosen column does not exist; empty when all do."""
    if study.dim == 1 or study.options["axes"] != "columns":
        return ""
    beyond = [(axis, study.options[axis]) for axis in axes(study) if study.options[axis] >= study.dim]
    axis, column = beyond[0] if beyond else ("", 0)
    return axis and message("trajectory-missing", axis=axis, column=column, last_column=study.dim - 1)


def path(study: Study, scheme: Scheme) -> Path:
    """The chosen columns of a scheme, or its principal components."""
    count, matrix = len(axes(study)), table(scheme, study.length, study.dim)
    if study.dim > 1 and study.options["axes"] != "columns":
        points, shares = components(scheme, study.length, study.dim)
        shown = enumerate(shares[:count].tolist(), 1)
        titles = [message("trajectory-component", count=number, share=share) for number, share in shown]
        return Path(points[:, :count], titles, ())
    columns = (0,) if study.dim == 1 else tuple(study.options[axis] for axis in axes(study))
    return Path(matrix[:, columns], [message("trajectory-column", column=column) for column in columns], columns)


@shared_cache
def between(scheme: Scheme, length: int, dim: int, columns: tuple[int, ...], count: int) -> Array | None:
    """The formula between whole positions, in the drawn columns or components; None where it is not defined there."""
    fine = min(FINEST, FINE_CELLS // (length * dim))
    if not scheme.real_positions or fine < 2:
        return None
    steps = np.arange(fine * (length - 1) + 1) / fine
    rows = scheme.encode(steps, dim, length=length)
    if columns:
        return np.asarray(rows[:, columns], np.float64)
    matrix, points = table(scheme, length, dim), components(scheme, length, dim)[0][:, :count]
    squares = (points**2).sum(axis=0)
    middle = matrix.mean(axis=0)
    directions = np.divide((matrix - middle).T @ points, squares, out=np.zeros((dim, count)), where=squares > 0)
    return np.asarray((rows - middle) @ directions, np.float64)


def hands(scheme: Scheme, length: int, dim: int) -> list[Hand]:
    """The rotating pairs of columns, the fastest first; of several with one frequency the first."""
    steps = scheme.angles_at_offset(1, dim, length) if dim > 1 else None
    if steps is None:
        return []
    found = [Hand(a, b, step) for (a, b), step in zip(scheme.pairs(dim).tolist(), steps.tolist(), strict=True) if step]
    return sorted(found, key=lambda hand: -abs(hand.step))


def three(scheme: Scheme, length: int, dim: int) -> list[Hand]:
    """A fast, a middle, and a slow one of the rotating pairs."""
    found = hands(scheme, length, dim)
    return [found[place] for place in sorted({0, len(found) // 2, len(found) - 1})] if found else []


def different(points: Array) -> int:
    """Count the distinct points; points that differ by rounding are equal. (n, 2 or 3)."""
    return len(points) - precision.duplicates(points)


def straight(points: Array) -> bool:
    """Whether points lie on one straight line, up to rounding."""
    along, beside = geometry.principal_components(points, 2)[1]
    return bool(np.sqrt(beside) <= criteria.EQUAL * np.sqrt(along))
