"""Sizes that a page uses, and the slider of the position."""

import streamlit as st

from dashboard.controls import handles
from dashboard.say import MESSAGES, message
from dashboard.state.parameters import PARAMETERS
from dashboard.state.study import Study


def position_bar(study: Study, page: str) -> None:
    """Draw the sizes and the slider; on a phone the sidebar is collapsed."""
    moves = page in PARAMETERS["p"].pages
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        # the help is on the text: the help of a slider with a hidden label is hidden, too
        st.markdown(words(study, page), width="content", help=message("sizes-help") if moves else None)
        if moves:
            handles.position_handle(study)


def words(study: Study, page: str) -> str:
    """Text with the position and the shared sizes that the page uses."""
    sizes = {"n": study.length, "d": study.dim, "k": study.offset}
    shown = ", ".join(f"{key} = {MESSAGES.shown(size)}" for key, size in sizes.items() if page in PARAMETERS[key].pages)
    if page not in PARAMETERS["p"].pages:
        return shown
    return message("sizes-position", position=study.position, sizes=shown)
