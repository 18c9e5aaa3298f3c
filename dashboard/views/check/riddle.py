"""The game of Check: a picture, three choices, and the answer with its evidence."""

import streamlit as st

from dashboard.charts.chart import chart
from dashboard.charts.lines import Line, curves
from dashboard.charts.matrices import matrix
from dashboard.charts.style import SHARED_LIMIT, Array, Figure, scheme_color
from dashboard.controls import state
from dashboard.parameters import PARAMETERS
from dashboard.study import Study
from dashboard.views import wrong_and_right
from dashboard.views.check import riddle_numbers as numbers
from dashboard.views.check import riddle_words as words
from dashboard.views.check.riddle_numbers import Riddle
from posenc_core.mistakes import MISTAKES

HUES = (3, 2)
"""Whose colours the two columns of a pair have: blue and orange."""


def riddle(study: Study) -> None:
    """Draw the riddle of the seed in the link; the answer is in no link."""
    seed = study.options["game"]
    found = numbers.riddle(seed)
    st.header("Which mistake is it?", anchor=False)
    st.markdown(words.READ)
    left, right = st.columns(2, gap="medium")
    with left:
        picture(found.table, "This table", found)
    with right:
        picture(found.formula, "The formula", found)
    chart(pair(found), key="riddle pair", alt=words.curves_alt(found))
    st.caption(words.CURVES)
    choices = {words.choice(name): name for name in found.choices}
    said = st.radio("What is wrong with this table?", choices, index=None, key=f"riddle {seed}")
    if said:
        answered(choices[said], seed, found)
    following = {"game": PARAMETERS["game"].hold(seed + 1)}
    st.button("Next riddle", icon=":material/arrow_forward:", on_click=state.choose, kwargs=following)
    st.caption(f"This is riddle {seed:,}: everybody who opens the link of this page sees the same one.")


def answered(name: str, seed: int, found: Riddle) -> None:
    """What is said of a choice; of a wrong one what it would look like."""
    if name != found.answer:
        st.warning(words.wrong(name), icon=":material/close:")
        left, _ = st.columns(2, gap="medium")
        with left:
            picture(found.tables[found.choices.index(name)], words.heading(name), found)
        return
    st.success(words.right(name), icon=":material/check:")
    if name in MISTAKES:
        wrong_and_right.side_by_side(MISTAKES[name].wrong, MISTAKES[name].right)
    st.markdown(words.check_says(*numbers.account(seed)))


def picture(table: Array, heading: str, found: Riddle) -> None:
    """One table as a heatmap, on the scale of all of them."""
    figure = matrix(
        table,
        heading=heading,
        across="column j",
        down="position p, from 0",
        limit=SHARED_LIMIT,
        signed=True,
        hover="position %{y}, column %{x}<br>value %{z:.3f}",
        origin=(found.start, 0),
        height=340,
    )
    chart(figure, key=f"riddle: {heading}", alt=words.picture_alt(heading, found))


def pair(found: Riddle) -> Figure:
    """The pair of columns that differs most, and the formula's."""
    lines = []
    for column, hue in zip((2 * found.pair, 2 * found.pair + 1), HUES, strict=True):
        color = scheme_color(hue)
        lines += [
            Line(f"column {column}", found.table[:, column], color),
            Line(f"column {column} of the formula", found.formula[:, column], color, "3px,3px", 1.5),
        ]
    return curves(lines, values="value", along="position p, from 0", start=found.start, height=260)
