"""Grid of panels: columns and heights."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import Array, Figure

MOST = 4
"""Maximum number of panels per row; larger sets use rows of three."""

BAR = 48
"""Height of a color bar below a square panel in pixels, with its title and numbers."""

HEIGHTS = (420, 400, 330, 250)
"""Heights of square panels in pixels, for one to four panels per row."""


def places(count: int, least: int = 2) -> list[DeltaGenerator]:
    """Create one container per panel, in rows with at least `least` columns."""
    wide = _in_a_row(count)
    rows = [st.columns(max(wide, least), gap="medium") for _ in range(-(-count // wide))] if count else []
    return [place for row in rows for place in row][:count]


def height(count: int) -> int:
    """Height of square panels in pixels, on a wide page."""
    return HEIGHTS[_in_a_row(count) - 1]


def position_matrix(cells: Array, count: int, *, position: int, **more: Any) -> Figure:
    """Square heatmap of every position with every other, one of `count`, whose rows can be selected.

    `more` are other arguments of `matrix`.
    """
    marked = position if position < len(cells) else None
    tall = height(count) + BAR
    figure = matrix(cells, marked_row=marked, square=True, chooses="y", height=tall, **more)
    # a color bar beside one panel would make all panels of the row smaller
    figure["layout"]["margin"] |= {"r": 12, "b": 40 + BAR}
    below = {"orientation": "h", "x": 0, "xanchor": "left", "len": 1, "y": -48 / (tall - 70 - BAR), "yanchor": "top"}
    figure["data"][0]["colorbar"] |= below | {"xpad": 0, "ypad": 0}
    return figure


def _in_a_row(count: int) -> int:
    return count if count <= MOST else 3
