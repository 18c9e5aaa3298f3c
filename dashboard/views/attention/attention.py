"""The layout of Attention."""

import streamlit as st

from dashboard.study import Study
from dashboard.views.thread import thread


def page(study: Study) -> None:
    """How much of a score is lost with the distance, in every family."""
    st.title("What does a position do to a score?", anchor=False)
    thread(study, "attention")
