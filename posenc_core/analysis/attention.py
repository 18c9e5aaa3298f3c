"""Effect of positions on attention scores, for tables, rotations, and biases.

Scores are in nats: one nat less is 1/e times the attention. Contents are projected vectors with a mean square of 1 in
every column: W_Q and W_K are the identity, and `|x|² = d`.
"""

from typing import NamedTuple

import numpy as np

from posenc_core.analysis.geometry import norms, shares
from posenc_core.arrays import Array, ArrayLike, real_array, whole
from posenc_core.foundation.base import Content, Scheme

__all__ = [
    "Change", "Drops", "Reach", "content_change", "drops", "drops_between", "reach", "scores", "scores_at_offset",
    "spread_over_content", "token_content", "translation_residual",
]  # fmt: skip

NEAREST = 16
"""Number of nearest tokens of `Reach.near`, including the query."""

BLOCK_ROWS = 128
"""Queries whose logits are computed at once, because the logits of all heads are in memory."""

FADING_OFFSET = 512
"""Offset at which the growth or decay of a rotation is measured."""

ROUNDING = 1e-12
"""Largest residual relative to the scores that counts as rounding."""

Contents = Content | tuple[ArrayLike, ArrayLike]
"""Contents of query and key: equal, independent, or the vectors of two tokens."""


class Drops(NamedTuple):
    """Decrease of the score with the offset, in nats; entry k belongs to a key k tokens back.

    Attributes
    ----------
    mean : ndarray, shape (n,)
        Mean over all queries with such a key.
    low, high : ndarray, shape (n,)
        Smallest and largest decrease.
    """

    mean: Array
    low: Array
    high: Array


class Change(NamedTuple):
    """Change of a score when both tokens move, over independent contents, in nats.

    Attributes
    ----------
    mean, deviation : float
        Mean and standard deviation.
    """

    mean: float
    deviation: float


class Reach(NamedTuple):
    """Distribution of the attention of one query.

    Attributes
    ----------
    distance : float
        Mean distance in tokens.
    entropy : float
        Normalized entropy: 1 for uniform attention, 0 for attention to one token; NaN for a single token.
    near : float
        Share of the nearest `NEAREST` tokens, including the query.
    """

    distance: float
    entropy: float
    near: float


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
    """Return the mean score of keys at given distances before the query.

    Parameters
    ----------
    scheme : Scheme
        Encoding.
    offsets : array_like or range, shape (m,)
        Distances in tokens.
    dim : int
        Number of columns, d.
    length : int
        Number of positions, n.
    content : {"same", "independent"} or tuple of array_like, shape (d,), default "same"
        Equal or independent random contents with a mean square of 1; or the vectors of the query and the key.
    heads, head : int, default 1 and 0
        Number of heads, and the head, from 0.

    Returns
    -------
    ndarray, shape (m,), or None
        Scores in nats; None if they also depend on the position of the query.

    Raises
    ------
    ValueError
        If the size or head is invalid, or the scheme has no scores at this size.

    Examples
    --------
    >>> from posenc_core import ALiBi
    >>> scores_at_offset(ALiBi(), [0, 4], 4, length=8, heads=8)
    array([2., 0.])
    """
    head = whole("head", head, 0, whole("heads", heads) - 1)
    if isinstance(content, str):
        logits = scheme.mean_logits_at_offset(offsets, dim, length=length, content=content, heads=heads)
        return None if logits is None else _of_head(logits, head)
    query, key = _validate_pair(content, dim)
    if scheme.family == "rotation":
        back = real_array("offsets", offsets, 1)
        keys = np.broadcast_to(key, (len(back), dim))
        return np.asarray(scheme.logits(query[None], keys, [length - 1], length - 1 - back, length=length)[0, 0])
    if scheme.family == "bias":
        bias = scores_at_offset(scheme, offsets, dim, length=length, content="independent", heads=heads, head=head)
        return None if bias is None else bias + query @ key / np.sqrt(dim)
    # scores of a table contain products of contents and positions
    return None


def scores(
    scheme: Scheme, *, length: int, dim: int, content: Contents = "same", heads: int = 1, head: int = 0
) -> Array:
    """Return the mean score of every query (row) and key (column).

    Parameters
    ----------
    scheme : Scheme
        Encoding.
    length : int
        Number of positions, n.
    dim : int
        Number of columns, d.
    content : {"same", "independent"} or tuple of array_like, shape (d,), default "same"
        Equal or independent random contents with a mean square of 1; or the vectors of the query and the key.
    heads, head : int, default 1 and 0
        Number of heads, and the head, from 0.

    Returns
    -------
    ndarray, shape (n, n)
        Scores in nats; -inf for keys that a causal scheme hides.

    Raises
    ------
    ValueError
        If the size or head is invalid, or the scheme has no scores at this size.

    Examples
    --------
    >>> from posenc_core import Sinusoidal
    >>> scores(Sinusoidal(), length=2, dim=4).shape
    (2, 2)
    """
    head, length = whole("head", head, 0, whole("heads", heads) - 1), whole("length", length)
    matrix, keys = np.empty((length, length)), range(length)
    for start in range(0, length, BLOCK_ROWS):
        rows = range(start, min(start + BLOCK_ROWS, length))
        if isinstance(content, str):
            block: Array = scheme.mean_logits(rows, keys, dim, length=length, content=content, heads=heads)
        else:
            query, key = _validate_pair(content, dim)
            queries, others = np.broadcast_to(query, (len(rows), dim)), np.broadcast_to(key, (length, dim))
            block = scheme.logits(queries, others, rows, keys, length=length, heads=heads)
        matrix[start : start + BLOCK_ROWS] = _of_head(block, head)
    return matrix


