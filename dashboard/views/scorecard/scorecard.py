"""The layout of Scorecard."""

import streamlit as st

from dashboard.controls import sidebar
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.views.notes import beside, often_said
from dashboard.views.scorecard import notes, numbers, tables, words
from dashboard.views.thread import thread


def page(study: Study) -> None:
    """Which of the conditions that texts ask of a positional encoding hold, and what half precision leaves."""
    st.title("Which conditions hold?", anchor=False)
    fits = sidebar.fits(study, "Testing every pair of positions", PAIRED_LENGTH, PAIRED_DIM)
    found = cards(study) if fits else {}
    if found:
        claim(found)
    thread(study, "scorecard")
    if found:
        verdicts(found)
    half_precision(study)
    often_said((notes.bits_need_a_fixed_width,))


def cards(study: Study) -> words.Found:
    """Every condition, decided for every scheme."""
    return {s.name: numbers.scorecard(s, study.length, study.dim, study.offset) for s in study.schemes}


def claim(found: words.Found) -> None:
    """Who meets the conditions, in words."""
    st.markdown(
        f"{words.ASKED}  \n**These five.** {words.passed(found, words.FIVE, 'all five')}  \n"
        f"**Four that other notes ask.** {words.passed(found, words.FOUR, 'all four')}"
    )


def verdicts(found: words.Found) -> None:
    """Every condition for every scheme as a table, where to see it, and how it is measured."""
    st.container(key="reasons-of-verdicts").table(tables.verdicts(found))
    st.caption(words.LEGEND)
    pages = st.session_state["pages"]
    with st.container(horizontal=True):
        for name in dict.fromkeys(words.SEEN_ON.values()):
            st.page_link(pages[name], label=f"See it on {name.capitalize()}")
    with st.expander("How each condition is measured"):
        st.markdown(words.MEASURED)
        st.container(key="reasons-of-measures").table(tables.measures(found))
    beside(notes.five_conditions_do_not_decide)


def half_precision(study: Study) -> None:
    """How many vectors become equal when positions or values are rounded."""
    st.header("In half precision", anchor=False)
    if sidebar.fits(study, "Counting equal vectors", measurements.MEASURED_LENGTH, PAIRED_DIM):
        repeats = {s.name: measurements.repeats(s, study.length, study.dim) for s in study.schemes}
        before = {s.name: numbers.repeats_unrounded(s, study.length, study.dim) for s in study.schemes}
        st.markdown(f"{words.half_precision(repeats, before, study.length)}  \n{words.BFLOAT16}")
        st.caption("How many vectors repeat an earlier one:")
        st.dataframe(tables.repeats(repeats), hide_index=True, height="content")
