"""Table of Bias: the biases over the distance."""

import numpy as np
import pandas as pd

from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.bias import facts
from dashboard.views.tables import MAX_ROWS, Table


def curves(study: Study) -> pd.DataFrame:
    """Bias of every head of the scheme in front at every distance, from the last position."""
    scheme, heads = study.schemes[0], study.options["heads"]
    count = facts.heads_of(scheme, heads)
    biases = facts.looking_back(scheme, heads, study.length, np.arange(count))
    names = [f"{scheme.name} head {head + 1}" for head in range(count)] if count > 1 else [scheme.name]
    return pd.DataFrame({"distance": range(study.length), **dict(zip(names, biases, strict=True))})


def rows_fit(study: Study) -> str:
    """Error message if there are too many distances for a file, else ""."""
    return "" if study.length <= MAX_ROWS else message("bias-rows", most=MAX_ROWS, length=study.length)


TABLES = {"curves": Table(curves, rows_fit)}
