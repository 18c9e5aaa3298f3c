"""What do the numbers say? One sentence a row of plots, made of nothing but computed numbers."""

from collections.abc import Sequence
from math import floor, inf, log10

import numpy as np

from dashboard.figures import SHARED_LIMIT
from dashboard.portraits import Portrait
from dashboard.study import MEASURES, Study
from posenc_core.geometry import Spread

FLAT = 50
"""How many times smaller than the largest a curve is when it can no longer be read on the same scale."""

EQUAL = 1e-9
"""Numbers whose range is below this share of their mean are called equal; the sentence says to how many digits."""


def encodings(portraits: Sequence[Portrait], study: Study) -> str:
    """What the matrices hold: how many columns work, and where vectors start to repeat."""
    return _joined([_columns(p, study.dim) + _repeat(p) for p in portraits])


def steps(portraits: Sequence[Portrait], study: Study) -> str:
    """Whether a step of k is equally long everywhere, and if not, where it is shortest and longest."""
    if study.length == 1:
        return "A sequence of one position has no steps."
    return f"A step of k = {study.offset} is " + _joined([_step(p, study.offset) for p in portraits])


def similarities(portraits: Sequence[Portrait], study: Study) -> str:
    """Which position the chosen one is most similar to."""
    return f"By {MEASURES[study.measure]}, p = {study.position} is most similar to " + _joined(
        [_nearest(p, study.position) for p in portraits]
    )


def alt(portrait: Portrait, study: Study) -> str:
    """What a portrait shows, for a reader who cannot see it."""
    step = f"A step of k = {study.offset} is {_step(portrait, study.offset)}" if portrait.step else "No steps"
    p, name = study.position, portrait.scheme.name
    return (
        f"{name}, {study.length} positions by {study.dim} dimensions: heatmap of the encoding, distance of one step at "
        f"every position, {MEASURES[study.measure]} of every position with position {p}. "
        f"{_columns(portrait, study.dim)}{_repeat(portrait)}. {step}. "
        f"Position {p} is most similar to {_nearest(portrait, p)}."
    )


def scales(portraits: Sequence[Portrait], study: Study) -> str:
    """Which portraits cannot be read on the scale of the others; nothing when all can."""
    notes = [
        f"{p.scheme.name} reaches {number(abs(p.whole.table).max())} and has a colour scale of its own."
        for p in portraits
        if abs(p.whole.table).max() > SHARED_LIMIT
    ]
    sizes = {p.scheme.name: np.abs(p.similarity[np.isfinite(p.similarity)]).max(initial=0) for p in portraits}
    large = max(sizes, key=lambda name: sizes[name])
    flat = [name for name, size in sizes.items() if 0 < size * FLAT < sizes[large]]
    if flat and not study.own_scales:
        notes.append(
            f"Beside {large}, the similarity of {' and '.join(flat)} looks flat: turn on Own scales to see it."
        )
    return " ".join(notes)


def number(value: float) -> str:
    """Four significant digits, thousands apart, with a real minus sign."""
    text = f"{value:,.0f}" if 1e4 <= abs(value) < 1e9 else f"{value:.4g}"
    return text.replace("-", "−")


def _joined(parts: list[str]) -> str:
    return "; ".join(parts) + "."


def _columns(portrait: Portrait, dim: int) -> str:
    whole, name = portrait.whole, portrait.scheme.name
    low, high = number(whole.table.min()), number(whole.table.max())
    if whole.distinct == 1 and dim > 1:
        return f"{name} repeats one number in {dim} columns, {low} to {high}"
    if whole.constants:
        values = sorted(set(whole.constants))
        held = f"at {number(values[0])}" if len(values) == 1 else "at one value each"
        return f"{name} keeps {len(whole.constants)} of its {_count(dim, 'column')} {held}"
    return f"{name} varies in {'its only column' if dim == 1 else f'all {dim} columns'}, {low} to {high}"


def _repeat(portrait: Portrait) -> str:
    if portrait.whole.repeat is None:
        return ""
    position, earlier = portrait.whole.repeat
    return f" and repeats itself: position {position} has the vector of position {earlier}"


def _step(portrait: Portrait, offset: int) -> str:
    step, name = portrait.step, portrait.scheme.name
    assert step is not None
    digits = _agreement(step)
    if digits == inf:
        return f"{number(step.mean)} everywhere in {name}"
    if digits >= -log10(EQUAL):
        return f"{number(step.mean)} everywhere in {name} ({digits:.0f} equal digits)"
    shortest, longest = _apart(step.smallest, step.largest)
    low, high = step.at_smallest, step.at_largest
    return f"{shortest} ({low} → {low + offset}) to {longest} ({high} → {high + offset}) in {name}"


def _agreement(spread: Spread) -> float:
    """To how many digits the numbers agree."""
    width = spread.largest - spread.smallest
    return inf if width == 0 else floor(log10(abs(spread.mean) / width)) if spread.mean else 0


def _apart(low: float, high: float) -> tuple[str, str]:
    """Both numbers with as many digits as it takes to see that they differ."""
    for digits in range(4, 17):
        texts = f"{low:.{digits}g}", f"{high:.{digits}g}"
        if texts[0] != texts[1]:
            break
    return texts


def _nearest(portrait: Portrait, position: int) -> str:
    name, curve = portrait.scheme.name, portrait.similarity
    if np.isnan(curve).all():
        zero = not portrait.whole.table[position].any()
        return f"nothing in {name}, where it is undefined ({'a zero vector' if zero else 'all dot products are equal'})"
    best = np.nanmax(curve)
    nearest = np.flatnonzero(np.abs(curve - best) <= 1e-12 * abs(best))
    others = len(nearest) - (position in nearest)
    if position not in nearest:
        last = ", the last," if nearest[0] == len(curve) - 1 else ""
        more = f" and {len(nearest) - 1} more, not to itself," if len(nearest) > 1 else ""
        where = f"{nearest[0]}{last}{more}"
    elif others == len(curve) - 1 and others:
        where = "every position alike"
    else:
        where = "itself" + (f" and equally {_count(others, 'other')}" if others else "")
    return f"{where} in {name} ({number(best)})"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
