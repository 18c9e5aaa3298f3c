"""Table of Attention: the drops over the offset."""

import pandas as pd

from dashboard.numbers import scores
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.attention import facts
from dashboard.views.tables import MAX_ROWS, Table


def drops(study: Study) -> pd.DataFrame:
    """Drop of the score at every offset: mean, lowest, and highest, three columns per scheme."""
    columns: dict[str, object] = {"offset": range(study.length)}
    for scheme, drop in facts.every_drop(study, facts.read_mode(study)).items():
        name = scores.label(scheme, study)
        columns |= {name: drop.mean, f"{name}, lowest": drop.low, f"{name}, highest": drop.high}
    return pd.DataFrame(columns)


def error(study: Study) -> str:
    """Error message if there are no drops, or too many for a file, else ""."""
    if study.length > MAX_ROWS:
        return message("attention-file-offsets", most=MAX_ROWS, length=study.length)
    return "" if facts.every_drop(study, facts.read_mode(study)) else message("attention-file-formula")


TABLES = {"drops": Table(drops, error)}
