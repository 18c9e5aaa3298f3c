"""Sentence: its words on their way through the first layers of a model."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard.parameters import MAX_TOKENS
from dashboard.study import Study
from posenc_core import Index, Normalized, Scheme, Sinusoidal, sentence
from posenc_core.arrays import Array
from posenc_core.sentence import Tokens

TABLED = 4
"""How many columns of the sinusoid stand in the table of tokens."""

DRAWN = 512
"""Most columns that a heatmap of vectors shows."""

SHUFFLE_SEED = 0


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

    @property
    def word_count(self) -> int:
        """How many of the tokens are words of the text."""
        return len(self.tokens.words[self.words])

    @property
    def unknown(self) -> int:
        """How many of the words the vocabulary does not know."""
        return int((self.tokens.ids[self.words] == sentence.SPECIAL.index(sentence.UNKNOWN)).sum())

    @property
    def repeats(self) -> int:
        """How many of the tokens that are no padding have stood before."""
        return int((~self.padding).sum()) - len(set(self.tokens.ids[~self.padding]))


class Order(NamedTuple):
    """What another order of the words does to the attention weights, once they are put back in their old places."""

    name: str
    words: tuple[str, ...]
    without: Array
    """How much each weight changes without positions. (n, n), NaN where a token sees nothing."""
    placed: Array
    """How much each weight changes with positions."""


def read(study: Study) -> Words | None:
    """The sentence as the options ask for it, with positions by the first of the chosen schemes.

    None where it makes no token, or more than MAX_TOKENS: nothing is worked out, and `words.claim` says why.
    """
    options, scheme = study.options, study.schemes[0]
    if not 0 < max(asked(options), options["pad"]) <= MAX_TOKENS:
        return None
    tokens = sentence.tokens(
        options["text"], known=options["known"], ends=options["ends"], length=max(options["pad"], asked(options))
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
    return float(np.sqrt(np.mean(values**2))) if values.size else float("nan")


def sizes(study: Study, words: Words) -> pd.DataFrame:
    """One row a size of embeddings: how far tokens stand above positions, and the typical sizes of the four terms.

    Padding is left out: it is no content.
    """
    assert words.position is not None
    read = ~words.padding
    rows = []
    for size in get_args(sentence.Size):
        content = sentence.embeddings(len(words.table), study.dim, size)[words.tokens.ids[read]]
        parts = sentence.terms(content, words.position[read])
        noise = sentence.signal_to_noise(content, words.position[read]) if read.any() else float("nan")
        rows.append(
            {"embeddings": size, "signal_to_noise": noise, **dict(zip(parts._fields, map(typical, parts), strict=True))}
        )
    return pd.DataFrame(rows)


def weights(words: Words, options: Mapping[str, Any], *, placed: bool) -> Array:
    """Attention weights by the masks of the options, with positions (`placed`) or without. -> (n, n)."""
    return _weights(words, np.arange(len(words.padding)), options, placed=placed)


def reordered(words: Words, options: Mapping[str, Any]) -> Order | None:
    """What another order of the words changes: the chosen one, or the reversed.

    None for less than two words, and where no token sees any.
    """
    places = np.arange(len(words.padding))
    name = str(options["order"])
    inner = places[words.words]
    if len(inner) < 2 or not np.isfinite(weights(words, options, placed=False)).any():
        return None
    random, moved = np.random.default_rng(SHUFFLE_SEED), inner[::-1]
    if name == "shuffled":
        moved = random.permutation(inner)
        while (moved == inner).all():
            moved = random.permutation(inner)
    order = places.copy()
    order[words.words] = moved
    back = np.argsort(order)
    changes = []
    for placed in (False, True):
        there = _weights(words, order, options, placed=placed)
        changes.append(there[np.ix_(back, back)] - weights(words, options, placed=placed))
    return Order(name, tuple(words.tokens.words[place] for place in order), *changes)


def largest(cells: Array) -> float:
    """The largest entry in size; what is undefined is left out, and of nothing it is 0."""
    return float(np.abs(cells[np.isfinite(cells)]).max(initial=0))


def own_share(weights: Array) -> float:
    """The weight that a token gives itself, on average over those that see any; NaN where none does."""
    own = np.diagonal(weights)
    return float(own[np.isfinite(own)].mean()) if np.isfinite(own).any() else float("nan")


def asked(options: Mapping[str, Any]) -> int:
    """How many tokens the text and its ends make."""
    return len(options["text"].split()) + 2 * int(options["ends"])


def _weights(words: Words, order: NDArray[np.int64], options: Mapping[str, Any], *, placed: bool) -> Array:
    """Attention weights of the tokens in some order, their positions counted anew."""
    content, padding = words.content[order], words.padding[order]
    hidden = padding if options["mask"] else ()
    if not placed:
        return sentence.attention(content, causal=options["causal"], hidden=hidden)
    if words.position is not None:
        vectors = combined(content, words.position, options["combine"])
        return sentence.attention(vectors, causal=options["causal"], hidden=hidden)
    logits = words.scheme.logits(content, content, range(len(order)), range(len(order)), heads=HEADS)
    return sentence.weights(logits[HEAD], causal=options["causal"], hidden=hidden)
