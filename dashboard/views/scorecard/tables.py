"""Scorecard: every condition of every scheme."""

from collections.abc import Mapping

import pandas as pd

from dashboard.study import Study
from dashboard.views.scorecard import numbers, words
from dashboard.views.tables import Offer, Table, pairs_fit
from posenc_core.criteria import CRITERIA


def verdicts(found: words.Found) -> pd.DataFrame:
    """One row a condition: the verdict of every scheme with its reason."""
    five_first = sorted(CRITERIA, key=lambda c: c.metric not in words.FIVE)
    rows = {
        words.condition(c): words.reasons({name: card[c.metric] for name, card in found.items()}) for c in five_first
    }
    return pd.DataFrame({"Verdict and reason": rows}).rename_axis("Condition")


def measures(found: words.Found) -> pd.DataFrame:
    """One row a condition: what is asked, what is measured, and by how much each scheme misses it."""
    rows = {
        f"**{words.marked(c)}**  \n{c.summary}": f"Measured: {c.measure}.  \n"
        + "; ".join(f"{name} {words.missed(card[c.metric])}" for name, card in found.items())
        for c in CRITERIA
    }
    return pd.DataFrame({"Missed by": rows}).rename_axis("Condition")


def repeats(found: Mapping[str, Mapping[str, int]]) -> pd.DataFrame:
    """One row a scheme: how many vectors repeat after rounding."""
    return pd.DataFrame([{"Scheme": name, **counts} for name, counts in found.items()])


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
