"""Tables of Compare: one row per encoding, and all curves."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from dashboard.state.study import Study
from dashboard.views.compare.numbers import Portrait, ScorePortrait, both, measured
from dashboard.views.tables import Table, shown_fit, shown_rows


def summary(portraits: Sequence[Portrait]) -> pd.DataFrame:
    """Summary of each encoding, one row each; undefined values are empty."""
    return pd.DataFrame(
        [
            {
                "scheme": p.scheme.name,
                "max_abs_value": p.max_abs_value,
                "mean_step": p.step.mean if p.step else None,
                "relative_spread_of_step": p.step.relative if p.step else None,
                "relative_spread_of_norm": p.norm.relative,
                "most_similar": p.winner,
            }
            for p in portraits
        ]
    )


def score_summary(portraits: Sequence[ScorePortrait]) -> pd.DataFrame:
    """Summary of each encoding without vectors, one row each, in nats."""
    return pd.DataFrame(
        [
            {
                "scheme": p.name,
                "mean_loss_nats": p.step.mean if p.step else None,
                "relative_spread_of_loss": p.step.relative if p.step else None,
                "lowest_score_of_last_nats": float(np.nanmin(p.from_last)),
            }
            for p in portraits
        ]
    )


def curves(study: Study) -> pd.DataFrame:
    """Curves of every scheme, one row per shown position; empty where undefined."""
    table: dict[str, Any] = {}
    portraits, of_scores = both(measured(study))
    for p in portraits:
        table[f"{p.scheme.name} step"] = p.steps
        table[f"{p.scheme.name} similarity"] = p.similarity
    for scored in of_scores:
        losses = np.full(study.length, np.nan)
        losses[scored.loss.positions] = scored.loss.values
        table[f"{scored.name} loss, nats"] = losses
        table[f"{scored.name} score, nats"] = scored.seen
    return shown_rows(study, table)


def all_figures(study: Study) -> pd.DataFrame:
    """Summaries of all schemes, one row each."""
    portraits, of_scores = both(measured(study))
    return pd.concat([summary(portraits), score_summary(of_scores)], ignore_index=True)


TABLES = {"figures": Table(all_figures), "curves": Table(curves, shown_fit)}
