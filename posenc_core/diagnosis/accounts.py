"""What can be said of a table: the table as it is examined, one account of it, and the whole diagnosis."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.storage import Storage, storage
from posenc_core.foundation.base import Scheme
from posenc_core.pauses import pause

__all__ = ["Account", "Cell", "Diagnosis", "Match", "Pairs", "Residual", "Table", "changed"]

Kind = Literal["scheme", "mistake", "bias", "learned", "random", "matrix", "unknown"]
"""A correct formula, a known bug, attention biases, trained values, random numbers, another kind of matrix, or none."""

State = Literal["known", "unusual", "bug", "different", "kind", "unknown"]
"""How much is known.

known: a formula that people use. unusual: a formula with parameters that nobody is known to use. bug: a known bug.
different: a formula except for some rows, columns, or numbers. kind: no encoding, but a known kind of matrix.
"""

STATUS: Mapping[State, int] = {"known": 0, "bug": 1, "kind": 2, "unusual": 2, "different": 2, "unknown": 2}


@dataclass(frozen=True)
class Account:
    """One explanation of a table."""

    kind: Kind
    name: str
    """Of a scheme in the registry, of a bug in the catalog, or of a kind of matrix."""
    parameters: Mapping[str, Any]
    """Parameters that differ from the usual ones, with no more digits than the table determines."""
    misfit: float
    """Residual: the norm of the difference over the norm of the table. NaN where there is no exact prediction."""
    scheme: Scheme | None = None
    """The scheme with these parameters; of a bug the correct one."""
    numbers: Callable[[], Array] = field(repr=False, compare=False, default=lambda: np.empty((0, 0)))
    """The table that this account predicts. -> (n, d)"""
    cost: float = 0.0
    """Description length in nats: 0 for the most common formula, more for rare parameters. The cheapest wins."""

    @property
    def reversed(self) -> bool:
        """Whether it is a bias of the opposite sign, which rewards far keys."""
        return self.kind == "bias" and self.parameters.get("sign") == "reversed"


class Pairs(NamedTuple):
    """The pairs of columns that rotate, and their frequencies."""

    columns: NDArray[np.int64]
    """The sine and the cosine of each pair. (m, 2)"""
    frequencies: Array
    """Measured, in radians per position. (m,)"""
    errors: Array
    """One standard deviation of each. (m,)"""
    expected: Array
    """As the best account has them. (m,)"""
    misfits: Array
    """Residual of each pair as one wave: a norm over a norm. (m,)"""


class Cell(NamedTuple):
    """A single number that the account does not explain."""

    row: int
    column: int
    off: float
    """How much larger it is than predicted."""


class Residual(NamedTuple):
    """What an account leaves of a table that it explains."""

    noise: float = 0.0  # share of the table that looks like white noise
    rows: tuple[int, ...] = ()  # those that it does not explain
    columns: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()

    @property
    def different(self) -> bool:
        """Whether some rows, columns, or numbers are not explained."""
        return bool(self.rows or self.columns or self.cells)


class Match(NamedTuple):
    """An account, and what it leaves; None where it does not explain the table."""

    account: Account
    residual: Residual | None

    @classmethod
    def exact(
        cls, kind: Kind, name: str, parameters: Mapping[str, Any], numbers: Array, scheme: Scheme | None = None,
        cost: float = 0.0,
    ) -> "Match":  # fmt: skip
        """An account that was checked number by number."""
        return cls(Account(kind, name, parameters, 0.0, scheme, partial(np.array, numbers), cost), Residual())


def changed(scheme: Scheme) -> dict[str, Any]:
    """The parameters of a scheme that differ from the usual ones."""
    values = {each.name: getattr(scheme, each.name) for each in scheme.parameters()}
    return {each.name: values[each.name] for each in scheme.parameters() if values[each.name] != each.default}


@dataclass(frozen=True)
class Table:
    """A table as every module examines it."""

    numbers: Array  # finite, a row per position. (n, d)
    storage: Storage
    norm: float  # the root of the sum of all squares
    peak: float  # the largest absolute value
    cache: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # what several modules read

    @classmethod
    def of(cls, numbers: Array) -> "Table":
        """Examine an array. (n, d)"""
        peak = float(np.abs(numbers).max())
        norm = peak * float(np.linalg.norm(numbers / peak)) if peak else 0.0
        return cls(numbers, storage(numbers), norm, peak)

    @property
    def zero_rows(self) -> NDArray[np.int64]:
        """The rows that hold only zeros."""
        return np.flatnonzero(~self.numbers.any(axis=1))

    @property
    def relative_rounding(self) -> float:
        """Largest rounding error of a stored number, relative to the largest number."""
        return self.storage.error if self.storage.decimals is None else self.storage.error / (self.peak or 1.0)

    @property
    def exact(self) -> float:
        """Residual that a prediction without an error leaves at most; 0 where coarse storage would hide one."""
        return {"float64": 1e-10, "float32": 2.0**-24}.get(self.storage.name, 0.0)

    def misfit(self, prediction: Array) -> float:
        """The residual of a prediction: norm of the difference over norm of the table. (n, d) -> 0 or more"""
        size = self.peak or 1.0
        step = max(2**17 // self.numbers.shape[1], 1)
        squares = 0.0
        # block by block: a table may be large
        for row in range(0, len(self.numbers), step):
            pause()
            squares += float(np.square((self.numbers[row : row + step] - prediction[row : row + step]) / size).sum())
        return float(np.sqrt(squares)) / ((self.norm or 1.0) / size)


@dataclass(frozen=True)
class Diagnosis:
    """What a table is, what else is equally true, and the evidence."""

    state: State
    size: tuple[int, int]
    """Rows and columns, as given."""
    storage: Storage
    best: Account
    """The cheapest account that explains the table; of kind "unknown" where none does."""
    equal: tuple[Account, ...]
    """Other accounts that predict the same numbers, among those that were tried."""
    runner_up: Account | None
    """Of an unknown table, the nearest account that was tried; else None."""
    transposed: bool
    """Whether a row is a column: then all evidence is of the transposed table, which has a row per position."""
    noise: float
    """Share of the table that looks like white noise; 0 where rounding explains the residual."""
    rows: Array = field(repr=False)
    """Residual of each row: a norm over the rms norm of a row. (n,)"""
    columns: Array = field(repr=False)
    """Residual of each column. (d,)"""
    zero_rows: tuple[int, ...] = field(repr=False, default=())
    repeated_rows: tuple[tuple[int, int], ...] = field(repr=False, default=())
    """Rows equal to the one before, as stretches from a first to a last row."""
    pairs: Pairs | None = field(default=None, repr=False)
    """The rotating pairs of a table of waves."""
    facts: Mapping[str, float] = field(default_factory=dict)
    """Measurements of a table that no formula explains, by name."""
    cells: tuple[Cell, ...] = ()
    """Single numbers that the best account does not explain."""
    bad_rows: tuple[int, ...] = ()
    """Rows that the best account does not explain."""
    bad_columns: tuple[int, ...] = ()
    """Columns that the best account does not explain."""

    def __str__(self) -> str:
        from posenc_core.diagnosis.words import verdict

        return verdict(self)

    def __repr__(self) -> str:
        rows, columns = self.size
        return f"<Diagnosis of {rows} x {columns}: {self.state}, {self.best.name}>"

    def _repr_html_(self) -> str:
        """The verdict and its evidence, as a notebook shows them."""
        from posenc_core.diagnosis.words import evidence

        items = "".join(f"<li>{escape(each)}</li>" for each in evidence(self))
        return f"<p><b>{escape(str(self))}</b></p><ul>{items}</ul>"

    @property
    def status(self) -> int:
        """Exit status: 0 known, 1 a known bug, 2 not wholly known, or no encoding."""
        return STATUS[self.state]
