"""A custom table: vectors that a visitor or a program gives."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.arrays import LARGEST, Rows, real_numbers
from posenc_core.foundation.base import Ability
from posenc_core.foundation.tabled import Tabled
from posenc_core.text.messages import Claim, claim

__all__ = ["CustomTable"]


@dataclass(frozen=True, eq=False, init=False)
class CustomTable(Tabled):
    """A table of your own: it answers whatever a scheme answers, and stands beside all others.

    >>> from posenc_core import geometry
    >>> yours = CustomTable([[0, 1], [0, 2], [0, 3]])
    >>> geometry.distances_at_offset(yours, 1)
    array([1., 1.])

    A row is a position, from 0 on. What is asked of it may be smaller than the table: its first rows, and of these the
    first columns. The numbers are copied, in the smallest kind of float that holds each of them exactly.
    """

    name: ClassVar[str] = "Yours"
    source: ClassVar[str] = "The table that was given"
    missing: ClassVar[Claim] = claim("lacks-table")
    """Why one that has no table answers nothing."""

    def __init__(self, table: ArrayLike | None = None) -> None:
        """Take a table, (n, d), or none as yet: then it lacks everything.

        ValueError for anything that is no finite table of numbers.
        """
        rows = None if table is None else _compact(_checked(table))
        object.__setattr__(self, "_rows", rows)
        if rows is not None:
            object.__setattr__(self, "own_size", rows.shape)

    def __repr__(self) -> str:
        held = "" if self.own_size is None else f"table of {self.own_size[0]:,} × {self.own_size[1]:,}"
        return f"{type(self).__name__}({held})"

    @property
    def columns(self) -> str:
        return "as given"

    @property
    def size_in_bytes(self) -> int:
        """How much its numbers take as they are stored."""
        rows: Rows | None = vars(self)["_rows"]
        return 0 if rows is None else rows.nbytes

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        """Why it has not what an ability needs, as of any scheme; without a table it has nothing."""
        if ability in self.abilities and vars(self)["_rows"] is None:
            return self.missing
        return super().unsupported_reason(ability, length, dim)

    @property
    def _table(self) -> Rows:
        rows: Rows = vars(self)["_rows"]
        return rows

    # two tables are never the same one, whatever they hold
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def _checked(table: ArrayLike) -> NDArray[Any]:
    numbers = real_numbers("table", table, 2)
    if not numbers.size:
        raise ValueError(f"table must have at least one row and one column, not {numbers.shape}")
    with np.errstate(invalid="ignore"):
        # NaN is both of them, wherever it stands
        least, largest = float(numbers.min()), float(numbers.max())
    if not -LARGEST <= least <= largest <= LARGEST:
        raise ValueError(f"the numbers of table must be finite and at most {LARGEST:g} in size")
    return numbers


def _compact(numbers: NDArray[Any]) -> Rows:
    """A copy in the smallest kind of float that holds the same numbers, which nobody can write to."""
    rows: Rows = numbers.astype(next((kind for kind in ("f2", "f4") if _holds(kind, numbers)), "f8"))
    rows.flags.writeable = False
    return rows


def _holds(kind: str, numbers: NDArray[Any]) -> bool:
    """Whether a kind of float holds each number; some rows at a time, since a table may be large."""
    count = max(2**16 // numbers.shape[1], 1)
    parts = (numbers[start : start + count] for start in range(0, len(numbers), count))
    with np.errstate(over="ignore"):
        return all(bool((part.astype(kind) == part).all()) for part in parts)
