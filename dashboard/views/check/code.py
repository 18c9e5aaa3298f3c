"""The door of code: which library pairs how, assertions to copy, and what each test finds."""

import numpy as np
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.say import message, say
from dashboard.state import session_keys
from dashboard.state.study import Study
from dashboard.views.check import facts, figures
from dashboard.views.check.facts import APART, CODES
from dashboard.views.pairings import library_table
from posenc_core.plot import lines
from posenc_core.plot.style import INK, step_color

# styles of correct code, and of code with a bug
CORRECT, WRONG = (INK, "solid"), (step_color(2, 5), "10px,4px")

TESTS = ("norm", "position", "values")

ASSERTIONS = """\
from posenc_tools import assert_alibi, assert_positions, assert_rotary

# RoPE: (x, positions) -> x', a module, or a table
assert_rotary(rotate, "config.json")
assert_rotary(rotate, dim=64, base=10000, pairing="half")

# ALiBi: heads -> slopes, or slopes, or biases
assert_alibi(get_slopes)

# a decoder: its cache, padding, and packed texts
assert_positions(model)"""
"""Assertions of the library, by what a visitor has."""


def code_door(study: Study) -> None:
    """Draw the pairing of libraries beside the assertions, and below them the bugs that each test finds."""
    left, right = st.columns([4, 3], gap="large")
    with left:
        st.markdown(message("check-pairings"))
        library_table()
        pages = st.session_state[session_keys.PAGES]
        st.page_link(pages["rope"], label=message("check-pairings.link"), icon=":material/arrow_forward:")
    with right:
        st.markdown(message("check-assertions"))
        st.code(ASSERTIONS, language="python", wrap_lines=True)
    st.header(message("check-finds-title"), anchor=False)
    st.markdown(say(facts.tests()))
    left, right = st.columns([3, 2], gap="large")
    with left:
        detections(study.options["mistake"])
    with right:
        scores(study.options["mistake"])


def detections(bug: str) -> None:
    """Draw which test finds which bug; a click selects a bug."""
    names, tests = [*map(bug_name, CODES)], [message(f"check-test-{test}") for test in TESTS]
    finds, selected = facts.detection_matrix(), [*CODES].index(bug)
    rows = [
        message(
            "check-matrix-row", name=name, found=tuple(np.array(tests)[row].tolist()) or message("check-matrix-none")
        )
        for name, row in zip(names[1:], finds[1:], strict=True)
    ]
    figure = figures.matrix_of_tests(names, tests, finds, selected)
    chart(figure, key="tests", alt=message("check-matrix-alt", facts="; ".join(rows)), position=selected)


def scores(bug: str) -> None:
    """Draw the dot product along the sequence, of correct code and of code with a bug."""
    st.markdown(say(*facts.code_verdict(bug)))
    curves = [lines.Line(bug_name("none"), facts.walk("none"), *CORRECT, width=3)]
    if bug != "none":
        curves.append(lines.Line(bug_name(bug), facts.walk(bug), *WRONG))
    values = message("check-walk", offset=APART)
    figure = figures.level(curves, values=values, along=message("check-walk-along"))
    names = tuple(dict.fromkeys((bug_name("none"), bug_name(bug))))
    chart(figure, key="walk", alt=message("check-walk-alt", offset=APART, names=names))


def bug_name(bug: str) -> str:
    """Name of a bug, or of correct code."""
    return message(facts.name_of(bug))
