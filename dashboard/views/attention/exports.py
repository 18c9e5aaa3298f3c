"""Attention: drops over the offset, where the last token looks, and whether only the offset counts."""

from collections.abc import Mapping

import pandas as pd

from dashboard.numbers import scores
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.attention import numbers
from dashboard.views.tables import MAX_ROWS, Offer, Table
from posenc_core import Scheme
from posenc_core.analysis.attention import Reach


def drops(study: Study) -> pd.DataFrame:
    """What the score loses at every offset, on average, at least and at most, three columns a scheme."""
    columns: dict[str, object] = {"offset": range(study.length)}
    for scheme, found in numbers.every_drop(study).items():
        name = scores.label(scheme, study)
        columns |= {name: found.mean, f"{name}, lowest": found.low, f"{name}, highest": found.high}
    return pd.DataFrame(columns)


def reaches(found: Mapping[Scheme, Reach], study: Study) -> pd.DataFrame:
    """Where the attention of the last token goes, one row a scheme."""
    rows = [(scores.label(scheme, study), *each) for scheme, each in found.items()]
    return pd.DataFrame(rows, columns=["scheme", "distance", "entropy", "near"])


def residuals(study: Study) -> pd.DataFrame:
    """Whether only the offset counts, both ways, one row a scheme."""
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


def refused(study: Study) -> str:
    """Why there is nothing to tell; nothing where there is."""
    if study.length == 1:
        return message("attention-file-single")
    if numbers.mode(study) is None:
        return message("attention-file-tokens")
    if not numbers.every_drop(study):
        return message("attention-file-formula")
    return ""


def offsets_fit(study: Study) -> str:
    """Why the offsets are too many for a file; nothing where they are not."""
    if study.length > MAX_ROWS:
        return message("attention-file-offsets", most=MAX_ROWS, length=study.length)
    return refused(study)


OFFER = Offer(
    {
        "drops": Table(drops, offsets_fit),
        "reach": Table(lambda study: reaches(numbers.every_reach(study), study), refused),
        "residuals": Table(residuals, refused),
    }
)
