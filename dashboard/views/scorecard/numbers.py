"""Numbers of Scorecard."""

from functools import partial

from dashboard.numbers import scores
from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study
from posenc_core.analysis import criteria
from posenc_core.analysis.criteria import Scorecard

_scorecard = partial(shared_cache(criteria.scorecard), heads=HEADS)


def cards(study: Study) -> dict[str, Scorecard]:
    """Return the findings of all criteria, by scheme name and criterion."""
    size = {"length": study.length, "dim": study.dim, "offset": study.offset}
    return {scores.label(s, study): _scorecard(s, **size, head=scores.head(s, study)) for s in study.schemes}
