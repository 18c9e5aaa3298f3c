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

STRAIGHT, THIN = 1e-12, 1e-3
"""How far points reach beside a line, as a share of how far along it: by rounding; by less than an eye can see."""


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
        texts.append(_nearest(study, scheme, drawn))
    elif study.length > 2:
        texts.append(f"Which positions are nearest is looked for up to n = {PAIRED_LENGTH:,}.")
    return " ".join(filter(None, [*texts, _norm_words(study, scheme)]))


def _shape(study: Study, scheme: Scheme, drawn: numbers.Path) -> str:
    """What is drawn, in words: a line, how often it turns, what components hold, or on how many points it falls."""
    n, points = study.length, drawn.points
    if n == 1:
        return "A sequence of one position is a single point."
    if study.dim == 1:
        return "A curve takes two columns, and d = 1 leaves one: it is drawn against the position."
    if flat := _flat(study, scheme, drawn):
        return flat
    if not drawn.columns:
        return _components(study, scheme, points)
    return _circle(study, scheme, drawn) or _points(study, scheme, points)


def _flat(study: Study, scheme: Scheme, drawn: numbers.Path) -> str:
    """That points stand on one line, or are one point; nothing where they do not."""
    n, points, turning = study.length, drawn.points, numbers.turning(scheme, study.dim, study.length)
    if np.ptp(points, axis=0).max() <= STRAIGHT * np.abs(points).max():
        if turning and np.ptp(points, axis=0).any():
            return f"These columns hardly turn within n = {n:,}: the positions look like one point."
        return f"{_all(n)} fall on 1 point of this picture."
    beside = numbers.beside_line(points)
    if n == 2 or (beside <= STRAIGHT and not turning):
        return "The positions stand on one straight line."
    if beside <= THIN:
        return "The positions look like one straight line: what they reach beside it is too little to be seen."
    return ""


def _circle(study: Study, scheme: Scheme, drawn: numbers.Path) -> str:
    """How often the drawn columns turn, or the first pair that does where they do not; nothing where none does."""
    n, columns, table = study.length, drawn.columns, measurements.table(scheme, study.length, study.dim)
    if not numbers.turning(scheme, study.dim, study.length):
        return ""
    pairs = sorted(scheme.pairs(study.dim).tolist(), key=lambda pair: not set(pair) <= set(columns))
    pair, turns = next(((pair, turns) for pair in pairs if (turns := numbers.turns(table[:, pair]))), ([], 0.0))
    if not turns:
        return ""
    circle = "a circle" if turns >= 1 else "an arc of a circle"
    drawing = f"{pair[0]:,} and {pair[1]:,} draw {circle}."
    if not set(pair) <= set(columns):
        return f"The columns shown are no pair that turns; columns {drawing}"
    often, _ = told_apart(turns, 1.0)
    text = f"Columns {drawing} Each token turns by {number(360 * turns / (n - 1))}°; "
    text += f"{n - 1:,} tokens make {often} {'turn' if often == '1' else 'turns'}."
    for column in sorted(set(columns) - set(pair)):
        rises = np.diff(table[:, column])
        if turns >= 1 and (rises > 0).all():
            text += f" Column {column:,} lifts it to a helix, from {number(table[0, column])} to "
            text += f"{number(table[-1, column])}."
    return text


def _points(study: Study, scheme: Scheme, points: Array) -> str:
    """On how many points the positions fall; nothing where waves turn, of which no two positions have one point."""
    if numbers.turning(scheme, study.dim, study.length):
        return ""
    different = numbers.different(points)
    if different == study.length:
        return f"Each of the {different:,} positions has a point of its own."
    return f"{_all(study.length)} fall on {counted(different, 'point')} of this picture."


def _components(study: Study, scheme: Scheme, points: Array) -> str:
    """What principal components are, how much these hold, and whether another picture would show as much."""
    count = points.shape[1]
    _, shares = numbers.components(scheme, study.length, study.dim)
    there = int((shares[:count] > 0).sum())
    only = f"there are only {there} here, and they" if there < count else f"these {count}"
    texts = [
        "Principal components are the directions in which the positions spread most; "
        f"{only} hold {_held(shares, count)} of the variance."
    ]
    some, last = numbers.exchangeable(shares, count)
    if some:
        texts.append("Components with equal shares have no order of their own: this picture is one of many.")
    if not last and 2 * numbers.different(points) < study.length:
        texts.append(_points(study, scheme, points))
    return " ".join(filter(None, texts))


