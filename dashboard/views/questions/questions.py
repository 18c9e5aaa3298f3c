"""The layout of Experiments."""

from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from dashboard.controls.state import with_language
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study
from dashboard.views.page_parts import next_steps, tabs
from dashboard.views.questions.faq import Question, questions
from dashboard.views.tasks import TASKS, Task, open_link

# cards per row
CARDS = 3


def page(study: Study) -> None:
    """Draw the questions; each opens a page with all parameters set, and the answer on request."""
    st.title(message("experiments-title"), anchor=False)
    st.markdown(message("experiments-use"))
    answers = {tab: partial(draw_questions, listed) for tab, listed in questions().items()}
    predictions = {tab: partial(cards, tasks) for tab, tasks in TASKS.items()}
    # for students first
    tabs(study, "experiments", {"start": predictions["start"], **answers, **predictions})
    next_steps("experiments", "sentence")


def draw_questions(listed: Sequence[Question]) -> None:
    """Draw frequent questions; a click shows the answer and the link."""
    rows = []
    for question in listed:
        address, page = escape(with_language(question.link)), escape(message(f"menu-{question.page}"))
        link = f'<a href="{address}" target="_self">{page}</a>'
        answer = escape(MESSAGES.say(question.claim, "answer"))
        rows.append(f"<details><summary>{escape(say(question.claim))}</summary>{answer} {link}</details>")
    st.html(f'<div class="questions">{"".join(rows)}</div>')


def cards(tasks: Sequence[Task]) -> None:
    """Draw a card per task: its question and a link, without a picture, which would show the answer."""
    places = [place for _ in range(0, len(tasks), CARDS) for place in st.columns(CARDS)]
    for place, task in zip(places, tasks, strict=False):
        with place.container(border=True, height="stretch"):
            st.header(say(task.claim()), anchor=False)
            open_link(task.link, message("experiments-open", page=message(f"menu-{task.page}")))
