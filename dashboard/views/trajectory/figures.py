"""Figures of Trajectory: positions as points of a path in two or three dimensions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.figures import figure
from dashboard.say import message
from posenc_core.plot import style
from posenc_core.plot.style import INK, MUTED, PAPER, Array, Figure

HEIGHT = 480

THINNEST = 0.7
"""Minimum length of a 3-D axis, relative to the longest."""

AIR = 0.12
"""Margin around the points of a plane, relative to their range."""


def trajectory(points: Array, titles: Sequence[str], *, position: int, curve: Array | None = None) -> Figure:
    """Positions as points, (n, 2) or (n, 3), colored by position, on the `curve` that joins them.

    Without a curve (m, 2) or (m, 3), straight lines join them. The selected position is marked; a click selects one.
    """
    count, dimensions = points.shape
    flat = dimensions == 2
    kind, sizes = {"type": "scatter" if flat else "scatter3d"}, (4, 8) if count <= 200 else (3, 5)
    hover = "<br>".join(f"{title}: %{{{name}:.4f}}" for title, name in zip(titles, "xyz", strict=False))
    way = points if curve is None else curve
    look = {"mode": "lines", "line": {"color": MUTED, "width": 1}, "opacity": 0.5, "hoverinfo": "skip"}
    line: dict[str, Any] = kind | look
    places: dict[str, Any] = kind | {
        "mode": "markers",
        "customdata": np.arange(count),
        "marker": {
            "size": sizes[flat],
            "color": np.arange(count),
            "cmin": 0,
            "cmax": max(count - 1, 1),
            "colorscale": style.color_scale(style.PASSING),
            "showscale": count > 1,
            "colorbar": _color_bar(count, across=not flat),
        },
        "hovertemplate": f"{message('trajectory-position')} %{{customdata}}<br>{hover}<extra></extra>",
    }
    mark = {"size": 13 if flat else 8, "color": INK, "line": {"color": PAPER, "width": 2}}
    selected: dict[str, Any] = kind | {"mode": "markers", "marker": mark, "hoverinfo": "skip"}
    for i, name in enumerate("xyz"[:dimensions]):
        line[name], places[name] = style.compact(way[:, i]), style.compact(points[:, i])
        selected[name] = places[name][position : position + 1]
    parts = [line, places, selected]
    plot = figure(parts, HEIGHT, chooses="customdata", hovermode="closest", uirevision=f"{dimensions}")
    label = {"text": message("trajectory-here", position=position), "font": {"color": INK, "size": 13}}
    if flat:
        plot["layout"] |= _plane(titles, points)
        text = {"text": [label["text"]], "textfont": label["font"], "textposition": _label_place(points, position)}
        selected |= {"mode": "markers+text", **text}
    else:
        plot["layout"] |= _space(np.vstack((points, way)), titles)
        # an annotation: dots would hide text of a trace
        there = dict(zip("xyz", points[position].tolist(), strict=True))
        plot["layout"]["scene"]["annotations"] = [
            {**label, **there, "showarrow": False, "yshift": 22, "bgcolor": PAPER}
        ]
    return plot


def _label_place(points: Array, position: int) -> str:
    """Side of a label that covers fewer points: above or below, on the inner side, where it is not cut."""
    size = np.ptp(points, axis=0)
    apart = (points - points[position]) / np.where(size > 0, size, 1)
    inward = 1 if apart[:, 0].max() >= -apart[:, 0].min() else -1
    beside = (inward * apart[:, 0] > 0) & (inward * apart[:, 0] < 0.3)
    above, below = ((beside & (up * apart[:, 1] > 0) & (up * apart[:, 1] < 0.15)).sum() for up in (1, -1))
    return f"{'top' if above <= below else 'bottom'} {'right' if inward > 0 else 'left'}"


def _plane(titles: Sequence[str], points: Array) -> dict[str, Any]:
    """Two axes with equal units, which keep circles round."""
    # margin for a mark and its name
    low, high, air = points.min(axis=0), points.max(axis=0), AIR * np.ptp(points, axis=0)
    air[air == 0] = 1.0
    across, up = np.stack((low - air, high + air), axis=1).tolist()
    return {
        "margin": {"l": 52, "r": 80, "t": 26, "b": 44, "autoexpand": False},
        "xaxis": style.axis(titles[0], showgrid=True, gridcolor=style.GRID, nticks=6, range=across),
        "yaxis": style.axis("", showgrid=True, gridcolor=style.GRID, nticks=6, range=up, scaleanchor="x"),
        "annotations": [style.words_above(titles[1], xshift=-36)],
    }


def _space(points: Array, titles: Sequence[str]) -> dict[str, Any]:
    """Three axes in proportion to their ranges; short ones are extended to stay visible."""
    middle, reach = (points.max(axis=0) + points.min(axis=0)) / 2, np.ptp(points, axis=0)
    widest = float(reach.max()) or 1.0
    # rounding errors are not magnified
    reach = np.where(reach > 1e-9 * widest, reach, widest) * 1.06
    scene = {
        f"{name}axis": {
            "title": {"text": title},
            "range": [float(center - size / 2), float(center + size / 2)],
            "gridcolor": style.GRID,
            "zeroline": False,
            "showbackground": False,
            "nticks": 5,
        }
        for name, title, center, size in zip("xyz", titles, middle, reach, strict=True)
    }
    shares = np.maximum(reach / reach.max(), THINNEST)
    return {
        "scene": scene
        | {
            "aspectmode": "manual",
            "aspectratio": dict(zip("xyz", shares.tolist(), strict=True)),
            "camera": {"eye": {"x": 1.3, "y": 1.15, "z": 0.7}, "center": {"x": 0, "y": 0, "z": -0.1}},
            "domain": {"x": [0, 1], "y": [0.12, 1]},
        },
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
    }


def _color_bar(count: int, *, across: bool) -> dict[str, Any]:
    """Color bar of the positions: beside a plane, below a 3-D scene."""
    under = {"len": 0.6, "orientation": "h", "x": 0.5, "y": 0, "yanchor": "bottom", "ypad": 0}
    return {
        "thickness": 9,
        "outlinewidth": 0,
        "nticks": min(5, count - 1),
        "tickfont": {"size": 11, "color": MUTED},
        "tickformat": "d",
        "title": {"text": message("trajectory-position"), "font": {"size": 11, "color": MUTED}, "side": "top"},
        **(under if across else {"len": 0.9}),
    }
