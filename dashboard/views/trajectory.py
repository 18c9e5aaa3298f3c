"""What curve do the positions draw?"""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import controls, figures, measurements, notes
from dashboard.charts import chart
from dashboard.claims import FLAT, listed, number, told_apart
from dashboard.measurements import MEASURED_CELLS, MEASURED_LENGTH, PAIRED_LENGTH
from dashboard.study import MAX_DIM, Study, order
from dashboard.takeaway import takeaway
from posenc_core import Scheme, criteria, geometry
from posenc_core.scheme import Array

# steps between two positions of a smooth curve, and numbers that may be computed for it
FINEST, FINE_CELLS = 16, 2**21
# share of the variance beside a line that is rounding
STRAIGHT = 1e-12

study: Study = st.session_state["study"]
n, d = study.length, study.dim
plane = study.options["space"] == "2-D"


def turns(points: Array) -> float | None:
    """How many full turns a pair of columns makes, if it turns round 0 by the same angle at every step. (n, 2)."""
    if len(points) < 2:
        return None
    radius = geometry.spread(np.hypot(*points.T))
    if not radius.mean or radius.relative > criteria.EQUAL:
        return None
    steps = (np.diff(np.arctan2(*points.T)) + np.pi) % (2 * np.pi) - np.pi
    same = np.ptp(steps) <= criteria.EQUAL and abs(steps[0]) > 0
    return abs(float(steps.sum())) / (2 * np.pi) if same else None


def shape(scheme: Scheme, table: Array, drawn: Array, columns: list[int]) -> str:
    """What is drawn, in words: few points for many positions, a line, or how often it turns."""
    if n == 1:
        return "A sequence of one position is a single point."
    if d == 1:
        return "One column draws no curve."
    different = len(np.unique(drawn.round(12), axis=0))
    if different < n / 2:
        return f"All {n:,} positions fall on {different:,} points of this picture."
    if geometry.principal_components(drawn, 1)[1][0] > 1 - STRAIGHT:
        return "The positions stand on one straight line."
    held = ""
    if not columns:
        share = 100 * float(measurements.components(scheme, n, d)[1][: drawn.shape[1]].sum())
        held = f"These components hold {share:.1f} % of the variance. "
    pairs = sorted(scheme.pairs(d).tolist(), key=lambda pair: not set(pair) <= set(columns))
    pair, count = next(((pair, count) for pair in pairs if (count := turns(table[:, pair]))), ([], 0.0))
    if not count:
        return f"{held}No two columns that belong together turn in a circle."
    inside = set(pair) <= set(columns)
    text = (
        f"{held}Columns {pair[0]} and {pair[1]} {'draw' if inside else 'alone would draw'} "
        f"{'a circle' if count >= 1 else 'an arc'}: {number(360 * count / (n - 1))}° a token, {number(count)} full "
        f"turns from position 0 to {n - 1:,}."
    )
    for column in sorted(set(columns) - set(pair)) if inside else ():
        text += f" Column {column} goes from {number(table[0, column])} to {number(table[-1, column])}."
    return text


@st.cache_data(show_spinner=False)
def nearest(scheme: Scheme, length: int, dim: int) -> str:
    """Which two positions are nearest to each other in all columns, and whether they are neighbours."""
    p, q, apart = geometry.closest_pair(measurements.table(scheme, length, dim))
    step = geometry.spread(measurements.steps(scheme, length, dim, 1))
    neighbours = range_words(step.smallest, step.largest)
    if not apart:
        return f"Positions {p} and {q} have the same vector; neighbours are {neighbours} apart."
    if q - p == 1:
        return f"No two positions are nearer to each other than neighbours, which are {neighbours} apart."
    others = geometry.spread(measurements.steps(scheme, length, dim, q - p))
    like = f", like all pairs {q - p} tokens apart" if others.relative <= criteria.EQUAL else ""
    return (
        f"Positions {p} and {q}, no neighbours, are nearest to each other: {number(apart)} apart{like}. Neighbours are "
        f"{neighbours} apart."
    )


def range_words(low: float, high: float) -> str:
    """One number, or two with as many digits as it takes to see that they differ."""
    return number(high) if high - low <= criteria.EQUAL * abs(high) else " to ".join(told_apart(low, high))


def norm_words(scheme: Scheme, norms: Array) -> str:
    """How long the vectors are, and whether they are all equally long."""
    found = geometry.spread(norms)
    if found.largest - found.smallest <= criteria.EQUAL * found.largest:
        return f"Every vector has the norm {number(found.mean)}."
    text = (
        f"Norms go from {range_words(found.smallest, found.largest)} (positions {found.at_smallest:,} and "
        f"{found.at_largest:,})"
    )
    if d % 2 and scheme.angles_at_offset(1, d + 1) is not None:
        (lone,) = set(range(d)) - set(scheme.pairs(d).ravel().tolist())
        text += f": d is odd, and column {lone} has no partner to keep them equal"
    return f"{text}."


def coordinates(scheme: Scheme) -> tuple[Array, list[str], list[int]]:
    """What is drawn of every position, what the axes are called, and the columns that they are (none: components)."""
    count = 2 if plane else 3
    table = measurements.table(scheme, n, d)
    if d == 1:
        return table, ["column 0"], [0]
    if study.options["axes"] == "columns":
        columns = [study.options[axis] for axis in "xyz"[:count]]
        return table[:, columns], [f"column {column}" for column in columns], columns
    points, shares = measurements.components(scheme, n, d)
    of = " of the variance" if plane else ""
    titles = [f"component {i + 1}, {100 * share:.1f} %{of}" for i, share in enumerate(shares[:count])]
    return points[:, :count], titles, []


