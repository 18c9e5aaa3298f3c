"""What happens to words? Tokens, toy embeddings, the sum with positions, and attention weights.

The embeddings are toys: independent random numbers from a fixed seed, so words have no meaning here and only their
positions can make a difference. A real model learns its embeddings, and projects them before it compares them.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from posenc_core.geometry import shares
from posenc_core.scheme import Array, whole

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
    below 1.
    """
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


def one_hot(ids: NDArray[np.int64], size: int) -> Array:
    """Each token as a row of zeros with a single 1. (n,) -> (n, size)."""
    return np.eye(size)[ids]


def embeddings(size: int, dim: int, scale: Size = "N(0, 1)") -> Array:
    """A toy table of embeddings, one row a token of the vocabulary, the same in every run. -> (size, dim).

    Its entries are normally distributed: with variance 1, with variance 1/d (times √d, as in section 3.4 of the paper,
    that is variance 1 again), or with deviation 0.02, as BERT and GPT start. The row of the padding is zero. ValueError
    for another scale.
    """
    if scale not in get_args(Size):
        raise ValueError(f"scale = {scale!r} must be one of {'; '.join(get_args(Size))}")
    dim = whole("dim", dim)
    size_of = {"N(0, 1)": 1.0, "N(0, 1/d)": dim**-0.5, "N(0, 0.02²)": 0.02}
    table: Array = size_of[scale] * np.random.default_rng(SEED).standard_normal((whole("size", size), dim))
    table[0] = 0
    return table


def attention(vectors: Array, *, causal: bool = False, hidden: Sequence[bool] | NDArray[np.bool_] = ()) -> Array:
    """Scaled dot-product attention weights of each token (row) for each (column). (n, d) -> (n, n).

    Queries and keys are the vectors themselves, divided by √d before the softmax. `causal` hides what comes later,
    `hidden` (n,) hides tokens from all, as a padding mask does. A row that sees nothing is NaN.
    """
    logits = vectors @ vectors.T / np.sqrt(vectors.shape[1])
    if causal:
        logits[np.triu_indices(len(logits), 1)] = -np.inf
    if len(hidden):
        logits[:, np.asarray(hidden, bool)] = -np.inf
    return shares(logits)


def terms(content: Array, position: Array) -> Terms:
    """The four parts of (E + P)(E + P)ᵀ; of concatenated vectors the first and the last are all there is.

    Both (n, d) -> four (n, n).
    """
    return Terms(content @ content.T, content @ position.T, position @ content.T, position @ position.T)


def signal_to_noise(content: Array, position: Array) -> float:
    """How far tokens stand above positions, in decibels: 20 log10 of the root mean squares. NaN where either is 0."""
    signal, noise = (float(np.sqrt(np.mean(part**2))) for part in (content, position))
    return float(20 * np.log10(signal / noise)) if signal and noise else float("nan")
