"""What counts as rounding on the pages."""

from posenc_core.analysis import criteria
from posenc_core.analysis.geometry import Spread

ROUNDING = 1e-12
"""Below this, a number that should be 0 is what rounding leaves of it."""

TIE = 1e-13
"""By how much of the largest similarity two that rounding has parted may differ; waves miss one turn by more."""


def equal(found: Spread) -> bool:
    """Whether all of some numbers are equal but for rounding."""
    return found.largest - found.smallest <= criteria.EQUAL * max(abs(found.smallest), abs(found.largest))
