"""Compare: one row a scheme, and the curves of all."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

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


def figures(portraits: Sequence[Portrait], study: Study) -> pd.DataFrame:
    """The same for the page, one row a figure; without what rounding leaves of equal numbers."""
    table = summary(portraits).set_index("scheme")
    headings = zip(table.columns, meanings(study), strict=True)
    shown = {
        heading: {name: _printed(column, table.loc[name, column]) for name in table.index}
        for column, heading in headings
    }
    return pd.DataFrame(shown).T.rename_axis("Figure")


def meanings(study: Study) -> dict[str, str]:
    """What each figure is called, and what it is."""
    measure = MEASURES["cosine" if study.measure == "cosine" else "dot"]
    return {
        "Largest \\|value\\|": f"the largest number of the matrix, in size. A dash beyond {SEARCHED_CELLS:,} entries.",
        f"Mean step, k = {study.offset:,}": "the mean distance from p to p + k over all p. One number in d columns "
        "makes it √d times as long.",
        "Spread of the step": "how much the steps differ: their standard deviation as a share of their mean. 0: all "
        f"are equal, up to {words.number(criteria.EQUAL)}. A dash: no steps, or none that moves.",
        "Spread of the norm": "the same for the lengths of the vectors (their norms). 0: every position has an "
        "equally long vector. A dash: all vectors are 0.",
        "Most similar to itself": f"the share of the positions whose {measure} with themselves is larger than with "
        f"any other position. A dash for more than {MEASURED_LENGTH:,} positions or {MEASURED_CELLS:,} entries.",
    }


def _printed(column: str, value: float | None) -> str:
    if value is None or pd.isna(value):
        return "–"
    if column == "most_similar_to_itself":
        return words.percent(value)
    return words.number(0.0 if "spread" in column and value <= criteria.EQUAL else value)


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
