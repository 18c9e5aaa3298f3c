"""The layout of Equidistance."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.controls.widgets import control
from dashboard.numbers import measurements
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study
from dashboard.views.equidistance import facts, figures
from dashboard.views.page_parts import cells, next_steps, static_table, tabs
from posenc_core import Scheme
from posenc_core.text.messages import Claim
from posenc_core.text.numerals import number


def page(study: Study) -> None:
    """Draw distances at offset k, at every offset, and in another sequence."""
    st.title(message("equidistance-title"), anchor=False)
    st.markdown(say(*facts.opening(study)))
    draw_bar(study, "equidistance")
    sections = {"lengths": another_length}
    if study.length > 1:
        about = [(scheme, facts.cell(scheme, study)) for scheme in study.schemes]
        distances(study, about)
        cells(about)
        sections = {"offsets": every_offset, "pairs": every_pair, **sections, "pair": one_pair}
    tabs(study, "equidistance", {id: partial(draw, study) for id, draw in sections.items()})
    next_steps("equidistance", "clocks")


def distances(study: Study, about: Sequence[tuple[Scheme, Sequence[Claim]]]) -> None:
    """Draw the distance from p to p + k at every position."""
    texts = [
        message("equidistance-fact", scheme=scheme.name, label=MESSAGES.say(claim, "cell"), text=say(claim))
        for scheme, claims in about
        for claim in claims
    ]
    (figure,) = figures.main_figures(study)
    alt = message("equidistance-alt", offset=study.offset, facts=" ".join(texts))
    chart(figure, key="steps", alt=alt, position=study.position)
    st.caption(message("equidistance-use"))


def every_offset(study: Study) -> None:
    """Draw the distances at every offset, and their increments."""
    if not handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        return
    followed = []
    for scheme in study.schemes:
        followed += measurements.hover_curves(scheme, study, "distance", along="offsets")
    (left, right), (means, added) = st.columns(2, gap="medium"), figures.every_offset(study)
    with left:
        chart(means, key="bands", alt=message("equidistance-distances.alt"), followed=followed)
    with right:
        chart(added, key="increments", alt=message("equidistance-added.alt"))
    st.caption(message("equidistance-bands"))
    cells([(s, facts.cell_of_offsets(facts.offset_distances(s, study.length, study.dim))) for s in study.schemes])


def every_pair(study: Study) -> None:
    """Draw the distances between all positions."""
    if not handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        return
    st.markdown(message("equidistance-diagonals"))
    pairs = {s: measurements.pairs(s, study.length, study.dim, "distance") for s in study.schemes}
    largest = max(float(matrix.max()) for matrix in pairs.values())
    for place, (s, matrix) in zip(panels.places(len(pairs)), pairs.items(), strict=True):
        heading, last = message("equidistance-heading", scheme=s.name), s is study.schemes[-1]
        alt = message("equidistance-pairs-alt", length=study.length, scheme=s.name, high=float(matrix.max()))
        figure = figures.pairs(matrix, heading, largest, study, len(pairs), bar=last)
        with place:
            chart(figure, key=f"pairs {s.name}", alt=alt, position=study.position)


def table_of(table: pd.DataFrame, name: str, **args: int) -> None:
    """Draw a table of values of each encoding; column headings are the messages `equidistance-<name>-<column>`."""
    rows = table.set_index("scheme").map(lambda value: "–" if np.isnan(value) else number(value, 4))
    rows.columns = [message(f"equidistance-{name}-{column}", **args) for column in rows]
    static_table(rows, message("equidistance-encoding"))


def one_pair(study: Study) -> None:
    """Tabulate distance, norms, and dot product of the positions p and p + k."""
    start = facts.pair_start(study)
    if notes := facts.pair_notes(study):
        st.markdown(say(*notes))
    table_of(facts.one_pair(study), "pair", position=start, other=start + study.offset)
    st.caption(message("equidistance-pair"))


def another_length(study: Study) -> None:
    """Tabulate the mean distance at some offsets in two sequences, and draw that of their first positions."""
    n, second, both = study.length, study.options["n2"], facts.at_both(study)
    with st.container(width=240):
        control("n2", second)
    if reasons := facts.length_notes(study):
        st.markdown(say(*reasons))
    if not both.schemes:
        return
    table, args = facts.lengths(both), {"length": n, "other": second}
    if second == n:
        table_of(table.drop(columns=["second", "ratio"]), "lengths", **args)
        return
    table_of(table, "lengths", **args)
    st.caption(message("equidistance-lengths", **args))
    first_positions(both)


def first_positions(study: Study) -> None:
    """Draw the distances of the first few positions in both sequences, of encodings that have both."""
    count, drawn = facts.first_positions(study), len(study.schemes)
    st.markdown(message("equidistance-first", count=count))
    # both lengths side by side where they fit
    places = panels.places(2 * drawn)
    if drawn > 2:
        places = [place for place in panels.places(drawn) for _ in range(2)]
    for i, scheme in enumerate(study.schemes):
        pictures = facts.first_distances(scheme, study, count)
        limit = max(float(matrix.max()) for matrix in pictures)
        for j, (n, matrix) in enumerate(zip((study.length, study.options["n2"]), pictures, strict=True)):
            args = {"scheme": scheme.name, "length": n}
            heading = message("equidistance-heading.length", **args)
            alt = message("equidistance-pairs-alt.first", **args, count=count, high=float(matrix.max()))
            figure = figures.pairs(matrix, heading, limit, study, len(places), bar=j == 1)
            with places[2 * i + j]:
                chart(figure, key=f"first {scheme.name} {j}", alt=alt, position=study.position)
