"""Trajectory: the drawn coordinates of every position, and the curve between them."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from dashboard.memory import kept
from dashboard.study import Study
from dashboard.views.measurements import read_only, table
from posenc_core import Scheme, criteria, geometry
from posenc_core.arrays import Array

SAME = 9
"""Digits, of the size of a picture, to which points that are one agree."""

FINEST, FINE_CELLS = 16, 2**21
"""Steps between two positions of a smooth curve, and numbers that may be computed for it."""


class Path(NamedTuple):
    """What is drawn of every position."""

    points: Array
    """(n, 1 to 3)."""
    titles: list[str]
    """What the axes are called."""
    columns: tuple[int, ...]
    """The columns that the axes are; none where they are components."""


class Nearness(NamedTuple):
    """How near to each other positions are that are no neighbours, counted beside the steps between neighbours."""

    steps: int
    longer: int
    """Steps that are longer than the shortest."""
    repeats: int
    """Positions that have the vector of an earlier one."""
    nearer: int
    """Pairs of other positions that are nearer than any neighbours."""
    as_near: int
    """Pairs of other positions that are as near as the nearest neighbours."""
    nearer_than_some: int
    """Pairs of other positions that are nearer than the neighbours that are farthest apart."""


@kept
def nearness(scheme: Scheme, length: int, dim: int) -> Nearness:
    """What a sequence of three positions or more shows; equal but for rounding is equal."""
    pairs = geometry.distances(table(scheme, length, dim))
    neighbours, others = np.diagonal(pairs, 1), pairs[np.triu_indices(length, 2)]
    shortest, longest = float(neighbours.min()), float(neighbours.max())
    below, above = shortest * (1 - criteria.EQUAL), shortest * (1 + criteria.EQUAL)
    return Nearness(
        neighbours.size,
        int((neighbours > above).sum()),
        int((np.tril(pairs == 0, -1)).any(axis=1).sum()),
        int((others < below).sum()),
        int(((others >= below) & (others <= above)).sum()),
        int((others < longest * (1 - criteria.EQUAL)).sum()),
    )


@kept
def others_nearer(scheme: Scheme, length: int, dim: int, columns: tuple[int, ...], count: int) -> bool:
    """Whether some positions that are no neighbours are nearer to each other than any neighbours, in a picture."""
    drawn = table(scheme, length, dim)[:, columns] if columns else components(scheme, length, dim)[0][:, :count]
    pairs = geometry.distances(drawn)
    nearest = float(pairs[np.triu_indices(length, 2)].min())
    return nearest < float(np.diagonal(pairs, 1).min()) * (1 - criteria.EQUAL)


def axes(study: Study) -> str:
    """The axes that are drawn."""
    return "xy" if study.options["space"] == "2-D" else "xyz"


@kept
def components(scheme: Scheme, length: int, dim: int) -> tuple[Array, Array]:
    """The first four principal components and their shares: one more than is drawn."""
    found = geometry.principal_components(table(scheme, length, dim), 4)
    return read_only(found[0]), read_only(found[1])


def path(study: Study, scheme: Scheme) -> Path:
    """The chosen columns of a scheme, or its principal components."""
    count, matrix = len(axes(study)), table(scheme, study.length, study.dim)
    if study.dim == 1:
        return Path(matrix, ["column 0"], (0,))
    if study.options["axes"] == "columns":
        columns = tuple(study.options[axis] for axis in axes(study))
        return Path(matrix[:, columns], [f"column {column}" for column in columns], columns)
    points, shares = components(scheme, study.length, study.dim)
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
    matrix, points = table(scheme, length, dim), components(scheme, length, dim)[0][:, :count]
    squares = (points**2).sum(axis=0)
    middle = matrix.mean(axis=0)
    directions = np.divide((matrix - middle).T @ points, squares, out=np.zeros((dim, count)), where=squares > 0)
    return np.asarray((rows - middle) @ directions, np.float64)


def turning(scheme: Scheme, dim: int, length: int) -> bool:
    """Whether pairs of columns turn, so that no two positions have one point, and no three stand on one line."""
    return scheme.angles_at_offset(1, dim + dim % 2, length) is not None


def different(points: Array) -> int:
    """How many points there are, those that only rounding has parted counted once. (n, 2 or 3)."""
    size = float(np.ptp(points, axis=0).max())
    # adding 0.0 turns -0.0 into 0.0
    return len(np.unique((points / size).round(SAME) + 0.0, axis=0)) if size else 1


def beside_line(points: Array) -> float:
    """How far points reach beside the straight line nearest to them, as a share of how far along it; NaN for one."""
    along, beside = geometry.principal_components(points, 2)[1]
    return float(np.sqrt(beside / along)) if along else np.nan


def exchangeable(shares: Array, count: int) -> tuple[bool, bool]:
    """Whether some of the first components have equal shares, and whether the last of them and the next one have."""
    same = [b > 0 and a - b <= criteria.EQUAL * a for a, b in pairwise(shares[: count + 1])]
    return any(same), same[-1]


def turns(points: Array) -> float | None:
    """How many full turns a pair of columns makes, if it turns round 0 by the same angle at every step. (n, 2)."""
    if len(points) < 2:
        return None
    radius = geometry.spread(np.hypot(*points.T))
    if not radius.mean or radius.relative > criteria.EQUAL:
        return None
    steps = (np.diff(np.arctan2(*points.T)) + np.pi) % (2 * np.pi) - np.pi
    same = np.ptp(steps) <= criteria.EQUAL and abs(steps[0]) > 0
    return abs(float(steps.sum())) / (2 * np.pi) if same else None
