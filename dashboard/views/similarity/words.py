"""Similarity: what the laws, the diagonals, the base and far positions come to."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from dashboard.parameters import MEASURES
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import AtBase, PairKind
from dashboard.views.similarity import numbers
from dashboard.views.words import listed, number, small
from posenc_core import Scheme, Sinusoidal, geometry
from posenc_core.arrays import Array


class Laws(NamedTuple):
    """What is laid over the curve of the sinusoid, and what is to be said of it."""

    closed: Array | None
    """The closed form, where the curve itself was measured."""
    log: Array | None
    """The law 1 − (ln k + 0.577) / ln B of the cosine, in the measure that is shown; None where it does not speak."""
    words: str


def laws(study: Study, scheme: Sinusoidal, curve: Array) -> Laws:
    """The closed form and the log law, beside the curve as it was measured."""
    closed = None
    if not measurements.measured(study.length, study.dim):
        words = "At this length nothing is measured: the curve of the sinusoid is the closed form."
    else:
        closed = geometry.similarity(scheme, study.position, study.length, study.dim, kind=study.measure)
        apart = float(np.nanmax(np.abs(closed - curve), initial=0))
        words = f"The closed form differs from the measured curve by at most {small(apart)}."
        if study.dim % 2:
            words += " For odd d it is Σ cos(w k) + sin(w p) sin(w q): the last sine has no cosine beside it."
    log = numbers.log_law(study, scheme)
    if log is None:
        words += " The log law speaks of dot product, cosine and distance only."
    return Laws(closed, log, words)


def sides_words(study: Study) -> str:
    """Whether the similarity tells before from after; nothing where no side is long enough, or nothing is defined."""
    p, length = study.position, study.length
    reach = min(p, length - 1 - p)
    sides = []
    for s in study.schemes:
        cosine = measurements.similarity(s, length, study.dim, p, "cosine")
        skew = np.abs(cosine[p - reach : p][::-1] - cosine[p + 1 : p + 1 + reach])
        if reach and np.isfinite(skew).any():
            sides.append(f"{small(float(np.nanmax(skew)))} in {s.name}")
    if not sides:
        return ""
    return (
        f"**Left or right?** The cosine {reach} to the left and to the right differs by at most {listed(sides)}. Where "
        "that is rounding, similarity alone cannot tell before from after; what moves by k, on the page Shift, can."
    )


def diagonal_words(matrices: Mapping[Scheme, Array], kind: PairKind) -> str:
    """What the matrices of all pairs show, and how much of it only the offset decides."""
    explained = []
    for s, matrix in matrices.items():
        share = geometry.constancy(matrix)
        explained.append(
            f"{number(share)} in {s.name}" if np.isfinite(share) else f"left open by equal values in {s.name}"
        )
    return (
        f"The {'Gram matrix: ' if kind == 'dot' else ''}{MEASURES[kind]} of every position (down) with every other "
        "(across). Where only the offset matters, every diagonal has one colour: the share R² of the variance that "
        f"diagonals explain is {listed(explained)}."
    )


def base_words(study: Study, here: AtBase) -> str:
    """What the base of the sinusoid decides, with the numbers of the present one."""
    rise = f"rises first after k = {here.first_rise}" if here.first_rise is not None else "never rises"
    return (
        f"The base sets how slowly the slowest pair turns. At B = {number(here.base)} the similarity of the sinusoid "
        f"{rise}, {here.turning} of {(study.dim + 1) // 2} pairs complete a turn within n = {study.length:,}, and "
        f"neighbours are {number(here.neighbours)} apart. A small base sets neighbours far apart, but soon only "
        "ripples are left; a large one reaches far, but sets neighbours closer and leaves columns still."
    )


def far_words(study: Study) -> str:
    """How near the chosen position comes to one far away, beside its neighbour."""
    p, far, texts = study.position, study.options["far"], []
    for s in study.schemes:
        vectors = s.encode([p, p + 1, p + far], study.dim, length=max(study.length, 2))
        step, away = (float(np.linalg.norm(vectors[i] - vectors[0])) for i in (1, 2))
        texts.append(f"{number(away)} in {s.name}, where a neighbour is {number(step)} away")
    return f"Position {p:,} and position {p + far:,} are " + "; ".join(texts) + "."


def again_words(study: Study, here: AtBase) -> str:
    """At which offset the sinusoid comes nearest to where it was; nothing for odd d, where it depends on p."""
    if study.dim % 2:
        return ""
    offset, nearest = numbers.nearest_again(here.base, study.dim)
    neighbour = f"nearer than the neighbour ({number(here.neighbours)})"
    return (
        f"Of all offsets up to {numbers.SEARCHED:,} the sinusoid comes nearest to itself at k = {offset:,}, "
        f"{number(nearest)} away: {'the neighbour itself' if offset == 1 else neighbour}. {number(here.base)} is the "
        "base of its wavelengths and no limit to the length."
    )
