"""Trajectory: the drawn coordinates."""

import pandas as pd

from dashboard.study import Study
from dashboard.views.measurements import MEASURED_CELLS, MEASURED_LENGTH, widest
from dashboard.views.tables import Offer, Table
from dashboard.views.trajectory import numbers, words


def path_fits(study: Study) -> str:
    """Why no curve is drawn through the positions; nothing where one is."""
    columns = widest(study.length)
    if study.length > MEASURED_LENGTH or study.dim > columns:
        return f"drawing every position takes n up to {MEASURED_LENGTH:,} and n d up to {MEASURED_CELLS:,}"
    return words.missing(study).rstrip(".")


def coordinates(study: Study) -> pd.DataFrame:
    """The drawn coordinates of every position."""
    path = numbers.path(study, study.schemes[0])
    return pd.DataFrame(path.points, columns=path.titles).rename_axis("position").reset_index()


OFFER = Offer({"coordinates": Table(coordinates, path_fits)})
