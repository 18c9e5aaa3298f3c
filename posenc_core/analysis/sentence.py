"""What happens to words? Tokens, toy embeddings, the sum with positions, and attention weights.

The embeddings are toys: independent random numbers from a fixed seed, so words have no meaning here and only their
positions can make a difference. A real model learns its embeddings, and projects them before it compares them.
"""

from collections import Counter
from math import log10
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.analysis.geometry import shares
from posenc_core.arrays import Array, real_array, whole

__all__ = ["Terms", "Tokens", "attention", "embeddings", "one_hot", "signal_to_noise", "terms", "tokens", "weights"]

START, END, PADDING, UNKNOWN = "<s>", "</s>", "<pad>", "<unk>"
SPECIAL = (PADDING, UNKNOWN, START, END)
"""Tokens that stand for no word, with the first ids of every vocabulary."""

Size = Literal["N(0, 1)", "N(0, 1/d)", "N(0, 0.02²)"]

SEED = 0


class Tokens(NamedTuple):
    """A sentence as a model reads it."""

    words: tuple[str, ...]
    """One a token; a word that the vocabulary does not know is `UNKNOWN`."""
    ids: NDArray[np.int64]
    """The row of each token in the table of embeddings. (n,)."""
    vocabulary: tuple[str, ...]
    """The token of every id."""


class Terms(NamedTuple):
    """What the dot products of token + position are made of: four (n, n) matrices that add up to them."""

    content: Array
    """Token with token, E Eᵀ."""
    content_position: Array
    """Token with position, E Pᵀ."""
    position_content: Array
    """Position with token, P Eᵀ."""
    position: Array
    """Position with position, P Pᵀ: the only term that is the same for every sentence."""


def tokens(text: str, *, known: int = 1000, ends: bool = False, length: int = 0) -> Tokens:
    """A text cut at its spaces. Only the `known` most frequent words have an id of their own, the others share one.

    `ends` puts a start and an end token around it; padding fills it up to `length` tokens. ValueError for a `known`
    below 1 and a `length` below 0.

    >>> tokens("a b a").ids
    array([4, 5, 4])
    """
    if isinstance(length, bool) or not isinstance(length, int | np.integer) or length < 0:
        raise ValueError(f"length = {length!r} must be a whole number from 0")
    words = text.split()
    # of equally frequent ones the earlier
    frequent = [word for word, _ in Counter(words).most_common(whole("known", known))]
    vocabulary = (*SPECIAL, *frequent)
    # a word that is written like a special token is a word all the same
    number = {word: row for row, word in enumerate(frequent, len(SPECIAL))}
    special = {token: row for row, token in enumerate(SPECIAL)}
    ids = [number.get(word, special[UNKNOWN]) for word in words]
    if ends:
        ids = [special[START], *ids, special[END]]
    ids += [special[PADDING]] * (length - len(ids))
    return Tokens(tuple(vocabulary[row] for row in ids), np.array(ids, np.int64), vocabulary)


def one_hot(ids: ArrayLike, size: int) -> Array:
    """Each token as a row of zeros with a single 1. (n,) -> (n, size); ValueError for ids outside 0 ... size - 1.

    >>> one_hot([1, 0], 2)
    array([[0., 1.],
           [1., 0.]])
    """
    numbers, size = real_array("ids", ids, 1), whole("size", size)
    wrong = numbers[~np.isin(numbers, np.arange(size))]
    if wrong.size:
        raise ValueError(f"ids must be whole numbers from 0 to {size - 1}, not {wrong[0]:g}")
    rows = np.zeros((len(numbers), size))
    rows[np.arange(len(numbers)), numbers.astype(int)] = 1
    return rows


def embeddings(size: int, dim: int, scale: Size = "N(0, 1)") -> Array:
    """A toy table of embeddings, one row a token of the vocabulary, the same in every run. -> (size, dim).

    Its entries are normally distributed: with variance 1, with variance 1/d (times √d, as in section 3.4 of the paper,
    that is variance 1 again), or with deviation 0.02, as BERT and GPT start. The row of the padding is zero. ValueError
    for another scale.

    >>> embeddings(5, 3).shape
    (5, 3)
    """
    if scale not in get_args(Size):
        raise ValueError(f"scale = {scale!r} must be one of {'; '.join(get_args(Size))}")
    dim = whole("dim", dim)
    size_of = {"N(0, 1)": 1.0, "N(0, 1/d)": dim**-0.5, "N(0, 0.02²)": 0.02}
    table: Array = size_of[scale] * np.random.default_rng(SEED).standard_normal((whole("size", size), dim))
    table[0] = 0
    return table


def attention(vectors: ArrayLike, *, causal: bool = False, hidden: ArrayLike = ()) -> Array:
    """Scaled dot-product attention weights of each token (row) for each (column). (n, d) -> (n, n).

    Queries and keys are the vectors themselves, divided by √d before the softmax; the rest is as in `weights`.

    >>> attention([[1.0], [1.0]])
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    rows = real_array("vectors", vectors, 2)
    return weights(rows @ rows.T / np.sqrt(max(rows.shape[1], 1)), causal=causal, hidden=hidden)


def weights(logits: ArrayLike, *, causal: bool = False, hidden: ArrayLike = ()) -> Array:
    """Attention weights from the scores of each token (row) with each (column). (n, n) -> (n, n).

    `causal` hides what comes later, `hidden` (n,) hides tokens from all, as a padding mask does. A row that sees
    nothing is NaN. ValueError for a `hidden` of another length.

    >>> weights([[0.0, 0.0]])
    array([[0.5, 0.5]])
    """
    scores, unseen = real_array("logits", logits, 2).copy(), np.asarray(hidden, bool)
    if causal:
        scores[np.triu_indices(len(scores), 1)] = -np.inf
    if unseen.size:
        if unseen.shape != (len(scores),):
            raise ValueError(f"hidden must be one truth value for each of {len(scores)} tokens, not {unseen.shape}")
        scores[:, unseen] = -np.inf
    return shares(scores)


def terms(content: ArrayLike, position: ArrayLike) -> Terms:
    """The four parts of (E + P)(E + P)ᵀ; of concatenated vectors the first and the last are all there is.

    Both (n, d) -> four (n, n). ValueError for two shapes.

    >>> [each.tolist() for each in terms([[1.0]], [[2.0]])]
    [[[1.0]], [[2.0]], [[2.0]], [[4.0]]]
    """
    e, p = real_array("content", content, 2), real_array("position", position, 2)
    if e.shape != p.shape:
        raise ValueError(f"content and position must have one shape, not {e.shape} and {p.shape}")
    return Terms(e @ e.T, e @ p.T, p @ e.T, p @ p.T)


def signal_to_noise(content: ArrayLike, position: ArrayLike) -> float:
    """How far tokens stand above positions, in decibels: 20 log10 of the root mean squares. NaN where either is 0.

    >>> signal_to_noise([[1.0, 1.0]], [[1.0, 1.0]])
    0.0
    """
    parts = real_array("content", content, 2), real_array("position", position, 2)
    # scaled, so that no square of small numbers becomes 0
    largest = [float(np.abs(part).max(initial=0)) for part in parts]
    if not all(largest):
        return float("nan")
    signal, noise = (
        log10(size) + log10(np.mean((part / size) ** 2)) / 2 for part, size in zip(parts, largest, strict=True)
    )
    return 20 * (signal - noise)
