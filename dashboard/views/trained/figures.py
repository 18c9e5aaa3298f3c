"""Figures of Trained: loss of language models by position, and bands of accuracy over all recipes by length."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from dashboard.state.study import order
from dashboard.views.trained import numbers
from posenc_core.plot import style
from posenc_core.plot.lines import band
from posenc_core.plot.style import Figure
from posenc_core.text.numerals import percent
from posenc_tools.models import trained

BLUES = {"#0072B2", "#3A8FC4", "#1F3A93"}
"""Colors that are hard to tell apart; one picture has at most one of them."""

FREE = ("#A87400", "#D55E00", "#00805D", "#B5628F", "#5E7F00", "#9E1B32", "#00838F")
"""Colors for curves whose own color, or another blue, is used already."""

HEIGHT = 500


def styles(encodings: Sequence[str]) -> list[tuple[str, str]]:
    """Color and dash of each encoding, the same in every picture.

    They are those of its scheme, unless another curve of one of its pictures has a similar color.
    """
    pictures = [*numbers.GROUPS.values(), *map(trained.names, trained.facts()["chance"])]
    used: dict[str, tuple[str, str]] = {}
    for encoding in dict.fromkeys(name for names in pictures for name in names):
        beside = {used[name][0] for names in pictures if encoding in names for name in names if name in used}
        color, dash = style.scheme_style(order(trained.scheme(encoding)))
        if color in beside or (color in BLUES and beside & BLUES):
            color = next((free for free in FREE if free not in beside), color)
        used[encoding] = (color, dash)
    return [used[encoding] for encoding in encodings]


def language(encodings: Sequence[str]) -> Figure:
    """Loss of language models by position, with the trained length shaded and the loss of letter frequencies."""
    facts, traces = trained.facts(), []
    settings, letters, reached, ends_of_training = facts["settings"], facts["letter_loss"], list[float](), set[int]()
    for encoding, (color, dash) in zip(encodings, styles(encodings), strict=True):
        measured = trained.language(encoding)
        ends_of_training.add(measured.trained)
        name = trained.label(encoding)
        for seed, (loss, error) in enumerate(zip(measured.loss, measured.error, strict=True)):
            traces.append(band(measured.positions, loss - error, loss + error, color))
            look = style.curve_style(len(loss), color, dash, 2.5 if seed == 0 else 1)
            look |= {"name": name, "legendgroup": name, "showlegend": seed == 0}
            hover = message("trained-language-hover", x="%{x:.0f}", y="%{y:.2f}")
            traces.append(scatter(measured.positions, loss, hover=hover, label=name, **look))
            reached += [float((loss - error).min()), float((loss + error).max())]
    ends = {"range": [0, settings["language_tested"]], "dtick": settings["language_trained"], "fixedrange": True}
    return figure(
        traces,
        HEIGHT,
        margin=(52, 12, 8, 40),
        autoexpand=True,
        hovermode="x",
        hoverdistance=-1,
        showlegend=True,
        legend=style.legend(message("trained-loss")),
        xaxis=style.axis(message("trained-position"), **ends),
        yaxis=style.value_axis(range=[min(reached) - 0.1, max(*reached, letters) + 0.2], fixedrange=True),
        shapes=[*(_trained_area(0, end) for end in sorted(ends_of_training)), _level(letters)],
        annotations=[_words(message("trained-letters"), letters, x=0.6, xanchor="center", yanchor="top")],
    )


def recipes(encodings: Sequence[str], task: str, rows: int) -> Figure:
    """Accuracy by length: the median of all recipes that solve a task, in the band from the worst to the best.

    `rows` are the lines of the legend: as many as in the other pictures of a row of pictures.
    """
    facts, traces = trained.facts(), []
    settings, chance = facts["settings"], facts["chance"][task]
    for encoding, (color, dash) in zip(encodings, styles(encodings), strict=True):
        lengths, accuracy, _, _ = trained.recipes(encoding, task)
        name, low, high = trained.label(encoding), accuracy.min(axis=0), accuracy.max(axis=0)
        traces.append(band(lengths, low, high, color))
        median = np.median(accuracy, axis=0)
        texts = [
            message("trained-range", text=percent(m), low=percent(a), high=percent(b))
            if percent(a) != percent(b)
            else percent(m)
            for m, a, b in zip(median.tolist(), low.tolist(), high.tolist(), strict=True)
        ]
        look = style.curve_style(len(median), color, dash, 2.5) | {"name": name, "hovertext": texts}
        hover = message("trained-hover", x="%{x}", y="%{hovertext}")
        traces.append(scatter(lengths, median, hover=hover, label=name, **look))
    first, last = settings["lengths"][0] * 0.92, settings["lengths"][-1] * 1.08
    ticks = {"tickvals": settings["lengths"], "ticktext": [f"{length}" for length in settings["lengths"]]}
    return figure(
        traces,
        HEIGHT,
        margin=(46, 12, 28 + 19 * rows, 40),
        hovermode="x",
        hoverdistance=-1,
        showlegend=True,
        legend=style.legend(message("trained-accuracy")),
        xaxis=style.axis(
            message("trained-length"), type="log", range=np.log10([first, last]).tolist(), fixedrange=True, **ticks
        ),
        yaxis=style.value_axis(range=[0, 1.04], fixedrange=True, tickformat=".0%"),
        shapes=[_trained_area(first, settings["trained"]), _level(chance)],
        annotations=[_words(message("trained-guess"), chance, x=0, xanchor="left", yanchor="bottom")],
    )


def _level(value: float) -> dict[str, Any]:
    """Dotted line across the plot."""
    line = {"color": style.MUTED, "width": 1.5, "dash": "dot"}
    return {"type": "line", "layer": "below", "xref": "paper", "x0": 0, "x1": 1, "y0": value, "y1": value, "line": line}


def _words(text: str, value: float, **place: Any) -> dict[str, Any]:
    """Words at the end of a dotted line where no curve is."""
    look = {"showarrow": False, "font": {"size": 12, "color": style.INK}}
    return {"text": text, "xref": "paper", "y": value, **place, **look}


def _trained_area(start: float, end: float) -> dict[str, Any]:
    """Shaded area of the lengths or positions in training."""
    place = {"x0": start, "x1": end, "yref": "paper", "y0": 0, "y1": 1}
    look = {"fillcolor": style.PALETTE[3], "opacity": 0.07, "line": {"width": 0}}
    return {"type": "rect", "layer": "below", **place, **look}
