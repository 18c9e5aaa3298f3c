"""Shift: residuals, and T(k) of the first scheme."""

import pandas as pd

from dashboard.study import Study
from dashboard.views.shift import numbers, words
from dashboard.views.tables import Offer, Table, steps_fit


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


OFFER = Offer({"residuals": Table(residuals, steps_fit), "matrix": Table(matrix, steps_fit)})
