"""Compare: one encoding as one figure, the matrix, the distance at offset k, the similarity with one position.

Of an encoding without vectors: the logits of all pairs, their drop at offset k, the logits from one position.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dashboard.charts.wire import TINY
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.compare.numbers import Portrait, Reach, ScorePortrait
from posenc_core.analysis import criteria
from posenc_core.analysis.pictures import envelope
from posenc_core.plot import style
from posenc_core.plot.matrices import stripe
from posenc_core.plot.style import Array, Figure
from posenc_core.text.numerals import number

HEIGHT = 480
_ROWS = ((0.55, 0.965), (0.325, 0.47), (0.05, 0.245))
_GAP = 0.008

FLAT, PALE = 8, 4
"""How many times smaller than the largest a curve, or a matrix, is when it needs a separate scale."""


class Scales(NamedTuple):
    """Where the axes of one portrait end, and how many times it is magnified: its colors, and both its curves."""

    values: float
    curves: tuple[Reach, Reach]
    factors: tuple[float | None, ...]
    color_bar: bool


def scales(portraits: Sequence[Portrait | ScorePortrait], *, own: bool, limit: float | None = None) -> list[Scales]:
    """Axes that let portraits be compared, or for each its `own`.

    What is flat on the common axis has its own, and so has a matrix whose colors would be too pale, or that goes beyond
    the `limit` of all. Each scale of colors is explained once.
    """
    rows = [_axes([each.curves[row] for each in portraits], own=own, from_zero=not row) for row in (0, 1)]
    largest = [each.largest for each in portraits]
    common = limit or max(largest, default=1) or style.SHARED_LIMIT
    values = [each if each > common or 0 < each * PALE < common else common for each in largest]
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
    return style.limits(rows or [np.empty(0)], from_zero=from_zero and all((row >= 0).all() for row in rows))


class Curve(NamedTuple):
    """One curve below the matrix; its kind names its messages."""

    kind: str
    x: ArrayLike
    y: Array
    here: Array
    """Its value at the selected position; none where it has none there."""
    beside: ArrayLike | None = None
    """The other position of each pair."""


def portrait(drawn: Portrait, study: Study, scales: Scales, color: str) -> Figure:
    """The matrix of an encoding, the distance at offset k, and the similarity with the selected position.

    Curves of very many points are drawn as the smallest and largest of each interval.
    """
    (first, last), p = study.shown, study.position
    picture, steps, similarity = drawn.picture, drawn.steps, drawn.similarity
    matrix = {
        "z": style.compact(picture.means.T),
        "x0": picture.start + (picture.rows - 1) / 2,
        "dx": picture.rows,
        "y0": (picture.columns - 1) / 2,
        "dy": picture.columns,
    }
    x, y = envelope(steps[first : last + 1], first)
    positions, values = envelope(similarity[first : last + 1], first)
    curves = (
        Curve("distance", x, y, steps[p : p + 1], x + study.offset),
        Curve("similarity", positions, values, similarity[p : p + 1]),
    )
    kind = "mean" if picture.rows * picture.columns > 1 else "cell"
    dim = picture.means.shape[1] * picture.columns
    words = {"columns": drawn.scheme.columns, "rows": picture.rows, "count": picture.columns}
    return _figure(kind, matrix, [dim - 0.5, -0.5], curves, study, scales, color, words)


def score_portrait(drawn: ScorePortrait, study: Study, scales: Scales, color: str) -> Figure:
    """The logits of all pairs, their drop at offset k, and those of the selected position, whose row is marked.

    All of them in nats, relative to the logit of a position with itself.
    """
    (first, last), p, k = study.shown, study.position, study.offset
    grid, loss = drawn.grid, drawn.loss
    steps = {"x0": grid.start, "dx": grid.step, "y0": grid.start, "dy": grid.step}
    matrix = {"z": style.compact(grid.cells), **steps, "hoverongaps": False}
    inside = (first <= loss.positions) & (loss.positions <= last)
    x, y = loss.positions[inside], loss.values[inside]
    if x.size == last - max(first, k) + 1:
        # of more than a plot has room for, every position has one
        x, y = envelope(y, max(first, k))
    positions, values = envelope(drawn.seen[first : last + 1], first)
    curves = (
        Curve("drop", x, y, loss.values[loss.positions == p], x - k),
        Curve("seen", positions, values, drawn.seen[p : p + 1]),
    )
    figure = _figure("logit", matrix, [last + 0.5, first - 0.5], curves, study, scales, color, {"rows": grid.step})
    figure["layout"]["shapes"] += stripe("y", p)
    return figure


def _figure(
    kind: str,
    matrix: dict[str, Any],
    rows: list[float],
    curves: Sequence[Curve],
    study: Study,
    scales: Scales,
    color: str,
    words: dict[str, Any],
) -> Figure:
    """Three plots over one axis of positions, with the selected one marked through all; `rows` are the matrix's ends.

    `words` are the arguments of the matrix's messages.
    """
    (first, last), p = study.shown, study.position
    args = {"offset": study.offset, "position": p, "measure": study.measure, "x": "%{x}"}
    texts = {each.kind: args | {"y": "%{y:.4g}", "z": "%{customdata}"} for each in curves}
    texts = {kind: args | {"y": "%{y}", "z": "%{z:.4g}"} | words} | texts
    headings = [message(f"compare-row-{kind}", **args) for kind, args in texts.items()]
    hovers = [f"{message(f'compare-hover-{kind}', **args)}<extra></extra>" for kind, args in texts.items()]
    heatmap = {
        "type": "heatmap",
        **matrix,
        "hovertemplate": hovers[0],
        "zmin": -scales.values,
        "zmax": scales.values,
        "colorscale": style.color_scale(style.SIGNED),
        "showscale": scales.color_bar,
        "colorbar": _color_bar(scales.values),
    }
    lines = [
        {"type": "scatter", "x": each.x, "y": each.y, "yaxis": f"y{row + 1}", "hovertemplate": hovers[row]}
        | ({} if each.beside is None else {"customdata": each.beside})
        | style.curve_style(len(each.y), color)
        for row, each in enumerate(curves, 1)
    ]
    marks = [style.dot([p] * len(each.here), each.here, yaxis=f"y{row}") for row, each in enumerate(curves, 2)]
    above = [
        style.words_above(
            message("compare-magnified", heading=heading, factor=factor) if factor else heading, y=ends[1] + _GAP
        )
        for heading, factor, ends in zip(headings, scales.factors, _ROWS, strict=True)
    ]
    empty = [
        style.note(message(f"compare-empty-{each.kind}", **args), y=sum(_ROWS[row]) / 2)
        for row, each in enumerate(curves, 1)
        if not np.isfinite(each.y).any()
    ]
    share = {"fixedrange": True, "anchor": "x"}
    ticks = style.whole_ticks(round(abs(rows[1] - rows[0])))
    return {
        "data": [heatmap, *lines, *marks],
        "layout": style.layout(HEIGHT, chooses="x", zooms=True, linked=("xy2", "xy3"))
        | {
            "margin": {"l": 46, "r": 10, "t": 8, "b": 38, "autoexpand": False},
            "hovermode": "x",
            "hoverdistance": -1,
            "hoversubplots": "axis",
            "uirevision": f"{first} {last}",
            "xaxis": style.position_axis(first, last, anchor="y3"),
            "annotations": above + empty,
            # with a halo on the matrix, behind the curves
            "shapes": style.rule(p, *_ROWS[0], halo=True) + style.rule(p, _ROWS[2][0], _ROWS[0][0]),
            "yaxis": style.axis("", domain=_ROWS[0], range=rows, tickformat="d", **share, **ticks),
            "yaxis2": style.value_axis(domain=_ROWS[1], range=scales.curves[0], **share) | {"nticks": 4},
            "yaxis3": style.value_axis(domain=_ROWS[2], range=scales.curves[1], **share),
        },
    }


def _color_bar(limit: float) -> dict[str, Any]:
    """A short bar under the right end of the matrix; its title stands between the labels where they leave room."""
    unit, letter = next((unit for unit in ((1e6, "M"), (1e3, "k")) if limit >= unit[0]), (1, ""))
    end = f"{limit / unit:.{2 if limit < 1 else 3}g}{letter}" if TINY < limit < 1e9 else number(limit, 2)
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
        "ticktext": [f"−{end}", message("chart-value") if len(end) < 3 else "", end],
        "tickfont": {"size": 11, "color": style.MUTED},
        "ticklabeloverflow": "allow",
        "tickangle": 0,
        "ticks": "",
    }
