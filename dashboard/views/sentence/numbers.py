"""Sentence: its tokens, their vectors, and attention in two orders of the words."""

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
"""How many columns of the sinusoid stand in the table of tokens."""

DRAWN = 512
"""Most columns that a heatmap of vectors shows."""

HARDLY = 1e-6
"""Up to here a change of a weight is too small for anybody to see."""

HEADS, HEAD = 8, 0
"""How many heads a model is taken to have, and which of them is shown where they differ."""


class Words(NamedTuple):
    """A sentence on its way through the first layers of a model, each array with one row a token."""

    tokens: Tokens
    words: slice
    """Where the words stand, between the ends and before the padding."""
    one_hot: Array
    table: Array
    """The toy embedding of every token of the vocabulary."""
    content: Array
    """The embedding of every token."""
    position: Array | None
    """The vector of every position; None where the scheme adds none to a token."""
    together: Array
    """What the model goes on with: the sum of the two, or one behind the other."""
    padding: NDArray[np.bool_]
    scheme: Scheme
    causal: bool
    """Whether later tokens are hidden, with positions and without: by the mask, or as the scheme looks back only."""

    @property
    def word_count(self) -> int:
        """How many of the tokens are words of the text."""
        return len(self.tokens.words[self.words])


class Change(NamedTuple):
    """Attention weights of a sentence, of its words in another order, and how much each changes."""

    before: Array
    """A row for each token that attends. (n, n)"""
    after: Array
    """The same in the other order, a row for each place. (n, n)"""
    change: Array
    """After less before, with the words back in their old places; rounding is 0, what nobody uses is NaN. (n, n)"""

    @property
    def largest(self) -> float:
        """The largest change of a weight."""
        return largest(self.change)


class Order(NamedTuple):
    """What another order of the words does to the attention weights."""

    name: str
    places: NDArray[np.int64]
    """Which token stands at each place. (n,)"""
    without: Change
    """Without a positional encoding."""
    placed: Change
    """With one."""
    same: bool
    """Whether the tokens read the same in this order."""


class Sizes(NamedTuple):
    """The typical sizes of tokens, positions, and the four terms of their dot products."""

    ratio: float
    """How many times as large the numbers of positions are as those of tokens."""
    terms: tuple[float, ...]
    """Of token·token, token·position, position·token, and position·position."""


