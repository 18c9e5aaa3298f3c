"""Is moving by k one matrix?"""

import numpy as np
import streamlit as st

from dashboard import controls, measurements, notes
from dashboard.answers import moves
from dashboard.charts import chart
from dashboard.claims import listed
from dashboard.figures import blocks, scheme_color
from dashboard.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.study import Study, order
from dashboard.takeaway import takeaway

# rows and columns of T(k) that are drawn: with more, a cell is too small to be seen
DRAWN = 64

study: Study = st.session_state["study"]
n, d, k = study.length, study.dim, study.offset


def draw_matrices() -> None:
    """T(k) of every scheme, side by side."""
    st.subheader(f"T({k:,}), the matrix of {moves.tokens(k)}", anchor=False)
    drawn = min(d, DRAWN)
    st.markdown(moves.matrix_words(study, drawn))
    found = {scheme: measurements.move(scheme, k, n, d) for scheme in study.schemes}
    largest = max(1.0, *(float(np.abs(move.matrix[:drawn, :drawn]).max()) for move, _ in found.values()))
    for column, (scheme, (move, kind)) in zip(
        st.columns(max(len(found), 2), gap="medium"), found.items(), strict=False
    ):
        words = moves.WAYS["closed form" if kind == "closed form" else "blocks"]
        pair = scheme.pairs(d)[study.options["pair"] :][:1]
        with column:
            figure = blocks.block_matrix(
                move.matrix[:drawn, :drawn],
                heading=f"{scheme.name}: {words}",
                limit=largest,
                outlined=(int(pair[0, 0]), int(pair[0, 1])) if pair.size and pair.max() < drawn else None,
                bar=scheme is study.schemes[-1],
                height=(420, 420, 310, 240)[len(found) - 1],
            )
            alt = f"T({k}) of {scheme.name}, {words}: {drawn} by {drawn} cells."
            chart(figure, key=f"T {scheme.name}", alt=alt)


def draw_block() -> None:
    """One block of one scheme: its numbers, its angle, and what it makes of one position."""
    st.subheader("One block", anchor=False)
    scheme = controls.scheme_in_front(study)
    found = moves.block(study, scheme)
    words = moves.block_words(study, scheme, found)
    if found is None:
        st.markdown(words)
        return
    left, right = st.columns([6, 5], gap="large")
    with left:
        st.markdown(words)
        st.latex(moves.equation([found.before, found.cells], found.after))
        st.markdown("As a column, with the transposed block on its left, the same is")
        st.latex(moves.equation([found.cells.T, found.before[:, None]], found.after[:, None]))
        if found.angle is not None:
            st.markdown(moves.sign_words(study, scheme))
    with right:
        names = [f"column {column:,}" for column in found.pair]
        figure = blocks.turn(
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
    st.subheader("Seen and unseen positions", anchor=False)
    st.markdown(moves.residual_words(study))
    shown = moves.residuals(study)
    shown[["seen", "unseen"]] = shown[["seen", "unseen"]].map(moves.size)
    words = st.column_config.TextColumn
    left, right = st.columns([6, 5], gap="large")
    left.dataframe(
        shown,
        hide_index=True,
        height="content",
        column_config={
            "scheme": words("Scheme", pinned=True),
            "way": words("Way to T(k)"),
            "seen": words(f"Seen: 0 … {n - 1:,}", alignment="right"),
            "unseen": words(f"Unseen: {n:,} … {2 * n - 1:,}", alignment="right"),
        },
    )
    right.markdown(moves.free_fits())


st.title("Is moving by k one matrix?", anchor=False)
if n == 1:
    st.markdown("A sequence of one position has nowhere to move. Choose a larger n.")
fits = n > 1 and controls.fits(study, "Finding T(k)", PAIRED_LENGTH, PAIRED_DIM)
if fits:
    claim = moves.claim(study)
    st.markdown(f"From every position p to p + {k:,}, measured on positions that no fit has seen. {claim}")
    draw_matrices()
    draw_block()
    draw_residuals()
notes.often_said("shift")
takeaway(study, "shift")
