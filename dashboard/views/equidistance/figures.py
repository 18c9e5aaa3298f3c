"""Figures of Equidistance."""

from dashboard.numbers import measurements
from dashboard.say import message
from dashboard.state.study import Study, order
from posenc_core.plot import lines
from posenc_core.plot.style import Figure, scheme_style


def main_figures(study: Study) -> list[Figure]:
    """Return the distance from p to p + k at every position, none for a single position."""
    if study.length == 1:
        return []
    curves = []
    for scheme in study.schemes:
        steps = measurements.steps(scheme, study.length, study.dim, study.offset)
        curves.append(lines.Line(scheme.name, steps, *scheme_style(order(scheme))))
    figure = lines.curves(
        curves,
        values=message("equidistance-distance", offset=study.offset),
        along=message("equidistance-position"),
        position=study.position,
        shown=study.shown,
        from_zero=True,
        height=500,
    )
    return [figure]
