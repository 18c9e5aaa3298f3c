"""Tokens, toy embeddings, their sum with positions, and attention weights.

The embeddings are independent random numbers from a fixed seed, so only positions have an effect. A real model learns
its embeddings and projects them before it compares them.
"""

from collections import Counter
from math import log10
from typing import Literal, NamedTuple, get_args

import numpy as np

from posenc_core.analysis.geometry import shares
from posenc_core.arrays import Array, ArrayLike, Integers, match_option, real_array, whole

__all__ = ["Terms", "Tokens", "attention", "embeddings", "one_hot", "signal_to_noise", "terms", "tokens", "weights"]

START, END, PADDING, UNKNOWN = "<bos>", "<eos>", "<pad>", "<unk>"
SPECIAL = (PADDING, UNKNOWN, START, END)
"""Special tokens: the first ids of every vocabulary."""

Size = Literal["N(0, 1)", "N(0, 1/d)", "N(0, 0.02²)"]

SEED = 0


class Tokens(NamedTuple):
    """Tokens of a text.

    Attributes
    ----------
    words : tuple of str
        Tokens; `UNKNOWN` for words outside the vocabulary.
    ids : ndarray of int, shape (n,)
        Row of each token in the table of embeddings.
    vocabulary : tuple of str
        Token of every id.
    """

    words: tuple[str, ...]
    ids: Integers
    vocabulary: tuple[str, ...]


class Terms(NamedTuple):
    """Four terms of the dot products of token + position vectors.

    Attributes
    ----------
    content : ndarray, shape (n, n)
        Token with token, E Eᵀ.
    content_position, position_content : ndarray, shape (n, n)
        Token with position, E Pᵀ and P Eᵀ.
    position : ndarray, shape (n, n)
        Position with position, P Pᵀ, the same for every sentence.
    """

    content: Array
    content_position: Array
    position_content: Array
    position: Array


def tokens(text: str, *, known: int = 1000, ends: bool = False, length: int = 0) -> Tokens:
    """Split a text at its spaces.

    Parameters
    ----------
    text : str
        Text.
    known : int, default 1000
        Number of the most frequent words with an id; all others are unknown.
    ends : bool, default False
        Add a start and an end token.
    length : int, default 0
        Smallest number of tokens, reached by padding.

    Returns
    -------
    Tokens
        Tokens, ids, and vocabulary.

    Raises
    ------
    ValueError
        If `known` is less than 1, or `length` less than 0.

    Examples
    --------
    >>> tokens("a b a").ids
    array([4, 5, 4])
    """
    length = whole("length", length, 0)
    words = text.split()
    # ties: the earlier word
    frequent = [word for word, _ in Counter(words).most_common(whole("known", known))]
    vocabulary = (*SPECIAL, *frequent)
    # a word that is spelled like a special token is still a word
    number = {word: row for row, word in enumerate(frequent, len(SPECIAL))}
    special = {token: row for row, token in enumerate(SPECIAL)}
    ids = [number.get(word, special[UNKNOWN]) for word in words]
    if ends:
        ids = [special[START], *ids, special[END]]
    ids += [special[PADDING]] * (length - len(ids))
    return Tokens(tuple(vocabulary[row] for row in ids), np.array(ids, np.int64), vocabulary)


