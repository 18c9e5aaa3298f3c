"""What is near? The numbers behind the page Similarity, and the sentences that they make."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from dashboard import measurements
from dashboard.claims import listed, number, small
from dashboard.measurements import AtBase, PairKind
from dashboard.study import MEASURES, Study
from posenc_core import Scheme, Sinusoidal, geometry
from posenc_core.scheme import Array


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
    if study.dim % 2:
        words = "For odd d there is no closed form: the last sine has no partner."
    elif not measurements.measured(study.length, study.dim):
        words = "At this length nothing is measured: the curve of the sinusoid is the closed form."
    else:
        closed = geometry.similarity(scheme, study.position, study.length, study.dim, kind=study.measure)
        apart = float(np.nanmax(np.abs(closed - curve), initial=0))
        words = f"The closed form differs from the measured curve by at most {small(apart)}."
    log = _log_law(study, scheme)
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
        explained.append(f"{share:.3f} in {s.name}" if np.isfinite(share) else f"left open by equal values in {s.name}")
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


BASES = (10.0, 100.0, 1e3, 1e4, 1e5, 5e5)
"""Bases of the sinusoid that stand beside its own."""


def at_bases(study: Study) -> tuple[list[AtBase], AtBase]:
    """The sinusoid at some bases, its own among them. -> all of them, and its own"""
    own = study.known["Sinusoidal"]
    assert isinstance(own, Sinusoidal)
    rows = [measurements.at_base(base, study.length, study.dim) for base in sorted({*BASES, own.base})]
    return rows, next(row for row in rows if row.base == own.base)


def bases(rows: Sequence[AtBase]) -> pd.DataFrame:
    """The sinusoid at several bases, one row each."""
    return pd.DataFrame(
        {
            "base": [row.base for row in rows],
            "rise": [row.first_rise for row in rows],
            "moving": [row.moving for row in rows],
            "turning": [row.turning for row in rows],
            "end": [row.cosine[-1] for row in rows],
            "neighbours": [row.neighbours for row in rows],
            "longest": [float(np.rint(row.longest)) for row in rows],
        }
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
    offset, nearest = measurements.nearest_again(here.base, study.dim)
    neighbour = f"nearer than the neighbour ({number(here.neighbours)})"
    return (
        f"Of all offsets up to {measurements.SEARCHED:,} the sinusoid comes nearest to itself at k = {offset:,}, "
        f"{number(nearest)} away: {'the neighbour itself' if offset == 1 else neighbour}. {number(here.base)} is the "
        "base of its wavelengths and no limit to the length."
    )


def _log_law(study: Study, scheme: Sinusoidal) -> Array | None:
    k = np.abs(np.arange(study.length) - study.position).astype(np.float64)
    k[study.position] = np.nan
    cosine: Array = 1 - (np.log(k) + np.euler_gamma) / np.log(scheme.base)
    if study.measure == "cosine":
        return cosine
    if study.measure == "dot":
        return cosine * study.dim / 2
    distance: Array = np.sqrt(np.maximum(study.dim * (1 - cosine), 0))
    return distance if study.measure == "distance" else None
