"""Panels side by side: where each of them stands, and how high it is."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

MOST = 4
"""Panels in a row; more stand in rows of three."""

HEIGHTS = (420, 400, 330, 250)
"""Of a square panel, where one to four stand in a row."""


def places(count: int, least: int = 2) -> list[DeltaGenerator]:
    """One place a panel, in rows; fewer than `least` are as wide as so many."""
    wide = _in_a_row(count)
    rows = [st.columns(max(wide, least), gap="medium") for _ in range(-(-count // wide))] if count else []
    return [place for row in rows for place in row][:count]


def height(count: int) -> int:
    """How high square panels are, if there are so many, on a wide page."""
    return HEIGHTS[_in_a_row(count) - 1]


def _in_a_row(count: int) -> int:
    return count if count <= MOST else 3
