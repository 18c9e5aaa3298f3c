"""What is a positional-encoding scheme? A frozen object that turns positions into vectors."""

import operator
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Rows = NDArray[np.floating[Any]]

LIBRARIES = {"numpy": ("np", "import numpy as np"), "torch": ("torch", "import torch")}
"""Where the code of a matrix can run: library -> its short name and its import."""

MAX_POSITION = 10**9
"""Largest position, in tokens. Up to here a float64 angle is right to 3e-7 radians; far beyond, it is noise."""


class Param(NamedTuple):
    """One parameter of a scheme, as validation, the controls and the tests read it."""

    name: str
    default: Any
    help: str
    choices: tuple[Any, ...] | None
    low: float
    high: float
    low_open: bool

    @property
    def allowed(self) -> str:
        """The values it may take, in words."""
        if self.choices:
            return "one of " + ", ".join(map(str, self.choices))
        lower = "" if np.isneginf(self.low) else f" {'above' if self.low_open else 'from'} {self.low:g}"
        upper = "" if np.isposinf(self.high) else f" up to {self.high:g}"
        return f"a finite number{lower}{upper}"

    @property
    def samples(self) -> tuple[Any, ...]:
        """Every choice, or both ends of the range: what a test of all parameters has to try."""
        if self.choices:
            return self.choices
        limits = np.finfo(np.float64)
        low = np.nextafter(self.low, np.inf) if self.low_open else max(self.low, float(limits.min))
        return float(low), float(min(self.high, float(limits.max)))

    def checked(self, value: Any) -> Any:
        """The value itself, a number as float; ValueError when it is not allowed."""
        if self.choices:
            if any(type(value) is type(choice) and value == choice for choice in self.choices):
                return value
        elif isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool):
            try:
                number = float(value)
            except OverflowError:
                number = np.inf
            if np.isfinite(number) and self.low <= number <= self.high and not (self.low_open and number == self.low):
                return number
        raise ValueError(f"{self.name} = {value!r} must be {self.allowed}")


def param(
    default: Any,
    help: str,
    *,
    choices: tuple[Any, ...] | None = None,
    low: float = -np.inf,
    high: float = np.inf,
    low_open: bool = False,
) -> Any:
    """A scheme's parameter: default, help text and domain, declared once.

    Either `choices`, or a real number from `low` (above it when `low_open`) to `high`.
    """
    domain = {"help": help, "choices": choices, "low": low, "high": high, "low_open": low_open}
    return field(default=default, metadata=domain)


