"""Figures of Clocks: hands or bits over the curves that they draw, one pair, T(k), and the path in a few dimensions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.clocks import at, dials, joined
from dashboard.charts.figures import HIDDEN, figure, scatter
from dashboard.say import MESSAGES, message
from dashboard.views.clocks.numbers import Block, Strips
from posenc_core.plot import style
from posenc_core.plot.matrices import matrix
from posenc_core.plot.style import GRID, INK, MUTED, PAPER, Array, Figure

APART = 2.5
"""Distance between dials in radii."""

HEIGHT, TILE = 540, 0.42
"""Height of the hands with their curves in pixels; half of the side of a tile in radii."""

PLANE = 440
"""Height of the path in pixels."""

THINNEST = 0.7
"""Minimum length of a 3-D axis, relative to the longest."""

AIR = 0.12
"""Margin around the points of a plane, relative to their range."""


def strips(
    drawn: Strips,
    hands: Sequence[tuple[float, float]],
    side: str,
    above: Sequence[str],
    position: int,
    offset: int,
    color: str,
) -> Figure:
    """Hands at a position and k later (dashed), over the curve that each draws while the position increases downwards.

    `hands` are angles and turns in radians, `above` the texts above each hand, `side` their names in the margin.
    Bits are tiles: filled if 1. Other columns are dots on a line. A click selects a position.
    """
    last = len(drawn.rows) - 1
    later = position + offset <= last
    ends = drawn.rows[position : position + offset * later + 1 : offset]
    count = drawn.rows.shape[1]
    centers = APART * np.arange(count)
    values = centers + 0.95 * drawn.rows[position]
    # position by position: whole numbers, which a click selects
    places = {"x": np.full(last + 1, centers.mean()), "y": np.arange(last + 1)}
    traces = [{"type": "scatter", "mode": "markers", "hoverinfo": "none", "opacity": 0, **places}]
    if hands:
        tops, falls = dials(hands, color, APART), 0.95 * np.cos([angle for angle, _ in hands])
    elif drawn.is_bits:
        tops, falls = _tiles(ends, color), None
    else:
        tops, falls = _gauges(ends, color), np.zeros(count)
    if falls is not None:
        # a thread from each hand to its curve
        threads = _line(MUTED, 1, dash="dot")
        tops.append(joined([np.array([[x, y], [x, -9]]) for x, y in zip(values, falls, strict=True)]) | threads)
        traces.append(joined([np.array([[x, -9], [x, position]]) for x in values]) | threads)
    if drawn.is_bits:
        traces += _bands(drawn.rows, color)
        if later:
            traces.append(
                joined([np.array([(-9, 1), (99, 1)]) * (1, position + offset)]) | _line(color, 1.5, dash="dot")
            )
    else:
        y = np.linspace(0, last, len(drawn.curves))
        curves = [np.stack((center + 0.95 * drawn.curves[:, i], y), axis=1) for i, center in enumerate(centers)]
        traces.append(joined([style.compact(curve) for curve in curves]) | _line(color, 1.5))
        traces.append(style.dot(values, np.full(count, position)))
        if later:
            ring = {"size": 9, "color": PAPER, "line": {"color": color, "width": 2}}
            there = centers + 0.95 * drawn.rows[position + offset]
            traces.append(style.dot(there, np.full(count, position + offset), marker=ring))
    middle, half = centers.mean(), max(APART * max(count, 4) / 2, 1)
    words = {"showarrow": False, "yref": "paper", "y": 1, "yanchor": "bottom", "font": {"size": 12, "color": INK}}
    margin = {"x": -0.01, "xref": "paper", "xanchor": "right", "align": "right", "font": {"size": 12, "color": MUTED}}
    annotations = [{**words, "text": text, "x": x} for text, x in zip(above, centers, strict=True)]
    return figure(
        [*traces, *(trace | {"yaxis": "y2"} for trace in tops)],
        HEIGHT,
        margin=(70, 6, 56, 8),
        chooses="y",
        hovermode="y",
        hoverdistance=-1,
        xaxis={**HIDDEN, "range": [middle - half, middle + half]},
        yaxis=style.axis(
            message("clocks-position"),
            range=[last + 0.5, -0.5],
            domain=[0, 0.67],
            fixedrange=True,
            tickformat="d",
            **style.whole_ticks(last + 1),
        ),
        yaxis2={**HIDDEN, "range": [-1.1, 1.1], "domain": [0.67, 1], "scaleanchor": "x", "constraintoward": "top"},
        annotations=[*annotations, {**words, **margin, "text": side}],
        shapes=style.stripe("y", position),
    )


def _box(x: float, low: float, high: float) -> Array:
    """Outline of a rectangle of the width of a tile."""
    left, right = x - TILE, x + TILE
    return np.array([(left, low), (right, low), (right, high), (left, high), (left, low)])


def _tiles(rows: Array, color: str) -> list[dict[str, Any]]:
    """Bits of one or two positions as tiles, one below the other; a bit that flips has a thick frame."""
    frames, filled, flipped = [], [], []
    for order, bits in enumerate(rows):
        for i, bit in enumerate(bits):
            frames.append(_box(APART * i, 0.13 - 1.1 * order, 0.97 - 1.1 * order))
            filled += frames[-1:] if bit > 0 else []
            flipped += frames[-1:] if bit != rows[0, i] else []
    return _drawn((filled, _fill(color, 0.8)), (frames, _line(MUTED, 1.5)), (flipped, _line(INK, 4)))


def _bands(rows: Array, color: str) -> list[dict[str, Any]]:
    """Fill strips where the bits are 1."""
    blocks, frames = [], []
    for i, bits in enumerate(rows.T > 0):
        edges = np.flatnonzero(np.diff([False, *bits, False])) - 0.5
        blocks += [_box(APART * i, low, high) for low, high in edges.reshape(-1, 2)]
        frames.append(_box(APART * i, -0.5, len(rows) - 0.5))
    return _drawn((blocks, _fill(color, 0.5)), (frames, _line(GRID, 1)))


def _fill(color: str, opacity: float) -> dict[str, Any]:
    return {"fill": "toself", "fillcolor": color, "opacity": opacity, "line": {"width": 0}}


def _line(color: str, width: float, **more: Any) -> dict[str, Any]:
    return {"line": {"color": color, "width": width, **more}}


def _drawn(*parts: tuple[Sequence[Array], dict[str, Any]]) -> list[dict[str, Any]]:
    """One trace for the lines of each part that has some."""
    return [joined(lines) | look for lines, look in parts if lines]


def _gauges(rows: Array, color: str) -> list[dict[str, Any]]:
    """Values of one or two positions as dots on a line; the second one is open."""
    centers = APART * np.arange(rows.shape[1])
    scale = joined([np.array([[center - 0.95, 0], [center + 0.95, 0]]) for center in centers])
    open_dot = {"size": 18, "color": PAPER, "line": {"color": color, "width": 3}}
    dots = [(row, {"size": 14, "color": color} if order == 0 else open_dot) for order, row in enumerate(rows)]
    return [
        scale | _line(MUTED, 1.5),
        *(style.dot(centers + 0.95 * row, np.zeros(len(row)), marker=marker) for row, marker in reversed(dots)),
    ]


def rotation(points: Array, titles: tuple[str, str], block: Block, offset: int, color: str) -> Figure:
    """One pair of columns at every position (x and y, shape (n, 2)), and the image of the selected position.

    As on the dials, the first column (sine) is across, the second (cosine) up, and angles grow clockwise from the top.
    A ring marks the image, an arc the angle without full rotations. A click selects a position.
    """
    position, image, angle = block.start, block.after, block.angle
    here, there = points[position], points[position + offset]
    hover = {"y": "%{x:.4f}", "z": "%{y:.4f}"}
    everywhere = scatter(
        style.compact(points[:, 0]),
        style.compact(points[:, 1]),
        "markers",
        message("clocks-pair-hover", x="%{customdata}", **hover),
        customdata=np.arange(len(points)),
        marker={"size": 4, "color": color, "opacity": 0.6},
    )
    at_ring = message("clocks-pair-hover.ring", position=position, offset=offset, **hover)
    ring = style.dot([image[0]], image[1:]) | {"hoverinfo": "all", "hovertemplate": at_ring + "<extra></extra>"}
    ring["marker"] = {"size": 20, "symbol": "circle-open", "color": INK, "line": {"width": 2, "color": INK}}
    visible = np.vstack((points, image, np.zeros(2)))
    low, high = visible.min(axis=0), visible.max(axis=0)
    air = 0.15 * float((high - low).max() or 1.0)
    if angle is not None:
        low, high, air = np.zeros(2), np.zeros(2), 1.25 * float(np.abs(visible).max() or 1.0)
    grid = {"showgrid": True, "gridcolor": GRID, "nticks": 6, "zeroline": True, "zerolinecolor": GRID}
    # names on opposite sides, even if the points are close
    ends = [
        _labeled_point(here, here - there, message("clocks-here", position=position)),
        _labeled_point(there, there - here, message("clocks-here.there", position=position + offset)),
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
    words = {"mode": "markers+text", "text": [name], "textposition": side, "textfont": {"color": INK, "size": 13}}
    return style.dot([float(point[0])], point[1:]) | words


def _arc(here: Array, there: Array, angle: float, color: str) -> list[dict[str, Any]]:
    """Radii to two points, and an arc between them at four tenths of the radius."""
    way = np.arctan2(*here) + np.linspace(0, angle, 65)
    x, y = 0.4 * float(np.hypot(*here)) * at(way).T
    arrow = {"size": np.append(np.zeros(way.size - 1), 12), "symbol": "arrow", "angleref": "previous", "color": color}
    radii = scatter([here[0], 0.0, there[0]], [here[1], 0.0, there[1]], "lines") | _line(MUTED, 1.5)
    return [radii, scatter(x, y, "lines+markers", marker=arrow) | _line(color, 3)]


def block_matrix(cells: Array, columns: Sequence[int], *, heading: str, limit: float) -> Figure:
    """Heatmap of a part of T(k), shape (m, m), with its numbers; rows before, columns after."""
    names = [*map(str, columns)]
    plot = matrix(
        cells,
        heading=heading,
        across="",
        down="",
        limit=limit,
        signed=True,
        hover=message("clocks-matrix-hover", x="%{x}", y="%{y}", z="%{z:.4f}"),
        columns=names,
        rows=names,
        bar=False,
        square=True,
        height=380,
    )
    plot["data"][0] |= {"texttemplate": "%{z:.2f}", "textfont": {"size": 11}}
    return plot


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
        "hovertemplate": f"{message('clocks-position')} %{{customdata}}<br>{hover}<extra></extra>",
    }
    mark = {"size": 13 if flat else 8, "color": INK, "line": {"color": PAPER, "width": 2}}
    selected: dict[str, Any] = kind | {"mode": "markers", "marker": mark, "hoverinfo": "skip"}
    for i, name in enumerate("xyz"[:dimensions]):
        line[name], places[name] = style.compact(way[:, i]), style.compact(points[:, i])
        selected[name] = places[name][position : position + 1]
    parts = [line, places, selected]
    plot = figure(parts, PLANE, chooses="customdata", hovermode="closest", uirevision=f"{dimensions}")
    label = {"text": message("clocks-here", position=position), "font": {"color": INK, "size": 13}}
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
        "xaxis": style.axis(titles[0], showgrid=True, gridcolor=GRID, nticks=6, range=across),
        "yaxis": style.axis("", showgrid=True, gridcolor=GRID, nticks=6, range=up, scaleanchor="x"),
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
        "title": {"text": message("clocks-position"), "font": {"size": 11, "color": MUTED}, "side": "top"},
        **(under if across else {"len": 0.9}),
    }


def lattice(panels: Sequence[tuple[str, Array, str, str]], smooth: Array) -> Figure:
    """Four positions on the corners of a square, for each panel: its name, points (4, 2), color, and dash.

    The last panel has the `smooth` curve (m, 2) instead of straight lines. Each step has its length.
    """
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)])
    traces, notes = [], []
    for place, (name, points, color, dash) in enumerate(panels):
        right = (2.6 * place, 0)
        way = smooth if place == len(panels) - 1 else points
        traces += [joined([corners + right]) | _line(GRID, 1), joined([way + right]) | _line(color, 2, dash=dash)]
        # names of positions away from the middle of the square
        outside = 0.5 + 1.32 * (points - 0.5) + right
        names = [f"<b>{position}</b>" for position in range(len(points))]
        traces.append(style.dot(points[:, 0] + right[0], points[:, 1], marker={"size": 12, "color": color}))
        traces.append(scatter(outside[:, 0], outside[:, 1], "text", text=names))
        steps = np.linalg.norm(np.diff(points, axis=0), axis=1).tolist()
        middles = (points[1:] + points[:-1]) / 2 + right
        words = [MESSAGES.format(step) for step in steps]
        notes += [
            {"x": x, "y": y, "text": word, "showarrow": False, "bgcolor": PAPER, "font": {"size": 12, "color": INK}}
            for (x, y), word in zip(middles.tolist(), words, strict=True)
        ]
        notes.append({"x": 0.5 + right[0], "y": 1.62, "text": name, "showarrow": False, "font": {"size": 13}})
    ends = 2.6 * (len(panels) - 1)
    return figure(
        traces,
        260,
        margin=(4, 4, 4, 4),
        hovermode=False,
        xaxis=HIDDEN | {"range": [-0.7, ends + 1.7]},
        yaxis=HIDDEN | {"range": [-0.5, 1.8], "scaleanchor": "x"},
        annotations=notes,
    )
