"""Numbers of Similarity: log approximation, diagonals, and bases."""

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

BASES = (10.0, 100.0, 1e3, 1e4, 1e5, 5e5)
"""Bases compared with the selected one."""


def rise(ranking: Array, study: Study) -> int | None:
    """Offset up to which the similarity with later positions falls; None if it falls to the end, or is undefined."""
    later = ranking[study.position :]
    if len(later) < 2 or np.isnan(ranking).all():
        return None
    return geometry.first_rise(-later if study.measure == "distance" else later)


def plain(study: Study) -> Rotating | None:
    """First selected scheme whose waves are determined by its base, to which both formulas apply."""
    return next((s for s in study.schemes if isinstance(s, Rotating) and _by_base(s, study)), None)


def log_law(study: Study, scheme: Rotating) -> Array | None:
    """Approximation 1 − (ln k + 0.577) / ln B of the cosine, in the selected measure; None if undefined."""
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
    """Curve by the closed form, or None if it is computed by it anyway."""
    if not measurements.is_measured(study.length, study.dim):
        return None
    return geometry.similarity(scheme, study.position, length=study.length, dim=study.dim, kind=study.measure)


def log_reach(study: Study, scheme: Rotating) -> int:
    """Largest offset up to which the log approximation stays within NEAR of the cosine, on both sides of p."""
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
    """Diagonals of a matrix of all pairs."""

    miss: float | None
    """Largest difference within a diagonal, relative to the largest entry of the matrix.

    NaN if all entries are equal, None if none is defined.
    """
    empty: bool
    """Whether some entries are undefined."""


@shared_cache
def diagonals(scheme: Scheme, length: int, dim: int, kind: PairKind) -> Diagonals:
    """Diagonals of the matrix of similarities."""
    return _diagonals(measurements.pairs(scheme, length, dim, kind))


@shared_cache
def score_diagonals(scheme: Scheme, length: int, dim: int, head: int) -> Diagonals:
    """Diagonals of the logits of a scheme without vectors."""
    cells = scores.grid(scheme, length, dim, 0, length - 1, length, head).cells
    result, visible = _diagonals(cells), np.isfinite(cells)
    partly = any(len(set(np.diagonal(visible, k).tolist())) > 1 for k in range(1 - length, length))
    return result._replace(miss=1.0) if partly and result.miss is not None and result.miss < 1 else result


def _diagonals(pairs: Array) -> Diagonals:
    finite = pairs[np.isfinite(pairs)]
    empty = finite.size < pairs.size
    if not finite.size:
        return Diagonals(None, empty)
    largest = float(np.abs(finite).max())
    if np.ptp(finite) <= criteria.EQUAL * largest:
        return Diagonals(float("nan"), empty)
    offsets = range(1 - len(pairs), len(pairs))
    parts = [diagonal[np.isfinite(diagonal)] for diagonal in (np.diagonal(pairs, k) for k in offsets)]
    return Diagonals(max(float(np.ptp(part)) for part in parts if part.size) / largest, empty)


def base_scheme(study: Study) -> Rotating:
    """First selected scheme whose waves are determined by its base, or the configured sinusoid."""
    configured = study.known["Sinusoidal"]
    assert isinstance(configured, Sinusoidal)
    scheme = plain(study) or configured
    return scheme if _by_base(scheme, study) else Sinusoidal(base=configured.base)


def _by_base(scheme: Rotating, study: Study) -> bool:
    """Return whether a scheme is a sinusoid, or has its distances (a rotation without scaling).

    A sinusoid must have a wave; some conventions leave none at odd `dim`.
    """
    if isinstance(scheme, Sinusoidal):
        return not scheme.unsupported_reason("vectors", study.length, study.dim) and bool(
            scheme.frequencies(study.dim).any()
        )
    plain = Sinusoidal(base=scheme.base)
    if not np.array_equal(scheme.frequencies(study.dim, study.length), plain.frequencies(study.dim)):
        return False
    own, its = (encoding.encode([0], study.dim, length=study.length) for encoding in (scheme, plain))
    return bool(np.square(own).sum() == np.square(its).sum())


def at_bases(study: Study) -> tuple[list[AtBase], AtBase]:
    """Waves at several bases, including their own; return all, and their own."""
    own = sinusoid(base_scheme(study))
    rows = [measurements.at_base(base, study.length, study.dim, own) for base in sorted({*BASES, own.base})]
    return rows, next(row for row in rows if row.base == own.base)


def sinusoid(scheme: Rotating) -> Sinusoidal:
    """Sinusoid with the distances of a scheme."""
    return scheme if isinstance(scheme, Sinusoidal) else Sinusoidal(base=scheme.base)