def drops(scheme: Scheme, *, length: int, dim: int, content: Contents = "same", heads: int = 1, head: int = 0) -> Drops:
    """Return the decrease of the score from the query's own position to a key k tokens back.

    Parameters
    ----------
    scheme : Scheme
        Encoding.
    length : int
        Number of positions, n.
    dim : int
        Number of columns, d.
    content : {"same", "independent"} or tuple of array_like, shape (d,), default "same"
        Equal or independent random contents with a mean square of 1; or the vectors of the query and the key.
    heads, head : int, default 1 and 0
        Number of heads, and the head, from 0.

    Returns
    -------
    Drops
        Three arrays of shape (n,). If scores depend only on the offset, all three are the same, and n may be in the
        millions.

    Raises
    ------
    ValueError
        If the size or head is invalid, or the scheme has no scores at this size.

    Examples
    --------
    >>> from posenc_core import ALiBi
    >>> drops(ALiBi(), length=3, dim=4, heads=8).mean
    array([0. , 0.5, 1. ])
    """
    length = whole("length", length)
    curve = scores_at_offset(scheme, range(length), dim, length=length, content=content, heads=heads, head=head)
    if curve is not None:
        drop = curve[0] - curve
        return Drops(drop, drop, drop)
    return drops_between(scores(scheme, length=length, dim=dim, content=content, heads=heads, head=head))


def drops_between(scores: ArrayLike) -> Drops:
    """Return the decrease of the score from the scores of all pairs.

    Parameters
    ----------
    scores : array_like, shape (n, n)
        Scores of each query (row) and key (column).

    Returns
    -------
    Drops
        Three arrays of shape (n,). Masked scores (-inf) give an infinite drop.

    Examples
    --------
    >>> drops_between([[0.0, -1.0], [-1.0, 0.0]]).mean
    array([0., 1.])
    """
    matrix = real_array("scores", scores, 2)
    own = np.diagonal(matrix)
    differences = [own[k:] - np.diagonal(matrix, -k) for k in range(len(matrix))]
    return Drops(*(np.array([measure(drop) for drop in differences]) for measure in (np.mean, np.min, np.max)))


def spread_over_content(scheme: Scheme, offsets: ArrayLike, dim: int, *, length: int) -> Array:
    """Return the standard deviation of the score over independent contents, by distance.

    Parameters
    ----------
    scheme : Scheme
        Encoding.
    offsets : array_like, shape (m,)
        Distances in tokens, whole numbers from 0 to n - 1.
    dim : int
        Number of columns, d.
    length : int
        Number of positions, n.

    Returns
    -------
    ndarray, shape (m,)
        Standard deviations in nats; root mean square over all queries.

    Raises
    ------
    ValueError
        If an offset is out of range.

    Examples
    --------
    >>> from posenc_core import Sinusoidal
    >>> spread_over_content(Sinusoidal(), [0], 4, length=2).shape
    (1,)
    """
    back, length = real_array("offsets", offsets, 1).astype(np.int64), whole("length", length)
    if not ((back >= 0) & (back < length)).all():
        raise ValueError(f"offsets must be whole numbers from 0 to {length - 1}")
    if scheme.family == "table":
        square = norms(scheme, length=length, dim=dim) ** 2
        # sums over the queries from k on, and over their keys
        queries, keys = np.cumsum(square[::-1])[::-1][back], np.cumsum(square)[length - 1 - back]
        variance: Array = 1 + (queries + keys) / ((length - back) * dim)
        return np.sqrt(variance)
    if scheme.family == "rotation":
        # each pair grows or decays exponentially with the offset, because the logit depends on the offset alone
        far = max(min(FADING_OFFSET, length - 1), 1)
        at_own, at_far = (_pair_sizes(scheme, offset, dim, length) for offset in (0, far))
        # a pair that is multiplied by 0 has no logarithm
        rates = np.log(np.divide(at_far, at_own, out=np.ones(dim), where=at_own > 0)) / far
        if np.abs(rates).max() <= ROUNDING:
            return np.full(len(back), np.linalg.norm(at_own) / np.sqrt(dim))
        return np.asarray(np.linalg.norm(at_own * np.exp(np.multiply.outer(back, rates)), axis=1) / np.sqrt(dim))
    return np.ones(len(back))


