"""What is near?"""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import claims, controls, figures, measurements, notes
from dashboard.charts import chart
from dashboard.claims import listed, number, small
from dashboard.measurements import PAIRED_DIM, PAIRED_LENGTH, PairKind
from dashboard.portraits import portrait
from dashboard.study import MEASURES, Study, order
from dashboard.takeaway import takeaway
from posenc_core import Sinusoidal, geometry
from posenc_core.scheme import Array

BASES = (10.0, 100.0, 1e3, 1e4, 1e5, 5e5)
SLIDER = (2.0, *BASES[:-1], 1e6)

study: Study = st.session_state["study"]
length, dim, p = study.length, study.dim, study.position
far_away = study.measure == "distance"
curves = {s: measurements.similarity(s, length, dim, p, study.measure) for s in study.schemes}
largest = {s: float(np.nanmax(np.abs(curve), initial=0)) or 1.0 for s, curve in curves.items()}
scale = {s: largest[s] if study.own_scales else 1.0 for s in curves}


def log_law(scheme: Sinusoidal) -> Array | None:
    """The law 1 − (ln k + 0.577) / ln B of the cosine, in the measure that is shown; None for a measure without."""
    k = np.abs(np.arange(length) - p).astype(np.float64)
    k[p] = np.nan
    cosine: Array = 1 - (np.log(k) + np.euler_gamma) / np.log(scheme.base)
    if study.measure == "cosine":
        return cosine
    if study.measure == "dot":
        return cosine * dim / 2
    distance: Array = np.sqrt(np.maximum(dim * (1 - cosine), 0))
    return distance if far_away else None


st.title("What is near?", anchor=False)
st.markdown(claims.similarities([portrait(scheme, study) for scheme in study.schemes], study))

turns = {s: geometry.first_rise(-curve[p:] if far_away else curve[p:]) for s, curve in curves.items()}
lines = [
    figures.Line(
        s.name,
        curve / scale[s],
        *figures.scheme_style(order(s)),
        marks=[p + turn for turn in (turns[s],) if turn is not None],
    )
    for s, curve in curves.items()
]
sinusoid = next((s for s in study.schemes if isinstance(s, Sinusoidal)), None)
law_words = ""
if sinusoid and study.options["law"]:
    if dim % 2:
        law_words = " For odd d there is no closed form: the last sine has no partner."
    elif not measurements.measured(length, dim):
        law_words = " At this length nothing is measured: the curve of the sinusoid is the closed form."
    else:
        closed = geometry.similarity(sinusoid, p, length, dim, kind=study.measure)
        apart = float(np.nanmax(np.abs(closed - curves[sinusoid]), initial=0))
        lines.append(figures.overlay("closed form", closed / scale[sinusoid], dots=True))
        law_words = f" The closed form differs from the measured curve by at most {small(apart)}."
    law = log_law(sinusoid)
    if law is None:
        law_words += " The log law speaks of dot product, cosine and distance only."
    else:
        lines.append(figures.overlay("log law", law / scale[sinusoid], dots=False))
chart(
    figures.curves(
        lines,
        values=claims.compared(study) + (", as a share of the scheme's largest" if study.own_scales else ""),
        along="position p",
        position=p,
        shown=study.shown,
        height=360,
    ),
    key="similarity",
    alt=f"{claims.compared(study)}, at every position, for {listed([s.name for s in study.schemes])}.",
    position=p,
)
words = "first falls" if far_away else "first rises"
found = [f"{s.name} {words} after k = {turn}" for s, turn in turns.items() if turn is not None]
st.caption(
    (f"Rings, to the right of p: {'; '.join(found)}." if found else "No curve turns back to the right of p.")
    + law_words
)

reach = min(p, length - 1 - p)
sides = []
for s in study.schemes:
    cosine = measurements.similarity(s, length, dim, p, "cosine")
    skew = np.abs(cosine[p - reach : p][::-1] - cosine[p + 1 : p + 1 + reach])
    if reach and np.isfinite(skew).any():
        sides.append(f"{small(float(np.nanmax(skew)))} in {s.name}")
if sides:
    st.markdown(
        f"**Left or right?** The cosine {reach} to the left and to the right differs by at most {listed(sides)}. Where "
        "that is rounding, similarity alone cannot tell before from after; what moves by k, on the page Shift, can."
    )

