"""The layout of Attention."""

from collections.abc import Mapping, Sequence

import numpy as np
import streamlit as st

from dashboard.charts import matrices, panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_style
from dashboard.controls import handles
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.attention import figures, numbers, tables, words
from dashboard.views.attention.notes import NOTES
from dashboard.views.attention.numbers import LITTLE, Mode
from dashboard.views.measurements import PAIRED_LENGTH
from dashboard.views.notes import often_said
from dashboard.views.thread import thread
from posenc_core import Scheme
from posenc_core.attention import NEAR, Drops

numeric = st.column_config.NumberColumn


def page(study: Study) -> None:
    """What a position does to a score, in every family on the same axes."""
    asked, found = numbers.mode(study), numbers.every_drop(study)
    left_out = [scheme for scheme in study.schemes if scheme not in found]
    st.title("What does a position do to a score?", anchor=False)
    if study.length == 1:
        st.markdown(words.ALONE)
    elif asked is None:
        st.markdown(words.NO_TOKENS)
    elif found:
        st.markdown(words.claim(found, study, asked))
    else:
        st.markdown(words.not_drawn(left_out, study))
    thread(study, "attention")
    if asked and found:
        over_the_offset(found, left_out, study, asked)
        only_scores_show(study)
    if study.length > 1 and asked:
        every_pair(study, asked)
    if asked and found:
        last_token(study, asked)
        only_the_offset(tuple(found), study)


def still(study: Study) -> None:
    """What is often said."""
    often_said(NOTES)


def over_the_offset(found: Mapping[Scheme, Drops], left_out: Sequence[Scheme], study: Study, asked: Mode) -> None:
    """How much a score loses when the key stands farther back."""
    values, shares = words.axes()
    curves = []
    for scheme, drops in found.items():
        mean, low, high = (numbers.points(np.where(np.isfinite(each), each, np.nan)) for each in drops)
        if asked.content == "independent":
            places, spread = numbers.drawn(study.length)[1:], numbers.spread(scheme, study.length, study.dim)[1:]
            center = np.where(np.isfinite(drops.mean), drops.mean, np.nan)[places]
            low, high = ((places, center + sign * spread) for sign in (-1, 1))
        shown = asked.content == "independent" or words.varies(drops)
        name, (color, dash) = words.named(scheme, asked.head), scheme_style(order(scheme))
        curves.append(figures.Drop(name, color, dash, mean, low if shown else None, high if shown else None))
    chart(
        figures.drops(curves, values=values, shares=shares, chosen=study.offset, last=study.length - 1, most=LITTLE),
        key="drops",
        alt=words.drops_alt(found, asked),
    )
    lines = [words.drops_words(found, study, asked), *words.learned(found), words.not_drawn(left_out, study)]
    st.caption(words.LINE.join(filter(None, lines)))
    with st.container(border=True):
        st.markdown(words.assumed(study))


def only_scores_show(study: Study) -> None:
    """What no page of vectors can show."""
    st.header("What only scores show", anchor=False)
    st.markdown("\n".join(f"- {fact}" for fact in words.facts(study)))


def every_pair(study: Study, asked: Mode) -> None:
    """The scores of every query with every key, around the diagonal."""
    st.header("Every query with every key", anchor=False)
    widest = measurements.widest(study.length)
    if not handles.fits(study, PAIRED_LENGTH, widest):
        return
    cells = {scheme: numbers.every_pair(scheme, study.length, study.dim, asked).cells for scheme in study.schemes}
    largest = max(float(np.nanmax(np.abs(each))) for each in cells.values())
    limit = min(largest, LITTLE) if largest > 0 else 1.0
    st.markdown(words.pairs_words(study, asked))
    for place, (scheme, matrix) in zip(panels.places(len(cells)), cells.items(), strict=True):
        with place:
            chart(
                matrices.matrix(
                    matrix.astype(np.float64),
                    heading=words.named(scheme, asked.head),
                    across="key at position",
                    down="query at position",
                    limit=limit,
                    signed=True,
                    hover="query at %{y}, key at %{x}<br>%{z:.3f} nats",
                    marked_row=study.position,
                    square=True,
                    chooses="y",
                    height=panels.height(len(cells)),
                ),
                key=f"scores {scheme.name}",
                alt=words.pairs_alt(scheme, asked),
                position=study.position,
            )
    if beyond := words.beyond(largest):
        st.caption(beyond)


def last_token(study: Study, asked: Mode) -> None:
    """Where the attention of the last token goes, by these scores alone."""
    found = numbers.every_reach(study)
    st.header("Where does the last token look?", anchor=False)
    st.markdown(words.reach_words(found, study, asked))
    st.dataframe(
        tables.reaches(found, asked.head),
        hide_index=True,
        height="content",
        column_config={
            "scheme": st.column_config.TextColumn("Scheme", pinned=True),
            "distance": numeric("Tokens back, on average", format="%.4g"),
            "entropy": numeric(
                "Entropy ÷ ln n",
                format="%.3f",
                help="How evenly attention is spread: 1 if all tokens get the same, 0 if one gets all.",
            ),
            "near": numeric(
                f"Weight within {NEAR}",
                format="%.3f",
                help=f"What the nearest {NEAR} tokens get together, the last token itself among them.",
            ),
        },
    )


def only_the_offset(schemes: Sequence[Scheme], study: Study) -> None:
    """Whether only the offset counts: on average over contents, and for each of them."""
    st.header("Does only the offset count?", anchor=False)
    st.markdown(words.residual_words(schemes, study))
    found = tables.residuals(study)
    rows = zip(found["alone"], found["mean"], found["deviation"], strict=True)
    st.dataframe(
        {
            "scheme": found["scheme"],
            "alone": found["alone"].map(words.residual),
            "content": [words.moved(*row) for row in rows],
        },
        hide_index=True,
        height="content",
        column_config={
            "scheme": st.column_config.TextColumn("Scheme", pinned=True),
            "alone": st.column_config.TextColumn(
                "Position alone, 0 to 1",
                alignment="right",
                help="How much the scores, averaged over contents, differ along diagonals, as a share of how much they "
                "differ at all. 0: only the offset counts.",
            ),
            "content": st.column_config.TextColumn(
                f"With content, in nats, k = {study.offset:,}",
                alignment="right",
                help="By how much the score changes when query and key, at one place, move k on together: mean ± "
                "standard deviation over contents. Papers that call a scheme translation invariant mean this one or "
                "the other.",
            ),
        },
    )
