"""The layout of Shift."""

from functools import partial
from html import escape

import numpy as np
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.numbers import measurements
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import message, say
from dashboard.state.study import Study, order
from dashboard.views.page_parts import next_steps, tabs
from dashboard.views.shift import claims, exports, figures, numbers
from posenc_core import Scheme
from posenc_core.arrays import Array
from posenc_core.plot.style import DARK, scheme_color
from posenc_core.text.numerals import number

# addition theorems of one pair; lines that fit a phone
PAIR = r"PE(p) = \begin{bmatrix} \sin \omega p & \cos \omega p \end{bmatrix}"
THEOREMS = (
    r"\begin{aligned}\sin(\omega p + \omega k) &= \sin \omega p \cos \omega k \\ &+ \cos \omega p \sin \omega k"
    r"\\[1ex] \cos(\omega p + \omega k) &= \cos \omega p \cos \omega k \\ &- \sin \omega p \sin \omega k\end{aligned}"
)
MATRIX = (
    r"\begin{gathered}PE(p + k) = PE(p)\, R(\omega k) \\[1ex] "
    r"R(\varphi) = \begin{bmatrix} \cos \varphi & -\sin \varphi \\ \sin \varphi & \cos \varphi \end{bmatrix}"
    r"\end{gathered}"
)
BLOCK_DIAGONAL = (
    r"T(k) = \begin{bmatrix} R(\omega_0 k) & & 0 \\ & \ddots & \\ 0 & & "
    r"R(\omega_{\lfloor d/2 \rfloor - 1} k) \end{bmatrix}"
)
GEOMETRY = (
    r"\begin{bmatrix} \cos \varphi & -\sin \varphi \\ \sin \varphi & \cos \varphi \end{bmatrix} "
    r"\begin{bmatrix} \cos \theta \\ \sin \theta \end{bmatrix} = "
    r"\begin{bmatrix} \cos(\theta + \varphi) \\ \sin(\theta + \varphi) \end{bmatrix}"
)

# verdicts with one matrix, and with none; the rest are neither
YES = ("rotates", "rotates-some", "linear", "same")
NO = ("adds", "adds-share", "adds-vector", "affine", "none", "unpaired")


def page(study: Study) -> None:
    """Draw the shift by k of each encoding, with its verdict."""
    st.title(message("shift-title"), anchor=False)
    sections = {}
    if study.length == 1:
        st.markdown(message("shift-single"))
    elif handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        draw_bar(study, "shift")
        st.markdown(say(*claims.marks(study)))
        for place, scheme in zip(panels.places(len(study.schemes)), study.schemes, strict=True):
            with place:
                panel(study, scheme)
        sections = {"pair": one_pair, "why": why, "matrix": every_matrix, "unseen": later_positions}
    tabs(study, "shift", {id: partial(draw, study) for id, draw in sections.items()})
    next_steps("shift", "rotary")


def panel(study: Study, scheme: Scheme) -> None:
    """Draw one encoding: its verdict, the shift of every position, and the drawn columns."""
    verdict, color = claims.verdict(scheme, study), scheme_color(order(scheme))
    id, text = verdict.id.removeprefix("shift-"), say(verdict)
    kind = "neither"
    if id in YES or id in NO:
        kind = "yes" if id in YES else "no"
    st.html(
        f'<div class="cells"><section style="border-color: light-dark({color}, {DARK[color]})"><b>{escape(scheme.name)}'
        f'</b><p class="verdict {kind}">{escape(text)}</p></section></div>'
    )
    shown = numbers.panel(study, scheme)
    figure = figures.shifts(shown, study.offset, color, panels.height(max(len(study.schemes), 2)))
    alt = message("shift-panel-alt", scheme=scheme.name, offset=study.offset, text=text, position=shown.start)
    chart(figure, key=f"shift {scheme.name}", alt=alt, position=shown.start)
    st.caption(say(claims.drawn_columns(study, scheme)))


