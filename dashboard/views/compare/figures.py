"""Figures of Compare: matrix, distance at offset k, and similarity of one encoding.

For an encoding without vectors: logits of all pairs, drops at offset k, and logits from one position.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dashboard.charts.figures import figure, scatter
from dashboard.charts.wire import TINY
from dashboard.numbers import measurements
from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.compare import facts
from dashboard.views.compare.facts import Reach
from posenc_core import Scheme
from posenc_core.analysis import criteria
from posenc_core.analysis.pictures import envelope
from posenc_core.plot import style
from posenc_core.plot.style import Array, Figure
from posenc_core.text.numerals import number

HEIGHT = 584
_ROWS = ((0.53, 0.97), (0.28, 0.46), (0.02, 0.21))
_GAP = 0.008

FLAT, PALE = 8, 4
"""Ratio to the largest curve, or matrix, below which a separate scale is used."""


def main_figures(study: Study) -> list[Figure]:
    """Return the figure of every encoding, with common scales for vectors and for logits."""
    study = facts.measured(study)
    drawn = {}
    for scheme, look in scales(study.with_ability("vectors").schemes, study, style.SHARED_LIMIT).items():
        drawn[scheme] = of_vectors(scheme, study, look)
    for scheme, look in scales(study.without_ability("vectors").schemes, study).items():
        drawn[scheme] = of_logits(scheme, study, look)
    return [drawn[scheme] for scheme in study.schemes]


class Scales(NamedTuple):
    """Color limit of a figure, and whether it has a color bar; limits of both curves; magnifications of all three."""

    colors: float
    has_bar: bool
    curves: list[Reach]
    factors: list[float | None]


def scales(schemes: Sequence[Scheme], study: Study, limit: float | None = None) -> dict[Scheme, Scales]:
    """Choose common axes for comparison.

    Flat curves, pale matrices, and matrices beyond the `limit` have separate scales; each color scale has one bar.
    """
    rows = [
        _axes(ends, from_zero=not row)
        for row, ends in enumerate(zip(*(facts.curve_ends(scheme, study) for scheme in schemes), strict=True))
    ]
    sizes = [facts.largest(scheme, study) for scheme in schemes]
    common = limit or max(sizes, default=0) or style.SHARED_LIMIT
    chosen: dict[Scheme, Scales] = {}
    for scheme, size, *curves in zip(schemes, sizes, *rows, strict=True):
        is_apart = size > common or 0 < size * PALE < common
        factor = common / size if is_apart and size < common else None
        has_bar = is_apart or all(other.colors != common for other in chosen.values())
        axes, factors = zip(*curves, strict=True)
        chosen[scheme] = Scales(size if is_apart else common, has_bar, [*axes], [factor, *factors])
    return chosen


def _axes(ends: Sequence[Reach | None], *, from_zero: bool) -> list[tuple[Reach, float | None]]:
    """Axis limits of one row for each encoding, and the magnification relative to the common axis."""
    large = max((max(map(abs, reach)) for reach in ends if reach), default=0)
    alike = [reach for reach in ends if not _is_flat(reach, large)]
    common = _limits(alike, from_zero)
    axes: list[tuple[Reach, float | None]] = []
    for reach in ends:
        own = _limits([reach], from_zero)
        flat = _is_flat(reach, large)
        axes.append((own, (common[1] - common[0]) / (own[1] - own[0])) if flat else (common, None))
    return axes


def _is_flat(reach: Reach | None, large: float) -> bool:
    """Return whether a curve looks flat beside a large one; a constant curve does not count."""
    if reach is None:
        return False
    size = max(map(abs, reach))
    return 0 < size * FLAT < large and reach[1] - reach[0] > criteria.EQUAL * size


def _limits(ends: Sequence[Reach | None], from_zero: bool) -> Reach:
    rows = [np.array(reach) for reach in ends if reach]
    return style.limits(rows or [np.empty(0)], from_zero=from_zero and all((row >= 0).all() for row in rows))


def of_vectors(scheme: Scheme, study: Study, scales: Scales) -> Figure:
    """Matrix of an encoding, distance at offset k, and similarity with the selected position.

    Long curves are drawn as the minimum and maximum of each interval.
    """
    (first, last), p, size = study.shown, study.position, (study.length, study.dim)
    picture = measurements.picture(scheme, *size, first, last)
    steps = measurements.steps(scheme, *size, study.offset)
    similarity = measurements.similarity(scheme, *size, p, study.measure)
    matrix = {
        "z": picture.means.T,
        "x0": picture.start + (picture.rows - 1) / 2,
        "dx": picture.rows,
        "y0": (picture.columns - 1) / 2,
        "dy": picture.columns,
    }
    x, y = envelope(steps[first : last + 1], first)
    curves = {
        "distance": (x, y, steps[p : p + 1], x + study.offset),
        "similarity": (*envelope(similarity[first : last + 1], first), similarity[p : p + 1], None),
    }
    kind = "mean" if picture.rows * picture.columns > 1 else "cell"
    words = {"columns": scheme.text("columns"), "rows": picture.rows, "count": picture.columns}
    bottom = picture.means.shape[1] * picture.columns - 0.5
    return _figure(scheme, study, scales, kind, words, matrix, (bottom, -0.5), curves)


def of_logits(scheme: Scheme, study: Study, scales: Scales) -> Figure:
    """Logits of all pairs, drops at offset k, and logits of the selected position, whose row is marked.

    All values are in nats, relative to the logit of a position with itself.
    """
    (first, last), p, k = study.shown, study.position, study.offset
    grid, loss, seen = facts.grid(scheme, study), facts.losses(scheme, study), facts.logits(scheme, study, p)
    place = {"x0": grid.start, "dx": grid.step, "y0": grid.start, "dy": grid.step}
    matrix = {"z": grid.cells, **place, "hoverongaps": False}
    inside = (first <= loss.positions) & (loss.positions <= last)
    x, y = loss.positions[inside], loss.values[inside]
    if x.size == last - max(first, k) + 1:
        # the curve is complete, so that it can be thinned
        x, y = envelope(y, max(first, k))
    curves = {
        "drop": (x, y, loss.values[loss.positions == p], x - k),
        "seen": (*envelope(seen[first : last + 1], first), seen[p : p + 1], None),
    }
    rows = (last + 0.5, first - 0.5)
    figure = _figure(scheme, study, scales, "logit", {"rows": grid.step}, matrix, rows, curves)
    figure["layout"]["shapes"] += style.stripe("y", p)
    return figure


def _figure(
    scheme: Scheme,
    study: Study,
    scales: Scales,
    kind: str,
    words: dict[str, Any],
    matrix: dict[str, Any],
    rows: Reach,
    curves: Mapping[str, tuple[ArrayLike, Array, Array, ArrayLike | None]],
) -> Figure:
    """Three plots over one position axis, with the selected position marked in all.

    `kind` and `words` select the messages of the matrix and are their arguments; `rows` are the ends of its axis.
    `curves` are, by the kind of their messages: x, y, the value at the selected position (empty if undefined), and
    the other position of each pair.
    """
    (first, last), p = study.shown, study.position
    args = {"offset": study.offset, "position": p, "measure": study.measure, "x": "%{x}"}
    texts = {kind: args | {"y": "%{y}", "z": "%{z:.4g}"} | words}
    texts |= dict.fromkeys(curves, args | {"y": "%{y:.4g}", "z": "%{customdata}"})
    headings = [message(f"compare-row-{kind}", **args) for kind, args in texts.items()]
    hovers = [message(f"compare-hover-{kind}", **args) for kind, args in texts.items()]
    lines, marks, notes, color = [], [], [], style.scheme_color(order(scheme))
    for heading, factor, ends in zip(headings, scales.factors, _ROWS, strict=True):
        text = message("compare-magnified", heading=heading, factor=factor) if factor else heading
        notes.append(style.words_above(text, y=ends[1] + _GAP))
    for row, (kind, (x, y, here, beside)) in enumerate(curves.items(), 1):
        own: dict[str, Any] = {"yaxis": f"y{row + 1}", "name": f"{scheme.name}: {headings[row]}"}
        if beside is not None:
            own["customdata"] = beside
        lines.append(scatter(x, y, "", hovers[row]) | own | style.curve_style(len(y), color))
        marks.append(style.dot([p] * len(here), here, yaxis=own["yaxis"]))
        if not np.isfinite(y).any():
            notes.append(style.note(message(f"compare-empty-{kind}", **args), y=sum(_ROWS[row]) / 2))
    heatmap = {
        "type": "heatmap",
        **matrix,
        "zmin": -scales.colors,
        "zmax": scales.colors,
        "colorscale": style.color_scale(style.SIGNED),
        "showscale": scales.has_bar,
        "colorbar": _color_bar(scales.colors),
        "hovertemplate": f"{hovers[0]}<extra></extra>",
    }
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
        yaxis=style.axis("", domain=_ROWS[0], range=[*rows], tickformat="d", **share, **ticks),
        yaxis2=style.value_axis(domain=_ROWS[1], range=scales.curves[0], **share) | {"nticks": 4},
        yaxis3=style.value_axis(domain=_ROWS[2], range=scales.curves[1], **share),
    )


def _color_bar(limit: float) -> dict[str, Any]:
    """Short color bar below the matrix, with a title where the labels leave room."""
    end = number(limit, 2)
    if TINY < limit < 1e9:
        unit, letter = next((unit for unit in ((1e6, "M"), (1e3, "k")) if limit >= unit[0]), (1, ""))
        digits = 2 if limit < 1 else 3
        end = f"{limit / unit:.{digits}g}{letter}"
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
