"""Figures of Equidistance: distances as curves, and of every pair as a matrix."""

from functools import partial

import numpy as np

from dashboard.charts import panels
from dashboard.charts.chart import Followed
from dashboard.numbers import measurements
from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.equidistance import facts
from posenc_core.analysis import geometry
from posenc_core.arrays import Array
from posenc_core.plot import lines
from posenc_core.plot.lines import Line
from posenc_core.plot.style import Figure, scheme_style


def main_figures(study: Study) -> list[Figure]:
    """Return the distance from p to p + k at every position, none for a single position."""
    if study.length == 1:
        return []
    curves = []
    for scheme in study.schemes:
        steps = measurements.steps(scheme, study.length, study.dim, study.offset)
        curves.append(Line(scheme.name, steps, *scheme_style(order(scheme))))
    figure = lines.curves(
        curves,
        values=message("plot-distance", offset=study.offset),
        along=message("equidistance-position"),
        position=study.position,
        shown=study.shown,
        from_zero=True,
        height=500,
    )
    return [figure]


def followed(study: Study) -> list[list[Followed]]:
    """Return no curves: the distances do not depend on the position of the pointer."""
    return [[]] if study.length > 1 else []


def every_offset(study: Study) -> tuple[Figure, Figure]:
    """Distances at every offset with their bands, and how much the mean grows with each."""
    means, added = [], []
    for scheme in study.schemes:
        bands, style = facts.offset_distances(scheme, study.length, study.dim), scheme_style(order(scheme))
        means.append(Line(scheme.name, bands.mean, *style, low=bands.smallest, high=bands.largest))
        growth = np.diff(bands.mean, prepend=0)
        rise = geometry.first_rise(growth)
        added.append(Line(scheme.name, growth, *style, marks=[] if rise is None else [rise + 1]))
    draw = partial(lines.curves, along=message("equidistance-along"), start=1, chosen=study.offset, height=260)
    distances = draw(means, values=message("equidistance-distances"), from_zero=True)
    return distances, draw(added, values=message("equidistance-added"))


def pairs(matrix: Array, heading: str, limit: float, study: Study, count: int, *, bar: bool) -> Figure:
    """Heatmap of distances between positions, as one of `count` panels."""
    return panels.position_matrix(
        matrix,
        count,
        position=study.position,
        heading=heading,
        across=message("equidistance-across"),
        down=message("equidistance-position"),
        hover=message("equidistance-hover", x="%{x}", y="%{y}", z="%{z:.4g}"),
        limit=limit or 1.0,
        signed=False,
        bar=bar,
    )
