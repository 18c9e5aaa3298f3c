"""The layout of Compare."""

from functools import partial

import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.numbers import measurements, scores
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study
from dashboard.views.compare import facts
from dashboard.views.compare.figures import main_figures
from dashboard.views.formula import formula
from dashboard.views.page_parts import cells, code, next_steps, tabs
from posenc_core import Scheme
from posenc_core.text.messages import Claim


def page(study: Study) -> None:
    """Draw the figure of every encoding, and three facts about each."""
    study = facts.measured(study)
    st.title(message("compare-title"), anchor=False)
    st.markdown(say(*facts.opening(study)))
    draw_bar(study, "compare")
    about = {scheme: facts.cells(scheme, study) for scheme in study.schemes}
    places = panels.places(len(about), 1)
    for place, figure, (scheme, claims) in zip(places, main_figures(study), about.items(), strict=True):
        if facts.has_vectors(scheme):
            followed = measurements.hover_curves(scheme, study, study.measure, axis="y3")
        else:
            followed = scores.hover_curves(scheme, study, axis="y3")
        alt, key = description(scheme, claims, study), f"portrait {scheme.name}"
        with place:
            st.header(scheme.name, anchor=False)
            chart(figure, key=key, alt=alt, position=study.position, followed=followed)
    if missing := scores.hover_notes(study):
        st.caption(say(*missing))
    cells([*about.items()])


def description(scheme: Scheme, claims: list[Claim], study: Study) -> str:
    """Alternative text of the figure of an encoding."""
    texts = [message("compare-fact", label=MESSAGES.say(fact, "cell"), text=say(fact)) for fact in claims]
    args = {"length": study.length, "offset": study.offset, "position": study.position, "facts": " ".join(texts)}
    if facts.has_vectors(scheme):
        return message("compare-alt", scheme=scheme.name, dim=study.dim, measure=study.measure, **args)
    return message("compare-alt-logits", scheme=scores.label(scheme, study), **args)


def still(study: Study) -> None:
    """Draw everything that does not depend on the position: formulas, code, and links."""
    # the code has a tab of its own, as its colors are a third of the download of a first visit
    tabs(study, "compare", {"formulas": partial(formulas, study), "code": partial(code, study)})
    next_steps("compare", "scorecard")


def formulas(study: Study) -> None:
    """Draw the formula and the source of every encoding."""
    for scheme, place in zip(study.schemes, panels.places(len(study.schemes), 1), strict=True):
        with place:
            st.subheader(scheme.name, anchor=False)
            formula(scheme, study)
