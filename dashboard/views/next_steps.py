"""The foot of a page: where to go next, in the same state."""

import streamlit as st

from dashboard.say import message
from dashboard.state import session_keys
from dashboard.state.pages import PAGES


def next_steps(page: str, follow_up: str) -> None:
    """Draw two links: to the next page of the menu, and to the page that answers the obvious next question.

    Their messages are `<page>-next` and `<page>-follow-up`.
    """
    names, pages = list(PAGES), st.session_state[session_keys.PAGES]
    following = names[(names.index(page) + 1) % len(names)]
    with st.container(horizontal=True, gap="large", key="next-steps"):
        st.page_link(pages[following], label=message(f"{page}-next"), icon=":material/arrow_forward:")
        st.page_link(pages[follow_up], label=message(f"{page}-follow-up"), icon=":material/arrow_forward:")
