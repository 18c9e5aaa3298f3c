"""The layout of Questions: a search over all questions and misconceptions, by topic."""

from collections.abc import Sequence

import streamlit as st

from dashboard.controls.state import with_languages
from dashboard.controls.widgets import handle
from dashboard.say import current_language, message
from dashboard.state.parameters import MOST_SEARCHED, PARAMETERS
from dashboard.state.study import Study
from dashboard.views.page_parts import next_steps, open_link
from dashboard.views.questions import facts

# questions that are drawn at once
MOST = 15


def page(study: Study) -> None:
    """Draw the search box, the topics, and the questions; a click opens an answer with a link to its figure."""
    every = facts.entries(current_language())
    st.title(message("questions-title"), anchor=False)
    st.markdown(message("questions-use", count=len(every)))
    words, topic = study.options["find"], study.options["topic"]
    label = message("control-find")
    st.text_input(
        label,
        words,
        max_chars=MOST_SEARCHED,
        key=handle("find", words),
        placeholder=label,
        icon=":material/search:",
        label_visibility="collapsed",
        width=640,
    )
    st.pills(
        message("control-topic"),
        PARAMETERS["topic"].domain.samples,
        default=topic,
        required=True,
        format_func=facts.topic_label,
        key=handle("topic", topic),
        label_visibility="collapsed",
        disabled=bool(words),
    )
    found = facts.matching(every, words) if words else [entry for entry in every if entry.topic == topic]
    draw(found)
    next_steps("questions", "check")


def draw(found: Sequence[facts.Entry]) -> None:
    """Draw questions with folded answers."""
    if not found:
        st.markdown(message("questions-none"))
    for entry in found[:MOST]:
        with st.expander(entry.question):
            st.markdown(with_languages(entry.answer))
            with st.container(horizontal=True):
                open_link(entry.link, message("questions-open", page=message(f"menu-{entry.page}")))
                if entry.task:
                    open_link(entry.task, message("questions-predict"))
    if len(found) > MOST:
        st.caption(message("questions-more", count=len(found) - MOST))
