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
        # a file that `numpy.save` writes from the vectors of this size
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

    def _encode(self, positions: Array, dim: int, length: int) -> Array:
        last = int(positions.max(initial=0))
        if last >= len(self._table):
            raise ValueError(f"position {last} has no row: the table of {self.name} has {len(self._table)}, from 0 on")
        return self._table[positions.astype(np.int64), :dim]
