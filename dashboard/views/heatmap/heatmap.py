"""The layout of Heatmap."""

from collections.abc import Sequence
from functools import partial

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
from dashboard.views.heatmap import facts, figures
from dashboard.views.heatmap.figures import color_limit, selected_column, shown_picture
from dashboard.views.page_parts import cells, next_steps, tabs
from posenc_core import Sinusoidal
from posenc_core.plot.style import scheme_color

# maximum size of a matrix shown in digits
FEW_POSITIONS, FEW_COLUMNS = 20, 16


def page(study: Study) -> None:
    """Draw the matrix of one encoding, and the calculation of one value."""
    front, n, d = study.schemes[0], study.length, study.dim
    st.title(message("heatmap-title"), anchor=False)
    st.markdown(say(*facts.opening(front, n, d)))
    draw_bar(study, "heatmap")
    matrix(study)
    cells([(scheme, facts.cell(scheme, n, d)) for scheme in study.schemes])
    sections = {"number": one_number, "waves": waves, "beyond": beyond}
    tabs(study, "heatmap", {id: partial(draw, study) for id, draw in sections.items()})
    next_steps("heatmap", "check")


def matrix(study: Study) -> None:
    """Draw the matrix with the selected cell marked."""
    limit, picture, (start, end) = color_limit(study), shown_picture(study), study.shown
    args = {"start": start, "end": end, "dim": study.dim, "low": -limit, "high": limit}
    args |= {"position": study.position, "column": selected_column(study)}
    (figure,) = figures.main_figures(study)
    alt = message("heatmap-alt", scheme=study.schemes[0].name, **args)
    chart(figure, key="matrix", alt=alt, position=study.position)
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
        st.markdown(say(*facts.number(study, column, made=len(worked) > 1)))
        st.latex(formula_of(worked))
        with st.popover(message("heatmap-formula"), type="tertiary"):
            formula(scheme, study)
    with right:
        alt = message("heatmap-vector-alt", dim=study.dim, position=study.position, column=column)
        color = scheme_color(order(scheme))
        followed = [Followed(scheme.name, color, along="entries", source="matrix", entry=column)]
        chart(figures.vector(study), key="vector", alt=alt, followed=followed)
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


def waves(study: Study) -> None:
    """Draw columns as curves, and bits beside sines."""
    columns(study)
    st.header(message("heatmap-binary"), anchor=False)
    st.markdown(say(*facts.counting(sinusoid(study), study.dim)))
    for place, kind, table in zip(st.columns(2, gap="medium"), ("bit", "sine"), facts.counting_tables(), strict=True):
        figure = figures.counting(table, kind, study.position)
        with place:
            chart(figure, key=f"{kind}s", alt=message(f"heatmap-table-{kind}.alt"), position=study.position)


def columns(study: Study) -> None:
    """Draw columns over the positions, chosen by text or button, and a single wave."""
    scheme, n, d = study.schemes[0], study.length, study.dim
    claims = facts.columns(scheme, n, d)
    if n <= PAIRED_LENGTH and d <= PAIRED_DIM:
        claims = claims + facts.orders(scheme, n, d)
    st.markdown(say(*claims))
    default = message("heatmap-columns-few", count=min(facts.FEW, d))
    if facts.fast_and_slow(scheme, n, d):
        default = message("heatmap-columns-pairs")
    suggested = {default: ""}
    for first, last in ((4, 7), (6, 9)):
        if last < d:
            suggested[message("heatmap-columns-named", column=first, other=last)] = f"{first}-{last}"
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        for label, text in suggested.items():
            st.button(label, key=f"columns {text}", on_click=state.choose, kwargs={"columns": text})
        control("columns", study.options["columns"])
    try:
        selected = facts.parse_columns(study.options["columns"], scheme, n, d)
    except ValueError as error:
        # the error may quote a visitor's text: never Markdown
        st.text(str(error))
        return
    left, right = st.columns([3, 2], gap="medium")
    with left:
        start = study.shown[0]
        end = min(study.shown[1], start + facts.STRIP - 1)
        alt = message("heatmap-strips-alt", names=tuple(map(str, selected)), start=start, end=end)
        chart(figures.strips(study, selected), key="curves", alt=alt, position=study.position)
        has_lines = scheme.real_positions and start < end
        st.caption(message("heatmap-strips" if has_lines else "heatmap-strips.bars"))
    with right:
        st.header(message("heatmap-sine"), anchor=False)
        one_sine(study)


def one_sine(study: Study) -> None:
    """Draw a single wave over the positions."""
    for place, key in zip(st.columns(2), ("amplitude", "frequency"), strict=True):
        with place:
            control(key, study.options[key])
    st.markdown(say(*facts.sine(study)))
    args = {"value": float(study.options["amplitude"]), "here": float(study.options["frequency"])}
    figure = figures.sine(study, message("heatmap-sine-axis", **args))
    chart(figure, key="single wave", alt=message("heatmap-sine-alt", **args), position=study.position)


def beyond(study: Study) -> None:
    """Draw the share of later values outside the range seen in the sequence."""
    scheme, n, d = study.schemes[0], study.length, study.dim
    if n * d > facts.UNSEEN_CELLS:
        st.markdown(message("heatmap-beyond-large", cells=facts.UNSEEN_CELLS))
        return
    st.markdown(say(*facts.beyond(scheme, n, d)))
    shares = facts.outside(scheme, n, d)
    if shares is not None and shares.any():
        chart(figures.beyond(shares, study), key="beyond", alt=message("heatmap-beyond-alt"))


def sinusoid(study: Study) -> Sinusoidal:
    """Sinusoid with the parameters of the options, or with its base alone if these leave no wave."""
    configured = study.known["Sinusoidal"]
    assert isinstance(configured, Sinusoidal)
    if configured.unsupported_reason("vectors", study.length, study.dim) or not configured.frequencies(study.dim).any():
        return Sinusoidal(base=configured.base)
    return configured
