"""Numbers in words, and sentences that several pages say."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from dashboard.parameters import MEASURES
from dashboard.study import Study
from posenc_core import Scheme, criteria
from posenc_core.arrays import Array
from posenc_core.geometry import Spread

FLAT = 50
"""How many times smaller than the largest a curve is when it can no longer be read on the same scale."""

ROUNDING = 1e-12
"""Below this, a number that should be 0 is what rounding leaves of it."""


def number(value: float, digits: int = 4) -> str:
    """A value with four significant digits, from a thousand on its whole part, and a real minus sign.

    More digits are for two values that four do not tell apart.
    """
    if 1e3 <= abs(value) < 1e9:
        text = f"{value:,.{max(digits - len(f'{abs(value):.0f}'), 0)}f}"
    else:
        text = f"{value:,.{digits}g}"
    return text.replace("-", "−")


def small(value: float) -> str:
    """A number whose size alone matters, such as a residual or a rounding error; a dash where there is none.

    Below a thousandth it is a power of ten with two digits. Rounding has one: the second would say nothing.
    """
    if np.isnan(value):
        return "–"
    if not value or abs(value) >= 1e-3:
        return number(value)
    return f"{value:.{int(abs(value) >= ROUNDING)}e}".replace("-", "−")


def equal(found: Spread) -> bool:
    """Whether all of some numbers are equal but for rounding."""
    return found.largest - found.smallest <= criteria.EQUAL * abs(found.largest)


def told_apart(low: float, high: float) -> tuple[str, str]:
    """Both numbers with as many digits as it takes to see that they differ."""
    for digits in range(4, 17):
        texts = number(low, digits), number(high, digits)
        if texts[0] != texts[1]:
            break
    return texts


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
    """How long a step of k is in each scheme: the same everywhere, or where it is shortest and where longest."""
    if not found:
        return "A sequence of one position has no steps."
    return f"A step of k = {study.offset} is " + joined([_step(s.name, step, study) for s, step in found.items()])


def _step(name: str, step: Spread, study: Study) -> str:
    k = study.offset
    if k == study.length - 1:
        return f"{number(step.mean)} in {name}, the only one"
    if equal(step):
        return f"{number(step.mean)} everywhere in {name}"
    shortest, longest = told_apart(step.smallest, step.largest)
    p, q = step.at_smallest, step.at_largest
    return f"{shortest} ({p} → {p + k}) to {longest} ({q} → {q + k}) in {name}"


def compared(study: Study) -> str:
    """What the curve of similarity shows, in the words of an axis."""
    return f"{MEASURES[study.measure]} {'from' if study.measure == 'distance' else 'with'} position {study.position}"


def similarities(curves: Mapping[Scheme, Array], study: Study) -> str:
    """Which position the chosen one is most similar to, by the similarity of each scheme."""
    found = [_nearest(scheme, curve, study) for scheme, curve in curves.items()]
    near, equal = ("nearest to", "far from") if study.measure == "distance" else ("most similar to", "similar to")
    beginnings = {
        "most": f"By {MEASURES[study.measure]}, p = {study.position} is {near} ",
        "equal": f"By {MEASURES[study.measure]}, p = {study.position} is equally {equal} every position in ",
        "undefined": f"The {MEASURES[study.measure]} with p = {study.position} is undefined in ",
    }
    groups = [(words, [text for kind, text in found if kind == key]) for key, words in beginnings.items()]
    return " ".join(words + joined(texts) for words, texts in groups if texts)


def _nearest(scheme: Scheme, curve: Array, study: Study) -> tuple[str, str]:
    """How a sentence about the nearest position begins, and how it goes on."""
    name, position = scheme.name, study.position
    if np.isnan(curve).all():
        zero = not scheme.encode([position], study.dim, length=study.length).any()
        return "undefined", f"{name} ({'its vector is zero' if zero else 'all dot products are equal'})"
    best = (np.nanmin if study.measure == "distance" else np.nanmax)(curve)
    nearest = np.flatnonzero(np.abs(curve - best) <= 1e-12 * abs(best))
    others = len(nearest) - (position in nearest)
    if others == len(curve) - 1 and others:
        return "equal", f"{name} ({number(best)})"
    if position not in nearest:
        last = ", the last," if nearest[0] == len(curve) - 1 else ""
        more = f" and {len(nearest) - 1} more, not to itself," if len(nearest) > 1 else ""
        where = f"{nearest[0]}{last}{more}"
    else:
        where = "itself" + (f" and equally {counted(others, 'other')}" if others else "")
    return "most", f"{where} in {name} ({number(best)})"
