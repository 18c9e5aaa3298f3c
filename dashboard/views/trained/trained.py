"""The layout of Trained."""

from functools import partial

import numpy as np
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.say import message, plain, say
from dashboard.state.study import Study
from dashboard.views.page_parts import columns, next_steps, tabs
from dashboard.views.trained import claims, figures, numbers, tables
from posenc_core import SCHEMES
from posenc_core.plot import lines, matrices
from posenc_core.plot.style import scheme_style
from posenc_core.text.numerals import percent
from posenc_tools.models import trained

# outcomes in the sentence above the picture; the others are below it
BEST = ("trained-whole", "trained-reach")


def page(study: Study) -> None:
    """Draw the loss of language models by position, and what models of small tasks learned."""
    among, asked = study.options["among"], study.options["asked"]
    encodings, text = numbers.GROUPS[among], say(claims.language(among))
    st.title(message("trained-title"), anchor=False)
    st.markdown(plain(text))
    handles.choice_handle("among", study, label_visibility="collapsed")
    chart(figures.language(encodings), key="language", alt=text)
    st.caption(message("trained-language-note"))
    sections = {"task": partial(task, study), "heads": partial(heads, encodings, asked), "how": partial(how, study)}
    tabs(study, "trained", sections)
    next_steps("trained", "attention")


def task(study: Study) -> None:
    """Draw the accuracy of each encoding in a task over the length, by position, and during training."""
    among, task = study.options["among"], study.options["asked"]
    encodings, results = numbers.GROUPS[among], trained.results()
    asks = study.options["predict"] == "first"
    predicted = st.session_state.get(f"prediction {among} {task}")
    complete = not asks or predicted is not None
    opening = claims.opening(among, task)
    best = [outcome for outcome in opening if complete and outcome.id in BEST]
    others = [outcome for outcome in opening if complete and outcome.id not in BEST]
    handles.choice_handle("asked", study)
    length = message("trained-longest", length=results.trained_length)
    st.markdown(plain(f"{say(claims.question(task))} {length} {say(*best)}"))
    last = results.lengths[-1] if complete else results.trained_length
    alt = say(*opening) if complete else message("trained-hidden")
    chart(figures.by_length(encodings, task, last), key="lengths", alt=alt)
    st.markdown(plain(say(*others, *(claims.new_angles(among, task) if complete else []))))
    st.html(tables.example(task))
    handles.choice_handle("predict", study)
    if asks:
        ask_prediction(study, encodings)
    if complete:
        colors = [color for color, _ in figures.styles(encodings)]
        cells = [claims.cell(encoding, task) for encoding in encodings]
        columns(list(zip(map(trained.label, encodings), colors, cells, strict=True)))
        st.caption(message("trained-note", share=trained.LEARNED))
        position(encodings, task)
        curves(among, task)
        st.markdown(message("trained-matrix-note", share=trained.LEARNED))
        st.html(tables.tasks())


def ask_prediction(study: Study, encodings: tuple[str, ...]) -> None:
    """Ask which curve falls first, and compare the answer with the results."""
    among, task = study.options["among"], study.options["asked"]
    key = f"prediction {among} {task}"
    predicted = st.pills(message("trained-predict"), encodings, format_func=trained.label, key=key, wrap=True)
    if predicted:
        verdict = claims.prediction(among, task, predicted)
        (st.success if verdict.id == "trained-predicted" else st.warning)(plain(say(verdict)))


def position(encodings: tuple[str, ...], task: str) -> None:
    """Draw the accuracy over the position in a text."""
    text = message("trained-where", length=trained.results().binned)
    st.markdown(text)
    chart(figures.by_position(encodings, task), key="positions", alt=text)


def curves(among: str, task: str) -> None:
    """Draw the accuracy during training."""
    text = say(*claims.curves(among, task)) or message("trained-cell-missing")
    st.markdown(plain(text))
    chart(figures.by_step(numbers.GROUPS[among], task), key="steps", alt=text)
    st.caption(message("trained-curves-note", share=trained.results().facts["settings"]["solved"]))


def heads(encodings: tuple[str, ...], task: str) -> None:
    """Draw the attention of one trained head beside that of the formula."""
    offered = [name for name in encodings if name in trained.ENCODINGS and trained.learned_attention(name, task).any()]
    if not offered:
        st.markdown(message("trained-cell-missing"))
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        encoding = st.selectbox(
            message("trained-encoding"), offered, format_func=trained.label, key=f"head of {offered}", width=320
        )
        blocks, count = trained.results().attention.shape[2:4]
        options = [f"{block + 1}.{place + 1}" for block in range(blocks) for place in range(count)]
        sharpest, shown = claims.sharpest(encoding, task), f"head {encoding} {task}"
        default = options[count * (sharpest[0] - 1) + sharpest[1]]
        option = st.segmented_control(message("trained-head"), options, default=default, key=shown, required=True)
    block, place = divmod(options.index(option), count)
    block += 1
    statement = claims.head(encoding, task, block, place)
    st.markdown(plain(say(statement)))
    formula, learned = trained.formula_attention(encoding, task), trained.learned_attention(encoding, task, block)
    left, right = st.columns(2, gap="medium")
    for column, key, maps in ((left, "formula", formula), (right, "learned", learned)):
        if maps is not None:
            with column:
                weights(maps[place], message(f"trained-map-{key}"), key)
    st.caption(message("trained-heads-note"))
    st.markdown(plain(say(*claims.penalty(task))))


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
        # without rounding errors
        curves.append(lines.Line(name, values.round(9), color, dash))
    figure = lines.curves(curves, values=message("trained-changed"), along=message("trained-position"), from_zero=True)
    chart(figure, key="norm", alt=say(statement))
    st.markdown(message("trained-proof"))


def how(study: Study) -> None:
    """Explain the training and its limits, with the settings of every encoding, a proof, and related work."""
    st.markdown("\n".join(f"- {plain(say(statement))}" for statement in claims.statistics()))
    st.html(tables.settings())
    st.markdown(message("trained-transfer"))
    norm(study)
    st.markdown(message("trained-studies-note"))
    st.html(tables.studies())
