"""Did a bug change a finished table? Its rows were reshaped, or a constant vector was added to each of them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from posenc_core.arrays import Array
from posenc_core.diagnosis import columns, costs, programs, residuals, waves
from posenc_core.diagnosis.accounts import Account, Explained, Left, Table
from posenc_core.diagnosis.mistakes import MISTAKES
from posenc_core.diagnosis.programs import Program
from posenc_core.diagnosis.waves import Check
from posenc_core.pauses import pause

USUAL = 4.0
"""Only a formula that costs no more is looked for behind a bug."""

ROWS, COLUMNS = 256, 64
"""So many show whether a constant was added to a formula."""

NEAR = 1e-2
"""Share of them that another formula leaves at least."""


def accounts(table: Table) -> Iterator[Explained]:
    """Bugs in the last line of a program."""
    yield from _reshaped(table)
    yield from _shifted(table)


def _reshaped(table: Table) -> Iterator[Explained]:
    n, d = table.numbers.shape
    for mistake in MISTAKES.values():
        line = mistake.lines.get("table", "")
        if not mistake.undo or d % 2:
            continue
        before = Table.of(programs.rearranged(mistake.undo, table.numbers))
        if before.numbers.shape != (n, d):
            continue
        for account, left in waves.accounts(before, rare=False)[:1]:
            if left == Left() and account.kind == "scheme" and account.cost <= USUAL:
                make = partial(_redone, line, account)
                cost = account.cost + costs.BUG
                yield Explained(replace(account, kind="mistake", name=mistake.name, numbers=make, cost=cost), Left())


def _redone(line: str, before: Account) -> Array:
    return programs.rearranged(line, before.numbers())


def _shifted(table: Table) -> Iterator[Explained]:
    """The formulas that people use, beside a table whose columns are all centered."""
    length, dim = table.numbers.shape
    steps = columns.waves(Table.of(np.diff(table.numbers, axis=0))) if length > 8 else None
    # from row to row a constant makes no difference
    if steps is None or (steps.residuals < waves.ONE_WAVE).mean() < waves.MOST_WAVES:
        return
    some = np.unique(np.linspace(0, dim - 1, COLUMNS).astype(np.int64))
    few = table.numbers[:ROWS, some]
    few = few - few.mean(axis=0)
    for rule in waves.formulas(dim):
        pause()
        for base, start in ((base, start) for base in costs.USED for start in (0.0, 1.0)):
            program = Program(rule.layout, rule.waves, rule.lines, base, start=start)
            made = program.rows(program.positions(length)[:ROWS], some)
            made -= made.mean(axis=0)
            square = float(np.square(made).sum())
            fit = float((made * few).sum()) / square if square else 0.0
            if not fit or np.linalg.norm(few - fit * made) > NEAR * np.linalg.norm(few):
                continue
            (scale, *_) = costs.scales(fit, max(1e-4, 2 * table.storage.error), dim, {})
            made = replace(program, scale=scale.value).rows(program.positions(length))
            added = (table.numbers - made).mean(axis=0)
            numbers = made + added
            allowed = Check(table).allowed(program, program.positions(length), numbers, *waves.ARITHMETIC[-1][:2])
            # the vector that was added is known to about one rounding
            allowed += 2 * table.relative_rounding * table.peak
            left = residuals.left(table, numbers, allowed, exceptions=False, noise=False)
            if left is None or scale.cost > USUAL:
                continue
            said = {"base": base, **rule.parameters, **({"start": 1} if start else {})}
            said |= {"scale": scale.said} if scale.said != 1 else {}
            cost = rule.cost + costs.USED[base] + scale.cost + costs.BUG
            yield Explained(
                Account(
                    "mistake", _addition(made, added), said, table.misfit(numbers), waves.scheme_of(said, dim),
                    lambda numbers=numbers: numbers, cost,  # type: ignore[misc]
                ),
                left,
            )  # fmt: skip
            return


def _addition(made: Array, added: Array) -> str:
    """The bug that adds this vector to every row."""
    largest = float(np.abs(added).max()) or 1.0
    for mistake in MISTAKES.values():
        line = mistake.lines.get("table", "")
        if line and not mistake.undo:
            after = programs.rearranged(line, made)
            if after.shape == made.shape and np.abs(after - made - added).max() <= 1e-3 * largest:
                return mistake.name
    return "constant added"
