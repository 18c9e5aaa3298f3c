"""What can be said of a table? One account of it, and all of them together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.scheme import Scheme

Kind = Literal["scheme", "mistake", "bias", "learned", "random", "unknown"]
"""A right formula, a known mistake, a matrix of attention biases, what training made, chance, or none of these."""


class Storage(NamedTuple):
    """How the numbers of a table are stored."""

    name: str
    """Such as float64, float32, float16, bfloat16, 3 decimals, integers."""
    decimals: int | None
    """After the point, where the numbers are rounded to so many; else None."""
    error: float
    """By how much rounding moves a number of size 1 at most: half of the last place."""


@dataclass(frozen=True)
class Seen:
    """A table as every module of the diagnosis takes it, with what is known before anything is tried."""

    numbers: Array
    """Finite, a row for a position. (n, d)"""
    storage: Storage
    norm: float
    """The root of the sum of all squares: 0 only of zeros."""
    zero_rows: tuple[int, ...] = ()
    repeated_rows: tuple[tuple[int, int], ...] = ()
    hidden: NDArray[np.bool_] | None = None
    """Where a causal mask stood (negative infinity), which `numbers` has as 0; None where none did. (n, d)"""

    @property
    def floor(self) -> float:
        """The misfit that how it is stored leaves of a right account, about."""
        if self.storage.name.startswith("float") or self.storage.name == "bfloat16":
            # the last place is half as large just below a power of two as just above it
            return max(FLOOR, 0.45 * self.storage.error)
        root = self.norm / np.sqrt(self.numbers.size)
        return max(FLOOR, self.storage.error / np.sqrt(3) / root) if root else FLOOR

    def misfit(self, made: Array) -> float:
        """What an account leaves unexplained of the table. (n, d) -> 0 and up; nothing of zeros is explained by zeros.

        A block at a time: a table may be large, and what an account makes of it too.
        """
        size = float(np.abs(self.numbers).max(initial=0.0)) or 1.0
        step = max(2**17 // self.numbers.shape[1], 1)
        squares = sum(
            float(np.square((self.numbers[row : row + step] - made[row : row + step]) / size).sum())
            for row in range(0, len(self.numbers), step)
        )
        return float(np.sqrt(squares)) / ((self.norm or 1.0) / size)


FLOOR = 1e-11
"""Misfits below are all alike: float64 leaves as much of large angles."""


@dataclass(frozen=True)
class Reading:
    """One account of what a table is."""

    kind: Kind
    name: str
    """Of a scheme in the registry, of a mistake in the catalogue, or what else it is: learned, random."""
    parameters: Mapping[str, Any]
    """What the table was made with, with no more digits than it carries; what is usual is left out."""
    misfit: float
    """What it leaves unexplained: the norm of the difference over the norm of the table. NaN where nothing is left."""
    scheme: Scheme | None = None
    """The scheme with these parameters; for a mistake what was meant."""
    numbers: Callable[[], Array] = field(repr=False, compare=False, default=lambda: np.empty((0, 0)))
    """The table as it would be if the account were exact, made when asked for. -> (n, d)"""
    cost: float = 0.0
    """How much it takes to say, in nats: 0 for the usual, more for what is rare or has many numbers to choose.

    Of the accounts of one table the one with the least n d ln(misfit) + cost is best, misfits not below what storage
    leaves: so of two that are the same numbers it is the plainer one. A free number costs about 5.
    """


class Pairs(NamedTuple):
    """The pairs of columns of a table that turn, and how fast."""

    columns: NDArray[np.int64]
    """The sine and the cosine of each pair. (m, 2)"""
    frequencies: Array
    """As measured, in radians a token. (m,)"""
    errors: Array
    """How far a measured one may be off: one standard deviation. (m,)"""
    expected: Array
    """As the best account has them. (m,)"""
    misfits: Array
    """What one turn a token leaves unexplained of each pair: a norm over a norm. (m,)"""


class Cell(NamedTuple):
    """A number of a table that stands apart from all others."""

    row: int
    column: int
    off: float
    """How much larger it is than the account has it."""


@dataclass(frozen=True)
class Diagnosis:
    """What a table is, what else is equally true, and the evidence."""

    size: tuple[int, int]
    """Rows and columns, as given."""
    storage: Storage
    best: Reading
    """The account that explains most; of kind "unknown" where none explains enough."""
    equal: tuple[Reading, ...]
    """Other accounts that are the same numbers, as far as the table can tell."""
    runner_up: Reading | None
    """The nearest account that is not the same; of an unknown table the nearest of all."""
    transposed: bool
    """Whether a row is a column: then all the evidence is of the table turned over, which has a row for a position."""
    noise: float
    """What the best account leaves, of what it explains, where that looks like chance; 0 where rounding explains it."""
    rows: Array = field(repr=False)
    """What the best account (or the nearest) leaves unexplained of each row: a norm over the rms norm of a row. (n,)"""
    columns: Array = field(repr=False)
    """The same of each column. (d,)"""
    zero_rows: tuple[int, ...] = field(repr=False)
    """Rows of zeros, such as that of a padding token."""
    repeated_rows: tuple[tuple[int, int], ...] = field(repr=False)
    """Rows that are the same as the one before, as stretches from a first to a last row."""
    pairs: Pairs | None = field(default=None, repr=False)
    """Of waves: the pairs."""
    facts: Mapping[str, float] = field(default_factory=dict)
    """Of a table that is learned or random: what was measured, by name.

    Of one that is not known though an account fits: "too few numbers", how many there are besides zeros.
    """

    cells: tuple[Cell, ...] = ()
    """Single numbers that the best account does not explain, though it explains all others."""

    @property
    def status(self) -> int:
        """0 for a right formula and whatever else is known, 1 for a known mistake, 2 for what is not wholly known."""
        return 2 if self.cells else {"mistake": 1, "unknown": 2}.get(self.best.kind, 0)
