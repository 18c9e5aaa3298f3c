"""What happens to the words of a sentence? The numbers behind its page, and the claim that they make."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard.claims import counted, number, tiny
from dashboard.study import MAX_TOKENS, Study
from posenc_core import Index, Normalized, Scheme, Sinusoidal, sentence
from posenc_core.scheme import Array
from posenc_core.sentence import Tokens

SENTENCES = (
    "I love you so much",
    "I am a Robot",
    "어머님 나 는 별 하나 에 아름다운 말 한마디 씩 불러 봅니다",
    "소학교 때 책상 을 같이 했 던 아이 들 의 이름 과 패 경 옥 이런 이국 소녀 들 의 이름 과 벌써 애기 어머니 된 "
    "계집애 들 의 이름 과 가난 한 이웃 사람 들 의 이름 과 비둘기 강아지 토끼 노새 노루 프란시스 쟘 라이너 마리아 릴케 "
    "이런 시인 의 이름 을 불러 봅니다",
)
"""Two from lecture notes, and two lines of a poem by Yun Dong-ju, cut into morphemes."""

MEANINGS = {
    sentence.START: "marks where the sentence starts.",
    sentence.END: "marks where it ends.",
    sentence.PADDING: "fills the sentence up to a fixed length; its embedding is zero.",
    sentence.UNKNOWN: "stands for every word outside the vocabulary: these words can no longer be told apart.",
}
"""What the tokens that are no words are for."""

TABLED = 4
"""How many columns of the sinusoid stand in the table of tokens."""

ROUNDING = 1e-12
"""Below this, a weight has not changed: what is left is rounding."""

SHUFFLE_SEED = 0

SELFISH = 0.9
"""From here on, a token that gives itself this weight leaves too little for the others to be seen."""


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
    position: Array
    together: Array
    """What the model goes on with: the sum of the two, or one behind the other."""
    padding: NDArray[np.bool_]

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

    None where it makes no token, or more than MAX_TOKENS: nothing is worked out, and `claim` says why.
    """
    options, scheme = study.options, study.schemes[0]
    if not 0 < max(_asked(options), options["pad"]) <= MAX_TOKENS:
        return None
    tokens = sentence.tokens(
        options["text"], known=options["known"], ends=options["ends"], length=max(options["pad"], _asked(options))
    )
    first = int(options["ends"])
    table = sentence.embeddings(len(tokens.vocabulary), study.dim, options["scale"])
    content = table[tokens.ids]
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
    )


def combined(content: Array, position: Array, how: str) -> Array:
    """Tokens and positions together. Both (n, d) -> (n, d) for a "sum", (n, 2d) for a "concatenation"."""
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


def frame(weights: Array) -> pd.DataFrame:
    """Attention weights as a table: a row a token that looks, a column a token it looks at, by their places."""
    return pd.DataFrame(weights).rename_axis("token").reset_index()


def typical(values: Array) -> float:
    """The typical size of some numbers: the root of their mean square. NaN of none."""
    return float(np.sqrt(np.mean(values**2))) if values.size else float("nan")


def sizes(study: Study, words: Words) -> pd.DataFrame:
    """One row a size of embeddings: how far tokens stand above positions, and the typical sizes of the four terms.

    Padding is left out: it is no content.
    """
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
    return _weights(words.together if placed else words.content, words.padding, options)


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
        content = words.content[order]
        vectors = combined(content, words.position, options["combine"]) if placed else content
        there = _weights(vectors, words.padding[order], options)
        changes.append(there[np.ix_(back, back)] - weights(words, options, placed=placed))
    return Order(name, tuple(words.tokens.words[place] for place in order), *changes)


def largest(cells: Array) -> float:
    """The largest entry in size; what is undefined is left out, and of nothing it is 0."""
    return float(np.abs(cells[np.isfinite(cells)]).max(initial=0))


def own_share(weights: Array) -> float:
    """The weight that a token gives itself, on average over those that see any; NaN where none does."""
    own = np.diagonal(weights)
    return float(own[np.isfinite(own)].mean()) if np.isfinite(own).any() else float("nan")


def claim(study: Study, words: Words | None, order: Order | None) -> str:
    """What happens to the words, in a sentence or two; or why nothing does."""
    if not words:
        asked = _asked(study.options)
        if not asked:
            return "No tokens yet: type some words into Text, or choose a sentence."
        return f"This page takes up to {MAX_TOKENS} tokens, with start and end. The text makes {asked}: shorten it."
    n, width = words.together.shape
    special = f" and {counted(n - words.word_count, 'special token')}" if n > words.word_count else ""
    become = f"{counted(words.word_count, 'word')}{special} become{'s' * (n == 1)} {n} × {width:,} numbers."
    if not order:
        return become
    kept = largest(order.without) < ROUNDING
    return (
        f"{become} When the words are {order.name}, attention weights without position "
        f"{'only change places' if kept else 'change, by the causal mask alone'} (largest change "
        f"{size(order.without)}); with {study.schemes[0].name} they change by up to {size(order.placed)}."
    )


