"""Similarity: every shown position, and the sinusoid at several bases."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.study import Study
from dashboard.views import measurements, scores
from dashboard.views.measurements import AtBase
from dashboard.views.similarity import numbers, words
from dashboard.views.similarity.numbers import Beyond
from dashboard.views.tables import Offer, Table, shown, shown_fit
from dashboard.views.words import number

LONGEST = 2**53
"""A browser writes larger numbers with all their digits."""


def similarities(study: Study) -> pd.DataFrame:
    """The similarity of every shown position with the chosen one; without vectors its score."""
    size = (study.length, study.dim, study.position)
    found = {s.name: measurements.similarity(s, *size, study.measure) for s in study.having("vectors").schemes}
    for s in study.lacking("vectors").schemes:
        found[f"{scores.named(s, study)} score, nats"] = scores.seen(s, *size, scores.head(s, study))
    return shown(study, found)


def bases(rows: Sequence[AtBase]) -> pd.DataFrame:
    """The sinusoid at several bases, one row each."""
    return pd.DataFrame(
        {
            "base": [row.base for row in rows],
            "rise": [row.first_rise for row in rows],
            "moving": [row.moving for row in rows],
            "turning": [row.turning for row in rows],
            "end": [row.cosine[-1] for row in rows],
            "neighbours": [row.neighbours for row in rows],
            "longest": [float(np.rint(row.longest)) for row in rows],
        }
    )


def readable(table: pd.DataFrame) -> pd.DataFrame:
    """The same with words for columns of which a number is larger than a browser tells from its neighbours."""
    long = [column for column in ("base", "longest") if table[column].max() > LONGEST]
    return table.assign(**{column: table[column].map(number) for column in long})


def column(heading: str, values: "pd.Series[Any]") -> Any:
    """How a column of numbers, or of words for them, is shown."""
    if pd.api.types.is_numeric_dtype(values):
        return st.column_config.NumberColumn(heading, format="localized")
    return st.column_config.TextColumn(heading, alignment="right")


def bases_fit(study: Study) -> str:
    """Why the base is not compared; nothing where it is."""
    return "all bases are the same here" if words.no_base(study) else ""


def beyond(rows: Sequence[Beyond]) -> pd.DataFrame:
    """How far the chosen position is from one far beyond it and from the next, one row a scheme."""
    return pd.DataFrame(
        {
            "scheme": [row.scheme.name for row in rows],
            "far": [row.far for row in rows],
            "neighbour": [row.neighbour for row in rows],
        }
    )


OFFER = Offer(
    {
        "curves": Table(similarities, shown_fit),
        "bases": Table(lambda study: bases(numbers.at_bases(study)[0]), bases_fit),
    }
)
