"""Incorrect and correct code side by side."""

import streamlit as st

from dashboard.say import message


def side_by_side(wrong: str, right: str) -> None:
    """Draw the incorrect lines beside the correct ones."""
    for place, title, code in zip(
        st.columns(2, gap="large"), ("practice-wrong", "practice-right"), (wrong, right), strict=True
    ):
        with place:
            _lines(title, code)


def _lines(title: str, code: str) -> None:
    st.markdown(f"**{message(title)}**")
    # wrapped, because horizontal scrolling needs a mouse
    st.code(code, language="python", wrap_lines=True)
