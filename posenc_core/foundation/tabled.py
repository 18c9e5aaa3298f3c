"""What if no rule makes the vectors? The part that a trained table and one of your own share."""

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array, Rows
from posenc_core.foundation.base import Scheme

__all__ = ["Tabled"]

HEADER = 128
"""Bytes of a .npy file that say what it holds; its numbers follow."""


@dataclass(frozen=True, kw_only=True)
class Tabled(Scheme):
    """A table that holds the vectors of so many positions, number by number."""

    real_positions = False

    @property
    @abstractmethod
    def _table(self) -> Rows:
        """Every number. (n, d)"""

    @property
    def formula(self) -> str:
        """W is the table: no rule says what stands there."""
        return r"PE(p, j) = W_{p, j}"

    @property
    def _code(self) -> str:
        return ""

    def code(self, library: str, length: int, dim: int) -> str:
        """No rule makes the numbers, so the program reads a file of them, which a page offers beside it."""
        head = super().code(library, length, dim).rstrip()
        name = f"{self.name.lower()}-{length}x{dim}.npy"
        why = f"# no rule makes these numbers: {name} holds them, as np.save writes float64"
        if library == "numpy":
            return f'{head}\n{why}\nPE = np.load("{name}")\n'
        return (
            f"{head}\n{why};\n# its first {HEADER} bytes say what it holds, then come {length} rows of float64\n"
            f'PE = torch.from_file("{name}", size={HEADER // 8} + n * d, dtype=torch.float64)[{HEADER // 8}:]\n'
            "PE = PE.reshape(n, d)\n"
        )

    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
        rows, dim = self._table, out.shape[1]
        last = max(positions, default=0) if isinstance(positions, range) else int(positions.max(initial=0))
        if last >= len(rows):
            raise ValueError(f"position {last} has no row: the table of {self.name} has {len(rows)}, from 0 on")
        out[...] = rows[np.asarray(positions, np.int64), :dim]
