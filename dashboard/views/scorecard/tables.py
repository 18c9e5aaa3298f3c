"""Scorecard: every condition of every scheme."""

from collections.abc import Collection, Mapping

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


def measures(found: words.Found, without: Collection[str]) -> pd.DataFrame:
    """One row a condition: what is asked, what is measured, and by how much each scheme misses it.

    `without` are the schemes that have no vectors.
    """
    rows = {}
    for c in CRITERIA:
        by = "; ".join(f"{name} {words.missed(card[c.metric])}" for name, card in found.items())
        rows[f"**{words.marked(c)}**  \n{c.summary}"] = "  \n".join([*words.measured(c, found, without), by])
    return pd.DataFrame({"Missed by": rows}).rename_axis("Condition")


def repeats(found: Mapping[str, Mapping[str, int]]) -> pd.DataFrame:
    """One row a scheme: how many vectors repeat after rounding."""
    return pd.DataFrame([{"Scheme": name, **counts} for name, counts in found.items()])


def findings(study: Study) -> pd.DataFrame:
    """Every condition of every scheme, one row each."""
    return pd.DataFrame(
        [
            {"scheme": name, "metric": metric, "verdict": finding.verdict, "number": finding.number}
            | {"positions": " ".join(map(str, finding.where)), "why": finding.why}
            for name, card in numbers.cards(study).items()
            for metric, finding in card.items()
        ]
    )


OFFER = Offer({"findings": Table(findings, pairs_fit)})
