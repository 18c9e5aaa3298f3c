"""The layout of Bias."""

from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls.widgets import control
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study
from dashboard.views.bias import facts, figures
from dashboard.views.formula import formula
from dashboard.views.page_parts import cells, code, next_steps, tabs
from posenc_core import T5, Scheme
from posenc_core.plot import matrices


def page(study: Study) -> None:
    """Draw the reach of each head, in the order of the heads."""
    st.title(message("bias-title"), anchor=False)
    front, sections = study.schemes[0], {}
    if study.length == 1:
        st.markdown(message("bias-single"))
        draw_bar(study, "bias")
    else:
        opening = [MESSAGES.say(fact, "claim") for fact in facts.opening(study, front)]
        st.markdown(" ".join([message("bias-subject"), *opening]))
        draw_bar(study, "bias")
        reach(study, front)
        cells([(scheme, facts.cell(scheme, study)) for scheme in study.schemes])
        sections = {"curves": partial(curves, study, front)}
    sections |= {"slopes": partial(slopes, study), "signs": partial(signs, study)}
    tabs(study, "bias", sections | {"formula": partial(formula_and_code, study, front)})
    next_steps("bias", "attention")


def reach(study: Study, front: Scheme) -> None:
    """Draw the distance at which attention halves in each head, or the attention if all heads are the same."""
    if facts.heads_of(front, study.options["heads"]) == 1:
        over_the_distance(study, front, "weights", figures.HEIGHT)
        st.caption(message("bias-use.one"))
        return
    alt = message("bias-reach-alt", scheme=front.name, found=figures.reach_texts(study))
    chart(figures.reach(study), key="reach", alt=alt, position=facts.selected_head(study))
    st.caption(message("bias-use"))


def over_the_distance(study: Study, front: Scheme, values: str, height: int = 340) -> None:
    """Draw the weights or the biases of some heads over the distance."""
    figure = figures.falls(study, values=values, height=height)
    chart(figure, key=values, alt=message(f"bias-{values}.alt", scheme=front.name))


def curves(study: Study, front: Scheme) -> None:
    """Draw the attention and the bias of some heads over the distance."""
    control("log_k", study.options["log_k"])
    if facts.heads_of(front, study.options["heads"]) > 1:
        left, right = st.columns(2, gap="medium")
        with left:
            over_the_distance(study, front, "weights")
        with right:
            over_the_distance(study, front, "curves")
    else:
        # the figure of the page shows the attention
        over_the_distance(study, front, "curves")
    st.caption(" ".join([message("bias-nats", value=float(np.log(2))), say(*facts.limits(front, study))]))
    if front.learned:
        st.caption(front.text("learned"))


def slopes(study: Study) -> None:
    """Draw ALiBi's slopes by the authors' code and by the paper's formula, and T5's buckets."""
    heads, scheme = study.options["heads"], facts.configured_scheme(study, T5)
    st.markdown(say(facts.slope_definitions(heads)))
    chart(figures.slopes(*facts.slopes(heads)), key="slopes", alt=message("bias-slopes-alt", heads=heads))
    rulers = facts.rulers(scheme)
    firsts = rulers["before"].firsts
    st.markdown(say(*facts.buckets(scheme)))
    chart(figures.ruler(rulers), key="ruler", alt=message("bias-ruler-alt", count=len(firsts), later=int(firsts[-1])))


def signs(study: Study) -> None:
    """Draw three sign conventions of one bias."""
    slope = facts.first_slope(study)
    st.markdown(message("bias-signs"))
    names, rules = ("BLOOM", "MPT", "ALiBi"), ("+m j", "m (j − (n − 1))", "−m (i − j)")
    for place, name, rule, matrix in zip(panels.places(3), names, rules, facts.signs(slope), strict=True):
        with place:
            figure = matrices.matrix(
                matrix,
                heading=f"{name}: {rule}",
                across=message("bias-key"),
                down=message("bias-query-axis"),
                limit=slope * (facts.TOKENS - 1),
                signed=True,
                hover=message("bias-signs-hover", x="%{x}", y="%{y}", z="%{z:.4f}"),
                bar=name == "ALiBi",
                square=True,
                height=panels.height(3),
            )
            alt = message("bias-signs-alt", name=name, text=rule, count=facts.TOKENS)
            chart(figure, key=f"sign {name}", alt=alt)
    st.markdown(say(*facts.unmasked(study)))


def formula_and_code(study: Study, front: Scheme) -> None:
    """Draw the formula of the encoding, and programs that compute it."""
    formula(front, study, study.options["heads"])
    code(replace(study, schemes=(front,)))
