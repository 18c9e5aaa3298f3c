"""Bugs that change a finished table: reshaped rows, permuted columns, or an added vector."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np

from posenc_core.arrays import Array
from posenc_tools.diagnosis import columns, costs, residuals, rules, thresholds, waves
from posenc_tools.diagnosis.comparison import ARITHMETIC, Check
from posenc_tools.diagnosis.explanations import Explanation, Match, Residual, Table
from posenc_tools.diagnosis.storage import evenly_spaced
from posenc_tools.known_bugs import KNOWN_BUGS, programs

SOME_ROWS = 2 * thresholds.MAX_FIT_ROWS


def explanations(table: Table) -> Iterator[Match]:
    """Explanations by bugs in the last line of a program."""
    yield from _reshapes(table)
    yield from _permutations(table)
    yield from _additions(table)


def _reshapes(table: Table) -> Iterator[Match]:
    for bug in KNOWN_BUGS.values():
        if not bug.undo or table.numbers.shape[1] % 2:
            continue
        before = replace(table, numbers=programs.rearrange(bug.undo, table.numbers), cache={})
        if before.numbers.shape != table.numbers.shape or not _has_waves(before):
            continue
        if explanation := _formula(before):
            prediction = programs.rearrange(bug.lines["table"], explanation.numbers())
            yield _bug(bug.name, explanation, prediction, explanation.misfit, Residual())


def _has_waves(table: Table) -> bool:
    """Return True if most columns of a sample are waves, which costs less than a fit of all columns."""
    some = table.numbers[:SOME_ROWS, evenly_spaced(table.numbers.shape[1], thresholds.SAMPLE_COLUMNS)]
    fit = columns.waves(replace(table, numbers=some, cache={}))
    return fit is not None and waves.are_waves(fit)


def _formula(table: Table) -> Explanation | None:
    """Return the usual formula that explains every number of a table."""
    explanation, residual = next(iter(waves.explanations(table, rare=False)), (None, None))
    usual = explanation and explanation.kind == "scheme" and explanation.cost <= thresholds.MAX_REARRANGED_COST
    return explanation if usual and residual == Residual() else None


def _permutations(table: Table) -> Iterator[Match]:
    """Return the formula that starts at position 0, with permuted columns."""
    numbers = table.numbers
    error = thresholds.MAX_FIRST_ROW_ERROR * table.peak
    sine, cosine = np.abs(numbers[0]) <= error, np.abs(numbers[0] - table.peak) <= error
    if len(numbers) < 4 or not (sine | cosine).all() or sine.sum() not in (0, len(sine) / 2, len(sine)):
        return
    # fastest first: slow waves are equal in row 1 and ordered by the last row
    sines, cosines = (np.lexsort((sign * numbers[-1], sign * numbers[1])) for sign in (-1, 1))
    sines, cosines = sines[sine[sines]], cosines[cosine[cosines]]
    order = np.stack((sines, cosines), 1).ravel() if len(sines) == len(cosines) else np.append(sines, cosines)
    if (order == np.arange(len(order))).all():
        return
    before = replace(table, numbers=np.ascontiguousarray(numbers[:, order]), cache={})
    if explanation := _formula(before):
        parameters = {
            name: value for name, value in explanation.parameters.items() if name not in ("layout", "pairing")
        }
        parameters |= {"columns": "columns in another order"}
        make = partial(np.array, explanation.numbers()[:, np.argsort(order)])
        explanation = replace(explanation, parameters=parameters, scheme=None, numbers=make, cost=costs.UNUSUAL)
        yield Match(explanation, Residual())


def _additions(table: Table) -> Iterator[Match]:
    """Usual formulas compared with the table after both are centered by column."""
    length, dim = table.numbers.shape
    steps = columns.waves(Table.of(np.diff(table.numbers[:SOME_ROWS], axis=0))) if length > 8 else None
    # differences of rows cancel a constant
    if steps is None or not waves.are_waves(steps):
        return
    check = Check(table)
    for candidate in waves.search_rules(check, product(rules.formulas(dim), costs.USED, (0.0, 1.0)), centered=True)[:1]:
        prediction = candidate.program.rows(candidate.program.positions(length))
        added = (table.numbers - prediction).mean(axis=0)
        # a mean of rounding errors is no added vector
        if np.abs(added).max() <= 4 * table.relative_rounding * table.peak:
            return
        prediction += added
        positions = candidate.program.positions(length)
        allowed = check.tolerances(candidate.program, positions, prediction, *ARITHMETIC[-1][:2])
        # the added vector is known within about one rounding error
        allowed += 2 * table.relative_rounding * table.peak
        residual = residuals.classify(table, prediction, allowed, exceptions=False, noise=False)
        if residual is not None:
            (explanation, _), *_ = waves.explanations_of(check, candidate, residual)
            yield _bug(
                _addition(prediction - added, added), explanation, prediction, table.misfit(prediction), residual
            )


def _bug(name: str, explanation: Explanation, prediction: Array, misfit: float, residual: Residual) -> Match:
    cost = explanation.cost + costs.BUG
    bug = replace(explanation, kind="mistake", name=name, misfit=misfit, numbers=lambda: prediction, cost=cost)
    return Match(bug, residual)


def _addition(prediction: Array, added: Array) -> str:
    """Name of the bug that adds this vector to every row."""
    largest = float(np.abs(added).max()) or 1.0
    for bug in KNOWN_BUGS.values():
        line = bug.lines.get("table", "")
        if line and not bug.undo:
            after = programs.rearrange(line, prediction)
            if after.shape == prediction.shape and np.abs(after - prediction - added).max() <= 1e-3 * largest:
                return bug.name
    return "constant added"
