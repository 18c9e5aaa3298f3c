"""The layout of Heatmap."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from dashboard.charts import lines, matrices
from dashboard.charts.chart import Followed, chart
from dashboard.charts.style import SHARED_LIMIT, scheme_color
from dashboard.controls import handles, state
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
from dashboard.views.thread import thread
from posenc_core import SCHEMES, Sinusoidal, geometry
from posenc_core.arrays import Array
from posenc_core.pictures import Picture


def page(study: Study) -> None:
    """What is in the matrix of one scheme, down to a single number and how it is made."""
    waves = study.schemes[0].wavelengths(study.dim)
    st.title("What is in the matrix?", anchor=False)
    handles.scheme_in_front(study, "heatmap")
    claim(study)
    thread(study, "heatmap")
    matrix(study)
    one_number(study)
    if tables.fits(study):
        digits(study)
    left, right = st.columns(2, gap="medium")
    with left:
        one_vector(study)
    with right:
        columns_as_curves(study)
    if waves is not None and waves.size:
        wavelengths(study, waves)
        counting(study)
    one_sine(study)
    if study.dim > 1:
        halves(study)


def still(study: Study) -> None:
    """What is the same whichever position is looked at."""
    scheme, waves = study.schemes[0], study.schemes[0].wavelengths(study.dim)
    if orders := words.other_orders(scheme, study):
        st.header("The order of the columns", anchor=False)
        st.markdown("  \n".join(orders))
    if study.length * study.dim <= UNSEEN_CELLS:
        beyond(study)
    if left_out := words.left_out(study):
        st.caption(left_out)
    drawn_beside = {
        pairs_count_half: turning(study),
        equal_pictures_prove_little: tables.fits(study),
        smooth_between_integers: waves is not None,
    }
    often_said(tuple(note for note in NOTES if not drawn_beside.get(note)))


def claim(study: Study) -> None:
    """What the picture shows, in words."""
    dim, picture = study.dim, shown_picture(study)
    still = numbers.still_columns(study.schemes[0], study.length, dim)
    st.markdown(
        f"{words.vectors(picture, dim, by_position=study.options['down'] == 'position')}  \n"
        f"{words.changing(still, dim)} {words.values(picture)} "
        f"{words.invitation(picture)}",
        help=words.STILL_HELP,
    )


def matrix(study: Study) -> None:
    """The matrix as a picture, with one opened cell."""
    scheme, column, limit = study.schemes[0], opened_column(study), color_limit(study)
    chart(
        figures.encoding(
            shown_picture(study),
            heading=f"PE(p, j), N = {study.length:,}",
            columns=scheme.columns,
            by_position=study.options["down"] == "position",
            position=study.position,
            column=column,
            limit=limit,
        ),
        key="matrix",
        alt=words.alt(scheme, study, limit, column),
        position=study.position,
    )


def one_number(study: Study) -> None:
    """How the number in the opened cell is made."""
    scheme, column = study.schemes[0], opened_column(study)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header("One number, step by step", anchor=False, width="content")
        with st.popover("Formula", type="tertiary", width="content"):
            st.markdown(scheme.summary())
            st.latex(scheme.formula)
            st.caption(f"Source: {scheme.source}.")
    left, right = st.columns((3, 2), gap="medium", vertical_alignment="center")
    with left:
        lines = scheme.worked(study.position, column, study.dim, length=study.length)
        st.markdown(f"{words.opened(study, column, lines)} {words.letters(scheme, study, column)}")
        st.latex(words.steps(lines))
    if turning(study):
        with right:
            beside(pairs_count_half)


def digits(study: Study) -> None:
    """A small matrix as it is printed."""
    st.header("The same numbers in digits", anchor=False)
    st.dataframe(tables.digits(study), hide_index=True, height="content", column_config=tables.digit_columns(study))
    beside(equal_pictures_prove_little)


def one_vector(study: Study) -> None:
    """The vector of the chosen position as bars."""
    scheme, column, means = study.schemes[0], opened_column(study), shown_picture(study).means
    vector = scheme.encode([study.position], study.dim, length=study.length)[0]
    st.header(f"The vector of position {study.position:,}", anchor=False)
    chart(
        figures.bars(
            vector,
            heading="value",
            along=f"column j ({scheme.columns})",
            color=scheme_color(order(scheme)),
            limit=max(color_limit(study), np.abs(vector).max()),
            signed=bool(min(means.min(), vector.min()) < 0),
            marked=column,
        ),
        key="vector",
        alt=f"The {study.dim} values of position {study.position} as bars; column {column} is marked.",
        followed=[Followed(scheme.name, scheme_color(order(scheme)), along="entries", source="matrix", entry=column)],
    )


def columns_as_curves(study: Study) -> None:
    """Some columns over the positions: those that the reader names, or a button."""
    st.header("Columns as curves", anchor=False)
    with st.container(horizontal=True, gap="small"):
        for label, text in numbers.offered(study.schemes[0], study.dim, study.length).items():
            st.button(label, key=f"columns {label}", on_click=state.choose, kwargs={"columns": text})
    try:
        drawn = numbers.asked(study.options["columns"], study.dim)
    except ValueError as error:
        # it may repeat a visitor's words: text, never markdown
        st.text(str(error))
    else:
        if handles.fits(study, measurements.MEASURED_LENGTH):
            curves(study, drawn)


def curves(study: Study, drawn: Sequence[int]) -> None:
    """The chart of these columns over the positions."""
    values = geometry.vectors(study.schemes[0], study.length, study.dim)[:, drawn]
    found = [lines.Line(f"column {j}", values[:, i], scheme_color(i), width=1.5) for i, j in enumerate(drawn)]
    chart(
        lines.curves(found, values="value", along="position p", position=study.position, shown=study.shown, height=220),
        key="curves",
        alt=f"Columns {', '.join(map(str, drawn))} over the positions.",
        position=study.position,
    )


def wavelengths(study: Study, waves: Array) -> None:
    """The wavelengths of the scheme on a ruler."""
    scheme = study.schemes[0]
    st.header("Wavelengths", anchor=False)
    said = words.wave_words(scheme, waves, study)
    st.markdown(said)
    chart(
        figures.ruler(
            waves,
            study.length,
            names=words.wave_names(scheme, len(waves), study.dim),
            color=scheme_color(order(scheme)),
        ),
        key="ruler",
        alt=f"The wavelengths on a logarithmic ruler. {said}",
    )


def counting(study: Study) -> None:
    """Bits of the position beside waves of the sinusoid."""
    st.header("Binary counting, but smooth", anchor=False)
    counted = numbers.counting(sinusoid(study), study.dim)
    bit_color, wave_color = (scheme_color(list(SCHEMES).index(name)) for name in ("Binary", "Sinusoidal"))
    st.markdown(words.counting(counted))
    left, right = st.columns((3, 2), gap="medium", vertical_alignment="center")
    with left:
        chart(
            figures.counting(
                counted.bits,
                counted.waves,
                words.counting_rows(counted, study.dim),
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


def one_sine(study: Study) -> None:
    """A single wave over the positions, and whether it tells them apart."""
    st.header("Would one sine be enough?", anchor=False)
    amplitude, frequency = study.options["amplitude"], study.options["frequency"]
    wave = numbers.wave(amplitude, frequency, study.length)
    st.markdown(words.single_wave(wave, study))
    chart(
        lines.curves(
            [lines.Line("A sin(w p)", wave, scheme_color(order(sinusoid(study))), width=1.5)],
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


def halves(study: Study) -> None:
    """The sines of the sinusoid alone, beside sines and cosines together."""
    found = numbers.halves(sinusoid(study), study.length, study.dim)
    st.markdown(words.halves(found, sinusoid(study), study.length, study.dim))
    names = ("Sines alone", "Sines and cosines")
    for place, name, part in zip(st.columns(2, gap="medium"), names, (found.sines, found.pairs), strict=True):
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
                    marked_column=study.position if study.position < found.positions else None,
                    chooses="x",
                    height=240,
                ),
                key=name,
                alt=f"{name} of the sinusoid, columns downwards, positions across.",
                position=study.position,
            )


def beyond(study: Study) -> None:
    """How much of what comes after the sequence lies outside what it has shown."""
    scheme = study.schemes[0]
    st.header("Beyond the sequence", anchor=False)
    found = numbers.beyond(scheme, study.length, study.dim)
    said = words.beyond(scheme, found, study.length)
    st.markdown(said)
    if found and found.outside.any():
        chart(
            lines.curves(
                [lines.Line(scheme.name, found.outside, scheme_color(order(scheme)))],
                values="share of later values outside the range shown so far",
                along=f"column j ({scheme.columns})",
                from_zero=True,
                height=200,
            ),
            key="beyond",
            alt=f"Per column, the share of later values outside the range shown so far. {said}",
        )


def shown_picture(study: Study) -> Picture:
    """The heatmap of the shown positions."""
    return measurements.picture(study.schemes[0], study.length, study.dim, *study.shown)


def color_limit(study: Study) -> float:
    """The number that has the strongest colour."""
    return max(SHARED_LIMIT, float(np.abs(shown_picture(study).means).max()))


def opened_column(study: Study) -> int:
    """The column of the number that is worked out: the chosen one, or the last there is."""
    return min(int(study.options["column"]), study.dim - 1)


def turning(study: Study) -> bool:
    """Whether columns of the scheme turn in pairs."""
    return study.schemes[0].angles_at_offset(1, study.dim, study.length) is not None


def sinusoid(study: Study) -> Sinusoidal:
    """The sinusoid with its parameters, chosen or not; only with its base where these leave no wave."""
    known = study.known["Sinusoidal"]
    assert isinstance(known, Sinusoidal)
    waves = not known.lacks("vectors", study.length, study.dim) and known.frequencies(study.dim).any()
    return known if waves else Sinusoidal(base=known.base)
