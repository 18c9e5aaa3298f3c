"""Figures of Lesson: bars over the words, and dots."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dashboard.charts.figures import HIDDEN, figure, scatter
from dashboard.views.lesson.facts import FINE, N, words
from posenc_core.plot.style import GRID, INK, Array, Figure, axis, value_axis, words_above

HEIGHT = 200
MARGIN = (40, 8, 34, 40)
"""Margins of figures over the words, whose columns line up; the heading is above the highest tick."""


def labels(count: int) -> list[str]:
    """Labels of the words with their positions."""
    return [f"{word}<br>{place}" for place, word in enumerate(words()[:count])]


def _heading(text: str) -> dict[str, Any]:
    return words_above(text, xshift=-32, yshift=8)


def bars(
    rows: Mapping[str, Array],
    colors: Sequence[str],
    below: Sequence[str],
    heading: str,
    *,
    marked: int | None = None,
    clicks: bool = False,
    between: bool = False,
    height: int = HEIGHT,
) -> Figure:
    """Bars for each label and row; `marked` has an outline, and a click on a bar selects it if `clicks`.

    Bars are below the words of `waves` and `codes`, or `between` them.
    """
    count = len(below)
    at = np.arange(count) + 0.5 * between
    line = {"color": INK, "width": [2.5 if place == marked else 0 for place in range(count)]}
    hover = {"customdata": [*range(count)], "hovertemplate": "%{y:.3g}<extra></extra>"}
    traces = [
        {"type": "bar", "name": name, "x": at, "y": values, "marker": {"color": color, "line": line}, **hover}
        for (name, values), color in zip(rows.items(), colors, strict=True)
    ]
    top = max((float(np.nanmax(values)) for values in rows.values() if np.isfinite(values).any()), default=0)
    ticks = {"tickvals": at, "ticktext": [*below], "ticks": ""}
    return figure(
        traces,
        height,
        margin=MARGIN,
        chooses="customdata" if clicks else "",
        meta={"last": count - 1},
        showlegend=len(rows) > 1,
        legend={"orientation": "h", "x": 1, "xanchor": "right", "y": 1, "yanchor": "bottom"},
        barmode="group",
        hovermode="closest",
        xaxis=axis("", range=[-0.6, count - 0.4 + between], fixedrange=True, **ticks),
        # an empty chart has no ticks, which would tell or belie the heights of its bars
        yaxis=value_axis(range=[0, 1.08 * (top or 1)], fixedrange=True, showticklabels=top > 0),
        annotations=[_heading(heading)],
    )


def waves(rows: Array, heading: str, color: str, *, names: Sequence[str] = (), marked: int | None = None) -> Figure:
    """Waves with `FINE` values per word, and a dot for each word; a marked word has a band.

    With names, waves are one below the other; without, they have one axis, and the second is dashed.
    """
    apart = 2.6 if names else 0
    traces: list[dict[str, Any]] = []
    dots = {
        "color": [INK if word == marked else color for word in range(N)],
        "size": [10 if word == marked else 7 for word in range(N)],
    }
    for place, values in enumerate(rows):
        x, y = np.arange(len(values)) / FINE, values - apart * place
        line = {"color": color, "width": 1.5, "dash": "solid" if names or not place else "5px,4px"}
        traces += [
            scatter(x, y, "lines", line=line, opacity=0.6),
            scatter(x[::FINE], y[::FINE], "markers", "%{customdata:.3g}", customdata=values[::FINE], marker=dots),
        ]
    labels_of_waves = [
        {"text": name, "x": -0.6, "y": 1.15 - apart * place, "xanchor": "left", "yanchor": "bottom", "showarrow": False}
        for place, name in enumerate(names)
    ]
    band = {"type": "rect", "y0": 0, "y1": 1, "yref": "paper", "layer": "below", "line": {"width": 0}}
    return figure(
        traces,
        70 + 70 * len(rows) if names else 124,
        margin=(40, 8, 30, 8),
        hovermode="closest",
        xaxis=HIDDEN | {"range": [-0.6, N - 0.4]},
        yaxis=HIDDEN | {"range": [-1.2 - apart * (len(rows) - 1), 1.8 if names else 1.2]},
        shapes=[] if marked is None else [band | {"fillcolor": GRID, "x0": marked - 0.4, "x1": marked + 0.4}],
        annotations=[_heading(heading), *labels_of_waves],
    )


def codes(table: Array, color: str, heading: str) -> Figure:
    """Bits as cells over the words, each with its digit."""
    look = {"texttemplate": "%{z}", "showscale": False, "xgap": 2, "ygap": 2, "hoverinfo": "skip"}
    colors = {"colorscale": [[0, GRID], [1, color]], "zmin": 0, "zmax": 1}
    ticks = {"tickvals": [*range(N)], "ticktext": labels(N), "ticks": ""}
    return figure(
        [{"type": "heatmap", "z": table.T, **look, **colors}],
        HEIGHT,
        margin=MARGIN,
        hovermode=False,
        xaxis=axis("", range=[-0.6, N - 0.4], fixedrange=True, **ticks),
        yaxis=HIDDEN | {"autorange": "reversed"},
        annotations=[_heading(heading)],
    )


def ruler(points: Array, names: Sequence[str], color: str, heading: str, ghost: Array | None) -> Figure:
    """Labelled points on a line from 0 to 1, with pale `ghost` points below."""
    mark = {"size": 9, "color": color}
    traces = [_dots(points, "markers+text", marker=mark, text=names, textposition="top center")]
    if ghost is not None:
        traces.insert(0, _dots(ghost, "markers", marker=mark | {"opacity": 0.35}))
    return figure(
        traces,
        150,
        margin=(20, 20, 26, 30),
        hovermode=False,
        xaxis=axis("", range=[-0.05, 1.05], fixedrange=True),
        yaxis=HIDDEN | {"range": [-0.6, 1.4]},
        annotations=[words_above(heading)],
    )


def circle(points: Array, names_at: Array, color: str, heading: str) -> Figure:
    """Points in the square from −1 to 1, with their positions centered at `names_at`."""
    names = [str(place) for place in range(len(points))]
    return figure(
        [
            _dots(points, "markers", marker={"size": 9, "color": color}),
            _dots(names_at, "text", text=names, textposition="middle center"),
        ],
        196,
        margin=(20, 20, 34, 8),
        hovermode=False,
        xaxis=axis("", range=[-1.25, 1.25], fixedrange=True, visible=False),
        yaxis=HIDDEN | {"range": [-1.25, 1.25], "scaleanchor": "x", "constrain": "domain"},
        annotations=[words_above(heading, yshift=8)],
    )


def _dots(points: Array, mode: str, **more: Any) -> dict[str, Any]:
    return scatter(points[:, 0], points[:, 1], mode, cliponaxis=False, **more)
