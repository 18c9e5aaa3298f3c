"""The riddle of Check: a picture, three choices, and the answer with its line of code."""

import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import state
from dashboard.say import message, plain, say
from dashboard.state import session_keys
from dashboard.state.parameters import PARAMETERS
from dashboard.state.study import Study
from dashboard.views import wrong_and_right
from dashboard.views.check import claims, figures, riddle_numbers
from dashboard.views.check.riddle_numbers import NONE, Riddle
from posenc_core.known_bugs import MISTAKES
from posenc_core.plot.style import SHARED_LIMIT, Array


def riddle(study: Study) -> None:
    """Draw the riddle of the seed in the link; the answer is in no link."""
    seed = study.options["game"]
    found = riddle_numbers.riddle(seed)
    # links of earlier versions end in this anchor
    st.header(message("check-riddle", count=seed), anchor="which-mistake-is-it")
    st.markdown(message("check-riddle-read"))
    left, right = st.columns(2, gap="medium")
    with left:
        picture(found.table, message("check-riddle-table"), found)
    with right:
        picture(found.formula, message("check-riddle-formula"), found)
    left, right = st.columns(2, gap="medium")
    with left:
        chart(figures.riddle_pair(found), key="riddle pair", alt=say(claims.curves(found)))
    with right:
        choices = {choice(name): name for name in found.choices}
        said = st.radio(message("check-riddle-question"), choices, index=None, key=f"riddle {seed}")
        label, following = message("check-riddle-next"), {"game": PARAMETERS["game"].clamp(seed + 1)}
        st.button(label, icon=":material/arrow_forward:", key="next riddle", on_click=state.choose, kwargs=following)
    if said:
        answered(choices[said], found)
        # the first try counts
        tried = st.session_state.setdefault(session_keys.RIDDLE_ANSWERS, {})
        tried.setdefault(seed, choices[said] == found.answer)
        st.caption(message("check-riddle-score", count=sum(tried.values()), most=len(tried)))


def choice(name: str) -> str:
    """What the radio button of a bug, or of none, says."""
    if name == NONE:
        return message("check-riddle-nothing")
    what = plain(MISTAKES[name].what)
    return what[0].upper() + what[1:]


def answered(name: str, found: Riddle) -> None:
    """What is said of a choice; of a wrong one what it would look like."""
    bug = MISTAKES.get(name)
    right = f"check-riddle-{'right' if name == found.answer else 'wrong'}"
    said = message(right, text=plain(bug.what), fact=plain(bug.story)) if bug else message(f"{right}.nothing")
    if name == found.answer:
        st.success(said, icon=":material/check:")
        if bug:
            wrong_and_right.side_by_side(bug.wrong, bug.right)
        such = {"table": "example", "example": name, "tab": ""}
        st.button(message("check-riddle-open"), key="check riddle", on_click=state.choose, kwargs=such)
        return
    st.warning(said, icon=":material/close:")
    if bug:
        left, _ = st.columns(2, gap="medium")
        with left:
            picture(found.tables[found.choices.index(name)], message("check-riddle-wrong.heading", name=name), found)


def picture(table: Array, heading: str, found: Riddle) -> None:
    """One table as a heatmap."""
    rows, columns = table.shape
    said = {"heading": heading, "start": found.start, "end": found.start + rows - 1, "width": columns}
    figure = figures.table(table, heading, SHARED_LIMIT, start=found.start, height=300)
    chart(figure, key=f"riddle: {heading}", alt=message("check-riddle-alt", **said))
