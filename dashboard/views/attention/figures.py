"""Figures of Attention: share of attention over the offset, on logarithmic axes."""

from collections.abc import Sequence
from math import log10
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from posenc_core.plot import style
from posenc_core.plot.lines import BAND
from posenc_core.plot.style import Array, Figure

Curve = tuple[NDArray[np.int64], Array]
"""Offsets and values."""

SHARES = (1.0, *(10.0 ** (sign * power) for power in range(1, 7) for sign in (-1, 1)), 0.5, 2.0, 0.2, 5.0, 0.8, 0.3)
"""Candidate labels of the share axis, by priority."""

APART = 14
"""Labels closer than the axis length over this number would overlap."""

HEIGHT = 480


class Drop(NamedTuple):
    """Drop of one scheme over the offset, and its style."""

    name: str
    color: str
    dash: str
    mean: Curve
    low: Curve | None
    high: Curve | None
    """Upper end of a band around the mean; None for no band."""


def drops(curves: Sequence[Drop], *, selected: int, last: int, most: float) -> Figure:
    """Share of attention to a key k tokens back, downwards, over k = 1 ... `last`, on logarithmic axes.

    The axis is limited to `most` nats. `selected` is the marked offset.
    """
    traces: list[dict[str, Any]] = []
    values = [np.array([0.0, 1.0])]
    for curve in curves:
        if curve.low is not None and curve.high is not None:
            traces.append(_band(curve, curve.low, curve.high))
            values += [curve.low[1], curve.high[1]]
        values.append(curve.mean[1])
        traces.append(_mean(curve))
    every = np.concatenate(values)
    every = np.clip(every[np.isfinite(every)], -most, most)
    air = 0.06 * float(np.ptp(every))
    # downwards: lower logits are below
    bottom, top = float(every.max()) + air, float(every.min()) - air
    labels = _labels(top, bottom)
    several = len(curves) > 1
    title = style.wrap_title(message("attention-share"))
    ends = [log10(0.93), log10(max(last, 2) * 1.08)]
    shares = {"tickvals": [drop for drop, _ in labels], "ticktext": [text for _, text in labels]}
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
        xaxis=style.axis(message("attention-offset"), type="log", range=ends, fixedrange=True, **_places(last)),
        yaxis=style.value_axis(range=[bottom, top], fixedrange=True, **shares),
        annotations=[] if several else [style.words_above(title, xshift=-50)],
        shapes=style.rule(selected),
    )


def _mean(curve: Drop) -> dict[str, Any]:
    offsets, values = curve.mean
    with np.errstate(over="ignore"):
        left = np.exp(-values)
    words = message("attention-hover", name=curve.name, x="%{x}", y="%{customdata:.3~g}", value="%{y:.3~g}")
    look = style.curve_style(len(offsets), curve.color, curve.dash)
    # JSON has no infinity
    finite = np.minimum(left, np.finfo(np.float32).max)
    return scatter(offsets, values, "", words, name=curve.name, customdata=finite, showlegend=True) | look


def _band(curve: Drop, low: Curve, high: Curve) -> dict[str, Any]:
    """Draw the closed outline along the low and back along the high ends."""
    x, y = (np.concatenate((one, other[::-1])) for one, other in zip(low, high, strict=True))
    look = {"line": {"width": 0}, "fill": "toself", "fillcolor": curve.color, "opacity": BAND}
    return scatter(x, y, "lines", showlegend=False) | look


def _labels(top: float, bottom: float) -> list[tuple[float, str]]:
    """Labels of the share axis as (drop, text), without overlaps."""
    labels: dict[float, str] = {}
    for share in SHARES:
        drop = float(np.log(1 / share))
        if top <= drop <= bottom and all(abs(drop - other) > (bottom - top) / APART for other in labels):
            labels[drop] = f"{share:,.6f}".rstrip("0").rstrip(".")
    return sorted(labels.items())


def _places(last: int) -> dict[str, Any]:
    """Tick positions 1, 2, 5, 10, ..., or only powers of ten on a long axis."""
    powers = [10**power for power in range(7) if 10**power <= last]
    steps = [step * power for power in powers for step in (1, 2, 5) if step * power <= last]
    places = steps if len(steps) <= 9 else powers
    return {"tickvals": places, "ticktext": [f"{place:,}" for place in places]}
