"""Figures of Compare: matrix, distance at offset k, and similarity of one encoding.

For an encoding without vectors: logits of all pairs, drops at offset k, and logits from one position.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dashboard.charts.figures import figure, scatter
from dashboard.charts.wire import TINY
from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.compare.numbers import Portrait, Reach, ScorePortrait, both, measured
from posenc_core import Scheme
from posenc_core.analysis import criteria
from posenc_core.analysis.pictures import envelope
from posenc_core.plot import style
from posenc_core.plot.style import Array, Figure, stripe
from posenc_core.text.numerals import number

HEIGHT = 584
_ROWS = ((0.53, 0.97), (0.28, 0.46), (0.02, 0.21))
_GAP = 0.008

FLAT, PALE = 8, 4
"""Ratio to the largest curve, or matrix, below which a separate scale is used."""


def main_figures(study: Study) -> list[Figure]:
    """Return the figure of every encoding."""
    study = measured(study)
    drawn = by_scheme(*both(study), study)
    return [drawn[scheme] for scheme in study.schemes]


def by_scheme(portraits: Sequence[Portrait], of_scores: Sequence[ScorePortrait], study: Study) -> dict[Scheme, Figure]:
    """Return the figure of each encoding, with common scales for vectors and for logits."""
    drawn = {}
    for one, own in zip(portraits, scales(portraits, limit=style.SHARED_LIMIT), strict=True):
        drawn[one.scheme] = portrait(one, study, own)
    for scored, own in zip(of_scores, scales(of_scores), strict=True):
        drawn[scored.scheme] = score_portrait(scored, study, own)
    return drawn


class Scales(NamedTuple):
    """Axis limits of one portrait, and magnifications of its colors and both curves."""

    values: float
    curves: tuple[Reach, Reach]
    factors: tuple[float | None, ...]
    color_bar: bool


def scales(portraits: Sequence[Portrait | ScorePortrait], *, limit: float | None = None) -> list[Scales]:
    """Choose common axes for comparison.

    Flat curves, pale matrices, and matrices beyond the `limit` have separate scales; each color scale has one bar.
    """
    rows = [_axes([portrait.curves[row] for portrait in portraits], from_zero=not row) for row in (0, 1)]
    largest = [portrait.largest for portrait in portraits]
    common = limit or max(largest, default=1) or style.SHARED_LIMIT
    values = [value if value > common or 0 < value * PALE < common else common for value in largest]
    return [
        Scales(
            value,
            (rows[0][i][0], rows[1][i][0]),
            (common / value if value < common else None, rows[0][i][1], rows[1][i][1]),
            value != common or values.index(value) == i,
        )
        for i, value in enumerate(values)
    ]


def _axes(ends: Sequence[Reach | None], *, from_zero: bool) -> list[tuple[Reach, float | None]]:
    """Axis limits of one row for each portrait, and the magnification relative to the common axis."""
    large = max((max(map(abs, reach)) for reach in ends if reach), default=0)
    apart = [reach is not None and _flat(*reach, large) for reach in ends]
    common = _limits([reach for reach, flat in zip(ends, apart, strict=True) if not flat], from_zero)
    alone = [_limits([reach], from_zero) for reach in ends]
    return [
        (limits, (common[1] - common[0]) / (limits[1] - limits[0])) if flat else (common, None)
        for limits, flat in zip(alone, apart, strict=True)
    ]


def _flat(low: float, high: float, large: float) -> bool:
    """Return whether a curve looks flat beside a large one; a constant curve does not count."""
    size = max(abs(low), abs(high))
    return 0 < size * FLAT < large and high - low > criteria.EQUAL * size


def _limits(ends: Sequence[Reach | None], from_zero: bool) -> Reach:
    rows = [np.array(reach) for reach in ends if reach]
    return style.limits(rows or [np.empty(0)], from_zero=from_zero and all((row >= 0).all() for row in rows))


class Curve(NamedTuple):
    """Curve below the matrix; `kind` selects its messages."""

    kind: str
    x: ArrayLike
    y: Array
    here: Array
    """Value at the selected position; empty if undefined."""
    beside: ArrayLike | None = None
    """Other position of each pair."""


def portrait(portrait: Portrait, study: Study, scales: Scales) -> Figure:
    """Matrix of an encoding, distance at offset k, and similarity with the selected position.

    Long curves are drawn as the minimum and maximum of each interval.
    """
    (first, last), p = study.shown, study.position
    picture, steps, similarity = portrait.picture, portrait.steps, portrait.similarity
    matrix = {
        "z": picture.means.T,
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
    words = {"columns": portrait.scheme.text("columns"), "rows": picture.rows, "count": picture.columns}
    return _figure(portrait.scheme, kind, matrix, [dim - 0.5, -0.5], curves, study, scales, words)


def score_portrait(portrait: ScorePortrait, study: Study, scales: Scales) -> Figure:
    """Logits of all pairs, drops at offset k, and logits of the selected position, whose row is marked.

    All values are in nats, relative to the logit of a position with itself.
    """
    (first, last), p, k = study.shown, study.position, study.offset
    grid, loss = portrait.grid, portrait.loss
    steps = {"x0": grid.start, "dx": grid.step, "y0": grid.start, "dy": grid.step}
    matrix = {"z": grid.cells, **steps, "hoverongaps": False}
    inside = (first <= loss.positions) & (loss.positions <= last)
    x, y = loss.positions[inside], loss.values[inside]
    if x.size == last - max(first, k) + 1:
        # the curve is complete, so that it can be thinned
        x, y = envelope(y, max(first, k))
    positions, values = envelope(portrait.seen[first : last + 1], first)
    curves = (
        Curve("drop", x, y, loss.values[loss.positions == p], x - k),
        Curve("seen", positions, values, portrait.seen[p : p + 1]),
    )
    rows = [last + 0.5, first - 0.5]
    plots = _figure(portrait.scheme, "logit", matrix, rows, curves, study, scales, {"rows": grid.step})
    plots["layout"]["shapes"] += stripe("y", p)
    return plots


def _figure(
    scheme: Scheme,
    kind: str,
    matrix: dict[str, Any],
    rows: list[float],
    curves: Sequence[Curve],
    study: Study,
    scales: Scales,
    words: dict[str, Any],
) -> Figure:
    """Three plots over one position axis, with the selected position marked in all; `rows` are the matrix limits.

    `words` are the arguments of the matrix messages.
    """
    (first, last), p = study.shown, study.position
    args = {"offset": study.offset, "position": p, "measure": study.measure, "x": "%{x}"}
    texts = {curve.kind: args | {"y": "%{y:.4g}", "z": "%{customdata}"} for curve in curves}
    texts = {kind: args | {"y": "%{y}", "z": "%{z:.4g}"} | words} | texts
    headings = [message(f"compare-row-{kind}", **args) for kind, args in texts.items()]
    hovers = [message(f"compare-hover-{kind}", **args) for kind, args in texts.items()]
    heatmap = _heatmap(matrix, scales) | {"hovertemplate": f"{hovers[0]}<extra></extra>"}
    lines, marks, notes, color = [], [], [], style.scheme_color(order(scheme))
    for heading, factor, ends in zip(headings, scales.factors, _ROWS, strict=True):
        text = message("compare-magnified", heading=heading, factor=factor) if factor else heading
        notes.append(style.words_above(text, y=ends[1] + _GAP))
    for row, (curve, hover) in enumerate(zip(curves, hovers[1:], strict=True), 1):
        own: dict[str, Any] = {"yaxis": f"y{row + 1}", "name": f"{scheme.name}: {headings[row]}"}
        if curve.beside is not None:
            own["customdata"] = curve.beside
        lines.append(scatter(curve.x, curve.y, "", hover) | own | style.curve_style(len(curve.y), color))
        marks.append(style.dot([p] * len(curve.here), curve.here, yaxis=own["yaxis"]))
        if not np.isfinite(curve.y).any():
            notes.append(style.note(message(f"compare-empty-{curve.kind}", **args), y=sum(_ROWS[row]) / 2))
    share = {"fixedrange": True, "anchor": "x"}
    ticks = style.whole_ticks(round(abs(rows[1] - rows[0])))
    return figure(
        [heatmap, *lines, *marks],
        HEIGHT,
        margin=(46, 10, 8, 38),
        chooses="x",
        meta={"zooms": True, "linked": ["xy2", "xy3"]},
        hovermode="x",
        hoverdistance=-1,
        uirevision=f"{first} {last}",
        xaxis=style.position_axis(first, last, anchor="y3"),
        annotations=notes,
        # halo on the matrix; behind the curves
        shapes=style.rule(p, *_ROWS[0], halo=True) + style.rule(p, _ROWS[2][0], _ROWS[0][0]),
        yaxis=style.axis("", domain=_ROWS[0], range=rows, tickformat="d", **share, **ticks),
        yaxis2=style.value_axis(domain=_ROWS[1], range=scales.curves[0], **share) | {"nticks": 4},
        yaxis3=style.value_axis(domain=_ROWS[2], range=scales.curves[1], **share),
    )


def _heatmap(matrix: dict[str, Any], scales: Scales) -> dict[str, Any]:
    return {
        "type": "heatmap",
        **matrix,
        "zmin": -scales.values,
        "zmax": scales.values,
        "colorscale": style.color_scale(style.SIGNED),
        "showscale": scales.color_bar,
        "colorbar": _color_bar(scales.values),
    }


def _color_bar(limit: float) -> dict[str, Any]:
    """Short color bar below the matrix, with a title where the labels leave room."""
    unit, letter = next((unit for unit in ((1e6, "M"), (1e3, "k")) if limit >= unit[0]), (1, ""))
    digits = 2 if limit < 1 else 3
    end = f"{limit / unit:.{digits}g}{letter}" if TINY < limit < 1e9 else number(limit, 2)
    place = {"x": 0.97, "xanchor": "right", "y": _ROWS[0][0] - _GAP, "yanchor": "top", "ypad": 0, "xpad": 0}
    return {
        **place,
        "orientation": "h",
        "thickness": 7,
        "len": 0.3,
        "outlinewidth": 0,
        "tickvals": [-limit, 0, limit],
        "ticktext": [f"−{end}", message("chart-value") if len(end) < 3 else "", end],
        "tickfont": {"size": 11, "color": style.MUTED},
        "ticklabeloverflow": "allow",
        "tickangle": 0,
        "ticks": "",
    }
