"""The layout of Trained."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.say import message, plain, say
from dashboard.state.study import Study
from dashboard.views.page_parts import columns, link_to_page, next_steps, tabs
from dashboard.views.trained import claims, figures, numbers, reaches
from posenc_core import SCHEMES
from posenc_core.models import trained
from posenc_core.plot import lines, matrices
from posenc_core.plot.style import scheme_style
from posenc_core.text.numerals import percent


def page(study: Study) -> None:
    """Draw the accuracy of each encoding over the length, and its explanation."""
    among, task = study.options["among"], study.options["asked"]
    encodings, results = numbers.GROUPS[among], trained.results()
    st.title(message("trained-title"), anchor=False)
    handles.choice_handle("asked", study)
    handles.choice_handle("among", study)
    st.markdown(f"{say(claims.question(task))} {message('trained-seeds', count=results.seeds, length=results.trained)}")
    complete = ask_prediction(study, encodings)
    if complete:
        st.markdown(plain(say(*claims.opening(among, task))))
    last = results.lengths[-1] if complete else results.trained
    alt = say(*claims.opening(among, task)) if complete else message("trained-hidden")
    chart(figures.over_the_length(encodings, task, last), key="lengths", alt=alt)
    sections: dict[str, Callable[[], None]] = {}
    if complete:
        st.caption(message("trained-note", count=results.seeds, share=trained.LEARNED))
        colors = [color for color, _ in figures.styles(encodings)]
        cells = [claims.cell(each, task) for each in encodings]
        columns(list(zip(encodings, colors, cells, strict=True)))
        sections = {"position": partial(position, encodings, task), "matrix": matrix}
    sections |= {"heads": partial(heads, encodings, task), "norm": partial(norm, study), "how": how}
    tabs(study, "trained", sections, claims.misconceptions if complete else None)
    next_steps("trained", "attention")
    link_to_page()


def ask_prediction(study: Study, encodings: tuple[str, ...]) -> bool:
    """Ask which curve falls first; return whether the curves are shown completely."""
    handles.choice_handle("predict", study)
    if study.options["predict"] != "first":
        return True
    among, task = study.options["among"], study.options["asked"]
    prediction = st.pills(message("trained-predict"), encodings, key=f"prediction {among} {task}", wrap=True)
    if not prediction:
        return False
    verdict = claims.prediction(among, task, prediction)
    (st.success if verdict.id == "trained-predicted" else st.warning)(plain(say(verdict)))
    return True


def position(encodings: tuple[str, ...], task: str) -> None:
    """Draw the accuracy over the position in a text."""
    text = message("trained-where", length=trained.results().binned)
    st.markdown(text)
    chart(figures.over_the_position(encodings, task), key="positions", alt=text)


def matrix() -> None:
    """Draw the reach of every encoding in every task."""
    st.markdown(message("trained-matrix-note", share=trained.LEARNED))
    st.html(reaches.matrix())


def heads(encodings: tuple[str, ...], task: str) -> None:
    """Draw the attention of one trained head beside that of the formula."""
    offered = [each for each in encodings if each in trained.ENCODINGS]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        encoding = st.selectbox(message("trained-encoding"), offered, key=f"head of {offered}", width=320)
        count, sharpest = len(trained.learned_attention(encoding, task)), claims.sharpest(encoding, task)
        place = st.segmented_control(
            message("trained-head"),
            range(1, count + 1),
            default=sharpest + 1,
            key=f"head {encoding} {task}",
            required=True,
        )
    place -= 1
    statement = claims.head(encoding, task, place)
    st.markdown(plain(say(statement)))
    formula, learned = trained.formula_attention(encoding, task), trained.learned_attention(encoding, task)
    left, right = st.columns(2, gap="medium")
    for column, key, maps in ((left, "formula", formula), (right, "learned", learned)):
        if maps is not None:
            with column:
                weights(maps[place], message(f"trained-map-{key}"), key)
    st.caption(message("trained-heads-note"))


def weights(attention: np.ndarray, heading: str, key: str) -> None:
    """Draw the attention of every token to earlier ones."""
    figure = matrices.matrix(
        np.where(np.tri(len(attention), dtype=bool), attention, np.nan),
        heading=heading,
        across=message("attention-key"),
        down=message("attention-query"),
        limit=float(attention.max()),
        signed=False,
        hover=message("trained-map-hover", x="%{x}", y="%{y}", z="%{hovertext}"),
        square=True,
        height=360,
    )
    figure["data"][0]["hovertext"] = [[*map(percent, row)] for row in attention.tolist()]
    chart(figure, key=f"map {key}", alt=heading)


def norm(study: Study) -> None:
    """Draw the output change of a layer norm for Index and Normalized."""
    handles.choice_handle("column_of", study)
    spread = study.options["column_of"]
    statement = claims.invisible(spread)
    st.markdown(say(statement))
    curves = []
    for name, values in numbers.norm_changes(spread).items():
        color, dash = scheme_style(list(SCHEMES).index(name))
        curves.append(lines.Line(name, values, color, dash))
    figure = lines.curves(curves, values=message("trained-changed"), along=message("trained-position"), from_zero=True)
    chart(figure, key="norm", alt=say(statement))
    st.markdown(message("trained-proof"))
    st.caption(say(claims.apart()))


def how() -> None:
    """Explain the training, related results, and limits."""
    st.markdown("\n".join(f"- {plain(say(each))}" for each in claims.statistics()))
    st.markdown(message("trained-kazemnejad"))
    st.markdown(message("trained-transfer"))
