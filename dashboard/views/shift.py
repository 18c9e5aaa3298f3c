"""Is moving by k one matrix?"""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import controls, measurements, notes
from dashboard.charts import chart
from dashboard.claims import listed, number, tiny
from dashboard.figures import blocks, scheme_color
from dashboard.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.study import Study, order
from dashboard.takeaway import takeaway
from posenc_core import Scheme, Sinusoidal, criteria, shift
from posenc_core.scheme import Array

# rows and columns of T(k) that are drawn: with more, a cell is too small to be seen
DRAWN = 64
# how the ways to T(k) are called
WAYS = {"closed form": "closed form", "blocks": "best 2 × 2 blocks", "affine": "best matrix and translation"}

study: Study = st.session_state["study"]
n, d, k = study.length, study.dim, study.offset
tokens = f"{k:,} token{'s' * (k > 1)}"
# so few rows that a free fit meets whatever it sees
few = n - k <= d + 1


def size(residual: float) -> str:
    """A residual as it is read: three digits, a power of ten where it is tiny, a dash where there is none."""
    if np.isnan(residual):
        return "–"
    if residual >= 1e-3:
        return number(residual) if residual >= 1e3 else f"{residual:#.3g}".rstrip(".")
    return tiny(residual, 2)


def verdict(scheme: Scheme) -> tuple[str, str]:
    """Whether one matrix moves every position of a scheme by k, and how a sentence says it."""
    found = measurements.residuals(scheme, k, n, d)
    affine = found["affine"]
    linear = min(r.unseen for way, r in found.items() if way != "affine")
    if np.isnan(linear):
        return "**Undefined** in {}.", f"{scheme.name} (only zero vectors to arrive at)"
    if linear <= criteria.EXACT:
        return "**One matrix** does it in {}.", f"{scheme.name} (residual {size(linear)})"
    if affine.unseen <= criteria.EXACT:
        return "**A matrix and a translation** in {}.", f"{scheme.name} (residual {size(affine.unseen)})"
    fitted = f"fits seen ones to {size(affine.seen)}, but " if affine.seen <= criteria.EQUAL and not few else ""
    return (
        "**No matrix** of those below in {}.",
        f"{scheme.name} ({fitted}misses by {size(min(linear, affine.unseen))})",
    )


def claim() -> str:
    """In which schemes one matrix moves every position by k, tried on positions that no fit has seen."""
    found: dict[str, list[str]] = {}
    for scheme in study.schemes:
        sentence, words = verdict(scheme)
        found.setdefault(sentence, []).append(words)
    return " ".join(sentence.format(listed(words)) for sentence, words in found.items())


def draw_matrices() -> None:
    """T(k) of every scheme, side by side."""
    st.subheader(f"T({k:,}), the matrix of {tokens}", anchor=False)
    drawn = min(d, DRAWN)
    text = (
        "PE(p), as a row, times T(k) should be PE(p + k): each number says how much of a column before goes into a "
        "column after. Change k and the blocks turn. Where one matrix does it, two moves are one: T(a) T(b) = T(a + b)."
    )
    if drawn < d:
        text += f" Drawn are the first {drawn} of {d} rows and columns."
        apart = [s.name for s in study.schemes if ((s.pairs(d) < drawn).sum(axis=1) == 1).any()]
        if apart:
            text += f" The partners of these columns stand farther on in {listed(apart)}: their blocks are cut."
    st.markdown(text)
    moves = {scheme: measurements.move(scheme, k, n, d) for scheme in study.schemes}
    largest = max(1.0, *(float(np.abs(move.matrix[:drawn, :drawn]).max()) for move, _ in moves.values()))
    for column, (scheme, (move, kind)) in zip(
        st.columns(max(len(moves), 2), gap="medium"), moves.items(), strict=False
    ):
        words = "closed form" if kind == "closed form" else WAYS["blocks"]
        pair = scheme.pairs(d)[study.options["pair"] :][:1]
        with column:
            figure = blocks.block_matrix(
                move.matrix[:drawn, :drawn],
                heading=f"{scheme.name}: {words}",
                limit=largest,
                outlined=(int(pair[0, 0]), int(pair[0, 1])) if pair.size and pair.max() < drawn else None,
                bar=scheme is study.schemes[-1],
                height=(420, 420, 310, 240)[len(moves) - 1],
            )
            alt = f"T({k}) of {scheme.name}, {words}: {drawn} by {drawn} cells."
            chart(figure, key=f"T {scheme.name}", alt=alt)


def matrix(cells: Array) -> str:
    """Some numbers in LaTeX, as a matrix."""
    lines = [" & ".join(f"{cell:.3f}" for cell in row) for row in np.atleast_2d(cells)]
    return r"\begin{bmatrix}" + r"\\".join(lines) + r"\end{bmatrix}"


def equation(left: str, right: str) -> str:
    """Two sides in LaTeX, one below the other: side by side they are wider than a phone."""
    return rf"\begin{{gathered}}{left}\\[1ex] = {right}\end{{gathered}}"


