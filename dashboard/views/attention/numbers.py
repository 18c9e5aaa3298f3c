"""Attention: what the position takes from a score, where attention goes, and whether only the offset counts."""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers import measurements
from dashboard.numbers.measurements import PAIRED_LENGTH, read_only
from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.analysis import attention
from posenc_core.analysis.attention import Change, Contents, Drops, Reach
from posenc_core.analysis.pictures import envelope
from posenc_core.arrays import Array
from posenc_core.plot.style import compact

LITTLE = float(np.log(1e6))
"""Nats that leave a millionth of the attention."""

EVERY = 1024
"""Up to here every offset is drawn; beyond, the smallest and the largest of what stands close together."""


ROUNDING = 1e-12
"""Up to this share of the largest score, a difference is rounding."""


class Mode(NamedTuple):
    """What a query and a key hold, and in which head."""

    content: str
    query: str
    key: str
    head: int
    """From 0."""


def mode(study: Study) -> Mode | None:
    """What the options ask for; None where they ask for two tokens and do not name both."""
    options = study.options
    if options["content"] != "yours":
        return Mode(options["content"], "", "", options["head"] - 1)
    tokens = [options[name].split()[:1] for name in ("query", "key")]
    if not all(tokens):
        return None
    (query,), (key,) = tokens
    return Mode("yours", query, key, options["head"] - 1)


def contents(asked: Mode, dim: int) -> Contents:
    """What the core is asked with."""
    if asked.content == "yours":
        return attention.token_content(asked.query, dim), attention.token_content(asked.key, dim)
    return "same" if asked.content == "same" else "independent"


def every_pair_fits(length: int, dim: int) -> bool:
    """Whether the scores of every pair of positions are worked out."""
    return length <= PAIRED_LENGTH and measurements.is_measured(length, dim)


def known(scheme: Scheme, length: int, dim: int, asked: Mode) -> bool:
    """Whether the drops of a scheme can be told: pair by pair, or by a formula of the offset."""
    if every_pair_fits(length, dim):
        return True
    # two tokens are turned one by one
    if asked.content == "yours" and scheme.family != "bias":
        return False
    return by_formula(scheme, length, dim, asked)


def by_formula(scheme: Scheme, length: int, dim: int, asked: Mode) -> bool:
    """Whether the scores have a formula of the offset alone."""
    return attention.scores_at_offset(scheme, [0], dim, length=length, content=contents(asked, dim)) is not None


def every_drop(study: Study) -> dict[Scheme, Drops]:
    """What each scheme takes from a score; without those of which it cannot be told, and nothing of one position."""
    asked, n, d = mode(study), study.length, study.dim
    if asked is None or n == 1:
        return {}
    return {scheme: drops(scheme, n, d, asked) for scheme in study.schemes if known(scheme, n, d, asked)}


def every_reach(study: Study) -> dict[Scheme, Reach]:
    """Where the attention of the last position goes, in each of these."""
    asked = mode(study)
    assert asked
    return {scheme: reach(scheme, study.length, study.dim, asked) for scheme in every_drop(study)}


class EveryPair(NamedTuple):
    """What the scores of every query with every key come to."""

    drops: Drops
    reach: Reach
    cells: NDArray[np.floating[Any]]
    """How far each score lies above that of the row's own token, in nats; NaN for what is not seen. (n, n)."""
    residual: float
    """How much of the cells is not due to the offset; NaN where all of them are equal."""
    masked: bool
    """Whether keys are hidden that a causal mask alone would show."""


