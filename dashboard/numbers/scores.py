"""What becomes of the scores of attention in schemes that have no vectors: in nats, beside a position's own.

Only differences within a row count in a softmax. So every score is given as what it is more than the score of the
query's own position, and conventions that look opposite are alike. Query and key hold the same content of variance 1,
or nothing would be left of a rotation.
"""

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.charts.chart import Followed, Vectors
from dashboard.numbers.measurements import vectors
from dashboard.numbers.memory import kept
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study, order
from posenc_core import Scheme
from posenc_core.arrays import Array, read_only
from posenc_core.plot.style import compact, scheme_color
from posenc_core.text.messages import Claim, claim

LOOKED_AT = 1024
"""Most positions whose step is worked out one by one, where it depends on more than the offset."""


class Grid(NamedTuple):
    """Scores of every query with every key, or of every so many positions."""

    cells: Array
    """(r, r), a query a row; NaN for a key that it does not see, as it is later or masked."""
    start: int
    step: int
    """How many positions on the next row and the next column stand."""


class Loss(NamedTuple):
    """How much lower than its own a position scores the key so many tokens back; where it sees one, or at some."""

    positions: NDArray[np.int64]
    values: Array
    masked: bool = False
    """Whether some key so far back is masked."""


def head(scheme: Scheme, study: Study) -> int:
    """The head that is shown, from 1; the first where all are alike."""
    return 1 if scheme.unsupported_reason("heads") else int(study.options["head"])


def named(scheme: Scheme, study: Study) -> str:
    """The scheme, and which head is shown of it where they are not alike."""
    return (
        scheme.name if scheme.unsupported_reason("heads") else f"{scheme.name} (head {head(scheme, study)} of {HEADS})"
    )


@kept
def seen(scheme: Scheme, length: int, dim: int, position: int, head: int) -> Array:
    """The score of every key as a position sees it. -> (n,), 0 at the position, NaN where it does not look."""
    count = length if scheme.unsupported_reason("causal") else position + 1
    found = np.full(length, np.nan)
    row = _head(scheme.mean_logits(position, np.arange(count), dim, length=length, heads=_heads(scheme)), head)
    found[:count] = _unmasked(row - row[position])
    return read_only(found)


@kept
def loss(scheme: Scheme, length: int, dim: int, offset: int, head: int) -> Loss:
    """What one step back costs, at every position that has a key so far back, or at LOOKED_AT of them."""
    if offset >= length:
        return Loss(np.arange(0), np.empty(0))
    known = scheme.mean_logits_at_offset([0, offset], dim, length=length, heads=_heads(scheme))
    if known is not None:
        own, back = _head(known, head)
        masked = bool(np.isneginf(back))
        positions = np.arange(offset, offset if masked else length)
        return Loss(positions, read_only(np.full(len(positions), own - back)), masked)
    count = min(length - offset, LOOKED_AT)
    positions = np.unique(np.linspace(offset, length - 1, count).round().astype(np.int64))
    losses = []
    for position in positions:
        pair = scheme.mean_logits(position, [position, position - offset], dim, length=length, heads=_heads(scheme))
        own, back = _head(pair, head)
        losses.append(own - back)
    seen = np.isfinite(losses)
    return Loss(positions[seen], read_only(np.array(losses)[seen]), not seen.all())


@kept
def grid(scheme: Scheme, length: int, dim: int, first: int, last: int, side: int, head: int) -> Grid:
    """The scores of the positions from `first` to `last`; of more than `side` only every so many."""
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
    return Grid(read_only(np.where(causal & (back < 0), np.nan, _unmasked(cells))), first, step)


def followed(scheme: Scheme, study: Study, **more: Any) -> list[Followed]:
    """The curve of scores that follows the pointer; none where scores depend on where the query stands.

    `more` is what else `Followed` says of it, such as its axis and what its values are divided by.
    """
    found = _vectors(scheme, study.length, study.dim, head(scheme, study))
    return [Followed(named(scheme, study), scheme_color(order(scheme)), "dot", found, **more)] if found else []


def not_followed(study: Study) -> list[Claim]:
    """Which encodings show nothing of the position under the pointer, and why."""
    made, size = study.having("vectors").schemes, (study.length, study.dim)
    of: Literal["dot", "distance"] = "distance" if study.measure == "distance" else "dot"
    unseen = tuple(each.name for each in made if vectors(each, *size, of) is None)
    without = study.lacking("vectors").schemes
    uneven = tuple(each.name for each in without if not followed(each, study))
    found = {"compare-not-followed": unseen, "compare-logits-not-followed": uneven}
    return [claim(id, schemes=names) for id, names in found.items() if names]


@kept
def _vectors(scheme: Scheme, length: int, dim: int, head: int) -> Vectors | None:
    """What a browser needs to tell the scores of any position."""
    offsets = np.arange(length)
    known = scheme.mean_logits_at_offset(offsets, dim, length=length, heads=_heads(scheme))
    if known is None:
        return None
    back, causal, ahead = _unmasked(_head(known, head)), not scheme.unsupported_reason("causal"), None
    if not causal:
        mirrored = scheme.mean_logits_at_offset(-offsets, dim, length=length, heads=_heads(scheme))
        assert mirrored is not None
        ahead = read_only(compact(_unmasked(_head(mirrored, head)) - back[0]))
    return Vectors("dot", read_only(compact(back - back[0])), None, None, length, dim, ahead, causal)


def _heads(scheme: Scheme) -> int:
    return 1 if scheme.unsupported_reason("heads") else HEADS


def _unmasked(scores: Array) -> Array:
    """Scores with NaN for keys that are masked."""
    return np.where(np.isneginf(scores), np.nan, scores)


def _head(found: Array, head: int) -> Array:
    row: Array = found[min(head, len(found)) - 1]
    return row
