"""The layout of Equidistance."""

import numpy as np
import streamlit as st

from dashboard.charts import lines, matrices, panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_style
from dashboard.controls import sidebar
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.equidistance import numbers, words
from dashboard.views.equidistance.notes import NOTES
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.views.notes import often_said
from dashboard.views.takeaway import takeaway
from dashboard.views.thread import thread
from dashboard.views.words import listed, number
from posenc_core import geometry

study: Study = st.session_state["study"]
size = (study.length, study.dim)
k, own = study.offset, study.own_scales
steps = {scheme: measurements.steps(scheme, *size, k) for scheme in study.schemes}


st.title("Is one step the same everywhere?", anchor=False)
st.markdown(
    f"{words.claim(steps, study)} A flat line is an equal step. Change k, or turn on Own scales to see small and large "
    "steps side by side."
)

thread(study, "equidistance")

scale = {s: float(values.mean()) or 1.0 if own and len(values) else 1.0 for s, values in steps.items()}
chart(
    lines.curves(
        [lines.Line(s.name, values / scale[s], *scheme_style(order(s))) for s, values in steps.items()],
        values=f"distance p → p + {k}" + (", as a share of the scheme's mean" if own else ""),
        along="position p",
        position=study.position,
        shown=study.shown,
        from_zero=True,
    ),
    key="steps",
    alt=f"Distance of a step of {k} at every position, for {listed([s.name for s in study.schemes])}.",
    position=study.position,
)

found = {}
if study.length > 1 and sidebar.fits(study, "Comparing every pair of positions", PAIRED_LENGTH, PAIRED_DIM):
    found = {s: numbers.offset_distances(s, *size) for s in study.schemes}
    last = len(next(iter(found.values())).mean)
    st.header("Every offset", anchor=False)
    st.markdown(
        f"The mean distance over all p, and the band from the shortest to the longest, for every k up to {last}. "
        + words.worst_words(found)
    )
    scale = {s: bands.mean.mean() or 1.0 if own else 1.0 for s, bands in found.items()}
    left, right = st.columns(2, gap="medium")
    with left:
        bands_figure = lines.curves(
            [
                lines.Line(
                    s.name,
                    bands.mean / scale[s],
                    *scheme_style(order(s)),
                    low=bands.smallest / scale[s],
                    high=bands.largest / scale[s],
                )
                for s, bands in found.items()
            ],
            values="distance p → p + k" + (", as a share of the scheme's mean" if own else ""),
            along="offset k, in tokens",
            start=1,
            chosen=k,
            from_zero=True,
        )
        chart(bands_figure, key="bands", alt="Mean, shortest and longest distance at every offset.")
    with right:
        increments = {s: np.diff(bands.mean, prepend=0) / scale[s] for s, bands in found.items()}
        rises = {s: geometry.first_rise(values) for s, values in increments.items()}
        chart(
            lines.curves(
                [
                    lines.Line(
                        s.name,
                        values,
                        *scheme_style(order(s)),
                        marks=[rise + 1 for rise in (rises[s],) if rise is not None],
                    )
                    for s, values in increments.items()
                ],
                values="growth of the mean distance, k − 1 → k" + (", as a share of the scheme's mean" if own else ""),
                along="offset k, in tokens",
                start=1,
                chosen=k,
            ),
            key="increments",
            alt="How much the mean distance grows with each further token of offset.",
        )
    turned = [f"{s.name} at k = {rise + 2}" for s, rise in rises.items() if rise is not None]
    if turned:
        st.caption(f"Rings: where the growth first becomes larger again, {listed(turned)}.")

    st.header("Every pair", anchor=False)
    st.markdown("Distance of every position (down) from every other (across). Equal steps make straight diagonals.")
    pairs = {s: measurements.pairs(s, *size, "distance") for s in study.schemes}
    largest = max(float(matrix.max()) for matrix in pairs.values()) or 1.0
    for place, (s, matrix) in zip(panels.places(len(pairs)), pairs.items(), strict=True):
        with place:
            limit = (float(matrix.max()) or 1.0) if own else largest
            chart(
                matrices.matrix(
                    matrix,
                    heading=f"{s.name}: distance",
                    across="position q",
                    down="position p",
                    limit=limit,
                    signed=False,
                    hover="position %{y} and %{x}<br>distance %{z:.3f}",
                    marked_row=study.position,
                    bar=own or s is study.schemes[-1],
                    square=True,
                    chooses="y",
                    height=panels.height(len(study.schemes)),
                ),
                key=f"pairs {s.name}",
                alt=f"Distance of every pair of positions in {s.name}, up to {number(float(matrix.max()))}.",
                position=study.position,
            )

second = study.options["n2"]
st.header(f"Two lengths: n = {study.length:,} and {second:,}", anchor=False)
lengths = numbers.lengths(study)
st.markdown(words.length_words(lengths))
numeric = st.column_config.NumberColumn
st.dataframe(
    lengths,
    hide_index=True,
    height="content",
    placeholder="–",
    column_config={
        "scheme": st.column_config.TextColumn("Scheme", pinned=True),
        "k": numeric("Offset k"),
        "first": numeric(f"Mean distance, n = {study.length:,}", format="%.4g"),
        "second": numeric(f"Mean distance, n = {second:,}", format="%.4g"),
        "ratio": numeric("Ratio", format="%.4g"),
    },
)

often_said(NOTES)

takeaway(study, "equidistance")
