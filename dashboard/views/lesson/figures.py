"""Figures of Lesson: bars over the words, and dots."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dashboard.views.lesson.numbers import WORDS
from posenc_core.plot.style import INK, Array, Figure, axis, layout, value_axis, words_above

HEIGHT = 200


def labels(count: int) -> list[str]:
    """Labels of the words with their positions."""
    return [f"{word}<br>{place}" for place, word in enumerate(WORDS[:count])]


def bars(
    rows: Mapping[str, Array],
    colors: Sequence[str],
    below: Sequence[str],
    heading: str,
    *,
    marked: int | None = None,
    clicks: bool = False,
    height: int = HEIGHT,
) -> Figure:
    """Bars for each label and row; `marked` has an outline, and a click on a bar selects it if `clicks`."""
    count = len(below)
    traces: list[dict[str, Any]] = [
        {
            "type": "bar",
            "name": name,
            "x": np.arange(count),
            "y": values,
            "customdata": [*range(count)],
            "marker": {
                "color": color,
                "line": {"color": INK, "width": [2.5 * (place == marked) for place in range(count)]},
            },
            "hovertemplate": "%{y:.3g}<extra></extra>",
        }
        for (name, values), color in zip(rows.items(), colors, strict=True)
    ]
    top = max((float(np.nanmax(values)) for values in rows.values() if np.isfinite(values).any()), default=0) or 1.0
    plot = layout(height, chooses="customdata" if clicks else "")
    plot["meta"] |= {"last": count - 1}
    return {
        "data": traces,
        "layout": plot
        | {
            "margin": {"l": 40, "r": 8, "t": 26, "b": 40, "autoexpand": False},
            "showlegend": len(rows) > 1,
            "legend": {"orientation": "h", "x": 1, "xanchor": "right", "y": 1, "yanchor": "bottom"},
            "barmode": "group",
            "hovermode": "closest",
            "xaxis": axis("", range=[-0.6, count - 0.4], fixedrange=True)
            | {"tickvals": [*range(count)], "ticktext": [*below], "ticks": ""},
            "yaxis": value_axis(range=[0, 1.08 * top], fixedrange=True),
            "annotations": [words_above(heading, xshift=-32)],
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
    for each, look, texts, mode in (
        (ghost, 0.35, None, "markers"),
        (points, 1.0, above, "markers+text" if above else "markers"),
        (names_at, 1.0, names, "text"),
    ):
        if each is not None:
            traces.append(
                {
                    "type": "scatter",
                    "mode": mode,
                    "x": each[:, 0],
                    "y": each[:, 1],
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
        "layout": layout(150 if line else 260)
        | {
            "margin": {"l": 20, "r": 20, "t": 26, "b": 30, "autoexpand": False},
            "hovermode": False,
            "xaxis": axis("", range=across, fixedrange=True, visible=line),
            "yaxis": {"range": up, "visible": False, "fixedrange": True}
            | ({} if line else {"scaleanchor": "x", "constrain": "domain"}),
            "annotations": [words_above(heading)],
        },
    }
