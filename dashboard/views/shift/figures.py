"""Shift: the matrix T(k), which moves by k with one block outlined, and what that block does to its pair of columns."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from dashboard.charts.matrices import matrix
from dashboard.charts.style import (
    GRID,
    INK,
    MUTED,
    Array,
    Figure,
    axis,
    compact,
    dot,
    layout,
    words_above,
)

NARROW = 0.5
"""Radians below which an angle has no room for its size."""


def block_matrix(
    cells: Array, *, heading: str, limit: float, outlined: tuple[int, int] | None, bar: bool, height: int = 340
) -> Figure:
    """T(k) as a heatmap, with the cells of one pair of columns outlined. (d, d), rows before and columns after."""
    figure = matrix(
        cells,
        heading=heading,
        across="column after",
        down="column before",
        limit=limit,
        signed=True,
        hover="column %{y} before, %{x} after<br>weight %{z:.4f}",
        bar=bar,
        square=True,
        height=height,
    )
    plot = figure["layout"]
    plot["margin"] |= {"l": 54}
    plot["annotations"][0] |= {"xshift": -46}
    if outlined:
        plot["shapes"] += _outlines(*outlined)
    return figure


def _outlines(first: int, second: int) -> list[dict[str, Any]]:
    """Around neighbours one square, around columns that stand apart one for each of the four cells."""
    spans = [(first, second)] if second == first + 1 else [(first, first), (second, second)]
    return [
        {
            "type": "rect",
            "x0": x0 - 0.5,
            "x1": x1 + 0.5,
            "y0": y0 - 0.5,
            "y1": y1 + 0.5,
            "line": {"color": INK, "width": 2},
        }
        for x0, x1 in spans
        for y0, y1 in spans
    ]


def turn(
    points: Array,
    titles: tuple[str, str],
    *,
    position: int,
    offset: int,
    sent: Array,
    angle: float | None,
    color: str,
    height: int = 400,
) -> Figure:
    """One pair of columns at every position, and what its block makes of the chosen one. (n, 2) as x and y.

    A ring shows where the block sends the chosen position; an arc of `angle` radians, less whole turns, how it gets
    there. A click chooses a position.
    """
    here, there = points[position], points[position + offset]
    everywhere = {
        "type": "scatter",
        "x": compact(points[:, 0]),
        "y": compact(points[:, 1]),
        "customdata": np.arange(len(points)),
        "mode": "markers",
        "marker": {"size": 4, "color": color, "opacity": 0.6},
        "hovertemplate": "position %{customdata}: %{x:.4f}, %{y:.4f}<extra></extra>",
    }
    ring = {
        "type": "scatter",
        "x": [sent[0]],
        "y": [sent[1]],
        "mode": "markers",
        "marker": {"size": 20, "symbol": "circle-open", "color": INK, "line": {"width": 2, "color": INK}},
        "hovertemplate": "p times the block: %{x:.4f}, %{y:.4f}<extra></extra>",
    }
    reach = 1.25 * float(np.abs([*points.ravel(), *sent]).max() or 1.0)
    low = np.minimum(np.minimum(points.min(axis=0), sent), 0)
    high = np.maximum(np.maximum(points.max(axis=0), sent), 0)
    if angle is not None:
        low, high = np.full(2, -reach), np.full(2, reach)
    air = 0.15 * float((high - low).max() or 1.0) if angle is None else 0.0
    return {
        "data": [
            everywhere,
            *_turned(here, there, angle, color),
            ring,
            # apart from each other, however near the two points are
            _named(here, here - there, f"p = {position}"),
            _named(there, there - here, f"p + k = {position + offset}"),
        ],
        "layout": layout(height, chooses="customdata")
        | {
            "margin": {"l": 52, "r": 12, "t": 26, "b": 44, "autoexpand": False},
            "hovermode": "closest",
            "xaxis": axis(
                titles[0],
                showgrid=True,
                gridcolor=GRID,
                nticks=6,
                zeroline=True,
                zerolinecolor=GRID,
                range=[low[0] - air, high[0] + air],
            ),
            # one unit is as long both ways, or a circle would not be one
            "yaxis": axis("", showgrid=True, gridcolor=GRID, nticks=6, zeroline=True, zerolinecolor=GRID)
            | {"range": [low[1] - air, high[1] + air], "scaleanchor": "x"},
            "annotations": [words_above(titles[1], xshift=-36)],
        },
    }


def _named(point: Array, away: Array, name: str) -> dict[str, Any]:
    """A chosen position with its name beside it, outwards and a little that way."""
    right, up = _direction(point) + _direction(away)
    side = f"{'top' if up >= 0 else 'bottom'} {'right' if right >= 0 else 'left'}"
    words = {"mode": "markers+text", "text": [name], "textposition": side, "textfont": {"color": INK, "size": 13}}
    return dot([float(point[0])], point[1:]) | words


def _direction(vector: Array) -> Array:
    return vector / (float(np.hypot(*vector)) or 1.0)


def _turned(here: Array, there: Array, angle: float | None, color: str) -> list[dict[str, Any]]:
    if angle is None:
        return []
    return [_radius(here), _radius(there), *_arc(here, angle % (2 * np.pi), color)]


def _radius(point: Array) -> dict[str, Any]:
    """The line from the middle to a point."""
    line = {"color": MUTED, "width": 1.5}
    return {
        "type": "scatter",
        "x": [0.0, float(point[0])],
        "y": [0.0, float(point[1])],
        "mode": "lines",
        "line": line,
        "hoverinfo": "skip",
    }


def _arc(start: Array, angle: float, color: str) -> list[dict[str, Any]]:
    """The way from a point round the middle, at four tenths of its distance, and its size in degrees."""
    begin, radius = float(np.arctan2(start[1], start[0])), 0.4 * float(np.hypot(*start))
    way = begin + np.linspace(0, angle, 65)
    shared = {"type": "scatter", "hoverinfo": "skip"}
    arc = {
        "x": radius * np.cos(way),
        "y": radius * np.sin(way),
        "mode": "lines+markers",
        "line": {"color": color, "width": 3},
        "marker": {
            "size": np.append(np.zeros(way.size - 1), 12),
            "symbol": "arrow",
            "angleref": "previous",
            "color": color,
        },
    }
    # between the two lines, or beside them where they leave no room
    middle = begin + (angle / 2 if angle > NARROW else angle + NARROW)
    size = {
        "x": [1.55 * radius * float(np.cos(middle))],
        "y": [1.55 * radius * float(np.sin(middle))],
        "mode": "text",
        "text": [f"{np.degrees(angle):.1f}°"],
        "textfont": {"color": INK, "size": 14},
    }
    return [shared | arc, shared | size]


def wavelengths(found: Mapping[str, Array], colors: Mapping[str, str], *, height: int = 260) -> Figure:
    """The wavelengths of the turns of some tables, one line of points a table, on a scale of equal ratios."""
    traces = [
        {
            "type": "scatter",
            "name": name,
            "x": waves,
            "y": np.full(len(waves), float(row)),
            "mode": "lines+markers",
            "line": {"color": colors[name], "width": 1},
            "marker": {"size": 12, "color": colors[name]},
            "hovertemplate": f"{name}: a turn of %{{x:.4g}} tokens<extra></extra>",
        }
        for row, (name, waves) in enumerate(found.items())
    ]
    names = {"tickvals": list(range(len(found))), "ticktext": list(found), "range": [len(found) - 0.5, -0.5]}
    return {
        "data": traces,
        "layout": layout(height)
        | {
            "margin": {"l": 118, "r": 12, "t": 8, "b": 44, "autoexpand": False},
            "hovermode": "closest",
            "xaxis": axis("wavelength, in tokens", showgrid=True, gridcolor=GRID)
            | {"type": "log", "tickvals": [1, 3, 10, 30, 100, 300, 1000], "range": [0, 3.05]},
            "yaxis": axis("", showgrid=True, gridcolor=GRID) | names,
        },
    }
