"""Rotary: the example by dimension and the frequencies of every scaling."""

import pandas as pd

from dashboard.state.study import Study
from dashboard.views.rotary import numbers
from dashboard.views.tables import Offer, Table, always
from posenc_core.analysis.pairing import KEY, QUERY


def columns(study: Study) -> pd.DataFrame:
    """The query and the key before they are turned, and after, in both pairings."""
    found = numbers.worked_example(study)
    table: dict[str, object] = {"column": range(numbers.DIM)}
    for letter, vector, turned in (("q", QUERY, found.queries), ("k", KEY, found.keys)):
        table[letter] = vector
        table |= {f"{letter} {name}": values for name, values in turned.items()}
    return pd.DataFrame(table)


def ratios(study: Study) -> pd.DataFrame:
    """The frequency of every pair under each scaling, over that without one."""
    rope = numbers.rope(study)
    found = numbers.scalings(rope, study.dim)
    return pd.DataFrame({"pair": range(study.dim // 2), **{name: scaled.ratios for name, scaled in found.items()}})


OFFER = Offer(
    {
        "columns": Table(columns, always),
        "ratios": Table(ratios, always),
    }
)
