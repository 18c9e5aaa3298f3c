"""The riddle of Check: a picture, three choices, and the answer with its line of code."""

import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import state
from dashboard.say import message, plain, say
from dashboard.state import session_keys
from dashboard.state.study import Study
from dashboard.views.check import facts, figures
from dashboard.views.check.facts import NONE, Riddle
from dashboard.views.page_parts import side_by_side
from posenc_core.plot.style import SHARED_LIMIT, Array
from posenc_tools.known_bugs import KNOWN_BUGS


def riddle(study: Study) -> None:
    """Draw the riddle of the seed in the link; no link contains the answer."""
    seed = study.options["game"]
    riddle = facts.riddle(seed)
    st.header(message("check-riddle", count=seed), anchor=False)
    st.markdown(message("check-riddle-read"))
    choices = {choice(name): name for name in riddle.choices}
    # above the pictures, so that a phone shows both
    answer = st.radio(message("check-riddle-question"), choices, index=None, key=f"riddle {seed}")
    if answer:
        draw_verdict(choices[answer], riddle)
        # only the first answer counts
        tried = st.session_state.setdefault(session_keys.RIDDLE_ANSWERS, {})
        tried.setdefault(seed, choices[answer] == riddle.answer)
        st.caption(message("check-riddle-score", count=sum(tried.values()), most=len(tried)))
    left, right = st.columns(2, gap="medium")
    with left:
        picture(riddle.table, message("check-riddle-table"), riddle)
    with right:
        picture(riddle.formula, message("check-riddle-formula"), riddle)
    chart(figures.riddle_pair(riddle), key="riddle pair", alt=say(facts.curves(riddle)))
    label, following = message("check-riddle-next"), {"game": seed % len(facts.RIDDLES) + 1}
    st.button(label, icon=":material/arrow_forward:", key="next riddle", on_click=state.choose, kwargs=following)


def choice(name: str) -> str:
    """Label of the radio button of a bug, or of the correct formula."""
    if name == NONE:
        return message("check-riddle-nothing")
    what = plain(KNOWN_BUGS[name].text("what"))
    return what[0].upper() + what[1:]


def draw_verdict(name: str, riddle: Riddle) -> None:
    """Draw the verdict on an answer; for a wrong answer, the table of that bug."""
    bug = KNOWN_BUGS.get(name)
    id = "check-riddle-right" if name == riddle.answer else "check-riddle-wrong"
    text = message(f"{id}.nothing")
    if bug:
        text = message(id, text=plain(bug.text("what")), fact=plain(bug.text("story")))
    if name == riddle.answer:
        st.success(text, icon=":material/check:")
        if bug:
            side_by_side(bug.wrong, bug.right)
        such = {"door": "table", "table": "example", "example": name, "game": 0}
        st.button(message("check-riddle-open"), key="check riddle", on_click=state.choose, kwargs=such)
        return
    st.warning(text, icon=":material/close:")
    if bug:
        left, _ = st.columns(2, gap="medium")
        with left:
            picture(riddle.tables[riddle.choices.index(name)], message("check-riddle-wrong.heading", name=name), riddle)


def picture(table: Array, heading: str, riddle: Riddle) -> None:
    """Draw one table as a heatmap."""
    rows, columns = table.shape
    args = {"heading": heading, "start": riddle.start, "end": riddle.start + rows - 1, "width": columns}
    figure = figures.table(table, heading, SHARED_LIMIT, start=riddle.start, height=300)
    chart(figure, key=f"riddle: {heading}", alt=message("check-riddle-alt", **args))
