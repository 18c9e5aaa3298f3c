"""Tables of Heatmap: cells of the figure, a small matrix in digits, and a worked calculation."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.numbers import measurements
from dashboard.state.study import Study
from dashboard.views.tables import Table

FEW_POSITIONS, FEW_COLUMNS = 20, 16
"""Maximum size of a matrix shown in digits."""


def cells(study: Study) -> pd.DataFrame:
    """Cells of the heatmap, one row per position."""
    picture = measurements.picture(study.schemes[0], study.length, study.dim, *study.shown)
    table = pd.DataFrame(picture.means, columns=[f"dim_{j * picture.columns}" for j in range(picture.means.shape[1])])
    table.insert(0, "position", picture.start + picture.rows * np.arange(len(table)))
    return table


def fits(study: Study) -> bool:
    """Return whether the shown positions fit a table of digits."""
    return study.shown[1] - study.shown[0] < FEW_POSITIONS and study.dim <= FEW_COLUMNS


def digits(study: Study) -> None:
    """Draw the shown positions as a table, with fewer digits for many columns; adding 0 removes negative zeros."""
    decimals, number = 8 if study.dim <= FEW_COLUMNS // 2 else 4, st.column_config.NumberColumn
    table = cells(study).round(decimals) + 0
    form = "%d" if (table == table.round()).all(axis=None) else f"%.{decimals}f"
    columns = {name: number(f"j = {name.removeprefix('dim_')}", format=form) for name in table.columns[1:]}
    config = {"position": number("p", pinned=True), **columns}
    st.dataframe(table, hide_index=True, height=min(38 + 35 * len(table), 213), column_config=config)


def steps(lines: Sequence[str]) -> str:
    """Lines of a calculation as one formula; long fractions are small and on separate lines, to fit a phone."""
    if any(line.count(r"\frac") > 1 for line in lines):
        parts = [part for line in lines for part in line.replace("PE(p, j) = ", "PE(p, j)\n= ").split("\n")]
        lines = [r"\footnotesize " + part.replace(r"\frac", r"\tfrac") for part in parts]
    return r"\begin{gathered}" + r" \\[1ex] ".join(lines) + r"\end{gathered}"


TABLES = {"cells": Table(cells)}
