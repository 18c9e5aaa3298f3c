"""The layout of Clocks."""

from functools import partial
from html import escape
from typing import Any

import numpy as np
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts.chart import chart
from dashboard.controls import handles, state
from dashboard.numbers import measurements
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import message, say
from dashboard.state.study import Study, order
from dashboard.views.clocks import facts, figures
from dashboard.views.page_parts import columns, next_steps, tabs
from posenc_core import Binary, Scheme, Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.arrays import Array
from posenc_core.plot import lines
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import scheme_color, scheme_style
from posenc_core.text.numerals import number, percent

# the derivation of one pair; lines that fit a phone
THEOREMS = (
    r"\begin{gathered} PE(p) = \begin{bmatrix} \sin \omega p & \cos \omega p \end{bmatrix} \\[1ex]"
    r"\begin{aligned}\sin(\omega p + \omega k) &= \sin \omega p \cos \omega k \\ &+ \cos \omega p \sin \omega k"
    r"\\[1ex] \cos(\omega p + \omega k) &= \cos \omega p \cos \omega k \\ &- \sin \omega p \sin \omega k\end{aligned}"
    r"\end{gathered}"
)
MATRIX = (
    r"\begin{gathered}PE(p + k) = PE(p)\, R(\omega k) \\[1ex] "
    r"R(\varphi) = \begin{bmatrix} \cos \varphi & -\sin \varphi \\ \sin \varphi & \cos \varphi \end{bmatrix}"
    r"\end{gathered}"
)
GEOMETRY = (
    r"\begin{bmatrix} \cos \varphi & -\sin \varphi \\ \sin \varphi & \cos \varphi \end{bmatrix} "
    r"\begin{bmatrix} \cos \theta \\ \sin \theta \end{bmatrix} = "
    r"\begin{bmatrix} \cos(\theta + \varphi) \\ \sin(\theta + \varphi) \end{bmatrix}"
)
BLOCK_DIAGONAL = (
    r"T(k) = \begin{bmatrix} R(\omega_0 k) & & 0 \\ & \ddots & \\ 0 & & "
    r"R(\omega_{\lfloor d/2 \rfloor - 1} k) \end{bmatrix}"
)

# verdicts with one matrix, and with none; the rest are neither
VERDICTS = dict.fromkeys(("rotates", "linear", "same"), "yes") | dict.fromkeys(
    ("adds", "adds-share", "adds-vector", "affine", "none", "none-sums", "unpaired"), "no"
)

# settings of the paths that buttons open
PRESETS: dict[str, dict[str, Any]] = {
    "circle": {"n": 32, "d": 2, "p": 2, "space": "2-D", "y": 1, "Sinusoidal.layout": "interleaved"},
    "spiral": {"n": 500, "d": 3, "p": 40, "space": "3-D", "y": 2, "z": 1, "Sinusoidal.layout": "concatenated"},
}


def page(study: Study) -> None:
    """Draw hands or tiles of the encoding in front, the verdict on a shift by k of each, and tabs."""
    st.title(message("clocks-title"), anchor=False)
    if not handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        draw_bar(study, "clocks")
        return
    front, n, d = study.schemes[0], study.length, study.dim
    st.markdown(say(facts.opening(study, front)))
    draw_bar(study, "clocks")
    draw_strips(study, front)
    cells = [(scheme.name, scheme_color(order(scheme)), facts.cell(scheme, n, d)) for scheme in study.schemes]
    columns(cells, [] if n == 1 else [verdict(study, scheme) for scheme in study.schemes])
    sections = {"norm": norms}
    if d > 1:
        sections = {"space": space, **sections}
    if n > 1 and len(front.pairs(d)):
        sections = {"pair": one_pair, **sections}
    tabs(study, "clocks", {id: partial(draw, study, front) for id, draw in sections.items()})
    next_steps("clocks", "rope")


def verdict(study: Study, scheme: Scheme) -> str:
    """HTML of the verdict on a shift by k."""
    statement = facts.verdict(scheme, study)
    kind = VERDICTS.get(statement.id.removeprefix("clocks-"), "neither")
    words = message("clocks-verdict", offset=study.offset, text=say(statement))
    return f'<p class="verdict {kind}">{escape(words)}</p>'


def draw_strips(study: Study, scheme: Scheme) -> None:
    """Draw hands or tiles at the position and k later, over their curves."""
    figure, followed, values = figures.hands_or_tiles(study)
    kind, p, k = "hands" if followed else "tiles", study.position, study.offset
    alt = message(f"clocks-{kind}.alt", scheme=scheme.name, position=p, offset=k, names=values)
    chart(figure, key="clocks", alt=alt, position=p, followed=followed)
    st.caption(say(*facts.drawn(study, scheme)))


def one_pair(study: Study, front: Scheme) -> None:
    """Derive the effect of the shift on one pair of columns, and draw T(k)."""
    count = len(front.pairs(study.dim))
    if count > 1:
        handles.field_handle("pair", study, count - 1)
    block, structure = facts.block(study, front), facts.whole_matrix(study, front)
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(say(*facts.pair(study, front, block)))
        equations(block)
    with right:
        st.markdown(f"{message('clocks-matrix')} {say(structure)}")
        if structure.id == "clocks-matrix-blocks":
            st.latex(BLOCK_DIAGONAL)
        draw_matrix(study, front)


