"""The page Check: give a table, learn what it is."""

import streamlit as st

from dashboard.study import Study
from posenc_core.diagnosis import EXAMPLES, diagnose


def page(study: Study) -> None:
    """Draw the part of the page that moves with the position."""
    st.header("What is this table?")
    found = diagnose(EXAMPLES[study.options["example"]]())
    st.markdown(f"**{found.best.name}**")
