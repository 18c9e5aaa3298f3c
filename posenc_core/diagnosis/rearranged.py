"""Did a bug change a finished table? Its rows were reshaped, or a constant vector was added to each of them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis import columns, costs, residuals, rules, waves
from posenc_core.diagnosis.accounts import Account, Explained, Left, Table
from posenc_core.known_bugs import KNOWN_BUGS, programs

__all__ = ["accounts"]

NEAR = 0.01  # of a sine at position 0 to 0, and of a cosine to 1
SOME_ROWS = 2 * columns.MOST_ROWS
USUAL = 4.0  # only a formula that costs no more is looked for behind a bug


def accounts(table: Table) -> Iterator[Explained]:
    """Bugs in the last line of a program."""
    yield from _reshaped(table)
    yield from _permuted(table)
    yield from _shifted(table)


def _reshaped(table: Table) -> Iterator[Explained]:
    for bug in KNOWN_BUGS.values():
        if not bug.undo or table.numbers.shape[1] % 2:
            continue
        before = replace(table, numbers=programs.rearrange(bug.undo, table.numbers), kept={})
        if before.numbers.shape != table.numbers.shape:
            continue
        for account, left in waves.accounts(before, rare=False)[:1]:
            if left == Left() and account.kind == "scheme" and account.cost <= USUAL:
                made = programs.rearrange(bug.lines["table"], account.numbers())
                yield _bug(bug.name, account, made, account.misfit, Left())


def _permuted(table: Table) -> Iterator[Explained]:
    """A formula that starts at position 0, with its columns in another order."""
    numbers = table.numbers
    sine, cosine = np.abs(numbers[0]) <= NEAR * table.peak, np.abs(numbers[0] - table.peak) <= NEAR * table.peak
    if len(numbers) < 4 or not (sine | cosine).all() or sine.sum() not in (0, len(sine) / 2, len(sine)):
        return
    # the fastest first: slow waves are equal in row 1, and tell their order in the last row
    sines, cosines = (np.lexsort((sign * numbers[-1], sign * numbers[1])) for sign in (-1, 1))
    sines, cosines = sines[sine[sines]], cosines[cosine[cosines]]
    order = np.stack((sines, cosines), 1).ravel() if len(sines) == len(cosines) else np.append(sines, cosines)
    if (order == np.arange(len(order))).all():
        return
    before = replace(table, numbers=np.ascontiguousarray(numbers[:, order]), kept={})
    for account, left in waves.accounts(before, rare=False)[:1]:
        if left == Left() and account.kind == "scheme" and account.cost <= USUAL:
            made = account.numbers()[:, np.argsort(order)]
            said = {name: value for name, value in account.parameters.items() if name not in ("layout", "pairing")}
            said |= {"columns": "columns in another order"}
            make, cost = partial(np.array, made), costs.UNUSUAL
            yield Explained(replace(account, parameters=said, scheme=None, numbers=make, cost=cost), left)


def _shifted(table: Table) -> Iterator[Explained]:
    """The formulas that people use, beside a table whose columns are all centered."""
    length, dim = table.numbers.shape
    steps = columns.waves(Table.of(np.diff(table.numbers[:SOME_ROWS], axis=0))) if length > 8 else None
    # from row to row a constant makes no difference
    if steps is None or (steps.residuals < waves.ONE_WAVE).mean() < waves.MOST_WAVES:
        return
    check = waves.Check(table)
    for tried in waves.computed(check, product(rules.formulas(dim), costs.USED, (0.0, 1.0)), centered=True)[:1]:
        made = tried.program.rows(tried.program.positions(length))
        added = (table.numbers - made).mean(axis=0)
        # a mean of rounding errors is no vector that was added
        if np.abs(added).max() <= 4 * table.relative_rounding * table.peak:
            return
        made += added
        allowed = check.allowed(tried.program, tried.program.positions(length), made, *waves.ARITHMETIC[-1][:2])
        # the vector that was added is known to about one rounding
        allowed += 2 * table.relative_rounding * table.peak
        left = residuals.left(table, made, allowed, exceptions=False, noise=False)
        if left is not None:
            (account, _), *_ = waves.account_of(check, tried, left)
            yield _bug(_addition(made - added, added), account, made, table.misfit(made), left)


def _bug(name: str, account: Account, made: Array, misfit: float, left: Left) -> Explained:
    cost = account.cost + costs.BUG
    return Explained(replace(account, kind="mistake", name=name, misfit=misfit, numbers=lambda: made, cost=cost), left)


def _addition(made: Array, added: Array) -> str:
    """The bug that adds this vector to every row."""
    largest = float(np.abs(added).max()) or 1.0
    for bug in KNOWN_BUGS.values():
        line = bug.lines.get("table", "")
        if line and not bug.undo:
            after = programs.rearrange(line, made)
            if after.shape == made.shape and np.abs(after - made - added).max() <= 1e-3 * largest:
                return bug.name
    return "constant added"
