"""The layout of Similarity."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.numbers import scores
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH, AtBase, PairKind
from dashboard.say import message, say
from dashboard.state.study import Study
from dashboard.views.page_parts import cells, next_steps, tabs
from dashboard.views.similarity import facts, figures
from posenc_core.text.numerals import number


def page(study: Study) -> None:
    """Draw the similarity of all positions with the selected one."""
    st.title(message("similarity-title"), anchor=False)
    sections: dict[str, Callable[[], None]] = {}
    if study.length == 1:
        st.markdown(message("similarity-single"))
        draw_bar(study, "similarity")
    else:
        comparison(study)
        sections = {"pairs": partial(pairs, study), "base": partial(base, study)}
    tabs(study, "similarity", sections)
    next_steps("similarity", "attention")


def comparison(study: Study) -> None:
    """Draw the claim, the charts, and the cells."""
    st.markdown(say(*facts.opening(study)))
    draw_bar(study, "similarity")
    p, args = study.position, {"measure": study.measure, "position": study.position}
    followed = iter(figures.followed(study))
    if vectors := study.with_ability("vectors").schemes:
        alt = message("similarity-axis.alt", schemes=tuple(s.name for s in vectors), **args)
        chart(figures.similarities(study), key="similarity", alt=alt, position=p, followed=next(followed))
        st.caption(message("similarity-use"))
    if without := study.without_ability("vectors").schemes:
        names = tuple(scores.label(s, study) for s in without)
        alt = message("similarity-logits-axis.alt", position=p, schemes=names)
        chart(figures.logits(study), key="scores", alt=alt, position=p, followed=next(followed))
    if missing := scores.hover_notes(study):
        st.caption(say(*missing))
    cells([(scheme, facts.cells(scheme, study)) for scheme in study.schemes])


def pairs(study: Study) -> None:
    """Draw the similarity of all pairs of positions, with one color bar per common scale."""
    if not handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        return
    measure = study.measure
    kind: PairKind = measure if measure in ("cosine", "distance") else "dot"
    about = [(scheme, facts.diagonal(scheme, study, kind)) for scheme in study.schemes]
    lines = [message("similarity-pairs")]
    if any(claim.args for _, claims in about for claim in claims):
        lines.append(message("similarity-pairs-shares"))
    if study.with_ability("vectors").schemes and kind != measure:
        lines.append(message("similarity-pairs-dot"))
    st.markdown(" ".join(lines))
    drawn = figures.pairs(study, kind)
    for place, (scheme, figure) in zip(panels.places(len(drawn)), drawn.items(), strict=True):
        id = "similarity-pairs-logits" if scheme.unsupported_reason("vectors") else "similarity-pairs-heading"
        alt = message(f"{id}.alt", **figures.pair_words(scheme, kind, study))
        with place:
            chart(figure, key=f"pairs {scheme.name}", alt=alt, position=study.position)
    cells(about)


def base(study: Study) -> None:
    """Draw the two formulas of waves, and the effect of their base, or the reason why it has none."""
    study = study.with_ability("vectors")
    waves = facts.base_scheme(study)
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(say(*facts.laws(study, waves)))
        figure = figures.formulas(waves, study)
        names = tuple(trace["name"] for trace in figure["data"] if "name" in trace)
        alt = message("similarity-axis.alt", schemes=names, measure=study.measure, position=study.position)
        chart(figure, key="formulas", alt=alt, position=study.position)
    if unchanged := facts.single_wave(study):
        right.markdown(say(*unchanged))
        return
    rows, here = facts.at_bases(study)
    with right:
        st.markdown(say(*facts.base(here, waves.name)))
        alt = message("similarity-base-axis.alt", scheme=waves.name, base=here.base)
        chart(figures.bases(rows, here.base, study.dim), key="bases", alt=alt)
    # a static table: the grid of a dataframe is a third of the download of a first visit
    st.table(bases(rows), width="content")


def bases(rows: Sequence[AtBase]) -> pd.DataFrame:
    """Table of the sinusoid at several bases, one row each."""
    table = pd.DataFrame(
        {
            "base": [row.base for row in rows],
            "rise": [row.first_rise for row in rows],
            "moving": [row.moving for row in rows],
            "neighbors": [row.neighbors for row in rows],
            # integers keep all digits, as in sentences
            "longest": [row.longest if row.longest < 1000 else float(np.round(row.longest)) for row in rows],
        }
    )
    texts = table.map(lambda value: "–" if pd.isna(value) else number(value))
    texts.columns = [message(f"similarity-column-{column}") for column in table]
    return texts.set_index(texts.columns[0])
