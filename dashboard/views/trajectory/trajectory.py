"""The layout of Trajectory."""

from functools import partial

import numpy as np
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts.chart import Followed, chart
from dashboard.charts.clocks import APART
from dashboard.charts.clocks import clocks as clock_dials
from dashboard.controls import handles, state
from dashboard.numbers import measurements
from dashboard.numbers.measurements import MEASURED_LENGTH, largest_dim
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study, order
from dashboard.views.page_parts import cells, next_steps, tabs
from dashboard.views.trajectory import claims, figures, numbers
from posenc_core import Scheme
from posenc_core.analysis import geometry
from posenc_core.plot import lines
from posenc_core.plot.style import INK, scheme_color, scheme_style


def page(study: Study) -> None:
    """Draw the path of the positions, in columns or principal components, and rotating pairs as clocks."""
    st.title(message("trajectory-title"), anchor=False)
    front, n, d = study.schemes[0], study.length, study.dim
    fits = handles.fits(study, MEASURED_LENGTH, largest_dim(n))
    if refused := numbers.missing_column(study) if fits else "":
        st.markdown(refused)
    if not fits or refused:
        draw_bar(study, "trajectory")
        return
    path = numbers.path(study, front)
    st.markdown(say(*claims.opening(study, front, path)))
    draw_bar(study, "trajectory")
    left, *right = st.columns([8, 5], gap="small") if numbers.hands(front, n, d) else [st.container()]
    with left:
        draw_path(study, front, path)
    for place in right:
        with place:
            clocks(study, front)
    cells([(scheme, claims.cell(scheme, n, d)) for scheme in study.schemes])
    sections = {id: partial(draw, study, front, path) for id, draw in (("norm", norms), ("picture", picture))}
    tabs(study, "trajectory", sections)
    next_steps("trajectory", "shift")


def draw_path(study: Study, front: Scheme, path: numbers.Path) -> None:
    """Draw the path, or a single column over the position."""
    n, p, titles = study.length, study.position, path.titles
    if study.dim == 1:
        line = lines.Line(front.name, path.points[:, 0], *scheme_style(order(front)))
        along = message("trajectory-along")
        figure = lines.curves([line], values=titles[0], along=along, position=p, shown=(0, n - 1), height=420)
        # all positions are shown, without zoom
        figure["layout"]["meta"]["zooms"] = False
    else:
        between = numbers.between(front, n, study.dim, path.columns, len(titles))
        figure = figures.trajectory(path.points, titles, position=p, curve=between)
    alt = message("trajectory-alt", length=n, scheme=front.name, axes=tuple(titles), position=p)
    chart(figure, key=f"trajectory {len(titles)}", alt=alt, position=p)
    if len(titles) == 3:
        # visible only without WebGL, by style.css
        with st.container(key="without-webgl"):
            st.markdown(message("trajectory-without-webgl"))
            flat = {"space": "2-D"}
            st.button(message("trajectory-flat"), key="flat", on_click=state.choose, kwargs=flat)
    st.caption(message(("trajectory-use.line", "trajectory-use", "trajectory-use.space")[len(titles) - 1]))


def clocks(study: Study, front: Scheme) -> None:
    """Draw clocks of a fast, a middle, and a slow rotating pair, at the selected position."""
    periods = claims.clocks(front, study.length, study.dim)
    row = measurements.table(front, study.length, study.dim)[study.position]
    visible = numbers.three(front, study.length, study.dim)
    hands = [(float(np.arctan2(row[hand.sine], row[hand.cosine])), hand.step) for hand in visible]
    pointed = [(angle - study.position * step, step, 0.0, -APART * i) for i, (angle, step) in enumerate(hands)]
    labels = [(f"<b>{say(period)}</b>", MESSAGES.say(period, "period")) for period in periods]
    alt = message("trajectory-hands-alt", scheme=front.name, position=study.position, clocks=tuple(periods))
    followed = [Followed(front.name, INK, along="hands", hands=pointed)]
    chart(clock_dials(hands, labels, scheme_color(order(front))), key="clocks", alt=alt, followed=followed)
    st.caption(message("trajectory-hands", position=study.position))


def norms(study: Study, front: Scheme, path: numbers.Path) -> None:
    """Draw the norm of every position, for all selected encodings."""
    n, d = study.length, study.dim
    # the encoding in front is drawn last, over the others
    curves = [
        lines.Line(s.name, geometry.norms(measurements.table(s, n, d)), *scheme_style(order(s)), width=2 + (s is front))
        for s in reversed(study.schemes)
    ]
    values, along = message("trajectory-norm-axis", dim=d), message("trajectory-along")
    p, whole = study.position, (0, n - 1)
    figure = lines.curves(curves, values=values, along=along, position=p, shown=whole, from_zero=True)
    # same order of encodings as on every page
    figure["layout"]["legend"]["traceorder"], figure["layout"]["meta"]["zooms"] = "reversed", False
    alt = message("trajectory-norm-alt", schemes=tuple(scheme.name for scheme in study.schemes))
    chart(figure, key="norms", alt=alt, position=p)
    st.markdown(say(*claims.norm(front, n, d)))


def picture(study: Study, front: Scheme, path: numbers.Path) -> None:
    """Explain the picture of the path."""
    between = numbers.between(front, study.length, study.dim, path.columns, len(path.titles))
    joined = "straight" if between is None else "joined"
    st.markdown(message("trajectory-against" if study.dim == 1 else f"trajectory-{joined}"))
    st.markdown(say(*claims.picture(study, front, path)))
