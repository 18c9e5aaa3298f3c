"""Figures of Lesson: bars over the words, and dots."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dashboard.views.lesson.numbers import FINE, N, words
from posenc_core.plot.style import GRID, INK, Array, Figure, axis, layout, value_axis, words_above

HEIGHT = 200

MARGIN = {"l": 40, "r": 8, "t": 34, "b": 40, "autoexpand": False}
"""Margins of figures over the words, whose columns line up; the heading is above the highest tick."""


def labels(count: int) -> list[str]:
    """Labels of the words with their positions."""
    return [f"{word}<br>{place}" for place, word in enumerate(words()[:count])]


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
    traces: list[dict[str, Any]] = [
        {
            "type": "bar",
            "name": name,
            "x": at,
            "y": values,
            "customdata": [*range(count)],
            "marker": {
                "color": color,
                "line": {"color": INK, "width": [2.5 if place == marked else 0 for place in range(count)]},
            },
            "hovertemplate": "%{y:.3g}<extra></extra>",
        }
        for (name, values), color in zip(rows.items(), colors, strict=True)
    ]
    top = max((float(np.nanmax(values)) for values in rows.values() if np.isfinite(values).any()), default=0)
    plot = layout(height, chooses="customdata" if clicks else "")
    plot["meta"] |= {"last": count - 1}
    return {
        "data": traces,
        "layout": plot
        | {
            "margin": MARGIN,
            "showlegend": len(rows) > 1,
            "legend": {"orientation": "h", "x": 1, "xanchor": "right", "y": 1, "yanchor": "bottom"},
            "barmode": "group",
            "hovermode": "closest",
            "xaxis": axis("", range=[-0.6, count - 0.4 + between], fixedrange=True)
            | {"tickvals": at, "ticktext": [*below], "ticks": ""},
            # an empty chart has no ticks, which would tell or belie the heights of its bars
            "yaxis": value_axis(range=[0, 1.08 * (top or 1)], fixedrange=True, showticklabels=top > 0),
            "annotations": [words_above(heading, xshift=-32, yshift=8)],
        },
    }


def waves(rows: Array, heading: str, color: str, *, names: Sequence[str] = (), marked: int | None = None) -> Figure:
    """Waves with `FINE` values per word, and a dot for each word; a marked word has a band.

    With names, waves are one below the other; without, they have one axis, and the second is dashed.
    """
    apart = 2.6 if names else 0
    traces: list[dict[str, Any]] = []
    look = [{"color": INK if word == marked else color, "size": 10 if word == marked else 7} for word in range(N)]
    for place, values in enumerate(rows):
        line = {"color": color, "width": 1.5, "dash": "solid" if names or not place else "5px,4px"}
        for step, more in (
            (1, {"mode": "lines", "line": line, "opacity": 0.6, "hoverinfo": "skip"}),
            (
                FINE,
                {"mode": "markers", "marker": {key: [style[key] for style in look] for key in look[0]}}
                | {"customdata": values[::FINE], "hovertemplate": "%{customdata:.3g}<extra></extra>"},
            ),
        ):
            x = np.arange(len(values))[::step] / FINE
            traces.append({"type": "scatter", "x": x, "y": values[::step] - apart * place, **more})
    labels_of_waves = [
        {"text": name, "x": -0.6, "y": 1.15 - apart * place, "xanchor": "left", "yanchor": "bottom", "showarrow": False}
        for place, name in enumerate(names)
    ]
    band = {"type": "rect", "y0": 0, "y1": 1, "yref": "paper", "layer": "below", "line": {"width": 0}}
    return {
        "data": traces,
        "layout": layout(70 + 70 * len(rows) if names else 124)
        | {
            "margin": MARGIN | {"t": 30, "b": 8},
            "hovermode": "closest",
            "xaxis": axis("", range=[-0.6, N - 0.4], fixedrange=True, visible=False),
            "yaxis": {"range": [-1.2 - apart * (len(rows) - 1), 1.8 if names else 1.2], "visible": False}
            | {"fixedrange": True},
            "shapes": [] if marked is None else [band | {"fillcolor": GRID, "x0": marked - 0.4, "x1": marked + 0.4}],
            "annotations": [words_above(heading, xshift=-32, yshift=8), *labels_of_waves],
        },
    }


def codes(table: Array, color: str, heading: str) -> Figure:
    """Bits as cells over the words, each with its digit."""
    heatmap = {
        "type": "heatmap",
        "z": table.T,
        "texttemplate": "%{z}",
        "showscale": False,
        "colorscale": [[0, GRID], [1, color]],
        "zmin": 0,
        "zmax": 1,
        "xgap": 2,
        "ygap": 2,
        "hoverinfo": "skip",
    }
    return {
        "data": [heatmap],
        "layout": layout(HEIGHT)
        | {
            "margin": MARGIN,
            "hovermode": False,
            "xaxis": axis("", range=[-0.6, N - 0.4], fixedrange=True)
            | {"tickvals": [*range(N)], "ticktext": labels(N), "ticks": ""},
            "yaxis": {"autorange": "reversed", "visible": False, "fixedrange": True},
            "annotations": [words_above(heading, xshift=-32, yshift=8)],
        },
    }


def dots(
    points: Array,
    names: Sequence[str],
    color: str,
    heading: str,
    *,
    line: bool,
    ghost: Array | None = None,
    names_at: Array | None = None,
) -> Figure:
    """Labelled points in the square from −1 to 1, or on a line from 0 to 1, with pale `ghost` points.

    Names are above their points, or centered at `names_at`.
    """
    traces: list[dict[str, Any]] = []
    above = names if names_at is None else None
    for places, look, texts, mode in (
        (ghost, 0.35, None, "markers"),
        (points, 1.0, above, "markers+text" if above else "markers"),
        (names_at, 1.0, names, "text"),
    ):
        if places is not None:
            traces.append(
                {
                    "type": "scatter",
                    "mode": mode,
                    "x": places[:, 0],
                    "y": places[:, 1],
                    "text": texts,
                    "textposition": "top center" if names_at is None else "middle center",
                    "marker": {"size": 9, "color": color, "opacity": look},
                    "hoverinfo": "skip",
                    "cliponaxis": False,
                }
            )
    across, up = ([-0.05, 1.05], [-0.6, 1.4]) if line else ([-1.25, 1.25], [-1.25, 1.25])
    return {
        "data": traces,
        "layout": layout(150 if line else 196)
        | {
            "margin": {"l": 20, "r": 20, "t": 26 if line else 34, "b": 30 if line else 8, "autoexpand": False},
            "hovermode": False,
            "xaxis": axis("", range=across, fixedrange=True, visible=line),
            "yaxis": {"range": up, "visible": False, "fixedrange": True}
            | ({} if line else {"scaleanchor": "x", "constrain": "domain"}),
            "annotations": [words_above(heading, yshift=0 if line else 8)],
        },
    }