def one_hot(ids: ArrayLike, size: int) -> Array:
    """Return one-hot vectors of token ids.

    Parameters
    ----------
    ids : array_like of int, shape (n,)
        Token ids.
    size : int
        Number of ids.

    Returns
    -------
    ndarray, shape (n, size)
        Rows of zeros with a single 1.

    Raises
    ------
    ValueError
        If an id is out of range.

    Examples
    --------
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
    """Return a table of normally distributed embeddings, the same in every run.

    Parameters
    ----------
    size : int
        Number of tokens of the vocabulary.
    dim : int
        Number of columns, d.
    scale : {"N(0, 1)", "N(0, 1/d)", "N(0, 0.02²)"}, default "N(0, 1)"
        Distribution. With variance 1/d, multiplication by √d gives variance 1; BERT and GPT start with a
        standard deviation of 0.02.

    Returns
    -------
    ndarray, shape (size, d)
        Embeddings; the row of the padding is zero.

    Raises
    ------
    ValueError
        If the scale is unknown.

    References
    ----------
    .. [1] Vaswani et al. (2017), Attention Is All You Need, section 3.4; arXiv 1706.03762

    Examples
    --------
    >>> embeddings(5, 3).shape
    (5, 3)
    """
    dim = whole("dim", dim)
    deviations = {"N(0, 1)": 1.0, "N(0, 1/d)": dim**-0.5, "N(0, 0.02²)": 0.02}
    deviation = deviations[match_option(scale, get_args(Size), "scale")]
    table: Array = deviation * np.random.default_rng(SEED).standard_normal((whole("size", size), dim))
    table[0] = 0
    return table


def attention(vectors: ArrayLike, *, causal: bool = False, hidden: ArrayLike = ()) -> Array:
    """Return scaled dot-product attention weights of vectors without projection.

    Parameters
    ----------
    vectors : array_like, shape (n, d)
        Queries and keys.
    causal : bool, default False
        Hide later keys.
    hidden : array_like of bool, shape (n,), optional
        Keys that are hidden from all queries, such as padding.

    Returns
    -------
    ndarray, shape (n, n)
        Weights of each key (column) for each query (row).

    Raises
    ------
    ValueError
        If `hidden` has another length.

    Examples
    --------
    >>> attention([[1.0], [1.0]])
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    rows = real_array("vectors", vectors, 2)
    return weights(rows @ rows.T / np.sqrt(max(rows.shape[1], 1)), causal=causal, hidden=hidden)


def weights(logits: ArrayLike, *, causal: bool = False, hidden: ArrayLike = ()) -> Array:
    """Return attention weights from scores.

    Parameters
    ----------
    logits : array_like, shape (n, n)
        Score of each query (row) and key (column).
    causal : bool, default False
        Hide later keys.
    hidden : array_like of bool, shape (n,), optional
        Keys that are hidden from all queries, such as padding.

    Returns
    -------
    ndarray, shape (n, n)
        Rows that sum to 1; NaN for queries without visible keys.

    Raises
    ------
    ValueError
        If `hidden` has another length.

    Examples
    --------
    >>> weights([[0.0, 0.0]])
    array([[0.5, 0.5]])
    """
    scores, mask = real_array("logits", logits, 2).copy(), np.asarray(hidden, bool)
    if causal:
        scores[np.triu_indices(len(scores), 1)] = -np.inf
    if mask.size:
        if mask.shape != (len(scores),):
            raise ValueError(f"hidden must be one truth value for each of {len(scores)} tokens, not {mask.shape}")
        scores[:, mask] = -np.inf
    return shares(scores)


def terms(content: ArrayLike, position: ArrayLike) -> Terms:
    """Return the four terms of (E + P)(E + P)ᵀ.

    Parameters
    ----------
    content, position : array_like, shape (n, d)
        Token vectors E and position vectors P.

    Returns
    -------
    Terms
        Four matrices. For concatenated instead of added vectors, only the first and the last exist.

    Raises
    ------
    ValueError
        If the shapes differ.

    Examples
    --------
    >>> [term.tolist() for term in terms([[1.0]], [[2.0]])]
    [[[1.0]], [[2.0]], [[2.0]], [[4.0]]]
    """
    e, p = real_array("content", content, 2), real_array("position", position, 2)
    if e.shape != p.shape:
        raise ValueError(f"content and position must have one shape, not {e.shape} and {p.shape}")
    return Terms(e @ e.T, e @ p.T, p @ e.T, p @ p.T)


def signal_to_noise(content: ArrayLike, position: ArrayLike) -> float:
    """Return the ratio of the root mean squares of tokens and positions in decibels.

    Parameters
    ----------
    content, position : array_like
        Token and position vectors.

    Returns
    -------
    float
        20 log10 of the ratio; NaN if either is 0.

    Examples
    --------
    >>> signal_to_noise([[1.0, 1.0]], [[1.0, 1.0]])
    0.0
    """
    parts = real_array("content", content, 2), real_array("position", position, 2)
    # scaled: squares of small numbers underflow
    largest = [float(np.abs(part).max(initial=0)) for part in parts]
    if not all(largest):
        return float("nan")
    signal, noise = (
        log10(size) + log10(np.mean((part / size) ** 2)) / 2 for part, size in zip(parts, largest, strict=True)
    )
    return 20 * (signal - noise)
