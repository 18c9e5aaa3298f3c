"""The layout of Experiments."""

from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from dashboard.say import MESSAGES, message, say
from dashboard.sharing.previews import NAME
from dashboard.state.study import Study
from dashboard.views.page_parts import next_steps, tabs
from dashboard.views.questions.faq import Question, questions
from dashboard.views.tasks import TASKS, Task, open_link

# number of tasks of a group that are shown without the expander
FIRST = 3


def page(study: Study) -> None:
    """Draw the questions; each opens a page with all parameters set, and the answer on request."""
    st.title(message("experiments-title"), anchor=False)
    st.markdown(message("experiments-use"))
    answered = {tab: partial(draw_questions, listed) for tab, listed in questions().items()}
    tabs(study, "experiments", {**answered, **{id: partial(group, tasks) for id, tasks in TASKS.items()}})
    next_steps("experiments", "sentence")


def draw_questions(listed: Sequence[Question]) -> None:
    """Draw frequent questions; a click shows the answer and the link."""
    rows = []
    for each in listed:
        link = f'<a href="{escape(each.link)}" target="_self">{escape(message(f"menu-{each.page}"))}</a>'
        answer = escape(MESSAGES.say(each.claim, "answer"))
        rows.append(f"<details><summary>{escape(say(each.claim))}</summary>{answer} {link}</details>")
    st.html(f'<div class="questions">{"".join(rows)}</div>')


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
