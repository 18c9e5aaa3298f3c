"""Figures of Clocks: hands over the waves that they draw, or tiles over strips of values, and the path."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from dashboard.charts.chart import Followed
from dashboard.charts.clocks import dials, joined
from dashboard.charts.figures import HIDDEN, figure
from dashboard.numbers import measurements
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import MESSAGES, message
from dashboard.state.study import Study, order
from dashboard.views.clocks import facts
from dashboard.views.clocks.facts import Strips
from posenc_core.plot import style
from posenc_core.plot.style import GRID, INK, MUTED, PAPER, Array, Figure, scheme_color

APART = 2.5
"""Distance between dials in radii."""

HEIGHT, PATH = 540, 440
"""Heights of the figures in pixels."""


def main_figures(study: Study) -> list[Figure] | pd.DataFrame:
    """Return the sines of the drawn hands, or the values of the drawn columns, from -1 to 1 at every position."""
    if study.length > PAIRED_LENGTH or study.dim > PAIRED_DIM:
        return []
    shown = facts.strips(study.schemes[0], study.length, study.dim)
    columns = [hand.sine for hand in shown.hands] or shown.columns
    names = [message("clocks-column", column=column) for column in columns]
    return pd.DataFrame(shown.rows, columns=names).rename_axis(message("clocks-position")).reset_index()


def live_figures(study: Study) -> list[Figure]:
    """Return the figure above the tabs, none where the sequence is too long for it."""
    if study.length > PAIRED_LENGTH or study.dim > PAIRED_DIM:
        return []
    return [hands_or_tiles(study)[0]]


def followed(study: Study) -> list[list[Followed]]:
    """Return the hands of the figure, which follow the pointer."""
    if study.length > PAIRED_LENGTH or study.dim > PAIRED_DIM:
        return []
    return [hands_or_tiles(study)[1]]


def hands_or_tiles(study: Study) -> tuple[Figure, list[Followed], tuple[str, ...]]:
    """Return the figure of the encoding in front, its hands, and a text about each hand or tile."""
    scheme, n, d, p, k = study.schemes[0], study.length, study.dim, study.position, study.offset
    drawn = facts.strips(scheme, n, d)
    hands: list[tuple[float, float]] = []
    texts: list[tuple[str, ...]] = []
    if drawn.hands:
        kind, names = "hands", [hand.pair for hand in drawn.hands]
        for hand, angle in zip(drawn.hands, facts.angles(scheme, n, d, drawn.hands)[p].tolist(), strict=True):
            turn = k * hand.step
            hands.append((angle, turn))
            period = MESSAGES.format(2 * np.pi / abs(hand.step))
            texts.append((period, f"{MESSAGES.format(float(np.degrees(turn)))}°"))
    else:
        kind, names = "tiles", drawn.columns
        ends = measurements.table(scheme, n, d)[p : p + k + 1 : k, names]
        texts = [tuple(map(MESSAGES.format, column)) for column in ends.T.tolist()]
    above = [message(f"clocks-{kind}.side", position=p, offset=k)]
    above += [f"<b>{name}</b><br>{'<br>'.join(text)}" for name, text in zip(names, texts, strict=True)]
    turns = [(angle - p * turn / k, turn / k, APART * i, 0.0, turn) for i, (angle, turn) in enumerate(hands)]
    curves = [Followed(scheme.name, INK, axis="y2", along="hands", hands=turns)] if hands else []
    values = tuple(f"{name}: {', '.join(text)}" for name, text in zip(names, texts, strict=True))
    return strips(drawn, hands, above, p, k, scheme_color(order(scheme))), curves, values


def strips(
    drawn: Strips, hands: Sequence[tuple[float, float]], above: Sequence[str], position: int, offset: int, color: str
) -> Figure:
    """Hands at a position and k later (dotted) over their sines, or tiles over strips; positions increase downwards.

    `hands` are angles and turns in radians; without hands, columns are tiles, darker for larger values. `above` are the
    names of the texts above, and the texts. A click selects a position.
    """
    count, last = drawn.rows.shape[1], len(drawn.rows) - 1
    ends = drawn.rows[position : position + offset + 1 : offset]
    centers = APART * np.arange(count)
    # whole positions, which a click selects
    places = {"x": np.full(last + 1, centers.mean()), "y": np.arange(last + 1)}
    traces: list[dict[str, Any]] = [{"type": "scatter", "mode": "markers", "hoverinfo": "none", "opacity": 0, **places}]
    if hands:
        thread, values = {"line": {"color": MUTED, "width": 1, "dash": "dot"}}, centers + 0.95 * ends[0]
        falls = [np.array([(x, 0.95 * np.cos(angle)), (x, -9)]) for x, (angle, _) in zip(values, hands, strict=True)]
        tops = [*dials(hands, color, APART), joined(falls) | thread]
        y = np.linspace(0, last, len(drawn.curves))
        waves = [np.stack((x, y), axis=1) for x in (centers + 0.95 * drawn.curves).T]
        traces.append(joined([np.array([[x, -9], [x, position]]) for x in values]) | thread)
        traces.append(joined(waves) | {"line": {"color": color, "width": 1.5}})
        for order, (row, fill) in enumerate(zip(ends, (INK, PAPER), strict=False)):
            marker = {"size": 9, "color": fill, "line": {"color": color, "width": 2}}
            traces.append(style.dot(centers + 0.95 * row, np.full(count, position + order * offset), marker=marker))
    else:
        tops = [_tiles(ends, color, y0=0.5, dy=-1, ygap=6)]
        traces.append(_tiles(drawn.rows, color))
    words = {"showarrow": False, "yref": "paper", "y": 1, "yanchor": "bottom", "font": {"size": 12, "color": INK}}
    margin = {"x": -0.01, "xref": "paper", "xanchor": "right", "align": "right", "font": {"size": 12, "color": MUTED}}
    notes = [{**words, "text": text, "x": x} for text, x in zip(above[1:], centers, strict=True)]
    round_dials = {"scaleanchor": "x", "constraintoward": "top"} if hands else {}
    middle, half = centers.mean(), APART * max(count, 4) / 2
    return figure(
        [*traces, *(trace | {"yaxis": "y2"} for trace in tops)],
        HEIGHT,
        margin=(70, 6, 56, 8),
        chooses="y",
        hovermode="y",
        hoverdistance=-1,
        xaxis={**HIDDEN, "range": [middle - half, middle + half]},
        yaxis=style.axis(message("clocks-position"), range=[last + 0.5, -0.5], domain=[0, 0.67], fixedrange=True),
        yaxis2={**HIDDEN, "range": [-1.1, 1.1], "domain": [0.67, 1], **round_dials},
        annotations=[*notes, {**words, **margin, "text": above[0]}],
        shapes=style.stripe("y", position),
    )


def _tiles(rows: Array, color: str, **more: Any) -> dict[str, Any]:
    """Cells of the columns side by side, one row per position; values from -1 to 1."""
    return {
        "type": "heatmap",
        "z": rows,
        "x0": 0,
        "dx": APART,
        "xgap": 8,
        "zmin": -1,
        "zmax": 1,
        "colorscale": [[0, GRID], [1, color]],
        "showscale": False,
        "hoverinfo": "skip",
        "opacity": 0.85,
        **more,
    }


def path(points: Array, titles: Sequence[str], *, position: int, curve: Array | None = None) -> Figure:
    """Positions as points, (n, 2) or (n, 3), colored by position, on the `curve` (m, 2 or 3) that joins them.

    Without a curve, straight lines join them. The selected position is marked; a click selects one.
    """
    count, dimensions = points.shape
    axes, way, flat = "xyz"[:dimensions], points if curve is None else curve, dimensions == 2

    def trace(rows: Array, mode: str, **more: Any) -> dict[str, Any]:
        kind = {"type": "scatter" if flat else "scatter3d", "mode": mode, "hoverinfo": "skip"}
        return kind | dict(zip(axes, rows.T, strict=True)) | more

    hover = "<br>".join(f"{title}: %{{{name}:.4f}}" for title, name in zip(titles, axes, strict=True))
    marker = {
        "size": (4, 8)[flat] if count <= 200 else (3, 5)[flat],
        "color": np.arange(count),
        "cmin": 0,
        "cmax": max(count - 1, 1),
        "colorscale": style.color_scale(style.PASSING),
        "showscale": count > 1,
        "colorbar": {"thickness": 9, "outlinewidth": 0, "nticks": min(5, count - 1), "tickformat": "d", "len": 0.9},
    }
    mark = {"size": 13 if flat else 8, "color": INK, "line": {"color": PAPER, "width": 2}}
    shown = {"hovertemplate": f"{message('clocks-position')} %{{customdata}}<br>{hover}<extra></extra>"}
    traces = [
        trace(way, "lines", line={"color": MUTED, "width": 1}, opacity=0.5),
        trace(points, "markers", marker=marker, customdata=np.arange(count), hoverinfo="all", **shown),
        trace(points[position : position + 1], "markers", marker=mark),
    ]
    label = {"text": f"p = {position}", "showarrow": False, "yshift": 20, "bgcolor": PAPER}
    label |= {"font": {"color": INK, "size": 13}} | dict(zip(axes, points[position].tolist(), strict=True))
    plot = figure(traces, PATH, chooses="customdata", hovermode="closest", uirevision=f"{dimensions}")
    if flat:
        grid = {"showgrid": True, "gridcolor": GRID, "nticks": 6}
        plot["layout"]["margin"] |= {"l": 60, "r": 60}
        across, up = style.axis(titles[0], **grid), style.axis("", scaleanchor="x", **grid)
        notes = [label, style.words_above(titles[1], xshift=-44)]
        return {**plot, "layout": plot["layout"] | {"xaxis": across, "yaxis": up, "annotations": notes}}
    # one scale on all axes, so that rounding errors are not magnified
    middle, reach = (way.max(axis=0) + way.min(axis=0)) / 2, 0.53 * (float(np.ptp(way, axis=0).max()) or 1.0)
    look = {"gridcolor": GRID, "zeroline": False, "showbackground": False, "nticks": 5}
    scene: dict[str, Any] = {
        f"{name}axis": {"title": {"text": title}, "range": [center - reach, center + reach], **look}
        for name, title, center in zip(axes, titles, middle.tolist(), strict=True)
    }
    camera = {"eye": {"x": 1.7, "y": 1.5, "z": 0.92}, "center": {"x": 0, "y": 0, "z": -0.15}}
    scene |= {"aspectmode": "cube", "camera": camera, "annotations": [label]}
    plot["layout"] |= {"scene": scene, "margin": {"l": 0, "r": 0, "t": 0, "b": 0}}
    return plot


def lattice(panels: Sequence[tuple[str, Array, Array, str, str]]) -> Figure:
    """Four positions on the corners of a square, per panel: its name, points (4, 2), curve (m, 2), color, and dash."""
    traces, notes = [], []
    for place, (name, points, curve, color, dash) in enumerate(panels):
        right = (2.6 * place, 0)
        traces.append(joined([curve + right]) | {"line": {"color": color, "width": 2, "dash": dash}})
        traces.append(style.dot(points[:, 0] + right[0], points[:, 1], marker={"size": 12, "color": color}))
        # names of positions away from the middle of the square
        outside = np.append(1.4 * points - 0.2 + right, [[0.5 + right[0], 1.65]], axis=0)
        words = [*(f"<b>{position}</b>" for position in range(len(points))), name]
        for (x, y), text in zip(outside.tolist(), words, strict=True):
            notes.append({"x": x, "y": y, "text": text, "showarrow": False})
    across = HIDDEN | {"range": [-0.7, 2.6 * len(panels) - 0.9]}
    up = HIDDEN | {"range": [-0.5, 1.8], "scaleanchor": "x"}
    return figure(traces, 260, margin=(4, 4, 4, 4), hovermode=False, xaxis=across, yaxis=up, annotations=notes)
