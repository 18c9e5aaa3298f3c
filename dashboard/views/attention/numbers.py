"""Numbers of Attention: drops of scores, reach of attention, and translation invariance."""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers import measurements
from dashboard.numbers.measurements import PAIRED_LENGTH
from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.analysis import attention
from posenc_core.analysis.attention import Change, Contents, Drops, Reach
from posenc_core.analysis.pictures import envelope
from posenc_core.arrays import Array, read_only
from posenc_core.plot.style import compact

LITTLE = float(np.log(1e6))
"""Drop in nats that leaves a millionth of the attention."""

EVERY = 1024
"""Number of offsets that are all drawn; beyond, only extremes of intervals are drawn."""


ROUNDING = 1e-12
"""Relative rounding tolerance of scores."""


class Mode(NamedTuple):
    """Contents of query and key, and the head."""

    content: str
    query: str
    key: str
    head: int
    """Zero-based index."""


def read_mode(study: Study) -> Mode | None:
    """Read the options; None if they require two tokens and do not name both."""
    options = study.options
    if options["content"] != "yours":
        return Mode(options["content"], "", "", options["head"] - 1)
    tokens = [options[name].split()[:1] for name in ("query", "key")]
    if not all(tokens):
        return None
    (query,), (key,) = tokens
    return Mode("yours", query, key, options["head"] - 1)


def contents(mode: Mode, dim: int) -> Contents:
    """Contents in the form that the core accepts."""
    if mode.content == "yours":
        return attention.token_content(mode.query, dim), attention.token_content(mode.key, dim)
    return "same" if mode.content == "same" else "independent"


def every_pair_fits(length: int, dim: int) -> bool:
    """Return whether the scores of all pairs of positions are computed."""
    return length <= PAIRED_LENGTH and measurements.is_measured(length, dim)


def has_drops(scheme: Scheme, length: int, dim: int, mode: Mode) -> bool:
    """Return whether the drops of a scheme are available: from all pairs, or as a function of the offset."""
    if every_pair_fits(length, dim):
        return True
    # two given tokens are rotated one by one
    if mode.content == "yours" and scheme.family != "bias":
        return False
    return by_formula(scheme, length, dim, mode)


def by_formula(scheme: Scheme, length: int, dim: int, mode: Mode) -> bool:
    """Return whether the scores are a known function of the offset alone."""
    return attention.scores_at_offset(scheme, [0], dim, length=length, content=contents(mode, dim)) is not None


def every_drop(study: Study) -> dict[Scheme, Drops]:
    """Return the drops of all schemes for which they are available; empty for a single position."""
    mode, n, d = read_mode(study), study.length, study.dim
    if mode is None or n == 1:
        return {}
    return {scheme: drops(scheme, n, d, mode) for scheme in study.schemes if has_drops(scheme, n, d, mode)}


def every_reach(study: Study) -> dict[Scheme, Reach]:
    """Reach of the attention of the last position, by scheme."""
    mode = read_mode(study)
    assert mode
    return {scheme: reach(scheme, study.length, study.dim, mode) for scheme in every_drop(study)}


class EveryPair(NamedTuple):
    """Results from the scores of every query with every key."""

    drops: Drops
    reach: Reach
    cells: NDArray[np.floating[Any]]
    """Score of each key minus that of the row's own token in nats; NaN where masked. (n, n)"""
    residual: float
    """Share of the cells not explained by the offset; NaN if all cells are equal."""
    masked: bool
    """Whether keys are masked that a causal mask alone would show."""


