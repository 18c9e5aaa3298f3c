"""Compare: one row a scheme, and the curves of all."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from dashboard.parameters import MEASURES
from dashboard.study import Study
from dashboard.views import words
from dashboard.views.compare.numbers import SEARCHED_CELLS, Portrait, ScorePortrait, both
from dashboard.views.measurements import MEASURED_CELLS, MEASURED_LENGTH
from dashboard.views.scores import LOOKED_AT
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


def score_summary(portraits: Sequence[ScorePortrait]) -> pd.DataFrame:
    """The same of schemes without vectors, in nats."""
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


def figures(portraits: Sequence[Portrait], study: Study) -> pd.DataFrame:
    """The same for the page, one row a figure; without what rounding leaves of equal numbers."""
    return _read(summary(portraits), meanings(study))


def score_figures(portraits: Sequence[ScorePortrait], study: Study) -> pd.DataFrame:
    """The same of schemes without vectors."""
    return _read(score_summary(portraits), score_meanings(study))


def _read(summary: pd.DataFrame, meanings: Mapping[str, str]) -> pd.DataFrame:
    """One row a figure, one column a scheme, in words; empty where there is none."""
    if summary.empty:
        return summary
    table = summary.set_index("scheme")
    headings = zip(table.columns, meanings, strict=True)
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


def score_meanings(study: Study) -> dict[str, str]:
    """The same of schemes without vectors."""
    k = f"{study.offset:,} back"
    of = "at a thousand positions where it depends on the position" if study.length > LOOKED_AT else "at all positions"
    return {
        f"Mean loss, key {k}": f"how many nats the key {k} scores less than the position's own, {of}.",
        "Spread of the loss": "how much these differ: their standard deviation as a share of their mean. 0: all are "
        "equal. A dash: no key is so far back, it is masked, or none loses.",
        "Lowest score of the last": "the lowest score that the last position gives, in nats beside its own.",
    }


def _printed(column: str, value: float | None) -> str:
    if value is None or pd.isna(value):
        return "–"
    if column == "most_similar_to_itself":
        return words.percent(value)
    rounding = "spread" in column or "nats" in column
    return words.number(0.0 if rounding and abs(value) <= criteria.EQUAL else value)


def curves(study: Study) -> pd.DataFrame:
    """One row a shown position: what the charts show of every scheme; empty where there is no step."""
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
    return shown(study, table)


def written(study: Study) -> pd.DataFrame:
    """The figures of every scheme, one row each."""
    portraits, of_scores = both(study)
    return pd.concat([summary(portraits), score_summary(of_scores)], ignore_index=True)


OFFER = Offer({"figures": Table(written, lambda _: ""), "curves": Table(curves, shown_fit)})
