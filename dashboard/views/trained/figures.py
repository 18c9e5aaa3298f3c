"""Figures of Trained: accuracy over the length or the position, with the spread over seeds."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.say import message
from dashboard.state.study import order
from dashboard.views.trained import numbers
from posenc_core import SCHEMES
from posenc_core.models import trained
from posenc_core.models.trained import Spread
from posenc_core.plot import style
from posenc_core.plot.lines import band
from posenc_core.plot.style import Figure
from posenc_core.text.numerals import percent


def styles(encodings: Sequence[str]) -> list[tuple[str, str]]:
    """Color and dash of each encoding; variants of a scheme differ from its usual style."""
    used: list[tuple[str, str]] = []
    for place, encoding in enumerate(encodings):
        scheme = numbers.scheme(encoding)
        learned = encoding == "Learned table"
        pair = style.scheme_style(list(SCHEMES).index("Learned") if learned else order(scheme))
        used.append(style.scheme_style(len(SCHEMES) + place) if pair in used else pair)
    return used


def over_the_length(encodings: Sequence[str], task: str, last: int) -> Figure:
    """Accuracy over the length of the text up to `last`, with the trained length and chance marked."""
    results = trained.results()
    lengths = [length for length in results.lengths if length <= last]
    curves = [trained.accuracy(each, task) for each in encodings]
    cut = [Spread(*(each[: len(lengths)] for each in curve)) for curve in curves]
    hover = message("trained-hover", x="%{x}", y="%{hovertext}")
    figure = _accuracy_curves(encodings, np.array(lengths), cut, hover, results.tasks[task])
    ends = np.log2([results.lengths[0] * 0.92, results.lengths[-1] * 1.08]) / np.log2(10)
    ticks = {"tickvals": list(results.lengths), "ticktext": [f"{each}" for each in results.lengths]}
    figure["layout"] |= {
        "xaxis": style.axis(message("trained-length"), type="log", range=ends.tolist(), fixedrange=True, **ticks),
        "shapes": [*figure["layout"]["shapes"], *style.rule(results.trained)],
    }
    return figure


def over_the_position(encodings: Sequence[str], task: str) -> Figure:
    """Accuracy over the binned position of the query, at one length."""
    results = trained.results()
    curves = [trained.by_position(each, task) for each in encodings]
    wide = results.binned / len(curves[0].mean)
    places = (np.arange(len(curves[0].mean)) + 0.5) * wide
    hover = message("trained-position-hover", x="%{x}", y="%{hovertext}")
    figure = _accuracy_curves(encodings, places, curves, hover, results.tasks[task])
    figure["layout"] |= {
        "xaxis": style.axis(message("trained-position"), range=[0, results.binned], fixedrange=True, dtick=16),
        "shapes": [*figure["layout"]["shapes"], *style.rule(results.trained)],
    }
    return figure


def _accuracy_curves(encodings: Sequence[str], x: Any, curves: Sequence[Spread], hover: str, chance: float) -> Figure:
    """Curves with bands from the lowest to the highest seed, on an axis from 0 to 1."""
    traces: list[dict[str, Any]] = []
    for encoding, curve, (color, dash) in zip(encodings, curves, styles(encodings), strict=True):
        defined = np.isfinite(curve.mean)
        if defined.any():
            traces.append(band(x[defined], curve.low[defined], curve.high[defined], color))
        curve_style = style.curve_style(len(x), color, dash) | {"mode": "lines+markers"}
        traces.append(
            {"type": "scatter", "name": encoding, "x": x[defined], "y": curve.mean[defined], "hovertemplate": hover}
            | {
                "hovertext": [*map(percent, curve.mean[defined].tolist())],
                "showlegend": True,
                "marker": {"size": 6, "color": color},
                **curve_style,
            }
        )
    guess = {"type": "line", "layer": "below", "xref": "paper", "x0": 0, "x1": 1, "y0": chance, "y1": chance}
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": chance, "yanchor": "bottom", "showarrow": False}
    return {
        "data": traces,
        "layout": style.layout(380)
        | {
            "hovermode": "x",
            "hoverdistance": -1,
            "margin": {"l": 52, "r": 12, "t": 8, "b": 40, "autoexpand": True},
            "showlegend": True,
            "legend": {
                **style.LEGEND,
                "title": {"text": message("trained-accuracy"), "side": "top", "font": {"size": 12}},
            },
            "yaxis": style.value_axis(range=[0, 1.04], fixedrange=True, tickformat=".0%"),
            "annotations": [{"text": message("trained-guess"), **place, "font": {"size": 12, "color": style.INK}}],
            "shapes": [guess | {"line": {"color": style.MUTED, "width": 1.5, "dash": "dot"}}],
        },
    }
