"""Check: a table beside what it is held against, how far apart they are, and how fast its pairs rotate."""

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.lines import Line, curves
from dashboard.charts.matrices import matrix
from dashboard.charts.style import INK, LEGEND, MUTED, Array, Figure, axis, layout, value_axis, whole_ticks
from dashboard.views.check.words import evenly
from posenc_core.diagnosis import Pairs
from posenc_core.pictures import Picture


def picture(found: Picture, *, heading: str, limit: float, height: int, bias: bool = False) -> Figure:
    """A table as it is printed: positions downwards, columns across; of biases queries and keys."""
    down, across = ("query", "key") if bias else ("position p", "column j")
    mean = "mean" if found.rows * found.columns > 1 else "value"
    return matrix(
        found.means,
        heading=heading,
        across=across,
        down=down,
        limit=limit,
        signed=True,
        hover=f"{down.split()[0]} %{{y}}, {across.split()[0]} %{{x}}<br>{mean} %{{z:.3~g}}",
        origin=(found.start, 0),
        size=(found.rows, found.columns),
        bar=True,
        height=height,
    )


def apart(values: Array, along: str, color: str) -> Figure:
    """How far apart the columns or rows of a table and of what it is held against are, the farthest marked."""
    line = Line("apart", values, color, width=1.5, marks=[] if evenly(values) else [int(values.argmax())])
    return curves([line], values="difference, in usual sizes", along=along, from_zero=True, height=240)


def norms(values: Array, color: str) -> Figure:
    """How long the vector of each position is."""
    line = Line("norm", values, color, width=1.5)
    return curves([line], values="length of the vector (norm)", along="position p", from_zero=True, height=240)


def frequencies(pairs: Pairs, meant: Array, color: str) -> Figure:
    """The frequency of each pair, as measured and as it should be, on a log axis."""
    shown = measurable(pairs)
    x, y, errors = np.flatnonzero(shown), pairs.frequencies[shown], pairs.errors[shown]
    below = np.minimum(np.where(np.isfinite(errors), errors, 0), 0.9 * y)
    lines = {"as explained": (pairs.expected, INK, "solid")}
    if meant.size == len(pairs.expected) and not np.allclose(meant, pairs.expected, rtol=1e-3):
        lines = {"with the bug": (pairs.expected, INK, "solid"), "as meant": (meant, MUTED, "8px,4px")}
    traces = [
        {
            "type": "scatter",
            "name": name,
            "x": np.arange(len(values)),
            "y": np.where(values > 0, values, np.nan),
            "mode": "lines+markers" if len(values) == 1 else "lines",
            "line": {"color": line_color, "width": 1.5, "dash": dash},
            "marker": {"size": 4, "color": line_color},
            "hovertemplate": "pair %{x}: %{y:.4g} radians per position",
        }
        for name, (values, line_color, dash) in lines.items()
        if (values > 0).any()
    ]
    traces.append(
        {
            "type": "scatter",
            "name": "measured",
            "x": x,
            "y": y,
            "mode": "markers",
            "marker": {"size": 7, "color": color},
            "error_y": {
                "type": "data",
                "symmetric": False,
                "array": np.where(np.isfinite(errors), errors, 0),
                "arrayminus": below,
                "color": color,
                "thickness": 1.5,
                "width": 3,
            },
            "hovertemplate": "pair %{x}: %{y:.4g} radians per position",
        }
    )
    seen = np.concatenate([y, *(values[values > 0] for values, _, _ in lines.values())])
    low, high = np.log10(seen.min()), np.log10(seen.max())
    air = 0.06 * (high - low) or 0.3
    count = len(pairs.frequencies)
    return {
        "data": traces,
        "layout": layout(320)
        | {
            "hovermode": "x",
            "hoverdistance": -1,
            "margin": {"l": 58, "r": 12, "t": 8, "b": 40, "autoexpand": True},
            "showlegend": True,
            "legend": {
                **LEGEND,
                "title": {"text": "radians per position, on a log axis", "side": "top", "font": {"size": 12}},
            },
            "xaxis": {**axis("pair i", range=[-0.5, count - 0.5]), **whole_ticks(count)},
            "yaxis": value_axis(type="log", range=[low - air, high + air], fixedrange=True, dtick=1)
            | ({} if high - low > 1 else {"dtick": None}),
        },
    }


def measurable(pairs: Pairs) -> NDArray[np.bool_]:
    """Which pairs have a positive frequency, and so a place on a log axis."""
    return np.isfinite(pairs.frequencies) & (pairs.frequencies > 0)
