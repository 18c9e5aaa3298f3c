"""Figures of Trained: accuracy by length, position, or training step; loss of language models by position."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from dashboard.state.study import order
from dashboard.views.trained import numbers
from posenc_core import SCHEMES
from posenc_core.plot import style
from posenc_core.plot.lines import band
from posenc_core.plot.style import Figure
from posenc_core.text.numerals import percent
from posenc_tools.models import trained
from posenc_tools.models.trained import Spread

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
    lengths, first = [length for length in results.lengths if length <= last], results.lengths[0] * 0.92
    curves = []
    for encoding in encodings:
        rows = (row[: len(lengths)] for row in trained.accuracy(encoding, task))
        curves.append((encoding, np.array(lengths), Spread(*rows)))
    ticks = {"tickvals": list(results.lengths), "ticktext": [f"{length}" for length in results.lengths]}
    ends = np.log10([first, results.lengths[-1] * 1.08]).tolist()
    return _accuracy(
        curves,
        message("trained-hover", x="%{x}", y="%{hovertext}"),
        message("trained-accuracy-late"),
        results.tasks[task],
        style.axis(message("trained-length"), type="log", range=ends, fixedrange=True, **ticks),
        [_trained_area(first, results.trained_length)],
    )


def by_position(encodings: Sequence[str], task: str) -> Figure:
    """Accuracy by position of the query in bins, at one length."""
    results, curves = trained.results(), []
    for encoding in encodings:
        spread = trained.by_position(encoding, task)
        bins = len(spread.mean)
        curves.append((encoding, (np.arange(bins) + 0.5) * (results.binned / bins), spread))
    return _accuracy(
        curves,
        message("trained-position-hover", x="%{x}", y="%{hovertext}"),
        message("trained-accuracy"),
        results.tasks[task],
        style.axis(message("trained-position"), range=[0, results.binned], fixedrange=True, dtick=16),
        [_trained_area(0, results.trained_length)],
    )


def by_step(encodings: Sequence[str], task: str) -> Figure:
    """Accuracy at the trained length in each check of training, one curve for each seed."""
    results, settings = trained.results(), trained.results().facts["settings"]
    column, curves = list(results.tasks).index(task), []
    for encoding in encodings:
        for run in results.curve[results.encodings.index(encoding), column, :, 0]:
            checked = run[np.isfinite(run)]
            steps = settings["check_every"] * np.arange(1, len(checked) + 1)
            curves.append((encoding, steps, Spread(checked, checked, checked, np.zeros_like(checked))))
    ends = [0, settings["most_steps"] * 1.02]
    return _accuracy(
        curves,
        message("trained-step-hover", x="%{x}", y="%{hovertext}"),
        message("trained-accuracy"),
        results.tasks[task],
        style.axis(message("trained-step"), range=ends, fixedrange=True, tickformat="~s"),
    )


def language(encodings: Sequence[str]) -> Figure:
    """Loss of language models by position, in nats per character, with the trained length shaded."""
    settings, curves = trained.results().facts["settings"], []
    for encoding in encodings:
        positions, loss, error = trained.language_loss(encoding)
        curves.append((encoding, positions, Spread(loss, loss - error, loss + error, error)))
    low = min((float(np.nanmin(loss.mean)) for _, _, loss in curves if np.isfinite(loss.mean).any()), default=1.0)
    ends = {"range": [0, settings["language_tested"]], "dtick": 128, "fixedrange": True}
    return _curves(
        curves,
        message("trained-language-hover", x="%{x}", y="%{y:.3f}"),
        height=480,
        legend=style.legend(message("trained-loss")),
        xaxis=style.axis(message("trained-position"), **ends),
        # a model that fails would flatten all others
        yaxis=style.value_axis(range=[low - 0.1, low + 1.5], fixedrange=True),
        shapes=[_trained_area(0, settings["language_trained"])],
    )


Curves = Sequence[tuple[str, Any, Spread]]
"""Encodings, lengths or positions, and results of all seeds."""


def _curves(curves: Curves, hover: str, notes: Sequence[dict[str, Any]] = (), height: int = 380, **more: Any) -> Figure:
    """Curves with bands from the lowest to the highest seed; `more` are other parts of the layout."""
    traces: list[dict[str, Any]] = []
    encodings = [*dict.fromkeys(encoding for encoding, _, _ in curves)]
    looks, named = dict(zip(encodings, styles(encodings), strict=True)), set[str]()
    for encoding, x, spread in curves:
        defined, name = np.isfinite(spread.mean), trained.label(encoding)
        if not defined.any():
            continue
        color, dash = looks[encoding]
        if (spread.high > spread.low)[defined].any():
            traces.append(band(x[defined], spread.low[defined], spread.high[defined], color))
        values = spread.mean[defined]
        look = style.curve_style(len(values), color, dash)
        look |= {"name": name, "legendgroup": encoding, "showlegend": encoding not in named}
        texts = [*map(percent, values.tolist())]
        traces.append(scatter(x[defined], values, hover=hover, label=name, hovertext=texts, **look))
        named.add(encoding)
    if not traces:
        notes = [*notes, style.note(message("trained-cell-missing"))]
    return figure(
        traces,
        height,
        margin=(52, 12, 8, 40),
        autoexpand=True,
        hovermode="x",
        hoverdistance=-1,
        showlegend=True,
        annotations=list(notes),
        **more,
    )


def _accuracy(
    curves: Curves,
    hover: str,
    title: str,
    chance: float,
    across: dict[str, Any],
    areas: Sequence[dict[str, Any]] = (),
) -> Figure:
    """Curves on an axis from 0 to 1, with the accuracy of guessing, and shaded `areas`."""
    guess = {"type": "line", "layer": "below", "xref": "paper", "x0": 0, "x1": 1, "y0": chance, "y1": chance}
    # curves end near this line on longer texts, and start above it
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": chance, "yanchor": "bottom", "showarrow": False}
    return _curves(
        curves,
        hover,
        [{"text": message("trained-guess"), **place, "font": {"size": 12, "color": style.INK}}],
        legend=style.legend(title),
        xaxis=across,
        yaxis=style.value_axis(range=[0, 1.04], fixedrange=True, tickformat=".0%"),
        shapes=[guess | {"line": {"color": style.MUTED, "width": 1.5, "dash": "dot"}}, *areas],
    )


def _trained_area(start: float, end: float) -> dict[str, Any]:
    """Shaded area of the lengths or positions in training."""
    place = {"x0": start, "x1": end, "yref": "paper", "y0": 0, "y1": 1}
    look = {"fillcolor": style.PALETTE[3], "opacity": 0.07, "line": {"width": 0}}
    return {"type": "rect", "layer": "below", **place, **look}