def reach(scores: ArrayLike) -> Reach:
    """Return the distribution of the attention of one query.

    Parameters
    ----------
    scores : array_like, shape (n,)
        Scores of the keys 0, 1, 2, ... tokens back.

    Returns
    -------
    Reach
        Mean distance, entropy, and share of the nearest tokens.

    Raises
    ------
    ValueError
        If there are no scores.

    Examples
    --------
    >>> round(reach([0.0, 0.0]).distance, 3)
    0.5
    """
    back = real_array("scores", scores, 1)
    if not back.size:
        raise ValueError("scores must contain at least one number")
    weights = shares(back)
    positive = weights[weights > 0]
    entropy = float(-(positive @ np.log(positive)) / np.log(back.size)) if back.size > 1 else float("nan")
    # + 0.0 turns -0.0 into 0.0
    return Reach(float(weights @ np.arange(back.size)), entropy + 0.0, float(weights[:NEAREST].sum()))


def translation_residual(scores: ArrayLike) -> float:
    """Return the share of the variation of the scores that the offset does not explain.

    Parameters
    ----------
    scores : array_like, shape (n, m)
        Scores; -inf for masked keys.

    Returns
    -------
    float
        Norm of the deviations from the means of the diagonals, relative to that from the overall mean. 0 if scores
        depend only on the offset; 1 if a diagonal is partly masked.

    Raises
    ------
    ValueError
        If no score is finite.

    Examples
    --------
    >>> translation_residual([[0.0, 1.0], [2.0, 0.0]])
    0.0
    """
    matrix = real_array("scores", scores, 2)
    rows, columns = matrix.shape
    diagonals = [np.diagonal(matrix, k) for k in range(1 - rows, columns)]
    visible = [diagonal[np.isfinite(diagonal)] for diagonal in diagonals]
    everything = np.concatenate(visible)
    if not everything.size:
        raise ValueError("scores must contain at least one finite number")
    if any(0 < part.size < diagonal.size for part, diagonal in zip(visible, diagonals, strict=True)):
        return 1.0
    # scaled: squares of large numbers overflow
    scale = float(np.abs(everything).max()) or 1.0
    everything, visible = everything / scale, [part / scale for part in visible]
    residual = float(np.linalg.norm(np.concatenate([part - part.mean() for part in visible if part.size])))
    if residual <= ROUNDING * float(np.linalg.norm(everything)):
        return 0.0
    return residual / float(np.linalg.norm(everything - everything.mean()))


def content_change(scheme: Scheme, position: int, offset: int, dim: int, *, length: int) -> Change:
    """Return the change of a score when query and key move together by `offset` tokens.

    Parameters
    ----------
    scheme : Scheme
        Encoding.
    position : int
        Position of both tokens.
    offset : int
        Shift in tokens.
    dim : int
        Number of columns, d.
    length : int
        Number of positions, n.

    Returns
    -------
    Change
        0 for rotations and biases. For a table e, the mean is the increase of `|e|²` over √d, and the standard
        deviation √(2/d) times the distance between both vectors.

    Examples
    --------
    >>> from posenc_core import ALiBi
    >>> content_change(ALiBi(), 0, 1, 4, length=8).deviation
    0.0
    """
    if scheme.family != "table":
        return Change(0.0, 0.0)
    before, after = scheme.encode([position, position + offset], dim, length=length)
    # |b|² - |a|² without cancellation
    mean = float((after - before) @ (after + before))
    if abs(mean) <= ROUNDING * float(before @ before + after @ after):
        mean = 0.0
    return Change(mean / float(np.sqrt(dim)), float(np.sqrt(2 / dim) * np.linalg.norm(after - before)))


def token_content(token: str, dim: int) -> Array:
    """Return a random vector for a token, the same in every run.

    Parameters
    ----------
    token : str
        Text of the token.
    dim : int
        Number of columns, d.

    Returns
    -------
    ndarray, shape (d,)
        Vector with a mean square of 1.

    Examples
    --------
    >>> token_content("cat", 4).shape
    (4,)
    """
    noise = np.random.default_rng([1, *token.encode()]).standard_normal(whole("dim", dim))
    return np.asarray(noise * np.sqrt(dim) / np.linalg.norm(noise))


def _of_head(logits: Array, head: int) -> Array:
    """Logits of one head; a scheme without heads has one row for all."""
    return np.asarray(logits[min(head, len(logits) - 1)])


def _pair_sizes(scheme: Scheme, offset: int, dim: int, length: int) -> Array:
    """Factor of each pair in the logit of a key `offset` tokens back, once per column. -> (d,)."""
    factors = np.ones(dim)
    first, second = scheme.pairs(dim).T
    for position, keys in ((offset, False), (0, True)):
        unit = np.zeros(dim)
        unit[first] = 1
        rotated = scheme.rotate(unit, position, keys=keys, length=length)
        sizes = np.hypot(rotated[first], rotated[second])
        factors[first] *= sizes
        factors[second] *= sizes
    return factors


def _validate_pair(content: tuple[ArrayLike, ArrayLike], dim: int) -> tuple[Array, Array]:
    query, key = (real_array("content", vector, 1) for vector in content)
    if query.shape != (dim,) or key.shape != (dim,):
        raise ValueError(f"content must be two vectors of {dim} numbers, not {query.shape} and {key.shape}")
    return query, key
