"""The layout of Compare."""

from collections.abc import Sequence

import streamlit as st

from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_color
from dashboard.parameters import MEASURES
from dashboard.study import Study, order
from dashboard.views import measurements, scores
from dashboard.views.compare import figures, tables, words
from dashboard.views.compare.numbers import Portrait, ScorePortrait, both
from dashboard.views.thread import thread
from dashboard.views.words import compared, not_followed, similarities
from posenc_core import Scheme


def page(study: Study) -> None:
    """How a Transformer knows where a token stands: a portrait of every scheme, and their figures side by side."""
    portraits, of_scores = both(study)
    st.title("How does a Transformer know where a token stands?", anchor=False)
    claim(portraits, of_scores, study)
    thread(study, "compare")
    side_by_side(portraits, of_scores, study)


def still(study: Study) -> None:
    """The figures of every scheme, which are the same at every position."""
    summary(*both(study), study)


def claim(portraits: Sequence[Portrait], of_scores: Sequence[ScorePortrait], study: Study) -> None:
    """What the portraits show, in words."""
    lines = [f"{words.opening(study)} Move over a chart to try a position, click to choose it."]
    if portraits:
        similar = similarities({p.scheme: p.ranking for p in portraits}, study)
        lines += [
            f"**Encoding.** {words.encodings(portraits, study)}",
            f"**Step.** {words.steps(portraits, study)}",
            f"**Similarity, by {MEASURES[study.measure]}.** {similar}",
        ]
    if of_scores:
        lines.append(f"**Scores.** {words.scores(of_scores, study)}")
    st.markdown("  \n".join(lines))


def side_by_side(portraits: Sequence[Portrait], of_scores: Sequence[ScorePortrait], study: Study) -> None:
    """Every scheme under its name, and on which scales they are drawn."""
    vectors = study.having("vectors")
    # always there: charts that move up or down by one place on the page are drawn anew
    with st.container():
        notes = [words.scales(portraits, study), not_followed(vectors)]
        for note in filter(None, [*notes, words.score_scales(of_scores, study, beside=bool(portraits))]):
            st.caption(note)
    scales = figures.scales(
        [p.largest for p in portraits],
        [p.steps for p in portraits],
        [p.similarity for p in portraits],
        own=study.own_scales,
    )
    in_nats = figures.score_scales(
        [p.grid for p in of_scores], [p.loss for p in of_scores], [p.seen for p in of_scores], own=study.own_scales
    )
    places = dict(zip(study.schemes, panels.places(len(study.schemes), 1), strict=True))
    for scale, drawn in zip(scales, portraits, strict=True):
        with places[drawn.scheme]:
            heading(drawn.scheme, study)
            picture(drawn, scale, study)
    for scale, scored in zip(in_nats, of_scores, strict=True):
        with places[scored.scheme]:
            heading(scored.scheme, study)
            score_picture(scored, scale, study)


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


def score_picture(drawn: ScorePortrait, scale: figures.Scales, study: Study) -> None:
    """The chart of a scheme without vectors: its scores, what a step back costs, and the scores of one position."""
    figure = figures.score_portrait(
        drawn.grid,
        drawn.loss,
        drawn.seen,
        position=study.position,
        offset=study.offset,
        shown=study.shown,
        scales=scale,
        color=scheme_color(order(drawn.scheme)),
    )
    chart(
        figure,
        key=f"portrait {drawn.scheme.name}",
        alt=words.score_alt(drawn, study),
        position=study.position,
        followed=scores.followed(drawn.scheme, study, axis="y3"),
    )


def summary(portraits: Sequence[Portrait], of_scores: Sequence[ScorePortrait], study: Study) -> None:
    """The figures of every scheme as a table."""
    if note := words.repeated(portraits, study):
        st.caption(note)
    st.header("In figures", anchor=False)
    for table, meanings in (
        (tables.figures(portraits, study), tables.meanings(study)),
        (tables.score_figures(of_scores, study), tables.score_meanings(study)),
    ):
        if not table.empty:
            # plain: the grid of a dataframe is a third of all that a first visit loads
            st.table(table, width="content")
            st.caption("  \n".join(f"**{figure}**: {meaning}" for figure, meaning in meanings.items()))
