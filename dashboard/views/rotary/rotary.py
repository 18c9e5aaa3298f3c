"""The layout of Rotary."""

import streamlit as st

from dashboard.study import Study
from dashboard.views.thread import thread


def page(study: Study) -> None:
    """Which columns turn together, and what every scaling does to the turns."""
    st.title("How are columns paired, and turns stretched?", anchor=False)
    thread(study, "rotary")
