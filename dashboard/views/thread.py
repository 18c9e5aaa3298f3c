"""The line under the title of every page: where the reader is, and a handle to move there."""

import streamlit as st

from dashboard.controls import sidebar
from dashboard.parameters import PARAMETERS
from dashboard.study import Study

HANDLE = "The handle moves the same p as in the sidebar: drag it, or use the arrow keys."


def thread(study: Study, page: str) -> None:
    """Draw it."""
    moves = page in PARAMETERS["p"].pages
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        # the help stands here: that of a handle without a label in sight would be out of sight too
        st.markdown(words(study, page), width="content", help=HANDLE if moves else None)
        if moves:
            sidebar.position_handle(study)


def words(study: Study, page: str) -> str:
    """Where the reader is: what the shared numbers are that this page uses."""
    used = {key for key in ("n", "d", "p", "k") if page in PARAMETERS[key].pages}
    numbers = [f"d = {study.dim:,}"]
    numbers += [f"k = {study.offset:,}"] if "k" in used else []
    if "n" not in used:
        return f"Each token becomes a vector of d = {study.dim:,} {'number' if study.dim == 1 else 'numbers'}."
    if "p" not in used:
        return f"You are at {', '.join([f'n = {study.length:,}', *numbers])}."
    return f"You are at **p = {study.position:,}** of {study.length:,}, {', '.join(numbers)}."
