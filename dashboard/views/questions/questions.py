"""The layout of Experiments."""

from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from dashboard.say import MESSAGES, message, say
from dashboard.sharing.previews import NAME
from dashboard.state.study import Study
from dashboard.views.page_parts import next_steps, tabs
from dashboard.views.questions.faq import questions
from dashboard.views.tasks import TASKS, Task, open_link

# number of tasks of a group that are shown without the expander
FIRST = 3


def page(study: Study) -> None:
    """Draw the questions; each opens a page with all parameters set, and the answer on request."""
    st.title(message("experiments-title"), anchor=False)
    st.markdown(message("experiments-use"))
    tabs(
        study,
        "experiments",
        {"questions": draw_questions, **{id: partial(group, tasks) for id, tasks in TASKS.items()}},
    )
    next_steps("experiments", "sentence")


def draw_questions() -> None:
    """Draw frequent questions with answers and links."""
    rows = []
    for each in questions():
        link = f'<a href="{escape(each.link)}" target="_self">{escape(message(f"menu-{each.page}"))}</a>'
        answer = escape(MESSAGES.say(each.claim, "answer"))
        rows.append(f"<div><dt>{escape(say(each.claim))}</dt><dd>{answer} {link}</dd></div>")
    st.html(f'<dl class="questions">{"".join(rows)}</dl>')


def group(tasks: Sequence[Task]) -> None:
    """Draw the first tasks, and the others in an expander."""
    cards(tasks[:FIRST])
    if rest := tasks[FIRST:]:
        with st.expander(message("experiments-more", count=len(rest))):
            cards(rest)


def cards(tasks: Sequence[Task]) -> None:
    """Draw cards with a question, a thumbnail of the page that answers it, and a link."""
    for place, task in zip(st.columns(FIRST), tasks, strict=False):
        with place.container(border=True, height="stretch"):
            st.header(say(task.claim()), anchor=False)
            page, _, query = task.link.partition("?")
            source = escape(f"take/{page}/{NAME}?{query}")
            st.html(f'<img class="small" src="{source}" alt="" loading="lazy">')
            open_link(task.link, message("experiments-open", page=message(f"menu-{page}")))
