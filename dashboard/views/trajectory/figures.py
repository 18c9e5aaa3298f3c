"""Trajectory: the positions as points of a curve, in two or three dimensions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.style import (
    GRID,
    INK,
    MUTED,
    PAPER,
    PASSING,
    Array,
    Figure,
    axis,
    color_scale,
    layout,
    words_above,
)

THINNEST = 0.7
"""How long the axis of a nearly constant coordinate is in space, as a share of the longest."""

AIR = 0.12
"""Room around the points of a plane, as a share of what they take."""

PHONE = (226, 470)
"""The plane on a phone, in pixels: wide and high."""

LOOKED_AT = 2000
"""About how many places of a curve are looked at where a name may hide it."""

VERTICAL = {1: "top", 0: "middle", -1: "bottom"}
HORIZONTAL = {1: "right", 0: "center", -1: "left"}


def trajectory(
    points: Array, titles: Sequence[str], *, position: int, curve: Array | None = None, height: int = 540
) -> Figure:
    """All positions, coloured from the first to the last, on the `curve` that joins them. (n, 2) or (n, 3).

    Without a curve, (m, 2) or (m, 3), straight lines join them. The chosen position is marked; a click chooses one.
    """
    count, dimensions = points.shape
    flat = dimensions == 2
    kind = {"type": "scatter" if flat else "scatter3d"}
    hover = "<br>".join(f"{title}: %{{{name}:.4f}}" for title, name in zip(titles, "xyz", strict=False))
    way = points if curve is None else curve
    few = count <= 200
    line: dict[str, Any] = kind | {
        "mode": "lines",
        "line": {"color": MUTED, "width": 1},
        "opacity": 0.5,
        "hoverinfo": "skip",
    }
    places: dict[str, Any] = kind | {
        "mode": "markers",
        "customdata": np.arange(count),
        "marker": {
            "size": (8 if few else 5) if flat else (4 if few else 3),
            "color": np.arange(count),
            "cmin": 0,
            "cmax": max(count - 1, 1),
            "colorscale": color_scale(PASSING),
            "showscale": True,
            "colorbar": _color_bar(across=not flat),
        },
        "hovertemplate": f"position %{{customdata}}<br>{hover}<extra></extra>",
    }
    chosen: dict[str, Any] = kind | {
        "mode": "markers+text",
        "text": [f"p = {position}"],
        "textposition": _label_place(way, points, position) if flat else "top center",
        "textfont": {"color": INK, "size": 13},
        "marker": {"size": 13 if flat else 8, "color": INK, "line": {"color": PAPER, "width": 2}},
        "hoverinfo": "skip",
    }
    for i, name in enumerate("xyz"[:dimensions]):
        line[name], places[name] = way[:, i].astype(np.float32), points[:, i].astype(np.float32)
        chosen[name] = places[name][position : position + 1]
    plot = layout(height, chooses="customdata") | {"hovermode": "closest", "uirevision": f"{dimensions}"}
    plot |= _plane(titles, points) if flat else _space(np.vstack((points, way)), titles)
    return {"data": [line, places, chosen], "layout": plot}


def _label_place(way: Array, points: Array, position: int) -> str:
    """Where the name of a position stands beside its mark, so that it is whole and hides least of the curve.

    It is taken as large as it is on a phone, the narrowest plot there is.
    """
    (left, right), (low, high) = (_range(points[:, i]) for i in range(2))
    per_pixel = max((right - left) / PHONE[0], (high - low) / PHONE[1])
    middle = np.array([left + right, low + high]) / 2
    size = per_pixel * np.array([9 * len(f"p = {position}") + 4, 20])
    apart = per_pixel * np.array([6, 8])
    here, edge = points[position], per_pixel * np.array(PHONE) / 2
    steps = (
        np.linspace(way[:-1], way[1:], max(LOOKED_AT // len(way), 2), axis=1).reshape(-1, 2) if len(way) > 1 else way
    )
    found = {}
    for across in (-1, 1, 0):
        for up in (1, -1, 0):
            if not across and not up:
                continue
            center = here + np.array([across, up]) * (size / 2 + apart)
            cut = (np.abs(center - middle) + size / 2 > edge).any()
            hidden = int((np.abs(steps - center) < size / 2).all(axis=1).sum())
            outside = np.sign(here - middle) @ (across, up)
            found[across, up] = (cut, hidden, -outside, not across)
    across, up = min(found, key=lambda place: found[place])
    return f"{VERTICAL[up]} {HORIZONTAL[across]}"


def _range(values: Array) -> tuple[float, float]:
    """From the smallest to the largest number, with air for a mark and its name."""
    air = AIR * float(np.ptp(values)) or 1.0
    return float(values.min()) - air, float(values.max()) + air


def _plane(titles: Sequence[str], points: Array) -> dict[str, Any]:
    """Two axes on which one unit is as long both ways, or a circle would not be one."""
    across, up = (list(_range(points[:, i])) for i in range(2))
    return {
        "margin": {"l": 52, "r": 80, "t": 26, "b": 44, "autoexpand": False},
        "xaxis": axis(titles[0], showgrid=True, gridcolor=GRID, nticks=6, range=across),
        "yaxis": axis("", showgrid=True, gridcolor=GRID, nticks=6, range=up, scaleanchor="x"),
        "annotations": [words_above(titles[1], xshift=-36)],
    }


def _space(points: Array, titles: Sequence[str]) -> dict[str, Any]:
    """Three axes, as long as what they show; one of nearly equal numbers is stretched, so that it can be seen."""
    middle, reach = (points.max(axis=0) + points.min(axis=0)) / 2, np.ptp(points, axis=0)
    widest = float(reach.max()) or 1.0
    # what is rounding stays as small as it is
    reach = np.where(reach > 1e-9 * widest, reach, widest) * 1.06
    scene = {
        f"{name}axis": {
            "title": {"text": title},
            "range": [float(center - size / 2), float(center + size / 2)],
            "gridcolor": GRID,
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
            "camera": {"eye": {"x": 1.5, "y": 1.35, "z": 0.8}, "center": {"x": 0, "y": 0, "z": -0.1}},
            "domain": {"x": [0, 1], "y": [0.12, 1]},
        },
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
    }


def _color_bar(*, across: bool) -> dict[str, Any]:
    """The colours of the positions, beside a plane and under a space, which needs the width."""
    place: dict[str, Any] = {"len": 0.9}
    if across:
        place = {"len": 0.6, "orientation": "h", "x": 0.5, "y": 0, "yanchor": "bottom", "ypad": 0}
    return {
        "thickness": 9,
        "outlinewidth": 0,
        "nticks": 5,
        "tickfont": {"size": 11, "color": MUTED},
        "tickformat": "d",
        "title": {"text": "position", "font": {"size": 11, "color": MUTED}, "side": "top"},
        **place,
    }
