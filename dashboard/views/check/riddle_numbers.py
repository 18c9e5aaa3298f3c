"""Numbers of the riddle: a table with three possible causes."""

from random import Random
from typing import NamedTuple

import numpy as np

from dashboard.numbers.memory import shared_cache
from posenc_core import Sinusoidal
from posenc_core.arrays import Array, read_only
from posenc_core.known_bugs import KNOWN_BUGS

NONE = "no mistake"
NAMES = (
    "exponent 2j/d", "cosine of the next pair", "exponent j/d", "exponent i/d", "exponent 4i/d", "sines alone",
    "positions from 1", "degrees", "wrong logarithm", "binary logarithm", "cosine first", "bfloat16 frequencies",
    "bfloat16 positions", "half table", "d + 1 cut", "missing √d", "transposed", "minus forgotten", NONE,
)  # fmt: skip
"""Possible answers; their order must not change, because it determines the riddle of a link."""

BASE = 10000.0

WINDOWS = ((0, 64, 16), (384, 448, 8), (960, 1024, 14), (0, 32, 32))
"""Candidate windows (first position, end, d); a riddle uses the first one in which the bug is visible."""

ALIKE = (
    {"exponent i/d", "wrong logarithm", "d + 1 cut"},
    {"exponent 4i/d", "binary logarithm", "exponent 2j/d"},
    {"exponent j/d", "cosine of the next pair"},
    {"cosine first", "half table"},
)
"""Groups of bugs that look too similar to be choices of one riddle."""

APART = 0.15
"""Minimum relative difference between two choices."""

MOVING = 0.2
"""Minimum standard deviation of a column in the curve figure."""


class Riddle(NamedTuple):
    """A table, and three possible causes."""

    answer: str
    choices: tuple[str, str, str]
    """Names of bugs, or `NONE`; one of them is the answer."""
    tables: tuple[Array, Array, Array]
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
def riddle(seed: int) -> Riddle:
    """Riddle of a seed; consecutive seeds use every answer once before repeating."""
    turn, place = divmod(seed, len(NAMES))
    answer = _shuffled(NAMES, turn)[place]
    start, stop, dim = _window(answer)
    formula = _table(NONE, start, stop, dim)
    tables = {answer: _table(answer, start, stop, dim)}
    for name in _shuffled(NAMES, f"{seed} choices"):
        table = _table(name, start, stop, dim)
        alike = any(name in group and group & tables.keys() for group in ALIKE)
        # skip bugs that change nothing in this window
        others = [*tables.values(), *([formula] if name != NONE else [])]
        if len(tables) < 3 and not alike and all(_apart(table, other) for other in others):
            tables[name] = table
    first, second, third = _shuffled(tuple(tables), f"{seed} order")
    off = np.abs(tables[answer] - formula).reshape(len(formula), -1, 2).mean(axis=(0, 2))
    moving = formula.std(axis=0).reshape(-1, 2).min(axis=1) > MOVING
    return Riddle(
        answer,
        (first, second, third),
        (tables[first], tables[second], tables[third]),
        formula,
        start,
        int((off * moving).argmax()),
    )


def _window(name: str) -> tuple[int, int, int]:
    """First window in which a bug is visible."""
    return next(at for at in WINDOWS if name == NONE or _apart(_table(name, *at), _table(NONE, *at)))


def _table(name: str, start: int, stop: int, dim: int) -> Array:
    """Rows of the table of a bug, or of the correct one, shape (n, d); (d, n) if transposed."""
    if name == NONE:
        return read_only(np.array(Sinusoidal(base=BASE).encode(range(start, stop), dim), np.float64))
    return read_only(KNOWN_BUGS[name].table(stop, dim, BASE)[start:].copy())


def _apart(one: Array, other: Array) -> bool:
    """Return whether two tables differ visibly."""
    return one.shape == other.shape and bool(np.linalg.norm(one - other) >= APART * np.linalg.norm(one))


def _shuffled(names: tuple[str, ...], seed: int | str) -> list[str]:
    """Names in a pseudo-random order that is the same on every platform and version."""
    draw = Random(seed)
    return sorted(names, key=lambda _: draw.random())
