"""The layout of Clocks."""

from functools import partial
from html import escape
from typing import Any

import numpy as np
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts.chart import Followed, chart
from dashboard.controls import handles, state
from dashboard.numbers import measurements
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study, order
from dashboard.views.clocks import claims, exports, figures, numbers
from dashboard.views.page_parts import columns, next_steps, tabs
from posenc_core import Binary, Scheme, Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.arrays import Array
from posenc_core.plot import lines
from posenc_core.plot.style import INK, Figure, scheme_color, scheme_style
from posenc_core.text.numerals import number

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
YES = ("rotates", "rotates-some", "linear", "same")
NO = ("adds", "adds-share", "adds-vector", "affine", "none", "none-sums", "unpaired")

# settings of the paths that buttons open
PRESETS: dict[str, dict[str, Any]] = {
    "circle": {"n": 32, "d": 2, "p": 2, "space": "2-D", "y": 1, "Sinusoidal.layout": "interleaved"},
    "spiral": {"n": 500, "d": 3, "p": 40, "space": "3-D", "y": 2, "z": 1, "Sinusoidal.layout": "concatenated"},
}


def page(study: Study) -> None:
    """Draw hands or bits of the encoding in front, the verdict on a shift by k of each, and tabs."""
    st.title(message("clocks-title"), anchor=False)
    if not handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        draw_bar(study, "clocks")
        return
    front, n, d = study.schemes[0], study.length, study.dim
    st.markdown(say(claims.opening(study, front)))
    draw_bar(study, "clocks")
    draw_strips(study, front)
    facts = [(scheme.name, scheme_color(order(scheme)), claims.cell(scheme, n, d)) for scheme in study.schemes]
    columns(facts, [] if n == 1 else [verdict(study, scheme) for scheme in study.schemes])
    sections = {"space": space, "norm": norms} if n == 1 else {"pair": one_pair, "space": space, "norm": norms}
    tabs(study, "clocks", {id: partial(draw, study, front) for id, draw in sections.items()})
    next_steps("clocks", "rope")


def verdict(study: Study, scheme: Scheme) -> str:
    """HTML of the verdict on a shift by k."""
    statement = claims.verdict(scheme, study)
    id, kind = statement.id.removeprefix("clocks-"), "neither"
    if id in YES or id in NO:
        kind = "yes" if id in YES else "no"
    words = message("clocks-verdict", offset=study.offset, text=say(statement))
    return f'<p class="verdict {kind}">{escape(words)}</p>'


def draw_strips(study: Study, scheme: Scheme) -> None:
    """Draw hands, bits, or values at the position and k later, and their curves."""
    n, d, p, k = study.length, study.dim, study.position, study.offset
    drawn = numbers.strips(scheme, n, d)
    hands: list[tuple[float, float]] = []
    followed = []
    if drawn.hands:
        side = message("clocks-side", offset=k)
        angles, steps = numbers.angles(scheme, n, d, drawn.hands)[p].tolist(), [hand.step for hand in drawn.hands]
        hands = [(angle, k * step) for angle, step in zip(angles, steps, strict=True)]
        texts = [(str(hand.pair), _period(hand), _turn(k * hand.step)) for hand in drawn.hands]
        places = [
            (angle - p * step, step, figures.APART * i, 0.0, k * step)
            for i, (angle, step) in enumerate(zip(angles, steps, strict=True))
        ]
        followed = [Followed(scheme.name, INK, axis="y2", along="hands", hands=places)]
    else:
        side = message("clocks-side.column", position=p, offset=k)
        ends = measurements.table(scheme, n, d)[p : p + k + 1 : k, drawn.columns]
        here, there = ([MESSAGES.format(value) for value in row] for row in (ends[0], ends[-1]))
        there = there if len(ends) == 2 else [""] * len(here)
        texts = list(zip(map(str, drawn.columns), here, there, strict=True))
    above = [f"<b>{name}</b><br>{first}<br>{second}" for name, first, second in texts]
    figure = figures.strips(drawn, hands, side, above, p, k, scheme_color(order(scheme)))
    names = tuple(f"{name}: {first}, {second}" for name, first, second in texts)
    id = claims.opening(study, scheme).id
    alt = message(f"{id}.alt", scheme=scheme.name, position=p, offset=k, names=names)
    chart(figure, key="clocks", alt=alt, position=p, followed=followed)
    st.caption(say(*claims.drawn(study, scheme)))


def _period(hand: numbers.Hand) -> str:
    """Positions per full rotation."""
    return MESSAGES.format(2 * np.pi / abs(hand.step))


def _turn(angle: float) -> str:
    """Angle in degrees."""
    return f"{MESSAGES.format(float(np.degrees(angle)))}°"


def one_pair(study: Study, front: Scheme) -> None:
    """Derive the effect of the shift on one pair of columns, and draw T(k)."""
    count = len(front.pairs(study.dim))
    if count > 1:
        handles.field_handle("pair", study, count - 1)
    block, text = numbers.block(study, front), say(*claims.pair(study, front))
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(text)
        if block:
            equations(block)
    with right:
        if block:
            draw_pair(study, front, block, text)
        structure = claims.whole_matrix(study, front)
        st.markdown(f"{message('clocks-matrix')} {say(structure)}")
        if structure.id == "clocks-matrix-blocks":
            st.latex(BLOCK_DIAGONAL)
        draw_matrix(study, front)


def equations(block: numbers.Block) -> None:
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


