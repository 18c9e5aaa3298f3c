"""The layout of Scorecard."""

import streamlit as st

from dashboard.controls import sidebar
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.views.notes import beside, often_said
from dashboard.views.scorecard import notes, numbers, tables, words
from dashboard.views.takeaway import takeaway
from dashboard.views.thread import thread

study: Study = st.session_state["study"]
pages = st.session_state["pages"]
size = (study.length, study.dim)


st.title("Which conditions hold?", anchor=False)
found: words.Found = {}
if sidebar.fits(study, "Testing every pair of positions", PAIRED_LENGTH, PAIRED_DIM):
    found = {s.name: numbers.scorecard(s, *size, study.offset) for s in study.schemes}
    st.markdown(
        f"{words.ASKED}  \n**These five.** {words.passed(found, words.FIVE, 'all five')}  \n"
        f"**Four that other notes ask.** {words.passed(found, words.FOUR, 'all four')}"
    )
thread(study, "scorecard")
if found:
    st.table(tables.verdicts(found))
    st.caption(words.LEGEND)
    with st.container(horizontal=True):
        for page in dict.fromkeys(words.SEEN_ON.values()):
            st.page_link(pages[page], label=f"See it on {page.capitalize()}")
    with st.expander("How each condition is measured"):
        st.markdown(words.MEASURED)
        st.table(tables.measures(found))
    beside(notes.five_conditions_do_not_decide)

st.header("In half precision", anchor=False)
if sidebar.fits(study, "Counting equal vectors", measurements.MEASURED_LENGTH, PAIRED_DIM):
    repeats = {s.name: measurements.repeats(s, *size) for s in study.schemes}
    before = {s.name: numbers.repeats_unrounded(s, *size) for s in study.schemes}
    st.markdown(f"{words.half_precision(repeats, before, study.length)}  \n{words.BFLOAT16}")
    st.caption("How many vectors repeat an earlier one:")
    st.dataframe(tables.repeats(repeats), hide_index=True, height="content")

often_said((notes.bits_need_a_fixed_width,))

takeaway(study, "scorecard")