def draw_block() -> None:
    """One block of one scheme: its numbers, its angle, and what it makes of one position."""
    st.subheader("One block", anchor=False)
    scheme = controls.scheme_in_front(study)
    pairs, chosen = scheme.pairs(d), study.options["pair"]
    if chosen >= len(pairs):
        has = f"the pairs 0 to {len(pairs) - 1}" if len(pairs) > 1 else "pair 0 only" if len(pairs) else "no pairs"
        st.markdown(f"Pair = {chosen:,} does not exist: d = {d:,} has {has}.")
        return
    table, (move, kind) = measurements.table(scheme, n, d), measurements.move(scheme, k, n, d)
    angles = scheme.angles_at_offset(k, d)
    angle = None if angles is None else float(angles[chosen])
    pair, p = pairs[chosen], min(study.position, n - 1 - k)
    block, here, there = move.matrix[np.ix_(pair, pair)], table[p, pair], table[p + k, pair]
    sent = here @ block
    text = f"Pair {chosen:,} of {scheme.name} is columns {pair[0]:,} and {pair[1]:,}. "
    if angle is None:
        goal = ", ".join(map(number, there))
        text += (
            f"No closed form is known: this is the block that fits all positions best. Position {p + k:,} is [{goal}]; "
            f"from position {p:,} the block gives"
        )
    else:
        turns, rest = divmod(angle, 2 * np.pi)
        whole = f" ({turns:,.0f} full turn{'s' * (turns > 1)} and {np.degrees(rest):.1f}°)" if turns else ""
        text += (
            f"In {tokens} it turns by w k = {number(angle)} rad = {number(np.degrees(angle))}°{whole}, wherever it "
            f"starts. As a row [sin cos], with the block on its right, {p:,} → {p + k:,} is"
        )
    left, right = st.columns([6, 5], gap="large")
    with left:
        st.markdown(text)
        st.latex(equation(f"{matrix(here)} {matrix(block)}", matrix(sent)))
        st.markdown("As a column, with the transposed block on its left, the same is")
        st.latex(equation(f"{matrix(block.T)} {matrix(here[:, None])}", matrix(sent[:, None])))
        if angle is not None:
            wrong = shift.residual(shift.Move(move.matrix.T, move.translation), table, k)
            found = measurements.residuals(scheme, k, n, d)[kind].seen
            st.markdown(
                f"With the other sign of sin every pair turns back instead of on: PE(p) T misses PE(p + k) by "
                f"{size(wrong)} of its size. With this sign it misses by {size(found)}."
            )
    with right:
        names = [f"column {column:,}" for column in pair]
        figure = blocks.turn(
            # the second column across, the first up: an angle grows counterclockwise, as on any unit circle
            table[:, pair[::-1]],
            (f"{names[1]}{', cos' * (angle is not None)}", f"{names[0]}{', sin' * (angle is not None)}"),
            position=p,
            offset=k,
            sent=sent[::-1],
            angle=angle,
            color=scheme_color(order(scheme)),
        )
        chart(figure, key="turn", alt=f"{listed(names)} at all positions, {p} and {p + k} marked.", position=p)
        st.caption("The ring is where the block sends position p. Click a point to start from another one.")


def residuals() -> pd.DataFrame:
    """The residual of every scheme by every way, on seen and on unseen positions."""
    rows = [(s.name, WAYS[way], *r) for s in study.schemes for way, r in measurements.residuals(s, k, n, d).items()]
    return pd.DataFrame(rows, columns=["scheme", "way", "seen", "unseen"])


@st.cache_data(show_spinner=False)
def free_fits() -> str:
    """Why a free least-squares fit would lie: a matrix for random rows, and one for the sinusoid."""
    table, more = np.random.default_rng(0).normal(size=(2, 50, 128))
    fitted = shift.Move(np.linalg.lstsq(table[:-8], table[8:], rcond=None)[0], np.zeros(128))
    wave = shift.residuals(Sinusoidal(), 8, 128, 64)["affine"]
    rows, columns = table.shape
    return (
        f"**Why not simply fit d × d numbers?** Some matrix moves the rows of a {rows} × {columns} table of random "
        f"numbers by 8 with a residual of {size(shift.residual(fitted, table, 8))}: {rows - 8} rows do not determine "
        f"{columns} numbers a column. It says nothing about position, and misses {rows} other random rows by "
        f"{size(shift.residual(fitted, more, 8))}.\n\nEven the sinusoid itself (n = 128, d = 64, k = 8), fitted "
        f"freely, has {size(wave.seen)} on seen and {size(wave.unseen)} on unseen positions: its slow columns hardly "
        "move within the sequence, so they do not determine the matrix. Count only a closed form, or what holds on "
        "unseen positions."
    )


def draw_residuals() -> None:
    """How far every way misses, and why only unseen positions count."""
    st.subheader("Seen and unseen positions", anchor=False)
    text = (
        "How far PE(p) T(k) is from PE(p + k), as a share of its size. The fits have seen positions 0 to "
        f"{n - 1:,}; the unseen ones are the second half of a sequence twice as long. Rounding is about 1e−16 to 1e−13."
    )
    if few:
        rows = f"{n - k} row{'s' * (n - k > 1)}"
        text += f" Here the last way fits whatever it sees: {rows} for {d + 1} free numbers a column."
    st.markdown(text)
    shown = residuals()
    shown[["seen", "unseen"]] = shown[["seen", "unseen"]].map(size)
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
    right.markdown(free_fits())


st.title("Is moving by k one matrix?", anchor=False)
if n == 1:
    st.markdown("A sequence of one position has nowhere to move. Choose a larger n.")
fits = n > 1 and controls.fits(study, "Finding T(k)", PAIRED_LENGTH, PAIRED_DIM)
if fits:
    st.markdown(f"From every position p to p + {k:,}, measured on positions that no fit has seen. {claim()}")
    draw_matrices()
    draw_block()
    draw_residuals()
notes.often_said("shift")
first = study.schemes[0]
takeaway(
    study,
    "shift",
    {"residuals": residuals, f"T of {first.name}": lambda: pd.DataFrame(measurements.move(first, k, n, d)[0].matrix)}
    if fits
    else {},
)
