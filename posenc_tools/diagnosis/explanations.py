"""Data of a diagnosis: the examined table, its explanations (explanations), and the findings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np

from posenc_core.arrays import Array, Integers
from posenc_core.foundation.base import Scheme
from posenc_tools.diagnosis.storage import Storage, storage

Kind = Literal["scheme", "mistake", "bias", "learned", "random", "matrix", "unknown"]
"""Correct formula, known bug, attention biases, trained values, random numbers, another matrix, or none of them."""

AnyScheme = TypeVar("AnyScheme", bound=Scheme)

State = Literal["known", "unusual", "bug", "different", "kind", "unknown"]
"""Conclusion of a diagnosis.

known: a formula in use. unusual: a formula with parameters not known to be in use. bug: a known bug. different: a
formula except for some rows, columns, or numbers. kind: a matrix that is no encoding. unknown: none of them.
"""

STATUS: Mapping[State, int] = {"known": 0, "bug": 1, "kind": 2, "unusual": 2, "different": 2, "unknown": 2}


@dataclass(frozen=True)
class Explanation:
    """Explanation of a table.

    Attributes
    ----------
    kind : str
        One of `Kind`; "mistake" is a known bug.
    name : str
        Name of a scheme, a known bug, or a kind of matrix.
    parameters : mapping
        Parameters other than the defaults, with no more digits than the table determines.
    misfit : float
        Norm of the residual relative to the norm of the table; NaN without an exact prediction.
    scheme : Scheme or None
        The scheme with these parameters; for a bug, the correct one.
    numbers : callable
        Compute the predicted (n, d) table.
    cost : float
        Description length in nats, 0 for the most common formula. The cheapest explanation wins.
    """

    kind: Kind
    name: str
    parameters: Mapping[str, Any]
    misfit: float
    scheme: Scheme | None = None
    numbers: Callable[[], Array] = field(repr=False, compare=False, default=lambda: np.empty((0, 0)))
    cost: float = 0.0

    @property
    def is_reversed(self) -> bool:
        """True for a bias of the opposite sign, which rewards distant keys."""
        return self.kind == "bias" and self.parameters.get("sign") == "reversed"


class Pairs(NamedTuple):
    """Rotating pairs of columns.

    Attributes
    ----------
    columns : (m, 2) ndarray of int
        Columns of the sine and the cosine of each pair.
    frequencies : (m,) ndarray
        Measured frequencies in radians per position.
    errors : (m,) ndarray
        Standard deviations of the frequencies.
    expected : (m,) ndarray
        Frequencies of the best explanation, or NaN.
    """

    columns: Integers
    frequencies: Array
    errors: Array
    expected: Array


class Cell(NamedTuple):
    """Single number that the explanation does not predict; `off` is the number minus its prediction."""

    row: int
    column: int
    off: float


class Residual(NamedTuple):
    """Residual of an explanation."""

    noise: float = 0.0  # norm of white noise relative to the table
    rows: tuple[int, ...] = ()  # wrong rows
    columns: tuple[int, ...] = ()  # wrong columns
    cells: tuple[Cell, ...] = ()

    @property
    def different(self) -> bool:
        """True if some rows, columns, or numbers are wrong."""
        return bool(self.rows or self.columns or self.cells)


class Match(NamedTuple):
    """Explanation with its residual; None if it does not explain the table."""

    explanation: Explanation
    residual: Residual | None

    @classmethod
    def exact(
        cls, kind: Kind, name: str, parameters: Mapping[str, Any], numbers: Array, scheme: Scheme | None = None,
        cost: float = 0.0,
    ) -> "Match":  # fmt: skip
        """Create an explanation that was verified number by number."""
        return cls(Explanation(kind, name, parameters, 0.0, scheme, partial(np.array, numbers), cost), Residual())


def changed_parameters(scheme: Scheme) -> dict[str, Any]:
    """Parameters of a scheme other than the defaults."""
    defaults = {parameter.name: parameter.default for parameter in scheme.parameters()}
    return {name: getattr(scheme, name) for name, default in defaults.items() if getattr(scheme, name) != default}


def variants(scheme: AnyScheme, **options: Iterable[Any]) -> Iterator[AnyScheme]:
    """Yield the scheme with each combination of some options."""
    for values in product(*options.values()):
        yield replace(scheme, **dict(zip(options, values, strict=True)))


@dataclass(frozen=True)
class Table:
    """Table under examination."""

    numbers: Array  # finite, one row per position. (n, d)
    storage: Storage
    norm: float  # Frobenius norm
    peak: float  # largest absolute value
    cache: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # results that several modules use

    @classmethod
    def of(cls, numbers: Array) -> "Table":
        """Create from an (n, d) array."""
        peak = float(np.abs(numbers).max())
        norm = peak * float(np.linalg.norm(numbers / peak)) if peak else 0.0
        return cls(numbers, storage(numbers), norm, peak)

    @property
    def zero_rows(self) -> Integers:
        """Indices of rows of zeros."""
        return np.flatnonzero(~self.numbers.any(axis=1))

    @property
    def relative_rounding(self) -> float:
        """Largest rounding error of a stored number, relative to the largest number."""
        return self.storage.error if self.storage.decimals is None else self.storage.error / (self.peak or 1.0)

    @property
    def exact(self) -> float:
        """Largest residual of an exact prediction; 0 if coarse storage could hide an error."""
        return {"float64": 1e-10, "float32": 2.0**-24}.get(self.storage.name, 0.0)

    def misfit(self, prediction: Array) -> float:
        """Norm of the residual of a prediction relative to the norm of the table. (n, d) -> float."""
        size = self.peak or 1.0
        step = max(2**17 // self.numbers.shape[1], 1)
        squares = 0.0
        # blockwise: a table may be large
        for row in range(0, len(self.numbers), step):
            squares += float(np.square((self.numbers[row : row + step] - prediction[row : row + step]) / size).sum())
        return float(np.sqrt(squares)) / ((self.norm or 1.0) / size)
