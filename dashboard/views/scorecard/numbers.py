"""Numbers of Scorecard."""

from functools import partial

from dashboard.numbers import measurements, scores
from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.analysis import criteria, precision
from posenc_core.analysis.criteria import Scorecard

_scorecard = partial(shared_cache(criteria.scorecard), heads=HEADS)


def cards(study: Study) -> dict[str, Scorecard]:
    """Return the findings of all criteria, by scheme name and criterion."""
    size = {"length": study.length, "dim": study.dim, "offset": study.offset}
    return {scores.label(s, study): _scorecard(s, **size, head=scores.head(s, study)) for s in study.schemes}


@shared_cache
def distinct(scheme: Scheme, length: int, dim: int) -> dict[str, int]:
    """Return the number of distinct vectors: exact, with positions in bfloat16, and with values in bfloat16."""
    repeats = measurements.repeats(scheme, length, dim)
    exact = length - precision.duplicates(measurements.table(scheme, length, dim))
    return {"exact": exact, **{what: length - repeats[f"{what} in bfloat16"] for what in ("positions", "values")}}
