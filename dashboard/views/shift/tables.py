"""Shift: residuals, and T(k) of the first scheme."""

import pandas as pd

from dashboard.study import Study
from dashboard.views.shift import numbers, words
from dashboard.views.tables import Offer, Table, always, steps_fit


def residuals(study: Study) -> pd.DataFrame:
    """The residual of every scheme by every way, on seen and on unseen positions."""
    rows = [
        (scheme.name, words.WAYS[way], *found)
        for scheme in study.schemes
        for way, found in numbers.residuals(scheme, study.offset, study.length, study.dim).items()
    ]
    return pd.DataFrame(rows, columns=["scheme", "way", "seen", "unseen"])


def matrix(study: Study) -> pd.DataFrame:
    """T(k) of the first scheme."""
    return pd.DataFrame(numbers.move(study.schemes[0], study.offset, study.length, study.dim)[0].matrix)


def training(study: Study) -> pd.DataFrame:
    """The turns found in a trained table and in others of its size; the same for every study."""
    rows = [
        (name, turn, *numbers_of_one)
        for name, found in numbers.training().found.items()
        for turn, numbers_of_one in enumerate(zip(found.wavelengths, found.kept, strict=True))
    ]
    return pd.DataFrame(rows, columns=["table", "turn", "wavelength", "left of the length"])


OFFER = Offer(
    {
        "residuals": Table(residuals, steps_fit),
        "matrix": Table(matrix, steps_fit),
        "training": Table(training, always),
    }
)
