"""The layout of Compare."""

from functools import partial

import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.numbers import measurements, scores
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study
from dashboard.views.compare import claims, figures
from dashboard.views.compare.numbers import Portrait, ScorePortrait, both, measured
from dashboard.views.formula import formula
from dashboard.views.page_parts import cells, code, next_steps, tabs
from posenc_core import Scheme
from posenc_core.plot.style import Figure
from posenc_core.text.messages import Claim


def page(study: Study) -> None:
    """Draw a portrait of every encoding, and three facts about each."""
    study = measured(study)
    portraits, of_scores = both(study)
    st.title(message("compare-title"), anchor=False)
    st.markdown(say(*claims.all_of(portraits, of_scores, study)))
    facts = {p.scheme: claims.cells(p, study) for p in portraits}
    facts |= {p.scheme: claims.score_cells(p, study) for p in of_scores}
    draw_bar(study, "compare")
    side_by_side(portraits, of_scores, facts, study)
    if missing := scores.hover_notes(study):
        st.caption(say(*missing))
    cells([(scheme, facts[scheme]) for scheme in study.schemes])


def still(study: Study) -> None:
    """Draw everything that does not depend on the position: formulas, code, and links."""
    # the code has a tab of its own, as its colors are a third of the download of a first visit
    tabs(study, "compare", {"formulas": partial(formulas, study), "code": partial(code, study)})
    next_steps("compare", "scorecard")


def side_by_side(
    portraits: list[Portrait], of_scores: list[ScorePortrait], facts: dict[Scheme, list[Claim]], study: Study
) -> None:
    """Draw every encoding under its name, with common scales for vectors and for logits."""
    drawn = figures.by_scheme(portraits, of_scores, study)
    every: list[Portrait | ScorePortrait] = [*portraits, *of_scores]
    by_scheme = {portrait.scheme: portrait for portrait in every}
    for scheme, place in zip(study.schemes, panels.places(len(study.schemes), 1), strict=True):
        with place:
            st.header(scheme.name, anchor=False)
            picture(by_scheme[scheme], drawn[scheme], facts[scheme], study)


def formulas(study: Study) -> None:
    """Draw the formula and the source of every encoding."""
    for scheme, place in zip(study.schemes, panels.places(len(study.schemes), 1), strict=True):
        with place:
            st.subheader(scheme.name, anchor=False)
            formula(scheme, study)


def picture(portrait: Portrait | ScorePortrait, figure: Figure, facts: list[Claim], study: Study) -> None:
    """Draw the chart of one encoding."""
    scheme = portrait.scheme
    texts = [message("compare-fact", label=MESSAGES.say(fact, "cell"), text=say(fact)) for fact in facts]
    args = {"length": study.length, "offset": study.offset, "position": study.position, "facts": " ".join(texts)}
    if isinstance(portrait, Portrait):
        followed = measurements.hover_curves(scheme, study, study.measure, axis="y3")
        alt = message("compare-alt", scheme=scheme.name, dim=study.dim, measure=study.measure, **args)
    else:
        followed = scores.hover_curves(scheme, study, axis="y3")
        alt = message("compare-alt-logits", scheme=portrait.name, **args)
    chart(figure, key=f"portrait {scheme.name}", alt=alt, position=study.position, followed=followed)
