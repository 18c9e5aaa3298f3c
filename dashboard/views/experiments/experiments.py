"""The layout of Experiments."""

from html import escape

import streamlit as st

from dashboard.views.experiments.cards import EXPERIMENTS
from dashboard.views.takeaway import own_link

st.title("What is worth trying?", anchor=False)
st.markdown("Each card opens a page with everything set, and says what to do, what you see and why. Back returns here.")
for start in range(0, len(EXPERIMENTS), 2):
    row = EXPERIMENTS[start : start + 2]
    for column, experiment in zip(st.columns(2), row, strict=False):
        with column.container(border=True, height="stretch"):
            st.header(experiment.title, anchor=False)
            st.markdown(f"**Do.** {experiment.do}  \n**See.** {experiment.see()}  \n**Why.** {experiment.why}")
            # a plain link: one step of the history, where setting every control would be one step each
            words = f"Open on {experiment.page.capitalize()}"
            st.html(f'<a class="open" href="{escape(experiment.link)}">{words}</a>')
own_link()
