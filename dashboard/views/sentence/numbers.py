"""Sentence: its words on their way through the first layers of a model."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard.parameters import MAX_TOKENS
from dashboard.study import Study, typed
from dashboard.views.words import ROUNDING
from posenc_core import Index, Normalized, Scheme, Sinusoidal, criteria, sentence
from posenc_core.arrays import Array
from posenc_core.sentence import Tokens

TABLED = 4
"""How many columns of the sinusoid stand in the table of tokens."""

DRAWN = 512
"""Most columns that a heatmap of vectors shows."""

SHUFFLE_SEED = 0

HARDLY = 1e-6
"""Up to here a change of a weight is too small for anybody to see."""

MAX_LEN = 5000
"""Positions in the buffer of the usual PyTorch module."""

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
    def special(self) -> tuple[str, ...]:
        """Which tokens the page put among the words; one that is typed is a word."""
        return tuple(token for row, token in enumerate(sentence.SPECIAL) if row in self.tokens.ids)

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
    """How much each weight changes without positions. (n, n), rounding is 0, what nobody sees or uses is NaN."""
    placed: Array
    """How much each weight changes with positions."""
    same: bool
    """Whether the tokens read the same in this order."""


class Batch(NamedTuple):
    """The sentence many times, as code adds positions to all of them at once."""

    steps: pd.DataFrame
    """One row a step of the code: what it is, its shape, its line."""
    right: Array
    """The position that each token gets. (sentences, tokens)."""
    wrong: Array
    """The position that each token gets from a module for the other order of axes."""
    line: str
    """The code that takes the first positions of the buffer."""
    other: str
    """The same in a module for the other order of axes."""
    other_buffer: tuple[int, ...]
    """The shape of the buffer in that module."""


def read(study: Study) -> Words | None:
    """The sentence as the options ask for it, with positions by the first of the chosen schemes.

    None where it makes no token, or more than MAX_TOKENS: nothing is worked out, and `words.claim` says why.
    """
    options, scheme = study.options, study.schemes[0]
    if not 0 < max(typed(options), options["pad"]) <= MAX_TOKENS:
        return None
    tokens = sentence.tokens(
        options["text"], known=options["known"], ends=options["ends"], length=max(options["pad"], typed(options))
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
        options["causal"] or scheme.lacks("causal") is None,
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
    places, ids = np.arange(len(words.padding)), words.tokens.ids
    name = str(options["order"])
    inner = places[words.words]
    if len(inner) < 2 or not np.isfinite(weights(words, options, placed=False)).any():
        return None
    random, moved = np.random.default_rng(SHUFFLE_SEED), inner[::-1]
    if name == "shuffled":
        moved = random.permutation(inner)
        while len(set(ids[inner])) > 1 and (ids[moved] == ids[inner]).all():
            moved = random.permutation(inner)
    order = places.copy()
    order[words.words] = moved
    back = np.argsort(order)
    changes = []
    for placed in (False, True):
        there = _weights(words, order, options, placed=placed)
        change = there[np.ix_(back, back)] - weights(words, options, placed=placed)
        change[np.abs(change) <= ROUNDING] = 0
        # nobody uses what hidden padding looks at
        change[words.padding & bool(options["mask"])] = np.nan
        changes.append(change)
    tokens = tuple(words.tokens.words[place] for place in order)
    return Order(name, tokens, changes[0], changes[1], bool((ids[order] == ids).all()))


def at_size(study: Study, size: str) -> float:
    """How much the other order changes a weight at most, with embeddings of some size."""
    other = replace(study, options={**study.options, "scale": size})
    words = read(other)
    order = reordered(words, other.options) if words else None
    return largest(order.placed) if order else 0.0


def added(study: Study) -> float:
    """How much the other order changes a weight at most where positions are added."""
    return at_size(replace(study, options={**study.options, "combine": "sum"}), study.options["scale"])


def by_distance_alone(words: Words) -> bool:
    """Whether the dot product of two positions depends on nothing but their distance, but for rounding."""
    if words.position is None:
        return False
    dots = words.position @ words.position.T
    offsets = (np.diagonal(dots, k) for k in range(len(dots)))
    return all(np.ptp(values) <= criteria.EQUAL * np.abs(dots).max() for values in offsets)


def largest(cells: Array) -> float:
    """The largest entry in size; what is undefined is left out, and of nothing it is 0."""
    return float(np.abs(cells[np.isfinite(cells)]).max(initial=0))


def own_share(words: Words, weights: Array, options: Mapping[str, Any]) -> float:
    """The weight that a token gives itself, on average over those that see any and are seen; NaN where none does."""
    own = np.diagonal(weights)[~(words.padding & bool(options["mask"]))]
    return float(own[np.isfinite(own)].mean()) if np.isfinite(own).any() else float("nan")


def batch(study: Study, words: Words) -> Batch:
    """The sentence as often as the options say, with positions from the buffer of the usual module."""
    assert words.position is not None
    count, (n, d) = study.options["batch"], words.content.shape
    sentences_first = study.options["batch_first"] == "batch first"

    def shape(array: NDArray[Any]) -> tuple[int, ...]:
        """Of this array once for every sentence of the batch."""
        size, *rest = array.shape
        return (count, size, *rest) if sentences_first else (size, count, *rest)

    # a trained table has no more positions than were trained
    rows = words.scheme.has(MAX_LEN)
    buffer, part, line = (1, rows, d), (1, n, d), "pe[:, :x.size(1)]"
    other_buffer, other = (rows, 1, d), "pe[:x.size(0)]"
    if not sentences_first:
        buffer, part, line, other_buffer, other = other_buffer, (n, 1, d), other, buffer, line
    embedded = shape(words.content)
    steps = [
        ("Ids of the tokens", shape(words.tokens.ids), "ids"),
        ("One-hot rows", shape(words.one_hot), f"F.one_hot(ids, {words.one_hot.shape[1]})"),
        ("Embeddings", embedded, "x = embedding(ids)"),
        ("Buffer: positions, made once", buffer, 'self.register_buffer("pe", pe)'),
        (f"Its first {n}" if n > 1 else "Its first one", part, line),
        ("Sum, by broadcasting", np.broadcast_shapes(embedded, part), f"x = x + {line}"),
        ("After dropout", embedded, "dropout(x)"),
    ]
    frame = pd.DataFrame([(what, str(each), code) for what, each, code in steps], columns=["what", "shape", "code"])
    tokens, sentences = np.arange(n, dtype=float), np.arange(count, dtype=float)
    right = np.broadcast_to(tokens, (count, n))
    return Batch(frame, right, np.broadcast_to(sentences[:, None], (count, n)), line, other, other_buffer)


def plain_sum(count: int, n: int, d: int) -> tuple[int, ...] | str:
    """The shape of a batch with the sequence first, (n, count, d), plus a table (n, d); or NumPy's error."""
    batch, table = (n, count, d), (n, d)
    try:
        return np.broadcast_shapes(batch, table)
    except ValueError:
        try:
            # fails before anything is made
            np.broadcast_to(0.0, batch) + np.broadcast_to(0.0, table)
        except ValueError as error:
            return str(error).strip()
        raise


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
