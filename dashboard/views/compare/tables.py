"""Compare: one row a scheme, and the curves of all."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.parameters import MEASURES
from dashboard.study import Study
from dashboard.views import words
from dashboard.views.compare.numbers import SEARCHED_CELLS, Portrait, portrait
from dashboard.views.measurements import MEASURED_CELLS, MEASURED_LENGTH
from dashboard.views.tables import Offer, Table, shown, shown_fit
from posenc_core import criteria


def summary(portraits: Sequence[Portrait]) -> pd.DataFrame:
    """One row a scheme; what is undefined is empty."""
    return pd.DataFrame(
        [
            {
                "scheme": p.scheme.name,
                "max_abs_value": p.largest if p.whole.highest is not None else None,
                "mean_step": p.step.mean if p.step else None,
                "relative_spread_of_step": p.step.relative if p.step else None,
                "relative_spread_of_norm": p.whole.norm.relative,
                "most_similar_to_itself": p.self_maxima,
            }
            for p in portraits
        ]
    )


def rounded(portraits: Sequence[Portrait]) -> pd.DataFrame:
    """The same without what rounding leaves of equal numbers, for the page."""
    table = summary(portraits)
    for column in ("relative_spread_of_step", "relative_spread_of_norm"):
        table[column] = table[column].mask(table[column] <= criteria.EQUAL, 0.0)
    return table


def summary_columns(study: Study) -> dict[str, Any]:
    """Headings, formats and help of `summary`."""
    measure = MEASURES["cosine" if study.measure == "cosine" else "dot"]
    number = st.column_config.NumberColumn
    return {
        "scheme": st.column_config.TextColumn("Scheme", pinned=True),
        "max_abs_value": number(
            "Largest |value|",
            format="%.4g",
            help=f"The largest number of the matrix, in size. A dash beyond {SEARCHED_CELLS:,} entries.",
        ),
        "mean_step": number(
            f"Mean step, k = {study.offset:,}",
            format="%.4g",
            help="Mean distance from p to p + k over all p. One number in d columns makes it √d times as long.",
        ),
        "relative_spread_of_step": number(
            "Spread of the step",
            format="%.2g",
            help="How much the steps differ: their standard deviation as a share of their mean. 0: all are equal, "
            f"up to {words.number(criteria.EQUAL)}. A dash: no steps, or none that moves.",
        ),
        "relative_spread_of_norm": number(
            "Spread of the norm",
            format="%.2g",
            help="The same for the lengths of the vectors (their norms). 0: every position has an equally long vector.",
        ),
        "most_similar_to_itself": number(
            "Most similar to itself",
            format="percent",
            help=f"Share of the positions whose {measure} with themselves is larger than with any other position. "
            f"A dash for more than {MEASURED_LENGTH:,} positions or {MEASURED_CELLS:,} entries.",
        ),
    }


def curves(study: Study) -> pd.DataFrame:
    """One row a shown position: the step and the similarity of every scheme; empty where there is no step."""
    table: dict[str, Any] = {}
    for p in [portrait(scheme, study) for scheme in study.schemes]:
        table[f"{p.scheme.name} step"] = p.steps
        table[f"{p.scheme.name} similarity"] = p.similarity
    return shown(study, table)


OFFER = Offer(
    {
        "figures": Table(lambda study: summary([portrait(scheme, study) for scheme in study.schemes]), lambda _: ""),
        "curves": Table(curves, shown_fit),
    }
)
