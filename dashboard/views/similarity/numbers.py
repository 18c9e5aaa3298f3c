"""Similarity: the log law, the diagonals, the sinusoid at several bases, and what is far beyond a position."""

from typing import NamedTuple

import numpy as np

from dashboard.numbers import measurements, scores
from dashboard.numbers.measurements import AtBase, PairKind
from dashboard.numbers.memory import shared_cache
from dashboard.state.study import Study
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry
from posenc_core.arrays import Array
from posenc_core.foundation.rotating import Rotating

SEARCHED = 300_000
"""Offsets that are searched for a position that comes nearest again: some hundredths of a second."""

BASES = (10.0, 100.0, 1e3, 1e4, 1e5, 5e5)
"""Bases that stand beside the chosen one."""

SLIDER = (2.0, *BASES, 1e6)
"""What the slider of the base offers."""


def plain(study: Study) -> Rotating | None:
    """The first chosen scheme with the waves of its base and no others, of which both laws speak."""
    return next((s for s in study.schemes if isinstance(s, Rotating) and _by_base(s, study)), None)


def log_law(study: Study, scheme: Rotating) -> Array | None:
    """The law 1 − (ln k + 0.577) / ln B of the cosine, in the measure that is shown; None where it does not speak."""
    if study.dim == 1:
        return None
    cosine = _log_cosine(study, scheme)
    if study.measure == "cosine":
        return cosine
    if study.measure == "dot":
        return cosine * study.dim / 2
    distance: Array = np.sqrt(np.maximum(study.dim * (1 - cosine), 0))
    return distance if study.measure == "distance" else None


def closed_form(study: Study, scheme: Rotating) -> Array | None:
    """The curve by its formula, where it is not computed by that anyway."""
    if not measurements.is_measured(study.length, study.dim):
        return None
    return geometry.similarity(scheme, study.position, length=study.length, dim=study.dim, kind=study.measure)


def log_reach(study: Study, scheme: Rotating) -> int:
    """Up to which offset, to both sides of p, the log law stays within NEAR of the cosine."""
    size = (study.length, study.dim, study.position)
    missed = np.abs(_log_cosine(study, scheme) - measurements.similarity(scheme, *size, "cosine")) > criteria.NEAR
    offsets = np.abs(np.arange(study.length) - study.position)
    return int(offsets[missed].min(initial=int(offsets.max()) + 1)) - 1


def _log_cosine(study: Study, scheme: Rotating) -> Array:
    k = np.abs(np.arange(study.length) - study.position).astype(np.float64)
    k[study.position] = np.nan
    cosine: Array = 1 - (np.log(k) + np.euler_gamma) / np.log(scheme.base)
    return cosine


class Diagonals(NamedTuple):
    """What the diagonals of a matrix of all pairs show."""

    miss: float | None
    """How much the entries of one diagonal differ at most, as a share of the largest entry of the matrix.

    NaN where all entries of the matrix are equal, None where none is defined.
    """
    empty: bool
    """Whether some entries are undefined."""


@shared_cache
def diagonals(scheme: Scheme, length: int, dim: int, kind: PairKind) -> Diagonals:
    """How much the cells of one diagonal differ."""
    return _diagonals(measurements.pairs(scheme, length, dim, kind))


@shared_cache
def score_diagonals(scheme: Scheme, length: int, dim: int, head: int) -> Diagonals:
    """The same of the logits of a scheme without vectors."""
    cells = scores.grid(scheme, length, dim, 0, length - 1, length, head).cells
    found, seen = _diagonals(cells), np.isfinite(cells)
    partly = any(len(set(np.diagonal(seen, k).tolist())) > 1 for k in range(1 - length, length))
    return found._replace(miss=1.0) if partly and found.miss is not None and found.miss < 1 else found


def _diagonals(pairs: Array) -> Diagonals:
    known = pairs[np.isfinite(pairs)]
    empty = known.size < pairs.size
    if not known.size:
        return Diagonals(None, empty)
    largest = float(np.abs(known).max())
    if np.ptp(known) <= criteria.EQUAL * largest:
        return Diagonals(float("nan"), empty)
    offsets = range(1 - len(pairs), len(pairs))
    parts = [diagonal[np.isfinite(diagonal)] for diagonal in (np.diagonal(pairs, k) for k in offsets)]
    return Diagonals(max(float(np.ptp(part)) for part in parts if part.size) / largest, empty)


class Beyond(NamedTuple):
    """How far the chosen position is from another, far beyond it, and from the next one."""

    scheme: Scheme
    far: float
    neighbour: float


def beyond(study: Study) -> list[Beyond]:
    """Each chosen scheme's distance from p to p + far, beside that to p + 1; not of one that ends before."""
    p, rows = study.position, []
    beyond = p + study.options["far"]
    for s in (s for s in study.schemes if s.rows_within(beyond + 1) > beyond):
        vectors = s.encode([p, p + 1, beyond], study.dim, length=max(study.length, 2))
        neighbour, far = np.linalg.norm(vectors[1:] - vectors[0], axis=1).tolist()
        rows.append(Beyond(s, far, neighbour))
    return rows


def based(study: Study) -> Rotating:
    """The first chosen scheme with the waves of its base and no others; the sinusoid of the sidebar where none has."""
    known = study.known["Sinusoidal"]
    assert isinstance(known, Sinusoidal)
    chosen = plain(study) or known
    return chosen if _by_base(chosen, study) else Sinusoidal(base=known.base)


def _by_base(scheme: Rotating, study: Study) -> bool:
    """Whether it is a sinusoid, or has all distances of the plain one of the same base: no rotation that is stretched.

    Of a sinusoid there must be a wave: some conventions leave none of an odd dim.
    """
    if isinstance(scheme, Sinusoidal):
        return not scheme.unsupported_reason("vectors", study.length, study.dim) and bool(
            scheme.frequencies(study.dim).any()
        )
    plain = Sinusoidal(base=scheme.base)
    if not np.array_equal(scheme.frequencies(study.dim, study.length), plain.frequencies(study.dim)):
        return False
    own, its = (each.dot_of(0, 0, study.dim, length=study.length) for each in (scheme, plain))
    return bool(own == its)


def at_bases(study: Study) -> tuple[list[AtBase], AtBase]:
    """The waves at some bases, their own among them. -> all of them, and their own"""
    own = sinusoid(based(study))
    rows = [measurements.at_base(base, study.length, study.dim, own) for base in sorted({*BASES, own.base})]
    return rows, next(row for row in rows if row.base == own.base)


def sinusoid(scheme: Rotating) -> Sinusoidal:
    """The sinusoid that has the distances of such a scheme."""
    return scheme if isinstance(scheme, Sinusoidal) else Sinusoidal(base=scheme.base)


@shared_cache
def nearest_again(scheme: Sinusoidal, dim: int) -> tuple[int, float]:
    """The offset from 1 to SEARCHED at which the sinusoid comes nearest to where it was, and that distance."""
    found = scheme.distance_at_offset(range(SEARCHED + 1), dim, length=SEARCHED)
    if found is None:
        raise ValueError(f"dim = {dim} must be even: an odd one has no distance that depends on the offset alone")
    offset = int(found[1:].argmin()) + 1
    return offset, float(found[offset])
