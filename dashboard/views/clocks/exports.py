"""Tables of Clocks: the drawn coordinates, and T(k) of the first encoding."""

import pandas as pd

from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.clocks import numbers
from dashboard.views.tables import Table, pairs_fit, steps_fit
from posenc_core import Scheme


def titles(study: Study, scheme: Scheme, path: numbers.Path) -> list[str]:
    """Titles of the drawn axes: columns, or principal components with the variance that they explain."""
    if path.columns:
        return [message("clocks-column", column=column) for column in path.columns]
    shares = numbers.components(scheme, study.length, study.dim)[1][: path.points.shape[1]].tolist()
    return [message("clocks-component", count=count, share=share) for count, share in enumerate(shares, 1)]


def coordinates(study: Study) -> pd.DataFrame:
    """Drawn coordinates of every position."""
    scheme = study.schemes[0]
    path = numbers.path(study, scheme)
    return pd.DataFrame(path.points, columns=titles(study, scheme, path)).rename_axis("position").reset_index()


def matrix(study: Study) -> pd.DataFrame:
    """T(k) of the first encoding."""
    return pd.DataFrame(numbers.move(study.schemes[0], study.offset, study.length, study.dim)[0].matrix)


TABLES = {"coordinates": Table(coordinates, pairs_fit), "matrix": Table(matrix, steps_fit)}
