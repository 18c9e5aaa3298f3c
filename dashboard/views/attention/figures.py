"""Figures of Attention: share of attention over the offset, on logarithmic axes."""

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

import numpy as np

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from dashboard.state.study import order
from dashboard.views.attention.facts import LITTLE, Curve
from posenc_core import Scheme
from posenc_core.plot import style
from posenc_core.plot.lines import BAND
from posenc_core.plot.style import Figure

SHARES = (1.0, *(10.0 ** (sign * power) for power in range(1, 7) for sign in (-1, 1)), 0.5, 2.0, 0.2, 5.0, 0.8, 0.3)
"""Candidate labels of the share axis, by priority."""

APART = 14
"""Labels closer than the axis length over this number would overlap."""

HEIGHT = 480


def drops(curves: Mapping[Scheme, Sequence[Curve]], names: Sequence[str], *, selected: int, last: int) -> Figure:
    """Share of attention to a key k tokens back, downwards, over k = 1 ... `last`, on logarithmic axes.

    A mean may have a band, with a low and a high end. `selected` is the marked offset.
    """
    traces: list[dict[str, Any]] = []
    for name, (scheme, (mean, *ends)) in zip(names, curves.items(), strict=True):
        color, dash = style.scheme_style(order(scheme))
        if ends:
            (offsets, low), (others, high) = ends
            # the ends of a long band have points at different offsets
            x, y = np.concatenate((offsets, others[::-1])), np.concatenate((low, high[::-1]))
            area = {"line": {"width": 0}, "fill": "toself", "fillcolor": color, "opacity": BAND}
            traces.append(scatter(x, y, "lines", showlegend=False) | area)
        traces.append(_mean(mean, name) | style.curve_style(len(mean[0]), color, dash))
    values = np.concatenate([[0.0, 1.0], *(values for drawn in curves.values() for _, values in drawn)])
    values = np.clip(values[np.isfinite(values)], -LITTLE, LITTLE)
    air = 0.06 * float(np.ptp(values))
    # downwards: lower logits are below
    bottom, top = float(values.max()) + air, float(values.min()) - air
    labels = share_labels(top, bottom)
    several = len(curves) > 1
    title = style.wrap_title(message("attention-share"))
    ends_of_axis = [log10(0.93), log10(max(last, 2) * 1.08)]
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
        xaxis=style.axis(message("attention-offset"), type="log", range=ends_of_axis, fixedrange=True, **_places(last)),
        yaxis=style.value_axis(range=[bottom, top], fixedrange=True, **shares),
        annotations=[] if several else [style.words_above(title, xshift=-50)],
        shapes=style.rule(selected),
    )


def _mean(mean: Curve, name: str) -> dict[str, Any]:
    offsets, values = mean
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
