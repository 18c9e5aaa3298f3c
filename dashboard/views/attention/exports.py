"""Tables of Attention: drops over the offset, the last token, and translation invariance."""

from collections.abc import Mapping

import pandas as pd

from dashboard.numbers import scores
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.attention import numbers
from dashboard.views.tables import MAX_ROWS, Table
from posenc_core import Scheme
from posenc_core.analysis.attention import Reach


def drops(study: Study) -> pd.DataFrame:
    """Drop of the score at every offset: mean, lowest, and highest, three columns per scheme."""
    columns: dict[str, object] = {"offset": range(study.length)}
    for scheme, drop in numbers.every_drop(study).items():
        name = scores.label(scheme, study)
        columns |= {name: drop.mean, f"{name}, lowest": drop.low, f"{name}, highest": drop.high}
    return pd.DataFrame(columns)


def reaches(by_scheme: Mapping[Scheme, Reach], study: Study) -> pd.DataFrame:
    """Attention of the last token, one row per scheme."""
    rows = [(scores.label(scheme, study), *values) for scheme, values in by_scheme.items()]
    return pd.DataFrame(rows, columns=["scheme", "distance", "entropy", "near"])


def residuals(study: Study) -> pd.DataFrame:
    """Residuals of translation invariance, one row per scheme."""
    n, d, head = study.length, study.dim, study.options["head"] - 1
    rows = [
        (
            scores.label(scheme, study),
            numbers.position_residual(scheme, n, d, head),
            *numbers.content_change(study, scheme),
        )
        for scheme in numbers.every_drop(study)
    ]
    return pd.DataFrame(rows, columns=["scheme", "alone", "mean", "deviation"])


def missing_drops(study: Study) -> str:
    """Error message if there are no drops, else ""."""
    if study.length == 1:
        return message("attention-file-single")
    if numbers.read_mode(study) is None:
        return message("attention-file-tokens")
    if not numbers.every_drop(study):
        return message("attention-file-formula")
    return ""


def offsets_fit(study: Study) -> str:
    """Error message if there are too many offsets for a file, else ""."""
    if study.length > MAX_ROWS:
        return message("attention-file-offsets", most=MAX_ROWS, length=study.length)
    return missing_drops(study)


TABLES = {
    "drops": Table(drops, offsets_fit),
    "reach": Table(lambda study: reaches(numbers.every_reach(study), study), missing_drops),
    "residuals": Table(residuals, missing_drops),
}
