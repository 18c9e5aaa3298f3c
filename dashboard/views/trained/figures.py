"""Figures of Trained: accuracy by length, position, or training step; loss of language models by position."""

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

BLUES = {"#0072B2", "#3A8FC4", "#1F3A93"}
"""Colors that are hard to tell apart; one picture has at most one of them."""

FREE = ("#A87400", "#D55E00", "#00805D", "#B5628F", "#5E7F00", "#9E1B32", "#00838F")
"""Colors for curves whose own color, or another blue, is used already."""


def styles(encodings: Sequence[str]) -> list[tuple[str, str]]:
    """Color and dash of each encoding: those of its scheme, unless another curve has a similar color."""
    used: list[tuple[str, str]] = []
    for encoding in encodings:
        learned = encoding == "Learned table"
        color, dash = style.scheme_style(list(SCHEMES).index("Learned") if learned else order(numbers.scheme(encoding)))
        colors = {other for other, _ in used}
        if color in colors or (color in BLUES and colors & BLUES):
            color = next(free for free in FREE if free not in colors)
        used.append((color, dash))
    return used


def by_length(encodings: Sequence[str], task: str, last: int) -> Figure:
    """Accuracy by length of the text up to `last`, with the trained lengths shaded and chance marked."""
    results = trained.results()
    lengths = [length for length in results.lengths if length <= last]
    spreads = [trained.accuracy(encoding, task) for encoding in encodings]
    cut = [Spread(*(row[: len(lengths)] for row in spread)) for spread in spreads]
    figure = _curves(
        encodings, [(np.array(lengths), spread) for spread in cut], message("trained-hover", x="%{x}", y="%{hovertext}")
    )
    ends = np.log10([results.lengths[0] * 0.92, results.lengths[-1] * 1.08])
    ticks = {"tickvals": list(results.lengths), "ticktext": [f"{length}" for length in results.lengths]}
    return _with_accuracy_axis(
        figure,
        results.tasks[task],
        style.axis(message("trained-length"), type="log", range=ends.tolist(), fixedrange=True, **ticks),
        (results.lengths[0] * 0.92, results.trained_length),
        message("trained-accuracy-late"),
    )


def by_position(encodings: Sequence[str], task: str) -> Figure:
    """Accuracy by position of the query in bins, at one length."""
    results = trained.results()
    spreads = [trained.by_position(encoding, task) for encoding in encodings]
    width = results.binned / len(spreads[0].mean)
    middles = (np.arange(len(spreads[0].mean)) + 0.5) * width
    figure = _curves(
        encodings,
        [(middles, spread) for spread in spreads],
        message("trained-position-hover", x="%{x}", y="%{hovertext}"),
    )
    across = style.axis(message("trained-position"), range=[0, results.binned], fixedrange=True, dtick=16)
    return _with_accuracy_axis(
        figure, results.tasks[task], across, (0, results.trained_length), message("trained-accuracy")
    )


def by_step(encodings: Sequence[str], task: str) -> Figure:
    """Accuracy at the trained length in each check of training, one curve for each seed."""
    results, every = trained.results(), trained.results().facts["settings"]["check_every"]
    column, curves = list(results.tasks).index(task), []
    for encoding in encodings:
        for run in results.curve[results.encodings.index(encoding), column, :, 0]:
            checked = run[np.isfinite(run)]
            steps = every * np.arange(1, len(checked) + 1)
            curves.append((encoding, steps, Spread(checked, checked, checked, np.zeros_like(checked))))
    styled = dict(zip(encodings, styles(encodings), strict=True))
    figure = _curves(
        [name for name, _, _ in curves],
        [(steps, spread) for _, steps, spread in curves],
        message("trained-step-hover", x="%{x}", y="%{hovertext}"),
        [styled[name] for name, _, _ in curves],
    )
    most = results.facts["settings"]["most_steps"]
    across = style.axis(message("trained-step"), range=[0, most * 1.02], fixedrange=True, tickformat="~s")
    return _with_accuracy_axis(figure, results.tasks[task], across, None, message("trained-accuracy"))


