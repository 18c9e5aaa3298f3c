"""Trained: accuracy over the length or the position, as curves with their spread over seeds."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.say import message
from dashboard.state.study import order
from dashboard.views.trained import numbers
from posenc_core import SCHEMES
from posenc_core.models import trained
from posenc_core.models.trained import Spread
from posenc_core.plot.lines import band
from posenc_core.plot.style import (
    INK,
    LEGEND,
    MUTED,
    Figure,
    axis,
    curve_style,
    layout,
    rule,
    scheme_style,
    value_axis,
)
from posenc_core.text.numerals import percent


def styles(encodings: Sequence[str]) -> list[tuple[str, str]]:
    """The color and the dash of each: of the first of a kind, those of its encoding on every page."""
    found: list[tuple[str, str]] = []
    for place, encoding in enumerate(encodings):
        style = scheme_style(order(numbers.scheme(encoding)))
        found.append(scheme_style(len(SCHEMES) + place) if style in found else style)
    return found


def over_the_length(encodings: Sequence[str], task: str, last: int) -> Figure:
    """Accuracy over the length of the text, up to `last`; the trained length and guessing are marked."""
    results = trained.results()
    kept = [length for length in results.lengths if length <= last]
    curves = [trained.accuracy(each, task) for each in encodings]
    cut = [Spread(*(each[: len(kept)] for each in curve)) for curve in curves]
    hover = message("trained-hover", x="%{x}", y="%{hovertext}")
    figure = _drawn(encodings, np.array(kept), cut, hover, results.tasks[task])
    ends = np.log2([results.lengths[0] * 0.92, results.lengths[-1] * 1.08]) / np.log2(10)
    ticks = {"tickvals": list(results.lengths), "ticktext": [f"{each}" for each in results.lengths]}
    figure["layout"] |= {
        "xaxis": axis(message("trained-length"), type="log", range=ends.tolist(), fixedrange=True, **ticks),
        "shapes": [*figure["layout"]["shapes"], *rule(results.trained)],
    }
    return figure


def over_the_position(encodings: Sequence[str], task: str) -> Figure:
    """Accuracy over the position of the query, in bins, in one length of text."""
    results = trained.results()
    curves = [trained.by_position(each, task) for each in encodings]
    wide = results.binned / len(curves[0].mean)
    places = (np.arange(len(curves[0].mean)) + 0.5) * wide
    hover = message("trained-position-hover", x="%{x}", y="%{hovertext}")
    figure = _drawn(encodings, places, curves, hover, results.tasks[task])
    figure["layout"] |= {
        "xaxis": axis(message("trained-position"), range=[0, results.binned], fixedrange=True, dtick=16),
        "shapes": [*figure["layout"]["shapes"], *rule(results.trained)],
    }
    return figure


def _drawn(encodings: Sequence[str], x: Any, curves: Sequence[Spread], hover: str, chance: float) -> Figure:
    """Curves with bands from the lowest to the highest seed, on an axis from 0 to 1."""
    traces: list[dict[str, Any]] = []
    for encoding, curve, (color, dash) in zip(encodings, curves, styles(encodings), strict=True):
        told = np.isfinite(curve.mean)
        if told.any():
            traces.append(band(x[told], curve.low[told], curve.high[told], color))
        style = curve_style(len(x), color, dash) | {"mode": "lines+markers"}
        traces.append(
            {"type": "scatter", "name": encoding, "x": x[told], "y": curve.mean[told], "hovertemplate": hover}
            | {
                "hovertext": [*map(percent, curve.mean[told].tolist())],
                "showlegend": True,
                "marker": {"size": 6, "color": color},
                **style,
            }
        )
    guess = {"type": "line", "layer": "below", "xref": "paper", "x0": 0, "x1": 1, "y0": chance, "y1": chance}
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": chance, "yanchor": "bottom", "showarrow": False}
    return {
        "data": traces,
        "layout": layout(380)
        | {
            "hovermode": "x",
            "hoverdistance": -1,
            "margin": {"l": 52, "r": 12, "t": 8, "b": 40, "autoexpand": True},
            "showlegend": True,
            "legend": {**LEGEND, "title": {"text": message("trained-accuracy"), "side": "top", "font": {"size": 12}}},
            "yaxis": value_axis(range=[0, 1.04], fixedrange=True, tickformat=".0%"),
            "annotations": [{"text": message("trained-guess"), **place, "font": {"size": 12, "color": INK}}],
            "shapes": [guess | {"line": {"color": MUTED, "width": 1.5, "dash": "dot"}}],
        },
    }
