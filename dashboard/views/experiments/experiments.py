"""The layout of Experiments."""

from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from dashboard.say import MESSAGES, message, say
from dashboard.study import Study
from dashboard.views.experiments.cards import EXPERIMENTS, Experiment
from dashboard.views.next_steps import next_steps
from dashboard.views.tabs import tabs


def page(study: Study) -> None:
    """Questions to answer by prediction: each opens a page with everything set, and has its answer folded."""
    st.title(message("experiments-title"), anchor=False)
    st.markdown(message("experiments-use"))
    tabs(study, "experiments", {id: partial(cards, experiments) for id, experiments in EXPERIMENTS.items()})
    next_steps("experiments", "sentence")


def cards(experiments: Sequence[Experiment]) -> None:
    """Cards, two in a row."""
    for start in range(0, len(experiments), 2):
        for place, experiment in zip(st.columns(2), experiments[start : start + 2], strict=False):
            with place.container(border=True, height="stretch"):
                card(experiment)


def card(experiment: Experiment) -> None:
    """A question, the link to the page that shows it, and the answer."""
    said = experiment.claim()
    st.header(say(said), anchor=False)
    # a plain link: one step of the history, where setting every control would be one step each
    label = message("experiments-open", page=message(f"menu-{experiment.page}"))
    st.html(f'<a class="open" href="{escape(experiment.link)}">{escape(label)}</a>')
    with st.expander(message("experiments-answer")):
        st.markdown("  \n".join(MESSAGES.say(said, part) for part in ("see", "why", "next")))
