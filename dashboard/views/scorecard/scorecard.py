"""The layout of Scorecard."""

import streamlit as st

from dashboard.controls import sidebar
from dashboard.study import Study
from dashboard.views import measurements, scores
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.views.notes import beside, often_said
from dashboard.views.scorecard import notes, numbers, tables, words
from dashboard.views.thread import thread


def page(study: Study) -> None:
    """Which of the conditions that texts ask of a positional encoding hold, and what half precision leaves."""
    st.title("Which conditions hold?", anchor=False)
    fits = sidebar.fits(study, "Testing every pair of positions", PAIRED_LENGTH, PAIRED_DIM)
    found = numbers.cards(study) if fits else {}
    if found:
        claim(found, study)
    thread(study, "scorecard")
    if found:
        verdicts(found, study)
    half_precision(study.having("vectors"))
    often_said((notes.bits_need_a_fixed_width,))


def claim(found: words.Found, study: Study) -> None:
    """Who meets the conditions, in words."""
    lines = [
        words.ASKED,
        f"**These five.** {words.passed(found, words.FIVE, 'all five')}",
        f"**Four that other notes ask.** {words.passed(found, words.FOUR, 'all four')}",
    ]
    if without := study.lacking("vectors").schemes:
        lines.append(words.of_scores([scheme.name for scheme in without]))
    st.markdown("  \n".join(lines))


def verdicts(found: words.Found, study: Study) -> None:
    """Every condition for every scheme as a table, where to see it, and how it is measured."""
    st.container(key="reasons-of-verdicts").table(tables.verdicts(found))
    st.caption(words.legend(found))
    pages = st.session_state["pages"]
    with st.container(horizontal=True):
        for name in dict.fromkeys(words.SEEN_ON.values()):
            st.page_link(pages[name], label=f"See it on {name.capitalize()}")
    with st.expander("How each condition is measured"):
        st.markdown(words.MEASURED)
        st.container(key="reasons-of-measures").table(
            tables.measures(found, {scores.named(s, study) for s in study.lacking("vectors").schemes})
        )
    beside(notes.five_conditions_do_not_decide)


def half_precision(study: Study) -> None:
    """How many vectors become equal when positions or values are rounded."""
    st.header("In half precision", anchor=False)
    if not study.schemes:
        st.caption(words.NOTHING_TO_ROUND)
        return
    if sidebar.fits(study, "Counting equal vectors", measurements.MEASURED_LENGTH, PAIRED_DIM):
        repeats = {s.name: measurements.repeats(s, study.length, study.dim) for s in study.schemes}
        before = {s.name: numbers.repeats_unrounded(s, study.length, study.dim) for s in study.schemes}
        st.markdown(f"{words.half_precision(repeats, before, study.length)}  \n{words.BFLOAT16}")
        st.caption("How many vectors repeat an earlier one:")
        st.dataframe(tables.repeats(repeats), hide_index=True, height="content")
