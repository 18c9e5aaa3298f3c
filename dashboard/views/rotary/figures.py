"""Rotary: which columns turn together, and how many times slower each pair turns under every scaling."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.charts import lines
from dashboard.charts.style import (
    MUTED,
    Array,
    Figure,
    axis,
    layout,
    rule,
    scheme_style,
    step_color,
    value_axis,
    words_above,
)


def arcs(pairs: NDArray[np.int64], angles: Array, *, heading: str, position: int, reach: int) -> Figure:
    """Columns in a row, with an arc between each two that turn together. (m, 2) first and second columns, (m,) angles.

    `reach` is how far apart the two of a pair may be, in all figures that stand side by side.
    """
    traces: list[dict[str, Any]] = []
    for place, (pair, angle) in enumerate(zip(pairs.tolist(), angles, strict=True)):
        color = step_color(place, len(pairs))
        middle, radius = sum(pair) / 2, (pair[1] - pair[0]) / 2
        way = np.linspace(0, np.pi, 33)
        traces.append(
            {
                "type": "scatter",
                "x": middle - radius * np.cos(way),
                "y": radius * np.sin(way),
                "mode": "lines",
                "line": {"color": color, "width": 3},
                "hoverinfo": "skip",
            }
        )
        traces.append(
            {
                "type": "scatter",
                "x": pair,
                "y": [0.0, 0.0],
                "mode": "markers",
                "marker": {"size": 20, "color": color},
                "cliponaxis": False,
                "hovertemplate": f"column %{{x}}: pair {place}<br>turned by {angle:.4g} radians at position "
                f"{position:,}<extra></extra>",
            }
        )
    return {
        "data": traces,
        "layout": layout(190)
        | {
            "hovermode": "closest",
            "margin": {"l": 12, "r": 12, "t": 28, "b": 40, "autoexpand": False},
            "xaxis": axis("column, from 0", range=[-0.6, pairs.size - 0.4], dtick=1, tick0=0, ticks=""),
            "yaxis": {"visible": False, "range": [-0.6, reach / 2 + 0.3], "fixedrange": True},
            "annotations": [words_above(heading)],
        },
    }


def ratios(found: Mapping[str, Array], *, front: str, values: str, mark: float | None, marked: str) -> Figure:
    """The ratio of frequencies over the pairs, on a log axis, one curve a scaling; the one in front is drawn last.

    A dotted line stands at `mark`, with its words.
    """
    drawn = [
        lines.Line(name, ratio, *scheme_style(place), width=4 if name == front else 2)
        for place, (name, ratio) in enumerate(found.items())
    ]
    drawn.sort(key=lambda line: line.name == front)
    figure = lines.curves(drawn, values=values, along="pair i, from fast to slow", height=400, hover=" × its frequency")
    seen = np.concatenate([ratio[np.isfinite(ratio)] for ratio in found.values()])
    low, high = (float(np.log10(end)) for end in (seen.min(), seen.max()))
    air = 0.06 * (high - low) or 0.3
    ranks = list(found)
    for trace in figure["data"]:
        # the order of the choice, whichever is in front
        trace["legendrank"] = ranks.index(trace["name"]) + 1
    plot, ticks = figure["layout"], _ticks(low - air, high + air)
    plot["yaxis"] = value_axis(
        type="log",
        range=[low - air, high + air],
        fixedrange=True,
        tickvals=ticks,
        ticktext=[f"{tick:g}" for tick in ticks],
    )
    if mark is not None:
        side = "left" if mark < max(map(len, found.values())) / 2 else "right"
        plot["shapes"] = rule(mark)
        plot["annotations"].append(
            words_above(
                marked,
                x=mark,
                xref="x",
                y=0.02,
                yanchor="bottom",
                xanchor=side,
                xshift=6 if side == "left" else -6,
                font={"size": 12, "color": MUTED},
            )
        )
    return figure


def level(drawn: Sequence[lines.Line], *, values: str, along: str, largest: float) -> Figure:
    """Curves on an axis of values that reaches as far below 0 as above, so that one without waves is seen as a line."""
    figure = lines.curves(drawn, values=values, along=along, height=260)
    figure["layout"]["yaxis"]["range"] = [-largest, largest]
    return figure


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two powers of 10: 1, 2 and 5 times a power, or powers alone where these are many."""
    powers = range(int(np.floor(low)), int(np.ceil(high)) + 1)
    steps = (1, 2, 5) if high - low < 2.5 else (1,)
    apart = len(powers) // 6 + 1
    ticks = [step * 10.0**power for power in powers if not power % apart for step in steps]
    return [tick for tick in ticks if low <= np.log10(tick) <= high]
