"""Tables of Clocks: the drawn coordinates, and T(k) of the first encoding."""

import pandas as pd

from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.clocks import numbers
from dashboard.views.tables import Table, pairs_fit, steps_fit
from posenc_core import Scheme


def titles(study: Study, scheme: Scheme, count: int, columns: tuple[int, ...]) -> list[str]:
    """Titles of the drawn axes: columns, or principal components with the variance that they explain."""
    if columns:
        return [message("clocks-column", column=column) for column in columns]
    shares = numbers.components(scheme, study.length, study.dim)[1][:count].tolist()
    return [message("clocks-component", count=place, share=share) for place, share in enumerate(shares, 1)]


def coordinates(study: Study) -> pd.DataFrame:
    """Drawn coordinates of every position."""
    points, columns, _ = numbers.path(study, study.schemes[0])
    names = titles(study, study.schemes[0], points.shape[1], columns)
    return pd.DataFrame(points, columns=names).rename_axis("position").reset_index()


def matrix(study: Study) -> pd.DataFrame:
    """T(k) of the first encoding."""
    return pd.DataFrame(numbers.move(study.schemes[0], study.offset, study.length, study.dim)[0].matrix)


TABLES = {"coordinates": Table(coordinates, pairs_fit), "matrix": Table(matrix, steps_fit)}
