"""Figures of Similarity."""

from collections.abc import Sequence

import numpy as np

from dashboard.charts import panels
from dashboard.charts.chart import Followed
from dashboard.numbers import measurements, scores
from dashboard.numbers.measurements import PAIRED_LENGTH, AtBase, PairKind
from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.similarity import facts
from posenc_core import Scheme
from posenc_core.arrays import Array
from posenc_core.foundation.rotating import Rotating
from posenc_core.plot import lines
from posenc_core.plot.lines import Line
from posenc_core.plot.style import INK, MUTED, Figure, scheme_style, step_color


def main_figures(study: Study) -> list[Figure]:
    """Return the curves of similarities and of logits; none for a single position."""
    if study.length == 1:
        return []
    return [figure for figure in (similarities(study), logits(study)) if figure["data"]]


def followed(study: Study) -> list[list[Followed]]:
    """Return the curves of each figure that follow the pointer."""
    if study.length == 1:
        return []
    vectors, others = study.with_ability("vectors").schemes, study.without_ability("vectors").schemes
    similar = [curve for s in vectors for curve in measurements.hover_curves(s, study, study.measure)]
    scored = [curve for s in others for curve in scores.hover_curves(s, study)]
    return [curves for curves, schemes in ((similar, vectors), (scored, others)) if schemes]


def similarities(study: Study) -> Figure:
    """Similarity of every position with the selected one, for encodings with vectors."""
    p, curves = study.position, []
    for s in study.with_ability("vectors").schemes:
        curve = measurements.similarity(s, study.length, study.dim, p, study.measure)
        offset = facts.rise(measurements.ranking(s, study.length, study.dim, p, study.measure), study)
        curves.append(Line(s.name, curve, *scheme_style(order(s)), marks=[p + offset] if offset else []))
    return _over_positions(curves, message("similarity-axis", measure=study.measure, position=p), study)


def logits(study: Study) -> Figure:
    """Logits of every key with the selected position in nats, for encodings without vectors."""
    p, curves = study.position, []
    for s in study.without_ability("vectors").schemes:
        curve = scores.relative_logits(s, study.length, study.dim, p, scores.head(s, study))
        curves.append(Line(scores.label(s, study), curve, *scheme_style(order(s))))
    return _over_positions(curves, message("similarity-logits-axis", position=p), study)


def formulas(waves: Rotating, study: Study) -> Figure:
    """Similarity of waves with the selected position, and two formulas over it."""
    curve = measurements.similarity(waves, study.length, study.dim, study.position, study.measure)
    closed, log = facts.closed_form(study, waves), facts.log_law(study, waves)
    curves = [Line(waves.name, curve, *scheme_style(order(waves)))]
    if closed is not None:
        curves.append(Line(message("similarity-closed"), closed, INK, "2px,7px", 3))
    if log is not None:
        curves.append(Line(message("similarity-approximation"), log, MUTED, "6px,4px", 1.5))
    axis = message("similarity-axis", measure=study.measure, position=study.position)
    return _over_positions(curves, axis, study, height=300)


def _over_positions(curves: Sequence[Line], values: str, study: Study, height: int = 0) -> Figure:
    return lines.curves(
        curves,
        values=values,
        along=message("similarity-along"),
        position=study.position,
        shown=study.shown,
        height=height or (500 if len(curves) == len(study.schemes) else 300),
    )


def bases(rows: Sequence[AtBase], own: float, dim: int) -> Figure:
    """Cosine by offset at several bases; the own one is thick."""
    curves = []
    for place, row in enumerate(rows):
        width = 3 if row.base == own else 1.25
        name = message("similarity-base-curve", base=row.base)
        curves.append(Line(name, row.cosine, step_color(place, len(rows)), width=width))
    values = message("similarity-base-axis.odd" if dim % 2 else "similarity-base-axis")
    return lines.curves(curves, values=values, along=message("similarity-base-along"), height=300)


def pairs(study: Study, kind: PairKind) -> dict[Scheme, Figure]:
    """Similarity of all pairs of positions, and logits of encodings without vectors, each on a common scale."""
    drawn = {}
    n, d = study.length, study.dim
    vectors, without = study.with_ability("vectors").schemes, study.without_ability("vectors").schemes
    matrices = {s: measurements.pairs(s, n, d, kind) for s in vectors}
    logits = {s: scores.grid(s, n, d, 0, n - 1, PAIRED_LENGTH, scores.head(s, study)).cells for s in without}
    for grids, id in ((matrices, "similarity-pairs-heading"), (logits, "similarity-pairs-logits")):
        limit, signed = _color_ends([*grids.values()])
        for scheme, cells in grids.items():
            args = pair_words(scheme, kind, study)
            drawn[scheme] = panels.position_matrix(
                cells,
                len(study.schemes),
                position=study.position,
                heading=message(id, **args),
                across=message("similarity-pairs-across"),
                down=message("similarity-along"),
                hover=message(f"{id}.hover", x="%{x}", y="%{y}", z="%{z:.4g}", **args),
                limit=limit,
                signed=signed,
                bar=scheme is [*grids][-1],
            )
    return {scheme: drawn[scheme] for scheme in study.schemes}


def pair_words(scheme: Scheme, kind: PairKind, study: Study) -> dict[str, str]:
    """Arguments of the messages about all pairs of positions of an encoding."""
    if scheme.unsupported_reason("vectors"):
        return {"scheme": scores.label(scheme, study), "measure": "dot"}
    return {"scheme": scheme.name, "measure": kind}


def _color_ends(grids: Sequence[Array]) -> tuple[float, bool]:
    """Signed limit of a common color scale, and whether it has both signs."""
    low = min((float(np.nanmin(grid, initial=0)) for grid in grids), default=0)
    high = max((float(np.nanmax(grid, initial=0)) for grid in grids), default=0)
    limit = max(-low, high) or 1.0
    return (low if low and not high else limit), low < 0 < high
