"""Numbers of the riddle: a table with three possible causes."""

from typing import NamedTuple

import numpy as np

from dashboard.numbers.memory import shared_cache
from posenc_core import Sinusoidal
from posenc_core.arrays import Array, read_only
from posenc_tools.known_bugs import KNOWN_BUGS

NONE = "no mistake"
RIDDLES = (
    ("missing √d", ("sines alone", "exponent 4i/d", "missing √d")),
    ("exponent i/d", ("binary logarithm", "degrees", "exponent i/d")),
    ("bfloat16 positions", ("bfloat16 positions", "binary logarithm", "half table")),
    ("degrees", ("degrees", "exponent 2j/d", "minus forgotten")),
    ("sines alone", ("sines alone", "missing √d", "cosine first")),
    ("exponent j/d", ("exponent j/d", "positions from 1", "no mistake")),
    ("wrong logarithm", ("missing √d", "degrees", "wrong logarithm")),
    ("bfloat16 frequencies", ("sines alone", "bfloat16 frequencies", "half table")),
    ("exponent 4i/d", ("exponent 4i/d", "d + 1 cut", "degrees")),
    ("binary logarithm", ("d + 1 cut", "binary logarithm", "sines alone")),
    ("d + 1 cut", ("exponent j/d", "d + 1 cut", "missing √d")),
    ("half table", ("half table", "no mistake", "exponent 2j/d")),
    ("cosine of the next pair", ("half table", "missing √d", "cosine of the next pair")),
    ("positions from 1", ("sines alone", "positions from 1", "exponent i/d")),
    ("no mistake", ("positions from 1", "no mistake", "missing √d")),
    ("exponent 2j/d", ("wrong logarithm", "positions from 1", "exponent 2j/d")),
    ("cosine first", ("positions from 1", "degrees", "cosine first")),
    ("transposed", ("sines alone", "transposed", "wrong logarithm")),
    ("minus forgotten", ("minus forgotten", "d + 1 cut", "missing √d")),
)
"""Answer and choices of every riddle. Their order must not change, because links contain the number of a riddle."""

BASE = 10000.0

WINDOW = (0, 64, 16)
WINDOWS = {
    "bfloat16 positions": (384, 448, 8),
    "bfloat16 frequencies": (960, 1024, 14),
    "transposed": (0, 32, 32),
}
"""First position, end, and d of the table, by the answers that are not visible in `WINDOW`."""

MOVING = 0.2
"""Minimum standard deviation of a column in the curve figure."""


class Riddle(NamedTuple):
    """A table, and three possible causes."""

    answer: str
    choices: tuple[str, str, str]
    """Names of bugs, or `NONE`; one of them is the answer."""
    tables: tuple[Array, ...]
    """Table of each choice, shape (n, d)."""
    formula: Array
    """Correct table, shape (n, d)."""
    start: int
    """Position of the first row."""
    pair: int
    """Index of the pair with the largest difference, among those that visibly rotate."""

    @property
    def table(self) -> Array:
        """The table in question, shape (n, d)."""
        return self.tables[self.choices.index(self.answer)]


@shared_cache
def riddle(number: int) -> Riddle:
    """Riddle of a number; after the last one they repeat."""
    answer, choices = RIDDLES[number % len(RIDDLES)]
    start, stop, dim = WINDOWS.get(answer, WINDOW)
    formula = _table(NONE, start, stop, dim)
    tables = tuple(_table(name, start, stop, dim) for name in choices)
    off = np.abs(tables[choices.index(answer)] - formula).reshape(len(formula), -1, 2).mean(axis=(0, 2))
    moving = formula.std(axis=0).reshape(-1, 2).min(axis=1) > MOVING
    return Riddle(answer, choices, tables, formula, start, int((off * moving).argmax()))


def _table(name: str, start: int, stop: int, dim: int) -> Array:
    """Rows of the table of a bug, or of the correct one, shape (n, d); (d, n) if transposed."""
    if name == NONE:
        return read_only(np.array(Sinusoidal(base=BASE).encode(range(start, stop), dim), np.float64))
    return read_only(KNOWN_BUGS[name].table(stop, dim, BASE)[start:].copy())
