"""Similarity: every shown position, and the sinusoid at several bases."""

from collections.abc import Sequence

import pandas as pd

from dashboard.numbers import measurements, scores
from dashboard.numbers.measurements import AtBase
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.similarity import claims, numbers
from dashboard.views.tables import Offer, Table, shown, shown_fit
from posenc_core.text.numerals import number


def similarities(study: Study) -> pd.DataFrame:
    """The similarity of every shown position with the chosen one; without vectors its score."""
    size = (study.length, study.dim, study.position)
    found = {s.name: measurements.similarity(s, *size, study.measure) for s in study.having("vectors").schemes}
    for s in study.lacking("vectors").schemes:
        found[f"{scores.label(s, study)} score, nats"] = scores.relative_logits(s, *size, scores.head(s, study))
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
            "longest": [row.longest for row in rows],
        }
    )


def printed(rows: Sequence[AtBase]) -> pd.DataFrame:
    """What the page shows of it, in words; the file has the rest."""
    found = bases(rows).drop(columns=["turning", "end"])
    # a whole number keeps all of its digits, as in a sentence
    found["longest"] = found["longest"].where(found["longest"] < 1000, found["longest"].round())
    texts = found.map(lambda value: "–" if pd.isna(value) else number(value))
    texts.columns = [message(f"similarity-column-{column}") for column in found]
    return texts.set_index(texts.columns[0])


def bases_fit(study: Study) -> str:
    """Why the base is not compared; nothing where it is."""
    return message("similarity-base-refused") if study.length == 1 or claims.single_wave(study) else ""


OFFER = Offer(
    {
        "curves": Table(similarities, shown_fit),
        "bases": Table(lambda study: bases(numbers.at_bases(study)[0]), bases_fit),
    }
)