def vocabulary_words(words: Words, numbers: pd.DataFrame) -> str:
    """What the vocabulary knows, and the step of the normalized value, from `numbering`."""
    known = len(words.table) - len(sentence.SPECIAL)
    text = (
        f"The vocabulary has {len(sentence.SPECIAL)} special tokens and {counted(known, 'word')} of this text; "
        f"{words.unknown} of {counted(words.word_count, 'word')} became `{sentence.UNKNOWN}`. "
    )
    if len(numbers) == 1:
        return text
    step = numbers["normalized"].diff().iloc[-1]
    return f"{text}A step of the normalized value is {step:.3f}: in a sentence of another length it is another."


def vector_words(study: Study, words: Words) -> str:
    """How the shapes follow from one another, and what the table of embeddings is."""
    n, d, width, vocabulary = len(words.tokens.ids), study.dim, words.together.shape[1], len(words.table)
    how = "plus" if study.options["combine"] == "sum" else "beside"
    looked_up = float(np.abs(words.one_hot @ words.table - words.content).max())
    return (
        f"tokens ({n}) → one-hot ({n}, {vocabulary}) → embeddings E ({n}, {d:,}) → {how} position P ({n}, {d:,}) → "
        f"**({n}, {width:,})**\n\n"
        f"One-hot × table ({vocabulary}, {d:,}) picks the row of each id: it differs from a look-up by "
        f"{tiny(looked_up)}. The table is a toy of random numbers from a fixed seed: words have no meaning here. The "
        "other three pictures share one colour scale: where one is pale, another drowns it."
    )


def price_words(study: Study, words: Words, found: pd.DataFrame) -> str:
    """What adding costs and what concatenating costs, with the numbers of `sizes`."""
    if words.padding.all():
        return "All tokens are padding: nothing stands beside the positions."
    d, by_size = study.dim, found.set_index("embeddings")
    now = by_size.loc[study.options["scale"]]
    noise = {name: decibels(by_size.loc[name, "signal_to_noise"]) for name in by_size.index}
    return (
        f"Added, a token keeps {counted(d, 'column')}, and a square matrix of weights has {d * d:,} numbers; "
        f"concatenated it has {2 * d:,}, and the matrix {4 * d * d:,}. The price of adding is two cross terms in every "
        f"dot product, of typical size {number(now['content_position'])} beside {number(now['content'])} (token · "
        f"token) and {number(now['position'])} (position · position).\n\n"
        f"Signal to noise, tokens over positions: **{decibels(now['signal_to_noise'])}**. For N(0, 1/d), a common "
        f"start, it is {noise['N(0, 1/d)']}; times √d, as in the paper (section 3.4), {noise['N(0, 1)']}; with "
        f"deviation 0.02 {noise['N(0, 0.02²)']}. Below 0 dB the position is louder than the token."
    )


def attention_words(study: Study, words: Words, plain: Array, placed: Array) -> str:
    """What the attention weights are, and how much of them each token gives itself, without position and with it."""
    own = [own_share(weights) for weights in (plain, placed)]
    remarks = [
        "Scaled dot products of the vectors with themselves, then softmax along each row; no learned projections. Row: "
        "the token that looks. Column: the token it looks at."
    ]
    if np.isfinite(own).all():
        remarks.append(f"A token gives itself {own[0]:.3f} without position, {own[1]:.3f} with.")
    if own[0] > SELFISH and len(plain) > 1:
        remarks.append(
            "Random vectors are near to themselves alone; small ones, N(0, 0.02²), let more of the position show."
        )
    if words.repeats and not study.options["causal"]:
        remarks.append(
            f"Without position, a token that repeats an earlier one ({words.repeats} here) weighs just as much."
        )
    return " ".join(remarks)


def size(changes: Array) -> str:
    """The largest of some changes: two digits, and of rounding one."""
    found = largest(changes)
    return number(float(f"{found:.2g}")) if found >= 1e-3 else tiny(found, 1 if found < ROUNDING else 2)


def decibels(value: float) -> str:
    """A ratio of sizes; undefined where one of them is 0."""
    return "undefined" if np.isnan(value) else f"{value:+.1f} dB".replace("-", "−")


def _asked(options: Mapping[str, Any]) -> int:
    """How many tokens the text and its ends make."""
    return len(options["text"].split()) + 2 * int(options["ends"])


def _weights(vectors: Array, padding: NDArray[np.bool_], options: Mapping[str, Any]) -> Array:
    return sentence.attention(vectors, causal=options["causal"], hidden=padding if options["mask"] else ())
