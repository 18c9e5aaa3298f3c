"""What is this table? Given any (n, d) array: what it is, how far off, and what else is equally true."""

from posenc_core.diagnosis.assertion import assert_sinusoidal
from posenc_core.diagnosis.diagnosis import diagnose
from posenc_core.diagnosis.examples import EXAMPLES
from posenc_core.diagnosis.mistakes import MISTAKES, Mistake
from posenc_core.diagnosis.reading import Cell, Diagnosis, Kind, Pairs, Reading, Seen, Storage

__all__ = [
    "EXAMPLES",
    "MISTAKES",
    "Cell",
    "Diagnosis",
    "Kind",
    "Mistake",
    "Pairs",
    "Reading",
    "Seen",
    "Storage",
    "assert_sinusoidal",
    "diagnose",
]
