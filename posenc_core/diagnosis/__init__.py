"""Identification of position tables."""

from posenc_core.diagnosis.accounts import Account, Cell, Kind, Pairs, State
from posenc_core.diagnosis.diagnosis import Diagnosis, diagnose
from posenc_core.diagnosis.resizing import Resizing, find_resizing
from posenc_core.diagnosis.storage import Storage

__all__ = ["Account", "Cell", "Diagnosis", "Kind", "Pairs", "Resizing", "State", "Storage", "diagnose", "find_resizing"]
