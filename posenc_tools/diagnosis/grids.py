"""Tables of images and videos, in which each column depends on one coordinate of its token."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from posenc_core.analysis.interpolation import METHODS, weights
from posenc_core.arrays import Array, Integers, Mask
from posenc_core.schemes import Grid
from posenc_core.schemes.grid import QUARTERS
from posenc_core.text.messages import message
from posenc_tools.diagnosis import costs, rules, thresholds, waves
from posenc_tools.diagnosis.explanations import Explanation, Match, Residual, Table, changed_parameters, variants
from posenc_tools.diagnosis.resizing import method_name
from posenc_tools.diagnosis.storage import evenly_spaced
from posenc_tools.known_bugs.programs import Program

NAMES = ("frames", "rows", "columns")
RESIZED_COST = 3.0
RESIZED_BASES = (1e4, 100.0)


class Axis(NamedTuple):
    """Coordinate of the tokens: runs of equal values, repeated periodically."""

    columns: Integers
    run: int  # consecutive tokens with the same coordinate
    size: int  # number of distinct coordinates


def explanations(table: Table) -> Iterator[Match]:
    """Explanation as a grid of short wave tables, optionally after rows of zeros for class tokens."""
    numbers = table.numbers
    skipped = int(np.argmax(numbers.any(axis=1)))
    fits = skipped < 3 and thresholds.MIN_AXIS_SIZE**2 <= len(numbers) <= thresholds.MAX_GRID_ROWS
    axes = _axes(table, numbers[skipped:]) if fits else []
    parts: list[Explanation] = []
    for axis in axes:
        short = np.ascontiguousarray(numbers[skipped :: axis.run][: axis.size][:, axis.columns])
        best = next(iter(waves.explanations(Table.of(short))), None)
        if best is None or best.residual is None or best.residual.different:
            best = _resized_waves(Table.of(short))
        if best is None:
            return
        parts.append(best.explanation)
    if not parts:
        return
    prediction = partial(_predict, numbers.shape, skipped, axes, parts)
    scheme = None if skipped else _scheme(numbers, axes, parts)
    bug = next((part for part in parts if part.kind == "mistake"), None)
    more = _axis_parameters(axes, parts)
    if scheme:
        more = {"width": scheme.width, "order": scheme.order, **changed_parameters(scheme)}
    more |= {"class tokens": skipped} if skipped else {}
    # equal axes count once
    cost = max(part.cost for part in parts) + 0.5 * len({str(part.parameters) for part in parts})
    # code with a bug has it on every axis
    if bug is not None and any(part.kind != bug.kind for part in parts):
        cost += costs.UNUSUAL
    explanation = Explanation("scheme", "Grid", more, table.misfit(prediction()), scheme, prediction, cost)
    if bug is not None:
        explanation = replace(explanation, kind="mistake", name=bug.name, scheme=bug.scheme)
    yield Match(explanation, Residual())


def _resized_waves(table: Table) -> Match | None:
    """Explanation as waves that were interpolated to another number of positions."""
    after, dim = table.numbers.shape
    some = evenly_spaced(dim, thresholds.SAMPLE_COLUMNS)
    few = table.numbers[:, some]
    formulas = [rule for rule in rules.formulas(dim) if rule.cost < thresholds.MAX_RESIZED_COST]
    for before in range(thresholds.MIN_AXIS_SIZE, thresholds.MAX_RESIZED_SIDE):
        resizings = {method: weights(method, before, after) for method in METHODS if before != after}
        for rule, base in product(formulas, RESIZED_BASES if resizings else ()):
            program = Program(rule.layout, rule.waves, rule.lines, base)
            prediction = program.rows(program.positions(before), some)
            for method, resizing in resizings.items():
                error = np.abs(resizing @ prediction - few).max()
                if error > thresholds.MAX_RESIZED_ERROR * table.peak:
                    continue
                numbers = resizing @ program.rows(program.positions(before))
                if (misfit := table.misfit(numbers)) <= table.relative_rounding + thresholds.FLOAT32_ARITHMETIC:
                    resized = message("diagnosis-resized", old=before, method=method_name(method, False))
                    parameters = {**rule.parameters, "base": base, "resized": resized}
                    make = partial(np.array, numbers)
                    explanation = Explanation("scheme", "Sinusoidal", parameters, misfit, None, make, RESIZED_COST)
                    return Match(explanation, Residual())
    return None


def _axis_parameters(axes: list[Axis], parts: list[Explanation]) -> dict[str, Any]:
    """Parameters: the size of the grid, those that all axes share, and the others by axis."""
    result: dict[str, Any] = {"size": " × ".join(str(axis.size) for axis in axes)}
    every = [dict(part.parameters) for part in parts]
    for name, own in zip(NAMES[-len(parts) :], every, strict=True):
        for key, value in own.items():
            shared = all(parameters.get(key) == value for parameters in every)
            result[key if shared else f"{key} of {name}"] = value
    rows_first = axes[0].columns[0] < axes[-1].columns[0]
    return result | {"order": "row first" if rows_first else "column first"}


def _axes(table: Table, numbers: Array) -> list[Axis]:
    """Coordinates of the columns, the longest runs first; empty for other tables."""
    length, dim = numbers.shape
    # interpolation in float32 has rounding errors
    arithmetic = 0 if table.storage.name == "float64" else thresholds.FLOAT32_ARITHMETIC
    off = (4 * max(table.storage.error, 1e-16) + arithmetic) * table.peak
    least = thresholds.MIN_AXIS_SIZE
    divisors = [count for count in range(least, length // least + 1) if length % count == 0]

    def steady(columns: Integers, run: int, count: int) -> Mask:
        """Mask of columns that depend only on p // run % count."""
        coordinate = np.arange(length) // run % count
        first = np.arange(count) * run
        return np.asarray(np.abs(numbers[:, columns] - numbers[np.ix_(first[coordinate], columns)]).max(axis=0) <= off)

    some = evenly_spaced(dim, thresholds.SAMPLE_COLUMNS)
    # three axes first: two of them combined look like one
    shapes = [[one, two, length // one // two] for one in divisors for two in divisors if length // one % two == 0]
    shapes += [[first, length // first] for first in divisors]
    for sizes in shapes:
        pairs = [(int(np.prod(sizes[place + 1 :])), size) for place, size in enumerate(sizes)]
        if min(sizes) < thresholds.MIN_AXIS_SIZE or not np.any([steady(some, *pair) for pair in pairs], axis=0).all():
            continue
        every = np.arange(dim)
        kinds = np.stack([steady(every, *pair) for pair in pairs])
        alone = kinds & (kinds.sum(axis=0) == 1)
        if not kinds.any(axis=0).all() or alone.sum(axis=1).min() < 2:
            continue
        # a slow column may seem constant: it belongs to the axis of the faster ones before it
        axis = np.where(alone.any(axis=0), alone.argmax(axis=0), -1)
        nearest = np.maximum.accumulate(np.where(axis >= 0, every, -1))
        axis = axis[np.where(nearest >= 0, nearest, int(np.flatnonzero(axis >= 0)[0]))]
        return [Axis(np.flatnonzero(axis == place), *pair) for place, pair in enumerate(pairs)]
    return []


def _predict(shape: tuple[int, int], skipped: int, axes: list[Axis], parts: list[Explanation]) -> Array:
    result = np.zeros(shape)
    places = np.arange(shape[0] - skipped)
    for axis, part in zip(axes, parts, strict=True):
        result[skipped:, axis.columns] = part.numbers()[places // axis.run % axis.size]
    return result


def _scheme(numbers: Array, axes: list[Axis], parts: list[Explanation]) -> Grid | None:
    """Scheme that computes the same numbers, if any."""
    n, d = numbers.shape
    base = parts[0].parameters.get("base", 1e4)
    if len(axes) != 2 or d % 4 or not base > 1:
        return None
    grid = Grid(width=axes[1].size, base=base)
    for scheme in variants(grid, order=QUARTERS, start=(0, 1), normalized=(False, True)):
        if np.abs(scheme.encode(range(n), d, length=n) - numbers).max() < 1e-2:
            return scheme
    return None