if controls.fits(study, "Comparing every pair of positions", PAIRED_LENGTH, PAIRED_DIM):
    kind: PairKind = "cosine" if study.measure == "cosine" else "distance" if far_away else "dot"
    st.subheader("Every pair", anchor=False)
    explained = []
    for s in study.schemes:
        share = geometry.constancy(measurements.pairs(s, length, dim, kind))
        explained.append(f"{share:.3f} in {s.name}" if np.isfinite(share) else f"left open by equal values in {s.name}")
    st.markdown(
        f"The {'Gram matrix: ' if kind == 'dot' else ''}{MEASURES[kind]} of every position (down) with every other "
        "(across). Where only the offset matters, every diagonal has one colour: the share R² of the variance that "
        f"diagonals explain is {listed(explained)}."
    )
    limits = {
        s: float(np.nanmax(np.abs(measurements.pairs(s, length, dim, kind)), initial=0)) or 1.0 for s in study.schemes
    }
    for column, s in zip(st.columns(max(len(study.schemes), 2), gap="medium"), study.schemes, strict=False):
        matrix = measurements.pairs(s, length, dim, kind)
        with column:
            chart(
                figures.matrix(
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
                    height=figures.row_height(len(study.schemes)),
                ),
                key=f"pairs {s.name}",
                alt=f"{MEASURES[kind]} of every pair of positions in {s.name}.",
                position=p,
            )

st.subheader("Why 10,000?", anchor=False)
wave = study.known["Sinusoidal"]
assert isinstance(wave, Sinusoidal)
base = wave.base
rows = [measurements.at_base(b, length, dim) for b in sorted({*BASES, base})]
here = next(row for row in rows if row.base == base)
rise = f"rises first after k = {here.first_rise}" if here.first_rise is not None else "never rises"
st.markdown(
    f"The base sets how slowly the slowest pair turns. At B = {number(base)} the similarity of the sinusoid {rise}, "
    f"{here.turning} of {(dim + 1) // 2} pairs complete a turn within n = {length:,}, and neighbours "
    f"are {number(here.neighbours)} apart. A small base sets neighbours far apart, but soon only ripples are "
    "left; a large one reaches far, but sets neighbours closer and leaves columns still."
)
st.session_state["base handle"] = min(SLIDER, key=lambda b: abs(np.log(b / base)))
st.select_slider(
    "Base B",
    SLIDER,
    key="base handle",
    format_func=lambda b: f"{b:,.0f}",
    on_change=lambda: controls.choose(**{"Sinusoidal.base": st.session_state["base handle"]}),
    help="The base of the sinusoid; the sidebar takes any number above 1.",
)
chart(
    figures.curves(
        [
            figures.Line(
                f"B = {number(row.base)}",
                row.cosine,
                figures.step_color(i, len(rows)),
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
numbers = st.column_config.NumberColumn
bases = pd.DataFrame(
    {
        "base": [row.base for row in rows],
        "rise": [row.first_rise for row in rows],
        "moving": [row.moving for row in rows],
        "turning": [row.turning for row in rows],
        "end": [row.cosine[-1] for row in rows],
        "neighbours": [row.neighbours for row in rows],
        "longest": [float(np.rint(row.longest)) for row in rows],
    }
)
st.dataframe(
    bases,
    hide_index=True,
    height="content",
    placeholder="–",
    column_config={
        "base": numbers("Base B", format="localized"),
        "rise": numbers("First rise after k"),
        "moving": numbers("Columns that move", help=f"Standard deviation at least {measurements.STILL} within n."),
        "turning": numbers("Pairs that turn", help="Pairs whose wavelength is at most n."),
        "end": numbers("Cosine at k = n − 1", format="%.3f"),
        "neighbours": numbers("Distance of neighbours", format="%.3f"),
        "longest": numbers("Longest wave, tokens", format="localized"),
    },
)

far = study.options["far"]
st.subheader(f"Does position p + {far:,} come back?", anchor=False)
texts = []
for s in study.schemes:
    vectors = s.encode([p, p + 1, p + far], dim, length=max(length, 2))
    step, away = (float(np.linalg.norm(vectors[i] - vectors[0])) for i in (1, 2))
    texts.append(f"{number(away)} in {s.name}, where a neighbour is {number(step)} away")
st.markdown(f"Position {p:,} and position {p + far:,} are " + "; ".join(texts) + ".")
if dim % 2 == 0:
    offset, nearest = measurements.nearest_again(base, dim)
    step = measurements.at_base(base, length, dim).neighbours
    beside = "the neighbour itself" if offset == 1 else f"nearer than the neighbour ({number(step)})"
    st.markdown(
        f"Of all offsets up to {measurements.SEARCHED:,} the sinusoid comes nearest to itself at k = {offset:,}, "
        f"{number(nearest)} away: {beside}. {number(base)} is the base of its wavelengths and no limit to the length."
    )

notes.often_said("similarity")


def data() -> pd.DataFrame:
    """The curves of the first chart, where it shows them."""
    first, last = study.shown
    return pd.DataFrame(
        {"position": range(first, last + 1), **{s.name: curve[first : last + 1] for s, curve in curves.items()}}
    )


takeaway(study, "similarity", {"curves": data, "bases": lambda: bases})