def one_pair(study: Study) -> None:
    """Draw the effect of the shift on one pair of columns, in numbers and as a picture."""
    scheme = study.schemes[0]
    block, text = numbers.block(study, scheme), say(*claims.pair(study, scheme))
    if not block:
        st.markdown(text)
        return
    left, right = st.columns([6, 5], gap="large")
    with left:
        st.markdown(text)
        equations(block)
    suffixes = ("", "") if block.angle is None else (".sine", ".cosine")
    titles = [message(f"shift-pair-column{suffix}", column=j) for j, suffix in zip(block.pair, suffixes, strict=True)]
    points = measurements.table(scheme, study.length, study.dim)[:, block.pair[::-1]]
    figure = figures.rotation(points, (titles[1], titles[0]), block, study.offset, scheme_color(order(scheme)))
    alt = message("shift-pair-alt", column=block.pair[0], other=block.pair[1], scheme=scheme.name, text=text)
    with right:
        chart(figure, key="pair", alt=alt, position=block.start)
        st.caption(message("shift-pair-use"))


def equations(block: numbers.Block) -> None:
    """Print the shift of one pair as a row vector, and that of a rotation also as a column vector."""
    if block.way == "addition":
        st.latex(_equation(f"{_latex(block.before)} + {_latex(block.added)}", block.after))
        return
    row = _equation(f"{_latex(block.before)} {_latex(block.cells)}", block.after)
    if block.angle is None:
        st.latex(row)
        return
    column = _equation(f"{_latex(block.cells.T)} {_latex(block.before[:, None])}", block.after[:, None])
    for id, text in (("", row), (".column", column)):
        st.caption(message(f"shift-pair-row{id}"))
        st.latex(text)


def why(study: Study) -> None:
    """Derive the rotation of the selected pair from the addition theorems."""
    scheme = study.schemes[0]
    block, (first, *rest) = numbers.block(study, scheme), map(say, claims.derivation(study, scheme))
    st.markdown(first)
    if block is None or block.angle is None:
        return
    for line in (PAIR, THEOREMS, MATRIX, _equation(f"{_latex(block.before)} {_latex(block.cells)}", block.after)):
        st.latex(line)
    st.markdown(" ".join(rest))
    st.latex(BLOCK_DIAGONAL)
    st.caption(message("shift-why-geometry"))
    st.latex(GEOMETRY)


def every_matrix(study: Study) -> None:
    """Draw T(k) of every encoding side by side."""
    n, d, k = study.length, study.dim, study.offset
    size = numbers.drawn_size(study)
    st.markdown(f"{message('shift-matrix')} {say(*claims.matrices(study, size))}")
    moves = {scheme: numbers.move(scheme, k, n, d) for scheme in study.schemes}
    largest = max(1.0, *(float(np.abs(move.matrix[:size, :size]).max()) for move, _ in moves.values()))
    for place, (scheme, (move, way)) in zip(panels.places(len(moves)), moves.items(), strict=True):
        pair = scheme.pairs(d)[study.options["pair"] :][:1]
        id = "closed-form" if way == "closed form" or numbers.unpaired_columns(scheme, d) else way
        heading = message(f"shift-matrix-heading.{id}", scheme=scheme.name)
        with place:
            figure = figures.block_matrix(
                move.matrix[:size, :size],
                heading=heading,
                limit=largest,
                outlined=(int(pair[0, 0]), int(pair[0, 1])) if pair.size and pair.max() < size else None,
                bar=scheme is study.schemes[-1],
                height=panels.height(len(moves)),
            )
            chart(figure, key=f"T {scheme.name}", alt=message("shift-matrix-alt", offset=k, text=heading))


def later_positions(study: Study) -> None:
    """Tabulate the residuals of all fits, and explain why only later positions count."""
    n = study.length
    st.markdown(message("shift-later", position=n - 1, column=n, end=2 * n - 1))
    exports.draw(exports.residuals(study))
    st.markdown(say(*claims.later(study), *claims.free_fits()))


def _equation(left: str, right: Array) -> str:
    """Equation in two lines, to fit a phone."""
    return rf"\begin{{gathered}}{left}\\[1ex] = {_latex(right)}\end{{gathered}}"


def _latex(cells: Array) -> str:
    whole = bool((cells == np.round(cells)).all())
    lines = [" & ".join(_cell(float(cell), whole=whole) for cell in row) for row in np.atleast_2d(cells)]
    return r"\begin{bmatrix}" + r"\\".join(lines) + r"\end{bmatrix}"


def _cell(value: float, *, whole: bool) -> str:
    """Three decimals, or more for small nonzero numbers."""
    return number(value) if whole or 1e-12 < abs(value) < 5e-4 else f"{value:z.3f}"
