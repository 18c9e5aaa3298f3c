"""The layout of Exercises. No code of a visitor runs on the server: `posenc_tools.exercises` checks it elsewhere."""

from functools import partial

import streamlit as st

from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.page_parts import next_steps, tabs
from posenc_tools.exercises import EXERCISES, Exercise


def page(study: Study) -> None:
    """Draw one exercise per tab."""
    st.title(message("exercises-title"), anchor=False)
    st.markdown(message("exercises-use", count=len(EXERCISES)))
    drawings = {exercise.name: partial(draw, i, exercise) for i, exercise in enumerate(EXERCISES, start=1)}
    tabs(study, "exercises", drawings)
    st.markdown(message("exercises-install"))
    next_steps("exercises", "bugs")


def draw(number: int, exercise: Exercise) -> None:
    """Draw a task beside its tests."""
    task, tests = st.columns(2, gap="large")
    with task:
        st.header(message(f"exercise-{exercise.name}"), anchor=False)
        st.markdown(message(f"exercise-{exercise.name}.task"))
        call = f"check({number}, {exercise.signature.removeprefix('def ').partition('(')[0]})"
        lines = ("from posenc_tools.exercises import check", "", exercise.signature, "    ...", "", call)
        st.code("\n".join(lines), language="python", wrap_lines=True)
    with tests:
        st.header(message("exercises-tests"), anchor=False)
        rows = [
            f"{message(f'exercise-test-{id}')}: {message(f'exercise-test-{id}.what', name=exercise.name)}"
            for id in exercise.tests
        ]
        st.markdown("\n".join(f"1. {row}" for row in rows))
