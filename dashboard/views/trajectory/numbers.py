"""Numbers of Trajectory: drawn coordinates, rotating pairs, and nearest positions."""

from typing import NamedTuple

import numpy as np

from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH, table
from dashboard.numbers.memory import shared_cache
from dashboard.say import message
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.analysis import criteria, geometry, precision
from posenc_core.arrays import Array, read_only

FINEST, FINE_CELLS = 16, 2**21
"""Number of points of a smooth curve per position, and maximum number of computed values."""


class Path(NamedTuple):
    """Drawn coordinates of every position."""

    points: Array
    """Shape (n, 1 to 3)."""
    titles: list[str]
    """Titles of the axes."""
    columns: tuple[int, ...]
    """Columns on the axes; empty for principal components."""


class Hand(NamedTuple):
    """A rotating pair of columns."""

    sine: int
    cosine: int
    step: float
    """Angle per position in radians."""


class Nearest(NamedTuple):
    """Number of positions whose nearest position is a neighbor, and of those with a tie."""

    neighbors: int
    ties: int


def can_compare_pairs(length: int, dim: int) -> bool:
    """Return whether all pairs can be compared, and there are others than neighbors."""
    return 2 < length <= PAIRED_LENGTH and dim <= PAIRED_DIM


@shared_cache
def nearest(scheme: Scheme, length: int, dim: int, columns: tuple[int, ...] | None = None, count: int = 0) -> Nearest:
    """Compare all pairs in all columns, in some, or, if `columns` is empty, in `count` components."""
    coordinates = table(scheme, length, dim)
    if columns is not None:
        coordinates = coordinates[:, columns] if columns else components(scheme, length, dim)[0][:, :count]
    pairs, places = geometry.distances(coordinates), np.arange(length)
    steps = np.diagonal(pairs, 1)
    near = np.minimum(np.append(steps, np.inf), np.append(np.inf, steps))
    beside = np.abs(places[:, None] - places) <= 1
    others, equal = np.where(beside, np.inf, pairs).min(axis=1), criteria.EQUAL * near
    return Nearest(int((others >= near - equal).sum()), int((np.abs(others - near) <= equal).sum()))


@shared_cache
def distinct(scheme: Scheme, length: int, dim: int) -> int:
    """Return the number of distinct vectors."""
    return length - precision.duplicates(table(scheme, length, dim))


@shared_cache
def components(scheme: Scheme, length: int, dim: int) -> tuple[Array, Array]:
    """First four principal components and their shares of the variance: one more than is drawn."""
    result = geometry.principal_components(table(scheme, length, dim), 4)
    return read_only(result[0]), read_only(result[1])


def axes(study: Study) -> str:
    """Names of the drawn axes."""
    return "xy" if study.options["space"] == "2-D" else "xyz"


def missing_column(study: Study) -> str:
    """Error message if a selected column does not exist, else ""."""
    if study.dim == 1 or study.options["axes"] != "columns":
        return ""
    beyond = [(axis, study.options[axis]) for axis in axes(study) if study.options[axis] >= study.dim]
    axis, column = beyond[0] if beyond else ("", 0)
    return axis and message("trajectory-missing", axis=axis, column=column, last_column=study.dim - 1)


def path(study: Study, scheme: Scheme) -> Path:
    """Return the selected columns of a scheme, or its principal components."""
    count, matrix = len(axes(study)), table(scheme, study.length, study.dim)
    if study.dim > 1 and study.options["axes"] != "columns":
        points, shares = components(scheme, study.length, study.dim)
        visible = enumerate(shares[:count].tolist(), 1)
        titles = [message("trajectory-component", count=number, share=share) for number, share in visible]
        return Path(points[:, :count], titles, ())
    columns = (0,) if study.dim == 1 else tuple(study.options[axis] for axis in axes(study))
    return Path(matrix[:, columns], [message("trajectory-column", column=column) for column in columns], columns)


@shared_cache
def between(scheme: Scheme, length: int, dim: int, columns: tuple[int, ...], count: int) -> Array | None:
    """Curve between integer positions in the drawn columns or components; None if undefined."""
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
    """Rotating pairs by decreasing frequency; the first of several with equal frequency comes first."""
    steps = scheme.angles_at_offset(1, dim, length) if dim > 1 else None
    if steps is None:
        return []
    rotating = [
        Hand(a, b, step) for (a, b), step in zip(scheme.pairs(dim).tolist(), steps.tolist(), strict=True) if step
    ]
    return sorted(rotating, key=lambda hand: -abs(hand.step))


def three(scheme: Scheme, length: int, dim: int) -> list[Hand]:
    """Return a fast, a middle, and a slow rotating pair."""
    rotating = hands(scheme, length, dim)
    return [rotating[place] for place in sorted({0, len(rotating) // 2, len(rotating) - 1})] if rotating else []


def different(points: Array) -> int:
    """Return the number of points that are distinct up to rounding, (n, 2 or 3)."""
    return len(points) - precision.duplicates(points)


def straight(points: Array) -> bool:
    """Return whether points are collinear up to rounding."""
    along, beside = geometry.principal_components(points, 2)[1]
    return bool(np.sqrt(beside) <= criteria.EQUAL * np.sqrt(along))
