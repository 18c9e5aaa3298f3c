"""Compare: one sentence a row of plots, made of nothing but computed numbers."""

import re
from collections.abc import Sequence

import numpy as np

from dashboard.charts.style import SHARED_LIMIT
from dashboard.study import Study
from dashboard.views import words
from dashboard.views.compare.numbers import Portrait
from dashboard.views.words import FLAT, compared, counted, joined, listed, number, similarities
from posenc_core import Scheme


def encodings(portraits: Sequence[Portrait], study: Study) -> str:
    """What the matrices hold: how many columns work, and where vectors start to repeat."""
    if study.length == 1:
        return "A sequence of one position has one vector a scheme."
    searched = portraits[0].whole.lowest is not None
    if searched:
        parts = [_columns(p, study.dim) + (f" and {_repeat(p)}" if p.whole.repeat else "") for p in portraits]
    else:
        parts = [f"Each matrix has {study.length * study.dim:,} numbers"]
        parts += [f"{p.scheme.name} {_repeat(p)}" for p in portraits if p.whole.repeat]
    block = portraits[0].picture
    if block.rows * block.columns > 1:
        parts.append(f"a cell of the heatmaps is the exact mean of {block.rows:,} × {block.columns} numbers")
    return joined(parts)


def steps(portraits: Sequence[Portrait], study: Study) -> str:
    """How long a step of k is in each scheme."""
    return words.steps({p.scheme: p.step for p in portraits if p.step}, study)


def alt(portrait: Portrait, study: Study) -> str:
    """What a portrait shows, for a reader who cannot see it."""
    name = portrait.scheme.name
    return (
        f"{name}, {study.length} positions by {study.dim} dimensions: heatmap of the encoding, distance of one step at "
        f"every position, {compared(study)} at every position. "
        f"{encodings([portrait], study)} {steps([portrait], study)} "
        f"{similarities({portrait.scheme: portrait.similarity}, study)}"
    )


def scales(portraits: Sequence[Portrait], study: Study) -> str:
    """Which portraits cannot be read on the scale of the others; nothing when all can."""
    notes = [
        f"{p.scheme.name} {_reach(p)} and has a colour scale of its own." for p in portraits if p.largest > SHARED_LIMIT
    ]
    for what, curves in (("step", [p.steps for p in portraits]), ("similarity", [p.similarity for p in portraits])):
        sizes = [float(np.abs(curve[np.isfinite(curve)]).max(initial=0)) for curve in curves]
        names = [p.scheme.name for p, size in zip(portraits, sizes, strict=True) if 0 < size * FLAT < max(sizes)]
        if names and not study.own_scales:
            large = portraits[sizes.index(max(sizes))].scheme.name
            notes.append(f"Beside {large}, the {what} of {listed(names)} looks flat: Own scales shows it.")
    return " ".join(notes)


def _reach(portrait: Portrait) -> str:
    # of a matrix too large to search only means are known: it goes beyond the others, who knows how far
    return "goes beyond ±1" if portrait.whole.highest is None else f"reaches {number(portrait.largest)}"


def symbols(scheme: Scheme, study: Study) -> str:
    """What the letters of the scheme's formula mean, with the numbers they have now."""
    meanings = {
        "p": "p position",
        "j": "j column",
        "i": "i pair of columns",
        "d": f"d = {study.dim}",
        "N": f"N = n = {study.length}",
        "B": f"B = {getattr(scheme, 'base', 0):g}",
    }
    letters = re.sub(r"PE|\\[a-z]+|\[1ex\]", "", scheme.formula)
    return "; ".join(meaning for letter, meaning in meanings.items() if letter in letters) + "."


def _columns(portrait: Portrait, dim: int) -> str:
    whole, name = portrait.whole, portrait.scheme.name
    assert whole.lowest is not None
    assert whole.highest is not None
    low, high = number(whole.lowest), number(whole.highest)
    if whole.distinct == 1 and dim > 1:
        return f"{name} repeats one number in {dim} columns, {low} to {high}"
    if whole.constants:
        values = sorted(set(whole.constants))
        held = f"at {number(values[0])}" if len(values) == 1 else "at one value each"
        return f"{name} keeps {len(whole.constants)} of its {counted(dim, 'column')} {held}"
    return f"{name} varies in {'its only column' if dim == 1 else f'all {dim} columns'}, {low} to {high}"


def _repeat(portrait: Portrait) -> str:
    assert portrait.whole.repeat is not None
    position, earlier = portrait.whole.repeat
    return f"repeats itself: position {position} has the vector of position {earlier}"
