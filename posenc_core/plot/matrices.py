"""Matrices as heatmaps, alone or side by side."""

from collections.abc import Sequence
from html import escape
from typing import Any

from posenc_core.plot import style
from posenc_core.plot.style import MUTED, Array, Figure
from posenc_core.text.messages import message

SQUARE_X = {"constrain": "domain", "constraintoward": "left"}
SQUARE_Y = {"constrain": "domain", "constraintoward": "top", "scaleanchor": "x"}
"""Square cells, in the top left corner below the heading."""


def matrix(
    cells: Array,
    *,
    heading: str,
    across: str,
    down: str,
    limit: float,
    signed: bool,
    hover: str,
    origin: tuple[float, float] = (0, 0),
    size: tuple[int, int] = (1, 1),
    columns: Sequence[str] | None = None,
    rows: Sequence[str] | None = None,
    marked_row: float | None = None,
    marked_column: float | None = None,
    bar: bool = True,
    square: bool = False,
    chooses: str = "",
    height: int = 420,
) -> Figure:
    """Heatmap of a matrix with row 0 on top.

    Colors range from -limit (`signed`) or 0 to limit, or from a negative limit to 0.

    `origin` is the row and column number of the first cell, and `size` the rows and columns that a cell covers.
    `columns` and `rows` are texts instead of numbers. `hover` is Plotly's template for a cell. `square` keeps cells
    square at any width.
    """
    height_, width = cells.shape
    x0, y0 = origin[1] + (size[1] - 1) / 2, origin[0] + (size[0] - 1) / 2
    place = {"x0": x0, "dx": size[1], "y0": y0, "dy": size[0], "zmax": max(limit, 0)}
    trace = {
        "type": "heatmap",
        "z": cells,
        **place,
        "zmin": -limit if signed else min(limit, 0),
        "showscale": bar,
        "colorbar": _color_bar(),
        "hovertemplate": hover + "<extra></extra>",
        "hoverongaps": False,
        "colorscale": style.color_scale(style.SIGNED if signed else style.RISING),
    }
    ends_x = [x0 - size[1] / 2, x0 + (width - 0.5) * size[1]]
    ends_y = [y0 + (height_ - 0.5) * size[0], y0 - size[0] / 2]
    left, bottom = 46, 40 if columns is None else 70
    if rows is not None:
        left = min(16 + 7 * max(map(len, rows), default=0), 110)
    axis_x = style.axis(across, range=ends_x) | _ticks(columns, ends_x)
    axis_y = style.axis("" if rows else down, range=ends_y) | _ticks(rows, ends_y)
    if square:
        axis_x, axis_y = axis_x | SQUARE_X, axis_y | SQUARE_Y
    marks = [("y", marked_row), ("x", marked_column)]
    plot = style.layout(height, chooses=chooses) | {
        # same width without a color bar: panels of a row have equal sizes
        "margin": {"l": left, "r": 62, "t": 30, "b": bottom, "autoexpand": False},
        "hovermode": "closest",
        "uirevision": f"{cells.shape}",
        "xaxis": axis_x,
        "yaxis": axis_y,
        "annotations": [style.words_above(heading, xshift=-left + 8, yshift=5)],
        "shapes": [line for way, place in marks if place is not None for line in style.stripe(way, place)],
    }
    return {"data": [trace], "layout": plot}


def _ticks(words: Sequence[str] | None, ends: Sequence[float]) -> dict[str, Any]:
    if words is None:
        # large numbers are wider than the margin
        form = "d" if max(ends) < 10_000 else "~s"
        return {"tickformat": form, **style.whole_ticks(int(abs(ends[1] - ends[0])))}
    texts = [escape(word, quote=False) for word in words]
    return {"tickvals": list(range(len(words))), "ticktext": texts, "tickfont": {"size": 11}}


def _color_bar() -> dict[str, Any]:
    font = {"size": 11, "color": MUTED}
    title = {"text": message("chart-value"), "font": font, "side": "top"}
    place = {"thickness": 9, "len": 0.9, "x": 1.01, "xpad": 2, "outlinewidth": 0}
    return {**place, "nticks": 5, "tickfont": font, "tickformat": "~g", "title": title}
