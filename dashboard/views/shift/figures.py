"""Figures of Shift: the shift in a plane, T(k), and its effect on one pair of columns."""

from itertools import product
from typing import Any

import numpy as np

from dashboard.charts.figures import HIDDEN, figure, scatter
from dashboard.say import message
from dashboard.views.shift.numbers import Block, Panel
from posenc_core.plot import style
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import Array, Figure

EQUAL_UNITS = {"scaleanchor": "x"}
"""On both axes, so that circles are round."""

MISS = style.PALETTE[13]
"""Color of the errors of a fit; the text "Red" has it, too (.streamlit/config.toml)."""


def shifts(panel: Panel, offset: int, color: str, height: int) -> Figure:
    """Every position in a plane (filled), its image under the best fit (ring), and the error (red).

    An arrow marks the shift of the selected position. A click selects a position.
    """
    points, images, start = panel.points, panel.images, panel.start
    goals = points[offset:]
    missed = np.abs(images - goals).max(axis=1) > 1e-6 * (np.abs(points).max() or 1.0)
    chosen = slice(start, start + 1)
    here, there, image = points[start], goals[start], images[start]
    size = 8 if len(points) <= 40 else 5
    dots = {"size": size, "color": color, "opacity": 0.7}
    low, high = np.vstack((points, images)).min(axis=0), np.vstack((points, images)).max(axis=0)
    air = 0.16 * float((high - low).max() or 1.0)
    arrow = {"size": [0, 16], "symbol": "arrow", "angleref": "previous", "color": color}
    ring = {"symbol": "circle-open", "color": style.INK}
    x, y = np.stack((here, there)).T
    traces = [
        _strokes(points[:-offset], goals, color, 1, 0.25),
        _strokes(images[missed], goals[missed], MISS, 1, 0.35),
        _points(points, message("shift-panel-hover", x="%{customdata}"), dots),
        _points(
            images,
            message("shift-panel-hover.ring", x="%{customdata}", offset=offset),
            ring | {"size": size + 5, "opacity": 0.45},
        ),
        _strokes(images[chosen][missed[chosen]], goals[chosen][missed[chosen]], MISS, 3, 1),
        scatter(x, y, "lines+markers", line={"color": color, "width": 3}, marker=arrow),
        scatter(x, y, "markers", marker={"size": 11, "color": color}),
        scatter(image[:1], image[1:], "markers", marker=ring | {"size": 19, "line": {"width": 2}}),
    ]
    # names on both sides of the arrow
    across = 20 * np.array([here[1] - there[1], there[0] - here[0]]) / (float(np.hypot(*(there - here))) or 1.0)
    names = [_name(here, across, message("shift-panel-here"))]
    names.append(_name(there, -across, message("shift-panel-here.there", offset=offset)))
    return figure(
        traces,
        height,
        margin=(24, 24, 18, 4),
        chooses="customdata",
        hovermode="closest",
        xaxis=HIDDEN | {"range": [low[0] - air, high[0] + air]},
        yaxis=HIDDEN | {"range": [low[1] - air, high[1] + air]} | ({} if len(panel.across) > 1 else EQUAL_UNITS),
        annotations=names,
    )


def _points(points: Array, hover: str, marker: dict[str, Any]) -> dict[str, Any]:
    x, y = style.compact(points).T
    return scatter(x, y, "markers", hover, customdata=np.arange(len(points)), marker=marker)


def _strokes(starts: Array, ends: Array, color: str, width: int, opacity: float) -> dict[str, Any]:
    """Lines from each start to its end, as one trace with gaps."""
    x, y = style.compact(np.stack((starts, ends, np.full_like(starts, np.nan)), axis=1).reshape(-1, 2)).T
    return scatter(x, y, "lines", line={"color": color, "width": width}, opacity=opacity)


def _name(point: Array, shift: Array, text: str) -> dict[str, Any]:
    """Name of a point, some pixels beside it."""
    place = {"x": float(point[0]), "y": float(point[1]), "xshift": round(shift[0]), "yshift": round(shift[1])}
    anchor = "left" if shift[0] > 0 else "right"
    if abs(shift[0]) < 10:
        anchor = "center"
    return {"text": text, "showarrow": False, "xanchor": anchor, "font": {"size": 13, "color": style.INK}, **place}


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
        plot["shapes"] += [{"type": "rect", "line": {"color": style.INK, "width": 2}, **end} for end in ends]
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
