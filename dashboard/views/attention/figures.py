"""Figures of Attention: share of attention over the offset, on logarithmic axes."""

from collections.abc import Iterable
from math import log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.figures import figure, scatter
from dashboard.numbers import scores
from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.attention import facts
from dashboard.views.attention.facts import LITTLE, Mode
from posenc_core import Scheme
from posenc_core.plot import style
from posenc_core.plot.lines import band
from posenc_core.plot.style import Array, Figure

SHARES = (1.0, *(10.0 ** (sign * power) for power in range(1, 7) for sign in (-1, 1)), 0.5, 2.0, 0.2, 5.0, 0.8, 0.3)
"""Candidate labels of the share axis, by priority."""

APART = 14
"""Labels closer than the axis length over this number would overlap."""

HEIGHT = 480


def main_figures(study: Study) -> list[Figure]:
    """Return the share of attention over the offset; none if no encoding has it."""
    mode = facts.read_mode(study)
    every_drop = facts.every_drop(study, mode)
    return [drops(every_drop, study, mode)] if mode and every_drop else []


def drops(schemes: Iterable[Scheme], study: Study, mode: Mode) -> Figure:
    """Share of attention to a key k tokens back, downwards, over k = 1 ... n - 1, on logarithmic axes.

    A mean may have a band, with a low and a high end. The offset of the study is marked.
    """
    curves = {scheme: facts.drawn(scheme, study.length, study.dim, mode) for scheme in schemes}
    last = study.length - 1
    traces: list[dict[str, Any]] = []
    parts = [np.array([0.0, 1.0])]
    for scheme, (offsets, (mean, *ends)) in curves.items():
        name, (color, dash) = scores.label(scheme, study), style.scheme_style(order(scheme))
        if ends:
            low, high = ends
            traces.append(band(offsets, low, high, color) | {"name": name})
        traces.append(_mean(offsets, mean, name) | style.curve_style(len(offsets), color, dash))
        parts += [mean, *ends]
    values = np.concatenate(parts)
    values = np.clip(values[np.isfinite(values)], -LITTLE, LITTLE)
    air = 0.06 * float(np.ptp(values))
    # downwards: lower logits are below
    bottom, top = float(values.max()) + air, float(values.min()) - air
    labels = share_labels(top, bottom)
    several = len(curves) > 1
    title = style.wrap_title(message("attention-share"))
    across = [log10(0.93), log10(max(last, 2) * 1.08)]
    shares = {"tickvals": list(labels), "ticktext": list(labels.values())}
    return figure(
        traces,
        HEIGHT,
        margin=(66, 12, 8 if several else 26, 40),
        autoexpand=several,
        hovermode="x" if several else "closest",
        hoverdistance=-1,
        uirevision=f"{last}",
        showlegend=several,
        legend=style.legend(title),
        xaxis=style.axis(message("attention-offset"), type="log", range=across, fixedrange=True, **_places(last)),
        yaxis=style.value_axis(range=[bottom, top], fixedrange=True, **shares),
        annotations=[] if several else [style.words_above(title, xshift=-50)],
        shapes=style.rule(study.offset),
    )


def _mean(offsets: NDArray[np.int64], values: Array, name: str) -> dict[str, Any]:
    with np.errstate(over="ignore"):
        # JSON has no infinity
        left = np.minimum(np.exp(-values), np.finfo(np.float32).max)
    words = message("attention-hover", name=name, x="%{x}", y="%{customdata:.3~g}", value="%{y:.3~g}")
    return scatter(offsets, values, "", words, name=name, customdata=left, showlegend=True)


def share_labels(top: float, bottom: float) -> dict[float, str]:
    """Labels of the share axis by their drop, without overlaps."""
    labels: dict[float, str] = {}
    for share in SHARES:
        drop = float(np.log(1 / share))
        if top <= drop <= bottom and all(abs(drop - other) > (bottom - top) / APART for other in labels):
            labels[drop] = f"{share:,.6f}".rstrip("0").rstrip(".")
    return dict(sorted(labels.items()))


def _places(last: int) -> dict[str, Any]:
    """Tick positions 1, 2, 5, 10, ..., or only powers of ten on a long axis."""
    powers = [10**power for power in range(7) if 10**power <= last]
    places = [step * power for power in powers for step in (1, 2, 5) if step * power <= last]
    if len(places) > 9:
        places = powers
    return {"tickvals": places, "ticktext": [f"{place:,}" for place in places]}
