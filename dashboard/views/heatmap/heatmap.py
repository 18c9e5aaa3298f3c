"""The layout of Heatmap."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts.chart import Followed, chart
from dashboard.controls import handles, state
from dashboard.controls.widgets import control
from dashboard.numbers import measurements
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import message, say
from dashboard.state.study import Study, order
from dashboard.views.formula import formula
from dashboard.views.heatmap import claims, figures, numbers
from dashboard.views.heatmap.figures import color_limit, selected_column, shown_picture
from dashboard.views.page_parts import cells, next_steps, tabs
from posenc_core import Sinusoidal
from posenc_core.plot import lines
from posenc_core.plot.style import scheme_color
from posenc_core.text.messages import Claim

# maximum size of a matrix shown in digits
FEW_POSITIONS, FEW_COLUMNS = 20, 16


def page(study: Study) -> None:
    """Draw the matrix of one encoding, and the calculation of one value."""
    front, n, d = study.schemes[0], study.length, study.dim
    st.title(message("heatmap-title"), anchor=False)
    st.markdown(say(*claims.opening(front, n, d)))
    draw_bar(study, "heatmap")
    matrix(study)
    cells([(scheme, claims.cell(scheme, n, d)) for scheme in study.schemes])
    sections = {"number": one_number, "waves": waves, "beyond": beyond}
    tabs(study, "heatmap", {id: partial(draw, study) for id, draw in sections.items()})
    next_steps("heatmap", "check")


def matrix(study: Study) -> None:
    """Draw the matrix with the selected cell marked."""
    scheme, column, limit, picture = study.schemes[0], selected_column(study), color_limit(study), shown_picture(study)
    start, end = study.shown
    args = {"start": start, "end": end, "dim": study.dim, "low": -limit, "high": limit}
    alt = message("heatmap-alt", scheme=scheme.name, position=study.position, column=column, **args)
    chart(figures.encoding(study), key="matrix", alt=alt, position=study.position)
    texts = [message("heatmap-use.position" if study.options["down"] == "position" else "heatmap-use")]
    if picture.rows * picture.columns > 1:
        texts.append(message("heatmap-means", rows=picture.rows, count=picture.columns))
    if measurements.is_measured(study.length, study.dim):
        texts.append(message("heatmap-vary-limit", value=measurements.STILL))
    st.caption(" ".join(texts))


def one_number(study: Study) -> None:
    """Draw the calculation of the selected value, its vector, and a small matrix in digits."""
    scheme, column = study.schemes[0], selected_column(study)
    worked = scheme.derivation(study.position, column, study.dim, length=study.length)
    left, right = st.columns(2, gap="medium")
    with left:
        handles.field_handle("column", study, study.dim - 1)
        st.markdown(say(*claims.number(study, column, steps=len(worked) > 1)))
        st.latex(formula_of(worked))
        with st.popover(message("heatmap-formula"), type="tertiary"):
            formula(scheme, study)
    with right:
        vector(study, column)
    if study.shown[1] - study.shown[0] < FEW_POSITIONS and study.dim <= FEW_COLUMNS:
        st.markdown(message("heatmap-digits"))
        digits(study)


def digits(study: Study) -> None:
    """Draw the shown positions as a table, with fewer digits for many columns."""
    picture, decimals = shown_picture(study), 8 if study.dim <= FEW_COLUMNS // 2 else 4
    # adding 0 turns -0.0 into 0.0
    values = picture.means.round(decimals) + 0
    form = "%d" if (values == values.round()).all() else f"%.{decimals}f"
    table = pd.DataFrame(values, range(picture.start, picture.start + len(values)), map(str, range(study.dim)))
    table = table.rename_axis("position").reset_index()
    number = st.column_config.NumberColumn
    columns = {name: number(f"j = {name}", format=form) for name in table.columns[1:]}
    config = {"position": number("p", pinned=True), **columns}
    st.dataframe(table, hide_index=True, height=min(38 + 35 * len(table), 213), column_config=config)


def formula_of(lines: Sequence[str]) -> str:
    """Lines of a calculation as one formula; long fractions are small and on separate lines, to fit a phone."""
    if any(line.count(r"\frac") > 1 for line in lines):
        parts = [part for line in lines for part in line.replace("PE(p, j) = ", "PE(p, j)\n= ").split("\n")]
        lines = [r"\footnotesize " + part.replace(r"\frac", r"\tfrac") for part in parts]
    return r"\begin{gathered}" + r" \\[1ex] ".join(lines) + r"\end{gathered}"


def vector(study: Study, column: int) -> None:
    """Draw the vector of the selected position as bars."""
    scheme, means = study.schemes[0], shown_picture(study).means
    values = scheme.encode([study.position], study.dim, length=study.length)[0]
    color = scheme_color(order(scheme))
    figure = figures.bars(
        values,
        heading=message("heatmap-vector", position=study.position),
        along=message("heatmap-column", columns=scheme.text("columns")),
        color=color,
        limit=max(color_limit(study), np.abs(values).max()),
        signed=bool(min(means.min(), values.min()) < 0),
        marked=column,
    )
    alt = message("heatmap-vector-alt", dim=study.dim, position=study.position, column=column)
    followed = [Followed(scheme.name, color, along="entries", source="matrix", entry=column)]
    chart(figure, key="vector", alt=alt, followed=followed)


def waves(study: Study) -> None:
    """Draw columns as curves, and bits beside sines."""
    columns(study)
    st.header(message("heatmap-binary"), anchor=False)
    counting(study)


def columns(study: Study) -> None:
    """Draw columns over the positions, chosen by text or button, and a single wave."""
    scheme, n, d = study.schemes[0], study.length, study.dim
    st.markdown(say(*claims.columns(scheme, n, d), *orders(study)))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        for label, text in suggested_columns(study).items():
            st.button(label, key=f"columns {text}", on_click=state.choose, kwargs={"columns": text})
        control("columns", study.options["columns"])
    try:
        selected = numbers.parse_columns(study.options["columns"], scheme, n, d)
    except ValueError as error:
        # the error may quote a visitor's text: never Markdown
        st.text(str(error))
        return
    left, right = st.columns([3, 2], gap="medium")
    with left:
        strips(study, selected)
    with right:
        st.header(message("heatmap-sine"), anchor=False)
        one_sine(study)


def orders(study: Study) -> list[Claim]:
    """Other orders of the columns, for matrices small enough to compare."""
    if study.length > PAIRED_LENGTH or study.dim > PAIRED_DIM:
        return []
    return claims.orders(study.schemes[0], study.length, study.dim)


def suggested_columns(study: Study) -> dict[str, str]:
    """Suggested columns, by the label of their button."""
    size = (study.length, study.dim)
    few = message("heatmap-columns-few", count=min(numbers.FEW, study.dim))
    default = {message("heatmap-columns-pairs") if numbers.fast_and_slow(study.schemes[0], *size) else few: ""}
    others = {
        message("heatmap-columns-named", column=a, other=b): f"{a}-{b}" for a, b in ((4, 7), (6, 9)) if b < study.dim
    }
    return default | others


def strips(study: Study, columns: list[int]) -> None:
    """Draw columns below each other, over the first of the shown positions."""
    scheme, n, d = study.schemes[0], study.length, study.dim
    first = study.shown[0]
    last = min(study.shown[1], first + numbers.STRIP - 1)
    values, between = scheme.encode(range(first, last + 1), d, length=n), None
    if scheme.real_positions and first < last:
        between = scheme.encode(np.linspace(first, last, numbers.FINEST * (last - first) + 1), d, length=n)
    style: dict[str, Any] = {"first": first, "position": study.position, "color": scheme_color(order(scheme))}
    figure = figures.strips(numbers.strips(scheme, n, d, columns), values, between, **style)
    alt = message("heatmap-strips-alt", names=tuple(map(str, columns)), start=first, end=last)
    chart(figure, key="curves", alt=alt, position=study.position)
    st.caption(message("heatmap-strips.bars" if between is None else "heatmap-strips"))


def one_sine(study: Study) -> None:
    """Draw a single wave over the positions."""
    amplitude, frequency = study.options["amplitude"], study.options["frequency"]
    for place, key in zip(st.columns(2), ("amplitude", "frequency"), strict=True):
        with place:
            control(key, study.options[key])
    values = numbers.wave(amplitude, frequency, study.length)
    st.markdown(say(*claims.sine(study)))
    args = {"value": float(amplitude), "here": float(frequency)}
    figure = lines.curves(
        [lines.Line("sine", values, scheme_color(order(sinusoid(study))), width=1.5)],
        values=message("heatmap-sine-axis", **args),
        along=message("heatmap-position"),
        position=study.position,
        shown=study.shown,
        height=180,
    )
    chart(figure, key="single wave", alt=message("heatmap-sine-alt", **args), position=study.position)


def counting(study: Study) -> None:
    """Draw the bits of the first positions beside sines with doubling wavelengths."""
    bits, sines = numbers.counting()
    st.markdown(say(*claims.counting(sinusoid(study), study.dim)))
    count, end = numbers.marked_bit(study.schemes[0], selected_column(study), study.dim), numbers.COUNTED - 1
    args = {"base": numbers.DOUBLING.base, "dim": numbers.DOUBLING_DIM}
    places, pairs = st.columns(2, gap="medium"), [message("heatmap-pair", count=i) for i in range(numbers.BITS)]
    bit_names = [message("heatmap-bit", count=i) for i in range(numbers.BITS)]
    for place, id, names, cell in zip(places, ("bits", "sines"), (bit_names, pairs), (bits, sines), strict=True):
        style: dict[str, Any] = {
            "marked": numbers.BITS - 1 - count,
            "position": study.position,
            "signed": id == "sines",
        }
        figure = figures.count_table(cell, names[::-1], heading=message(f"heatmap-{id}-shown", **args), **style)
        with place:
            chart(figure, key=id, alt=message(f"heatmap-{id}-shown.alt", end=end, count=count), position=study.position)
    st.caption(message("heatmap-marked", count=count))


def beyond(study: Study) -> None:
    """Draw the share of later values outside the range seen in the sequence."""
    scheme, n, d = study.schemes[0], study.length, study.dim
    if n * d > numbers.UNSEEN_CELLS:
        st.markdown(message("heatmap-beyond-large", cells=numbers.UNSEEN_CELLS))
        return
    st.markdown(say(*claims.beyond(scheme, n, d)))
    later = numbers.beyond(scheme, n, d)
    if later and later.outside.any():
        figure = figures.bars(
            later.outside,
            heading=message("heatmap-beyond-axis"),
            along=message("heatmap-column", columns=scheme.text("columns")),
            color=scheme_color(order(scheme)),
            limit=1.0,
            signed=False,
            marked=selected_column(study),
        )
        chart(figure, key="beyond", alt=message("heatmap-beyond-alt"))


def sinusoid(study: Study) -> Sinusoidal:
    """Sinusoid with the parameters of the options, or with its base alone if these leave no wave."""
    configured = study.known["Sinusoidal"]
    assert isinstance(configured, Sinusoidal)
    waves = (
        not configured.unsupported_reason("vectors", study.length, study.dim)
        and configured.frequencies(study.dim).any()
    )
    return configured if waves else Sinusoidal(base=configured.base)
