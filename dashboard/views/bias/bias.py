"""The layout of Bias."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls.widgets import control
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study, order
from dashboard.views.bias import claims, figures, numbers
from dashboard.views.formula import formula
from dashboard.views.page_parts import cells, code, next_steps, tabs
from posenc_core import T5, ALiBi, Scheme
from posenc_core.plot import lines, matrices
from posenc_core.plot.style import DASHES, Array, scheme_color, step_color


def page(study: Study) -> None:
    """Draw the reach of each head, in the order of the heads."""
    st.title(message("bias-title"), anchor=False)
    front, sections = study.schemes[0], {}
    if study.length == 1:
        st.markdown(message("bias-single"))
        draw_bar(study, "bias")
    else:
        opening = [MESSAGES.say(fact, "claim") for fact in claims.opening(study, front)]
        st.markdown(" ".join([message("bias-subject"), *opening]))
        draw_bar(study, "bias")
        reach(study, front)
        cells([(scheme, claims.cell(scheme, study)) for scheme in study.schemes])
        sections = {"curves": partial(curves, study, front)}
    sections |= {"slopes": partial(slopes, study), "signs": partial(signs, study)}
    tabs(study, "bias", sections | {"formula": partial(formula_and_code, study, front)})
    next_steps("bias", "attention")


def reach(study: Study, front: Scheme) -> None:
    """Draw the distance at which attention halves in each head, or the attention if all heads are the same."""
    head, distances = numbers.selected_head(study), numbers.halves(front, study.options["heads"], study.length)
    use = message("bias-use" if len(distances) > 1 else "bias-use.one")
    if len(distances) == 1:
        over_the_distance(study, front, "weights", lambda curve: curve.weights, figures.HEIGHT)
        st.caption(use)
        return
    texts = [message("bias-never", later=study.length - 1) if k is None else MESSAGES.format(k) for k in distances]
    figure = figures.reach(distances, texts, head, study.length, scheme_color(order(front)))
    chart(figure, key="reach", alt=message("bias-reach-alt", scheme=front.name, found=tuple(texts)), position=head)
    st.caption(f"{say(claims.head(front, study))} {use}")


def over_the_distance(
    study: Study, front: Scheme, of: str, values: Callable[[numbers.Curve], Array], height: int = 340
) -> None:
    """Draw some heads over the distance, the selected one as a thick line."""
    head, log, last = numbers.selected_head(study), study.options["log_k"], study.length - 1
    curves = numbers.curves(front, study.options["heads"], study.length, log, head)
    rows = [
        lines.Line(message("bias-head-name", head=curve.head), values(curve), step_color(place, len(curves)))
        for place, curve in enumerate(curves)
        if curve.head
    ] or [lines.Line(front.name, values(curves[0]), scheme_color(order(front)))]
    styles = [(4, "solid") if curve.head == head else (2, DASHES[place]) for place, curve in enumerate(curves)]
    rows = [row._replace(width=width, dash=dash) for row, (width, dash) in zip(rows, styles, strict=True)]
    figure = figures.falls(curves, rows, values=message(f"bias-{of}"), last=last, log=log, height=height)
    chart(figure, key=of, alt=message(f"bias-{of}.alt", scheme=front.name))


def curves(study: Study, front: Scheme) -> None:
    """Draw the attention and the bias of some heads over the distance."""
    control("log_k", study.options["log_k"])
    # the figure of the page shows the attention if all heads are the same
    places = st.columns(2, gap="medium") if numbers.heads_of(front, study.options["heads"]) > 1 else [st.container()]
    if len(places) > 1:
        with places[0]:
            over_the_distance(study, front, "weights", lambda curve: curve.weights)
    with places[-1]:
        # NaN for masked keys
        over_the_distance(study, front, "curves", lambda curve: np.where(np.isfinite(curve.nats), curve.nats, np.nan))
    st.caption(" ".join([message("bias-nats", value=float(np.log(2))), say(*claims.curves(front, study))]))
    if front.learned:
        st.caption(front.text("learned"))


def slopes(study: Study) -> None:
    """Draw ALiBi's slopes by the authors' code and by the paper's formula, and T5's buckets."""
    heads = study.options["heads"]
    st.markdown(" ".join([message("bias-slopes-use"), say(claims.slopes(heads))]))
    chart(figures.slopes(*numbers.slopes(heads)), key="slopes", alt=message("bias-slopes-alt", heads=heads))
    scheme = numbers.configured_scheme(study, T5)
    rulers = numbers.rulers(scheme)
    st.markdown(say(*claims.buckets(scheme)))
    firsts = tuple(rulers["before"].firsts.tolist())
    alt = message("bias-ruler-alt", count=len(firsts), later=firsts[-1])
    chart(figures.ruler(rulers), key="ruler", alt=alt)
    st.caption(message("bias-firsts", lengths=firsts))


def signs(study: Study) -> None:
    """Draw three sign conventions of one bias."""
    slope = float(numbers.configured_scheme(study, ALiBi).slope(study.options["heads"])[0])
    st.markdown(message("bias-signs"))
    names, rules = ("BLOOM", "MPT", "ALiBi"), ("+m j", "m (j − (n − 1))", "−m (i − j)")
    for place, name, rule, matrix in zip(panels.places(3), names, rules, numbers.signs(slope), strict=True):
        with place:
            figure = matrices.matrix(
                matrix,
                heading=message("bias-signs-heading", name=name, text=rule),
                across=message("bias-key"),
                down=message("bias-query-axis"),
                limit=slope * (numbers.TOKENS - 1),
                signed=True,
                hover=message("bias-signs-hover", x="%{x}", y="%{y}", z="%{z:.4f}"),
                bar=name == "ALiBi",
                square=True,
                height=panels.height(3),
            )
            alt = message("bias-signs-alt", name=name, text=rule, count=numbers.TOKENS)
            chart(figure, key=f"sign {name}", alt=alt)
    st.markdown(say(*claims.signs(study)))


def formula_and_code(study: Study, front: Scheme) -> None:
    """Draw the formula of the encoding, and programs that compute it."""
    formula(front, study, study.options["heads"])
    code(replace(study, schemes=(front,)))
