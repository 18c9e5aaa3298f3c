"""The layout of Bias."""

from functools import partial

import numpy as np
import streamlit as st

from dashboard.charts import matrices, panels
from dashboard.charts.chart import chart
from dashboard.charts.style import MUTED, dot, scheme_color
from dashboard.controls import handles
from dashboard.say import MESSAGES, message, say
from dashboard.study import Study, order
from dashboard.views.bias import claims, figures, numbers
from dashboard.views.cells import cells
from dashboard.views.misconceptions import misconceptions
from dashboard.views.next_steps import next_steps
from dashboard.views.tabs import tabs
from dashboard.views.thread import thread
from posenc_core import T5, ALiBi, Scheme


def page(study: Study) -> None:
    """How far each head looks, in the order of the heads, and what each bias adds over the distance."""
    st.title(message("bias-title"), anchor=False)
    front, drawn = study.schemes[0], {}
    if study.length == 1:
        st.markdown(message("bias-single"))
    else:
        said = [MESSAGES.say(each, "claim") for each in claims.opening(study, front)]
        st.markdown(" ".join([message("bias-subject"), *said]))
        thread(study, "bias")
        reach(study, front)
        handles.scheme_in_front(study, "bias")
        cells([(scheme, claims.cell(scheme, study)) for scheme in study.schemes])
        drawn = {"curves": partial(curves, study, front)}
    drawn |= {id: partial(draw, study) for id, draw in (("slopes", slopes), ("buckets", buckets), ("signs", signs))}
    tabs(study, "bias", drawn | {"formula": partial(formula, front), "misconceptions": corrected})
    next_steps("bias", "attention")


def reach(study: Study, front: Scheme) -> None:
    """The distance at which attention halves in each head, and the attention of the selected head."""
    n, heads, head, log = study.length, study.options["heads"], numbers.selected(study), study.options["log_k"]
    several = numbers.heads_of(front, heads) > 1
    color = scheme_color(order(front))
    found = numbers.halves(front, heads, n)
    left, right = st.columns(2, gap="medium") if several else (None, st.container())
    if left:
        texts = [message("bias-never", later=n - 1) if k is None else MESSAGES.shown(k) for k in found]
        each = tuple(f"{message('bias-head-name', head=i + 1)}: {text}" for i, text in enumerate(texts))
        with left:
            figure = figures.reach(found, texts, head, n, color)
            alt = message("bias-reach-alt", scheme=front.name, clocks=each)
            chart(figure, key="reach", alt=alt, position=head)
    curves = numbers.curves(front, heads, n, log, head)
    # the selected head is drawn last, over the others
    drawn = [
        figures.Fall(_name(front, each), each.k, each.weights, color if own else MUTED, width=3 if own else 1)
        for own, each in sorted(((each.head in (None, head), each) for each in curves), key=lambda pair: pair[0])
    ]
    title = message("bias-weight.head", head=head) if several else message("bias-weight")
    with right:
        figure = figures.falls(drawn, values=title, unit="", last=n - 1, log=log, half=0.5, legend=False)
        if (k := found[head - 1] if several else found[0]) is not None:
            figure["data"].append(dot([k], np.array([np.interp(k, drawn[-1].k, drawn[-1].values)])))
        chart(figure, key="weights", alt=message("bias-weight-alt", scheme=front.name))
    use = message("bias-use" if several else "bias-use.one")
    st.caption(f"{say(claims.head(front, study))} {use}" if several else use)


def curves(study: Study, front: Scheme) -> None:
    """The bias of some heads in nats."""
    n, log = study.length, study.options["log_k"]
    found = numbers.curves(front, study.options["heads"], n, log, numbers.selected(study))
    styles = [figures.head_style(place, len(found)) for place in range(len(found))]
    if len(found) == 1:
        styles = [(scheme_color(order(front)), "solid")]
    drawn = [
        # masked keys have no number
        figures.Fall(_name(front, each), each.k, np.where(np.isfinite(each.nats), each.nats, np.nan), *style)
        for each, style in zip(found, styles, strict=True)
    ]
    figure = figures.falls(drawn, values=message("bias-added"), unit=" nats", last=n - 1, log=log)
    chart(figure, key="curves", alt=message("bias-curves-alt", scheme=front.name))
    st.caption(" ".join([message("bias-nats", value=float(np.log(2))), say(*claims.curves(front, study))]))
    if front.learned:
        st.caption(front.learned)


def slopes(study: Study) -> None:
    """ALiBi's slopes by the authors' code and by the paper's formula."""
    heads = study.options["heads"]
    st.markdown(" ".join([message("bias-slopes-use"), say(claims.slopes(heads))]))
    figure = figures.slopes(numbers.code_slopes(heads), numbers.paper_slopes(heads))
    chart(figure, key="slopes", alt=message("bias-slopes-alt", heads=heads))


def buckets(study: Study) -> None:
    """T5's buckets over the distance."""
    scheme = numbers.known(study, T5)
    found = numbers.rulers(scheme)
    st.markdown(say(*claims.buckets(scheme), *claims.unused(scheme)))
    firsts = tuple(found["before"].firsts.tolist())
    alt = message("bias-ruler-alt", count=len(firsts), later=firsts[-1])
    chart(figures.ruler(found), key="ruler", alt=alt)
    st.caption(message("bias-firsts", lengths=firsts))


def signs(study: Study) -> None:
    """Three conventions of one bias."""
    slope = float(numbers.known(study, ALiBi).slope(study.options["heads"])[0])
    found = numbers.signs(slope)
    st.markdown(message("bias-signs"))
    shown = (
        ("BLOOM", "+m j", found.bloom),
        ("MPT", "m (j − (n − 1))", found.mpt),
        ("ALiBi", "−m (i − j)", found.paper),
    )
    for place, (name, rule, matrix) in zip(panels.places(len(shown)), shown, strict=True):
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
                height=panels.height(len(shown)),
            )
            alt = message("bias-signs-alt", name=name, text=rule, count=numbers.TOKENS)
            chart(figure, key=f"sign {name}", alt=alt)
    st.markdown(say(*claims.signs(study)))


def formula(front: Scheme) -> None:
    """The formula of the encoding in front, and where it comes from."""
    st.markdown(front.summary())
    st.latex(front.formula)
    letters = message("bias-formula-letters" if front.lacks("heads") else "bias-formula-letters.heads")
    st.caption(f"{letters} {message('bias-formula-source', source=front.source)}")


def corrected() -> None:
    """Common misconceptions."""
    misconceptions(claims.misconceptions())


def _name(scheme: Scheme, curve: numbers.Curve) -> str:
    """A curve in the legend."""
    return scheme.name if curve.head is None else message("bias-head-name", head=curve.head)
