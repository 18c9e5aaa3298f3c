"""Bias: slopes by head, curves over the distance on even or log steps, and T5's buckets as a ruler."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.charts import lines
from dashboard.charts.style import (
    DASHES,
    LEGEND,
    MUTED,
    Array,
    Figure,
    axis,
    broken,
    curve_style,
    layout,
    limits,
    step_color,
    value_axis,
    whole_ticks,
    words_above,
)


class Fall(NamedTuple):
    """One curve over the distance."""

    name: str
    k: NDArray[np.int64]
    values: Array
    color: str
    dash: str = "solid"


def head_style(place: int, count: int) -> tuple[str, str]:
    """The colour and the dash of one head of some, from the one that looks least far."""
    return step_color(place, count), DASHES[place % len(DASHES)] if place else "solid"


def falls(
    drawn: Sequence[Fall], *, values: str, unit: str, last: int, log: bool, from_zero: bool, height: int = 340
) -> Figure:
    """Curves over the distance back, from 0, or over a log axis from 1, to the `last` one."""
    several = len(drawn) > 1
    title = broken(values)
    air = 0.02 * np.log10(last) if last > 1 else 0.3
    ticks = {"tickformat": "d" if last < 10_000 else "~s"}
    along = (
        {"type": "log", "range": [-air, np.log10(last) + air], "dtick": 1 if last > 50 else "D1"}
        if log
        else {"range": [-0.5, last + 0.5], **whole_ticks(last + 1)}
    )
    return {
        "data": [
            {
                "type": "scatter",
                "name": fall.name,
                "x": fall.k,
                "y": fall.values,
                "hovertemplate": f"distance k %{{x}}: %{{y:.4g}}{unit}",
                "showlegend": True,
                **curve_style(len(fall.k), fall.color, fall.dash),
            }
            for fall in drawn
        ],
        "layout": layout(height)
        | {
            "hovermode": "x" if several else "closest",
            "hoverdistance": -1,
            "uirevision": f"{last} {log}",
            "margin": {"l": 52, "r": 12, "t": 8 if several else 26 + 15 * title.count("<br>"), "b": 40}
            | {"autoexpand": several},
            "showlegend": several,
            "legend": {**LEGEND, "title": {"text": title, "side": "top", "font": {"size": 12}}},
            "xaxis": axis("distance k back, in tokens", **along, **ticks),
            "yaxis": value_axis(range=limits([fall.values for fall in drawn], from_zero=from_zero), fixedrange=True),
            "annotations": [words_above(title, xshift=-36)] * (not several),
        },
    }


def slopes(code: Array, paper: Array) -> Figure:
    """The slope of every head, on a log axis: by the authors' code, and by the paper's sentence."""
    figure = lines.curves(
        [
            lines.Line("authors' code", code, step_color(0, 2)),
            lines.Line("paper's sentence", paper, step_color(1, 2), DASHES[2]),
        ],
        values="slope m, in nats a token, on a log axis",
        along="head, from 1",
        start=1,
        hover=" nats a token",
    )
    low, high = np.log10([min(code.min(), paper.min()), max(code.max(), paper.max())])
    figure["layout"]["yaxis"] |= {"type": "log", "range": [low - 0.15, high + 0.15], "dtick": 1}
    return figure


def ruler(before: NDArray[np.int64], after: NDArray[np.int64] | None, color: str) -> Figure:
    """The bucket of every distance as stairs, for keys before the query and, where they count, after it."""
    drawn = [lines.Line("keys before the query", before.astype(np.float64), color)]
    if after is not None:
        # no key after the query is 0 away
        numbers = np.concatenate(([np.nan], after.astype(np.float64)))
        drawn.append(lines.Line("keys after it", numbers, MUTED, DASHES[2]))
    figure = lines.curves(drawn, values="number of the bucket", along="distance, in tokens", height=320)
    for trace in figure["data"]:
        if trace["type"] == "scatter":
            trace["line"] = trace["line"] | {"shape": "hv"}
            trace["mode"] = "lines"
    return figure
