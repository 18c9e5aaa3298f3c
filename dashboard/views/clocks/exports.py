"""Table of Clocks: the drawn coordinates."""

import pandas as pd

from dashboard.state.study import Study
from dashboard.views.clocks import facts
from dashboard.views.tables import Table, pairs_fit


def coordinates(study: Study) -> pd.DataFrame:
    """Drawn coordinates of every position."""
    points, columns, _ = facts.path(study, study.schemes[0])
    names = [f"column {column}" for column in columns] or [f"component {i + 1}" for i in range(points.shape[1])]
    return pd.DataFrame(points, columns=names).rename_axis("position").reset_index()


TABLES = {"coordinates": Table(coordinates, pairs_fit)}
