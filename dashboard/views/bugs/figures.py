"""Figures of Bugs: matrices with numbers in their cells, logits of cached tokens, and a number line."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.figures import figure, scatter
from dashboard.say import message
from dashboard.state.study import order
from posenc_core import RoPE
from posenc_core.plot.lines import Line, curves
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import INK, MUTED, Array, Figure, axis, scheme_color, words_above, wrap_title

ROW, TALL_ROW = 48, 72
"""Height in pixels of a row of numbers, and of one with words below the numbers."""

PALE = 2.5
"""Color limit as a multiple of the largest number: pale cells keep numbers readable."""


def number_grid(
    cells: NDArray[Any],
    *,
    heading: str,
    across: str,
    down: str,
    value: str,
    limit: float,
    words: Sequence[Sequence[str]] | None = None,
    digits: str = "d",
    signed: bool = False,
) -> Figure:
    """Matrix with its numbers in the cells, shape (r, c); NaN cells stay empty.

    `across`, `down`, and `value` are suffixes of message IDs. If given, `words` appear below the numbers. `digits` is a
    d3 format.
    """
    along, below, what = (message(f"bugs-{id}") for id in (across, down, value))
    cell, height = f"%{{z:{digits}}}", ROW
    hover = {"axis": below, "label": along, "name": what, "x": "%{x}", "y": "%{y}", "z": cell}
    hover_text = message("bugs-hover", **hover)
    if words:
        hover_text = message("bugs-hover.word", **hover, text="%{text}")
        cell, height = f"{cell}<br>%{{text}}", TALL_ROW
    heatmap = matrix(
        np.asarray(cells, np.float64),
        heading=heading,
        across=along,
        down=below,
        limit=PALE * limit,
        signed=signed,
        hover=hover_text,
        bar=False,
        height=72 + height * len(cells),
    )
    (trace,) = heatmap["data"]
    trace |= {
        "texttemplate": cell,
        "textfont": {"size": 11},
        "xgap": 1,
        "ygap": 1,
    }
    if words:
        # on an empty cell, words would have the color for dark cells
        labelled = (zip(*row, strict=True) for row in zip(cells, words, strict=True))
        trace["text"] = [[escape(word) if np.isfinite(cell) else "" for cell, word in row] for row in labelled]
    heatmap["layout"]["margin"] |= {"r": 10}
    return heatmap


def comparison(rows: Mapping[str, Array], *, values: str, along: str, hover: str = "", log: bool = False) -> Figure:
    """Curves of the correct numbers, first, and of wrong ones, by name; `values` and `along` are suffixes of IDs."""
    looks = ((scheme_color(order(RoPE())), "solid"), (MUTED, "8px,2px"), (INK, "2px,3px"))
    lines = [Line(name, row, *look) for (name, row), look in zip(rows.items(), looks, strict=False)]
    plot = curves(lines, values=message(f"bugs-{values}"), along=message(f"bugs-{along}"), hover=hover, height=480)
    if log:
        low, high = (float(np.log10(end([*rows.values()]))) for end in (np.min, np.max))
        plot["layout"]["yaxis"] |= {"type": "log", "range": [low - 0.2, high + 0.2], "dtick": 1, "tickformat": "~g"}
    return plot


def number_line(points: Array, values: Array) -> Figure:
    """Arrows from each position, at the top, to its rounded value, below; steep ones are wrong."""
    color = scheme_color(order(RoPE()))
    ends = {"showarrow": True, "axref": "x", "ayref": "y", "arrowhead": 2, "arrowsize": 0.9, "text": ""}
    arrows = [
        {**ends, "ax": point, "ay": 0.9, "x": becomes, "y": 0.1}
        | ({"arrowcolor": color, "arrowwidth": 2.5} if point != becomes else {"arrowcolor": MUTED, "arrowwidth": 1})
        for point, becomes in zip(points.tolist(), values.tolist(), strict=True)
    ]
    hover = [
        message("bugs-becomes", x=f"{point:.0f}", y=f"{becomes:.0f}")
        for point, becomes in zip(points, values, strict=True)
    ]
    used = np.unique(values)
    colors = [color if differs else INK for differs in (points != values).tolist()]
    start, end = int(points[0]), int(points[-1])
    heading = words_above(wrap_title(message("bugs-line", start=start, end=end), 48), yshift=22)
    return figure(
        [_numbers(points, 1, "top center", colors, hover), _numbers(used, 0, "bottom center", INK)],
        320,
        margin=(12, 12, 60, 24),
        xaxis=axis("", range=[start - 0.6, max(end, used[-1]) + 0.6], visible=False, fixedrange=True),
        yaxis=axis("", range=[-0.12, 1.12], visible=False, fixedrange=True),
        annotations=[*arrows, heading],
    )


def _numbers(points: Array, y: float, side: str, colors: str | list[str], hover: Sequence[str] = ()) -> dict[str, Any]:
    """Points of a number line at a height, with their numbers at one side."""
    texts = {"text": [f"{point:.0f}" for point in points], "textposition": side, "hovertext": list(hover)}
    look = {"textfont": {"size": 11, "color": colors}, "marker": {"size": 7, "color": colors}, "cliponaxis": False}
    shown = "%{hovertext}" if hover else ""
    return scatter(points, np.full(len(points), float(y)), "markers+text", shown, showlegend=False) | texts | look
