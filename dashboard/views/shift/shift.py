"""The layout of Shift."""

import numpy as np
import streamlit as st

from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.charts.style import MUTED, scheme_color
from dashboard.controls import handles
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.views.notes import beside, often_said
from dashboard.views.shift import figures, numbers, tables, words
from dashboard.views.shift.notes import NOTES, SIGN
from dashboard.views.thread import thread
from posenc_core import SCHEMES, Scheme
from posenc_core.trained import DIRECTIONS


def page(study: Study) -> None:
    """Whether one matrix moves every position by k tokens."""
    st.title("Does one matrix move every position?", anchor=False)
    turns = False
    if study.length == 1 or handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        if study.length > 1:
            st.markdown(words.question(study))
        st.markdown(words.claim(study))
        thread(study, "shift")
        if study.length > 1:
            every_matrix(study)
            turns = one_pair(study)
            unseen_positions(study)
    training()
    often_said(tuple(note for note in NOTES if not turns or note is not SIGN))


def every_matrix(study: Study) -> None:
    """T(k) of every scheme, side by side."""
    n, d, k = study.length, study.dim, study.offset
    st.header(f"T({k:,}), the matrix that moves by {words.tokens(k)}", anchor=False)
    drawn = numbers.drawn(study)
    st.markdown(words.matrix_words(study, drawn))
    found = {scheme: numbers.move(scheme, k, n, d) for scheme in study.schemes}
    largest = max(1.0, *(float(np.abs(move.matrix[:drawn, :drawn]).max()) for move, _ in found.values()))
    for place, (scheme, (move, way)) in zip(panels.places(len(found)), found.items(), strict=True):
        pair = scheme.pairs(d)[study.options["pair"] :][:1]
        with place:
            figure = figures.block_matrix(
                move.matrix[:drawn, :drawn],
                heading=f"{scheme.name}: {words.WAYS[way]}",
                limit=largest,
                outlined=(int(pair[0, 0]), int(pair[0, 1])) if pair.size and pair.max() < drawn else None,
                bar=scheme is study.schemes[-1],
                height=panels.height(len(found)),
            )
            chart(figure, key=f"T {scheme.name}", alt=words.matrix_alt(scheme, study, way))


def one_pair(study: Study) -> bool:
    """What the move does to one pair of columns of one scheme. -> whether it turns by an angle."""
    st.header("One pair of columns", anchor=False)
    scheme = handles.scheme_in_front(study, "shift")
    found = numbers.block(study, scheme)
    if found is None:
        st.markdown(words.block_words(study, scheme, found))
        return False
    left, right = st.columns([6, 5], gap="large")
    with left:
        equations(study, scheme, found)
    with right:
        turn(study, scheme, found)
    return found.angle is not None


def equations(study: Study, scheme: Scheme, found: numbers.Block) -> None:
    """The move of one pair in numbers, as a row and in the other orders."""
    st.markdown(words.block_words(study, scheme, found))
    st.markdown(words.row_words(study, found))
    st.latex(words.row_equation(found))
    if found.angle is not None:
        with st.expander("In other orders"):
            st.markdown("As a column, with the matrix on its left:")
            st.latex(words.column_equation(found, sine_first=True))
            st.markdown("As a column with the cosine first:")
            st.latex(words.column_equation(found, sine_first=False))
            beside(SIGN)
    elif found.way == "blocks":
        st.markdown(words.fit_words(study, found))


def turn(study: Study, scheme: Scheme, found: numbers.Block) -> None:
    """The move of one pair as a picture."""
    turns = found.angle is not None
    names = [f"column {column:,}" for column in found.pair]
    figure = figures.turn(
        # the second column across, the first up: an angle grows counterclockwise, as on any unit circle
        measurements.table(scheme, study.length, study.dim)[:, found.pair[::-1]],
        (f"{names[1]}{', cos' * turns}", f"{names[0]}{', sin' * turns}"),
        position=found.start,
        offset=study.offset,
        sent=found.after[::-1],
        angle=found.angle,
        color=scheme_color(order(scheme)),
    )
    chart(figure, key="turn", alt=words.turn_alt(study, scheme, found), position=found.start)
    st.caption(words.ring_words(study, found))


def unseen_positions(study: Study) -> None:
    """How far every way misses, and why only unseen positions count."""
    st.header("Does it hold for positions that no fit has seen?", anchor=False)
    st.markdown(words.residual_words(study))
    shown = tables.residuals(study)
    shown[["seen", "unseen"]] = shown[["seen", "unseen"]].map(words.miss)
    text_column = st.column_config.TextColumn
    left, right = st.columns([7, 4], gap="large")
    left.dataframe(
        shown,
        hide_index=True,
        height="content",
        column_config={
            "scheme": text_column("Scheme", pinned=True),
            "way": text_column("Way"),
            "seen": text_column("Seen", alignment="right"),
            "unseen": text_column("Unseen", alignment="right"),
        },
    )
    right.markdown(words.free_fits())


def training() -> None:
    """What a table shows that somebody trained, whatever the page is about."""
    found = numbers.training()
    st.header("What did training find?", anchor=False)
    st.markdown(words.training_claim(found))
    left, right = st.columns([6, 5], gap="large")
    with left:
        colors = {name: scheme_color(list(SCHEMES).index(name)) if name in SCHEMES else MUTED for name in found.found}
        figure = figures.wavelengths({name: turns.wavelengths for name, turns in found.found.items()}, colors)
        chart(figure, key="training", alt=words.training_alt(found))
        st.caption(words.training_caption(found))
    with right:
        st.markdown(words.training_words(found))
    text_column = st.column_config.TextColumn
    st.dataframe(
        words.training_table(found),
        hide_index=True,
        height="content",
        column_config={
            "table": text_column("Table", pinned=True),
            "share": text_column(f"In {DIRECTIONS} directions", alignment="right"),
            "wavelengths": text_column("Wavelengths, in tokens"),
            "ratios": text_column("Each over the one before"),
            "unseen": text_column("Unseen rows missed by", alignment="right"),
        },
    )
