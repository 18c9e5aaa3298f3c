"""The layout of Attention."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import streamlit as st

from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.numbers import measurements, scores
from dashboard.numbers.measurements import PAIRED_LENGTH
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study, order
from dashboard.views.attention import claims, exports, figures, numbers
from dashboard.views.attention.numbers import LITTLE, Mode
from dashboard.views.cells import cells
from dashboard.views.next_steps import next_steps
from dashboard.views.position_bar import position_bar
from dashboard.views.rounding import ROUNDING
from dashboard.views.tabs import tabs
from posenc_core import Scheme
from posenc_core.analysis.attention import NEAR, Change, Drops
from posenc_core.plot import matrices
from posenc_core.plot.style import scheme_style

numeric, text = st.column_config.NumberColumn, st.column_config.TextColumn


def page(study: Study) -> None:
    """What position does to attention, in every family on the same axes."""
    asked, found = numbers.mode(study), numbers.every_drop(study)
    st.title(message("attention-title"), anchor=False)
    said = claims.opening(found, study, asked)
    st.markdown(MESSAGES.say(said, "claim" if f"{said.id}.claim" in MESSAGES else ""))
    position_bar(study, "attention")
    drawn = {}
    if asked and found:
        over_the_offset(found, study, asked)
        cells([(scheme, claims.cell(scheme, drops, study, asked)) for scheme, drops in found.items()])
    if asked and study.length > 1:
        drawn["pairs"] = partial(pairs, study, asked)
    if asked and found:
        drawn |= {"last": partial(last, study), "invariance": partial(invariance, tuple(found), study)}
    tabs(study, "attention", drawn, claims.misconceptions)
    next_steps("attention", "bias")


def over_the_offset(found: Mapping[Scheme, Drops], study: Study, asked: Mode) -> None:
    """What is left of the attention when the key stands farther back."""
    curves = []
    for scheme, drops in found.items():
        mean, low, high = (numbers.points(np.where(np.isfinite(each), each, np.nan)) for each in drops)
        if asked.content == "independent":
            places, spread = numbers.drawn(study.length)[1:], numbers.spread(scheme, study.length, study.dim)[1:]
            center = np.where(np.isfinite(drops.mean), drops.mean, np.nan)[places]
            low, high = ((places, center + sign * spread) for sign in (-1, 1))
        shown = asked.content == "independent" or claims.varies(drops)
        name, (color, dash) = scores.label(scheme, study), scheme_style(order(scheme))
        curves.append(figures.Drop(name, color, dash, mean, low if shown else None, high if shown else None))
    figure = figures.drops(curves, chosen=study.offset, last=study.length - 1, most=LITTLE)
    chart(figure, key="drops", alt=message("attention-drops-alt", names=tuple(curve.name for curve in curves)))
    lines = [say(*claims.curves(found, study, asked))]
    lines += [message("attention-learned", scheme=each.name, text=each.learned) for each in found if each.learned]
    if any(lines):
        st.caption("  \n".join(filter(None, lines)))


def pairs(study: Study, asked: Mode) -> None:
    """The logits of every query with every key, around the diagonal."""
    if not handles.fits(study, PAIRED_LENGTH, measurements.largest_dim(study.length)):
        return
    found = {scheme: numbers.every_pair(scheme, study.length, study.dim, asked).cells for scheme in study.schemes}
    largest = max(float(np.nanmax(np.abs(each))) for each in found.values())
    limit = min(largest, LITTLE) if largest > 0 else 1.0
    # from one end alone, where nothing lies beyond 0
    signed = max(float(np.nanmax(each)) for each in found.values()) > ROUNDING
    st.markdown(" ".join([message("attention-pairs-use"), say(*claims.pairs(study, asked))]))
    for i, (place, (scheme, matrix)) in enumerate(zip(panels.places(len(found)), found.items(), strict=True)):
        with place:
            heading = scores.label(scheme, study)
            figure = matrices.matrix(
                matrix.astype(np.float64),
                heading=heading,
                across=message("attention-key"),
                down=message("attention-query"),
                limit=limit if signed else -limit,
                signed=signed,
                hover=message("attention-pair-hover", x="%{x}", y="%{y}", z="%{z:.3f}"),
                marked_row=study.position,
                square=True,
                chooses="y",
                bar=i == len(found) - 1,
                height=panels.height(len(found)),
            )
            alt = message("attention-pair-alt", name=heading)
            chart(figure, key=f"scores {scheme.name}", alt=alt, position=study.position)
    if largest > LITTLE:
        st.caption(message("attention-cells-beyond", value=LITTLE))


def last(study: Study) -> None:
    """Where the attention of the last token goes, by these logits alone."""
    found = numbers.every_reach(study)
    st.markdown(say(*claims.last_token(found, study)))
    near, near_help = message("attention-near", count=NEAR), message("attention-near.help", count=NEAR)
    st.dataframe(
        exports.reaches(found, study),
        hide_index=True,
        height="content",
        column_config={
            "scheme": text(message("attention-scheme"), pinned=True),
            "distance": numeric(message("attention-distance-back"), format="%.4g"),
            "entropy": numeric(message("attention-entropy"), format="%.3f", help=message("attention-entropy.help")),
            "near": numeric(near, format="%.3f", help=near_help),
        },
    )
    st.caption(message("attention-assumed", dim=study.dim))


def invariance(schemes: tuple[Scheme, ...], study: Study) -> None:
    """Whether only the distance counts: averaged over contents, and for each of them."""
    st.markdown(say(*claims.invariance(schemes, study)))
    found = exports.residuals(study)
    rows = zip(schemes, found["alone"], found["mean"], found["deviation"], strict=True)
    st.dataframe(
        {
            "scheme": found["scheme"],
            "alone": found["alone"].map(residual),
            "content": [
                say(claims.moved(each, alone, Change(mean, deviation))) for each, alone, mean, deviation in rows
            ],
        },
        hide_index=True,
        height="content",
        column_config={
            "scheme": text(message("attention-scheme"), pinned=True),
            "alone": text(message("attention-alone"), alignment="right", help=message("attention-alone.help")),
            "content": text(
                message("attention-given", offset=study.offset),
                alignment="right",
                help=message("attention-given.help"),
            ),
        },
    )


def residual(value: float) -> str:
    """A residual in a table; a dash where there is none."""
    if np.isnan(value):
        return message("attention-residual.none")
    return message("attention-residual", value=float(value) if value > ROUNDING else 0.0)
