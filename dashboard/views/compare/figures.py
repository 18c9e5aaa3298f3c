"""Figure of Compare: a column per encoding."""

from typing import Any

from dashboard.charts.chart import Followed
from dashboard.numbers import measurements, scores
from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.compare import facts
from posenc_core import Scheme
from posenc_core.analysis.pictures import envelope
from posenc_core.plot.columns import NO_LABELS, Column, Curve, side_by_side, vector_labels
from posenc_core.plot.style import Figure, scheme_color

HEADINGS = {
    "distance": "plot-distance",
    "similarity": "plot-similarity",
    "drop": "compare-row-drop",
    "seen": "compare-row-seen",
}
"""Messages above the curves."""


def main_figures(study: Study) -> list[Figure]:
    """Return the figure: matrix of each encoding, and below it distances and similarities, or drops and logits."""
    return [side_by_side(columns(study), position=study.position, shown=study.shown)]


def columns(study: Study) -> list[Column]:
    """Return a column of the figure per encoding."""
    study = facts.measured(study)
    return [column(s, study) if facts.has_vectors(s) else score_column(s, study) for s in study.schemes]


def followed(study: Study) -> list[list[Followed]]:
    """Return the curves of the figure that follow the pointer: similarities with its position."""
    study, curves = facts.measured(study), []
    for place, scheme in enumerate(study.schemes):
        axis = f"y{3 * place + 3}"
        if facts.has_vectors(scheme):
            curves += measurements.hover_curves(scheme, study, study.measure, axis=axis)
        else:
            curves += scores.hover_curves(scheme, study, axis=axis)
    return [curves]


def column(scheme: Scheme, study: Study) -> Column:
    """Matrix of an encoding, distance at offset k, and similarity with the selected position.

    Long curves are drawn as the minimum and maximum of each interval.
    """
    (first, last), p, size = study.shown, study.position, (study.length, study.dim)
    picture = measurements.picture(scheme, *size, first, last)
    steps = measurements.steps(scheme, *size, study.offset)
    similarity = measurements.similarity(scheme, *size, p, study.measure)
    kind = "mean" if picture.rows * picture.columns > 1 else "cell"
    matrix = {
        "z": picture.means.T,
        "x0": picture.start + (picture.rows - 1) / 2,
        "dx": picture.rows,
        "y0": (picture.columns - 1) / 2,
        "dy": picture.columns,
        "hovertemplate": f"{message(f'compare-hover-{kind}', x='%{x}', y='%{y}', z='%{z:.4g}')}<extra></extra>",
    }
    words = {"columns": scheme.text("columns"), "rows": picture.rows, "count": picture.columns}
    down = (picture.means.shape[1] * picture.columns - 0.5, -0.5)
    distances, similarities = facts.curve_ends(scheme, study)
    x, y = envelope(steps[first : last + 1], first)
    distance = _curve("distance", study, x, y, distances, steps[p : p + 1], x + study.offset)
    positions, values = envelope(similarity[first : last + 1], first)
    similar = _curve("similarity", study, positions, values, similarities, similarity[p : p + 1])
    heading = message(f"compare-row-{kind}", **words)
    labels = vector_labels(picture.rows) if study.options["labels"] else NO_LABELS
    return _column(scheme.name, scheme, study, heading, matrix, down, (distance, similar), labels=labels)


def score_column(scheme: Scheme, study: Study) -> Column:
    """Logits of all pairs, drops at offset k, and logits of the selected position, whose row is marked.

    All values are in nats, relative to the logit of a position with itself.
    """
    (first, last), p, k = study.shown, study.position, study.offset
    grid, loss, seen = facts.grid(scheme, study), facts.losses(scheme, study), facts.logits(scheme, study, p)
    matrix = {
        "z": grid.cells,
        "x0": grid.start,
        "dx": grid.step,
        "y0": grid.start,
        "dy": grid.step,
        "hoverongaps": False,
        "hovertemplate": f"{message('compare-hover-logit', x='%{x}', y='%{y}', z='%{z:.4g}')}<extra></extra>",
    }
    inside = (first <= loss.positions) & (loss.positions <= last)
    x, y = loss.positions[inside], loss.values[inside]
    if x.size == last - max(first, k) + 1:
        # the curve is complete, so that it can be thinned
        x, y = envelope(y, max(first, k))
    drops, logits = facts.curve_ends(scheme, study)
    drop = _curve("drop", study, x, y, drops, loss.values[loss.positions == p], x - k)
    positions, values = envelope(seen[first : last + 1], first)
    curve = _curve("seen", study, positions, values, logits, seen[p : p + 1])
    heading, down = message("compare-row-logit", rows=grid.step), (last + 0.5, first - 0.5)
    name, labels = scores.label(scheme, study), NO_LABELS
    if study.options["labels"]:
        labels = message("compare-label"), message("compare-label.drops"), message("plot-label.peak")
    look = {"group": "logits", "marks_row": True, "labels": labels}
    return _column(name, scheme, study, heading, matrix, down, (drop, curve), **look)


def _column(name: str, scheme: Scheme, study: Study, heading: str, *parts: Any, **more: Any) -> Column:
    """Column with its verdicts: steps of one size, and the position that wins."""
    matrix, down, curves = parts
    steps, wins = ("plot-steps", "plot-winner") if facts.has_vectors(scheme) else ("compare-drops", "compare-highest")
    verdicts = []
    if spread := facts.step(scheme, study):
        verdicts.append(message(f"{steps}-{'equal' if spread.is_constant else 'unequal'}"))
    if winner := facts.winner(scheme, study):
        verdicts.append(message(f"{wins}-{winner}"))
    color, largest = scheme_color(order(scheme)), facts.largest(scheme, study)
    return Column(name, color, verdicts, heading, matrix, down, largest, curves, **more)


def _curve(kind: str, study: Study, x: Any, y: Any, reach: Any, here: Any, beside: Any = None) -> Curve:
    """Curve with its messages, which `kind` selects."""
    args = {"offset": study.offset, "position": study.position, "measure": study.measure}
    hover = message(f"compare-hover-{kind}", x="%{x}", y="%{y:.4g}", z="%{customdata}", **args)
    heading, empty = message(HEADINGS[kind], **args), message(f"compare-empty-{kind}", **args)
    return Curve(heading, hover, empty, x, y, reach, here, beside)
