"""Heatmap: the matrix with one opened cell, bars, waves on a ruler, and bits beside waves."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts import matrices
from dashboard.charts.style import (
    GRID,
    INK,
    LEGEND,
    MUTED,
    PAPER,
    Array,
    Figure,
    axis,
    dot,
    layout,
    position_axis,
    rule,
    value_axis,
    whole_ticks,
    words_above,
)
from posenc_core.pictures import Picture

MOST_BARS = 512
"""More columns than this are drawn as a line: bars would be thinner than a pixel."""


def encoding(
    picture: Picture,
    *,
    heading: str,
    columns: str,
    by_position: bool,
    position: int,
    column: int,
    limit: float,
) -> Figure:
    """The matrix, positions downwards or across, with the chosen position and the opened cell."""
    titles = ("position p, from 0", f"column j ({columns})")
    block = picture.rows * picture.columns > 1
    value = f"{'mean' if block else 'value'} %{{z:.3f}}"
    start, size = (picture.start, 0), (picture.rows, picture.columns)
    if by_position:
        hover = f"position %{{y}}, column %{{x}}<br>{value}"
        places: dict[str, Any] = {"origin": start, "size": size, "chooses": "y", "marked_row": position}
    else:
        hover = f"position %{{x}}, column %{{y}}<br>{value}"
        places = {"origin": start[::-1], "size": size[::-1], "chooses": "x", "marked_column": position}
    figure = matrices.matrix(
        picture.means if by_position else picture.means.T,
        heading=heading,
        across=titles[by_position],
        down=titles[not by_position],
        limit=limit,
        signed=True,
        hover=hover,
        height=460,
        **places,
    )
    figure["layout"]["meta"]["opens"] = "x" if by_position else "y"
    figure["layout"]["shapes"] += _around(picture, position, column, by_position)
    return figure


def _around(picture: Picture, position: int, column: int, by_position: bool) -> list[dict[str, Any]]:
    """A square around the opened cell, with a halo that keeps it visible on any colour; none where it is not shown."""
    row, place = (position - picture.start) // picture.rows, column // picture.columns
    if not 0 <= row < len(picture.means):
        return []
    down = picture.start + row * picture.rows - 0.5
    across = place * picture.columns - 0.5
    x, y = ((across, picture.columns), (down, picture.rows))[:: 1 if by_position else -1]
    return [
        {
            "type": "rect",
            "x0": x[0],
            "x1": x[0] + x[1],
            "y0": y[0],
            "y1": y[0] + y[1],
            "line": {"color": color, "width": width},
        }
        for color, width in ((PAPER, 5), (INK, 2))
    ]


def bars(
    values: Array, *, heading: str, along: str, color: str, limit: float, signed: bool, marked: int, height: int = 220
) -> Figure:
    """One value a column, as bars around 0, or from 0 where no value is negative. (d,); one column is `marked`."""
    count = len(values)
    hover = "column %{x}: %{y:.4f}<extra></extra>"
    shape: dict[str, Any] = {"type": "scatter", "mode": "lines", "line": {"color": color, "width": 1.5}}
    if count <= MOST_BARS:
        shape = {"type": "bar", "marker": {"color": [INK if j == marked else color for j in range(count)]}}
    # a bar of height 0 cannot be seen in any colour
    drawn = [{"x": np.arange(count), "y": values, "hovertemplate": hover, **shape}, dot([marked], values[[marked]])]
    return {
        "data": drawn,
        "layout": layout(height)
        | {
            "margin": {"l": 46, "r": 10, "t": 26, "b": 40, "autoexpand": False},
            "bargap": 0.15,
            "hovermode": "closest",
            "xaxis": {**axis(along, range=[-0.5, count - 0.5]), **whole_ticks(count)},
            "yaxis": value_axis(
                range=[-1.05 * limit * signed, 1.05 * limit], zeroline=True, zerolinecolor=GRID, fixedrange=True
            ),
            "annotations": [words_above(heading, xshift=-36)],
        },
    }


def ruler(waves: Array, length: int, *, names: Sequence[str], color: str, height: int = 130) -> Figure:
    """Each wavelength on a logarithmic ruler, with its name and the length of the sequence. (m,) in tokens."""
    finite = waves[np.isfinite(waves)]
    called = np.array(names)[np.isfinite(waves)]
    done = finite <= length
    traces = [
        {
            "type": "scatter",
            "x": finite[which],
            "y": np.full(int(which.sum()), 0.5),
            "customdata": np.flatnonzero(which),
            "text": called[which].tolist(),
            "mode": "markers",
            "marker": {"symbol": "line-ns", "size": 26, "line": {"width": 2, "color": ink}},
            "hovertemplate": "%{text}: %{x:,.1f} tokens<extra></extra>",
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
            {**shared, **wave, "name": "wave"},
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
