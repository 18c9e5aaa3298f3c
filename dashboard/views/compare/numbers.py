"""Numbers of Compare: the portrait of a scheme, which contains everything that the page shows about it.

A scheme without vectors has a portrait of its scores. Values that need the full matrix are None for long sequences.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from dashboard.numbers import measurements, scores
from dashboard.numbers.memory import shared_cache
from dashboard.numbers.scores import Grid, Loss
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.analysis import criteria, geometry
from posenc_core.analysis.geometry import Kind, Spread, Winner
from posenc_core.analysis.pictures import Picture
from posenc_core.arrays import Array

SEARCHED_CELLS = 2**24
"""Maximum number of matrix entries that are searched, in blocks: about 0.1 s."""

SIDE = 512
"""Maximum number of queries and keys with separate cells."""

SAMPLED = 64
"""Number of positions that are compared in a long sequence."""

Reach = tuple[float, float]
"""Smallest and largest value."""


class Portrait(NamedTuple):
    """Portrait of one scheme at one size, around one position: arrays for the figure, values for the text."""

    scheme: Scheme
    norm: Spread
    max_abs_value: float | None
    """Largest absolute value of the matrix, if it was searched."""
    picture: Picture
    steps: Array
    step: Spread | None
    similarity: Array
    ranking: Array
    """Values that order the similarities."""
    reach: Reach | None
    """Smallest and largest similarity of any two positions."""
    winner: Winner | None
    """Position that is most similar to a position, for all positions; None if the matrix is too large."""
    same: bool | None
    """Whether vectors are the same for twice the length; None if that length is unsupported."""

    @property
    def largest(self) -> float:
        """Largest absolute value of the matrix, or of the picture if the matrix was not searched."""
        return float(np.abs(self.picture.means).max()) if self.max_abs_value is None else self.max_abs_value

    @property
    def curves(self) -> tuple[Reach | None, Reach | None]:
        """Ranges of both curves: distances, and similarities of any two positions."""
        return (self.step.smallest, self.step.largest) if self.step else None, self.reach


def measured(study: Study) -> Study:
    """Study whose similarity is the measure of this page, which has two of the six."""
    return replace(study, options={**study.options, "similarity": study.options["measure"]})


def portrait(scheme: Scheme, study: Study) -> Portrait:
    """Portrait of a scheme with vectors."""
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
        _winner(scheme, *size, study.measure),
        _same(scheme, *size),
    )


class ScorePortrait(NamedTuple):
    """Scores of a scheme without vectors, in nats, relative to a position's own."""

    scheme: Scheme
    name: str
    """Name, with the shown head if heads differ."""
    grid: Grid
    """Scores of the shown positions."""
    loss: Loss
    step: Spread | None
    """Spread of the losses; indices count from the first position with a loss."""
    winner: Winner | None
    """Key with the highest score of a query, for all queries; None if not every score is known."""
    seen: Array
    """Scores from the selected position."""
    from_last: Array
    """Scores from the last position."""
    reach: Reach
    """Smallest and largest score from the first, the selected, and the last position."""

    @property
    def largest(self) -> float:
        """Largest absolute value of the matrix."""
        return float(np.nanmax(np.abs(self.grid.cells)))

    @property
    def curves(self) -> tuple[Reach | None, Reach | None]:
        """Ranges of both curves: drops, and logits."""
        return ends(self.loss.values), self.reach


def score_portrait(scheme: Scheme, study: Study) -> ScorePortrait:
    """Portrait of a scheme without vectors."""
    size, head = (study.length, study.dim), scores.head(scheme, study)
    loss = scores.loss(scheme, *size, study.offset, head)
    first, selected, last = (
        scores.relative_logits(scheme, *size, p, head) for p in (0, study.position, study.length - 1)
    )
    return ScorePortrait(
        scheme,
        scores.label(scheme, study),
        scores.grid(scheme, *size, *study.shown, SIDE, head),
        loss,
        geometry.spread(loss.values) if loss.values.size else None,
        _highest(scheme, *size, head),
        selected,
        last,
        ends(first, selected, last) or (0.0, 0.0),
    )


def both(study: Study) -> tuple[list[Portrait], list[ScorePortrait]]:
    """Portraits of schemes with vectors, and of those without."""
    return (
        [portrait(scheme, study) for scheme in study.with_ability("vectors").schemes],
        [score_portrait(scheme, study) for scheme in study.without_ability("vectors").schemes],
    )


def ends(*rows: Array) -> Reach | None:
    """Smallest and largest finite value, or None."""
    finite = np.concatenate([row[np.isfinite(row)] for row in rows])
    return (float(finite.min()), float(finite.max())) if finite.size else None


@shared_cache
def _reach(scheme: Scheme, length: int, dim: int, kind: Kind) -> Reach | None:
    """Range of similarities; for long sequences from samples that include the first and the last position."""
    if length > measurements.PAIRED_LENGTH or not measurements.is_measured(length, dim):
        some = np.unique(np.linspace(0, length - 1, 5).astype(int))
        return ends(*(measurements.similarity(scheme, length, dim, int(p), kind) for p in some))
    return ends(np.ravel(measurements.pairs(scheme, length, dim, "cosine" if kind == "cosine" else "dot")))


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
def _winner(scheme: Scheme, length: int, dim: int, kind: Kind) -> Winner | None:
    if length == 1 or not measurements.is_measured(length, dim):
        return None
    return geometry.winner(measurements.table(scheme, length, dim), kind=kind)


@shared_cache
def _highest(scheme: Scheme, length: int, dim: int, head: int) -> Winner | None:
    """Return the key that has the highest score of its query, among all keys that the query sees."""
    if not 1 < length <= SIDE:
        return None
    cells = scores.grid(scheme, length, dim, 0, length - 1, SIDE, head).cells
    others = np.where(np.eye(length, dtype=bool) | np.isnan(cells), -np.inf, cells)
    # the first query of a causal mask sees itself alone
    best = others.max(axis=1)[np.isfinite(others).any(axis=1)]
    margin = criteria.EQUAL * np.nanmax(np.abs(cells))
    if (best < -margin).all():
        return "itself"
    return "others" if (best > margin).any() else "ties"
