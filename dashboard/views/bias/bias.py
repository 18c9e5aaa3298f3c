"""The layout of Bias."""

import numpy as np
import streamlit as st

from dashboard.charts import matrices, panels
from dashboard.charts.chart import chart
from dashboard.charts.style import Array, scheme_color
from dashboard.controls import handles
from dashboard.study import Study, order
from dashboard.views.bias import figures, numbers, words
from dashboard.views.bias.notes import NOTES
from dashboard.views.notes import often_said
from dashboard.views.thread import thread
from posenc_core import T5, ALiBi


def page(study: Study) -> None:
    """What a bias adds to the scores, head by head."""
    st.title("How far does each head look?", anchor=False)
    st.markdown(words.claim(study), help=words.half_words())
    thread(study, "bias")
    st.markdown(words.question())
    if study.length > 1:
        over_the_distance(study)
    slopes(study)
    ruler(study)
    signs(study)


def still(study: Study) -> None:
    """What is often said of all this."""
    often_said(NOTES)


def over_the_distance(study: Study) -> None:
    """What the heads of one scheme add, and what it makes of their weights."""
    st.header("What does the distance cost?", anchor=False)
    scheme = handles.scheme_in_front(study, "bias")
    n, log = study.length, study.options["log_k"]
    found = numbers.curves(scheme, study.options["heads"], n, log)
    st.markdown(words.curves_words(scheme, found, study))
    styles = [figures.head_style(place, len(found)) for place in range(len(found))]
    if len(found) == 1:
        styles = [(scheme_color(order(scheme)), "solid")]
    for place, of, unit, values in zip(
        st.columns(2, gap="medium"),
        ("Bias, in nats", "Attention for each 1 given to itself"),
        (" nats", ""),
        # what is masked has no number
        ([np.where(np.isfinite(each.nats), each.nats, np.nan) for each in found], [each.weights for each in found]),
        strict=True,
    ):
        with place:
            drawn = [
                figures.Fall(words.curve_name(scheme, curve), curve.k, y, *style)
                for curve, y, style in zip(found, values, styles, strict=True)
            ]
            chart(
                figures.falls(drawn, values=of, unit=unit, last=n - 1, log=log, from_zero=not unit),
                key=f"bias {unit}",
                alt=words.curves_alt(scheme, found, study, of),
            )
    said = (words.halves_words(scheme, study), scheme.learned, words.seen_from(scheme, study))
    if any(said):
        st.caption(" ".join(filter(None, said)))
    with st.expander(f"Formula of {scheme.name}"):
        st.markdown(scheme.summary())
        st.latex(scheme.formula)
        st.caption(f"{words.symbols(scheme)} Source: {scheme.source}.")


def slopes(study: Study) -> None:
    """ALiBi's slopes by both readings."""
    st.header("ALiBi: how steep is each head?", anchor=False)
    found = numbers.slopes(study.options["heads"])
    st.markdown(words.slopes_words(found))
    chart(figures.slopes(found.code, found.paper), key="slopes", alt=words.slopes_alt(found))


def ruler(study: Study) -> None:
    """T5's buckets over the distance."""
    st.header("T5: which distances are told apart?", anchor=False)
    scheme = numbers.known(study, T5)
    st.markdown(words.ruler_words(scheme))
    after = numbers.ruler(scheme, 1).bucket if scheme.both_ways else None
    chart(
        figures.ruler(numbers.ruler(scheme).bucket, after, scheme_color(order(scheme))),
        key="ruler",
        alt=words.ruler_alt(scheme),
    )
    st.markdown(words.unused_words(scheme))
    st.caption(words.firsts_words(scheme))


def signs(study: Study) -> None:
    """Three conventions of one bias."""
    st.header("Plus or minus?", anchor=False)
    heads = study.options["heads"]
    slope = float(numbers.known(study, ALiBi).slope(heads)[0])
    found = numbers.signs(slope)
    st.markdown(words.signs_words(found, heads))
    limit = slope * (numbers.TOYS - 1)
    shown: tuple[tuple[str, str, Array], ...] = (
        ("BLOOM", "+m j", found.bloom),
        ("MPT", "m (j − (n − 1))", found.mpt),
        ("paper", "−m (i − j)", found.paper),
    )
    for place, (name, rule, cells) in zip(panels.places(len(shown)), shown, strict=True):
        with place:
            chart(
                matrices.matrix(
                    cells,
                    heading=f"{name}: {rule}",
                    across="key j",
                    down="query i",
                    limit=limit,
                    signed=True,
                    hover="query %{y}, key %{x}<br>%{z:.4f} nats",
                    bar=name == "paper",
                    square=True,
                    height=panels.height(len(shown)),
                ),
                key=f"sign {name}",
                alt=words.sign_alt(name, rule),
            )
    st.markdown(words.unmasked_words(found))
    st.markdown(words.falcon_words(slope, heads, study.dim))
