"""CustomTable: vectors that the caller passes."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from posenc_core.arrays import LARGEST, AnyArray, Array, ArrayLike, read_only, real_numbers
from posenc_core.foundation.base import Ability
from posenc_core.foundation.stored_table import StoredTable
from posenc_core.text.messages import Claim, claim


@dataclass(frozen=True, eq=False, init=False)
class CustomTable(StoredTable):
    """A custom table: every function that accepts an encoding accepts it.

    Smaller sizes use the first rows and the first columns. The numbers are copied, in the smallest float type that
    represents each of them exactly.

    Parameters
    ----------
    table : array_like, shape (n, d), optional
        One row per position, from 0. Without a table, the scheme lacks every ability.

    Raises
    ------
    ValueError
        If `table` is not a finite table of numbers.

    Examples
    --------
    >>> from posenc_core import CustomTable, geometry
    >>> geometry.distances_at_offset(CustomTable([[0, 1], [0, 2], [0, 3]]), 1)
    array([1., 1.])
    """

    name: ClassVar[str] = "Yours"
    source: ClassVar[str] = "The table that was passed"
    missing: ClassVar[Claim] = claim("lacks-table")
    """Reason that a scheme without a table lacks every ability."""

    def __init__(self, table: ArrayLike | None = None) -> None:
        """Copy and validate the table."""
        rows = None if table is None else _compact(_validate(table))
        object.__setattr__(self, "_rows", rows)
        if rows is not None:
            object.__setattr__(self, "own_size", rows.shape)

    def __repr__(self) -> str:
        size = "" if self.own_size is None else f"table of {self.own_size[0]:,} × {self.own_size[1]:,}"
        return f"{type(self).__name__}({size})"

    columns = "as given"

    @property
    def size_in_bytes(self) -> int:
        """Size of the stored numbers in bytes."""
        rows: Array | None = vars(self)["_rows"]
        return 0 if rows is None else rows.nbytes

    def _unsupported_reason(self, ability: Ability, length: int, dim: int) -> Claim | None:
        if ability in self.abilities and vars(self)["_rows"] is None:
            return self.missing
        return super()._unsupported_reason(ability, length, dim)

    @property
    def _table(self) -> Array:
        rows: Array = vars(self)["_rows"]
        return rows

    # tables are compared by identity
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def _validate(table: ArrayLike) -> AnyArray:
    numbers = real_numbers("table", table, 2)
    if not numbers.size:
        raise ValueError(f"table must have at least one row and one column, not {numbers.shape}")
    with np.errstate(invalid="ignore"):
        # min and max are NaN if any number is
        least, largest = float(numbers.min()), float(numbers.max())
    if not -LARGEST <= least <= largest <= LARGEST:
        raise ValueError(claim("table-finite", text=f"{LARGEST:g}"))
    return numbers


def _compact(numbers: AnyArray) -> Array:
    """Return a read-only copy in the smallest float type that is exact."""
    return read_only(numbers.astype(next((kind for kind in ("f2", "f4") if _is_exact(kind, numbers)), "f8")))


def _is_exact(kind: str, numbers: AnyArray) -> bool:
    """Return True if a float type represents each number, testing some rows at a time to limit memory."""
    count = max(2**16 // numbers.shape[1], 1)
    parts = (numbers[start : start + count] for start in range(0, len(numbers), count))
    with np.errstate(over="ignore"):
        return all(bool((part.astype(kind) == part).all()) for part in parts)
