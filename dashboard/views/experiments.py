"""What is worth trying?"""

import streamlit as st

from dashboard import controls
from dashboard.experiments import EXPERIMENTS, Experiment
from dashboard.takeaway import own_link


def opened(experiment: Experiment) -> None:
    """Set every control as the experiment asks, and go to its page."""
    controls.apply(experiment.query)
    st.session_state["open"] = experiment.page


st.title("What is worth trying?", anchor=False)
st.markdown(
    "Each card sets every parameter and opens a page. Back returns here; the address of the page can be shared."
)
for start in range(0, len(EXPERIMENTS), 2):
    row = EXPERIMENTS[start : start + 2]
    for column, experiment in zip(st.columns(2), row, strict=False):
        with column.container(border=True, height="stretch"):
            st.subheader(experiment.title, anchor=False)
            st.markdown(f"**Do.** {experiment.do}  \n**See.** {experiment.see()}  \n**Why.** {experiment.why}")
            st.button(
                f"Open on {experiment.page.capitalize()}",
                key=f"open {experiment.title}",
                on_click=opened,
                args=(experiment,),
            )
own_link()
