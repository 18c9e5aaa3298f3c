"""Did a bug change a finished table? Its rows were reshaped, or a constant vector was added to each of them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis import columns, costs, residuals, rules, waves
from posenc_core.diagnosis.accounts import Account, Match, Residual, Table
from posenc_core.diagnosis.thresholds import (
    MAX_COLUMN_RESIDUAL,
    MAX_FIRST_ROW_ERROR,
    MAX_FIT_ROWS,
    MAX_REARRANGED_COST,
    MIN_WAVE_COLUMNS,
)
from posenc_core.known_bugs import KNOWN_BUGS, programs

__all__ = ["accounts"]

SOME_ROWS = 2 * MAX_FIT_ROWS


def accounts(table: Table) -> Iterator[Match]:
    """Bugs in the last line of a program."""
    yield from _reshapes(table)
    yield from _permutations(table)
    yield from _additions(table)


def _reshapes(table: Table) -> Iterator[Match]:
    for bug in KNOWN_BUGS.values():
        if not bug.undo or table.numbers.shape[1] % 2:
            continue
        before = replace(table, numbers=programs.rearrange(bug.undo, table.numbers), cache={})
        if before.numbers.shape != table.numbers.shape:
            continue
        for account, residual in waves.accounts(before, rare=False)[:1]:
            if residual == Residual() and account.kind == "scheme" and account.cost <= MAX_REARRANGED_COST:
                prediction = programs.rearrange(bug.lines["table"], account.numbers())
                yield _bug(bug.name, account, prediction, account.misfit, Residual())


def _permutations(table: Table) -> Iterator[Match]:
    """A formula that starts at position 0, with its columns in another order."""
    numbers = table.numbers
    sine, cosine = (
        np.abs(numbers[0]) <= MAX_FIRST_ROW_ERROR * table.peak,
        np.abs(numbers[0] - table.peak) <= MAX_FIRST_ROW_ERROR * table.peak,
    )
    if len(numbers) < 4 or not (sine | cosine).all() or sine.sum() not in (0, len(sine) / 2, len(sine)):
        return
    # the fastest first: slow waves are equal in row 1, and tell their order in the last row
    sines, cosines = (np.lexsort((sign * numbers[-1], sign * numbers[1])) for sign in (-1, 1))
    sines, cosines = sines[sine[sines]], cosines[cosine[cosines]]
    order = np.stack((sines, cosines), 1).ravel() if len(sines) == len(cosines) else np.append(sines, cosines)
    if (order == np.arange(len(order))).all():
        return
    before = replace(table, numbers=np.ascontiguousarray(numbers[:, order]), cache={})
    for account, residual in waves.accounts(before, rare=False)[:1]:
        if residual == Residual() and account.kind == "scheme" and account.cost <= MAX_REARRANGED_COST:
            prediction = account.numbers()[:, np.argsort(order)]
            parameters = {
                name: value for name, value in account.parameters.items() if name not in ("layout", "pairing")
            }
            parameters |= {"columns": "columns in another order"}
            make, cost = partial(np.array, prediction), costs.UNUSUAL
            yield Match(replace(account, parameters=parameters, scheme=None, numbers=make, cost=cost), residual)


def _additions(table: Table) -> Iterator[Match]:
    """The formulas that people use, beside a table whose columns are all centered."""
    length, dim = table.numbers.shape
    steps = columns.waves(Table.of(np.diff(table.numbers[:SOME_ROWS], axis=0))) if length > 8 else None
    # from row to row a constant makes no difference
    if steps is None or (steps.residuals < MAX_COLUMN_RESIDUAL).mean() < MIN_WAVE_COLUMNS:
        return
    check = waves.Check(table)
    for tried in waves.search_rules(check, product(rules.formulas(dim), costs.USED, (0.0, 1.0)), centered=True)[:1]:
        prediction = tried.program.rows(tried.program.positions(length))
        added = (table.numbers - prediction).mean(axis=0)
        # a mean of rounding errors is no vector that was added
        if np.abs(added).max() <= 4 * table.relative_rounding * table.peak:
            return
        prediction += added
        allowed = check.allowed(tried.program, tried.program.positions(length), prediction, *waves.ARITHMETIC[-1][:2])
        # the vector that was added is known to about one rounding
        allowed += 2 * table.relative_rounding * table.peak
        residual = residuals.classify(table, prediction, allowed, exceptions=False, noise=False)
        if residual is not None:
            (account, _), *_ = waves.account_of(check, tried, residual)
            yield _bug(_addition(prediction - added, added), account, prediction, table.misfit(prediction), residual)


def _bug(name: str, account: Account, prediction: Array, misfit: float, residual: Residual) -> Match:
    cost = account.cost + costs.BUG
    return Match(
        replace(account, kind="mistake", name=name, misfit=misfit, numbers=lambda: prediction, cost=cost), residual
    )


def _addition(prediction: Array, added: Array) -> str:
    """The bug that adds this vector to every row."""
    largest = float(np.abs(added).max()) or 1.0
    for bug in KNOWN_BUGS.values():
        line = bug.lines.get("table", "")
        if line and not bug.undo:
            after = programs.rearrange(line, prediction)
            if after.shape == prediction.shape and np.abs(after - prediction - added).max() <= 1e-3 * largest:
                return bug.name
    return "constant added"
