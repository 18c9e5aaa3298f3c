"""The layout of Equidistance."""

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
from dashboard.state.study import Study, order
from dashboard.views.equidistance import claims, figures, numbers
from dashboard.views.page_parts import cells, next_steps, static_table, tabs
from posenc_core.analysis import geometry
from posenc_core.arrays import Array
from posenc_core.plot import lines
from posenc_core.plot.style import Figure, scheme_style
from posenc_core.text.numerals import number


def page(study: Study) -> None:
    """Draw distances at offset k, at every offset, and in another sequence."""
    st.title(message("equidistance-title"), anchor=False)
    st.markdown(say(*claims.opening(study)))
    draw_bar(study, "equidistance")
    sections = {"lengths": another_length}
    if study.length > 1:
        facts = [(scheme, claims.cell(scheme, study)) for scheme in study.schemes]
        distances(study, facts)
        cells(facts)
        sections = {"offsets": every_offset, "pairs": every_pair, **sections, "pair": one_pair}
    tabs(study, "equidistance", {id: partial(draw, study) for id, draw in sections.items()})
    next_steps("equidistance", "clocks")


def distances(study: Study, facts: claims.Facts) -> None:
    """Draw the distance from p to p + k at every position."""
    texts = [
        message("equidistance-fact", scheme=s.name, label=MESSAGES.say(fact, "cell"), text=say(fact))
        for s, scheme_claims in facts
        for fact in scheme_claims
    ]
    (figure,) = figures.main_figures(study)
    alt = message("equidistance-alt", offset=study.offset, facts=" ".join(texts))
    chart(figure, key="steps", alt=alt, position=study.position)
    st.caption(message("equidistance-use"))


def every_offset(study: Study) -> None:
    """Draw the distances at every offset, and their increments."""
    if not handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        return
    every_band = {s: numbers.offset_distances(s, study.length, study.dim) for s in study.schemes}
    wide, added, followed = [], [], []
    for s, bands in every_band.items():
        style = scheme_style(order(s))
        wide.append(lines.Line(s.name, bands.mean, *style, low=bands.smallest, high=bands.largest))
        growth = np.diff(bands.mean, prepend=0)
        rise = geometry.first_rise(growth)
        added.append(lines.Line(s.name, growth, *style, marks=[] if rise is None else [rise + 1]))
        followed += measurements.hover_curves(s, study, "distance", along="offsets")
    curves = partial(lines.curves, along=message("equidistance-along"), start=1, chosen=study.offset, height=260)
    left, right = st.columns(2, gap="medium")
    with left:
        figure = curves(wide, values=message("equidistance-distances"), from_zero=True)
        chart(figure, key="bands", alt=message("equidistance-distances.alt"), followed=followed)
    with right:
        figure = curves(added, values=message("equidistance-added"))
        chart(figure, key="increments", alt=message("equidistance-added.alt"))
    st.caption(message("equidistance-bands"))
    cells([(s, claims.offsets(bands)) for s, bands in every_band.items()])


def every_pair(study: Study) -> None:
    """Draw the distances between all positions."""
    if not handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        return
    st.markdown(message("equidistance-diagonals"))
    n = study.length
    pairs = {s: measurements.pairs(s, n, study.dim, "distance") for s in study.schemes}
    largest = max(float(matrix.max()) for matrix in pairs.values())
    for place, (s, matrix) in zip(panels.places(len(pairs)), pairs.items(), strict=True):
        high = float(matrix.max())
        heading = message("equidistance-heading", scheme=s.name)
        with place:
            figure = heatmap(matrix, heading, largest, study, len(pairs), bar=s is study.schemes[-1])
            alt = message("equidistance-pairs-alt", length=n, scheme=s.name, high=high)
            chart(figure, key=f"pairs {s.name}", alt=alt, position=study.position)


def heatmap(matrix: Array, heading: str, limit: float, study: Study, count: int, *, bar: bool = True) -> Figure:
    """Heatmap of distances between positions, as one of `count` panels."""
    words = {"across": message("equidistance-across"), "down": message("equidistance-position"), "heading": heading}
    words["hover"] = message("equidistance-hover", x="%{x}", y="%{y}", z="%{z:.4g}")
    look = {"limit": limit or 1.0, "signed": False, "bar": bar}
    return panels.position_matrix(matrix, count, position=study.position, **words, **look)


def table_of(table: pd.DataFrame, name: str, **args: int) -> None:
    """Draw a table of values of each encoding; column headings are the messages `equidistance-<name>-<column>`."""
    rows = table.set_index("scheme").map(lambda value: "–" if np.isnan(value) else number(value, 4))
    rows.columns = [message(f"equidistance-{name}-{column}", **args) for column in rows]
    static_table(rows, message("equidistance-encoding"))


def one_pair(study: Study) -> None:
    """Tabulate distance, norms, and dot product of the positions p and p + k."""
    start = numbers.pair_start(study)
    if notes := claims.pair(study):
        st.markdown(say(*notes))
    table_of(numbers.one_pair(study), "pair", position=start, other=start + study.offset)
    st.caption(message("equidistance-pair"))


def another_length(study: Study) -> None:
    """Tabulate the mean distance at some offsets in two sequences, and draw that of their first positions."""
    n, second, both = study.length, study.options["n2"], numbers.at_both(study)
    with st.container(width=240):
        control("n2", second)
    if reasons := claims.lengths(study):
        st.markdown(say(*reasons))
    if both.schemes:
        table = numbers.lengths(both)
        args = {"length": n, "other": second}
        table_of(table.drop(columns=["second", "ratio"]) if second == n else table, "lengths", **args)
        if second != n:
            st.caption(message("equidistance-lengths", **args))
            first_positions(both)


def first_positions(study: Study) -> None:
    """Draw the distances of the first few positions in both sequences, of encodings that have both."""
    count, second = numbers.first_positions(study), study.options["n2"]
    st.markdown(message("equidistance-first", count=count))
    both = {s: numbers.first_distances(s, study, count) for s in study.schemes}
    # both lengths side by side where they fit
    few = len(both) <= 2
    places = panels.places(2 * len(both)) if few else [p for p in panels.places(len(both)) for _ in range(2)]
    for i, (s, pictures) in enumerate(both.items()):
        limit = max(float(matrix.max()) for matrix in pictures)
        for j, (n, matrix) in enumerate(zip((study.length, second), pictures, strict=True)):
            args = {"scheme": s.name, "length": n}
            with places[2 * i + j]:
                heading = message("equidistance-heading.length", **args)
                figure = heatmap(matrix, heading, limit, study, len(places), bar=j == 1)
                alt = message("equidistance-pairs-alt.first", **args, count=count, high=float(matrix.max()))
                chart(figure, key=f"first {s.name} {j}", alt=alt, position=study.position)