def language(encodings: Sequence[str]) -> Figure:
    """Loss of language models by position, in nats per character, with the trained length shaded."""
    settings, curves = trained.results().facts["settings"], []
    for encoding in encodings:
        positions, loss, error = trained.language_loss(encoding)
        curves.append((positions, Spread(loss, loss - error, loss + error, error)))
    figure = _curves(encodings, curves, message("trained-language-hover", x="%{x}", y="%{y:.3f}"))
    low = min((float(np.nanmin(spread.mean)) for _, spread in curves if np.isfinite(spread.mean).any()), default=1.0)
    figure["layout"] |= {
        "xaxis": style.axis(
            message("trained-position"), range=[0, settings["language_tested"]], fixedrange=True, dtick=128
        ),
        # a model that fails would flatten all others
        "yaxis": style.value_axis(range=[low - 0.1, low + 1.5], fixedrange=True),
        "shapes": [_trained_area(0, settings["language_trained"])],
    }
    figure["layout"]["legend"]["title"]["text"] = message("trained-loss")
    return figure


def _curves(
    encodings: Sequence[str],
    curves: Sequence[tuple[Any, Spread]],
    hover: str,
    styled: Sequence[tuple[str, str]] = (),
) -> Figure:
    """Curves with bands from the lowest to the highest seed; a name is in the legend once."""
    traces: list[dict[str, Any]] = []
    named: set[str] = set()
    for encoding, (x, spread), (color, dash) in zip(encodings, curves, styled or styles(encodings), strict=True):
        defined = np.isfinite(spread.mean)
        if not defined.any():
            continue
        if (spread.high > spread.low)[defined].any():
            traces.append(band(x[defined], spread.low[defined], spread.high[defined], color))
        traces.append(
            {
                "type": "scatter",
                "name": trained.label(encoding),
                "x": x[defined],
                "y": spread.mean[defined],
                "hovertemplate": hover,
                "hovertext": [*map(percent, spread.mean[defined].tolist())],
                "showlegend": encoding not in named,
                "legendgroup": encoding,
                **style.curve_style(int(defined.sum()), color, dash),
            }
        )
        named.add(encoding)
    layout = style.layout(380) | {
        "hovermode": "x",
        "hoverdistance": -1,
        "margin": {"l": 52, "r": 12, "t": 8, "b": 40, "autoexpand": True},
        "showlegend": True,
        "legend": {**style.LEGEND, "title": {"text": "", "side": "top", "font": {"size": 12}}},
    }
    if not named:
        layout["annotations"] = [style.note(message("trained-cell-missing"))]
    return {"data": traces, "layout": layout}


def _with_accuracy_axis(
    figure: Figure, chance: float, across: dict[str, Any], area: tuple[float, float] | None, title: str
) -> Figure:
    """Figure with an axis from 0 to 1, the accuracy of guessing, and the trained lengths shaded."""
    guess = {"type": "line", "layer": "below", "xref": "paper", "x0": 0, "x1": 1, "y0": chance, "y1": chance}
    # curves end near this line on longer texts, and start above it
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": chance, "yanchor": "bottom", "showarrow": False}
    label = {"text": message("trained-guess"), **place, "font": {"size": 12, "color": style.INK}}
    layout = figure["layout"]
    layout["legend"]["title"]["text"] = title
    return figure | {
        "layout": layout
        | {
            "xaxis": across,
            "yaxis": style.value_axis(range=[0, 1.04], fixedrange=True, tickformat=".0%"),
            "annotations": [label, *layout.get("annotations", [])],
            "shapes": [
                guess | {"line": {"color": style.MUTED, "width": 1.5, "dash": "dot"}},
                *([_trained_area(*area)] if area else []),
            ],
        }
    }


def _trained_area(start: float, end: float) -> dict[str, Any]:
    """Shaded area of the lengths or positions in training."""
    place = {"x0": start, "x1": end, "yref": "paper", "y0": 0, "y1": 1}
    return {
        "type": "rect",
        "layer": "below",
        **place,
        "fillcolor": style.PALETTE[3],
        "opacity": 0.07,
        "line": {"width": 0},
    }
