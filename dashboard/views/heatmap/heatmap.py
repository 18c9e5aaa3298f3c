"""The layout of Heatmap."""

from typing import Any

import numpy as np
import streamlit as st

from dashboard.charts import lines, matrices
from dashboard.charts.chart import chart
from dashboard.charts.style import SHARED_LIMIT, scheme_color
from dashboard.controls import sidebar
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.heatmap import figures, numbers, words
from dashboard.views.heatmap.notes import NOTES
from dashboard.views.heatmap.numbers import UNSEEN_CELLS
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH, STILL
from dashboard.views.notes import often_said
from dashboard.views.takeaway import takeaway
from dashboard.views.thread import thread
from dashboard.views.words import number
from posenc_core import SCHEMES, Sinusoidal, geometry

study: Study = st.session_state["study"]
length, dim = study.length, study.dim
first, last = study.shown
scheme = study.schemes[0]
color = scheme_color(order(scheme))
picture = measurements.picture(scheme, length, dim, first, last)
limit = max(SHARED_LIMIT, float(np.abs(picture.means).max()))

st.title("What is in the matrix?", anchor=False)
sidebar.scheme_in_front(study)
still = int((picture.means.std(axis=0) < STILL).sum())
# of means alone nothing is said: what flips within a block looks still
change = f"; {still} of {dim} columns hardly change (standard deviation below {STILL})"
block = f", in exact means of {picture.rows:,} × {picture.columns}" if picture.rows * picture.columns > 1 else ""
st.markdown(
    f"{scheme.summary()} Positions {first:,} to {last:,} by {dim:,} columns{block}: values from "
    f"{number(float(picture.means.min()))} to {number(float(picture.means.max()))}"
    f"{'' if block or first == last else change}."
)
thread(study, "heatmap")

by_position = study.options["down"] == "position"
cells = picture.means if by_position else picture.means.T
titles = ("position p, from 0", f"dimension ({scheme.columns})")
if by_position:
    places: dict[str, Any] = {"origin": (first, 0), "size": (picture.rows, picture.columns), "chooses": "y"}
    places |= {"marked_row": study.position, "hover": "position %{y}, dimension %{x}<br>value %{z:.3f}"}
else:
    places = {"origin": (0, first), "size": (picture.columns, picture.rows), "chooses": "x"}
    places |= {"marked_column": study.position, "hover": "position %{x}, dimension %{y}<br>value %{z:.3f}"}
chart(
    matrices.matrix(
        cells,
        heading=f"PE(p, j), N = {length:,}",
        across=titles[by_position],
        down=titles[not by_position],
        limit=limit,
        signed=True,
        height=460,
        **places,
    ),
    key="matrix",
    alt=f"{scheme.name} encoding, positions {first} to {last} by {dim} dimensions, from {-limit:g} to {limit:g}.",
    position=study.position,
)

left, right = st.columns(2, gap="medium")
with left:
    st.header(f"The vector of position {study.position:,}", anchor=False)
    vector = scheme.encode([study.position], dim, length=length)[0]
    chart(
        figures.bars(
            vector,
            heading="value",
            along=f"dimension ({scheme.columns})",
            color=color,
            limit=max(limit, np.abs(vector).max()),
        ),
        key="vector",
        alt=f"The {dim} values of position {study.position} as bars.",
    )
with right:
    st.header("Columns as curves", anchor=False)
    with st.container(horizontal=True, gap="small"):
        for label, text in numbers.offered(scheme, dim).items():
            st.button(label, key=f"columns {label}", on_click=sidebar.choose, kwargs={"columns": text}, type="tertiary")
    try:
        drawn = numbers.asked(study.options["columns"], dim)
    except ValueError as error:
        # it may repeat a visitor's words: text, never markdown
        st.text(str(error))
    else:
        if sidebar.fits(study, "Drawing columns as curves", measurements.MEASURED_LENGTH):
            values = geometry.vectors(scheme, length, dim)[:, drawn]
            curves = [lines.Line(f"column {j}", values[:, i], scheme_color(i), width=1.5) for i, j in enumerate(drawn)]
            chart(
                lines.curves(
                    curves, values="value", along="position p", position=study.position, shown=study.shown, height=220
                ),
                key="curves",
                alt=f"Columns {', '.join(map(str, drawn))} over the positions.",
                position=study.position,
            )

waves = scheme.wavelengths(dim)
if waves is not None:
    st.header("Wavelengths", anchor=False)
    waves_said = words.wave_words(scheme, waves, study)
    st.markdown(waves_said)
    names = "bit" if scheme.period(dim) else "pair"
    chart(
        figures.ruler(waves, length, names=names, color=color),
        key="ruler",
        alt=f"The wavelength of every {names} on a logarithmic ruler. {waves_said}",
    )
    st.header("Binary counting, but smooth", anchor=False)
    sinusoid = study.known["Sinusoidal"]
    assert isinstance(sinusoid, Sinusoidal)
    bit_color, wave_color = (scheme_color(list(SCHEMES).index(name)) for name in ("Binary", "Sinusoidal"))
    chart(
        figures.counting(
            *numbers.counting(sinusoid, dim),
            bit_color=bit_color,
            wave_color=wave_color,
        ),
        key="counting",
        alt="Bits of the position as steps, and over each the sine whose wavelength is nearest to its period.",
    )
    st.caption(
        "Each row: a bit, its period in tokens, and the pair of the sinusoid whose wavelength is nearest, upside down "
        "to start like the bit. Downwards both turn more slowly: the sinusoid counts too, with a wave for a bit."
    )

if orders := words.other_orders(scheme, study):
    st.header("The order of the columns", anchor=False)
    st.markdown("  \n".join(orders))

if length * dim <= UNSEEN_CELLS:
    st.header("Beyond the sequence", anchor=False)
    beyond = numbers.unseen(scheme, length, dim)
    st.markdown(
        f"The formula gives positions {length:,} to {4 * length - 1:,} a vector too. {beyond.outside.mean():.1%} of "
        f"its entries lie outside what their column showed on positions 0 to {length - 1:,}: defined is not seen."
    )
    chart(
        lines.curves(
            [lines.Line(scheme.name, beyond.outside, color)],
            values="share of the entries at n … 4n − 1 outside the column's range on 0 … n − 1",
            along=f"dimension ({scheme.columns})",
            from_zero=True,
            height=200,
        ),
        key="beyond",
        alt=f"Per column, the share of later entries outside the range seen; {beyond.outside.mean():.1%} in all.",
    )

left_out = []
if length > PAIRED_LENGTH or dim > PAIRED_DIM:
    left_out.append(f"whether the columns are another order of themselves (n to {PAIRED_LENGTH:,}, d to {PAIRED_DIM})")
if length * dim > UNSEEN_CELLS:
    left_out.append(f"what lies beyond the sequence ({UNSEEN_CELLS:,} numbers at most)")
if left_out:
    st.caption(f"Too large here to be tried: {' and '.join(left_out)}.")

often_said(NOTES)

takeaway(study, "heatmap")
