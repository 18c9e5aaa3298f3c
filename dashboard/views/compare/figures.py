"""Figure of Compare: a column per encoding."""

from collections.abc import Sequence
from typing import Any

from dashboard.say import message
from dashboard.state.study import Study, order
from dashboard.views.compare.numbers import Portrait, ScorePortrait, both, measured
from posenc_core.analysis.pictures import envelope
from posenc_core.plot.columns import Column, Curve, side_by_side
from posenc_core.plot.style import Figure, scheme_color


def main_figures(study: Study) -> list[Figure]:
    """Return the figure of the page."""
    study = measured(study)
    return [compare(in_order(study, *both(study)), study)]


def in_order(
    study: Study, portraits: Sequence[Portrait], of_scores: Sequence[ScorePortrait]
) -> list[Portrait | ScorePortrait]:
    """Return the portraits in the order of the encodings."""
    every: list[Portrait | ScorePortrait] = [*portraits, *of_scores]
    return sorted(every, key=lambda portrait: study.schemes.index(portrait.scheme))


def compare(portraits: Sequence[Portrait | ScorePortrait], study: Study) -> Figure:
    """Matrix of each encoding, and below it two curves: distances and similarities, or drops and logits."""
    columns = [column(p, study) if isinstance(p, Portrait) else score_column(p, study) for p in portraits]
    return side_by_side(columns, position=study.position, shown=study.shown)


def column(portrait: Portrait, study: Study) -> Column:
    """Matrix of an encoding, distance at offset k, and similarity with the selected position.

    Long curves are drawn as the minimum and maximum of each interval.
    """
    (first, last), p = study.shown, study.position
    picture, steps, similarity = portrait.picture, portrait.steps, portrait.similarity
    kind = "mean" if picture.rows * picture.columns > 1 else "cell"
    words = {"columns": portrait.scheme.text("columns"), "rows": picture.rows, "count": picture.columns}
    matrix = {
        "z": picture.means.T,
        "x0": picture.start + (picture.rows - 1) / 2,
        "dx": picture.rows,
        "y0": (picture.columns - 1) / 2,
        "dy": picture.columns,
        "hovertemplate": f"{message(f'compare-hover-{kind}', x='%{x}', y='%{y}', z='%{z:.4g}')}<extra></extra>",
    }
    verdicts = []
    if portrait.step:
        verdicts.append(message(f"plot-steps-{'equal' if portrait.step.is_constant else 'unequal'}"))
    if portrait.winner:
        verdicts.append(message(f"plot-winner-{portrait.winner}"))
    x, y = envelope(steps[first : last + 1], first)
    distance_range = (portrait.step.smallest, portrait.step.largest) if portrait.step else None
    distance = _curve("distance", study, x, y, distance_range, steps[p : p + 1], x + study.offset)
    positions, values = envelope(similarity[first : last + 1], first)
    similar = _curve("similarity", study, positions, values, portrait.reach, similarity[p : p + 1])
    return Column(
        portrait.scheme.name,
        scheme_color(order(portrait.scheme)),
        verdicts,
        message(f"compare-row-{kind}", **words),
        matrix,
        (picture.means.shape[1] * picture.columns - 0.5, -0.5),
        portrait.largest,
        (distance, similar),
    )


def score_column(portrait: ScorePortrait, study: Study) -> Column:
    """Logits of all pairs, drops at offset k, and logits of the selected position, whose row is marked.

    All values are in nats, relative to the logit of a position with itself.
    """
    (first, last), p, k = study.shown, study.position, study.offset
    grid, loss = portrait.grid, portrait.loss
    matrix = {
        "z": grid.cells,
        "x0": grid.start,
        "dx": grid.step,
        "y0": grid.start,
        "dy": grid.step,
        "hoverongaps": False,
        "hovertemplate": f"{message('compare-hover-logit', x='%{x}', y='%{y}', z='%{z:.4g}')}<extra></extra>",
    }
    verdicts = []
    if portrait.step:
        verdicts.append(message(f"plot-steps-{'equal' if portrait.step.is_constant else 'unequal'}"))
    if portrait.winner:
        verdicts.append(message(f"plot-winner-{portrait.winner}"))
    inside = (first <= loss.positions) & (loss.positions <= last)
    x, y = loss.positions[inside], loss.values[inside]
    if x.size == last - max(first, k) + 1:
        # the curve is complete, so that it can be thinned
        x, y = envelope(y, max(first, k))
    drops, logits = portrait.curves
    drop = _curve("drop", study, x, y, drops, loss.values[loss.positions == p], x - k)
    positions, values = envelope(portrait.seen[first : last + 1], first)
    seen = _curve("seen", study, positions, values, logits, portrait.seen[p : p + 1])
    return Column(
        portrait.name,
        scheme_color(order(portrait.scheme)),
        verdicts,
        message("compare-row-logit", rows=grid.step),
        matrix,
        (last + 0.5, first - 0.5),
        portrait.largest,
        (drop, seen),
        group="logits",
        marks_row=True,
    )


def _curve(kind: str, study: Study, x: Any, y: Any, reach: Any, here: Any, beside: Any = None) -> Curve:
    """Curve with its messages, which `kind` selects."""
    args = {"offset": study.offset, "position": study.position, "measure": study.measure}
    hover = message(f"compare-hover-{kind}", x="%{x}", y="%{y:.4g}", z="%{customdata}", **args)
    heading, empty = message(f"compare-row-{kind}", **args), message(f"compare-empty-{kind}", **args)
    return Curve(heading, hover, empty, x, y, reach, here, beside)
