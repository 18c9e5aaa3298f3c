"""The layout of Rotary."""

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study
from dashboard.views.cells import cells
from dashboard.views.next_steps import next_steps
from dashboard.views.position_bar import position_bar
from dashboard.views.rotary import claims, exports, figures, numbers, reference
from dashboard.views.tabs import tabs
from posenc_core.analysis import pairing
from posenc_core.analysis.pairing import ROTATION_BUGS
from posenc_core.plot import lines
from posenc_core.plot.style import INK, step_color

# how correct code is drawn, and code with a bug
RIGHT, WRONG = (INK, "solid"), (step_color(2, 5), "10px,4px")

TESTS = ("norm", "position", "values")


def page(study: Study) -> None:
    """The two pairings, what of them a library has, and what scalings and half precision do to rotations."""
    st.title(message("rotary-title"), anchor=False)
    st.markdown(say(claims.opening(study)))
    position_bar(study, "rotary")
    pairs(study)
    cells([(scheme, claims.cell(scheme, study)) for scheme in study.schemes])
    drawn = {"scaling": scaling, "libraries": libraries, "example": example, "code": code, "precision": precision}
    tabs(study, "rotary", {id: partial(draw, study) for id, draw in drawn.items()}, claims.misconceptions)
    next_steps("rotary", "practice")


def pairs(study: Study) -> None:
    """Eight dimensions in both pairings."""
    found = numbers.worked_example(study)
    for place, name in zip(st.columns(2, gap="medium"), numbers.PAIRINGS, strict=True):
        with place:
            heading, columns = message(f"rotary-{name}"), pairing.columns(name, numbers.DIM)
            figure = figures.arcs(columns, found.angles, heading=heading, position=found.at, reach=numbers.DIM // 2)
            each = ", ".join(message("rotary-arcs-pair", x=str(x), y=str(y)) for x, y in columns.tolist())
            chart(figure, key=f"pairs {name}", alt=message("rotary-arcs-alt", heading=heading, facts=each))
            st.caption(message(f"rotary-{name}.users"))
    st.caption(say(*claims.rotated(study)))


def libraries(_: Study) -> None:
    """Which pairing the code of well-known libraries has."""
    st.markdown(message("rotary-libraries"))
    rows = [
        (
            message(f"rotary-library-{id}"),
            message(f"rotary-pairing-{own or 'either'}"),
            message(f"rotary-library-{id}.line"),
        )
        for id, own in numbers.LIBRARIES
    ]
    names = [message(f"rotary-{id}") for id in ("library", "pairing", "line")]
    st.table(pd.DataFrame(rows, columns=names).set_index(names[0]), border="horizontal")


def example(study: Study) -> None:
    """Eight dimensions with numbers, and values to compare code with."""
    st.markdown(say(*claims.example(study)))
    found = numbers.worked_example(study)
    positions = {"q": found.at, "k": found.of}
    numeric = st.column_config.NumberColumn
    config = {
        f"{letter} {name}": numeric(message("rotary-at", letter=letter, position=at, name=name), format="%.5f")
        for letter, at in positions.items()
        for name in numbers.PAIRINGS
    }
    config |= {"column": numeric(message("rotary-column"), pinned=True)} | {x: numeric(x, format="%.1f") for x in "qk"}
    st.dataframe(exports.columns(study), hide_index=True, height="content", column_config=config)
    st.markdown(message("rotary-reference"))
    st.code(reference.values(), language="python", wrap_lines=True)


def scaling(study: Study) -> None:
    """What each scaling does to the frequencies: one picture and one sentence for each."""
    rope = numbers.rope(study)
    st.markdown(say(*claims.scalings(study)))
    handles.choice_handle("RoPE.scaling", study, label_visibility="collapsed")
    found = numbers.scalings(rope, study.dim)
    sizes = np.concatenate([each.ratios[np.isfinite(each.ratios)] for each in found.values()])
    ends = float(sizes.min()), float(sizes.max())
    boundary = numbers.boundary(rope, study.dim)
    for start in range(0, len(found), 4):
        for place, (name, scaled) in zip(
            st.columns(4, gap="small"), list(found.items())[start : start + 4], strict=True
        ):
            with place:
                said = say(*claims.scaling(name, scaled))
                figure = figures.ratios(
                    scaled.ratios, heading=name, ends=ends, incomplete=boundary, chosen=name == rope.scaling,
                    plain=name == "none",
                )  # fmt: skip
                chart(figure, key=f"ratios {name}", alt=message("rotary-ratio-alt", name=name, text=said))
                st.caption(said)
    st.markdown(say(claims.complete(study)))


def code(study: Study) -> None:
    """Which test finds which bug, and what the chosen bug does along the sequence."""
    st.markdown(say(claims.tests()))
    bug, bugs = study.options["mistake"], ("none", *ROTATION_BUGS)
    names, tests = [message(claims.name_of(each)) for each in bugs], [message(f"rotary-test-{each}") for each in TESTS]
    finds = numbers.found_by(bugs)
    left, right = st.columns(2, gap="medium")
    with left:
        by = [
            message(
                "rotary-matrix-row",
                name=name,
                found=tuple(np.array(tests)[row].tolist()) or message("rotary-matrix-none"),
            )
            for name, row in zip(names[1:], finds[1:], strict=True)
        ]
        figure = figures.matrix_of_tests(names, tests, finds, bugs.index(bug))
        chart(figure, key="tests", alt=message("rotary-matrix-alt", facts="; ".join(by)), position=bugs.index(bug))
    with right:
        st.markdown(say(*claims.verdict(bug)))
        drawn = [lines.Line(names[0], numbers.walk("interleaved", numbers.APART), *RIGHT, width=3)]
        if bug != "none":
            drawn.append(lines.Line(names[bugs.index(bug)], numbers.walk(bug, numbers.APART), *WRONG))
        values, along = message("rotary-walk", offset=numbers.APART), message("rotary-walk-along")
        figure = figures.level(drawn, values=values, along=along)
        alt = message("rotary-walk-alt", offset=numbers.APART, name=names[bugs.index(bug)])
        chart(figure, key="walk", alt=alt)


def precision(study: Study) -> None:
    """What half precision leaves of positions and of angles."""
    st.markdown(say(*claims.precision(study)))
    names = ("apart", "frequency", "position")
    columns = [message(f"rotary-format-{id}", length=study.length) for id in names]
    rows = {
        format: (MESSAGES.shown(each.apart), *map(radians, (each.by_frequency, each.by_position)))
        for format, each in numbers.bits(study).items()
    }
    # formats across: a phone has no room for more columns
    table = pd.DataFrame(rows, index=columns).rename_axis(message("rotary-format"))
    st.table(table, border="horizontal")


def radians(error: float) -> str:
    """An error of an angle in a table; beyond a format's largest number it is undefined."""
    return message(f"rotary-radians{'' if np.isfinite(error) else '.none'}", value=error)
