"""Identification of position tables."""

from posenc_tools.diagnosis.accounts import Account, Cell, Kind, Pairs, State
from posenc_tools.diagnosis.diagnosis import Diagnosis, diagnose
from posenc_tools.diagnosis.resizing import Resizing, find_resizing
from posenc_tools.diagnosis.storage import Storage

__all__ = ["Account", "Cell", "Diagnosis", "Kind", "Pairs", "Resizing", "State", "Storage", "diagnose", "find_resizing"]
