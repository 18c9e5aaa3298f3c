"""Identification of position tables."""

from posenc_tools.diagnosis.diagnosis import diagnose
from posenc_tools.diagnosis.explanations import Cell, Explanation, Kind, Pairs, State
from posenc_tools.diagnosis.resizing import Resizing, find_resizing
from posenc_tools.diagnosis.storage import Storage
from posenc_tools.diagnosis.words import Diagnosis

__all__ = [
    "Cell", "Diagnosis", "Explanation", "Kind", "Pairs", "Resizing", "State", "Storage", "diagnose", "find_resizing",
]  # fmt: skip
