"""The layout of Similarity."""

import numpy as np
import streamlit as st

from dashboard.charts import lines, matrices, panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_style, step_color
from dashboard.controls import sidebar
from dashboard.parameters import MEASURES
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH, PairKind
from dashboard.views.notes import often_said
from dashboard.views.similarity import figures, numbers, tables, words
from dashboard.views.similarity.notes import NOTES
from dashboard.views.takeaway import takeaway
from dashboard.views.thread import thread
from dashboard.views.words import compared, listed, number, similarities
from posenc_core import Sinusoidal, geometry

study: Study = st.session_state["study"]
length, dim, p = study.length, study.dim, study.position
far_away = study.measure == "distance"
curves = {s: measurements.similarity(s, length, dim, p, study.measure) for s in study.schemes}
largest = {s: float(np.nanmax(np.abs(curve), initial=0)) or 1.0 for s, curve in curves.items()}
scale = {s: largest[s] if study.own_scales else 1.0 for s in curves}

st.title("What is near?", anchor=False)
st.markdown(similarities(curves, study))

thread(study, "similarity")

turns = {s: geometry.first_rise(-curve[p:] if far_away else curve[p:]) for s, curve in curves.items()}
drawn = [
    lines.Line(
        s.name,
        curve / scale[s],
        *scheme_style(order(s)),
        marks=[p + turn for turn in (turns[s],) if turn is not None],
    )
    for s, curve in curves.items()
]
sinusoid = next((s for s in study.schemes if isinstance(s, Sinusoidal)), None)
law_words = ""
if sinusoid and study.options["law"]:
    laws = words.laws(study, sinusoid, curves[sinusoid])
    law_words = f" {laws.words}"
    if laws.closed is not None:
        drawn.append(figures.overlay("closed form", laws.closed / scale[sinusoid], dots=True))
    if laws.log is not None:
        drawn.append(figures.overlay("log law", laws.log / scale[sinusoid], dots=False))
chart(
    lines.curves(
        drawn,
        values=compared(study) + (", as a share of the scheme's largest" if study.own_scales else ""),
        along="position p",
        position=p,
        shown=study.shown,
        height=360,
    ),
    key="similarity",
    alt=f"{compared(study)}, at every position, for {listed([s.name for s in study.schemes])}.",
    position=p,
)
turn_words = "first falls" if far_away else "first rises"
found = [f"{s.name} {turn_words} after k = {turn}" for s, turn in turns.items() if turn is not None]
st.caption(
    (f"Rings, to the right of p: {'; '.join(found)}." if found else "No curve turns back to the right of p.")
    + law_words
)

with st.container():
    if sides := words.sides_words(study):
        st.markdown(sides)

if sidebar.fits(study, "Comparing every pair of positions", PAIRED_LENGTH, PAIRED_DIM):
    kind: PairKind = "cosine" if study.measure == "cosine" else "distance" if far_away else "dot"
    st.header("Every pair", anchor=False)
    pairs = {s: measurements.pairs(s, length, dim, kind) for s in study.schemes}
    st.markdown(words.diagonal_words(pairs, kind))
    limits = {s: float(np.nanmax(np.abs(matrix), initial=0)) or 1.0 for s, matrix in pairs.items()}
    for place, (s, matrix) in zip(panels.places(len(pairs)), pairs.items(), strict=True):
        with place:
            chart(
                matrices.matrix(
                    matrix,
                    heading=f"{s.name}: {MEASURES[kind]}",
                    across="position q",
                    down="position p",
                    limit=limits[s] if study.own_scales else max(limits.values()),
                    signed=not far_away,
                    hover=f"position %{{y}} and %{{x}}<br>{MEASURES[kind]} %{{z:.3f}}",
                    marked_row=p,
                    square=True,
                    chooses="y",
                    height=panels.height(len(study.schemes)),
                ),
                key=f"pairs {s.name}",
                alt=f"{MEASURES[kind]} of every pair of positions in {s.name}.",
                position=p,
            )

st.header("Why 10,000?", anchor=False)
rows, here = numbers.at_bases(study)
st.markdown(words.base_words(study, here))
sidebar.base_handle(here.base, numbers.SLIDER)
chart(
    lines.curves(
        [
            lines.Line(
                f"B = {number(row.base)}",
                row.cosine,
                step_color(i, len(rows)),
                width=3 if row is here else 1.25,
            )
            for i, row in enumerate(rows)
        ],
        values="cosine of positions k apart",
        along="offset k, in tokens",
        height=320,
    ),
    key="bases",
    alt="The cosine of the sinusoid over the offset, for several bases.",
)
numeric = st.column_config.NumberColumn
bases = tables.bases(rows)
st.dataframe(
    bases,
    hide_index=True,
    height="content",
    placeholder="–",
    column_config={
        "base": numeric("Base B", format="localized"),
        "rise": numeric("First rise after k"),
        "moving": numeric("Columns that move", help=f"Standard deviation at least {measurements.STILL} within n."),
        "turning": numeric("Pairs that turn", help="Pairs whose wavelength is at most n."),
        "end": numeric("Cosine at k = n − 1", format="%.3f"),
        "neighbours": numeric("Distance of neighbours", format="%.3f"),
        "longest": numeric("Longest wave, tokens", format="localized"),
    },
)

st.header(f"Does position p + {study.options['far']:,} come back?", anchor=False)
st.markdown(words.far_words(study))
if again := words.again_words(study, here):
    st.markdown(again)

often_said(NOTES)

takeaway(study, "similarity")
