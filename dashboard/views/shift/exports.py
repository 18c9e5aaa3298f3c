"""Tables of Shift: residuals, T(k) of the first encoding, and rotations of the learned table."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.shift import numbers
from dashboard.views.tables import Table, steps_fit
from posenc_core import Learned
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
    rows = {"way": ways} | {each: residuals[each].map(_percent) for each in ("seen", "unseen")}
    # escaped: a table renders Markdown
    names = [each.replace("|", "\\|") for each in residuals["scheme"]]
    table = pd.DataFrame(rows).set_index(pd.Index(names, name=message("shift-later-scheme")))
    table.columns = [message(f"shift-later-{each}") for each in table]
    # a static table: the grid of a dataframe is a third of the download of a first visit
    st.table(table, width="content")


def _percent(share: float) -> str:
    exact = share <= criteria.EQUAL
    return "–" if np.isnan(share) else message("shift-residual", share=0.0 if exact else share)


def matrix(study: Study) -> pd.DataFrame:
    """T(k) of the first encoding."""
    return pd.DataFrame(numbers.move(study.schemes[0], study.offset, study.length, study.dim)[0].matrix)


def training(study: Study) -> pd.DataFrame:
    """Rotations of the learned table and of other tables of its size, independent of the study."""
    trained = numbers.training()
    rows = [
        (name, index, *numbers_of_one)
        for name, turns in {Learned.name: trained.learned, **trained.untrained}.items()
        for index, numbers_of_one in enumerate(zip(turns.wavelengths, turns.kept, strict=True))
    ]
    return pd.DataFrame(rows, columns=["table", "turn", "wavelength", "left of the length"])


TABLES = {"residuals": Table(residuals, steps_fit), "matrix": Table(matrix, steps_fit), "training": Table(training)}
