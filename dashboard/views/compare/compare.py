"""The layout of Compare."""

from collections.abc import Sequence

import streamlit as st

from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_color
from dashboard.parameters import MEASURES
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.compare import figures, tables, words
from dashboard.views.compare.numbers import Portrait, portrait
from dashboard.views.thread import thread
from dashboard.views.words import compared, not_followed, similarities
from posenc_core import Scheme


def page(study: Study) -> None:
    """How a Transformer knows where a token stands: a portrait of every scheme, and their figures side by side."""
    portraits = [portrait(scheme, study) for scheme in study.schemes]
    st.title("How does a Transformer know where a token stands?", anchor=False)
    claim(portraits, study)
    thread(study, "compare")
    side_by_side(portraits, study)


def still(study: Study) -> None:
    """The figures of every scheme, which are the same at every position."""
    summary([portrait(scheme, study) for scheme in study.schemes], study)


def claim(portraits: Sequence[Portrait], study: Study) -> None:
    """What the portraits show, in words."""
    st.markdown(
        f"{words.opening(study)} Move over a chart to try a position, click to choose it.  \n"
        f"**Encoding.** {words.encodings(portraits, study)}  \n**Step.** {words.steps(portraits, study)}  \n"
        f"**Similarity, by {MEASURES[study.measure]}.** {similarities({p.scheme: p.ranking for p in portraits}, study)}"
    )


def side_by_side(portraits: Sequence[Portrait], study: Study) -> None:
    """Every scheme under its name, and on which scales they are drawn."""
    # always there: charts that move up or down by one place on the page are drawn anew
    with st.container():
        for note in filter(None, (words.scales(portraits, study), not_followed(study))):
            st.caption(note)
    scales = figures.scales(
        [p.largest for p in portraits],
        [p.steps for p in portraits],
        [p.similarity for p in portraits],
        own=study.own_scales,
    )
    for place, scale, drawn in zip(panels.places(len(portraits), 1), scales, portraits, strict=True):
        with place:
            heading(drawn.scheme, study)
            picture(drawn, scale, study)


def heading(scheme: Scheme, study: Study) -> None:
    """The name of a scheme, and its formula to unfold."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header(scheme.name, anchor=False, width="content")
        with st.popover(
            "Formula", type="tertiary", width="content", key=f"formula {scheme.name}", on_change="rerun"
        ) as box:
            if box.open:
                st.markdown(scheme.summary())
                st.latex(scheme.formula)
                st.caption(words.symbols(scheme, study))
                st.caption(f"Source: {scheme.source}.")


def picture(drawn: Portrait, scale: figures.Scales, study: Study) -> None:
    """The chart of one scheme: encoding, step and similarity."""
    figure = figures.portrait(
        drawn.picture,
        drawn.steps,
        drawn.similarity,
        position=study.position,
        offset=study.offset,
        shown=study.shown,
        columns=drawn.scheme.columns,
        compared=compared(study),
        scales=scale,
        color=scheme_color(order(drawn.scheme)),
    )
    chart(
        figure,
        key=f"portrait {drawn.scheme.name}",
        alt=words.alt(drawn, study),
        position=study.position,
        followed=measurements.followed(drawn.scheme, study, study.measure, axis="y3"),
    )


def summary(portraits: Sequence[Portrait], study: Study) -> None:
    """The figures of every scheme as a table."""
    if note := words.repeated(portraits, study):
        st.caption(note)
    st.header("In figures", anchor=False)
    # plain: the grid of a dataframe is a third of all that a first visit loads
    st.table(tables.figures(portraits, study), width="content")
    st.caption("  \n".join(f"**{figure}**: {meaning}" for figure, meaning in tables.meanings(study).items()))
