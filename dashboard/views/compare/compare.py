"""The layout of Compare."""

from functools import partial
from urllib.parse import quote

import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.numbers import scores
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study
from dashboard.views.compare import facts
from dashboard.views.compare.figures import followed, main_figures
from dashboard.views.formula import formula
from dashboard.views.page_parts import cells, code, next_steps, open_link, tabs
from posenc_core import Scheme
from posenc_core.text.messages import Claim

# addresses of the figures of the source texts
PRESETS = {
    "sentence": "compare?n=5&d=6&p=0&Sinusoidal.layout=concatenated",
    "original": "compare?n=50&d=128&p=20",
    "small": "compare?n=4&d=4&p=1&Sinusoidal.base=100",
    "sum": "sentence?tab=tokens&d=4&Sinusoidal.base=100&text=",
    "middle": "compare?n=256&d=128&p=128",
    "lengths": "equidistance?tab=lengths&n=10&n2=50&d=512&p=0",
}


def page(study: Study) -> None:
    """Draw one figure of all encodings, and three facts about each."""
    study, names = facts.measured(study), [scheme.name for scheme in study.schemes]
    st.title(message("compare-title", names=", ".join(names), count=len(names)), anchor=False)
    st.markdown(say(*facts.opening(study)))
    draw_bar(study, "compare")
    about = {scheme: facts.cells(scheme, study) for scheme in study.schemes}
    (figure,), (curves,) = main_figures(study), followed(study)
    alt = " ".join(description(scheme, claims, study) for scheme, claims in about.items())
    with st.container(key=f"columns-{len(about)}"):
        chart(figure, key="compare", alt=alt, position=study.position, followed=curves)
    if missing := scores.hover_notes(study):
        st.caption(say(*missing))
    presets()
    cells([*about.items()])


def presets() -> None:
    """Draw links to the figures of the source texts."""
    with st.container(horizontal=True, gap="small", key="presets"):
        st.caption(message("compare-presets"), width="content")
        for name, address in PRESETS.items():
            text = quote(message("sentence-robot")) if name == "sum" else ""
            open_link(address + text, message(f"compare-presets.{name}"))


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
            st.header(scheme.name, anchor=False)
            formula(scheme, study)
