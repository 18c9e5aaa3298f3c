"""Digits of the parameters of a wave table: the displayed digits must predict the table.

A parameter is rounded to a common value first. Fitted values replace it if only they predict the table within storage
and float64 arithmetic, with as few digits as possible.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from posenc_core.arrays import Array, Integers
from posenc_tools.diagnosis import thresholds
from posenc_tools.diagnosis.storage import evenly_spaced
from posenc_tools.known_bugs.programs import Program

NAMES = ("base", "unit", "scale", "start")

Test = Callable[[Program], bool]


def fit_parameters(
    program: Program, table: Array, rows: Integers, test: Test, error: float
) -> tuple[Program, tuple[str, ...]] | None:
    """Change as few parameters as possible so that a program passes a test; return it with their names.

    The table is (n, d), `rows` are the rows to fit, and `error` is the relative rounding of its numbers.
    """
    rows = rows[evenly_spaced(len(rows), thresholds.FIT_SAMPLE_ROWS)]
    columns = evenly_spaced(table.shape[1], thresholds.FIT_SAMPLE_COLUMNS)
    numbers = table[np.ix_(rows, columns)]
    # floats have relative rounding
    weights = 1 / np.maximum(np.abs(numbers), 1e-3 * np.abs(numbers).max())

    def predict(candidate: Program) -> Array:
        return candidate.rows(candidate.positions(len(table))[rows], columns)

    def fit(names: Sequence[str]) -> Program:
        best = program
        for _ in range(thresholds.FIT_ROUNDS):
            now = predict(best)
            rest = numbers - now
            good = np.abs(rest) <= thresholds.MAX_FIT_OUTLIER * np.quantile(np.abs(rest), 0.9) + 1e-15
            values = {name: float(getattr(best, name)) for name in names}
            steps = {name: 1.0 if name == "start" else abs(value) for name, value in values.items()}
            steps = {name: thresholds.DIFFERENCE_STEP * size for name, size in steps.items()}
            moved = [_replace(best, {name: values[name] + step}) for name, step in steps.items()]
            slopes = np.stack([(predict(program) - now)[good] for program in moved], 1)
            sizes, *_ = np.linalg.lstsq(slopes * weights[good, None], (rest * weights)[good], rcond=None)
            values = {name: values[name] + size * steps[name] for name, size in zip(names, sizes.tolist(), strict=True)}
            best = _replace(best, values)
            if not (best.base > 0 and best.unit > 0 and np.isfinite([*values.values()]).all()):
                return program
        return best

    every = [names for count in range(1, len(NAMES) + 1) for names in combinations(NAMES, count)]
    rest = (numbers - predict(fit(NAMES))) * weights
    # if all parameters do not fit, fewer do not
    if np.quantile(np.abs(rest), 0.8) > error:
        return None
    return next(((best, names) for names in every if test(best := fit(names))), None)


def shorten(program: Program, names: Sequence[str], test: Test) -> Program:
    """Shorten parameters to the fewest digits that pass the test."""
    for name in names:
        for digits in range(1, thresholds.FLOAT64_DIGITS):
            shorter = _replace(program, {name: float(f"{getattr(program, name):.{digits - 1}e}")})
            if test(shorter):
                program = shorter
                break
    return program


def _replace(program: Program, values: Mapping[str, Any]) -> Program:
    return replace(program, **values)


def significant(value: float) -> int:
    """Return the number of significant digits of a float in its shortest form."""
    return len(f"{value!r}".split("e")[0].replace(".", "").lstrip("-0").rstrip("0"))
