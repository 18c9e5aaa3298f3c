"""The riddle of Check: a table, and what made it among three choices."""

from random import Random
from typing import NamedTuple

import numpy as np

from dashboard.numbers.measurements import read_only
from dashboard.numbers.memory import shared_cache
from posenc_core import Sinusoidal
from posenc_core.arrays import Array
from posenc_core.known_bugs import MISTAKES

NONE = "no mistake"
NAMES = (
    "exponent 2j/d", "cosine of the next pair", "exponent j/d", "exponent i/d", "exponent 4i/d", "sines alone",
    "positions from 1", "degrees", "wrong logarithm", "binary logarithm", "cosine first", "bfloat16 frequencies",
    "bfloat16 positions", "half table", "d + 1 cut", "missing √d", "transposed", "minus forgotten", NONE,
)  # fmt: skip
"""What a riddle may be about: a link shows the same riddle only as long as this list and its order stay."""

BASE = 10000.0

WINDOWS = ((0, 64, 16), (384, 448, 8), (960, 1024, 14), (0, 32, 32))
"""The first position that is drawn, the end, and d: a mistake is looked at in the first window where it is seen."""

ALIKE = (
    {"exponent i/d", "wrong logarithm", "d + 1 cut"},
    {"exponent 4i/d", "binary logarithm", "exponent 2j/d"},
    {"exponent j/d", "cosine of the next pair"},
    {"cosine first", "half table"},
)
"""What one needs a ruler to tell apart: no two of them are choices of one riddle."""

APART = 0.15
"""By this share of a table two choices differ at least."""

MOVING = 0.2
"""The standard deviation of a column whose curve is worth looking at."""


class Riddle(NamedTuple):
    """A table to be looked at, and what it may be."""

    answer: str
    choices: tuple[str, str, str]
    """Names of mistakes, or none: one is the answer."""
    tables: tuple[Array, Array, Array]
    """What each choice would look like. (n, d)"""
    formula: Array
    """The table without a mistake. (n, d)"""
    start: int
    """The position of the first row."""
    pair: int
    """Of the pairs that turn while one looks, the one that differs most."""

    @property
    def table(self) -> Array:
        """The one to be looked at. (n, d)"""
        return self.tables[self.choices.index(self.answer)]


@shared_cache
def riddle(seed: int) -> Riddle:
    """The riddle of a seed: as many in a row as there are answers have each of them once."""
    turn, place = divmod(seed, len(NAMES))
    answer = _shuffled(NAMES, turn)[place]
    start, stop, dim = _window(answer)
    formula = _table(NONE, start, stop, dim)
    found = {answer: _table(answer, start, stop, dim)}
    for name in _shuffled(NAMES, f"{seed} choices"):
        table = _table(name, start, stop, dim)
        alike = any(name in group and group & found.keys() for group in ALIKE)
        # a mistake that changes nothing here would be none
        others = [*found.values(), *([formula] if name != NONE else [])]
        if len(found) < 3 and not alike and all(_apart(table, other) for other in others):
            found[name] = table
    first, second, third = _shuffled(tuple(found), f"{seed} order")
    off = np.abs(found[answer] - formula).reshape(len(formula), -1, 2).mean(axis=(0, 2))
    moving = formula.std(axis=0).reshape(-1, 2).min(axis=1) > MOVING
    return Riddle(
        answer,
        (first, second, third),
        (found[first], found[second], found[third]),
        formula,
        start,
        int((off * moving).argmax()),
    )


def _window(name: str) -> tuple[int, int, int]:
    """Where one sees a mistake."""
    return next(at for at in WINDOWS if name == NONE or _apart(_table(name, *at), _table(NONE, *at)))


def _table(name: str, start: int, stop: int, dim: int) -> Array:
    """Some rows of what a mistake makes, or of the formula. -> (n, d), of one that is transposed (d, n)"""
    if name == NONE:
        return read_only(np.array(Sinusoidal(base=BASE).encode(range(start, stop), dim), np.float64))
    return read_only(MISTAKES[name].table(stop, dim, BASE)[start:].copy())


def _apart(one: Array, other: Array) -> bool:
    """Whether two tables are seen to differ."""
    return one.shape == other.shape and bool(np.linalg.norm(one - other) >= APART * np.linalg.norm(one))


def _shuffled(names: tuple[str, ...], seed: int | str) -> list[str]:
    """The names in an order that the seed gives, everywhere and for good."""
    draw = Random(seed)
    return sorted(names, key=lambda _: draw.random())
