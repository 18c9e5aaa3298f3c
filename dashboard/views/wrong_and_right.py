"""The wrong lines of code and the right ones."""

import streamlit as st

from dashboard.say import message


def side_by_side(wrong: str, right: str) -> None:
    """The wrong lines, and the right ones beside them."""
    for place, title, code in zip(
        st.columns(2, gap="large"), ("practice-wrong", "practice-right"), (wrong, right), strict=True
    ):
        with place:
            _lines(title, code)


def _lines(title: str, code: str) -> None:
    st.markdown(f"**{message(title)}**")
    # a box that scrolls sideways is out of reach without a mouse
    st.code(code, language="python", wrap_lines=True)
