"""Facts of Compare: spacing of positions, most similar positions, and dependence on the length.

An encoding without vectors has drops in the logit instead of distances, and logits instead of similarities. Values that
need the full matrix are None for long sequences.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from dashboard.numbers import measurements, scores
from dashboard.numbers.memory import shared_cache
from dashboard.numbers.scores import Loss
from dashboard.state.study import Study
from dashboard.views import most_similar
from posenc_core import Scheme
from posenc_core.analysis import criteria, geometry
from posenc_core.analysis.geometry import Kind, Spread, Winner
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

SEARCHED_CELLS = 2**26
"""Maximum number of matrix entries that are searched, in blocks: about 0.25 s."""

SIDE = 512
"""Maximum number of queries and keys with separate cells."""

SAMPLED = 64
"""Number of positions that are compared in a long sequence."""

Reach = tuple[float, float]
"""Smallest and largest value."""


def measured(study: Study) -> Study:
    """Study whose similarity is the measure of this page, which has two of the six."""
    return replace(study, options={**study.options, "similarity": study.options["measure"]})


def has_vectors(scheme: Scheme) -> bool:
    """Return whether an encoding has position vectors."""
    return not scheme.unsupported_reason("vectors")


def losses(scheme: Scheme, study: Study) -> Loss:
    """Return the drops in the logit at offset k."""
    return scores.loss(scheme, study.length, study.dim, study.offset, scores.head(scheme, study))


def logits(scheme: Scheme, study: Study, position: int) -> Array:
    """Logits from a position."""
    return scores.relative_logits(scheme, study.length, study.dim, position, scores.head(scheme, study))


def grid(scheme: Scheme, study: Study) -> scores.Grid:
    """Logits of the shown positions."""
    return scores.grid(scheme, study.length, study.dim, *study.shown, SIDE, scores.head(scheme, study))


def step(scheme: Scheme, study: Study) -> Spread | None:
    """Spread of the distances at offset k, or of the drops in the logit; None without a pair."""
    if has_vectors(scheme):
        return _distances(scheme, study.length, study.dim, study.offset)
    values = losses(scheme, study).values
    return geometry.spread(values) if values.size else None


def curve_ends(scheme: Scheme, study: Study) -> tuple[Reach | None, Reach | None]:
    """Ranges of both curves: distances or drops, and similarities of any two positions or logits."""
    spread = step(scheme, study)
    ends = (spread.smallest, spread.largest) if spread else None
    if has_vectors(scheme):
        return ends, _reach(scheme, study.length, study.dim, study.measure)
    return ends, _ends(logits(scheme, study, p) for p in (0, study.position, study.length - 1)) or (0.0, 0.0)


def largest(scheme: Scheme, study: Study) -> float:
    """Largest absolute value of the matrix, or of its picture if the matrix is not searched."""
    if not has_vectors(scheme):
        return float(np.nanmax(np.abs(grid(scheme, study).cells)))
    if study.length * study.dim <= SEARCHED_CELLS:
        return _max_abs_value(scheme, study.length, study.dim)
    return float(np.abs(measurements.picture(scheme, study.length, study.dim, *study.shown).means).max())


@shared_cache
def _distances(scheme: Scheme, length: int, dim: int, offset: int) -> Spread | None:
    steps = measurements.steps(scheme, length, dim, offset)
    return geometry.spread(steps) if len(steps) else None


def _ends(rows: Iterable[Array]) -> Reach | None:
    """Smallest and largest finite value, or None."""
    finite = np.concatenate([row[np.isfinite(row)] for row in rows])
    return (float(finite.min()), float(finite.max())) if finite.size else None


@shared_cache
def _reach(scheme: Scheme, length: int, dim: int, kind: Kind) -> Reach | None:
    """Range of similarities; for long sequences from samples that include the first and the last position."""
    if length > measurements.PAIRED_LENGTH or not measurements.is_measured(length, dim):
        some = np.unique(np.linspace(0, length - 1, 5).astype(int))
        return _ends(measurements.similarity(scheme, length, dim, int(p), kind) for p in some)
    return _ends(measurements.pairs(scheme, length, dim, "cosine" if kind == "cosine" else "dot"))


@shared_cache
def _same(scheme: Scheme, length: int, dim: int) -> bool | None:
    """Return whether vectors are the same for twice the length; None if that length is unsupported."""
    if scheme.unsupported_reason("vectors", 2 * length, dim):
        return None
    count = length if measurements.is_measured(length, dim) else SAMPLED
    some = np.unique(np.linspace(0, length - 1, count).astype(int))
    one, other = (scheme.encode(some, dim, length=n) for n in (length, 2 * length))
    return bool(np.abs(one - other).max() <= criteria.EQUAL * np.abs(one).max())


@shared_cache
def _max_abs_value(scheme: Scheme, length: int, dim: int) -> float:
    return geometry.largest_value(scheme, length=length, dim=dim)


def winner(scheme: Scheme, study: Study) -> Winner | None:
    """Position that is most similar to a position, or has its highest logit; None if there are too many to tell."""
    if study.length == 1:
        return None
    if has_vectors(scheme):
        if not measurements.is_measured(study.length, study.dim):
            return None
        return _most_similar(scheme, study.length, study.dim, study.measure)
    if study.length > SIDE:
        return None
    return _highest(scheme, study.length, study.dim, scores.head(scheme, study))


@shared_cache
def _most_similar(scheme: Scheme, length: int, dim: int, kind: Kind) -> Winner:
    return geometry.winner(measurements.table(scheme, length, dim), kind=kind)


@shared_cache
def _highest(scheme: Scheme, length: int, dim: int, head: int) -> Winner:
    """Key with the highest logit, among all keys that a query sees."""
    cells = scores.grid(scheme, length, dim, 0, length - 1, SIDE, head).cells
    others = np.where(np.eye(length, dtype=bool) | np.isnan(cells), -np.inf, cells)
    # the first query of a causal mask sees itself alone
    best = others.max(axis=1)[np.isfinite(others).any(axis=1)]
    margin = criteria.EQUAL * np.nanmax(np.abs(cells))
    if (best < -margin).all():
        return "itself"
    return "others" if (best > margin).any() else "ties"


def opening(study: Study) -> list[Claim]:
    """Claim about all encodings; independent of the selected position."""
    if study.length == 1:
        return [claim("compare-single")]
    if study.offset >= study.length - 1:
        return [claim("compare-only", length=study.length, offset=study.offset)]
    vectors = study.with_ability("vectors").schemes
    return _spacing(vectors, study) if vectors else _drops(study)


def _spacing(schemes: tuple[Scheme, ...], study: Study) -> list[Claim]:
    """Return the encodings with constant distances, and with maximal self-similarity."""
    names = tuple(scheme.name for scheme in schemes)
    even = tuple(scheme.name for scheme in schemes if (spread := step(scheme, study)) and spread.is_constant)
    args = {"offset": study.offset, "measure": study.measure}
    if not measurements.is_measured(study.length, study.dim):
        id = "compare-spacing" if even else "compare-spacing-varies"
        return [claim(id, schemes=even or names, offset=study.offset)]
    own = tuple(scheme.name for scheme in schemes if winner(scheme, study) == "itself")
    both = tuple(name for name in even if name in own)
    if both and both != names:
        return [claim("compare-both-only", schemes=both, count=len(both), **args)]
    groups = {"both-all": both, "even": even, "own": own, "neither": names}
    id = next(id for id, group in groups.items() if group)
    return [claim(f"compare-{id}", schemes=groups[id], **args)]


def _drops(study: Study) -> list[Claim]:
    """Return the encodings whose logits drop by the same amount everywhere, or else those that do not."""
    same: list[str] = []
    other: list[str] = []
    for scheme in study.schemes:
        spread = step(scheme, study)
        if spread and spread.largest > criteria.EQUAL:
            (same if spread.is_constant else other).append(scores.label(scheme, study))
    if same:
        return [claim("compare-drop", schemes=tuple(same), offset=study.offset)]
    if other:
        return [claim("compare-drop-varies", schemes=tuple(other), offset=study.offset)]
    return [claim("compare-mask")] if all(scheme.name == "NoPE" for scheme in study.schemes) else []


def cells(scheme: Scheme, study: Study) -> list[Claim]:
    """Three facts about an encoding: distances or drops, nearest positions or logits, and length or causal mask."""
    size, spread, claims = (study.length, study.dim), step(scheme, study), []
    if spread:
        claims.append(_step("distance" if has_vectors(scheme) else "drop", spread, study))
    if not has_vectors(scheme):
        if not spread and study.offset < study.length:
            claims.append(claim("compare-drop-masked", offset=study.offset))
        return claims + most_similar.logits(scheme, logits(scheme, study, study.position), study)
    if study.length > 1:
        ranking = measurements.ranking(scheme, *size, study.position, study.measure)
        claims.append(most_similar.most_similar(scheme, ranking, study))
    same = _same(scheme, *size)
    if same is not None:
        claims.append(claim("compare-same-yes" if same else "compare-same-no", length=2 * study.length))
    return claims


def _step(kind: str, spread: Spread, study: Study) -> Claim:
    if spread.smallest < spread.largest and not spread.is_constant:
        return claim(f"compare-{kind}-range", low=spread.smallest, high=spread.largest, offset=study.offset)
    id = "only" if study.offset == study.length - 1 else "constant"
    return claim(f"compare-{kind}-{id}", mean=spread.mean, offset=study.offset)
