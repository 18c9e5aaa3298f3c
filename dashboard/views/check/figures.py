"""Figures of Check: a table and its reference, their differences, and the frequencies of pairs."""

import numpy as np

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from dashboard.views.check.numbers import evenly, measurable
from dashboard.views.check.riddle_numbers import Riddle
from posenc_core.diagnosis import Pairs
from posenc_core.plot import style
from posenc_core.plot.lines import Line, curves
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import Array, Figure

HUES = (3, 2)
"""Scheme indices whose colors the two columns of a pair have: blue and orange."""


def table(
    cells: Array,
    heading: str,
    limit: float,
    *,
    start: int = 0,
    size: tuple[int, int] = (1, 1),
    bias: bool = False,
    height: int = 380,
) -> Figure:
    """Heatmap of a table with positions downwards and columns across, or of a bias with queries and keys."""
    heatmap = matrix(
        cells,
        heading=heading,
        across=message("check-key" if bias else "check-column"),
        down=message("check-query" if bias else "check-position"),
        limit=limit,
        signed=True,
        hover=message("check-hover.bias" if bias else "check-hover", x="%{x}", y="%{y}", z="%{z:.3~g}"),
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
