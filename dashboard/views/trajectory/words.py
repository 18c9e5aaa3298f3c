"""Trajectory: what shape is drawn, which positions are nearest, and how long the vectors are."""

from collections.abc import Mapping, Sequence

import numpy as np

from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_LENGTH
from dashboard.views.trajectory import numbers
from dashboard.views.words import FLAT, counted, equal, listed, number, told_apart
from posenc_core import Scheme, criteria, geometry
from posenc_core.arrays import Array

STRAIGHT = 1e-12
"""Share of the variance beside a line that is rounding."""


def missing(study: Study) -> str:
    """A sentence about the first chosen column that does not exist; nothing when all do."""
    if study.dim == 1 or study.options["axes"] != "columns":
        return ""
    beyond = [
        f"Column on {axis} = {study.options[axis]:,}"
        for axis in numbers.axes(study)
        if study.options[axis] >= study.dim
    ]
    return (
        f"{beyond[0]} does not exist: with d = {study.dim:,} columns go from 0 to {study.dim - 1:,}." if beyond else ""
    )


def claim(study: Study, scheme: Scheme, drawn: numbers.Path) -> str:
    """What shape is drawn, whether neighbours are nearest to each other, and whether all vectors are equally long."""
    texts = [_shape(study, scheme, drawn)]
    if 2 < study.length <= PAIRED_LENGTH:
        texts.append(_nearness(numbers.nearness(scheme, study.length, study.dim)))
    elif study.length > 2:
        texts.append(f"Which positions are nearest is looked for up to n = {PAIRED_LENGTH:,}.")
    return " ".join(filter(None, [*texts, _norm_words(study, scheme)]))


def _shape(study: Study, scheme: Scheme, drawn: numbers.Path) -> str:
    """What is drawn, in words: few points for many positions, a line, or how often it turns."""
    n, columns, table = study.length, drawn.columns, measurements.table(scheme, study.length, study.dim)
    if n == 1:
        return "A sequence of one position is a single point."
    if study.dim == 1:
        return "A curve takes two columns, and d = 1 leaves one: it is drawn against the position."
    different = len(np.unique(drawn.points.round(12), axis=0))
    if different < n / 2:
        return f"All {n:,} positions fall on {counted(different, 'point')} of this picture."
    if geometry.principal_components(drawn.points, 1)[1][0] > 1 - STRAIGHT:
        return "The positions stand on one straight line."
    if not columns:
        count = drawn.points.shape[1]
        share = 100 * float(numbers.components(scheme, n, study.dim)[1][:count].sum())
        return (
            "Principal components are the directions in which the positions spread most; "
            f"these {count} hold {number(share)} % of the variance."
        )
    pairs = sorted(scheme.pairs(study.dim).tolist(), key=lambda pair: not set(pair) <= set(columns))
    pair, turns = next(((pair, turns) for pair in pairs if (turns := numbers.turns(table[:, pair]))), ([], 0.0))
    if not turns:
        return ""
    circle = "a circle" if turns >= 1 else "an arc of a circle"
    text = f"Columns {pair[0]:,} and {pair[1]:,} draw {circle}"
    if not set(pair) <= set(columns):
        return f"The columns shown are no pair that turns; {text[0].lower()}{text[1:]}."
    text += f": {number(360 * turns / (n - 1))}° a token, {number(turns)} {'turn' if turns == 1 else 'turns'}."
    for column in sorted(set(columns) - set(pair)):
        rises = np.diff(table[:, column])
        if turns >= 1 and (rises > 0).all():
            text += f" Column {column:,} lifts it to a helix, from {number(table[0, column])} to "
            text += f"{number(table[-1, column])}."
    return text


def _nearness(found: numbers.Nearness) -> str:
    """Whether neighbours are nearest to each other, and how many other pairs are as near, or nearer."""
    if found.repeats:
        have = "position has" if found.repeats == 1 else "positions have"
        return f"{found.repeats:,} {have} the vector of an earlier one."
    if found.nearer:
        are = "is" if found.nearer == 1 else "are"
        pairs = f"{counted(found.nearer, 'pair')} of non-neighbours {are}"
        return f"Neighbours are not the nearest: {pairs} nearer to each other than any two neighbours."
    if found.as_near:
        are = "is" if found.as_near == 1 else "are"
        text = (
            f"{counted(found.as_near, 'pair')} of non-neighbours {are} as near to each other as the nearest neighbours."
        )
        if found.longer:
            are = "is" if found.longer == 1 else "are"
            text += f" {found.longer:,} of {counted(found.steps, 'step')} to the next position {are} longer."
        return text
    if found.nearer_than_some:
        are = "is" if found.nearer_than_some == 1 else "are"
        pairs = f"{counted(found.nearer_than_some, 'pair')} of non-neighbours {are}"
        return f"The nearest positions are neighbours, but {pairs} nearer than some neighbours."
    return "No other two positions are nearer to each other than neighbours."


def _norm_words(study: Study, scheme: Scheme) -> str:
    """How long the vectors are, and whether they are all equally long."""
    d = study.dim
    found = geometry.spread(geometry.norms(measurements.table(scheme, study.length, d)))
    if study.length == 1:
        return f"Its vector is {number(found.mean)} long."
    if equal(found):
        return f"All vectors are equally long: their norm is {number(found.mean)}."
    low, high = told_apart(found.smallest, found.largest)
    nearly = "nearly" if found.largest - found.smallest <= criteria.NEAR * found.largest else "not"
    text = f"The vectors are {nearly} equally long: norms run from {low} to {high}."
    if d % 2 and scheme.angles_at_offset(1, d + 1) is not None:
        (lone,) = set(range(d)) - set(scheme.pairs(d).ravel().tolist())
        text += f" d is odd, and column {lone:,} has no partner to keep them equal."
    return text


def drawn_words(titles: Sequence[str], *, joined: bool) -> str:
    """What the picture shows, and how to use it."""
    if len(titles) == 1:
        return "A click chooses a position."
    text = "Dots are positions; " + (
        "the line between them is the same formula." if joined else "straight lines join them."
    )
    return f"{text} A click chooses one." + (f" Drag to rotate; up is {titles[2]}." if len(titles) == 3 else "")


def drawn_alt(study: Study, scheme: Scheme, titles: Sequence[str]) -> str:
    """The picture for who cannot see it."""
    points = f"{counted(study.length, 'position')} of {scheme.name} as points"
    return f"{listed(titles)}: {points}, position {study.position:,} marked."


def norm_alt(study: Study) -> str:
    """The curves of the norms for who cannot see them."""
    return f"Norm of the vector at every position, for {listed([s.name for s in study.schemes])}."


def norm_words(norms: Mapping[Scheme, Array]) -> str:
    """What a flat line means, and which curves are only too small to be seen to vary."""
    found = {scheme: geometry.spread(values) for scheme, values in norms.items()}
    longest = max(found, key=lambda scheme: found[scheme].largest)
    small = [s.name for s, each in found.items() if each.largest * FLAT < found[longest].largest and not equal(each)]
    text = "Where the line is flat, all vectors are equally long: the positions are equally far from 0."
    if small:
        looks = "looks flat and is not" if len(small) == 1 else "look flat and are not"
        text += f" Beside {longest.name}, {listed(small)} {looks}."
    return text
