"""The layout of Compare."""

from functools import partial

import streamlit as st

from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.numbers import measurements, scores
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study, order
from dashboard.views.cells import cells
from dashboard.views.compare import claims, exports, figures
from dashboard.views.compare.numbers import Portrait, ScorePortrait, both
from dashboard.views.formula import formula
from dashboard.views.next_steps import next_steps
from dashboard.views.position_bar import position_bar
from dashboard.views.tabs import tabs
from posenc_core import Scheme
from posenc_core.plot.style import SHARED_LIMIT, scheme_color
from posenc_core.text.messages import Claim


def page(study: Study) -> None:
    """How a Transformer knows the order of its tokens: a portrait of every encoding, and three facts about each."""
    portraits, of_scores = both(study)
    with st.container(gap=None):
        st.caption(message("compare-app"))
        st.title(message("compare-title"), anchor=False)
    st.markdown(say(*claims.all_of(portraits, of_scores, study)))
    facts = {p.scheme: claims.cells(p, study) for p in portraits}
    facts |= {p.scheme: claims.score_cells(p, study) for p in of_scores}
    side_by_side(portraits, of_scores, facts, study)
    position_bar(study, "compare")
    cells([(scheme, facts[scheme]) for scheme in study.schemes])


def still(study: Study) -> None:
    """What is the same at every position: how to read the pictures, all figures, and where to go next."""
    drawn = {"reading": reading, "figures": exports.draw, "formulas": formulas}
    tabs(study, "compare", {id: partial(draw, study) for id, draw in drawn.items()})
    next_steps("compare", "scorecard")


def side_by_side(
    portraits: list[Portrait], of_scores: list[ScorePortrait], facts: dict[Scheme, list[Claim]], study: Study
) -> None:
    """Every encoding under its name; vectors and logits have each a common scale."""
    scales = figures.scales(portraits, own=study.own_scales, limit=SHARED_LIMIT)
    scales += figures.scales(of_scores, own=study.own_scales)
    found: list[Portrait | ScorePortrait] = [*portraits, *of_scores]
    drawn = {p.scheme: (p, scale) for p, scale in zip(found, scales, strict=True)}
    for scheme, place in zip(study.schemes, panels.places(len(study.schemes), 1), strict=True):
        with place:
            st.header(scheme.name, anchor=False)
            picture(*drawn[scheme], facts[scheme], study)


def formulas(study: Study) -> None:
    """The formula of every encoding, and where it comes from."""
    for scheme, place in zip(study.schemes, panels.places(len(study.schemes), 1), strict=True):
        with place:
            st.subheader(scheme.name, anchor=False)
            formula(scheme, study)


def picture(drawn: Portrait | ScorePortrait, scale: figures.Scales, facts: list[Claim], study: Study) -> None:
    """The chart of one encoding."""
    scheme, color = drawn.scheme, scheme_color(order(drawn.scheme))
    said = [message("compare-fact", label=MESSAGES.say(each, "cell"), text=say(each)) for each in facts]
    args = {"length": study.length, "offset": study.offset, "position": study.position, "facts": " ".join(said)}
    if isinstance(drawn, Portrait):
        figure = figures.portrait(drawn, study, scale, color)
        followed = measurements.hover_curves(scheme, study, study.measure, axis="y3")
        alt = message("compare-alt", scheme=scheme.name, dim=study.dim, measure=study.measure, **args)
    else:
        figure = figures.score_portrait(drawn, study, scale, color)
        followed = scores.hover_curves(scheme, study, axis="y3")
        alt = message("compare-alt-logits", scheme=drawn.name, **args)
    chart(figure, key=f"portrait {scheme.name}", alt=alt, position=study.position, followed=followed)


def reading(study: Study) -> None:
    """How to read the pictures."""
    ids = ["order", *(["top", "middle", "bottom"] if study.having("vectors").schemes else [])]
    without = study.lacking("vectors").schemes
    ids += ["logits"] * bool(without) + ["content"] * any(each.family == "rotation" for each in without) + ["move"]
    texts = [message(f"compare-reading-{id}", offset=study.offset, measure=study.measure) for id in ids]
    st.markdown(" ".join([*texts, *map(say, scores.hover_notes(study))]))
