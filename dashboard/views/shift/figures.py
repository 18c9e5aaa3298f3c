"""Shift: the waves of a trained table, the matrix T(k), and what it does to one pair of columns."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from dashboard.say import MESSAGES, message
from dashboard.views.shift.numbers import Block
from posenc_core.analysis.table_rotations import Rotations
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import (
    GRID,
    INK,
    MUTED,
    Array,
    Figure,
    axis,
    compact,
    dot,
    layout,
    position_axis,
    words_above,
)

APART = 2.5
"""From one wave to the next below it, in radii."""


def waves(found: Rotations, color: str) -> Figure:
    """One coordinate of each rotation, the fastest on top, named by its wavelength."""
    (first, last), lengths = found.rows, found.wavelengths.tolist()
    traces = [
        {
            "type": "scatter",
            "x": np.arange(first, last + 1),
            "y": compact(wave - APART * row),
            "mode": "lines",
            "line": {"color": color, "width": 1.5},
            "hovertemplate": message("shift-waves-hover", x="%{x}", period=length) + "<extra></extra>",
        }
        for row, (wave, length) in enumerate(zip(found.waves, lengths, strict=True))
    ]
    places = [-APART * row for row in range(len(lengths))]
    names = {"tickvals": places, "ticktext": [*map(MESSAGES.shown, lengths)], "ticks": ""}
    plot = layout(320) | {"hovermode": "closest", "xaxis": position_axis(first, last)}
    plot["yaxis"] = axis("", range=[places[-1] - 1.6, 1.6], tickfont={"size": 14, "color": INK}, **names)
    plot["annotations"] = [words_above(message("shift-waves"), xshift=-36)]
    return {"data": traces, "layout": plot}


def block_matrix(
    cells: Array, *, heading: str, limit: float, outlined: tuple[int, int] | None, bar: bool, height: int = 340
) -> Figure:
    """T(k) as a heatmap, with the cells of one pair of columns outlined. (d, d), rows before and columns after."""
    figure = matrix(
        cells,
        heading=heading,
        across=message("shift-matrix-across"),
        down=message("shift-matrix-down"),
        limit=limit,
        signed=True,
        hover=message("shift-matrix-hover", x="%{x}", y="%{y}", z="%{z:.4f}"),
        bar=bar,
        square=True,
        height=height,
    )
    plot = figure["layout"]
    plot["margin"]["l"], plot["annotations"][0]["xshift"] = 54, -46
    if outlined:
        first, second = outlined
        # around neighbors one square, around columns that stand apart one for each of the four cells
        spans = [(first, second)] if second == first + 1 else [(first, first), (second, second)]
        ends = [
            {"x0": x0 - 0.5, "x1": x1 + 0.5, "y0": y0 - 0.5, "y1": y1 + 0.5}
            for (x0, x1), (y0, y1) in product(spans, spans)
        ]
        plot["shapes"] += [{"type": "rect", "line": {"color": INK, "width": 2}, **each} for each in ends]
    return figure


def rotation(points: Array, titles: tuple[str, str], found: Block, offset: int, color: str) -> Figure:
    """One pair of columns at every position, and what its block makes of the chosen one. (n, 2) as x and y.

    The second column is across, the first up: an angle grows counterclockwise, as on any unit circle. A ring shows
    where the block sends the position, an arc the angle, less full rotations. A click chooses a position.
    """
    position, sent, angle = found.start, found.after[::-1], found.angle
    here, there = points[position], points[position + offset]
    hover = {"y": "%{x:.4f}", "z": "%{y:.4f}"}
    everywhere = {
        "type": "scatter",
        "x": compact(points[:, 0]),
        "y": compact(points[:, 1]),
        "customdata": np.arange(len(points)),
        "mode": "markers",
        "marker": {"size": 4, "color": color, "opacity": 0.6},
        "hovertemplate": message("shift-pair-hover", x="%{customdata}", **hover) + "<extra></extra>",
    }
    at_ring = message("shift-pair-hover.ring", position=position, offset=offset, **hover)
    ring = dot([sent[0]], sent[1:]) | {"hoverinfo": "all", "hovertemplate": at_ring + "<extra></extra>"}
    ring["marker"] = {"size": 20, "symbol": "circle-open", "color": INK, "line": {"width": 2, "color": INK}}
    drawn = np.vstack((points, sent, np.zeros(2)))
    low, high = drawn.min(axis=0), drawn.max(axis=0)
    air = 0.15 * float((high - low).max() or 1.0)
    if angle is not None:
        low, high, air = np.zeros(2), np.zeros(2), 1.25 * float(np.abs(drawn).max() or 1.0)
    grid = {"showgrid": True, "gridcolor": GRID, "nticks": 6, "zeroline": True, "zerolinecolor": GRID}
    return {
        "data": [
            everywhere,
            *([] if angle is None else _arc(here, there, float(np.fmod(angle, 2 * np.pi)), color)),
            ring,
            # apart from each other, however near the two points are
            _named(here, here - there, message("shift-pair-here", position=position)),
            _named(there, there - here, message("shift-pair-here.there", position=position + offset)),
        ],
        "layout": layout(380, chooses="customdata")
        | {
            "margin": {"l": 52, "r": 12, "t": 26, "b": 44, "autoexpand": False},
            "hovermode": "closest",
            "xaxis": axis(titles[0], range=[low[0] - air, high[0] + air], **grid),
            # one unit is as long both ways, or a circle would not be one
            "yaxis": axis("", range=[low[1] - air, high[1] + air], scaleanchor="x", **grid),
            "annotations": [words_above(titles[1], xshift=-36)],
        },
    }


def _named(point: Array, away: Array, name: str) -> dict[str, Any]:
    """A chosen position with its name beside it, outwards and a little that way."""
    right, up = point / (float(np.hypot(*point)) or 1.0) + away / (float(np.hypot(*away)) or 1.0)
    side = f"{'top' if up >= 0 else 'bottom'} {'right' if right >= 0 else 'left'}"
    words = {"mode": "markers+text", "text": [name], "textposition": side, "textfont": {"color": INK, "size": 13}}
    return dot([float(point[0])], point[1:]) | words


def _arc(here: Array, there: Array, angle: float, color: str) -> list[dict[str, Any]]:
    """Lines from the middle to two points, and at four tenths of the distance the way from one to the other."""
    way = np.arctan2(here[1], here[0]) + np.linspace(0, angle, 65)
    radius, sizes = 0.4 * float(np.hypot(*here)), np.append(np.zeros(way.size - 1), 12)
    lines: dict[str, Any] = {"x": [here[0], 0.0, there[0]], "y": [here[1], 0.0, there[1]], "mode": "lines"}
    arc: dict[str, Any] = {"x": radius * np.cos(way), "y": radius * np.sin(way), "mode": "lines+markers"}
    lines["line"], arc["line"] = {"color": MUTED, "width": 1.5}, {"color": color, "width": 3}
    arc["marker"] = {"size": sizes, "symbol": "arrow", "angleref": "previous", "color": color}
    return [{"type": "scatter", "hoverinfo": "skip"} | each for each in (lines, arc)]


def wavelengths(found: Mapping[str, Array], colors: Sequence[str]) -> Figure:
    """The wavelengths of the rotations in some tables, one row of dots a table, on a scale of equal ratios."""
    traces = [
        {
            "type": "scatter",
            "x": waves,
            "y": np.full(len(waves), float(row)),
            "mode": "markers",
            "marker": {"size": 12, "color": colors[row]},
            "hovertemplate": message("shift-trained-hover", name=name, x="%{x:.4g}") + "<extra></extra>",
        }
        for row, (name, waves) in enumerate(found.items())
    ]
    names = {"tickvals": list(range(len(found))), "ticktext": list(found), "range": [len(found) - 0.5, -0.5]}
    ticks = {"type": "log", "tickvals": [1, 3, 10, 30, 100, 300, 1000], "range": [0, 3.05]}
    plot = layout(260) | {"hovermode": "closest", "yaxis": axis("", showgrid=True, gridcolor=GRID, **names)}
    plot["margin"] = {"l": 118, "r": 12, "t": 8, "b": 44, "autoexpand": False}
    plot["xaxis"] = axis(message("shift-waves"), showgrid=True, gridcolor=GRID, **ticks)
    return {"data": traces, "layout": plot}
