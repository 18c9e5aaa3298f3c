"""The layout of Compare."""

from functools import partial
from typing import Any

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
from posenc_core.text.messages import Claim


def page(study: Study) -> None:
    """Draw a portrait of every encoding, and three facts about each."""
    study = measured(study)
    portraits, of_scores = both(study)
    names = tuple(scheme.name for scheme in study.schemes)
    st.title(message("compare-title", names=names, count=len(names)), anchor=False)
    st.markdown(say(*claims.all_of(portraits, of_scores, study)))
    facts = {p.scheme: claims.cells(p, study) for p in portraits}
    facts |= {p.scheme: claims.score_cells(p, study) for p in of_scores}
    draw_bar(study, "compare")
    draw_figure(figures.in_order(study, portraits, of_scores), facts, study)
    if missing := scores.hover_notes(study):
        st.caption(say(*missing))
    cells([(scheme, facts[scheme]) for scheme in study.schemes])


def still(study: Study) -> None:
    """Draw everything that does not depend on the position: formulas, code, and links."""
    # the code has a tab of its own, as its colors are a third of the download of a first visit
    tabs(study, "compare", {"formulas": partial(formulas, study), "code": partial(code, study)})
    next_steps("compare", "scorecard")


def draw_figure(portraits: list[Portrait | ScorePortrait], facts: dict[Scheme, list[Claim]], study: Study) -> None:
    """Draw one figure of all encodings; its curves follow the pointer."""
    args: dict[str, Any] = {"length": study.length, "dim": study.dim, "offset": study.offset}
    args |= {"position": study.position, "measure": study.measure}
    texts, followed = [], []
    for place, portrait in enumerate(portraits):
        scheme, axis = portrait.scheme, f"y{3 * place + 3}"
        words = [message("compare-fact", label=MESSAGES.say(fact, "cell"), text=say(fact)) for fact in facts[scheme]]
        if isinstance(portrait, Portrait):
            id, curves = "compare-alt", measurements.hover_curves(scheme, study, study.measure, axis=axis)
        else:
            id, curves = "compare-alt-logits", scores.hover_curves(scheme, study, axis=axis)
        texts.append(message(id, scheme=scheme.name, facts=" ".join(words), **args))
        followed += curves
    with st.container(key=f"columns-{len(portraits)}"):
        figure = figures.compare(portraits, study)
        chart(figure, key="compare", alt=" ".join(texts), position=study.position, followed=followed)


def formulas(study: Study) -> None:
    """Draw the formula and the source of every encoding."""
    for scheme, place in zip(study.schemes, panels.places(len(study.schemes), 1), strict=True):
        with place:
            st.subheader(scheme.name, anchor=False)
            formula(scheme, study)
