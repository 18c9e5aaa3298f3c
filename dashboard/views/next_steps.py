"""Links at the foot of a page, which keep the current settings."""

import streamlit as st

from dashboard.say import message
from dashboard.state.pages import PAGES


def next_steps(page: str, follow_up: str) -> None:
    """Draw links to the next page of the menu and to the page that answers the obvious next question.

    The labels are the messages `<page>-next` and `<page>-follow-up`.
    """
    names, pages = list(PAGES), st.session_state["pages"]
    following = names[(names.index(page) + 1) % len(names)]
    with st.container(horizontal=True, gap="large", key="next-steps"):
        st.page_link(pages[following], label=message(f"{page}-next"), icon=":material/arrow_forward:")
        st.page_link(pages[follow_up], label=message(f"{page}-follow-up"), icon=":material/arrow_forward:")