def draw_pair(study: Study, scheme: Scheme, block: numbers.Block, text: str) -> None:
    """Draw one pair of columns at all positions, and the shift of the selected one."""
    suffixes = ("", "") if block.angle is None else (".sine", ".cosine")
    titles = [message(f"clocks-column{suffix}", column=j) for j, suffix in zip(block.pair, suffixes, strict=True)]
    points = measurements.table(scheme, study.length, study.dim)[:, block.pair]
    figure = figures.rotation(points, (titles[0], titles[1]), block, study.offset, scheme_color(order(scheme)))
    alt = message("clocks-pair-alt", column=block.pair[0], other=block.pair[1], scheme=scheme.name, text=text)
    chart(figure, key="pair", alt=alt, position=block.start)
    st.caption(message("clocks-pair-use"))


def draw_matrix(study: Study, scheme: Scheme) -> None:
    """Draw the part of T(k) around the selected pair."""
    shift, _ = numbers.move(scheme, study.offset, study.length, study.dim)
    shown = numbers.drawn_columns(study, scheme)
    cells = shift.matrix[np.ix_(shown, shown)]
    heading = message("clocks-matrix-heading", offset=study.offset, count=len(shown), dim=study.dim)
    figure = figures.block_matrix(cells, shown, heading=heading, limit=max(1.0, float(np.abs(cells).max())))
    alt = message("clocks-matrix-alt", offset=study.offset, scheme=scheme.name, text=heading)
    chart(figure, key="T", alt=alt)


def space(study: Study, front: Scheme) -> None:
    """Draw the path in two or three dimensions, and bits beside a hand on the corners of a square."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        for id, values in PRESETS.items():
            settings = {"scheme": ["Sinusoidal"], "axes": "columns", "x": 0, **values}
            st.button(message(f"clocks-{id}"), key=id, on_click=state.choose, kwargs=settings)
    if study.dim > 1:
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            for key in ("space", "axes"):
                handles.list_handle(key, study, st.radio, horizontal=True, width="content")
            for axis in numbers.axes(study) if study.options["axes"] == "columns" else ():
                handles.field_handle(axis, study, study.dim - 1)
    path = numbers.path(study, front)
    left, right = st.columns([3, 2], gap="large")
    with left:
        draw_path(study, front, path)
        st.markdown(say(*claims.picture(study, front, path)))
    with right:
        draw_lattice()


def draw_lattice() -> None:
    """Draw two bits beside a hand on the corners of a square, independent of the study."""
    panels = [
        (message(f"clocks-lattice.{name}"), points, *scheme_style(order(scheme)))
        for name, scheme, points in zip(("bits", "hand"), (Binary(), Sinusoidal()), numbers.lattice(), strict=True)
    ]
    circle = numbers.quarter_turns(np.linspace(0, 4, 73))
    text = say(claims.lattice())
    chart(figures.lattice(panels, circle), key="lattice", alt=text)
    st.caption(text)


def draw_path(study: Study, front: Scheme, path: numbers.Path) -> None:
    """Draw the path, or a single column over the position."""
    n, p, titles = study.length, study.position, exports.titles(study, front, path)
    curve = numbers.between(front, n, study.dim, path.columns, len(titles))
    if study.dim == 1:
        line = lines.Line(front.name, path.points[:, 0], *scheme_style(order(front)))
        figure = _curves([line], titles[0], study)
    else:
        figure = figures.trajectory(path.points, titles, position=p, curve=curve)
    alt = message("clocks-path-alt", length=n, scheme=front.name, axes=tuple(titles), position=p)
    chart(figure, key=f"path {len(titles)}", alt=alt, position=p)
    if len(titles) == 3:
        # visible only without WebGL, by style.css
        with st.container(key="without-webgl"):
            st.markdown(message("clocks-without-webgl"))
            st.button(message("clocks-flat"), key="flat", on_click=state.choose, kwargs={"space": "2-D"})
    st.caption(message("clocks-straight" if curve is None else "clocks-joined"))


def norms(study: Study, front: Scheme) -> None:
    """Draw the norm of every position, for all selected encodings."""
    n, d = study.length, study.dim
    # the encoding in front is drawn last, over the others
    curves = [
        lines.Line(s.name, geometry.norms(measurements.table(s, n, d)), *scheme_style(order(s)), width=2 + (s is front))
        for s in reversed(study.schemes)
    ]
    figure = _curves(curves, message("clocks-norm-axis", dim=d), study, from_zero=True)
    # same order of encodings as on every page
    figure["layout"]["legend"]["traceorder"] = "reversed"
    alt = message("clocks-norm-alt", schemes=tuple(scheme.name for scheme in study.schemes))
    chart(figure, key="norms", alt=alt, position=study.position)
    st.markdown(say(*claims.norm(front, n, d)))


def _curves(curves: list[lines.Line], values: str, study: Study, *, from_zero: bool = False) -> Figure:
    """Curves over all positions, without zoom."""
    p, shown, along = study.position, (0, study.length - 1), message("clocks-position")
    figure = lines.curves(curves, values=values, along=along, position=p, shown=shown, from_zero=from_zero)
    figure["layout"]["meta"]["zooms"] = False
    return figure


def _equation(left: str, right: Array) -> str:
    """Equation in two lines, to fit a phone."""
    return rf"\begin{{gathered}}{left}\\[1ex] = {_latex(right)}\end{{gathered}}"


def _latex(cells: Array) -> str:
    whole = bool((cells == np.round(cells)).all())
    rows = [" & ".join(_cell(float(cell), whole=whole) for cell in row) for row in np.atleast_2d(cells)]
    return r"\begin{bmatrix}" + r"\\".join(rows) + r"\end{bmatrix}"


def _cell(value: float, *, whole: bool) -> str:
    """Three decimals, or more for small nonzero numbers."""
    return number(value) if whole or 1e-12 < abs(value) < 5e-4 else f"{value:z.3f}"
