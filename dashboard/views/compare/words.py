"""Compare: one sentence a row of plots, made of nothing but computed numbers."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from dashboard.charts.style import SHARED_LIMIT
from dashboard.parameters import HEADS
from dashboard.study import Study
from dashboard.views import words
from dashboard.views.compare.numbers import Portrait, ScorePortrait
from dashboard.views.words import FLAT, compared, counted, equal, listed, number, similarities, told_apart
from posenc_core import Scheme, criteria
from posenc_core.arrays import Array
from posenc_core.geometry import Spread
from posenc_core.numerals import root

DOES = {
    "turns queries and keys": "turn queries and keys",
    "adds to the scores": "add to the scores",
    "adds nothing to scores": "add nothing to scores",
}
"""What one scheme without vectors does, and what several do."""


def opening(study: Study) -> str:
    """How a token gets its position, in the schemes that the page shows."""
    made, without = study.having("vectors").schemes, study.lacking("vectors").schemes
    texts = ["A Transformer reads tokens, the words or pieces of words of a text, and does not see their order."]
    if made:
        makes = "A scheme of positional encoding makes"
        if without:
            makes = f"{listed([s.name for s in made])} make{'s' * (len(made) == 1)}"
        text = f"{makes} a vector, a list of {counted(study.dim, 'number')}, for each position"
        adding = [s.name for s in made if s.family == "table"]
        if len(adding) == len(made):
            texts.append(f"{text}, and add{'s' * (not without or len(made) == 1)} it to the token.")
        else:
            texts.append(f"{text}; in {listed(adding)} it is added to the token." if adding else f"{text}.")
    if without:
        texts.append("A score says how much one token attends to another.")
    for does, do in DOES.items():
        names = [s.name for s in without if s.does == does]
        if names:
            one = len(names) == 1
            texts.append(f"{listed(names)} {does if one else do} and {'has' if one else 'have'} no vectors.")
    return " ".join(texts)


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


def scores(portraits: Sequence[ScorePortrait], study: Study) -> str:
    """What becomes of the scores in schemes without vectors, one step back and from the chosen position."""
    if study.length == 1:
        return "A sequence of one position has only the score of itself."
    found: dict[str, list[str]] = {}
    uneven = []
    for p in portraits:
        if p.step and not (said := _loss(p.step)):
            uneven.append(_uneven_loss(p, study.offset))
        elif p.step:
            found.setdefault(f"{said}{', where it is not masked,' * p.loss.masked}", []).append(p.name)
        elif study.offset < study.length:
            uneven.append(f"In {p.name}, the key {counted(study.offset, 'token')} back is masked.")
    texts = []
    if found:
        each = listed([f"{said} in {listed(names)}" for said, names in found.items()])
        texts.append(f"Beside a position's own, the key {counted(study.offset, 'token')} back scores {each}.")
    texts += uneven
    texts += words.scored({p.name: p.seen for p in portraits}, study.position)
    return " ".join(texts + words.not_ahead([p.scheme for p in portraits]))


def _loss(step: Spread) -> str:
    """What one step back costs, where it costs the same everywhere; nothing where it does not."""
    if max(abs(step.smallest), abs(step.largest)) <= criteria.EQUAL:
        return "the same"
    if step.largest - step.smallest > criteria.EQUAL * max(abs(step.smallest), abs(step.largest)):
        return ""
    return f"{criteria.nats(abs(step.mean))} {'less' if step.mean > 0 else 'more'}"


def _uneven_loss(portrait: ScorePortrait, offset: int) -> str:
    step, positions = portrait.step, portrait.loss.positions
    assert step
    one, other = told_apart(step.largest, step.smallest)
    first, second = positions[step.at_largest], positions[step.at_smallest]
    where = ", where it is not masked," if portrait.loss.masked else ""
    return (
        f"In {portrait.name}, the key {counted(offset, 'token')} back{where} scores {one} (seen from position "
        f"{first:,}) to {other} nats less (from {second:,})."
    )


def score_alt(portrait: ScorePortrait, study: Study) -> str:
    """What a portrait of scores shows, for a reader who cannot see it."""
    return (
        f"{portrait.name}, {counted(study.length, 'position')}: heatmap of the scores of every query with every key, "
        f"loss of the key k = {study.offset:,} back at every position, scores from position {study.position:,}, all in "
        f"nats. {scores([portrait], study)}"
    )


def score_scales(portraits: Sequence[ScorePortrait], study: Study, *, beside: bool) -> str:
    """How portraits of scores are to be read, perhaps beside others; nothing where there are none."""
    if not portraits:
        return ""
    texts = [words.NATS]
    if any(p.scheme.family == "rotation" for p in portraits):
        texts.append("Where queries and keys are turned, both hold the same content here.")
    if beside:
        texts.append("Nats have a scale of their own, not that of distances and dot products.")
    found = {p.name: p.seen for p in portraits}
    texts += _flat({"score": found}, own=study.own_scales)
    return " ".join(texts + words.scores_not_followed([p.scheme for p in portraits], study))


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
    notes += _flat(
        {
            "step": {p.scheme.name: p.steps for p in portraits},
            "similarity": {p.scheme.name: p.similarity for p in portraits},
        },
        own=study.own_scales,
    )
    return " ".join(notes)


def _flat(rows: Mapping[str, Mapping[str, Array]], *, own: bool) -> list[str]:
    """Which lines have a shape that cannot be seen on the scale of the others."""
    notes = []
    for what, curves in rows.items():
        sizes = {name: float(np.abs(curve[np.isfinite(curve)]).max(initial=0)) for name, curve in curves.items()}
        large = max(sizes, key=sizes.__getitem__, default="")
        names = [
            name
            for name, size in sizes.items()
            if 0 < size * FLAT < sizes[large]
            and np.ptp(curves[name][np.isfinite(curves[name])]) > criteria.EQUAL * size
        ]
        if names and not own:
            notes.append(
                f"Beside {large}, the line of the {what} looks flat in {listed(names)}: “Own scales” shows its shape."
            )
    return notes


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
    if scheme.family == "bias":
        meanings = {
            "h": "h is the head, from 1.",
            "H": f"H = {HEADS} is the number of heads here.",
            "i": "i is the position of the query.",
            "j": "j is that of the key.",
            "k": "k is how many tokens apart they are.",
        }
    letters = re.sub(r"PE|\\text *\{[^}]*\}|\\mathcal\{[^}]*\}|\\[a-z]+|\[1ex\]", "", scheme.formula)
    own = [f"${letter}$ {meaning}." for letter, meaning in scheme.letters.items()]
    return " ".join(
        [*(meaning for letter, meaning in meanings.items() if letter in letters and letter not in scheme.letters), *own]
    )


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
