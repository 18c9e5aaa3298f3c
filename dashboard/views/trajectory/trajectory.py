"""The layout of Trajectory."""

import streamlit as st

from dashboard.charts import lines
from dashboard.charts.chart import chart
from dashboard.charts.style import Figure, scheme_style
from dashboard.controls import sidebar
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.measurements import MEASURED_LENGTH, widest
from dashboard.views.notes import beside, often_said
from dashboard.views.thread import thread
from dashboard.views.trajectory import figures, numbers, words
from dashboard.views.trajectory.notes import NOTES, odd_dimensions_wobble
from posenc_core import Scheme, geometry


def page(study: Study) -> None:
    """What curve the positions draw in two or three columns, or components, of their vectors."""
    st.title("What curve do the positions draw?", anchor=False)
    front = sidebar.scheme_in_front(study, "trajectory")
    fits = sidebar.fits(study, "Drawing every position", MEASURED_LENGTH, widest(study.length))
    refused = words.missing(study) if fits else ""
    waves = False
    if refused:
        st.markdown(refused)
    elif fits:
        path = numbers.path(study, front)
        st.markdown(words.claim(study, front, path))
        thread(study, "trajectory")
        left, right = st.columns([3, 2], gap="large")
        with left:
            curve(study, front, path)
        with right:
            norms(study, front)
            if waves := numbers.turning(front, study.dim, study.length):
                beside(odd_dimensions_wobble)
    often_said(tuple(note for note in NOTES if not waves or note is not odd_dimensions_wobble))


def curve(study: Study, front: Scheme, path: numbers.Path) -> None:
    """The curve; of a single column against the position."""
    n, p, titles = study.length, study.position, path.titles
    if study.dim == 1:
        line = lines.Line(front.name, path.points[:, 0], *scheme_style(order(front)))
        figure = positions_only(
            lines.curves([line], values=titles[0], along="position p", position=p, shown=(0, n - 1), height=420)
        )
        joined = False
    else:
        between = numbers.between(front, n, study.dim, path.columns, len(titles))
        figure = figures.trajectory(path.points, titles, position=p, curve=between)
        joined = between is not None
    chart(figure, key=f"trajectory {len(titles)}", alt=words.drawn_alt(study, front, titles), position=p)
    st.caption(words.drawn_words(titles, joined=joined))


def norms(study: Study, front: Scheme) -> None:
    """The norm of every position, for all chosen schemes."""
    st.header("How long is each vector?", anchor=False)
    n, d = study.length, study.dim
    found = {s: geometry.norms(measurements.table(s, n, d)) for s in study.schemes}
    # the scheme in front is drawn last, over the others
    curves = [
        lines.Line(s.name, lengths, *scheme_style(order(s)), width=2 + (s is front))
        for s, lengths in reversed(found.items())
    ]
    figure = lines.curves(
        curves,
        values=f"norm, d = {d:,}",
        along="position p",
        position=study.position,
        shown=(0, n - 1),
        from_zero=True,
    )
    # the order of the schemes, as on every page
    figure["layout"]["legend"]["traceorder"] = "reversed"
    chart(positions_only(figure), key="norms", alt=words.norm_alt(study), position=study.position)
    if said := words.norm_words(found):
        st.caption(said)


def positions_only(figure: Figure) -> Figure:
    """The same chart without choosing a stretch by dragging: this page always shows all positions."""
    figure["layout"]["meta"] |= {"zooms": False}
    return figure
