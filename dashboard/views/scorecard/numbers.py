"""Scorecard: every condition, decided."""

from dashboard.memory import kept
from dashboard.views import measurements
from posenc_core import Scheme, criteria, precision
from posenc_core.criteria import Finding


@kept
def scorecard(scheme: Scheme, length: int, dim: int, offset: int) -> dict[str, Finding]:
    """Every condition, decided."""
    return criteria.scorecard(scheme, length, dim, offset)


@kept
def repeats_unrounded(scheme: Scheme, length: int, dim: int) -> int:
    """How many vectors repeat an earlier one as they are."""
    return precision.duplicates(measurements.table(scheme, length, dim))
