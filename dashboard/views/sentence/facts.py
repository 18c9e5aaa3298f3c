"""A sentence in two word orders, its tokens and vectors, and a batch: numbers, and the claims made from them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import MAX_TOKENS
from dashboard.state.study import Study, token_count
from dashboard.views.rounding import ROUNDING
from posenc_core import Index, Normalized, Scheme, Sinusoidal
from posenc_core.analysis import criteria, geometry, sentence
from posenc_core.analysis.sentence import Tokens
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

LENGTH, DIM = 128, 64
"""Length and dimension for the misconceptions."""

MAX_LEN = 5000
"""Number of positions in the buffer of the common PyTorch module."""

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


def embed_sentence(study: Study, scheme: Scheme | None = None) -> Words | None:
    """Tokenize and embed the sentence, with positions by a scheme (default: the first selected one).

    None for an empty text or more than MAX_TOKENS tokens; `opening` states the reason.
    """
    options, scheme = study.options, scheme or study.schemes[0]
    length = max(options["pad"], token_count(options))
    if not 0 < length <= MAX_TOKENS:
        return None
    tokens = sentence.tokens(options["text"], known=options["known"], ends=options["ends"], length=length)
    first = int(options["ends"])
    table = sentence.embeddings(len(tokens.vocabulary), study.dim, options["scale"])
    content = table[tokens.ids]
    position, together = None, content
    if scheme.family == "table":
        position = scheme.encode(range(length), study.dim).astype(np.float64, copy=False)
        together = combine(content, position, options["combine"])
    return Words(
        tokens,
        slice(first, first + len(options["text"].split())),
        sentence.one_hot(tokens.ids, len(tokens.vocabulary)),
        table,
        content,
        position,
        together,
        tokens.ids == sentence.SPECIAL.index(sentence.PADDING),
        scheme,
        options["causal"] or scheme.unsupported_reason("causal") is None,
    )


def combine(content: Array, position: Array, how: str) -> Array:
    """Combine tokens and positions, both (n, d): a "sum" is (n, d), a "concatenation" (n, 2d)."""
    return content + position if how == "sum" else np.hstack((content, position))


# Two word orders


def weights(words: Words, options: Mapping[str, Any], *, placed: bool) -> Array:
    """Attention weights with the masks of the options, with or without positions, shape (n, n)."""
    return _weights(words, np.arange(len(words.padding)), options, placed=placed)


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
    visible = own[np.isfinite(own)]
    return float(visible.mean()) if visible.size else float("nan")


def opening(study: Study, words: Words | None, order: Order | None) -> Claim:
    """Effect of another word order without position, or the reason for no comparison."""
    if not words:
        count = token_count(study.options)
        return claim("sentence-too-long", count=count, most=MAX_TOKENS) if count else claim("sentence-empty")
    if not order:
        return claim("sentence-few")
    if order.same:
        return claim("sentence-same")
    if not words.causal:
        return claim("sentence-without", order=order.name)
    return claim("sentence-without-causal", order=order.name, value=stated_change(order.without))


def stated_change(change: Change) -> float:
    """Largest change of a weight in percentage points; the integer 0, which has words, if it is invisible."""
    return 100 * change.largest if change.largest > HARDLY else 0


def change(study: Study, words: Words, order: Order) -> Claim:
    """Largest change of a weight with position, or the reason for none."""
    if order.placed.largest <= HARDLY and is_mirrored(study, words, order):
        return claim("sentence-change-mirrored", scheme=words.scheme.name)
    return claim("sentence-change", scheme=words.scheme.name, value=stated_change(order.placed))


def is_mirrored(study: Study, words: Words, order: Order) -> bool:
    """Return whether a reversal has no effect because positions contribute distances only."""
    return (
        order.name == "reversed"
        and (words.scheme.family == "bias" or study.options["combine"] == "concatenation")
        and not words.causal
        # fixed special tokens would change their distances
        and (~words.padding).sum() == words.word_count
        and (study.options["mask"] or not words.padding.any())
        and by_distance_alone(words)
    )


def cell(study: Study, words: Words, order: Order | None) -> list[Claim]:
    """Facts that the cells compare between encodings."""
    claims = [effect(study, words)]
    if order and not order.same:
        claims.append(change(study, words, order))
    own = own_share(words, weights(words, study.options, placed=True), study.options)
    if np.isfinite(own):
        claims.append(claim("sentence-own", share=own))
    return claims


def effect(study: Study, words: Words) -> Claim:
    """Kind of effect of a position: on the vectors, the dot products, or the logits."""
    if words.position is not None:
        return claim(f"sentence-effect-{study.options['combine']}")
    if words.scheme.family == "rotation":
        return claim("sentence-effect-rotation")
    any_bias = np.any(words.scheme.bias([MAX_TOKENS], range(MAX_TOKENS + 1), HEADS))
    return claim("sentence-effect-bias" if any_bias else "sentence-effect-none")


def masked_parts(study: Study, words: Words) -> list[Claim]:
    """Masked parts of attention, and the shown head."""
    claims = []
    if not words.scheme.unsupported_reason("heads"):
        claims.append(claim("sentence-head", scheme=words.scheme.name, head=HEAD + 1, heads=HEADS))
    if words.causal:
        claims.append(claim("sentence-causal"))
    if study.options["mask"] and words.padding.any():
        claims.append(claim("sentence-padding"))
    return claims


# Why add?


class Sizes(NamedTuple):
    """Typical sizes of tokens, positions, and the four terms of their dot products."""

    ratio: float
    """Ratio of the sizes of positions and tokens."""
    terms: tuple[float, ...]
    """Sizes of token·token, token·position, position·token, and position·position."""


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


def typical(values: Array) -> float:
    """Root mean square, or NaN without values."""
    if not values.size:
        return float("nan")
    # scaled: squares of large values overflow
    largest = float(np.abs(values).max()) or 1.0
    return largest * float(np.sqrt(np.mean((values / largest) ** 2)))


def larger(ratio: float) -> list[Claim]:
    """Ratio between the sizes of tokens and positions; empty if one is 0."""
    if not np.isfinite(ratio) or not ratio:
        return []
    return [claim("sentence-position-larger" if ratio > 1 else "sentence-token-larger", factor=max(ratio, 1 / ratio))]


def cost(study: Study) -> Claim:
    """Parameters saved by adding, and the terms that it adds to a dot product."""
    d = study.dim
    return claim("sentence-cost", dim=d, wider=2 * d, rest=d * d, whole=4 * d * d)


def scalar() -> Claim:
    """Ratio of token sizes (N(0, 1)) to those of positions p / 5 in one column, at d = 64 and 512."""
    share = float(np.mean(np.square(np.arange(5) / 5)))
    return claim("sentence-scalar", factor=(64 / share) ** 0.5, value=(512 / share) ** 0.5)


# Tokens and vectors


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


def vocabulary(words: Words) -> list[Claim]:
    """Meaning of an ID, and size of the vocabulary."""
    word_count = len(words.table) - len(sentence.SPECIAL)
    claims = [claim("sentence-vocabulary", whole=len(words.table), count=word_count, rest=len(sentence.SPECIAL))]
    if unknown := int((words.tokens.ids[words.words] == sentence.SPECIAL.index(sentence.UNKNOWN)).sum()):
        claims.append(claim("sentence-unknown", count=unknown, whole=words.word_count))
    return claims


def special(words: Words) -> list[Claim]:
    """Purpose of each special token; found by ID, because a word may have the same text."""
    names = {sentence.START: "start", sentence.END: "end", sentence.PADDING: "pad", sentence.UNKNOWN: "unk"}
    return [
        claim(f"sentence-special-{name}", text=token, column=sentence.SPECIAL.index(token))
        for token, name in names.items()
        if sentence.SPECIAL.index(token) in words.tokens.ids
    ]


def shapes(study: Study, words: Words) -> Claim:
    """Shapes of the matrices up to the vectors."""
    sizes = {"count": len(words.tokens.ids), "whole": len(words.table), "dim": study.dim}
    if words.position is None:
        return claim("sentence-shapes", **sizes)
    return claim(f"sentence-shapes-{study.options['combine']}", **sizes, width=words.together.shape[1])


def omitted_columns(study: Study) -> list[Claim]:
    """Note on the columns that a wide matrix omits."""
    return [claim("sentence-drawn", most=DRAWN)] if study.dim > DRAWN else []


# A batch


class Batch(NamedTuple):
    """Batch of identical sentences with positions."""

    steps: tuple[tuple[str, tuple[int, ...], str], ...]
    """Steps of the code: ID of the name, shape, and line."""
    other: str
    """Slice of the buffer in a module for the other order of axes."""
    other_buffer: tuple[int, ...]
    """Shape of the buffer in that module."""


def batch(study: Study, words: Words) -> Batch:
    """Repeat the sentence, with positions from the buffer of the common module."""
    assert words.position is not None
    count, (n, d) = study.options["batch"], words.content.shape
    sentences_first = study.options["batch_first"] == "batch first"

    def shape(array: NDArray[Any]) -> tuple[int, ...]:
        """Shape of an array repeated for each sentence of the batch."""
        size, *rest = array.shape
        return (count, size, *rest) if sentences_first else (size, count, *rest)

    # a learned table has only its trained rows
    rows = words.scheme.rows_within(MAX_LEN)
    buffer, part, line = (1, rows, d), (1, n, d), "pe[:, :x.size(1)]"
    other_buffer, other = (rows, 1, d), "pe[:x.size(0)]"
    if not sentences_first:
        buffer, part, line, other_buffer, other = other_buffer, (n, 1, d), other, buffer, line
    embedded, one_hot = shape(words.content), f"F.one_hot(ids, {words.one_hot.shape[1]})"
    steps = [
        ("ids", shape(words.tokens.ids), "ids"),
        ("one-hot", shape(words.one_hot), one_hot),
        ("embeddings", embedded, "x = embedding(ids)"),
        ("buffer", buffer, 'self.register_buffer("pe", pe)'),
        ("part", part, line),
        ("sum", np.broadcast_shapes(embedded, part), f"x = x + {line}"),
        ("dropout", embedded, "dropout(x)"),
    ]
    return Batch(tuple(steps), other, other_buffer)


def wrong_axes(study: Study, words: Words, batch: Batch) -> list[Claim]:
    """Effect of a module for the other order of axes, whose shapes broadcast without an error; none for one token."""
    if len(words.padding) == study.options["batch"] == 1:
        return []
    return [claim("sentence-mixed-up", shown=f"({', '.join(map(str, batch.other_buffer))})", text=batch.other)]


# Misconceptions


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about tokens and positions."""
    # numbers of N(0, 1) have the root mean square 1
    index, wave = (
        float(np.sqrt(np.mean(np.square(geometry.vectors(scheme, length=LENGTH, dim=DIM)))))
        for scheme in (Index(), Sinusoidal())
    )
    return [claim("sentence-integers", last_position=LENGTH - 1, factor=index, value=wave), claim("sentence-shared")]