def read(study: Study, scheme: Scheme | None = None) -> Words | None:
    """The sentence as the options ask for it, with positions by a scheme, the first of the chosen ones by default.

    None where it makes no token, or more than MAX_TOKENS: nothing is computed, and `claims.opening` says why.
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
        combined(content, position, options["combine"]),
        tokens.ids == sentence.SPECIAL.index(sentence.PADDING),
        scheme,
        options["causal"] or scheme.unsupported_reason("causal") is None,
    )


def combined(content: Array, position: Array | None, how: str) -> Array:
    """Tokens and positions together. Both (n, d) -> (n, d) for a "sum", (n, 2d) for a "concatenation"."""
    if position is None:
        return content
    return content + position if how == "sum" else np.hstack((content, position))


def numbering(study: Study, tokens: Tokens) -> pd.DataFrame:
    """One row a token: its number, its id, and what three schemes make of its position.

    A scheme has its parameters from the sidebar when it is chosen there, else its own defaults.
    """
    chosen: dict[str, Scheme] = {scheme.name: scheme for scheme in study.schemes}
    positions = range(len(tokens.ids))
    single = [
        replace(chosen.get(kind.name, kind()), spread="one column").encode(positions, 1)[:, 0]  # type: ignore[call-arg]
        for kind in (Index, Normalized)
    ]
    waves = chosen.get(Sinusoidal.name, Sinusoidal()).encode(positions, study.dim)[:, :TABLED]
    numbers = {
        "number": np.array(positions) + int(study.options["first"]),
        "token": tokens.words,
        "id": tokens.ids,
        "index": single[0].astype(np.int64),
        "normalized": single[1],
    }
    return pd.DataFrame(numbers | {f"sinusoid_{column}": values for column, values in enumerate(waves.T)})


def typical(values: Array) -> float:
    """The typical size of some numbers: the root of their mean square. NaN of none."""
    # the square of a large number is none
    largest = float(np.abs(values).max(initial=0)) or 1.0
    return largest * float(np.sqrt(np.mean((values / largest) ** 2))) if values.size else float("nan")


def sizes(study: Study, words: Words) -> dict[str, Sizes]:
    """The typical sizes by how embeddings are initialized. Padding is left out: it has no content."""
    assert words.position is not None
    read = ~words.padding
    found = {}
    for size in get_args(sentence.Size):
        content = sentence.embeddings(len(words.table), study.dim, size)[words.tokens.ids[read]]
        ratio = float("nan")
        if read.any():
            ratio = float(10 ** (-sentence.signal_to_noise(content, words.position[read]) / 20))
        found[size] = Sizes(ratio, tuple(map(typical, sentence.terms(content, words.position[read]))))
    return found


def weights(words: Words, options: Mapping[str, Any], *, placed: bool) -> Array:
    """Attention weights by the masks of the options, with positions (`placed`) or without. -> (n, n)."""
    return _weights(words, np.arange(len(words.padding)), options, placed=placed)


def reordered(words: Words, options: Mapping[str, Any]) -> Order | None:
    """What another order of the words changes: the chosen one, or the reversed.

    None for less than two words, and where no token sees any.
    """
    places, ids = np.arange(len(words.padding)), words.tokens.ids
    name = str(options["order"])
    inner = places[words.words]
    if len(inner) < 2 or not np.isfinite(weights(words, options, placed=False)).any():
        return None
    random, moved = np.random.default_rng(0), inner[::-1]
    if name == "shuffled":
        moved = random.permutation(inner)
        while len(set(ids[inner])) > 1 and (ids[moved] == ids[inner]).all():
            moved = random.permutation(inner)
    order = places.copy()
    order[words.words] = moved
    back = np.argsort(order)
    found = []
    for placed in (False, True):
        before, after = (_weights(words, each, options, placed=placed) for each in (places, order))
        change = after[np.ix_(back, back)] - before
        change[np.abs(change) <= ROUNDING] = 0
        # nobody uses what hidden padding attends to
        change[words.padding & bool(options["mask"])] = np.nan
        found.append(Change(before, after, change))
    return Order(name, order, found[0], found[1], bool((ids[order] == ids).all()))


def by_distance_alone(words: Words) -> bool:
    """Whether what two positions add to a logit depends on nothing but their distance, but for rounding."""
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
    """The largest entry in size; what is undefined is left out, and of nothing it is 0."""
    return float(np.abs(cells[np.isfinite(cells)]).max(initial=0))


def own_share(words: Words, weights: Array, options: Mapping[str, Any]) -> float:
    """The weight that a token gives itself, on average over those that see any and are seen; NaN where none does."""
    own = np.diagonal(weights)[~(words.padding & bool(options["mask"]))]
    return float(own[np.isfinite(own)].mean()) if np.isfinite(own).any() else float("nan")


def _weights(words: Words, order: NDArray[np.int64], options: Mapping[str, Any], *, placed: bool) -> Array:
    """Attention weights of the tokens in some order, their positions counted anew."""
    content, padding = words.content[order], words.padding[order]
    hidden = padding if options["mask"] else ()
    if not placed:
        return sentence.attention(content, causal=words.causal, hidden=hidden)
    if words.position is not None:
        vectors = combined(content, words.position, options["combine"])
        return sentence.attention(vectors, causal=words.causal, hidden=hidden)
    logits = words.scheme.logits(content, content, range(len(order)), range(len(order)), heads=HEADS)
    return sentence.weights(logits[HEAD], causal=words.causal, hidden=hidden)
