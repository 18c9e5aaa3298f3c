"""Figures of Rotary: pairs of dimensions, frequency ratios, and the matrix of tests and bugs."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from dashboard.state.study import order
from posenc_core import RoPE
from posenc_core.plot import lines, style
from posenc_core.plot.style import Array, Figure

FOUND, MISSED = "#00838F", "#C4267E"
"""Colors of a test that finds a bug, and of one that misses it."""


def arcs(pairs: NDArray[np.int64], angles: Array, *, heading: str, position: int, reach: int) -> Figure:
    """Arcs between the dimensions of each pair; pairs (m, 2), angles (m,).

    `reach` is the largest distance within a pair, over all figures side by side.
    """
    traces: list[dict[str, Any]] = []
    for place, (pair, angle) in enumerate(zip(pairs.tolist(), angles, strict=True)):
        color = style.step_color(place, len(pairs))
        middle, radius = sum(pair) / 2, (pair[1] - pair[0]) / 2
        way = np.linspace(0, np.pi, 33)
        arc, line = (middle - radius * np.cos(way), radius * np.sin(way)), {"color": color, "width": 3}
        hover = message("rotary-arcs-hover", x="%{x}", column=place, value=float(angle), position=position)
        dots = {"marker": {"size": 20, "color": color}, "cliponaxis": False}
        traces += [scatter(*arc, "lines", line=line), scatter(pair, [0.0, 0.0], "markers", hover) | dots]
    return figure(
        traces,
        190,
        margin=(12, 12, 28, 40),
        hovermode="closest",
        xaxis=style.axis(message("rotary-dimension"), range=[-0.6, pairs.size - 0.4], dtick=1, tick0=0, ticks=""),
        yaxis={"visible": False, "range": [-0.6, reach / 2 + 0.3], "fixedrange": True},
        annotations=[style.words_above(heading)],
    )


def ratios(
    values: Array, *, heading: str, ends: tuple[float, float], incomplete: float | None, selected: bool, plain: bool
) -> Figure:
    """Ratios of frequencies by pair for one scaling, shape (m,), on a log axis.

    Pairs from `incomplete` on are shaded. `ends` is the range over all scalings; the `selected` one is thick, and the
    `plain` one (no scaling) is gray.
    """
    color = style.MUTED if plain else style.scheme_color(order(RoPE()))
    line = lines.Line(heading, values, color, width=4 if selected else 2)
    curve = lines.curves([line], values=heading, along=message("rotary-pair"), height=170)
    low, high = (float(np.log10(end)) for end in ends)
    air = 0.08 * (high - low) or 0.3
    plot, (trace,) = curve["layout"], curve["data"]
    trace |= {"mode": "lines+markers" if np.isfinite(values).sum() == 1 else "lines", "showlegend": False}
    trace["hovertemplate"] = message("rotary-ratio-hover", x="%{x}", y="%{y:.3~g}") + "<extra></extra>"
    plot["showlegend"] = False
    plot["yaxis"] = style.value_axis(
        type="log",
        range=[low - air, high + air],
        fixedrange=True,
        # 1, 2, and 5 times each power of 10, or powers alone
        dtick="D2" if high - low < 2.5 else 1 + (high - low) // 6,
    )
    if incomplete is not None:
        ends_x = {"x0": incomplete, "x1": len(values) - 0.5}
        rectangle = {"type": "rect", "yref": "paper", **ends_x, "y0": 0, "y1": 1}
        plot["shapes"] = [{**rectangle, "layer": "below", "fillcolor": style.GRID, "line": {"width": 0}}]
    return curve


def matrix_of_tests(names: Sequence[str], tests: Sequence[str], finds: NDArray[np.bool_], selected: int) -> Figure:
    """Matrix with a row per code, the correct one first, and a column per test, shape (c, t); ticks mark found bugs.

    A click selects a row.
    """
    rows, columns = np.indices(finds.shape)
    hovers, marks, colors = [], [], []
    for row, name in enumerate(names):
        for column, test in enumerate(tests):
            id, mark, color = ("finds", "✓", FOUND) if finds[row, column] else ("misses", "✗", MISSED)
            if row == 0:
                id, mark, color = "passes", "–", style.MUTED
            marks.append(mark)
            colors.append(color)
            hovers.append(message("rotary-matrix-hover", name=name, text=test, label=message(f"rotary-{id}")))
    text = {"text": marks, "textfont": {"size": 15, "color": style.PAPER}, "hovertext": hovers}
    look = {"marker": {"size": 24, "symbol": "square", "color": colors}, "cliponaxis": False}
    x, y = columns.ravel(), rows.ravel()
    labels = [f"<b>{name}</b>" if row == selected else name for row, name in enumerate(names)]
    across = {"side": "top", "tickvals": [*range(len(tests))], "ticktext": list(tests)}
    down = {"tickvals": [*range(len(names))], "ticktext": labels, "tickfont": {"size": 13, "color": style.INK}}
    return figure(
        [scatter(x, y, "markers+text", "%{hovertext}", customdata=y) | text | look],
        60 + 30 * len(names),
        margin=(168, 10, 30, 6),
        chooses="customdata",
        meta={"selects": "mistake", "noun": message("rotary-bug"), "last": len(names) - 1},
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
