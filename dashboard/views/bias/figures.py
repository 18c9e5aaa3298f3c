"""Bias: the reach of heads as bars, curves over the distance, slopes as dots, and T5's buckets as a ruler."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.style import (
    DASHES,
    GRID,
    INK,
    LEGEND,
    MUTED,
    PAPER,
    PASSING,
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
from dashboard.say import message
from dashboard.views.bias.numbers import Ruler

HEIGHT = 340


class Fall(NamedTuple):
    """One curve over the distance."""

    name: str
    k: NDArray[np.int64]
    values: Array
    color: str
    dash: str = "solid"
    width: float = 2


def head_style(place: int, count: int) -> tuple[str, str]:
    """The color and the dash of one head of some, from the one with the shortest reach."""
    return step_color(place, count), DASHES[place % len(DASHES)] if place else "solid"


def reach(halves: Sequence[int | None], texts: Sequence[str], selected: int, length: int, color: str) -> Figure:
    """A bar for each head, in their order, on a log axis; a click selects one. None reaches beyond the axis."""
    count, end = len(halves), 2.2 * length
    heads = np.arange(1, count + 1)
    never = [k is None for k in halves]
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": heads,
        "x": np.array([end if k is None else k for k in halves], np.float64),
        "customdata": heads,
        "marker": {
            "color": color,
            "opacity": [1.0 if head == selected else 0.4 for head in heads.tolist()],
        },
        "text": list(texts) if count <= 24 else [""] * count,
        "textposition": ["inside" if each else "outside" for each in never],
        "insidetextanchor": "end",
        "textangle": 0,
        "textfont": {"size": 12, "color": INK},
        "cliponaxis": False,
        "hovertext": list(texts),
        "hovertemplate": message("bias-reach-hover", y="%{y}", text="%{hovertext}") + "<extra></extra>",
    }
    plot = layout(max(HEIGHT, min(14 * count + 70, 560)), chooses="customdata")
    plot["meta"] |= {"selects": "h", "last": count, "noun": message("bias-head-axis")}
    return {
        "data": [bars],
        "layout": plot
        | {
            # a short bar is clicked anywhere in its row
            "hovermode": "y",
            "hoverdistance": -1,
            "uirevision": f"{count} {length}",
            "margin": {"l": 40, "r": 14, "t": 26, "b": 40, "autoexpand": False},
            "bargap": 0.25,
            "xaxis": axis(
                message("bias-distance"), type="log", range=[np.log10(0.5), np.log10(end)], dtick=1, fixedrange=True
            )
            | {"showgrid": True, "gridcolor": GRID, "tickformat": "~s"},
            "yaxis": axis(message("bias-head-axis"), range=[count + 0.6, 0.4], dtick=-(-count // 16), tick0=1)
            | {"fixedrange": True},
            "annotations": [words_above(message("bias-reach"), xshift=-32)],
        },
    }


def falls(
    drawn: Sequence[Fall], *, values: str, unit: str, last: int, log: bool, half: float = np.nan, legend: bool = True
) -> Figure:
    """Curves over the distance, from 0, or on a log axis from 1, to the `last` one; `half` is a marked value."""
    title = broken(values)
    air = 0.02 * np.log10(last) if last > 1 else 0.3
    ticks = {"tickformat": "d" if last < 10_000 else "~s"}
    along = (
        {"type": "log", "range": [-air, np.log10(last) + air], "dtick": 1 if last > 50 else "D1"}
        if log
        else {"range": [-0.5, last + 0.5], **whole_ticks(last + 1)}
    )
    ends = limits([fall.values for fall in drawn], from_zero=not np.isnan(half))
    line = {"color": MUTED, "width": 1, "dash": "dot"}
    rule = {"type": "line", "layer": "below", "xref": "paper", "x0": 0, "x1": 1, "y0": half, "y1": half, "line": line}
    return {
        "data": [
            {
                "type": "scatter",
                "name": fall.name,
                "x": fall.k,
                "y": fall.values,
                "hovertemplate": f"k = %{{x}}: %{{y:.4g}}{unit}",
                "showlegend": legend,
                **curve_style(len(fall.k), fall.color, fall.dash, fall.width),
            }
            for fall in drawn
        ],
        "layout": layout(HEIGHT)
        | {
            "hovermode": "x" if legend else "closest",
            "hoverdistance": -1,
            "uirevision": f"{last} {log}",
            "margin": {"l": 52, "r": 12, "t": 8 if legend else 26 + 15 * title.count("<br>"), "b": 40}
            | {"autoexpand": legend},
            "showlegend": legend,
            "legend": {**LEGEND, "title": {"text": title, "side": "top", "font": {"size": 12}}},
            "xaxis": axis(message("bias-distance"), **along, **ticks),
            "yaxis": value_axis(range=ends, fixedrange=True),
            "annotations": [words_above(title, xshift=-36)] * (not legend),
            "shapes": [rule] * (not np.isnan(half)),
        },
    }


def slopes(code: Array, paper: Array) -> Figure:
    """The slope of every head as dots on a log axis: filled by the authors' code, open by the paper's formula."""
    heads, styles = np.arange(1, len(code) + 1), ((step_color(0, 2), "circle"), (step_color(1, 2), "circle-open"))
    low, high = np.log10([min(code.min(), paper.min()), max(code.max(), paper.max())])
    hover = message("bias-slopes-hover", x="%{x}", y="%{y:.4g}")
    return {
        "data": [
            {
                "type": "scatter",
                "mode": "markers",
                "name": message(f"bias-slopes-{name}"),
                "x": heads,
                "y": values,
                "marker": {"size": 9 if symbol == "circle" else 13, "symbol": symbol, "color": color}
                | {"line": {"width": 2, "color": color}},
                "hovertemplate": hover,
            }
            for name, values, (color, symbol) in zip(("code", "paper"), (code, paper), styles, strict=True)
        ],
        "layout": layout(HEIGHT)
        | {
            "hovermode": "x",
            "showlegend": True,
            "legend": {**LEGEND, "title": {"text": message("bias-slopes-axis"), "side": "top", "font": {"size": 12}}},
            "margin": {"l": 60, "r": 12, "t": 8, "b": 40, "autoexpand": True},
            "xaxis": axis(message("bias-head-axis"), range=[0.5, len(code) + 0.5], tick0=1, dtick=-(-len(code) // 16)),
            "yaxis": value_axis(type="log", range=[low - 0.15, high + 0.15], dtick=1, fixedrange=True),
        },
    }


def ruler(sides: dict[str, Ruler]) -> Figure:
    """The distances of each side cut into colored buckets; the number of a bucket stands in it where there is room."""
    names = [message(f"bias-ruler-{name}") for name in sides]
    return {
        "data": [_buckets(place, *side) for place, side in enumerate(sides.items())],
        "layout": layout(90 + 70 * len(sides))
        | {
            "hovermode": "closest",
            "barmode": "overlay",
            "bargap": 0.3,
            "margin": {"l": 52, "r": 14, "t": 8, "b": 40, "autoexpand": False},
            "xaxis": axis(message("bias-distance"), range=[-0.5, next(iter(sides.values())).end + 0.5], nticks=9),
            "yaxis": axis("", autorange="reversed", fixedrange=True, tickvals=[*range(len(sides))], ticktext=names),
        },
    }


def _buckets(place: int, name: str, found: Ruler) -> dict[str, Any]:
    ends = np.append(found.firsts[1:], found.end + 1)
    widths, rows = ends - found.firsts, list(zip(found.numbers.tolist(), found.firsts.tolist(), strict=True))
    start = int(found.firsts[0] - found.numbers[0])
    texts = [
        message("bias-ruler-hover", x=f"{bucket}", y=f"{first}", z=f"{end - 1}")
        for (bucket, first), end in zip(rows, ends.tolist(), strict=True)
    ]
    texts[-1] = message("bias-ruler-hover.last", x=f"{rows[-1][0]}", y=f"{rows[-1][1]}")
    return {
        "type": "bar",
        "orientation": "h",
        "y": np.full(len(rows), place),
        # a whole distance has its tick in the middle
        "base": found.firsts - 0.5,
        "x": widths.astype(np.float64),
        "marker": {
            # the same distances have the same colors on both sides
            "color": [PASSING[(bucket + start) % len(PASSING)] for bucket, _ in rows],
            "opacity": 0.55,
            "line": {"color": PAPER, "width": 1},
        },
        "text": [
            str(bucket) if width >= found.end / 60 else "" for (bucket, _), width in zip(rows, widths, strict=True)
        ],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": {"size": 12, "color": INK},
        "hovertext": texts,
        "hovertemplate": f"%{{hovertext}}<extra>{message(f'bias-ruler-{name}.hover')}</extra>",
    }
