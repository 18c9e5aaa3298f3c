"""The layout of Shift."""

import numpy as np
import streamlit as st

from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_color
from dashboard.controls import sidebar
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.views.notes import often_said
from dashboard.views.shift import figures, numbers, tables, words
from dashboard.views.shift.notes import NOTES
from dashboard.views.takeaway import takeaway
from dashboard.views.thread import thread
from dashboard.views.words import listed, small

study: Study = st.session_state["study"]
n, d, k = study.length, study.dim, study.offset


def draw_matrices() -> None:
    """T(k) of every scheme, side by side."""
    st.header(f"T({k:,}), the matrix of {words.tokens(k)}", anchor=False)
    drawn = min(d, numbers.DRAWN)
    st.markdown(words.matrix_words(study, drawn))
    found = {scheme: numbers.move(scheme, k, n, d) for scheme in study.schemes}
    largest = max(1.0, *(float(np.abs(move.matrix[:drawn, :drawn]).max()) for move, _ in found.values()))
    for place, (scheme, (move, kind)) in zip(panels.places(len(found)), found.items(), strict=True):
        way = words.WAYS["closed form" if kind == "closed form" else "blocks"]
        pair = scheme.pairs(d)[study.options["pair"] :][:1]
        with place:
            figure = figures.block_matrix(
                move.matrix[:drawn, :drawn],
                heading=f"{scheme.name}: {way}",
                limit=largest,
                outlined=(int(pair[0, 0]), int(pair[0, 1])) if pair.size and pair.max() < drawn else None,
                bar=scheme is study.schemes[-1],
                height=panels.height(len(found)),
            )
            alt = f"T({k}) of {scheme.name}, {way}: {drawn} by {drawn} cells."
            chart(figure, key=f"T {scheme.name}", alt=alt)


def draw_block() -> None:
    """One block of one scheme: its numbers, its angle, and what it makes of one position."""
    st.header("One block", anchor=False)
    scheme = sidebar.scheme_in_front(study)
    found = numbers.block(study, scheme)
    block_words = words.block_words(study, scheme, found)
    if found is None:
        st.markdown(block_words)
        return
    left, right = st.columns([6, 5], gap="large")
    with left:
        st.markdown(block_words)
        st.latex(words.equation([found.before, found.cells], found.after))
        st.markdown("As a column, with the transposed block on its left, the same is")
        st.latex(words.equation([found.cells.T, found.before[:, None]], found.after[:, None]))
        if found.angle is not None:
            st.markdown(words.sign_words(study, scheme))
    with right:
        names = [f"column {column:,}" for column in found.pair]
        figure = figures.turn(
            # the second column across, the first up: an angle grows counterclockwise, as on any unit circle
            measurements.table(scheme, n, d)[:, found.pair[::-1]],
            (f"{names[1]}{', cos' * (found.angle is not None)}", f"{names[0]}{', sin' * (found.angle is not None)}"),
            position=found.start,
            offset=k,
            sent=found.after[::-1],
            angle=found.angle,
            color=scheme_color(order(scheme)),
        )
        alt = f"{listed(names)} at all positions, {found.start} and {found.start + k} marked."
        chart(figure, key="turn", alt=alt, position=found.start)
        st.caption("The ring is where the block sends position p. Click a point to start from another one.")


def draw_residuals() -> None:
    """How far every way misses, and why only unseen positions count."""
    st.header("Seen and unseen positions", anchor=False)
    st.markdown(words.residual_words(study))
    shown = tables.residuals(study)
    shown[["seen", "unseen"]] = shown[["seen", "unseen"]].map(small)
    text_column = st.column_config.TextColumn
    left, right = st.columns([6, 5], gap="large")
    left.dataframe(
        shown,
        hide_index=True,
        height="content",
        column_config={
            "scheme": text_column("Scheme", pinned=True),
            "way": text_column("Way to T(k)"),
            "seen": text_column(f"Seen: 0 … {n - 1:,}", alignment="right"),
            "unseen": text_column(f"Unseen: {n:,} … {2 * n - 1:,}", alignment="right"),
        },
    )
    right.markdown(words.free_fits())


st.title("Is moving by k one matrix?", anchor=False)
if n == 1:
    st.markdown("A sequence of one position has nowhere to move. Choose a larger n.")
fits = n > 1 and sidebar.fits(study, "Finding T(k)", PAIRED_LENGTH, PAIRED_DIM)
if fits:
    claim = words.claim(study)
    st.markdown(f"From every position p to p + {k:,}, measured on positions that no fit has seen. {claim}")
    thread(study, "shift")
    draw_matrices()
    draw_block()
    draw_residuals()
often_said(NOTES)
takeaway(study, "shift")
