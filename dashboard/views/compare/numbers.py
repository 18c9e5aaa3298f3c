"""Compare: the portrait of a scheme, which is everything that the page draws and says of one.

Of a scheme without vectors it is a portrait of its scores.

What a long sequence does not tell without its whole matrix is None, and left unsaid.
"""

from typing import NamedTuple

import numpy as np

from dashboard.numbers import measurements, scores
from dashboard.numbers.memory import shared_cache
from dashboard.numbers.scores import Grid, Loss
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.analysis import criteria, geometry
from posenc_core.analysis.geometry import Kind, Spread
from posenc_core.analysis.pictures import Picture
from posenc_core.arrays import Array
from posenc_core.pauses import pause

SEARCHED_CELLS = 2**26
"""Up to here every number of the matrix is looked at, some MiB at a time: about a quarter of a second."""

SIDE = 512
"""Most queries and keys that a matrix of scores shows as separate cells."""

SAMPLED = 64
"""Positions of a long sequence that are looked at one by one."""

Reach = tuple[float, float]
"""From the smallest to the largest number of several."""


class Portrait(NamedTuple):
    """One scheme at one length and dim, around one position: arrays for the picture, figures for the text."""

    scheme: Scheme
    norm: Spread
    max_abs_value: float | None
    """The largest absolute value of the matrix."""
    picture: Picture
    steps: Array
    step: Spread | None
    similarity: Array
    ranking: Array
    """What decides which of the similarities are larger."""
    reach: Reach | None
    """The smallest and the largest similarity of any two positions."""
    self_maxima: float | None
    """Share of the positions that are most similar to themselves."""
    same: bool | None
    """Whether twice the length has the same vectors; None where there is no such length."""

    @property
    def largest(self) -> float:
        """The largest absolute value: of the matrix where it was searched, else of the picture."""
        return float(np.abs(self.picture.means).max()) if self.max_abs_value is None else self.max_abs_value

    @property
    def curves(self) -> tuple[Reach | None, Reach | None]:
        """The ends of both curves: of the distance, and of the similarity with any position."""
        return (self.step.smallest, self.step.largest) if self.step else None, self.reach


def own_measure(study: Study) -> Kind:
    """By what a position is more or less similar to itself than to others: by distance it is always nearest."""
    return "cosine" if study.measure == "cosine" else "dot"


def portrait(scheme: Scheme, study: Study) -> Portrait:
    """The portrait of a scheme."""
    size = (study.length, study.dim)
    around = (*size, study.position, study.measure)
    steps = measurements.steps(scheme, *size, study.offset)
    return Portrait(
        scheme,
        _norm(scheme, *size),
        _max_abs_value(scheme, *size),
        measurements.picture(scheme, *size, *study.shown),
        steps,
        geometry.spread(steps) if len(steps) else None,
        measurements.similarity(scheme, *around),
        measurements.ranking(scheme, *around),
        _reach(scheme, *size, study.measure),
        _self_maxima(scheme, *size, own_measure(study)),
        _same(scheme, *size),
    )


class ScorePortrait(NamedTuple):
    """What becomes of the scores in a scheme without vectors, in nats beside a position's own."""

    scheme: Scheme
    name: str
    """With the head that is shown, where they are not alike."""
    grid: Grid
    """Of the shown positions."""
    loss: Loss
    step: Spread | None
    """How the losses vary; their places count from the first position that has one."""
    seen: Array
    """From the chosen position."""
    from_last: Array
    """From the last one."""
    reach: Reach
    """The smallest and the largest score from the first, the selected, and the last position."""

    @property
    def largest(self) -> float:
        """The largest absolute value of the matrix."""
        return float(np.nanmax(np.abs(self.grid.cells)))

    @property
    def curves(self) -> tuple[Reach | None, Reach | None]:
        """The ends of both curves: of the drop, and of the logits."""
        return ends(self.loss.values), self.reach


def score_portrait(scheme: Scheme, study: Study) -> ScorePortrait:
    """The portrait of a scheme that has no vectors."""
    size, head = (study.length, study.dim), scores.head(scheme, study)
    loss = scores.loss(scheme, *size, study.offset, head)
    first, seen, last = (scores.relative_logits(scheme, *size, p, head) for p in (0, study.position, study.length - 1))
    return ScorePortrait(
        scheme,
        scores.label(scheme, study),
        scores.grid(scheme, *size, *study.shown, SIDE, head),
        loss,
        geometry.spread(loss.values) if loss.values.size else None,
        seen,
        last,
        ends(first, seen, last) or (0.0, 0.0),
    )


def both(study: Study) -> tuple[list[Portrait], list[ScorePortrait]]:
    """The portraits of what has vectors, and of what has none."""
    return (
        [portrait(scheme, study) for scheme in study.having("vectors").schemes],
        [score_portrait(scheme, study) for scheme in study.lacking("vectors").schemes],
    )


def ends(*rows: Array) -> Reach | None:
    """The smallest and the largest number; None where there is none."""
    finite = np.concatenate([row[np.isfinite(row)] for row in rows])
    return (float(finite.min()), float(finite.max())) if finite.size else None


@shared_cache
def _reach(scheme: Scheme, length: int, dim: int, kind: Kind) -> Reach | None:
    """Of a long sequence what some positions have: by offset alone, the first and the last have them all."""
    if kind == "min-max":
        return 0.0, 1.0
    if length > measurements.PAIRED_LENGTH or not measurements.is_measured(length, dim):
        some = np.unique(np.linspace(0, length - 1, 5).astype(int))
        return ends(*(measurements.similarity(scheme, length, dim, int(p), kind) for p in some))
    pause()
    if kind in ("dot", "cosine", "distance"):
        return ends(np.ravel(measurements.pairs(scheme, length, dim, kind)))
    logits = geometry.dots(measurements.table(scheme, length, dim)) / (dim**0.5 if kind == "attention" else 1)
    return ends(np.ravel(geometry.shares(logits)))


@shared_cache
def _same(scheme: Scheme, length: int, dim: int) -> bool | None:
    if scheme.unsupported_reason("vectors", 2 * length, dim):
        return None
    count = length if measurements.is_measured(length, dim) else SAMPLED
    some = np.unique(np.linspace(0, length - 1, count).astype(int))
    one, other = (scheme.encode(some, dim, length=n) for n in (length, 2 * length))
    return bool(np.abs(one - other).max() <= criteria.EQUAL * np.abs(one).max())


@shared_cache
def _norm(scheme: Scheme, length: int, dim: int) -> Spread:
    return geometry.spread(geometry.norms(scheme, length=length, dim=dim))


@shared_cache
def _max_abs_value(scheme: Scheme, length: int, dim: int) -> float | None:
    return geometry.largest_value(scheme, length=length, dim=dim) if length * dim <= SEARCHED_CELLS else None


@shared_cache
def _self_maxima(scheme: Scheme, length: int, dim: int, kind: Kind) -> float | None:
    if not measurements.is_measured(length, dim):
        return None
    return float(geometry.self_maxima(measurements.table(scheme, length, dim), kind=kind).mean())
