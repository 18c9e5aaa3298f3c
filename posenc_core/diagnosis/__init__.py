"""What is this table? Given any (n, d) array: what it is, how far off, and what else is equally true."""

from posenc_core.diagnosis.accounts import Account, Cell, Diagnosis, Kind, Pairs, State
from posenc_core.diagnosis.diagnosis import diagnose
from posenc_core.diagnosis.resizing import Resizing, resized
from posenc_core.diagnosis.storage import Storage

__all__ = ["Account", "Cell", "Diagnosis", "Kind", "Pairs", "Resizing", "State", "Storage", "diagnose", "resized"]
