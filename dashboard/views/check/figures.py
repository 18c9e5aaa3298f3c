"""Figures of Check: a table and its reference, their differences, frequencies of pairs, and tests of code."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from dashboard.views.check.facts import Riddle, evenly, measurable
from posenc_core.plot import lines, style
from posenc_core.plot.lines import Line, curves
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import Array, Figure
from posenc_tools.diagnosis import Pairs

HUES = (3, 2)
"""Scheme indices whose colors the two columns of a pair have: blue and orange."""

CAUGHT, MISSED = "#00838F", "#C4267E"
"""Colors of a test that catches a bug, and of one that misses it."""


def table(
    cells: Array,
    heading: str,
    limit: float,
    *,
    start: int = 0,
    size: tuple[int, int] = (1, 1),
    bias: bool = False,
    height: int = 480,
) -> Figure:
    """Heatmap of a table with positions downwards and columns across, or of a bias with queries and keys."""
    across, down, hover = "check-column", "check-position", "check-hover"
    if bias:
        across, down, hover = "check-key", "check-query", "check-hover.bias"
    heatmap = matrix(
        cells,
        heading=heading,
        across=message(across),
        down=message(down),
        limit=limit,
        signed=True,
        hover=message(hover, x="%{x}", y="%{y}", z="%{z:.3~g}"),
        origin=(start, 0),
        size=size,
        height=height,
    )
    # room for four-digit positions beside the title of the axis
    plot = heatmap["layout"]
    plot["margin"]["l"], plot["annotations"][0]["xshift"] = 54, -46
    return heatmap


def apart(values: Array, what: str, color: str) -> Figure:
    """Relative difference of "columns" or "rows", with the maximum marked."""
    line = Line(what, values, color, width=1.5, marks=[] if evenly(values) else [int(values.argmax())])
    along = message("check-column" if what == "columns" else "check-position")
    return curves([line], values=message("check-differences-axis"), along=along, from_zero=True, height=240)


def riddle_pair(riddle: Riddle) -> Figure:
    """Draw the pair of columns with the largest difference, and the formula's pair."""
    lines = []
    for column, hue in zip((2 * riddle.pair, 2 * riddle.pair + 1), HUES, strict=True):
        color, formula = style.scheme_color(hue), message("check-riddle-column.formula", column=column)
        lines += [
            Line(message("check-riddle-column", column=column), riddle.table[:, column], color),
            Line(formula, riddle.formula[:, column], color, "3px,3px", 1.5),
        ]
    value, along = message("check-riddle-value"), message("check-position")
    return curves(lines, values=value, along=along, start=riddle.start, height=280)


def frequencies(pairs: Pairs, meant: Array, color: str) -> Figure:
    """Frequency of each pair, measured and expected, on a log axis."""
    visible, count = measurable(pairs), len(pairs.frequencies)
    x, y = np.flatnonzero(visible), pairs.frequencies[visible]
    lines = {"": (pairs.expected, style.INK, "solid")}
    if meant.size == len(pairs.expected) and not np.allclose(meant, pairs.expected, rtol=1e-3):
        lines = {".bug": (pairs.expected, style.INK, "solid"), ".meant": (meant, style.MUTED, "8px,4px")}
    hover, traces = message("check-pair-hover", x="%{x}", y="%{y:.4g}"), []
    for id, (values, line_color, dash) in lines.items():
        if (values > 0).any():
            mode, positive = "lines+markers" if len(values) == 1 else "lines", np.where(values > 0, values, np.nan)
            look = {
                "line": {"color": line_color, "width": 1.5, "dash": dash},
                "marker": {"size": 4, "color": line_color},
            }
            name = message(f"check-pair-formula{id}")
            traces.append(scatter(np.arange(len(values)), positive, mode, hover, label=name, name=name, **look))
    marker = {"size": 7, "color": color}
    name = message("check-pair-measured")
    traces.append(scatter(x, y, "markers", hover, label=name, name=name, marker=marker))
    exponents = np.log10(np.concatenate([y, *(values[values > 0] for values, _, _ in lines.values())]))
    low, high = exponents.min(), exponents.max()
    air = 0.06 * (high - low) or 0.3
    powers = {"type": "log", "range": [low - air, high + air], "dtick": 1 if high - low > 1 else None}
    return figure(
        traces,
        320,
        margin=(58, 12, 8, 40),
        autoexpand=True,
        hovermode="x",
        hoverdistance=-1,
        showlegend=True,
        legend=style.legend(message("check-pair-axis")),
        xaxis=style.axis(message("check-pair"), range=[-0.5, count - 0.5], **style.whole_ticks(count)),
        yaxis=style.value_axis(fixedrange=True, **powers),
    )


def matrix_of_tests(names: Sequence[str], tests: Sequence[str], finds: NDArray[np.bool_], selected: int) -> Figure:
    """Matrix with a row per code, the correct one first, and a column per test, with the words caught and missed.

    `finds` has shape (c, t). A click selects a row.
    """
    rows, columns = np.indices(finds.shape)
    hovers, words, colors = [], [], []
    for row, name in enumerate(names):
        for column, test in enumerate(tests):
            id, color = ("caught", CAUGHT) if finds[row, column] else ("missed", MISSED)
            if row == 0:
                id, color = "passes", style.MUTED
            words.append(message(f"check-{id}"))
            colors.append(color)
            hovers.append(message("check-matrix-hover", name=name, text=test, label=words[-1]))
    text = {"text": words, "textfont": {"size": 14, "color": colors}, "hovertext": hovers}
    # the words are in sight, their marks only take the pointer
    look = {"marker": {"size": 24, "opacity": 0, "color": colors}, "cliponaxis": False}
    x, y = columns.ravel(), rows.ravel()
    labels = [f"<b>{name}</b>" if row == selected else name for row, name in enumerate(names)]
    across = {"side": "top", "tickvals": [*range(len(tests))], "ticktext": list(tests)}
    down = {"tickvals": [*range(len(names))], "ticktext": labels, "tickfont": {"size": 13, "color": style.INK}}
    return figure(
        [scatter(x, y, "markers+text", "%{hovertext}", customdata=y) | text | look],
        60 + 34 * len(names),
        margin=(168, 10, 30, 6),
        chooses="customdata",
        meta={"selects": "mistake", "noun": message("check-code-bug"), "last": len(names) - 1},
        hovermode="closest",
        hoverdistance=30,
        xaxis=style.axis("", range=[-0.6, len(tests) - 0.4], ticklen=0, fixedrange=True, **across),
        yaxis=style.axis("", range=[len(names) - 0.5, -0.5], ticklen=0, fixedrange=True, **down),
    )


def level(curves: Sequence[lines.Line], *, values: str, along: str) -> Figure:
    """Curves on an axis symmetric around 0, so that constant curves remain visible."""
    plot = lines.curves(curves, values=values, along=along, height=260)
    largest = max(float(np.abs(line.values).max()) for line in curves)
    plot["layout"]["yaxis"]["range"] = [-1.05 * largest, 1.05 * largest]
    return plot
