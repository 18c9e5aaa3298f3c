"""Attention logits of schemes without vectors, in nats, relative to the logit of the query's own position.

A softmax depends on differences within a row only. Relative logits therefore make opposite sign conventions comparable.
Query and key have the same content of variance 1; with independent contents, the mean effect of a rotation is 0.
"""

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.chart import Followed, Vectors
from dashboard.numbers.measurements import vectors
from dashboard.numbers.memory import shared_cache
from dashboard.say import message
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study, order
from posenc_core import Scheme
from posenc_core.arrays import Array, read_only
from posenc_core.plot.style import compact, scheme_color
from posenc_core.text.messages import Claim, claim

MAX_POSITIONS = 1024
"""Maximum positions at which a drop is computed, if it depends on more than the offset."""


class Grid(NamedTuple):
    """Relative logits of all queries and keys, or of every `step`-th position."""

    cells: Array
    """(r, r), one row per query; NaN for masked keys."""
    start: int
    step: int
    """Positions between neighboring rows and columns."""


class Loss(NamedTuple):
    """Drop in the logit from the own position to the key at the offset, by position."""

    positions: NDArray[np.int64]
    values: Array
    masked: bool = False
    """Whether a key at the offset is masked."""


def head(scheme: Scheme, study: Study) -> int:
    """Return the displayed head, from 1; the first if all heads are equal."""
    return 1 if scheme.unsupported_reason("heads") else int(study.options["head"])


def label(scheme: Scheme, study: Study) -> str:
    """Name of the scheme, with the displayed head if heads differ."""
    if scheme.unsupported_reason("heads"):
        return scheme.name
    return message("control-of-head", scheme=scheme.name, head=head(scheme, study), heads=HEADS)


@shared_cache
def relative_logits(scheme: Scheme, length: int, dim: int, position: int, head: int) -> Array:
    """Relative logit of every key for the query at a position: (n,), 0 at the position, NaN for masked keys."""
    count = length if scheme.unsupported_reason("causal") else position + 1
    logits = np.full(length, np.nan)
    row = _head(scheme.mean_logits(position, np.arange(count), dim, length=length, heads=_heads(scheme)), head)
    logits[:count] = _masked_to_nan(row - row[position])
    return read_only(logits)


@shared_cache
def loss(scheme: Scheme, length: int, dim: int, offset: int, head: int) -> Loss:
    """Drop at `offset`, at every position that has such a key or at `MAX_POSITIONS` of them."""
    if offset >= length:
        return Loss(np.arange(0), np.empty(0))
    known = scheme.mean_logits_at_offset([0, offset], dim, length=length, heads=_heads(scheme))
    if known is not None:
        own, back = _head(known, head)
        masked = bool(np.isneginf(back))
        positions = np.arange(offset, offset if masked else length)
        return Loss(positions, read_only(np.full(len(positions), own - back)), masked)
    count = min(length - offset, MAX_POSITIONS)
    positions = np.unique(np.linspace(offset, length - 1, count).round().astype(np.int64))
    losses = []
    for position in positions:
        pair = scheme.mean_logits(position, [position, position - offset], dim, length=length, heads=_heads(scheme))
        own, back = _head(pair, head)
        losses.append(own - back)
    finite = np.isfinite(losses)
    return Loss(positions[finite], read_only(np.array(losses)[finite]), not finite.all())


@shared_cache
def grid(scheme: Scheme, length: int, dim: int, first: int, last: int, side: int, head: int) -> Grid:
    """Relative logits of the positions from `first` to `last`, at most `side` of them at equal steps."""
    step = -(-(last - first + 1) // side)
    positions = np.arange(first, last + 1, step)
    back = positions[:, None] - positions
    causal = not scheme.unsupported_reason("causal")
    offsets = np.arange(0 if causal else 1 - len(positions), len(positions)) * step
    known = scheme.mean_logits_at_offset(offsets, dim, length=length, heads=_heads(scheme))
    if known is not None:
        curve = _head(known, head)
        curve = curve - curve[np.flatnonzero(offsets == 0)[0]]
        cells = curve[(np.maximum(back, 0) if causal else back - offsets[0]) // step]
    else:
        scores = _head(scheme.mean_logits(positions, positions, dim, length=length, heads=_heads(scheme)), head)
        cells = scores - np.diagonal(scores)[:, None]
    return Grid(read_only(np.where(causal & (back < 0), np.nan, _masked_to_nan(cells))), first, step)


def hover_curves(scheme: Scheme, study: Study, **more: Any) -> list[Followed]:
    """Curve of logits that is updated on hover; empty if logits depend on the query's position.

    `more` are other fields of `Followed`, such as the axis.
    """
    data = _vectors(scheme, study.length, study.dim, head(scheme, study))
    return [Followed(label(scheme, study), scheme_color(order(scheme)), "dot", data, **more)] if data else []


def hover_notes(study: Study) -> list[Claim]:
    """Claims about encodings without a curve on hover."""
    size = (study.length, study.dim)
    of: Literal["dot", "distance"] = "distance" if study.measure == "distance" else "dot"
    too_long = tuple(
        scheme.name for scheme in study.with_ability("vectors").schemes if vectors(scheme, *size, of) is None
    )
    not_relative = tuple(
        scheme.name for scheme in study.without_ability("vectors").schemes if not hover_curves(scheme, study)
    )
    by_id = {"compare-not-followed": too_long, "compare-logits-not-followed": not_relative}
    return [claim(id, schemes=names) for id, names in by_id.items() if names]


@shared_cache
def _vectors(scheme: Scheme, length: int, dim: int, head: int) -> Vectors | None:
    """Return the data by which a browser computes all logits; None if they depend on more than the offset."""
    offsets = np.arange(length)
    known = scheme.mean_logits_at_offset(offsets, dim, length=length, heads=_heads(scheme))
    if known is None:
        return None
    back, causal, ahead = _masked_to_nan(_head(known, head)), not scheme.unsupported_reason("causal"), None
    if not causal:
        mirrored = scheme.mean_logits_at_offset(-offsets, dim, length=length, heads=_heads(scheme))
        assert mirrored is not None
        ahead = read_only(compact(_masked_to_nan(_head(mirrored, head)) - back[0]))
    return Vectors("dot", read_only(compact(back - back[0])), None, None, length, dim, ahead, causal)


def _heads(scheme: Scheme) -> int:
    return 1 if scheme.unsupported_reason("heads") else HEADS


def _masked_to_nan(scores: Array) -> Array:
    """Replace the logits of masked keys by NaN."""
    return np.where(np.isneginf(scores), np.nan, scores)


def _head(logits: Array, head: int) -> Array:
    row: Array = logits[min(head, len(logits)) - 1]
    return row
