"""Numbers of Sentence: tokens, vectors, and attention in two word orders."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard.state.parameters import MAX_TOKENS
from dashboard.state.study import Study, token_count
from dashboard.views.rounding import ROUNDING
from posenc_core import Index, Normalized, Scheme, Sinusoidal
from posenc_core.analysis import criteria, sentence
from posenc_core.analysis.sentence import Tokens
from posenc_core.arrays import Array

TABLED = 4
"""Number of sinusoid columns in the table of tokens."""

DRAWN = 512
"""Maximum number of columns in a heatmap of vectors."""

HARDLY = 1e-6
"""Change of a weight below which it is invisible."""

HEADS, HEAD = 8, 0
"""Assumed number of heads, and index of the shown one."""


class Words(NamedTuple):
    """A sentence in the first layers of a model; arrays have one row per token."""

    tokens: Tokens
    words: slice
    """Place of the words, between the special tokens and before the padding."""
    one_hot: Array
    table: Array
    """Toy embeddings of the vocabulary."""
    content: Array
    """Embedding of every token."""
    position: Array | None
    """Vector of every position; None if the scheme does not add vectors."""
    together: Array
    """Sum or concatenation of content and position."""
    padding: NDArray[np.bool_]
    scheme: Scheme
    causal: bool
    """Whether later tokens are hidden, by the mask or by the scheme."""

    @property
    def word_count(self) -> int:
        """Number of tokens that are words of the text."""
        return len(self.tokens.words[self.words])


class Change(NamedTuple):
    """Attention weights in two word orders, and their differences."""

    before: Array
    """Weights in the original order, one row per query, shape (n, n)."""
    after: Array
    """Weights in the other order, one row per place, shape (n, n)."""
    change: Array
    """Difference in the original order, shape (n, n); 0 up to rounding, NaN for hidden padding."""

    @property
    def largest(self) -> float:
        """Largest absolute change of a weight."""
        return largest(self.change)


class Order(NamedTuple):
    """Effect of another word order on attention weights."""

    name: str
    places: NDArray[np.int64]
    """Token at each place, shape (n,)."""
    without: Change
    """Without a positional encoding."""
    placed: Change
    """With a positional encoding."""
    same: bool
    """Whether the reordered tokens are identical."""


class Sizes(NamedTuple):
    """Typical sizes of tokens, positions, and the four terms of their dot products."""

    ratio: float
    """Ratio of the sizes of positions and tokens."""
    terms: tuple[float, ...]
    """Sizes of token·token, token·position, position·token, and position·position."""


def embed_sentence(study: Study, scheme: Scheme | None = None) -> Words | None:
    """Tokenize and embed the sentence, with positions by a scheme (default: the first selected one).

    None for an empty text or more than MAX_TOKENS tokens; `claims.opening` states the reason.
    """
    options, scheme = study.options, scheme or study.schemes[0]
    if not 0 < max(token_count(options), options["pad"]) <= MAX_TOKENS:
        return None
    tokens = sentence.tokens(
        options["text"], known=options["known"], ends=options["ends"], length=max(options["pad"], token_count(options))
    )
    first = int(options["ends"])
    table = sentence.embeddings(len(tokens.vocabulary), study.dim, options["scale"])
    content = table[tokens.ids]
    position = None
    if scheme.family == "table":
        position = scheme.encode(range(len(tokens.ids)), study.dim).astype(np.float64, copy=False)
    return Words(
        tokens,
        slice(first, first + len(options["text"].split())),
        sentence.one_hot(tokens.ids, len(tokens.vocabulary)),
        table,
        content,
        position,
        combine(content, position, options["combine"]),
        tokens.ids == sentence.SPECIAL.index(sentence.PADDING),
        scheme,
        options["causal"] or scheme.unsupported_reason("causal") is None,
    )


def combine(content: Array, position: Array | None, how: str) -> Array:
    """Combine tokens and positions, both (n, d): a "sum" is (n, d), a "concatenation" (n, 2d)."""
    if position is None:
        return content
    return content + position if how == "sum" else np.hstack((content, position))


def numbering(study: Study, tokens: Tokens) -> pd.DataFrame:
    """Table of tokens with number, ID, and three encodings of the position.

    Selected schemes have the parameters of the options, others their defaults.
    """
    selected: dict[str, Scheme] = {scheme.name: scheme for scheme in study.schemes}
    positions = range(len(tokens.ids))
    single = [
        replace(selected.get(kind.name, kind()), spread="one column").encode(positions, 1)[:, 0]  # type: ignore[call-arg]
        for kind in (Index, Normalized)
    ]
    waves = selected.get(Sinusoidal.name, Sinusoidal()).encode(positions, study.dim)[:, :TABLED]
    numbers = {
        "number": np.array(positions) + int(study.options["first"]),
        "token": tokens.words,
        "id": tokens.ids,
        "index": single[0].astype(np.int64),
        "normalized": single[1],
    }
    return pd.DataFrame(numbers | {f"sinusoid_{column}": values for column, values in enumerate(waves.T)})


def typical(values: Array) -> float:
    """Root mean square, or NaN without values."""
    # scaled: squares of large values overflow
    largest = float(np.abs(values).max(initial=0)) or 1.0
    return largest * float(np.sqrt(np.mean((values / largest) ** 2))) if values.size else float("nan")


def sizes(study: Study, words: Words) -> dict[str, Sizes]:
    """Typical sizes by initialization of the embeddings, without padding."""
    assert words.position is not None
    read = ~words.padding
    results = {}
    for size in get_args(sentence.Size):
        content = sentence.embeddings(len(words.table), study.dim, size)[words.tokens.ids[read]]
        ratio = float("nan")
        if read.any():
            ratio = float(10 ** (-sentence.signal_to_noise(content, words.position[read]) / 20))
        results[size] = Sizes(ratio, tuple(map(typical, sentence.terms(content, words.position[read]))))
    return results


def weights(words: Words, options: Mapping[str, Any], *, placed: bool) -> Array:
    """Attention weights with the masks of the options, with or without positions, shape (n, n)."""
    return _weights(words, np.arange(len(words.padding)), options, placed=placed)


def reorder_words(words: Words, options: Mapping[str, Any]) -> Order | None:
    """Effect of another word order; None for less than two words, or if no token attends to any."""
    places, ids = np.arange(len(words.padding)), words.tokens.ids
    name = str(options["order"])
    inner = places[words.words]
    if len(inner) < 2 or not np.isfinite(weights(words, options, placed=False)).any():
        return None
    random, permuted = np.random.default_rng(0), inner[::-1]
    if name == "shuffled":
        permuted = random.permutation(inner)
        while len(set(ids[inner])) > 1 and (ids[permuted] == ids[inner]).all():
            permuted = random.permutation(inner)
    order = places.copy()
    order[words.words] = permuted
    back = np.argsort(order)
    changes = []
    for placed in (False, True):
        before, after = (_weights(words, placement, options, placed=placed) for placement in (places, order))
        change = after[np.ix_(back, back)] - before
        change[np.abs(change) <= ROUNDING] = 0
        # weights of hidden padding are unused
        change[words.padding & bool(options["mask"])] = np.nan
        changes.append(Change(before, after, change))
    return Order(name, order, changes[0], changes[1], bool((ids[order] == ids).all()))


def by_distance_alone(words: Words) -> bool:
    """Return whether positions contribute to a logit by distance only, up to rounding."""
    places = range(len(words.padding))
    if words.scheme.family == "bias":
        added = words.scheme.bias(places, places, HEADS)[HEAD]
    elif words.position is not None:
        added = words.position @ words.position.T
    else:
        return False
    if not np.isfinite(added).all():
        return False
    both = np.stack([added, added.T])
    offsets = (both.diagonal(k, 1, 2) for k in places)
    return all(np.ptp(values) <= criteria.EQUAL * np.abs(added).max() for values in offsets)


def largest(cells: Array) -> float:
    """Largest finite absolute value, or 0."""
    return float(np.abs(cells[np.isfinite(cells)]).max(initial=0))


def own_share(words: Words, weights: Array, options: Mapping[str, Any]) -> float:
    """Mean weight of a token on itself, over visible tokens; NaN if there are none."""
    own = np.diagonal(weights)[~(words.padding & bool(options["mask"]))]
    return float(own[np.isfinite(own)].mean()) if np.isfinite(own).any() else float("nan")


def _weights(words: Words, order: NDArray[np.int64], options: Mapping[str, Any], *, placed: bool) -> Array:
    """Attention weights of reordered tokens, with positions by place."""
    content, padding = words.content[order], words.padding[order]
    hidden = padding if options["mask"] else ()
    if not placed:
        return sentence.attention(content, causal=words.causal, hidden=hidden)
    if words.position is not None:
        vectors = combine(content, words.position, options["combine"])
        return sentence.attention(vectors, causal=words.causal, hidden=hidden)
    logits = words.scheme.logits(content, content, range(len(order)), range(len(order)), heads=HEADS)
    return sentence.weights(logits[HEAD], causal=words.causal, hidden=hidden)
