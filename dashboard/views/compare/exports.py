"""Tables of Compare: one row per encoding, and all curves."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.compare.numbers import SEARCHED_CELLS, Portrait, ScorePortrait, both
from dashboard.views.page_parts import static_table
from dashboard.views.tables import Table, shown_fit, shown_rows
from posenc_core.analysis import criteria
from posenc_core.text.numerals import number


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
                "most_similar_to_itself": p.self_maxima,
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


def draw(study: Study) -> None:
    """Draw the summaries as tables, with an explanation of each row."""
    portraits, of_scores = both(study)
    args = {"offset": study.offset, "measure": study.measure, "cells": SEARCHED_CELLS}
    for table in (summary(portraits), score_summary(of_scores)):
        if not table.empty:
            table = table.set_index("scheme")
            rows = {column: map(partial(_format, column), table[column]) for column in table}
            names = [message(f"compare-figure-{column}", **args) for column in table]
            static_table(pd.DataFrame([*rows.values()], index=names, columns=table.index), message("compare-figure"))
            helps = [message(f"compare-figure-{column}.help", **args) for column in table]
            st.caption("  \n".join(f"**{name}**: {text}" for name, text in zip(names, helps, strict=True)))


def _format(column: str, value: float | None) -> str:
    if value is None or pd.isna(value):
        return "–"
    if column == "most_similar_to_itself":
        return message("compare-figure-share", share=value)
    rounding = "spread" in column or "nats" in column
    return number(0.0 if rounding and abs(value) <= criteria.EQUAL else value)


def curves(study: Study) -> pd.DataFrame:
    """Curves of every scheme, one row per shown position; empty where undefined."""
    table: dict[str, Any] = {}
    portraits, of_scores = both(study)
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
    portraits, of_scores = both(study)
    return pd.concat([summary(portraits), score_summary(of_scores)], ignore_index=True)


TABLES = {"figures": Table(all_figures), "curves": Table(curves, shown_fit)}
