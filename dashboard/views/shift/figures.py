"""Figures of Shift: waves of the learned table, the matrix T(k), and its effect on one pair of columns."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from dashboard.charts.figures import figure, scatter
from dashboard.say import MESSAGES, message
from dashboard.views.shift.numbers import Block
from posenc_core.analysis.table_rotations import Rotations
from posenc_core.plot import style
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import Array, Figure

APART = 2.5
"""Distance between waves, in radii."""


def waves(turns: Rotations, color: str) -> Figure:
    """One coordinate of each rotation, the fastest on top, labeled by wavelength."""
    (first, last), lengths = turns.rows, turns.wavelengths.tolist()
    traces = [
        scatter(
            np.arange(first, last + 1),
            style.compact(wave - APART * row),
            "lines",
            message("shift-waves-hover", x="%{x}", period=length),
            line={"color": color, "width": 1.5},
        )
        for row, (wave, length) in enumerate(zip(turns.waves, lengths, strict=True))
    ]
    places = [-APART * row for row in range(len(lengths))]
    names = {"tickvals": places, "ticktext": [*map(MESSAGES.format, lengths)], "ticks": ""}
    return figure(
        traces,
        320,
        hovermode="closest",
        xaxis=style.position_axis(first, last),
        yaxis=style.axis("", range=[places[-1] - 1.6, 1.6], tickfont={"size": 14, "color": style.INK}, **names),
        annotations=[style.words_above(message("shift-waves"), xshift=-36)],
    )


def block_matrix(
    cells: Array, *, heading: str, limit: float, outlined: tuple[int, int] | None, bar: bool, height: int = 340
) -> Figure:
    """Heatmap of T(k), shape (d, d), with the cells of one pair outlined; rows before, columns after."""
    heatmap = matrix(
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
    plot = heatmap["layout"]
    plot["margin"]["l"], plot["annotations"][0]["xshift"] = 54, -46
    if outlined:
        first, second = outlined
        # one square for adjacent columns, else one per cell
        spans = [(first, second)] if second == first + 1 else [(first, first), (second, second)]
        ends = [
            {"x0": x0 - 0.5, "x1": x1 + 0.5, "y0": y0 - 0.5, "y1": y1 + 0.5}
            for (x0, x1), (y0, y1) in product(spans, spans)
        ]
        plot["shapes"] += [{"type": "rect", "line": {"color": style.INK, "width": 2}, **each} for each in ends]
    return heatmap


def rotation(points: Array, titles: tuple[str, str], block: Block, offset: int, color: str) -> Figure:
    """One pair of columns at every position (x and y, shape (n, 2)), and the image of the selected position.

    The second column is across, the first up, so that angles grow counterclockwise. A ring marks the image, an arc the
    angle without full rotations. A click selects a position.
    """
    position, image, angle = block.start, block.after[::-1], block.angle
    here, there = points[position], points[position + offset]
    hover = {"y": "%{x:.4f}", "z": "%{y:.4f}"}
    everywhere = scatter(
        style.compact(points[:, 0]),
        style.compact(points[:, 1]),
        "markers",
        message("shift-pair-hover", x="%{customdata}", **hover),
        customdata=np.arange(len(points)),
        marker={"size": 4, "color": color, "opacity": 0.6},
    )
    at_ring = message("shift-pair-hover.ring", position=position, offset=offset, **hover)
    ring = style.dot([image[0]], image[1:]) | {"hoverinfo": "all", "hovertemplate": at_ring + "<extra></extra>"}
    ring["marker"] = {"size": 20, "symbol": "circle-open", "color": style.INK, "line": {"width": 2, "color": style.INK}}
    visible = np.vstack((points, image, np.zeros(2)))
    low, high = visible.min(axis=0), visible.max(axis=0)
    air = 0.15 * float((high - low).max() or 1.0)
    if angle is not None:
        low, high, air = np.zeros(2), np.zeros(2), 1.25 * float(np.abs(visible).max() or 1.0)
    grid = {"showgrid": True, "gridcolor": style.GRID, "nticks": 6, "zeroline": True, "zerolinecolor": style.GRID}
    # names on opposite sides, even if the points are close
    ends = [
        _labeled_point(here, here - there, message("shift-pair-here", position=position)),
        _labeled_point(there, there - here, message("shift-pair-here.there", position=position + offset)),
    ]
    arc = [] if angle is None else _arc(here, there, float(np.fmod(angle, 2 * np.pi)), color)
    return figure(
        [everywhere, *arc, ring, *ends],
        380,
        margin=(52, 12, 26, 44),
        chooses="customdata",
        hovermode="closest",
        xaxis=style.axis(titles[0], range=[low[0] - air, high[0] + air], **grid),
        # equal units on both axes keep circles round
        yaxis=style.axis("", range=[low[1] - air, high[1] + air], scaleanchor="x", **grid),
        annotations=[style.words_above(titles[1], xshift=-36)],
    )


def _labeled_point(point: Array, away: Array, name: str) -> dict[str, Any]:
    """Draw the marked position with its name, placed outwards and in the direction `away`."""
    right, up = point / (float(np.hypot(*point)) or 1.0) + away / (float(np.hypot(*away)) or 1.0)
    side = f"{'top' if up >= 0 else 'bottom'} {'right' if right >= 0 else 'left'}"
    words = {"mode": "markers+text", "text": [name], "textposition": side, "textfont": {"color": style.INK, "size": 13}}
    return style.dot([float(point[0])], point[1:]) | words


def _arc(here: Array, there: Array, angle: float, color: str) -> list[dict[str, Any]]:
    """Radii to two points, and an arc between them at four tenths of the radius."""
    way = np.arctan2(here[1], here[0]) + np.linspace(0, angle, 65)
    radius, sizes = 0.4 * float(np.hypot(*here)), np.append(np.zeros(way.size - 1), 12)
    radii, thin = ([here[0], 0.0, there[0]], [here[1], 0.0, there[1]]), {"color": style.MUTED, "width": 1.5}
    arc, thick = (radius * np.cos(way), radius * np.sin(way)), {"color": color, "width": 3}
    arrow = {"size": sizes, "symbol": "arrow", "angleref": "previous", "color": color}
    return [scatter(*radii, "lines", line=thin), scatter(*arc, "lines+markers", line=thick, marker=arrow)]


def wavelengths(tables: Mapping[str, Array], colors: Sequence[str]) -> Figure:
    """Wavelengths of the rotations in several tables, one row of dots each, on a log axis."""
    traces = [
        scatter(
            waves,
            np.full(len(waves), float(row)),
            "markers",
            message("shift-trained-hover", name=name, x="%{x:.4g}"),
            marker={"size": 12, "color": colors[row]},
        )
        for row, (name, waves) in enumerate(tables.items())
    ]
    names = {"tickvals": list(range(len(tables))), "ticktext": list(tables), "range": [len(tables) - 0.5, -0.5]}
    ticks = {"type": "log", "tickvals": [1, 3, 10, 30, 100, 300, 1000], "range": [0, 3.05]}
    return figure(
        traces,
        260,
        margin=(118, 12, 8, 44),
        hovermode="closest",
        xaxis=style.axis(message("shift-waves"), showgrid=True, gridcolor=style.GRID, **ticks),
        yaxis=style.axis("", showgrid=True, gridcolor=style.GRID, **names),
    )