def equations(block: facts.Block) -> None:
    """Print the shift of one pair as a row vector; that of a rotation with its derivation and as a column vector."""
    if block.way == "addition":
        st.latex(_equation(f"{_latex(block.before)} + {_latex(block.added)}", block.after))
        return
    row = _equation(f"{_latex(block.before)} {_latex(block.cells)}", block.after)
    if block.angle is None:
        st.latex(row)
        return
    st.latex(THEOREMS)
    st.latex(MATRIX)
    column = _equation(f"{_latex(block.cells.T)} {_latex(block.before[:, None])}", block.after[:, None])
    for id, text in (("", row), (".column", column), (".geometry", GEOMETRY)):
        st.caption(message(f"clocks-pair-row{id}"))
        st.latex(text)


def draw_matrix(study: Study, scheme: Scheme) -> None:
    """Draw the numbers of T(k) around the selected pair."""
    move, _ = facts.move(scheme, study.offset, study.length, study.dim)
    shown = facts.drawn_columns(study, scheme)
    cells, names = move.matrix[np.ix_(shown, shown)], [*map(str, shown)]
    heading = message("clocks-matrix-heading", offset=study.offset, count=len(shown), dim=study.dim)
    figure = matrix(
        cells,
        columns=names,
        rows=names,
        across="",
        down="",
        hover="%{z:.4f}",
        heading=heading,
        limit=max(1.0, float(np.abs(cells).max())),
        signed=True,
        bar=False,
        square=True,
        height=380,
    )
    figure["data"][0]["texttemplate"] = "%{z:.2f}"
    chart(figure, key="T", alt=message("clocks-matrix-alt", offset=study.offset, scheme=scheme.name, text=heading))


def space(study: Study, front: Scheme) -> None:
    """Draw the path in two or three dimensions, and bits beside a hand on the corners of a square."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        for id, values in PRESETS.items():
            settings = {"scheme": ["Sinusoidal"], "axes": "columns", "x": 0, **values}
            st.button(message(f"clocks-{id}"), key=id, on_click=state.choose, kwargs=settings)
        for key in ("space", "axes"):
            handles.list_handle(key, study, st.radio, horizontal=True, width="content")
        points, columns, curve = facts.path(study, front)
        for axis in "xyz"[: len(columns)]:
            handles.field_handle(axis, study, study.dim - 1)
    left, right = st.columns([3, 2], gap="large")
    p, titles = study.position, axis_titles(study, front, points.shape[1], columns)
    with left:
        figure = figures.path(points, titles, position=p, curve=curve)
        alt = message("clocks-path-alt", length=study.length, scheme=front.name, axes=tuple(titles), position=p)
        chart(figure, key=f"path {len(titles)}", alt=alt, position=p)
        if len(titles) == 3:
            # visible only without WebGL, by style.css
            with st.container(key="without-webgl"):
                st.markdown(message("clocks-without-webgl"))
                st.button(message("clocks-flat"), key="flat", on_click=state.choose, kwargs={"space": "2-D"})
        st.caption(message("clocks-straight" if curve is None else "clocks-joined"))
        st.markdown(say(*facts.picture(study, front, columns)))
    with right:
        bits, hand = facts.lattice()
        circle = facts.quarter_turns(np.linspace(0, 4, 73))
        panels = [
            (message("clocks-lattice.bits"), bits, bits, *scheme_style(order(Binary()))),
            (message("clocks-lattice.hand"), hand, circle, *scheme_style(order(Sinusoidal()))),
        ]
        text = say(facts.lattice_steps())
        chart(figures.lattice(panels), key="lattice", alt=text)
        st.caption(text)


def axis_titles(study: Study, scheme: Scheme, count: int, columns: tuple[int, ...]) -> list[str]:
    """Titles of the drawn axes: columns, or principal components with the variance that they explain."""
    if columns:
        return [message("clocks-column", column=column) for column in columns]
    shares = facts.components(scheme, study.length, study.dim)[1][:count].tolist()
    return [f"PC {place} ({percent(share)})" for place, share in enumerate(shares, 1)]


def norms(study: Study, front: Scheme) -> None:
    """Draw the norm of every position, for all selected encodings."""
    n, d, along = study.length, study.dim, message("clocks-position")
    # the encoding in front is drawn last, over the others
    curves = [
        lines.Line(s.name, geometry.norms(measurements.table(s, n, d)), *scheme_style(order(s)), width=2 + (s is front))
        for s in reversed(study.schemes)
    ]
    values, shown = message("clocks-norm-axis", dim=d), (0, n - 1)
    figure = lines.curves(curves, values=values, along=along, position=study.position, shown=shown, from_zero=True)
    # same order of encodings as on every page
    figure["layout"]["legend"]["traceorder"], figure["layout"]["meta"]["zooms"] = "reversed", False
    alt = message("clocks-norm-alt", schemes=tuple(scheme.name for scheme in study.schemes))
    chart(figure, key="norms", alt=alt, position=study.position)
    st.markdown(say(*facts.norm(front, n, d)))


def _equation(left: str, right: Array) -> str:
    """Equation in two lines, to fit a phone."""
    return rf"\begin{{gathered}}{left}\\[1ex] = {_latex(right)}\end{{gathered}}"


def _latex(cells: Array) -> str:
    """Matrix with three decimals, or more for small nonzero numbers."""
    whole = bool((cells == np.round(cells)).all())
    rows = []
    for row in np.atleast_2d(cells).tolist():
        rows.append(" & ".join(number(x) if whole or 1e-12 < abs(x) < 5e-4 else f"{x:z.3f}" for x in row))
    return r"\begin{bmatrix}" + r"\\".join(rows) + r"\end{bmatrix}"
