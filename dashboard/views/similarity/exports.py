"""Tables of Similarity: shown positions, and the sinusoid at several bases."""

from collections.abc import Sequence

import pandas as pd

from dashboard.numbers import measurements, scores
from dashboard.numbers.measurements import AtBase
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.similarity import claims, numbers
from dashboard.views.tables import Table, shown_fit, shown_rows
from posenc_core.text.numerals import number


def similarities(study: Study) -> pd.DataFrame:
    """Similarity of every shown position with the selected one, or its score without vectors."""
    size = (study.length, study.dim, study.position)
    columns = {s.name: measurements.similarity(s, *size, study.measure) for s in study.with_ability("vectors").schemes}
    for s in study.without_ability("vectors").schemes:
        columns[f"{scores.label(s, study)} score, nats"] = scores.relative_logits(s, *size, scores.head(s, study))
    return shown_rows(study, columns)


def bases(rows: Sequence[AtBase]) -> pd.DataFrame:
    """Sinusoid at several bases, one row each."""
    return pd.DataFrame(
        {
            "base": [row.base for row in rows],
            "rise": [row.first_rise for row in rows],
            "moving": [row.moving for row in rows],
            "turning": [row.turning for row in rows],
            "end": [row.cosine[-1] for row in rows],
            "neighbors": [row.neighbors for row in rows],
            "longest": [row.longest for row in rows],
        }
    )


def formatted_bases(rows: Sequence[AtBase]) -> pd.DataFrame:
    """Return the formatted subset of `bases` for the page."""
    table = bases(rows).drop(columns=["turning", "end"])
    # integers keep all digits, as in sentences
    table["longest"] = table["longest"].where(table["longest"] < 1000, table["longest"].round())
    texts = table.map(lambda value: "–" if pd.isna(value) else number(value))
    texts.columns = [message(f"similarity-column-{column}") for column in table]
    return texts.set_index(texts.columns[0])


def bases_fit(study: Study) -> str:
    """Error message if bases are not compared, else ""."""
    return message("similarity-base-refused") if study.length == 1 or claims.single_wave(study) else ""


TABLES = {
    "curves": Table(similarities, shown_fit),
    "bases": Table(lambda study: bases(numbers.at_bases(study)[0]), bases_fit),
}
