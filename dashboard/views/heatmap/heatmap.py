"""The layout of Heatmap."""

import numpy as np
import streamlit as st

from dashboard.charts import lines, matrices
from dashboard.charts.chart import chart
from dashboard.charts.style import SHARED_LIMIT, scheme_color
from dashboard.controls import sidebar
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.heatmap import figures, numbers, tables, words
from dashboard.views.heatmap.notes import (
    NOTES,
    equal_pictures_prove_little,
    pairs_count_half,
    smooth_between_integers,
)
from dashboard.views.heatmap.numbers import UNSEEN_CELLS
from dashboard.views.notes import beside, often_said
from dashboard.views.takeaway import takeaway
from dashboard.views.thread import thread
from posenc_core import SCHEMES, Sinusoidal, geometry

study: Study = st.session_state["study"]
length, dim = study.length, study.dim
first, last = study.shown
scheme = study.schemes[0]
color = scheme_color(order(scheme))
column = min(study.options["column"], dim - 1)
picture = measurements.picture(scheme, length, dim, first, last)
vector = scheme.encode([study.position], dim, length=length)[0]
limit = max(SHARED_LIMIT, float(np.abs(picture.means).max()))
shown_notes = []

st.title("What is in the matrix?", anchor=False)
sidebar.scheme_in_front(study)
by_position = study.options["down"] == "position"
turning = scheme.angles_at_offset(1, dim) is not None
st.markdown(
    f"{words.vectors(picture, dim, by_position=by_position)}  \n"
    f"{words.changing(numbers.still_columns(scheme, length, dim), dim)} {words.values(picture)} "
    f"{words.invitation(picture)}",
    help=words.STILL_HELP,
)
thread(study, "heatmap")
chart(
    figures.encoding(
        picture,
        heading=f"PE(p, j), N = {length:,}",
        columns=scheme.columns,
        by_position=by_position,
        position=study.position,
        column=column,
        limit=limit,
    ),
    key="matrix",
    alt=words.alt(scheme, study, limit, column),
    position=study.position,
)

with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    st.header("One number, step by step", anchor=False, width="content")
    with st.popover("Formula", type="tertiary", width="content"):
        st.markdown(scheme.summary())
        st.latex(scheme.formula)
        st.caption(f"Source: {scheme.source}.")
left, right = st.columns((3, 2), gap="medium", vertical_alignment="center")
with left:
    st.markdown(f"{words.opened(study, column)} {words.letters(scheme, study, column)}")
    st.latex(words.steps(scheme.worked(study.position, column, dim, length=length)))
if turning:
    with right:
        beside(pairs_count_half)
    shown_notes.append(pairs_count_half)

if tables.fits(study):
    st.header("The same numbers in digits", anchor=False)
    st.dataframe(tables.digits(study), hide_index=True, height="content", column_config=tables.digit_columns(study))
    beside(equal_pictures_prove_little)
    shown_notes.append(equal_pictures_prove_little)

left, right = st.columns(2, gap="medium")
with left:
    st.header(f"The vector of position {study.position:,}", anchor=False)
    chart(
        figures.bars(
            vector,
            heading="value",
            along=f"column j ({scheme.columns})",
            color=color,
            limit=max(limit, np.abs(vector).max()),
            signed=bool(min(picture.means.min(), vector.min()) < 0),
            marked=column,
        ),
        key="vector",
        alt=f"The {dim} values of position {study.position} as bars; column {column} is marked.",
    )
with right:
    st.header("Columns as curves", anchor=False)
    with st.container(horizontal=True, gap="small"):
        for label, text in numbers.offered(scheme, dim).items():
            st.button(label, key=f"columns {label}", on_click=sidebar.choose, kwargs={"columns": text})
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

sinusoid = study.known["Sinusoidal"]
assert isinstance(sinusoid, Sinusoidal)
waves = scheme.wavelengths(dim)
if waves is not None:
    st.header("Wavelengths", anchor=False)
    waves_said = words.wave_words(scheme, waves, study)
    st.markdown(waves_said)
    chart(
        figures.ruler(waves, length, names=words.wave_names(scheme, len(waves), dim), color=color),
        key="ruler",
        alt=f"The wavelengths on a logarithmic ruler. {waves_said}",
    )
    st.header("Binary counting, but smooth", anchor=False)
    counted = numbers.counting(sinusoid, dim)
    bit_color, wave_color = (scheme_color(list(SCHEMES).index(name)) for name in ("Binary", "Sinusoidal"))
    st.markdown(words.counting(counted))
    left, right = st.columns((3, 2), gap="medium", vertical_alignment="center")
    with left:
        chart(
            figures.counting(
                counted.bits,
                counted.waves,
                words.counting_rows(counted, dim),
                bit_color=bit_color,
                wave_color=wave_color,
            ),
            key="counting",
            alt="Bits of the position as steps, and over each the sine whose wavelength is nearest to its period.",
        )
        st.caption(
            "Each row: a bit of plain binary counting with its period in tokens, and the wave of Sinusoidal whose "
            "wavelength is nearest, upside down to start like the bit."
        )
    with right:
        beside(smooth_between_integers)
    shown_notes.append(smooth_between_integers)

st.header("Would one sine be enough?", anchor=False)
amplitude, frequency = study.options["amplitude"], study.options["frequency"]
wave = numbers.wave(amplitude, frequency, length)
st.markdown(words.single_wave(wave, study))
chart(
    lines.curves(
        [lines.Line("A sin(w p)", wave, scheme_color(order(sinusoid)), width=1.5)],
        values="A sin(w p), with A and w from the sidebar",
        along="position p",
        position=study.position,
        shown=study.shown,
        height=200,
    ),
    key="single wave",
    alt=f"The single wave A sin(w p) over the positions, A = {amplitude:g}, w = {frequency:g}.",
    position=study.position,
)
if dim > 1:
    halves = numbers.halves(sinusoid, length, dim)
    st.markdown(words.halves(halves, length, dim))
    names = ("Sines alone", "Sines and cosines")
    for place, name, part in zip(st.columns(2, gap="medium"), names, (halves.sines, halves.pairs), strict=True):
        with place:
            chart(
                matrices.matrix(
                    part.means.T,
                    heading=name,
                    across="position p, from 0",
                    down="column",
                    limit=SHARED_LIMIT,
                    signed=True,
                    hover=f"position %{{x}}, column %{{y}}<br>{'value' if part.columns == 1 else 'mean'} %{{z:.3f}}",
                    size=(part.columns, part.rows),
                    marked_column=study.position if study.position < halves.positions else None,
                    chooses="x",
                    height=240,
                ),
                key=name,
                alt=f"{name} of the sinusoid, columns downwards, positions across.",
                position=study.position,
            )

if orders := words.other_orders(scheme, study):
    st.header("The order of the columns", anchor=False)
    st.markdown("  \n".join(orders))

if length * dim <= UNSEEN_CELLS:
    st.header("Beyond the sequence", anchor=False)
    beyond = numbers.beyond(scheme, length, dim)
    said = words.beyond(scheme, beyond, length)
    st.markdown(said)
    if beyond and beyond.outside.any():
        chart(
            lines.curves(
                [lines.Line(scheme.name, beyond.outside, color)],
                values="share of later values outside the range shown so far",
                along=f"column j ({scheme.columns})",
                from_zero=True,
                height=200,
            ),
            key="beyond",
            alt=f"Per column, the share of later values outside the range shown so far. {said}",
        )

if left_out := words.left_out(study):
    st.caption(left_out)

often_said(tuple(note for note in NOTES if note not in shown_notes))

takeaway(study, "heatmap")
