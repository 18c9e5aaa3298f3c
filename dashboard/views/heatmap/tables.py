"""Heatmap: the cells of the picture."""

import numpy as np
import pandas as pd

from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.tables import Offer, Table


def cells(study: Study) -> pd.DataFrame:
    """The cells of the heatmap, a row a position."""
    picture = measurements.picture(study.schemes[0], study.length, study.dim, *study.shown)
    table = pd.DataFrame(picture.means, columns=[f"dim_{j * picture.columns}" for j in range(picture.means.shape[1])])
    table.insert(0, "position", picture.start + picture.rows * np.arange(len(table)))
    return table


OFFER = Offer({"cells": Table(cells, lambda _: "")})
