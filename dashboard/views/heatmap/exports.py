"""Heatmap: the cells of the picture, a small matrix in digits, and the steps of a calculation."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.numbers import measurements
from dashboard.state.study import Study
from dashboard.views.tables import Offer, Table

FEW_POSITIONS, FEW_COLUMNS = 20, 16
"""Up to here a matrix can be read digit by digit."""


def cells(study: Study) -> pd.DataFrame:
    """The cells of the heatmap, a row a position."""
    picture = measurements.picture(study.schemes[0], study.length, study.dim, *study.shown)
    table = pd.DataFrame(picture.means, columns=[f"dim_{j * picture.columns}" for j in range(picture.means.shape[1])])
    table.insert(0, "position", picture.start + picture.rows * np.arange(len(table)))
    return table


def fits(study: Study) -> bool:
    """Whether the shown positions can be read digit by digit."""
    return study.shown[1] - study.shown[0] < FEW_POSITIONS and study.dim <= FEW_COLUMNS


def digits(study: Study) -> None:
    """Draw the shown positions as a table: of many columns with fewer digits, as a rounded −0 is 0."""
    decimals, number = 8 if study.dim <= FEW_COLUMNS // 2 else 4, st.column_config.NumberColumn
    table = cells(study).round(decimals) + 0
    form = "%d" if (table == table.round()).all(axis=None) else f"%.{decimals}f"
    columns = {name: number(f"j = {name.removeprefix('dim_')}", format=form) for name in table.columns[1:]}
    named = {"position": number("p", pinned=True), **columns}
    st.dataframe(table, hide_index=True, height=min(38 + 35 * len(table), 213), column_config=named)


def steps(lines: Sequence[str]) -> str:
    """The lines of a calculation as one formula; long ones small and begun anew, to fit a phone."""
    if any(line.count(r"\frac") > 1 for line in lines):
        parts = [part for line in lines for part in line.replace("PE(p, j) = ", "PE(p, j)\n= ").split("\n")]
        lines = [r"\footnotesize " + part.replace(r"\frac", r"\tfrac") for part in parts]
    return r"\begin{gathered}" + r" \\[1ex] ".join(lines) + r"\end{gathered}"


OFFER = Offer({"cells": Table(cells, lambda _: "")})
