"""Curves over positions, offsets or columns."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from posenc_core.analysis.pictures import envelope
from posenc_core.plot import style
from posenc_core.plot.style import Array, Figure
from posenc_core.text.messages import message

BAND = 0.18
"""Opacity of the band around a mean."""


class Line(NamedTuple):
    """Curve and its style.

    `low` and `high` are the edges of a band around it, and `marks` are indexes of marked points.
    """

    name: str
    values: Array
    color: str
    dash: str = "solid"
    width: float = 2
    low: Array | None = None
    high: Array | None = None
    marks: Sequence[int] = ()


def curves(
    lines: Sequence[Line],
    *,
    values: str,
    along: str,
    start: int = 0,
    position: int | None = None,
    shown: tuple[int, int] | None = None,
    chosen: int | None = None,
    from_zero: bool = False,
    height: int = 300,
    hover: str = "",
) -> Figure:
    """Figure of several curves; entry i of a curve has the coordinate start + i.

    With `shown`, the axis has the positions from the first to the last, a click selects one, and dragging zooms.
    `position` is marked on every curve; `chosen` marks a coordinate of any other axis.
    """
    first, last = shown or (start, start + max((len(line.values) for line in lines), default=1) - 1)
    traces: list[dict[str, Any]] = []
    parts = []
    for line in lines:
        part = slice(max(first - start, 0), last - start + 1)
        x, y = envelope(line.values[part], max(first, start))
        if line.low is not None and line.high is not None:
            traces.append(band(x, line.low[x - start], line.high[x - start], line.color) | {"name": line.name})
            parts += [line.low[x - start], line.high[x - start]]
        parts.append(y)
        look = style.curve_style(len(x), line.color, line.dash, line.width)
        point = f"{along.split(',')[0]} %{{x}}: %{{y:.4g}}{hover}"
        curve = {"type": "scatter", "name": line.name, "x": x, "y": y, "hovertemplate": point, "showlegend": True}
        traces.append(curve | look)
        if marks := [mark for mark in line.marks if first <= start + mark <= last]:
            traces.append(_rings([start + mark for mark in marks], line.values[marks], line))
        if position is not None and first <= position <= last:
            here = line.values[position - start : position - start + 1]
            traces.append(style.dot([position] * len(here), here))
    several = len(lines) > 1
    title = style.wrap_title(values)
    top = 26 + 15 * title.count("<br>")
    across = {**style.axis(along, range=[first - 0.5, last + 0.5]), **style.whole_ticks(last - first + 1)}
    ends = style.limits(parts or [np.empty(0)], from_zero=from_zero)
    place = position if position is not None else chosen
    annotations, shapes = [], []
    if not several:
        annotations.append(style.words_above(title, xshift=-36))
    if place is not None and first <= place <= last:
        shapes = style.rule(place)
    linked = ("xy",) if shown else ()
    if not any(np.isfinite(part).any() for part in parts):
        annotations.append(style.note(message("chart-undefined")))
    plot = style.layout(height, chooses="x" if shown else "", zooms=bool(shown), linked=linked) | {
        "hovermode": "x" if several else "closest",
        "hoverdistance": -1,
        "uirevision": f"{first} {last}",
        # a legend grows upwards on a narrow page; the title is part of it
        "margin": {"l": 52, "r": 12, "t": 8 if several else top, "b": 40, "autoexpand": several},
        "showlegend": several,
        "legend": style.legend(title),
        "xaxis": style.position_axis(first, last) if shown else across,
        "yaxis": style.value_axis(range=ends, fixedrange=True),
        "annotations": annotations,
        "shapes": shapes,
    }
    return {"data": traces, "layout": plot}


def band(x: Any, low: Array, high: Array, color: str) -> dict[str, Any]:
    """Return a filled band between two curves. (m,) each."""
    look = {"mode": "lines", "line": {"width": 0}, "fill": "toself", "fillcolor": color, "opacity": BAND}
    return style.silent(np.concatenate((x, x[::-1])), np.concatenate((low, high[::-1])), **look)


def _rings(x: Sequence[int], y: Array, line: Line) -> dict[str, Any]:
    """Open rings around points."""
    look = {"size": 12, "symbol": "circle-open", "color": line.color, "line": {"width": 2.5, "color": line.color}}
    return style.silent(list(x), y, mode="markers", marker=look, cliponaxis=False)