def _held(shares: Array, count: int) -> str:
    """How much the first components hold; all only where there is nothing else."""
    if not shares[count]:
        return "all"
    share = 100 * float(shares[:count].sum())
    return "more than 99.9 %" if share >= 99.95 else f"{number(share)} %"


def _all(count: int) -> str:
    return "Both positions" if count == 2 else f"All {count:,} positions"


def _nearest(study: Study, scheme: Scheme, drawn: numbers.Path) -> str:
    """Which positions are nearest in all columns, and whether the picture shows something else."""
    d, columns, count = study.dim, drawn.columns, drawn.points.shape[1]
    found = numbers.nearness(scheme, study.length, d)
    text = _nearness(found)
    if len(set(columns)) == d:
        return text
    text = f"In {'both' if d == 2 else f'all {d:,}'} columns, {text[0].lower()}{text[1:]}"
    if found.repeats or found.nearer or found.as_near:
        return text
    if _flat(study, scheme, drawn) or not numbers.others_nearer(scheme, study.length, d, columns, count):
        return text
    shown = {0: "these components", 2: "these two columns", 3: "these three columns"}[len(set(columns))]
    return f"In {shown}, some non-neighbours are nearer to each other than any neighbours. {text}"


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
    return "Neighbours are always nearest: no other two positions are nearer to each other."


def _norm_words(study: Study, scheme: Scheme) -> str:
    """How long the vectors are, and whether they are all equally long."""
    d = study.dim
    found = geometry.spread(geometry.norms(measurements.table(scheme, study.length, d)))
    if study.length == 1:
        return f"Its vector is {number(found.mean)} long."
    lone_wave = scheme.unpaired(d)
    if equal(found):
        text = f"{'But for rounding, all' if lone_wave else 'All'} vectors are equally long: "
        text += f"their norm is {number(found.mean)}."
    else:
        missed = (found.largest - found.smallest) / found.largest
        text = f"The vectors are {'nearly' if missed <= criteria.NEAR else 'not'} equally long: "
        if missed < criteria.CLOSE:
            text += f"the longest is {number(100 * missed)} % longer than the shortest."
        else:
            low, high = told_apart(found.smallest, found.largest)
            text += f"norms run from {low} to {high}."
    if lone_wave:
        (lone,) = set(range(d)) - set(scheme.pairs(d).ravel().tolist())
        text += f" d is odd, and column {lone:,} has no partner to keep them equal."
    return text


def drawn_words(titles: Sequence[str], *, joined: bool) -> str:
    """What the picture shows, and how to use it."""
    if len(titles) == 1:
        return "A click chooses a position."
    text = "Dots are positions; " + (
        "the line shows the formula between whole positions." if joined else "straight lines join them."
    )
    return f"{text} A click on a dot chooses it." + (f" Drag to rotate; up is {titles[2]}." if len(titles) == 3 else "")


def drawn_alt(study: Study, scheme: Scheme, titles: Sequence[str]) -> str:
    """The picture for who cannot see it."""
    points = f"{counted(study.length, 'position')} of {scheme.name} as points"
    return f"{listed(titles)}: {points}, position {study.position:,} marked."


def norm_alt(study: Study) -> str:
    """The curves of the norms for who cannot see them."""
    return f"Norm of the vector at every position, for {listed([s.name for s in study.schemes])}."


def norm_words(norms: Mapping[Scheme, Array]) -> str:
    """Which lines are flat and what that means, and which only look so; nothing of a single position."""
    found = {scheme: geometry.spread(values) for scheme, values in norms.items() if len(values) > 1}
    if not found:
        return ""
    longest = max(found, key=lambda scheme: found[scheme].largest)
    top = found[longest].largest
    flat = [s.name for s, each in found.items() if equal(each)]
    looks = {s: each for s, each in found.items() if not equal(each) and (each.largest - each.smallest) * FLAT < top}
    small = [s.name for s, each in looks.items() if each.largest * FLAT < top]
    even = [s.name for s in looks if s.name not in small]
    texts = [f"The line is flat in {listed(flat)}: these vectors are equally long, equally far from 0."] if flat else []
    texts += [f"The line of {name} looks flat and is not." for name in even]
    texts += [f"Beside {longest.name}, the line of {name} looks flat and is not." for name in small]
    return " ".join(texts)
