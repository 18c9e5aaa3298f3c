"""Scorecard: every condition, decided."""

from dashboard.memory import kept
from dashboard.parameters import HEADS
from dashboard.study import Study
from dashboard.views import measurements, scores
from posenc_core import Scheme, criteria, precision
from posenc_core.criteria import Finding


def cards(study: Study) -> dict[str, dict[str, Finding]]:
    """Every condition, decided for every scheme, by the scheme's name and the metric."""
    size = (study.length, study.dim, study.offset)
    return {scores.named(s, study): _scorecard(s, *size, scores.head(s, study)) for s in study.schemes}


@kept
def _scorecard(scheme: Scheme, length: int, dim: int, offset: int, head: int) -> dict[str, Finding]:
    return criteria.scorecard(scheme, length, dim, offset, head=head, heads=HEADS)


@kept
def repeats_unrounded(scheme: Scheme, length: int, dim: int) -> int:
    """How many vectors repeat an earlier one as they are."""
    return precision.duplicates(measurements.table(scheme, length, dim))
