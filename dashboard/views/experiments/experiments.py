"""The layout of Experiments."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from dashboard.say import message
from dashboard.study import Study
from dashboard.views.experiments.cards import EXPERIMENTS, START, Experiment
from dashboard.views.takeaway import own_link


def page(_study: Study) -> None:
    """What is worth trying: a card for each experiment, which opens a page with everything set."""
    st.title("What is worth trying?", anchor=False)
    st.markdown(
        "Each card opens a page with everything set. It says what you see there, what to change, and why it is so. "
        "Back returns here."
    )
    st.header("Start here", anchor=False)
    cards(EXPERIMENTS[:START])
    st.header("More", anchor=False)
    cards(EXPERIMENTS[START:])
    own_link()


def cards(experiments: Sequence[Experiment]) -> None:
    """Cards, two in a row."""
    for start in range(0, len(experiments), 2):
        for place, experiment in zip(st.columns(2), experiments[start : start + 2], strict=False):
            # the links of a row stand at one height, however long the words are
            with place.container(border=True, height="stretch", vertical_alignment="distribute"):
                with st.container():
                    st.subheader(experiment.title, anchor=False)
                    st.markdown(f"**See.** {experiment.see()}  \n**Do.** {experiment.do}  \n**Why.** {experiment.why}")
                # a plain link: one step of the history, where setting every control would be one step each
                words = f"Open on {message(f'menu-{experiment.page}')}"
                st.html(f'<a class="open" href="{escape(experiment.link)}">{words}</a>')
