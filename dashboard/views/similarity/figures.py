"""Figures of Similarity."""

from collections.abc import Sequence

from dashboard.numbers import measurements, scores
from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.similarity.numbers import rise
from posenc_core.plot import lines
from posenc_core.plot.lines import Line
from posenc_core.plot.style import Figure, scheme_style


def main_figures(study: Study) -> list[Figure]:
    """Return the curves of similarities and of logits; none for a single position."""
    if study.length == 1:
        return []
    return [figure for figure in (similarities(study), logits(study)) if figure["data"]]


def similarities(study: Study) -> Figure:
    """Similarity of every position with the selected one, for encodings with vectors."""
    p, curves = study.position, []
    for s in study.with_ability("vectors").schemes:
        curve = measurements.similarity(s, study.length, study.dim, p, study.measure)
        offset = rise(measurements.ranking(s, study.length, study.dim, p, study.measure), study)
        curves.append(Line(s.name, curve, *scheme_style(order(s)), marks=[p + offset] if offset else []))
    return _over_positions(curves, message("similarity-axis", measure=study.measure, position=p), study)


def logits(study: Study) -> Figure:
    """Logits of every key with the selected position in nats, for encodings without vectors."""
    p, curves = study.position, []
    for s in study.without_ability("vectors").schemes:
        curve = scores.relative_logits(s, study.length, study.dim, p, scores.head(s, study))
        curves.append(Line(scores.label(s, study), curve, *scheme_style(order(s))))
    return _over_positions(curves, message("similarity-logits-axis", position=p), study)


def _over_positions(curves: Sequence[Line], values: str, study: Study) -> Figure:
    return lines.curves(
        curves,
        values=values,
        along=message("similarity-along"),
        position=study.position,
        shown=study.shown,
        height=500 if len(curves) == len(study.schemes) else 300,
    )
