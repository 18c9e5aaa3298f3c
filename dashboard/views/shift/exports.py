"""Tables of Shift: residuals, and T(k) of the first encoding."""

import numpy as np
import pandas as pd

from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.page_parts import static_table
from dashboard.views.shift import numbers
from dashboard.views.tables import Table, steps_fit
from posenc_core.analysis import criteria


def residuals(study: Study) -> pd.DataFrame:
    """Residual of every encoding and kind of fit, at seen and unseen positions."""
    rows = [
        (scheme.name, way, *residual)
        for scheme in study.schemes
        for way, residual in numbers.residuals(scheme, study.offset, study.length, study.dim).items()
    ]
    return pd.DataFrame(rows, columns=["scheme", "way", "seen", "unseen"])


def draw(residuals: pd.DataFrame) -> None:
    """Draw the residuals in percent; a dash for NaN."""
    ways = [message(f"shift-way-{way.replace(' ', '-')}") for way in residuals["way"]]
    rows = {"way": ways} | {kind: residuals[kind].map(_percent) for kind in ("seen", "unseen")}
    table = pd.DataFrame(rows).set_index(residuals["scheme"])
    table.columns = [message(f"shift-later-{name}") for name in table]
    static_table(table, message("shift-later-scheme"))


def _percent(share: float) -> str:
    if np.isnan(share):
        return "–"
    return message("shift-residual", share=0.0 if share <= criteria.EQUAL else share)


def matrix(study: Study) -> pd.DataFrame:
    """T(k) of the first encoding."""
    return pd.DataFrame(numbers.move(study.schemes[0], study.offset, study.length, study.dim)[0].matrix)


TABLES = {"residuals": Table(residuals, steps_fit), "matrix": Table(matrix, steps_fit)}
