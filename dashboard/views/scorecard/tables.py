"""Scorecard: every condition of every scheme."""

import pandas as pd

from dashboard.study import Study
from dashboard.views.scorecard import numbers
from dashboard.views.tables import Offer, Table, pairs_fit


def findings(study: Study) -> pd.DataFrame:
    """Every condition of every scheme, one row each."""
    size = (study.length, study.dim, study.offset)
    return pd.DataFrame(
        [
            {"scheme": scheme.name, "metric": metric, "verdict": finding.verdict, "number": finding.number}
            | {"positions": " ".join(map(str, finding.where)), "why": finding.why}
            for scheme in study.schemes
            for metric, finding in numbers.scorecard(scheme, *size).items()
        ]
    )


OFFER = Offer({"findings": Table(findings, pairs_fit)})
