"""Numbers in words, and sentences that several pages say."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from dashboard.parameters import MEASURES
from dashboard.study import Study
from posenc_core import Scheme, criteria, numerals
from posenc_core.arrays import Array
from posenc_core.geometry import Spread

FLAT = 50
"""How many times smaller than the largest a curve is when it can no longer be read on the same scale."""

ROUNDING = 1e-12
"""Below this, a number that should be 0 is what rounding leaves of it."""

number, told_apart = numerals.number, numerals.told_apart


def small(value: float) -> str:
    """A number that would be 0 without rounding, such as a residual; a dash where there is none."""
    if np.isnan(value):
        return "–"
    return "rounding" if 0 < abs(value) < ROUNDING else number(value)


def equal(found: Spread) -> bool:
    """Whether all of some numbers are equal but for rounding."""
    return found.largest - found.smallest <= criteria.EQUAL * abs(found.largest)


def typeset(text: str) -> str:
    """Words with numbers, with real minus signs."""
    return re.sub(r"(?<=\de)-(?=\d)|(?<![\w.])-(?=\d)", "−", text)


def listed(texts: Sequence[str]) -> str:
    """Some words as a list: a, b and c."""
    return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def counted(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def joined(parts: Sequence[str]) -> str:
    """Some clauses as a sentence."""
    return "; ".join(parts) + "."


def steps(found: Mapping[Scheme, Spread], study: Study) -> str:
    """In which schemes a step of k is the same everywhere, and how much longer the longest is where it is not."""
    k = study.offset
    if not found:
        return "A sequence of one position has no steps."
    name = "One step" if k == 1 else f"A step of k = {k:,}"
    if k == study.length - 1:
        return f"There is only one {'step' if k == 1 else f'step of k = {k:,}'} to look at, 0 → {k:,}."
    still = [s.name for s, step in found.items() if not step.largest]
    same = [s.name for s, step in found.items() if step.largest and equal(step)]
    texts = [f"{name} is equally long everywhere in {listed(same)}."] if same else []
    texts += [f"{name} does not move at all in {listed(still)}."] if still else []
    texts += [_uneven(s.name, step, k) for s, step in found.items() if not equal(step)]
    return " ".join(texts)


def _uneven(name: str, step: Spread, k: int) -> str:
    p, q = step.at_smallest, step.at_largest
    longest, shortest = f"{q:,} → {q + k:,}", f"{p:,} → {p + k:,}"
    if not step.smallest:
        return f"In {name}, {longest} moves the vector and {shortest} does not."
    ratio = step.largest / step.smallest
    if ratio < 1.05:
        return f"In {name}, {longest} is {number(100 * (ratio - 1))} % longer than {shortest}."
    return f"In {name}, {longest} is {number(ratio)} times as long as {shortest}."


def compared(study: Study) -> str:
    """What the curve of similarity shows, in the words of an axis."""
    return f"{MEASURES[study.measure]} {'from' if study.measure == 'distance' else 'with'} position {study.position}"


def similarities(curves: Mapping[Scheme, Array], study: Study) -> str:
    """Which position the chosen one is most similar to, by the similarity of each scheme."""
    if study.length == 1:
        return "A sequence of one position has nothing to compare it with."
    found: dict[str, list[str]] = {}
    for scheme, curve in curves.items():
        found.setdefault(_nearest(scheme, curve, study), []).append(scheme.name)
    return " ".join(said.format(names=listed(names)) for said, names in found.items())


def _nearest(scheme: Scheme, curve: Array, study: Study) -> str:
    """A sentence with a place for the names of schemes: which position is most similar to the chosen one."""
    position, last = study.position, len(curve) - 1
    if np.isnan(curve).all():
        zero = not scheme.encode([position], study.dim, length=study.length).any()
        why = "its vector is zero" if zero else "all dot products are equal"
        return f"Nothing can be said of position {position:,} in {{names}}: {why}."
    if study.measure == "distance":
        return _nearest_other(np.delete(curve, position), position)
    best = np.nanmax(curve)
    nearest = np.flatnonzero(best - curve <= 1e-12 * abs(best))
    if len(nearest) == len(curve):
        return f"Position {position:,} is equally similar to every position in {{names}}."
    others = len(nearest) - 1
    if position not in nearest:
        where = f"position {nearest[0]:,}{', the last,' if nearest[0] == last else ''} is"
        if others:
            where = f"{counted(len(nearest), 'position')} are"
        return f"In {{names}}, {where} more similar to position {position:,} than it is to itself."
    if others:
        are = "position is" if others == 1 else "positions are"
        return f"In {{names}}, {others:,} other {are} as similar to position {position:,} as it is to itself."
    return f"Position {position:,} is most similar to itself in {{names}}."


def _nearest_other(others: Array, position: int) -> str:
    """The same of distances: which other position is nearest."""
    best = others.min()
    places = np.flatnonzero(others - best <= 1e-12 * best)
    places += places >= position
    if len(places) == len(others) > 2:
        return f"All positions are equally far from position {position:,} in {{names}}."
    far = places[np.abs(places - position) > 1]
    if not far.size:
        return f"A neighbour is nearest to position {position:,} in {{names}}."
    if far.size < len(places):
        as_near = "position that is no neighbour is" if far.size == 1 else "positions that are no neighbours are"
        return f"In {{names}}, {far.size:,} {as_near} as near to position {position:,} as a neighbour."
    many = "" if far.size == 1 else f", with {counted(far.size - 1, 'other')} equally near"
    return f"In {{names}}, position {far[0]:,} is nearer to position {position:,} than its neighbours are{many}."