def missing() -> str:
    """A sentence about the first chosen column that does not exist; nothing when all do."""
    if d == 1 or study.options["axes"] != "columns":
        return ""
    wanted = {axis: study.options[axis] for axis in ("xy" if plane else "xyz")}
    beyond = [f"Column on {axis} = {column:,}" for axis, column in wanted.items() if column >= d]
    return f"{beyond[0]} does not exist: with d = {d:,} columns go from 0 to {d - 1:,}." if beyond else ""


@st.cache_data(max_entries=8, show_spinner=False)
def between(scheme: Scheme, length: int, dim: int, columns: list[int], count: int) -> Array | None:
    """The same formula between the positions, where it has a meaning there, in the drawn columns or components."""
    fine = min(FINEST, FINE_CELLS // (length * dim))
    if not scheme.real_positions or fine < 2:
        return None
    steps = np.arange(fine * (length - 1) + 1) / fine
    rows = scheme.encode(steps, dim, length=length)
    if columns:
        return np.asarray(rows[:, columns], np.float64)
    table, points = measurements.table(scheme, length, dim), measurements.components(scheme, length, dim)[0][:, :count]
    squares = (points**2).sum(axis=0)
    middle = table.mean(axis=0)
    directions = np.divide((table - middle).T @ points, squares, out=np.zeros((dim, count)), where=squares > 0)
    return np.asarray((rows - middle) @ directions, np.float64)


def draw(scheme: Scheme, points: Array, titles: list[str], columns: list[int]) -> None:
    """The curve; of a single column against the position."""
    p = study.position
    if d == 1:
        line = figures.Line(scheme.name, points[:, 0], *figures.scheme_style(order(scheme)))
        figure = positions_only(
            figures.curves([line], values=titles[0], along="position p", position=p, shown=(0, n - 1), height=420)
        )
        below = "d = 1 leaves one column, and a curve takes two: it is drawn against the position."
    else:
        curve = between(scheme, n, d, columns, len(titles))
        figure = figures.trajectory(points, titles, position=p, curve=curve)
        joined = "straight lines join them" if curve is None else "the line is the same formula between them"
        below = f"Dots are positions, {joined}. A click chooses a position."
        if not plane:
            below += f" Drag to rotate; up is {titles[2]}."
    words = f"{listed(titles)} of {scheme.name} at {n:,} positions, position {p} marked."
    chart(figure, key=f"trajectory {len(titles)}", alt=words, position=p)
    st.caption(below)


def positions_only(figure: figures.Figure) -> figures.Figure:
    """The same chart without choosing a stretch by dragging: this page always shows all positions."""
    figure["layout"]["meta"] |= {"zooms": False}
    return figure


def draw_norms() -> None:
    """The norm of every position, for all chosen schemes."""
    st.subheader("How long is each vector?", anchor=False)
    found = {s: geometry.norms(measurements.table(s, n, d)) for s in study.schemes}
    # the scheme in front is drawn last, over the others
    lines = [
        figures.Line(s.name, norms, *figures.scheme_style(order(s)), width=2 + (s is front))
        for s, norms in reversed(found.items())
    ]
    figure = figures.curves(
        lines,
        values=f"norm, d = {d:,}",
        along="position p",
        position=study.position,
        shown=(0, n - 1),
        from_zero=True,
    )
    alt = f"Norm of every position, for {listed([s.name for s in found])}."
    chart(positions_only(figure), key="norms", alt=alt, position=study.position)
    largest = {s.name: float(norms.max()) for s, norms in found.items()}
    small = [name for name, size in largest.items() if 0 < size * FLAT < max(largest.values())]
    note = f" Beside {max(largest, key=lambda name: largest[name])}, {listed(small)} looks flat." if small else ""
    st.caption(f"A flat line: all positions lie on one sphere round 0.{note}")


st.title("What curve do the positions draw?", anchor=False)
front = controls.scheme_in_front(study)
fits = controls.fits(
    study,
    "Drawing every position",
    MEASURED_LENGTH,
    min(MEASURED_CELLS // min(n, MEASURED_LENGTH), MAX_DIM),
)
refused = missing() if fits else ""
if refused:
    st.markdown(refused)
elif fits:
    drawn, titles, columns = coordinates(front)
    table = measurements.table(front, n, d)
    texts = [shape(front, table, drawn, columns)]
    if n > 1:
        texts.append(
            nearest(front, n, d)
            if n <= PAIRED_LENGTH
            else f"The nearest two positions are looked for up to n = {PAIRED_LENGTH:,}."
        )
    st.markdown(" ".join([*texts, norm_words(front, geometry.norms(table))]))
    left, right = st.columns([3, 2], gap="large")
    with left:
        draw(front, drawn, titles, columns)
    with right:
        draw_norms()
notes.often_said("trajectory")


def data() -> pd.DataFrame:
    """The drawn coordinates."""
    if refused or not fits:
        return pd.DataFrame()
    return pd.DataFrame(drawn, columns=titles).rename_axis("position").reset_index()


takeaway(study, "trajectory", {"coordinates": data})
