"""The layout of Bias."""

import streamlit as st

from dashboard.study import Study
from dashboard.views.thread import thread


def page(study: Study) -> None:
    """What a bias adds to the scores, head by head."""
    st.title("How far does each head look?", anchor=False)
    thread(study, "bias")
