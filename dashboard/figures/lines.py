"""Curves over positions, offsets or columns; bars; waves on a ruler."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from dashboard.figures.style import (
    GRID,
    INK,
    LEGEND,
    MUTED,
    PAPER,
    Array,
    Figure,
    axis,
    curve_style,
    dot,
    layout,
    limits,
    note,
    position_axis,
    rule,
    value_axis,
    whole_ticks,
    words_above,
)
from posenc_core.pictures import envelope

BAND = 0.18
"""How opaque the band around a mean is."""

MOST_BARS = 512
"""More columns than this are drawn as a line: bars would be thinner than a pixel."""


class Line(NamedTuple):
    """One curve and how it is drawn."""

    name: str
    values: Array
    color: str
    dash: str = "solid"
    width: float = 2
    low: Array | None = None
    high: Array | None = None
    """A band from `low` to `high` around the curve."""
    marks: Sequence[int] = ()
    """Indexes of points to be marked."""


def overlay(name: str, values: Array, *, dots: bool) -> Line:
    """A thin curve laid over others: what a formula says, as dots, or what it comes to, as a dashed line."""
    return Line(name, values, INK if dots else MUTED, "1px,5px" if dots else "6px,4px", 2 if dots else 1.5)


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
    """Several curves on one axis, which starts at `start`; entry i of a curve stands at start + i.

    `shown` makes it an axis of positions from the first to the last of them, where a click chooses one and dragging
    shows a stretch; `position` is marked on every curve. `chosen` marks a place of any other axis.
    """
    first, last = shown or (start, start + max((len(line.values) for line in lines), default=1) - 1)
    traces: list[dict[str, Any]] = []
    seen = []
    for line in lines:
        part = slice(max(first - start, 0), last - start + 1)
        x, y = envelope(line.values[part], max(first, start))
        if line.low is not None and line.high is not None:
            traces.append(_band(x, line.low[x - start], line.high[x - start], line))
            seen += [line.low[x - start], line.high[x - start]]
        seen.append(y)
        style = curve_style(len(x), line.color, line.dash, line.width)
        point = f"{along.split(',')[0]} %{{x}}: %{{y:.4g}}{hover}"
        traces.append(
            {"type": "scatter", "name": line.name, "x": x, "y": y, "hovertemplate": point, "showlegend": True, **style}
        )
        marks = [mark for mark in line.marks if first <= start + mark <= last]
        if marks:
            traces.append(_marked([start + mark for mark in marks], line.values[marks], line))
        if position is not None and first <= position <= last:
            here = line.values[position - start : position - start + 1]
            traces.append(dot([position] * len(here), here))
    plot = layout(height, chooses="x" if shown else "", zooms=bool(shown), linked=("xy",) if shown else ())
    several = len(lines) > 1
    across = {**axis(along, range=[first - 0.5, last + 0.5]), **whole_ticks(last - first + 1)}
    ends = limits(seen or [np.empty(0)], from_zero=from_zero)
    place = position if position is not None else chosen
    empty = not any(np.isfinite(part).any() for part in seen)
    return {
        "data": traces,
        "layout": plot
        | {
            "hovermode": "x" if several else "closest",
            "hoverdistance": -1,
            "uirevision": f"{first} {last}",
            # a legend grows upwards on a narrow page and takes the room it needs; the words above are its title
            "margin": {"l": 52, "r": 12, "t": 8 if several else 26, "b": 40, "autoexpand": several},
            "showlegend": several,
            "legend": {**LEGEND, "title": {"text": values, "side": "top", "font": {"size": 12}}},
            "xaxis": position_axis(first, last) if shown else across,
            "yaxis": value_axis(range=ends, fixedrange=True),
            "annotations": [words_above(values, xshift=-36)] * (not several) + [note("undefined here")] * empty,
            "shapes": rule(place) if place is not None and first <= place <= last else [],
        },
    }


def _band(x: Any, low: Array, high: Array, line: Line) -> dict[str, Any]:
    """A closed outline along the low and back along the high ends."""
    return {
        "type": "scatter",
        "x": np.concatenate((x, x[::-1])),
        "y": np.concatenate((low, high[::-1])),
        "mode": "lines",
        "line": {"width": 0},
        "fill": "toself",
        "fillcolor": line.color,
        "opacity": BAND,
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _marked(x: Sequence[int], y: Array, line: Line) -> dict[str, Any]:
    """An open ring around points that a text speaks of."""
    return {
        "type": "scatter",
        "x": list(x),
        "y": y,
        "mode": "markers",
        "marker": {
            "size": 12,
            "symbol": "circle-open",
            "color": line.color,
            "line": {"width": 2.5, "color": line.color},
        },
        "hoverinfo": "skip",
        "showlegend": False,
        "cliponaxis": False,
    }


def bars(
    values: Array, *, heading: str, along: str, color: str, limit: float, marked: Sequence[int] = (), height: int = 220
) -> Figure:
    """One value a column, as bars around 0. (d,); some columns can be `marked`."""
    count = len(values)
    hover = "column %{x}: %{y:.4f}<extra></extra>"
    shape: dict[str, Any] = {"type": "scatter", "mode": "lines", "line": {"color": color, "width": 1.5}}
    if count <= MOST_BARS:
        shape = {"type": "bar", "marker": {"color": [INK if j in marked else color for j in range(count)]}}
    return {
        "data": [{"x": np.arange(count), "y": values, "hovertemplate": hover, **shape}],
        "layout": layout(height)
        | {
            "margin": {"l": 46, "r": 10, "t": 26, "b": 40, "autoexpand": False},
            "bargap": 0.15,
            "hovermode": "closest",
            "xaxis": {**axis(along, range=[-0.5, count - 0.5]), **whole_ticks(count)},
            "yaxis": value_axis(
                range=[-1.05 * limit, 1.05 * limit], zeroline=True, zerolinecolor=GRID, fixedrange=True
            ),
            "annotations": [words_above(heading, xshift=-36)],
        },
    }


def ruler(waves: Array, length: int, *, names: str, color: str, height: int = 130) -> Figure:
    """The wavelength of every pair or bit on a logarithmic ruler, with the length of the sequence. (m,) in tokens."""
    finite = waves[np.isfinite(waves)]
    done = finite <= length
    traces = [
        {
            "type": "scatter",
            "x": finite[which],
            "y": np.full(int(which.sum()), 0.5),
            "customdata": np.flatnonzero(which),
            "mode": "markers",
            "marker": {"symbol": "line-ns", "size": 26, "line": {"width": 2, "color": ink}},
            "hovertemplate": f"{names} %{{customdata}}: %{{x:,.1f}} tokens<extra></extra>",
        }
        for which, ink in ((done, color), (~done, MUTED))
    ]
    longest = float(np.log10([*finite, length]).max())
    return {
        "data": traces,
        "layout": layout(height)
        | {
            "margin": {"l": 12, "r": 12, "t": 26, "b": 40, "autoexpand": False},
            "hovermode": "closest",
            "xaxis": axis(
                "wavelength in tokens, logarithmic",
                type="log",
                range=[-0.1, longest + 0.1],
                exponentformat="power",
                dtick=max(round(longest / 8), 1),
            ),
            "yaxis": {"visible": False, "range": [0, 1], "fixedrange": True},
            "shapes": rule(length),
            "annotations": [
                {
                    "x": float(np.log10(length)),
                    "xanchor": "right" if np.log10(length) > 0.8 * longest else "center",
                    "y": 1,
                    "yref": "paper",
                    "yanchor": "bottom",
                    "showarrow": False,
                    "text": f"n = {length:,}",
                    "font": {"size": 12, "color": INK},
                    "bgcolor": PAPER,
                }
            ],
        },
    }


def counting(bits: Array, waves: Array, labels: Sequence[str], *, bit_color: str, wave_color: str) -> Figure:
    """Bits as steps and waves over them, one row each, slower downwards. bits and waves (n, rows) in 0 ... 1."""
    length, rows = bits.shape
    traces: list[dict[str, Any]] = []
    fine = np.linspace(0, length - 1, len(waves))
    for row in range(rows):
        base = 1.35 * (rows - 1 - row)
        shared = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "showlegend": row == 0}
        steps = {
            "x": np.arange(length),
            "y": bits[:, row] + base,
            "line": {"shape": "hvh", "color": bit_color, "width": 2},
        }
        wave = {"x": fine, "y": waves[:, row] + base, "line": {"color": wave_color, "width": 2}}
        traces += [
            {**shared, **steps, "name": "bit"},
            {**shared, **wave, "name": "sine of the pair"},
        ]
    return {
        "data": traces,
        "layout": layout(56 * rows + 90)
        | {
            "margin": {"l": 132, "r": 10, "t": 30, "b": 40, "autoexpand": False},
            "showlegend": True,
            "legend": LEGEND,
            "hovermode": False,
            "xaxis": position_axis(0, length - 1),
            "yaxis": {
                "tickvals": [1.35 * (rows - 1 - row) + 0.5 for row in range(rows)],
                "ticktext": list(labels),
                "ticks": "",
                "showgrid": False,
                "zeroline": False,
                "range": [-0.2, 1.35 * rows - 0.15],
                "fixedrange": True,
            },
        },
    }
