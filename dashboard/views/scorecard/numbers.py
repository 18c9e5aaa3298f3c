"""Scorecard: every condition, decided."""

from dashboard.memory import kept
from posenc_core import Scheme, criteria
from posenc_core.criteria import Finding


@kept
def scorecard(scheme: Scheme, length: int, dim: int, offset: int) -> dict[str, Finding]:
    """Every condition, decided."""
    return criteria.scorecard(scheme, length, dim, offset)
