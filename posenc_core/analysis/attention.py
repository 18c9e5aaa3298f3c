"""What does a position do to an attention score? Numbers that tables, rotations and biases have in common.

All of them act on the score of a query with a key, in nats: one nat less is 1/e times as much attention. Contents stand
for projected vectors with a mean square of 1 in every column: W_Q and W_K are the identity, `|x|² = d`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.analysis.geometry import norms, shares
from posenc_core.arrays import Array, real_array, whole
from posenc_core.foundation.base import Content, Scheme

__all__ = [
    "Change", "Drops", "Reach", "content_change", "drops", "drops_between", "reach", "scores", "scores_at_offset",
    "spread_over_content", "token_content", "translation_residual", "untrained_spread",
]  # fmt: skip

NEAR = 16
"""Tokens that count as near, the last one among them."""

_ROWS, _FAR = 128, 512

_ROUNDING = 1e-12
"""Up to this share of the scores themselves, what they miss is rounding."""

Contents = Content | tuple[ArrayLike, ArrayLike]
"""What a query and a key hold besides their positions: one of the two words, or the vectors of two tokens."""


class Drops(NamedTuple):
    """How much a score loses when the key stands k tokens back, entry k of each array, in nats."""

    mean: Array
    """On average over all queries that have a token so far back."""
    low: Array
    high: Array


class Change(NamedTuple):
    """How much a score changes when both tokens move, over independent contents, in nats."""

    mean: float
    deviation: float
    """One standard deviation."""


class Reach(NamedTuple):
    """Where the attention of one token goes."""

    distance: float
    """How many tokens back, on average."""
    entropy: float
    """1 if all tokens get the same, 0 if one gets all; NaN of a single token."""
    near: float
    """What the nearest `NEAR` tokens get together, itself among them."""


def scores_at_offset(
    scheme: Scheme,
    offsets: ArrayLike | range,
    dim: int,
    *,
    length: int,
    content: Contents = "same",
    heads: int = 1,
    head: int = 0,
) -> Array | None:
    """The mean score of keys so many tokens back in one head, wherever the query stands. (m,) -> (m,).

    None where the position of the query counts too. ValueError for a head that does not exist, and for a scheme that
    gives no scores at this size.

    >>> from posenc_core import ALiBi
    >>> scores_at_offset(ALiBi(), [0, 4], 4, length=8, heads=8)
    array([2., 0.])
    """
    head = _head(head, heads)
    if isinstance(content, str):
        found = scheme.mean_logits_at_offset(offsets, dim, length=length, content=content, heads=heads)
        return None if found is None else found[min(head, len(found) - 1)]
    query, key = _pair(content, dim)
    if scheme.family == "rotation":
        back = real_array("offsets", offsets, 1)
        keys, places = np.broadcast_to(key, (len(back), dim)), length - 1 - back
        turned: Array = scheme.logits(query[None], keys, [length - 1], places, length=length)[0, 0]
        return turned
    if scheme.family == "bias":
        found = scores_at_offset(scheme, offsets, dim, length=length, content="independent", heads=heads, head=head)
        return None if found is None else found + query @ key / np.sqrt(dim)
    # a table multiplies the content of one with the position of the other
    return None


def scores(
    scheme: Scheme, *, length: int, dim: int, content: Contents = "same", heads: int = 1, head: int = 0
) -> Array:
    """The mean score of every query (row) with every key (column) in one head, pair by pair. -> (n, n).

    What a causal scheme does not let a query see is -inf. ValueError as for `scores_at_offset`.

    >>> from posenc_core import Sinusoidal
    >>> scores(Sinusoidal(), length=2, dim=4).shape
    (2, 2)
    """
    head, length = _head(head, heads), whole("length", length)
    found, keys = np.empty((length, length)), range(length)
    # some rows at a time, as all heads come together
    for start in range(0, length, _ROWS):
        rows = range(start, min(start + _ROWS, length))
        if isinstance(content, str):
            some: Array = scheme.mean_logits(rows, keys, dim, length=length, content=content, heads=heads)
        else:
            vectors = _pair(content, dim)
            queries, others = (np.broadcast_to(vectors[i], (len(at), dim)) for i, at in enumerate((rows, keys)))
            some = scheme.logits(queries, others, rows, keys, length=length, heads=heads)
        found[start : start + _ROWS] = some[min(head, len(some) - 1)]
    return found


def drops(scheme: Scheme, *, length: int, dim: int, content: Contents = "same", heads: int = 1, head: int = 0) -> Drops:
    """How much a score loses when its key stands k = 0 ... n - 1 tokens back. -> three arrays (n,).

    Where the offset alone counts, mean, low and high are one curve, and n may be in the millions.

    >>> from posenc_core import ALiBi
    >>> drops(ALiBi(), length=3, dim=4, heads=8).mean
    array([0. , 0.5, 1. ])
    """
    length = whole("length", length)
    curve = scores_at_offset(scheme, range(length), dim, length=length, content=content, heads=heads, head=head)
    if curve is not None:
        lost = curve[0] - curve
        return Drops(lost, lost, lost)
    return drops_between(scores(scheme, length=length, dim=dim, content=content, heads=heads, head=head))


def drops_between(scores: ArrayLike) -> Drops:
    """The same from the score of every query with every key. (n, n) -> three arrays (n,).

    What is masked, -inf, is a drop without end.

    >>> drops_between([[0.0, -1.0], [-1.0, 0.0]]).mean
    array([0., 1.])
    """
    matrix = real_array("scores", scores, 2)
    own = np.diagonal(matrix)
    lost = [own[k:] - np.diagonal(matrix, -k) for k in range(len(matrix))]
    return Drops(*(np.array([measure(each) for each in lost]) for measure in (np.mean, np.min, np.max)))


def spread_over_content(scheme: Scheme, offsets: ArrayLike, dim: int, *, length: int) -> Array:
    """By how much a score varies with the content, for independent contents, of keys so many tokens back. (m,) -> (m,).

    It is the standard deviation in nats, its root mean square over all queries. ValueError for an offset outside
    0 ... n - 1.

    >>> from posenc_core import Sinusoidal
    >>> spread_over_content(Sinusoidal(), [0], 4, length=2).shape
    (1,)
    """
    back, length = real_array("offsets", offsets, 1).astype(np.int64), whole("length", length)
    if not ((back >= 0) & (back < length)).all():
        raise ValueError(f"offsets must be whole numbers from 0 to {length - 1}")
    if scheme.family == "table":
        square = norms(scheme, length=length, dim=dim) ** 2
        # of the queries from k on, and of their keys
        queries, keys = np.cumsum(square[::-1])[::-1][back], np.cumsum(square)[length - 1 - back]
        variance: Array = 1 + (queries + keys) / ((length - back) * dim)
        return np.sqrt(variance)
    if scheme.family == "rotation":
        # where the offset alone counts, what turns together can only grow or fade by one factor a token
        far = max(min(_FAR, length - 1), 1)
        near, farther = (
            _sizes(scheme, at, dim, length, keys=False) * _sizes(scheme, 0, dim, length, keys=True) for at in (0, far)
        )
        # what is turned into nothing has no size to fade
        fading = np.log(farther, out=np.zeros(dim), where=near > 0) - np.log(near, out=np.zeros(dim), where=near > 0)
        fading /= far
        if np.abs(fading).max() <= _ROUNDING:
            return np.full(len(back), np.linalg.norm(near) / np.sqrt(dim))
        return np.asarray(np.linalg.norm(near * np.exp(np.multiply.outer(back, fading)), axis=1) / np.sqrt(dim))
    return np.ones(len(back))


def reach(scores: ArrayLike) -> Reach:
    """Where attention goes, from the scores of tokens 0, 1, 2 ... back. (n,) -> Reach; ValueError for no score.

    >>> round(reach([0.0, 0.0]).distance, 3)
    0.5
    """
    back = real_array("scores", scores, 1)
    if not back.size:
        raise ValueError("scores must hold at least one number")
    weights = shares(back)
    seen = weights[weights > 0]
    entropy = float(-(seen @ np.log(seen)) / np.log(back.size)) if back.size > 1 else float("nan")
    # a token that gets all leaves -0
    return Reach(float(weights @ np.arange(back.size)), entropy + 0.0, float(weights[:NEAR].sum()))


def translation_residual(scores: ArrayLike) -> float:
    """How much of the differences between scores is not due to the offset, from 0 to 1. (n, m) -> a share.

    Each score is compared with the mean of its diagonal, and with the mean of all; -inf stands for what is not seen.
    0: the offset alone counts. 1 where a diagonal is seen in part: no difference of scores is as large.

    >>> translation_residual([[0.0, 1.0], [2.0, 0.0]])
    0.0
    """
    matrix = real_array("scores", scores, 2)
    rows, columns = matrix.shape
    diagonals = [np.diagonal(matrix, k) for k in range(1 - rows, columns)]
    seen = [diagonal[np.isfinite(diagonal)] for diagonal in diagonals]
    everything = np.concatenate(seen)
    if not everything.size:
        raise ValueError("scores must hold at least one finite number")
    if any(0 < part.size < diagonal.size for part, diagonal in zip(seen, diagonals, strict=True)):
        return 1.0
    # a share is the same at every scale, and the square of a large number is none
    scale = float(np.abs(everything).max()) or 1.0
    everything, seen = everything / scale, [part / scale for part in seen]
    missed = float(np.linalg.norm(np.concatenate([part - part.mean() for part in seen if part.size])))
    if missed <= _ROUNDING * float(np.linalg.norm(everything)):
        return 0.0
    return missed / float(np.linalg.norm(everything - everything.mean()))


def content_change(scheme: Scheme, position: int, offset: int, dim: int, *, length: int) -> Change:
    """How much the score of two contents changes when both tokens move from one position `offset` tokens on.

    Query and key stand at the same position. A rotation changes nothing there, and a bias changes it for all contents
    alike: 0. Of an added table, e, the mean is the growth of `|e|²` over √d, and the deviation √(2/d) times the
    distance that its vector moves.

    >>> from posenc_core import ALiBi
    >>> content_change(ALiBi(), 0, 1, 4, length=8).deviation
    0.0
    """
    if scheme.family != "table":
        return Change(0.0, 0.0)
    before, after = scheme.encode([position, position + offset], dim, length=length)
    # |b|² - |a|² without the digits that a difference of squares loses
    mean = float((after - before) @ (after + before))
    if abs(mean) <= _ROUNDING * float(before @ before + after @ after):
        mean = 0.0
    return Change(mean / float(np.sqrt(dim)), float(np.sqrt(2 / dim) * np.linalg.norm(after - before)))


def untrained_spread(scheme: Scheme, query: int, key: int, dim: int, *, length: int) -> float:
    """By how much the position part of a score varies with W_Q and W_K before training, in nats.

    Their entries are independent with mean 0 and variance 1/d: on average the position part of an added table is then 0
    at every offset, and this is its standard deviation. 0 for what adds no vectors.

    >>> from posenc_core import Sinusoidal
    >>> round(untrained_spread(Sinusoidal(), 3, 1, 4, length=8), 3)
    0.5
    """
    if scheme.family != "table":
        return 0.0
    vectors = scheme.encode([query, key], dim, length=length)
    return float(np.prod(np.linalg.norm(vectors, axis=1)) / dim)


def token_content(token: str, dim: int) -> Array:
    """A toy vector for a token, the same in every run: random, with a mean square of 1. -> (d,).

    >>> token_content("cat", 4).shape
    (4,)
    """
    found = np.random.default_rng([1, *token.encode()]).standard_normal(whole("dim", dim))
    scaled: Array = found * np.sqrt(dim) / np.linalg.norm(found)
    return scaled


def _sizes(scheme: Scheme, position: int, dim: int, length: int, *, keys: bool) -> Array:
    """How long a rotation leaves what turns together, beside how long it was: once for each column. -> (d,)."""
    first, second = scheme.pairs(dim).T
    units = np.ones(dim)
    units[second] = 0
    sizes: Array = np.abs(scheme.rotate(units[None], [position], keys=keys, length=length)[0])
    sizes[first] = sizes[second] = np.hypot(sizes[first], sizes[second])
    return sizes


def _head(head: int, heads: int) -> int:
    if whole("head", head, 0) >= whole("heads", heads):
        raise ValueError(f"head = {head} must be a whole number from 0 to {heads - 1}")
    return head


def _pair(content: tuple[ArrayLike, ArrayLike], dim: int) -> tuple[Array, Array]:
    query, key = (real_array("content", vector, 1) for vector in content)
    if query.shape != (dim,) or key.shape != (dim,):
        raise ValueError(f"content must be two vectors of {dim} numbers, not {query.shape} and {key.shape}")
    return query, key
