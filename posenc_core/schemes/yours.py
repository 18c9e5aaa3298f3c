"""What if the table is your own?"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import Rows, real_numbers
from posenc_core.tabled import Tabled


@dataclass(frozen=True, eq=False, init=False)
class Yours(Tabled):
    """A table that you give: it answers whatever a scheme answers, and stands beside all others."""

    name: ClassVar[str] = "Yours"
    source: ClassVar[str] = "The table that was given"

    def __init__(self, table: ArrayLike) -> None:
        """Take a table, a row for each position. (n, d); ValueError for anything that is no finite array of numbers."""
        rows = real_numbers("table", table, 2)
        if not rows.size or not np.isfinite(rows).all():
            raise ValueError(f"table must have at least one row and one column of finite numbers, not {rows.shape}")
        object.__setattr__(self, "_rows", rows)
        object.__setattr__(self, "own_size", rows.shape)

    @property
    def columns(self) -> str:
        return "as given"

    @property
    def _table(self) -> Rows:
        rows: Rows = vars(self)["_rows"]
        return rows

    # two tables are never the same one, whatever they hold
    __eq__ = object.__eq__
    __hash__ = object.__hash__
