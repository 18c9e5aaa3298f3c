"""Compare: one scheme as one figure, the matrix, the distance of one step, the similarity with one position.

Of a scheme without vectors: the scores of all pairs, what one step back costs, the scores of one position.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from dashboard.charts.style import (
    INK,
    MUTED,
    PAPER,
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
from dashboard.views.scores import Grid, Loss
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
    return {
        "data": traces,
        "layout": _three_rows(first, last, position, headings, empty)
        | {
            "yaxis": _matrix_axis([dim - 0.5, -0.5], dim),
            "yaxis2": value_axis(domain=_ROWS[1], range=scales.steps, **_ROW),
            "yaxis3": value_axis(domain=_ROWS[2], range=scales.similarity, **_ROW),
        },
    }


def score_scales(grids: Sequence[Grid], losses: Sequence[Loss], seen: Sequence[Array], *, own: bool) -> list[Scales]:
    """The same for portraits of scores: nats are compared with nats alone. Colours end at the largest score."""
    groups = [[order] for order in range(len(grids))] if own else [list(range(len(grids)))] * len(grids)
    found = []
    for order, group in enumerate(groups):
        values = [losses[i].values for i in group]
        found.append(
            Scales(
                max(float(np.nanmax(np.abs(grids[i].cells))) for i in group) or SHARED_LIMIT,
                limits(values, from_zero=all((each >= 0).all() for each in values)),
                limits([seen[i] for i in group], from_zero=False),
                own or not order,
            )
        )
    return found


def score_portrait(
    grid: Grid,
    loss: Loss,
    seen: Array,
    *,
    position: int,
    offset: int,
    shown: tuple[int, int],
    scales: Scales,
    color: str,
) -> Figure:
    """Three plots over one axis of key positions: the scores of all pairs, the cost of a step back, one position's.

    All of them in nats, beside a position's own score; the chosen position's row is marked in the matrix.
    """
    first, last = shown
    inside = (first <= loss.positions) & (loss.positions <= last)
    step_positions, step_values = loss.positions[inside], loss.values[inside]
    if step_positions.size == last - max(first, offset) + 1:
        # of more than a plot has room for, every position has one
        step_positions, step_values = envelope(step_values, max(first, offset))
    positions, values = envelope(seen[first : last + 1], first)
    traces = [
        {
            "type": "heatmap",
            "z": grid.cells.astype(np.float32),
            "x0": grid.start,
            "dx": grid.step,
            "y0": grid.start,
            "dy": grid.step,
            "zmin": -scales.values,
            "zmax": scales.values,
            "colorscale": color_scale(SIGNED),
            "showscale": scales.color_bar,
            "colorbar": _color_bar(scales.values),
            "hoverongaps": False,
            "hovertemplate": "position %{y} sees %{x}<br>%{z:.4g} nats beside its own<extra></extra>",
        },
        dict(
            type="scatter",
            x=step_positions,
            y=step_values,
            yaxis="y2",
            customdata=step_positions - offset,
            hovertemplate="position %{x} sees %{customdata}: %{y:.4g} nats less<extra></extra>",
            **curve_style(len(step_values), color),
        ),
        dict(
            type="scatter",
            x=positions,
            y=values,
            yaxis="y3",
            hovertemplate="position %{x}: %{y:.4g} nats<extra></extra>",
            **curve_style(len(values), color),
        ),
        dot([position] * int((loss.positions == position).sum()), loss.values[loss.positions == position], yaxis="y2"),
        dot([position], seen[position : position + 1], yaxis="y3"),
    ]
    every = f", every {grid.step:,}th" if grid.step > 1 else ""
    headings = (
        f"score of query (down) with key{every}, nats",
        f"nats lost, key {offset:,} back",
        f"score from position {position:,}, nats",
    )
    empty = [] if step_values.size else [note("no key k tokens back", y=sum(_ROWS[1]) / 2)]
    across = {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "yref": "y", "y0": position, "y1": position}
    figure_layout = _three_rows(first, last, position, headings, empty)
    figure_layout["shapes"] += [
        {**across, "layer": "above", "opacity": opacity, "line": {"color": color, "width": width, "dash": dash}}
        for color, width, opacity, dash in ((PAPER, 4.5, 0.75, "solid"), (INK, 1.5, 1, "dot"))
    ]
    return {
        "data": traces,
        "layout": figure_layout
        | {
            "yaxis": _matrix_axis([last + 0.5, first - 0.5], last - first + 1),
            "yaxis2": value_axis(domain=_ROWS[1], range=scales.steps, **_ROW),
            "yaxis3": value_axis(domain=_ROWS[2], range=scales.similarity, **_ROW),
        },
    }


def _three_rows(
    first: int, last: int, position: int, headings: Sequence[str], empty: list[dict[str, Any]]
) -> dict[str, Any]:
    """What the portraits share: three plots over one axis of positions, with the chosen one marked through all."""
    top, bottom = _ROWS[0], _ROWS[2][0]
    return layout(HEIGHT, chooses="x", zooms=True, linked=("xy2", "xy3")) | {
        "margin": {"l": 46, "r": 10, "t": 8, "b": 38, "autoexpand": False},
        "hovermode": "x",
        "hoverdistance": -1,
        "hoversubplots": "axis",
        "uirevision": f"{first} {last}",
        "xaxis": position_axis(first, last, anchor="y3"),
        "annotations": [words_above(text, y=_ROWS[row][1] + _GAP) for row, text in enumerate(headings)] + empty,
        # through all three plots: with a halo on the matrix, behind the curves
        "shapes": rule(position, *top, halo=True) + rule(position, bottom, top[0]),
    }


_ROW = {"fixedrange": True, "anchor": "x"}


def _matrix_axis(ends: list[float], count: int) -> dict[str, Any]:
    """The axis of the rows of a matrix, the first on top."""
    return axis("", domain=_ROWS[0], range=ends, tickformat="d", **_ROW, **whole_ticks(count))


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