@shared_cache
def every_pair(scheme: Scheme, length: int, dim: int, mode: Mode) -> EveryPair:
    """Compute the scores of every query with every key; the float64 matrix itself is not cached."""
    heads, head = _heads(scheme, mode)
    matrix = attention.scores(scheme, length=length, dim=dim, content=contents(mode, dim), heads=heads, head=head)
    own = np.diagonal(matrix)
    cells = matrix - own[:, None]
    visible = np.isfinite(cells)
    equal = np.abs(cells[visible]).max() <= ROUNDING * max(1.0, float(np.abs(own).max()))
    causal = np.tri(length, dtype=bool) | bool(scheme.unsupported_reason("causal"))
    return EveryPair(
        Drops(*map(read_only, attention.drops_between(matrix))),
        attention.reach(matrix[-1, ::-1]),
        read_only(compact(np.where(visible, cells, np.nan))),
        float("nan") if equal else attention.translation_residual(cells),
        not visible[causal].all(),
    )


@shared_cache
def drops(scheme: Scheme, length: int, dim: int, mode: Mode) -> Drops:
    """Drop of the score when the key is k = 0 ... n - 1 tokens back."""
    if every_pair_fits(length, dim):
        return every_pair(scheme, length, dim, mode).drops
    heads, head = _heads(scheme, mode)
    result = attention.drops(scheme, length=length, dim=dim, content=contents(mode, dim), heads=heads, head=head)
    return Drops(*map(read_only, result))


@shared_cache
def reach(scheme: Scheme, length: int, dim: int, mode: Mode) -> Reach:
    """Reach of the attention of the last position."""
    if every_pair_fits(length, dim):
        result = every_pair(scheme, length, dim, mode).reach
    else:
        result = attention.reach(-drops(scheme, length, dim, mode).mean)
    # remove rounding errors
    return Reach(*(0.0 if value <= ROUNDING else value for value in result))


@shared_cache
def spread(scheme: Scheme, length: int, dim: int) -> Array:
    """Return the standard deviation of a score over independent contents, at every drawn offset."""
    return read_only(attention.spread_over_content(scheme, drawn_offsets(length), dim, length=length))


@shared_cache
def position_residual(scheme: Scheme, length: int, dim: int, head: int) -> float:
    """Share of the scores, averaged over contents, not explained by the offset; 0 if a formula implies it."""
    mode = Mode("independent", "", "", head)
    if not every_pair_fits(length, dim):
        return 0.0 if by_formula(scheme, length, dim, mode) else float("nan")
    heads, head = _heads(scheme, mode)
    matrix = attention.scores(scheme, length=length, dim=dim, content="independent", heads=heads, head=head)
    return attention.translation_residual(matrix)


def content_change(study: Study, scheme: Scheme) -> Change:
    """Change of a score when both tokens move by k from the start position."""
    return attention.content_change(scheme, start(study), study.offset, study.dim, length=study.length)


def start(study: Study) -> int:
    """Position that moves by k: p, or the last position that can."""
    return max(min(study.position, study.length - 1 - study.offset), 0)


def drawn_offsets(length: int) -> NDArray[np.int64]:
    """Offsets drawn on a log axis: all of the first, then samples of each octave."""
    some = np.rint(EVERY * 2 ** (np.arange(64 * 10) / 64)).astype(np.int64)
    offsets: NDArray[np.int64] = np.concatenate((np.arange(min(EVERY, length)), some[some < length]))
    return offsets


def points(curve: Array) -> tuple[NDArray[np.int64], Array]:
    """Thin a curve over offsets from 0 for a log axis, which has no 0; extremes within an octave are kept."""
    ends = [1, *(EVERY << octave for octave in range(64) if EVERY << octave < len(curve)), len(curve)]
    parts = [
        envelope(curve[first:last], first, EVERY // 8 if first >= EVERY else EVERY) for first, last in pairwise(ends)
    ]
    places, values = zip(*parts, strict=True)
    return np.concatenate(places), np.concatenate(values)


def _heads(scheme: Scheme, mode: Mode) -> tuple[int, int]:
    """Return the number of heads and index of the shown one; one head if all are alike."""
    return (1, 0) if scheme.unsupported_reason("heads") else (HEADS, mode.head)
