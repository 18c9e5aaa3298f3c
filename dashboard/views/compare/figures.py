"""Compare: one encoding as one figure, the matrix, the distance at offset k, the similarity with one position.

Of an encoding without vectors: the logits of all pairs, their drop at offset k, the logits from one position.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

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
from dashboard.say import message
from dashboard.study import Study
from dashboard.views.compare.numbers import Portrait, Reach, ScorePortrait
from posenc_core import criteria
from posenc_core.pictures import envelope

HEIGHT = 480
_ROWS = ((0.55, 0.965), (0.335, 0.465), (0.05, 0.25))
_GAP = 0.008

FLAT, PALE = 50, 4
"""How many times smaller than the largest a curve, or a matrix, is when it needs a scale of its own."""


class Scales(NamedTuple):
    """Where the axes of one portrait end, and how many times it is magnified: its colors, and both its curves."""

    values: float
    curves: tuple[Reach, Reach]
    factors: tuple[float | None, ...]
    color_bar: bool


class Extent(NamedTuple):
    """How far the numbers of one portrait go: of the matrix the largest absolute value, of both curves the ends."""

    values: float
    curves: tuple[Reach | None, Reach | None]


def scales(extents: Sequence[Extent], *, own: bool, limit: float | None = None) -> list[Scales]:
    """Axes that let portraits be compared, or for each its `own`.

    What is flat on the common axis has its own, and so has a matrix whose colors would be too pale, or that goes beyond
    the `limit` of all. Each scale of colors is explained once.
    """
    rows = [_axes([each.curves[row] for each in extents], own=own, from_zero=not row) for row in (0, 1)]
    common = limit or max((each.values for each in extents), default=1) or SHARED_LIMIT
    values = [each.values if each.values > common or 0 < each.values * PALE < common else common for each in extents]
    return [
        Scales(
            value,
            (rows[0][i][0], rows[1][i][0]),
            (common / value if value < common else None, rows[0][i][1], rows[1][i][1]),
            value != common or values.index(value) == i,
        )
        for i, value in enumerate(values)
    ]


def _axes(ends: Sequence[Reach | None], *, own: bool, from_zero: bool) -> list[tuple[Reach, float | None]]:
    """The axis of one row for each portrait, and how many times it is magnified beside the common one."""
    large = max((max(map(abs, each)) for each in ends if each), default=0)
    apart = [each is not None and _flat(*each, large) for each in ends]
    common = _limits([each for each, flat in zip(ends, apart, strict=True) if not flat], from_zero)
    alone = [_limits([each], from_zero) for each in ends]
    return [
        (each, None) if own else (each, (common[1] - common[0]) / (each[1] - each[0])) if flat else (common, None)
        for each, flat in zip(alone, apart, strict=True)
    ]


def _flat(low: float, high: float, large: float) -> bool:
    """Whether a curve looks flat beside a large one; one of equal values has no shape to see."""
    size = max(abs(low), abs(high))
    return 0 < size * FLAT < large and high - low > criteria.EQUAL * size


def _limits(ends: Sequence[Reach | None], from_zero: bool) -> Reach:
    rows = [np.array(each) for each in ends if each]
    return limits(rows or [np.empty(0)], from_zero=from_zero and all((row >= 0).all() for row in rows))


class Curve(NamedTuple):
    """One curve below the matrix."""

    x: ArrayLike
    y: Array
    heading: str
    hover: str
    empty: str
    """What stands there where it has no value."""
    here: Array
    """Its value at the selected position; none where it has none there."""
    beside: ArrayLike | None = None
    """The other position of each pair."""


def portrait(drawn: Portrait, study: Study, scales: Scales, color: str) -> Figure:
    """The matrix of an encoding, the distance at offset k, and the similarity with the selected position.

    Curves of very many points are drawn as the smallest and largest of each stretch.
    """
    (first, last), p, k = study.shown, study.position, study.offset
    picture = drawn.picture
    exact = picture.rows * picture.columns == 1
    matrix = {
        "z": picture.means.T.astype(np.float32),
        "x0": picture.start + (picture.rows - 1) / 2,
        "dx": picture.rows,
        "y0": (picture.columns - 1) / 2,
        "dy": picture.columns,
        "hovertemplate": message(f"compare-hover-{'cell' if exact else 'mean'}", x="%{x}", y="%{y}", z="%{z:.3f}"),
    }
    heading = message("compare-row-matrix", columns=drawn.scheme.columns)
    if not exact:
        heading = message("compare-row-means", rows=picture.rows, count=picture.columns)
    x, y = envelope(drawn.steps[first : last + 1], first)
    distance = Curve(
        x,
        y,
        message("compare-row-distance", offset=k),
        message("compare-hover-distance", x="%{x}", y="%{y:.4g}", z="%{customdata}"),
        message("compare-empty-distance", offset=k),
        drawn.steps[p : p + 1],
        x + k,
    )
    similarity = Curve(
        *envelope(drawn.similarity[first : last + 1], first),
        message("compare-row-similarity", measure=study.measure, position=p),
        message("compare-hover-similarity", x="%{x}", y="%{y:.4g}"),
        message("compare-empty-similarity"),
        drawn.similarity[p : p + 1],
    )
    dim = picture.means.shape[1] * picture.columns
    ends = ([dim - 0.5, -0.5], dim)
    return _figure(
        matrix, ends, (heading, distance.heading, similarity.heading), (distance, similarity), study, scales, color
    )


def score_portrait(drawn: ScorePortrait, study: Study, scales: Scales, color: str) -> Figure:
    """The logits of all pairs, their drop at offset k, and those of the selected position, whose row is marked.

    All of them in nats, relative to the logit of a position with itself.
    """
    (first, last), p, k = study.shown, study.position, study.offset
    grid, loss = drawn.grid, drawn.loss
    matrix = {
        "z": grid.cells.astype(np.float32),
        "x0": grid.start,
        "dx": grid.step,
        "y0": grid.start,
        "dy": grid.step,
        "hoverongaps": False,
        "hovertemplate": message("compare-hover-logit", x="%{x}", y="%{y}", z="%{z:.4g}"),
    }
    inside = (first <= loss.positions) & (loss.positions <= last)
    x, y = loss.positions[inside], loss.values[inside]
    if x.size == last - max(first, k) + 1:
        # of more than a plot has room for, every position has one
        x, y = envelope(y, max(first, k))
    drop = Curve(
        x,
        y,
        message("compare-row-drop", offset=k),
        message("compare-hover-drop", x="%{x}", y="%{y:.4g}", z="%{customdata}"),
        message("compare-empty-drop", offset=k),
        loss.values[loss.positions == p],
        x - k,
    )
    seen = Curve(
        *envelope(drawn.seen[first : last + 1], first),
        message("compare-row-seen", position=p),
        message("compare-hover-seen", x="%{x}", y="%{y:.4g}"),
        "",
        drawn.seen[p : p + 1],
    )
    heading = message("compare-row-logits-some" if grid.step > 1 else "compare-row-logits", rows=grid.step)
    ends = ([last + 0.5, first - 0.5], last - first + 1)
    figure = _figure(matrix, ends, (heading, drop.heading, seen.heading), (drop, seen), study, scales, color)
    across = {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "yref": "y", "y0": p, "y1": p}
    figure["layout"]["shapes"] += [
        {**across, "layer": "above", "opacity": opacity, "line": {"color": color, "width": width, "dash": dash}}
        for color, width, opacity, dash in ((PAPER, 4.5, 0.75, "solid"), (INK, 1.5, 1, "dot"))
    ]
    return figure


def _figure(
    matrix: dict[str, Any],
    ends: tuple[list[float], int],
    headings: Sequence[str],
    curves: Sequence[Curve],
    study: Study,
    scales: Scales,
    color: str,
) -> Figure:
    """Three plots over one axis of positions, with the selected one marked through all.

    `ends` are those of the axis of the rows of the matrix, the first row on top, and how many rows there are.
    """
    first, last = study.shown
    heatmap = {
        "type": "heatmap",
        **matrix,
        "hovertemplate": f"{matrix['hovertemplate']}<extra></extra>",
        "zmin": -scales.values,
        "zmax": scales.values,
        "colorscale": color_scale(SIGNED),
        "showscale": scales.color_bar,
        "colorbar": _color_bar(scales.values),
    }
    lines = [
        {
            "type": "scatter",
            "x": each.x,
            "y": each.y,
            "yaxis": f"y{order}",
            "hovertemplate": f"{each.hover}<extra></extra>",
            **({} if each.beside is None else {"customdata": each.beside}),
            **curve_style(len(each.y), color),
        }
        for order, each in enumerate(curves, 2)
    ]
    marks = [
        dot([study.position] * len(each.here), each.here, yaxis=f"y{order}") for order, each in enumerate(curves, 2)
    ]
    titles = [
        message("compare-magnified", heading=heading, factor=factor) if factor else heading
        for heading, factor in zip(headings, scales.factors, strict=True)
    ]
    empty = [
        note(each.empty, y=sum(_ROWS[row]) / 2) for row, each in enumerate(curves, 1) if not np.isfinite(each.y).any()
    ]
    share = {"fixedrange": True, "anchor": "x"}
    return {
        "data": [heatmap, *lines, *marks],
        "layout": layout(HEIGHT, chooses="x", zooms=True, linked=("xy2", "xy3"))
        | {
            "margin": {"l": 46, "r": 10, "t": 8, "b": 38, "autoexpand": False},
            "hovermode": "x",
            "hoverdistance": -1,
            "hoversubplots": "axis",
            "uirevision": f"{first} {last}",
            "xaxis": position_axis(first, last, anchor="y3"),
            "annotations": [words_above(text, y=_ROWS[row][1] + _GAP) for row, text in enumerate(titles)] + empty,
            # with a halo on the matrix, behind the curves
            "shapes": rule(study.position, *_ROWS[0], halo=True) + rule(study.position, _ROWS[2][0], _ROWS[0][0]),
            "yaxis": axis("", domain=_ROWS[0], range=ends[0], tickformat="d", **share, **whole_ticks(ends[1])),
            "yaxis2": value_axis(domain=_ROWS[1], range=scales.curves[0], **share) | {"nticks": 4},
            "yaxis3": value_axis(domain=_ROWS[2], range=scales.curves[1], **share),
        },
    }


def _color_bar(limit: float) -> dict[str, Any]:
    """A short bar under the right end of the matrix; its title stands between the labels where they leave room."""
    unit, letter = next((unit for unit in ((1e6, "M"), (1e3, "k")) if limit >= unit[0]), (1, ""))
    end = f"{limit / unit:.2g}{letter}" if limit < 1 else f"{limit / unit:.3g}{letter}"
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
        "ticktext": [f"−{end}", message("compare-color") if len(end) < 3 else "", end],
        "tickfont": {"size": 11, "color": MUTED},
        "ticklabeloverflow": "allow",
        "tickangle": 0,
        "ticks": "",
    }
