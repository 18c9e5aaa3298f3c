"""StoredTable: base class of schemes that are stored tables."""

from abc import abstractmethod

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Scheme

HEADER = 128
"""Bytes before the data of a .npy file."""


class StoredTable(Scheme):
    """Stored vectors of a limited number of positions."""

    real_positions = False

    @property
    @abstractmethod
    def _table(self) -> Array:
        """Stored numbers, (n, d)."""

    formula = r"PE(p, j) = W_{p, j}"

    _code = ""

    def code(self, library: str, length: int, dim: int) -> str:
        # the page offers this file for download
        head = super().code(library, length, dim).rstrip()
        name = f"{self.name.lower()}-{length}x{dim}.npy"
        comment = f"# stored numbers, in float64: {name}"
        if library == "numpy":
            return f'{head}\n{comment}\nPE = np.load("{name}")\n'
        return (
            f"{head}\n{comment}\n# {length} rows follow the header of {HEADER} bytes\n"
            f'PE = torch.from_file("{name}", size={HEADER // 8} + n * d, dtype=torch.float64)[{HEADER // 8}:]\n'
            "PE = PE.reshape(n, d)\n"
        )

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        rows, dim = self._table, out.shape[1]
        last = max(positions, default=0) if isinstance(positions, range) else int(positions.max(initial=0))
        if last >= len(rows):
            raise ValueError(f"position {last} has no row: the table of {self.name} has {len(rows)}, from 0 on")
        out[...] = rows[np.asarray(positions, np.int64), :dim]
