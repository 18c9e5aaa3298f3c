"""Numbers in words, and sentences that several pages say."""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from dashboard.parameters import MEASURES
from dashboard.study import Study
from dashboard.views import measurements, scores
from posenc_core import Scheme, criteria, numerals
from posenc_core.arrays import Array
from posenc_core.geometry import Spread

FLAT = 50
"""How many times smaller than the largest a curve is when it can no longer be read on the same scale."""

ROUNDING = 1e-12
"""Below this, a number that should be 0 is what rounding leaves of it."""

TIE = 1e-13
"""By how much of the largest similarity two that rounding has parted may differ; waves miss one turn by more."""

number, told_apart = numerals.number, numerals.told_apart


def small(value: float) -> str:
    """A number that would be 0 without rounding, such as a residual; a dash where there is none."""
    if np.isnan(value):
        return "–"
    return "rounding" if 0 < abs(value) < ROUNDING else number(value)


def percent(share: float) -> str:
    """A share in percent, of which only all is 100 % and only nothing 0 %."""
    if 0 < share < 0.001:
        return "less than 0.1 %"
    if 0.999 < share < 1 - ROUNDING:
        return "more than 99.9 %"
    return f"{number(100 * share)} %"


def points(change: float) -> str:
    """How much a share changes, in percentage points, of which only all is 100 and only nothing 0."""
    if 0 < change < 0.001:
        return "less than 0.1 percentage points"
    if 0.999 < change < 1 - ROUNDING:
        return "more than 99.9 percentage points"
    text = number(100 * change)
    return f"{text} percentage point{'' if text == '1' else 's'}"


def equal(found: Spread) -> bool:
    """Whether all of some numbers are equal but for rounding."""
    return found.largest - found.smallest <= criteria.EQUAL * max(abs(found.smallest), abs(found.largest))


def listed(texts: Sequence[str]) -> str:
    """Some words as a list: a, b and c."""
    return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def counted(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def compared(study: Study) -> str:
    """What the curve of similarity shows, in the words of an axis."""
    return f"{MEASURES[study.measure]} {'from' if study.measure == 'distance' else 'with'} position {study.position:,}"


def similarities(curves: Mapping[Scheme, Array], study: Study) -> str:
    """Which position the chosen one is most similar to, by what `measurements.ranking` says of each scheme."""
    if study.length == 1:
        return "A sequence of one position has nothing to compare it with."
    found: dict[str, list[str]] = {}
    for scheme, curve in curves.items():
        found.setdefault(_nearest(scheme, curve, study), []).append(scheme.name)
    texts: list[str] = []
    for said, names in found.items():
        it = "it" if texts else f"position {study.position:,}"
        text = said.format(names=listed(names), it=it)
        texts.append(text[0].upper() + text[1:])
    return " ".join(texts)


def _nearest(scheme: Scheme, curve: Array, study: Study) -> str:
    """A sentence with places for the chosen position and the names of schemes: what is most similar to it."""
    position, last = study.position, len(curve) - 1
    if np.isnan(curve).all():
        return f"Nothing can be said of {{it}} in {{names}}: {undefined(scheme, study)}."
    if study.measure == "distance":
        return _nearest_other(np.delete(curve, position), position)
    nearest = np.flatnonzero(np.nanmax(curve) - curve <= TIE * np.nanmax(np.abs(curve)))
    if len(nearest) == len(curve):
        return "{it} is equally similar to every position in {names}."
    if position in nearest:
        if len(nearest) == 1:
            return "{it} is most similar to itself in {names}."
        return f"In {{names}}, {{it}} is no more similar to itself than to {_others(len(nearest) - 1)}."
    if len(nearest) > 1:
        return f"In {{names}}, {{it}} is most similar to {_others(len(nearest))}, not to itself."
    where = f"position {nearest[0]:,}{', the last' if nearest[0] == last else ''}"
    return f"In {{names}}, {{it}} is most similar to {where}, not to itself."


def not_followed(study: Study) -> str:
    """Which schemes have no curve under the pointer, and why; nothing where all have one."""
    of: Literal["dot", "distance"] = "distance" if study.measure == "distance" else "dot"
    size = (study.length, study.dim)
    names = [scheme.name for scheme in study.schemes if measurements.vectors(scheme, *size, of) is None]
    if not names:
        return ""
    return f"No curve follows the pointer in {listed(names)}: at this length it would take the whole matrix."


def undefined(scheme: Scheme, study: Study) -> str:
    """Why the similarity of the chosen position with every other is undefined."""
    zero = not scheme.encode([study.position], study.dim, length=study.length).any()
    return "its vector is zero" if zero else "all dot products are equal"


def _nearest_other(others: Array, position: int) -> str:
    """The same of distances: which other position is nearest."""
    best = others.min()
    places = np.flatnonzero(others - best <= ROUNDING * others.max())
    places += places >= position
    if not best:
        return f"In {{names}}, {{it}} has the same vector as {_others(len(places))}."
    if len(places) == len(others) > 2:
        return "{it} is equally far from all others in {names}."
    far = places[np.abs(places - position) > 1]
    if not far.size:
        return "A neighbour is nearest to {it} in {names}."
    if far.size < len(places):
        return f"In {{names}}, {{it}} is as near to {_others(far.size)} as to a neighbour."
    where = f"position {far[0]:,}" if far.size == 1 else _others(far.size)
    return f"In {{names}}, {{it}} is nearer to {where} than to its neighbours."


def _others(count: int) -> str:
    return counted(count, "other position")


NATS = f"Scores are in nats, beside a position's own: one nat less is {number(1 / np.e)} times the attention."


def scored(found: Mapping[str, Array], position: int) -> list[str]:
    """How far the scores of a position lie from its own, by the names of schemes: sentences."""
    said: dict[str, list[str]] = {}
    for name, curve in found.items():
        said.setdefault(_scored(curve, position), []).append(name)
    alone = said.pop("", [])
    each = listed([f"{text} in {listed(names)}" for text, names in said.items()])
    texts = [f"Beside position {position:,}'s own, the others score {each}."] if said else []
    return texts + [f"Position {position:,} sees only itself in {listed(alone)}."] * bool(alone)


def _scored(curve: Array, position: int) -> str:
    """How far the scores of a position lie from its own; nothing where it sees no other."""
    seen = np.isfinite(curve)
    if seen.sum() == 1:
        return ""
    # what only looks back sees no later key at all
    masked = not seen[:position].all() or (seen[position + 1 :].any() and not seen[position + 1 :].all())
    low, high = -float(np.nanmin(curve)), float(np.nanmax(curve))
    apart = [f"up to {numerals.nats(low)} less"] * (low > criteria.EQUAL)
    apart += [f"up to {numerals.nats(high)} more"] * (high > criteria.EQUAL)
    return (" and ".join(apart) or "the same") + (" (but for masked keys)" if masked else "")


def scores_not_followed(schemes: Sequence[Scheme], study: Study) -> list[str]:
    """Which scores have no curve under the pointer, and why: a sentence, or none."""
    names = [scheme.name for scheme in schemes if not scores.followed(scheme, study)]
    said = f"No curve follows the pointer in {listed(names)}: the offset alone does not give the scores there."
    return [said] if names else []


def not_ahead(schemes: Sequence[Scheme]) -> list[str]:
    """Which schemes do not look at later positions: a sentence, or none."""
    blind = [scheme.name for scheme in schemes if not scheme.lacks("causal")]
    does = "does" if len(blind) == 1 else "do"
    return [f"{listed(blind)} {does} not look ahead: later keys are empty."] if blind else []