@dataclass(frozen=True, kw_only=True)
class Scheme(ABC):
    """A rule that gives every position of a sequence a vector of its own."""

    name: ClassVar[str]
    source: ClassVar[str]
    real_positions: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse a parameter outside its domain."""
        for parameter in self.parameters():
            object.__setattr__(self, parameter.name, parameter.checked(getattr(self, parameter.name)))

    @classmethod
    def parameters(cls) -> tuple[Param, ...]:
        """The scheme's parameters, in the order in which they are declared."""
        return tuple(Param(f.name, f.default, **f.metadata) for f in fields(cls))

    @classmethod
    def summary(cls) -> str:
        """The first line of the scheme's docstring: what a page says about it."""
        return (cls.__doc__ or "").strip().splitlines()[0]

    @property
    @abstractmethod
    def formula(self) -> str:
        r"""LaTeX of the rule with these parameters.

        One equation per `PE(p, column) = ...`, joined by `,\\[1ex]`; a row of the matrix is position p, a column is j,
        or 2i and the like; d is dim, N the length and B the base.
        """

    @property
    @abstractmethod
    def columns(self) -> str:
        """What the columns hold, in the words of an axis title."""

    @abstractmethod
    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
        """Write the vectors of checked positions over whatever stands in `out`, (n, dim)."""

    def encode(
        self,
        positions: Sequence[float] | ArrayLike,
        dim: int,
        *,
        length: int | None = None,
        dtype: type[np.floating] = np.float64,
        out: Rows | None = None,
    ) -> Rows:
        """The vector of each position. (n,) -> (n, dim).

        `positions` are counted in tokens from 0; a `range` is fastest. `length` is the length of the sequence they
        belong to, read only by schemes that normalize; by default the number of positions. The result is float64, or
        float32 by `dtype`, or written into `out`. ValueError for a position the scheme gives no meaning, for dim or
        length below 1, and for an `out` of another shape or kind.
        """
        dim = whole("dim", dim)
        points = self._points(positions)
        if out is None:
            out = np.empty((len(points), dim), dtype)
        if out.shape != (len(points), dim) or out.dtype not in (np.float32, np.float64):
            raise ValueError(f"out must be float32 or float64 of shape {len(points), dim}, not {out.dtype} {out.shape}")
        self._fill(out, points, whole("length", max(len(points), 1) if length is None else length))
        return out

    def dot_at_offset(self, offsets: ArrayLike | range, dim: int) -> Array | None:
        """Dot product of two positions `offsets` tokens apart. (m,) -> (m,), or None where it depends on more."""
        return None

    def distance_at_offset(self, offsets: ArrayLike | range, dim: int, *, length: int) -> Array | None:
        """Distance of two positions `offsets` tokens apart. (m,) -> (m,), or None where it depends on more."""
        return None

    def dot_of(self, p: ArrayLike, q: ArrayLike, dim: int, *, length: int) -> Array | None:
        """Dot products of positions p with positions q, without their vectors; None where there is no short cut."""
        return None

    def distance_of(self, p: ArrayLike, q: ArrayLike, dim: int, *, length: int) -> Array | None:
        """Distances of positions p from positions q, without their vectors; None where there is no short cut."""
        return None

    def block_means(self, start: int, rows: int, count: int, dim: int, *, length: int) -> Array | None:
        """Mean vectors of `count` blocks of `rows` positions from `start` on. -> (count, dim), or None."""
        return None

    def period(self, dim: int) -> int | None:
        """After how many positions the vectors start anew; None when they never do."""
        return None

    def wavelengths(self, dim: int) -> Array | None:
        """After how many tokens each wave or bit starts anew, from fast to slow. -> (m,), or None."""
        return None

    def pairs(self, dim: int) -> NDArray[np.int64]:
        """The columns that belong together two by two, for schemes without pairs the neighbours. -> (dim // 2, 2)."""
        return np.arange(dim - dim % 2).reshape(-1, 2)

    def angles_at_offset(self, offset: int, dim: int) -> Array | None:
        """By how many radians each pair turns in `offset` tokens, wherever it starts. -> (dim // 2,), or None."""
        return None

    def code(self, library: str, length: int, dim: int) -> str:
        """A short program that makes this matrix, as `PE`, without this package.

        `library` is "numpy" or "torch"; ValueError for another.
        """
        if library not in LIBRARIES:
            raise ValueError(f"library = {library!r} must be one of {', '.join(LIBRARIES)}")
        xp, line = LIBRARIES[library]
        body = self._code.replace("xp.", f"{xp}.")
        return f"{line}\n\nn, d = {whole('length', length)}, {whole('dim', dim)}\n{body}\n"

    @property
    @abstractmethod
    def _code(self) -> str:
        """Python that makes `PE` of `n` and `d`, with `xp` for a library: what numpy and torch both understand."""

    def _points(self, positions: Sequence[float] | ArrayLike) -> Array | range:
        """A range as it is, anything else as float64; or one sentence about the first that cannot be used."""
        if isinstance(positions, range):
            self._check(real_array("positions", [*positions[:1], *positions[-1:]], 1))
            return positions
        points = real_array("positions", positions, 1)
        self._check(points)
        return points

    def _check(self, points: Array) -> None:
        allowed = np.abs(points) <= MAX_POSITION
        words = f"between -{MAX_POSITION:,} and {MAX_POSITION:,}"
        if not self.real_positions:
            allowed &= (points >= 0) & (points == np.floor(points))
            words = f"whole and between 0 and {MAX_POSITION:,}"
        if not allowed.all():
            raise ValueError(f"positions of {self.name} must be {words}, not {points[~allowed][0]:.15g}")


def as_array(positions: Array | range) -> Array:
    """Checked positions as float64."""
    if isinstance(positions, range):
        return np.arange(positions.start, positions.stop, positions.step, dtype=np.float64)
    return positions


def real_array(name: str, value: ArrayLike, ndim: int) -> Array:
    """The numbers as float64; ValueError when they are not real numbers in `ndim` dimensions."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must be an array of equally long rows of real numbers") from None
    # numpy would read True as 1 and "7" as text: neither is a number here; an empty list has no kind yet
    if array.ndim != ndim or (array.size and array.dtype.kind not in "iuf"):
        raise ValueError(f"{name} must be real numbers in {ndim} dimension(s), not {array.dtype} in {array.ndim}")
    return array.astype(np.float64, copy=False)


def whole(name: str, value: Any) -> int:
    """A whole number from 1."""
    try:
        count = operator.index(value)
    except TypeError:
        count = 0
    if count < 1 or isinstance(value, bool):
        raise ValueError(f"{name} = {value!r} must be a whole number from 1")
    return count
