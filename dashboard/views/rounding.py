"""Rounding tolerances of the pages."""

from posenc_core.analysis import criteria
from posenc_core.analysis.geometry import Spread

ROUNDING = 1e-12
"""Absolute tolerance for values that are 0 up to rounding."""

TIE = 1e-13
"""Relative tolerance for equal similarities: above rounding errors, below the change of waves after one period."""


def equal(spread: Spread) -> bool:
    """Return whether all values are equal up to rounding."""
    return spread.largest - spread.smallest <= criteria.EQUAL * max(abs(spread.smallest), abs(spread.largest))
