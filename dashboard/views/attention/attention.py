"""The layout of Attention."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.numbers import measurements, scores
from dashboard.numbers.measurements import PAIRED_LENGTH
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study
from dashboard.views.attention import facts, figures
from dashboard.views.attention.facts import LITTLE, Mode
from dashboard.views.page_parts import cells, next_steps, tabs
from dashboard.views.rounding import ROUNDING
from posenc_core import Scheme
from posenc_core.analysis.attention import Drops


def page(study: Study) -> None:
    """Draw the effect of position on attention, with all families on common axes."""
    mode = facts.read_mode(study)
    every_drop = facts.every_drop(study, mode)
    st.title(message("attention-title"), anchor=False)
    opening = facts.opening(every_drop, study, mode)
    st.markdown(MESSAGES.say(opening, "claim" if f"{opening.id}.claim" in MESSAGES else ""))
    draw_bar(study, "attention")
    sections = {}
    if mode and every_drop:
        over_the_offset(every_drop, study, mode)
        cells([(scheme, facts.cell(scheme, drops, study, mode)) for scheme, drops in every_drop.items()])
        st.caption(message("attention-assumed", dim=study.dim))
    if mode and study.length > 1:
        sections["pairs"] = partial(pairs, study, mode)
    tabs(study, "attention", sections)
    next_steps("attention", "bias")


def over_the_offset(every_drop: Mapping[Scheme, Drops], study: Study, mode: Mode) -> None:
    """Draw the share of attention over the offset of the key."""
    names = tuple(scores.label(scheme, study) for scheme in every_drop)
    chart(figures.drops(every_drop, study, mode), key="drops", alt=message("attention-drops-alt", names=names))
    lines = [say(*facts.curves(every_drop, study, mode))]
    lines += [f"{scheme.name}: {scheme.text('learned')}" for scheme in every_drop if scheme.learned]
    if any(lines):
        st.caption("  \n".join(filter(None, lines)))


def pairs(study: Study, mode: Mode) -> None:
    """Draw the logits of every query with every key, relative to the diagonal."""
    if not handles.fits(study, PAIRED_LENGTH, measurements.largest_dim(study.length)):
        return
    matrices = {s: facts.every_pair(s, study.length, study.dim, mode).cells for s in study.schemes}
    largest = max(float(np.nanmax(np.abs(matrix))) for matrix in matrices.values())
    limit = min(largest, LITTLE) or 1.0
    # one-sided scale if no value is above 0
    signed = max(float(np.nanmax(matrix)) for matrix in matrices.values()) > ROUNDING
    st.markdown(" ".join([message("attention-pairs-use"), say(*facts.pairs(study, mode))]))
    for place, (scheme, matrix) in zip(panels.places(len(matrices)), matrices.items(), strict=True):
        with place:
            heading = scores.label(scheme, study)
            figure = panels.position_matrix(
                matrix.astype(np.float64),
                len(matrices),
                position=study.position,
                heading=heading,
                limit=limit if signed else -limit,
                signed=signed,
                bar=scheme is study.schemes[-1],
                across=message("attention-key"),
                down=message("attention-query"),
                hover=message("attention-pair-hover", x="%{x}", y="%{y}", z="%{z:.3f}"),
            )
            alt = message("attention-pair-alt", name=heading)
            chart(figure, key=f"scores {scheme.name}", alt=alt, position=study.position)
    if largest > LITTLE:
        st.caption(message("attention-cells-beyond", value=LITTLE))
