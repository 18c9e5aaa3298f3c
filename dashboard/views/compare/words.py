"""Compare: one sentence a row of plots, made of nothing but computed numbers."""

import re
from collections.abc import Sequence

import numpy as np

from dashboard.charts.style import SHARED_LIMIT
from dashboard.study import Study
from dashboard.views import words
from dashboard.views.compare.numbers import Portrait
from dashboard.views.words import FLAT, compared, counted, equal, listed, number, similarities
from posenc_core import Scheme, criteria
from posenc_core.numerals import root


def opening(study: Study) -> str:
    """How a token gets its position, in the schemes that the page shows."""
    adding = [s.name for s in study.schemes if s.family == "table"]
    text = (
        "A Transformer reads tokens, the words or pieces of words of a text, and does not see their order. A scheme of "
        f"positional encoding makes a vector, a list of {counted(study.dim, 'number')}, for each position"
    )
    if len(adding) == len(study.schemes):
        return f"{text}, and adds it to the token."
    return f"{text}; in {listed(adding)} it is added to the token." if adding else f"{text}."


def encodings(portraits: Sequence[Portrait], study: Study) -> str:
    """What the matrices hold: how many dimensions change, and where vectors start to repeat."""
    if study.length == 1:
        return "A sequence of one position has one vector a scheme."
    found: dict[str, list[str]] = {}
    for p in portraits:
        if p.whole.moving is not None:
            found.setdefault(_columns(p, study.dim), []).append(p.scheme.name)
    sentences = [said.format(names=listed(names)) for said, names in found.items()]
    if not found:
        sentences.append(f"Each matrix has {study.length * study.dim:,} numbers.")
    sentences += [_repeat(p) for p in portraits if p.whole.repeat]
    block = portraits[0].picture
    if block.rows * block.columns > 1:
        sentences.append(f"A cell of the heatmaps is the mean of up to {block.rows:,} × {block.columns:,} numbers.")
    return " ".join(sentences)


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
        f"{similarities({portrait.scheme: portrait.ranking}, study)}"
    )


def scales(portraits: Sequence[Portrait], study: Study) -> str:
    """Which portraits cannot be read on the scale of the others; nothing when all can."""
    notes = [
        f"{p.scheme.name} {_reach(p)} and has a colour scale of its own." for p in portraits if p.largest > SHARED_LIMIT
    ]
    for what, curves in (("step", [p.steps for p in portraits]), ("similarity", [p.similarity for p in portraits])):
        sizes = [float(np.abs(curve[np.isfinite(curve)]).max(initial=0)) for curve in curves]
        names = [
            p.scheme.name
            for p, curve, size in zip(portraits, curves, sizes, strict=True)
            if 0 < size * FLAT < max(sizes) and np.ptp(curve[np.isfinite(curve)]) > criteria.EQUAL * size
        ]
        if names and not study.own_scales:
            large = portraits[sizes.index(max(sizes))].scheme.name
            notes.append(
                f"Beside {large}, the line of the {what} looks flat in {listed(names)}: “Own scales” shows its shape."
            )
    return " ".join(notes)


def _reach(portrait: Portrait) -> str:
    # of a matrix too large to search only means are known: it goes beyond the others, who knows how far
    return "goes beyond ±1" if portrait.whole.highest is None else f"reaches {number(portrait.largest)}"


def repeated(portraits: Sequence[Portrait], study: Study) -> str:
    """How much longer a step is where one number stands in every column; nothing where none does."""
    return " ".join(
        f"{p.scheme.name} writes one number into {study.dim:,} dimensions: where it grows by "
        f"{number(p.step.mean / study.dim**0.5)}, the step of the vector is {root(study.dim)} times as long."
        for p in portraits
        if p.whole.distinct == 1 and study.dim > 1 and p.step and equal(p.step) and p.step.mean
    )


def symbols(scheme: Scheme, study: Study) -> str:
    """What the letters of the scheme's formula mean, with the numbers they have now."""
    meanings = {
        "p": "p is the position.",
        "j": "j is the column, from 0.",
        "i": "i counts pairs of columns, from 0.",
        "d": f"d = {study.dim:,} is the number of columns.",
        "N": f"N = {study.length:,} is the length n.",
        "B": f"B = {number(getattr(scheme, 'base', 0))} is the base.",
    }
    letters = re.sub(r"PE|\\[a-z]+|\[1ex\]", "", scheme.formula)
    return " ".join(meaning for letter, meaning in meanings.items() if letter in letters)


def _columns(portrait: Portrait, dim: int) -> str:
    """A sentence with a place for the names of schemes."""
    whole = portrait.whole
    assert whole.moving is not None
    assert whole.constants is not None
    moving, rest = whole.moving, dim - whole.moving
    columns = {1: "the only dimension", 2: "both dimensions"}.get(dim, f"all {dim:,} dimensions")
    if whole.distinct == 1 and dim > 1 and moving:
        return f"In {{names}}, {'both' if dim == 2 else 'all'} dimensions are equal."
    if not rest:
        return f"In {{names}}, {columns} change{'s' * (dim == 1)}."
    held = whole.constants[0] if len(whole.constants) == rest and len(set(whole.constants)) == 1 else None
    one = "s" * (rest == 1)
    if not moving:
        return f"In {{names}}, {columns} {f'hardly change{one}' if held is None else f'stay{one} at {number(held)}'}."
    left = "hardly" if held is None else f"stay{one} at {number(held)}"
    return f"In {{names}}, {moving:,} of {dim:,} dimensions change{'s' * (moving == 1)}, {rest:,} {left}."


def _repeat(portrait: Portrait) -> str:
    assert portrait.whole.repeat is not None
    position, earlier = portrait.whole.repeat
    return f"{portrait.scheme.name} repeats itself: position {position:,} has the vector of position {earlier:,}."