@shared_cache
def every_pair(scheme: Scheme, length: int, dim: int, asked: Mode) -> EveryPair:
    """The scores of every query with every key; the matrix itself, of 64 bits, is not kept."""
    heads, head = _heads(scheme, asked)
    matrix = attention.scores(scheme, length=length, dim=dim, content=contents(asked, dim), heads=heads, head=head)
    own = np.diagonal(matrix)
    cells = matrix - own[:, None]
    seen = np.isfinite(cells)
    equal = np.abs(cells[seen]).max() <= ROUNDING * max(1.0, float(np.abs(own).max()))
    shown = np.tri(length, dtype=bool) | bool(scheme.unsupported_reason("causal"))
    return EveryPair(
        Drops(*map(read_only, attention.drops_between(matrix))),
        attention.reach(matrix[-1, ::-1]),
        read_only(compact(np.where(seen, cells, np.nan))),
        float("nan") if equal else attention.translation_residual(cells),
        not seen[shown].all(),
    )


@shared_cache
def drops(scheme: Scheme, length: int, dim: int, asked: Mode) -> Drops:
    """How much a score loses when its key stands k = 0 ... n - 1 tokens back."""
    if every_pair_fits(length, dim):
        return every_pair(scheme, length, dim, asked).drops
    heads, head = _heads(scheme, asked)
    found = attention.drops(scheme, length=length, dim=dim, content=contents(asked, dim), heads=heads, head=head)
    return Drops(*map(read_only, found))


@shared_cache
def reach(scheme: Scheme, length: int, dim: int, asked: Mode) -> Reach:
    """Where the attention of the last position goes."""
    if every_pair_fits(length, dim):
        found = every_pair(scheme, length, dim, asked).reach
    else:
        found = attention.reach(-drops(scheme, length, dim, asked).mean)
    # what rounding leaves of no distance is nothing
    return Reach(*(0.0 if value <= ROUNDING else value for value in found))


@shared_cache
def spread(scheme: Scheme, length: int, dim: int) -> Array:
    """By how much a score varies with independent contents, at every offset that is drawn."""
    return read_only(attention.spread_over_content(scheme, drawn(length), dim, length=length))


@shared_cache
def position_residual(scheme: Scheme, length: int, dim: int, head: int) -> float:
    """How much of the scores, averaged over contents, is not due to the offset; 0 where a formula says so."""
    asked = Mode("independent", "", "", head)
    if not every_pair_fits(length, dim):
        return 0.0 if by_formula(scheme, length, dim, asked) else float("nan")
    heads, head = _heads(scheme, asked)
    matrix = attention.scores(scheme, length=length, dim=dim, content="independent", heads=heads, head=head)
    return attention.translation_residual(matrix)


def content_change(study: Study, scheme: Scheme) -> Change:
    """How much the score of two contents changes when both tokens move from p, or the last that can, by k."""
    return attention.content_change(scheme, start(study), study.offset, study.dim, length=study.length)


def start(study: Study) -> int:
    """The position that moves by k: p, or the last one that has somewhere to go."""
    return max(min(study.position, study.length - 1 - study.offset), 0)


def drawn(length: int) -> NDArray[np.int64]:
    """Offsets that stand for all on a log axis: each of the first, then some of every octave."""
    some = np.rint(EVERY * 2 ** (np.arange(64 * 10) / 64)).astype(np.int64)
    found: NDArray[np.int64] = np.concatenate((np.arange(min(EVERY, length)), some[some < length]))
    return found


def points(curve: Array) -> tuple[NDArray[np.int64], Array]:
    """A curve over the offsets 0, 1, 2 ... as points for a log axis, which has no 0: no peak of an octave is hidden."""
    ends = [1, *(EVERY << octave for octave in range(64) if EVERY << octave < len(curve)), len(curve)]
    parts = [
        envelope(curve[first:last], first, EVERY // 8 if first >= EVERY else EVERY) for first, last in pairwise(ends)
    ]
    places, values = zip(*parts, strict=True)
    return np.concatenate(places), np.concatenate(values)


def _heads(scheme: Scheme, asked: Mode) -> tuple[int, int]:
    """Of how many heads which one: of one where all are alike."""
    return (1, 0) if scheme.unsupported_reason("heads") else (HEADS, asked.head)
