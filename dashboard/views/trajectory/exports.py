"""Table of Trajectory: the drawn coordinates."""

import pandas as pd

from dashboard.numbers.measurements import MEASURED_CELLS, MEASURED_LENGTH, is_measured
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.tables import Table
from dashboard.views.trajectory import numbers


def path_fits(study: Study) -> str:
    """Error message if no path is drawn, else ""."""
    if not is_measured(study.length, study.dim):
        return message("trajectory-refused", length=MEASURED_LENGTH, count=MEASURED_CELLS)
    return numbers.missing_column(study).rstrip(".")


def coordinates(study: Study) -> pd.DataFrame:
    """Drawn coordinates of every position."""
    path = numbers.path(study, study.schemes[0])
    return pd.DataFrame(path.points, columns=path.titles).rename_axis("position").reset_index()


TABLES = {"coordinates": Table(coordinates, path_fits)}
