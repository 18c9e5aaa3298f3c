"""Compare: one scheme as one figure, the matrix, the distance of one step, the similarity with one position."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from dashboard.charts.style import (
    MUTED,
    SHARED_LIMIT,
    SIGNED,
    Array,
    Figure,
    axis,
    color_scale,
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
from posenc_core.pictures import Picture, envelope

HEIGHT = 496
_ROWS = ((0.54, 0.97), (0.3, 0.465), (0.05, 0.225))
_GAP = 0.008


class Scales(NamedTuple):
    """Where the axes of one portrait end: colours at ±values, the distances, the similarities."""

    values: float
    steps: tuple[float, float]
    similarity: tuple[float, float]
    color_bar: bool


def scales(
    largest: Sequence[float], steps: Sequence[Array], similarities: Sequence[Array], *, own: bool
) -> list[Scales]:
    """Axes that let portraits be compared: one for all, or each its `own`.

    The colours always end at ±1 for every matrix that stays within; one that does not ends at its largest number. Each
    scale of colours is explained once.
    """
    values = [max(SHARED_LIMIT, value) for value in largest]
    bars = [value != SHARED_LIMIT or values.index(value) == order for order, value in enumerate(values)]
    groups = [[order] for order in range(len(values))] if own else [list(range(len(values)))] * len(values)
    return [
        Scales(
            value,
            limits([steps[i] for i in group], from_zero=True),
            limits([similarities[i] for i in group], from_zero=False),
            bar,
        )
        for value, bar, group in zip(values, bars, groups, strict=True)
    ]


def portrait(
    picture: Picture,
    steps: Array,
    similarity: Array,
    *,
    position: int,
    offset: int,
    shown: tuple[int, int],
    columns: str,
    compared: str,
    scales: Scales,
    color: str,
) -> Figure:
    """Three plots over one position axis: the matrix, the distance of one step, the similarity with one position.

    picture of the shown positions, steps (n - offset,) or empty, similarity (n,); the chosen position is marked through
    all three. Curves of very many points are drawn as the smallest and largest of each stretch.
    """
    first, last = shown
    step_positions, step_values = envelope(steps[first : last + 1], first)
    positions, values = envelope(similarity[first : last + 1], first)
    cell = "position %{x}, dimension %{y}<br>value %{z:.3f}"
    block = f"mean of up to {picture.rows} × {picture.columns} cells" if picture.rows * picture.columns > 1 else ""
    traces = [
        {
            "type": "heatmap",
            "z": picture.means.T.astype(np.float32),
            "x0": picture.start + (picture.rows - 1) / 2,
            "dx": picture.rows,
            "y0": (picture.columns - 1) / 2,
            "dy": picture.columns,
            "zmin": -scales.values,
            "zmax": scales.values,
            "colorscale": color_scale(SIGNED),
            "showscale": scales.color_bar,
            "colorbar": _color_bar(scales.values),
            "hovertemplate": (f"around {cell}, {block}" if block else cell) + "<extra></extra>",
        },
        dict(
            type="scatter",
            x=step_positions,
            y=step_values,
            yaxis="y2",
            customdata=step_positions + offset,
            hovertemplate="distance %{x} → %{customdata}: %{y:.4g}<extra></extra>",
            **curve_style(len(step_values), color),
        ),
        dict(
            type="scatter",
            x=positions,
            y=values,
            yaxis="y3",
            hovertemplate="position %{x}: %{y:.4g}<extra></extra>",
            **curve_style(len(values), color),
        ),
        *(
            dot([position] * len(values[position : position + 1]), values[position : position + 1], yaxis=row)
            for row, values in (("y2", steps), ("y3", similarity))
        ),
    ]
    dim = picture.means.shape[1] * picture.columns
    words = f"dimension, {block}" if block else f"dimension ({columns})"
    headings = (words, f"distance p → p + {offset}", compared)
    empty = [
        note(words, y=sum(_ROWS[row]) / 2)
        for row, values, words in ((1, steps, "no position k tokens on"), (2, similarity, "undefined here"))
        if not np.isfinite(values).any()
    ]
    rows = {"fixedrange": True, "anchor": "x"}
    top, bottom = _ROWS[0], _ROWS[2][0]
    return {
        "data": traces,
        "layout": layout(HEIGHT, chooses="x", zooms=True, linked=("xy2", "xy3"))
        | {
            "margin": {"l": 46, "r": 10, "t": 8, "b": 38, "autoexpand": False},
            "hovermode": "x",
            "hoverdistance": -1,
            "hoversubplots": "axis",
            "uirevision": f"{first} {last}",
            "xaxis": position_axis(first, last, anchor="y3"),
            "yaxis": axis("", domain=top, range=[dim - 0.5, -0.5], tickformat="d", **rows, **whole_ticks(dim)),
            "yaxis2": value_axis(domain=_ROWS[1], range=scales.steps, **rows),
            "yaxis3": value_axis(domain=_ROWS[2], range=scales.similarity, **rows),
            "annotations": [words_above(text, y=_ROWS[row][1] + _GAP) for row, text in enumerate(headings)] + empty,
            # through all three plots: with a halo on the matrix, behind the curves
            "shapes": rule(position, *top, halo=True) + rule(position, bottom, top[0]),
        },
    }


def _color_bar(limit: float) -> dict[str, Any]:
    """A short bar under the right end of the matrix; its title stands between the labels where they leave room."""
    unit, letter = next((unit for unit in ((1e6, "M"), (1e3, "k")) if limit >= unit[0]), (1, ""))
    end = f"{limit / unit:.3g}{letter}"
    return {
        "orientation": "h",
        "thickness": 7,
        "len": 0.3,
        "x": 0.97,
        "xanchor": "right",
        "y": _ROWS[0][0] - _GAP,
        "yanchor": "top",
        "ypad": 0,
        "xpad": 0,
        "outlinewidth": 0,
        "tickvals": [-limit, 0, limit],
        "ticktext": [f"−{end}", "value" if len(end) < 3 else "", end],
        "tickfont": {"size": 11, "color": MUTED},
        "ticklabeloverflow": "allow",
        "tickangle": 0,
        "ticks": "",
    }
