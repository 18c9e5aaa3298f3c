"""The layout of Practice."""

import streamlit as st

from dashboard.study import Study
from dashboard.views.thread import thread


def page(study: Study) -> None:
    """Positions as code hands them out, and where that goes wrong."""
    st.title("Which number does each token get?", anchor=False)
    thread(study, "practice")
