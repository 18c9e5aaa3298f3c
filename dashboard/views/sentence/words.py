"""Sentence: what happens to its words."""

from typing import get_args

import numpy as np
import pandas as pd

from dashboard.parameters import MAX_TOKENS
from dashboard.study import Study, typed
from dashboard.views.sentence import numbers
from dashboard.views.sentence.numbers import DRAWN, HARDLY, HEAD, HEADS, Batch, Order, Words, largest, own_share
from dashboard.views.words import ROUNDING, counted, listed, number, percent, points
from posenc_core import Scheme, criteria, sentence
from posenc_core.arrays import Array

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
    sentence.PADDING: "fills the sentence up to a fixed length; its embedding is all zeros.",
    sentence.UNKNOWN: "stands for every word outside the vocabulary: no model can tell these words apart.",
}
"""What the tokens that are no words are for."""

ATTENTION = "Attention says how much each word looks at each other word."

SELFISH = 1 - criteria.NEAR
"""From here on, a token gives itself nearly all of its attention."""


def claim(study: Study, words: Words | None, order: Order | None) -> str:
    """What another order of the words does to attention; or what there is instead, or why there is nothing."""
    if not words:
        count = typed(study.options)
        if not count:
            return "No tokens yet: type some words into Text, or choose a sentence."
        return f"This page takes up to {MAX_TOKENS} tokens, with start and end. The text makes {count}: shorten it."
    if not order:
        n, special, width = len(words.tokens.ids), len(words.tokens.ids) - words.word_count, words.together.shape[1]
        parts = [counted(words.word_count, "word")] * (words.word_count > 0)
        parts += [counted(special, "special token")] * (special > 0)
        becomes = "becomes" if n == 1 else "become"
        return f"{listed(parts)} {becomes} {counted(n, 'vector')} of {counted(width, 'number')}."
    if order.same:
        return same_words(study, words)
    return " ".join((ATTENTION, unplaced_words(study, words, order), placed_words(study, words, order)))


def same_words(study: Study, words: Words) -> str:
    """That another order is no other sentence, and which one is."""
    if len(set(words.tokens.ids[words.words])) == 1:
        return "All words are the same token: in every order it is the same sentence."
    said = "These tokens read the same backwards: reversed, it is the same sentence."
    shuffled = numbers.reordered(words, {**study.options, "order": "shuffled"})
    if shuffled and largest(shuffled.placed) > HARDLY:
        return f"{said} Choose shuffled to see a change."
    return said


def unplaced_words(study: Study, words: Words, order: Order) -> str:
    """What another order changes without position: nothing, but for what looking back only hides."""
    turn = {"reversed": "Reverse", "shuffled": "Shuffle"}[order.name]
    if not words.causal:
        return f"{turn} the words: without position, attention stays exactly the same."
    change = largest(order.without)
    said = changed(study, words, change) if change > HARDLY else unchanged(change)
    without = "even without" if change > HARDLY else "without"
    alone = "That alone depends on the order. " if change > HARDLY else ""
    return f"Here each word sees only itself and earlier words. {alone}{turn} the words: {without} position, {said}."


def changed(study: Study, words: Words, change: float) -> str:
    """That attention changes, and how much at most, as a clause."""
    seen = ~words.padding if study.options["mask"] else np.ones_like(words.padding)
    who = "a word" if seen.sum() == words.word_count else "a token"
    return f"the share of attention that {who} gets changes by up to {points(change)}"


def unchanged(change: float) -> str:
    """That nothing changes, or too little to speak of, as a clause."""
    return "hardly anything changes" if change else "nothing changes"


def placed_words(study: Study, words: Words, order: Order) -> str:
    """What another order changes with position, and why it may change nothing."""
    name, before, change = words.scheme.name, largest(order.without), largest(order.placed)
    if change > HARDLY:
        return f"With {name}, {changed(study, words, change)}."
    too = " either" if before <= HARDLY and bool(before) == bool(change) else ""
    if mirrored(study, words, order):
        return (
            f"With {name} concatenated, nothing changes{too}: the position part depends on the distance alone, "
            "and reversing keeps every distance."
        )
    said = f"With {name}, {unchanged(change)}{too}"
    own = own_share(words, numbers.weights(words, study.options, placed=True), study.options)
    if not change and own >= 1 - ROUNDING:
        return f"{said}: each token looks at itself alone."
    if change and own >= 1 - HARDLY:
        return f"{said}: each token gives itself nearly all of its attention."
    return f"{said}."


def mirrored(study: Study, words: Words, order: Order) -> bool:
    """Whether positions change nothing since words keep their distances, and these are all that positions tell."""
    return (
        order.name == "reversed"
        and study.options["combine"] == "concatenation"
        and not words.causal
        and not largest(order.placed)
        # what does not move with the words would see their distances change
        and (~words.padding).sum() == words.word_count
        and (study.options["mask"] or not words.padding.any())
        and numbers.by_distance_alone(words)
    )


def order_words(study: Study, words: Words, order: Order | None) -> str:
    """How to read the pictures of the other order, and what would show a larger change."""
    if not order:
        return "Another order takes at least two words, and tokens that may look at them."
    if order.same:
        return same_words(study, words)
    said = [placed_words(study, words, order)]
    if mirrored(study, words, order):
        if (change := numbers.added(study)) > HARDLY:
            said.append(
                f"Added instead, a share changes by up to {points(change)}: token and position mix, and order shows."
            )
    else:
        by_size = {size: numbers.at_size(study, size) for size in get_args(sentence.Size)}
        best = max(by_size, key=lambda size: by_size[size])
        if by_size[best] > max(2 * largest(order.placed), HARDLY):
            said.append(f"Embeddings of {best} show more: a change of up to {points(by_size[best])}.")
    said.append(
        "The pictures show the change, with the words back in their old places. Blue is more attention, red is less."
    )
    if words.causal:
        said.append("Later tokens are hidden in both orders, with position and without.")
    if study.options["mask"] and words.padding.any():
        said.append("The rows of padding are empty: nobody uses what it looks at.")
    return " ".join(said)


def special_words(words: Words) -> list[str]:
    """What each token is for that the page put among the words. By its id: a word can be written like it."""
    return [
        f"`{token}`, id {sentence.SPECIAL.index(token)}, {meaning}"
        for token, meaning in MEANINGS.items()
        if token in words.special
    ]


def vocabulary_words(words: Words, table: pd.DataFrame) -> str:
    """What an id is, what the vocabulary knows, and the step of the normalized value, from `numbering`."""
    known = len(words.table) - len(sentence.SPECIAL)
    rows = [counted(len(sentence.SPECIAL), "special token")]
    rows += [f"{counted(known, 'different word')} of this text"] * (known > 0)
    said = [
        "Each token has an id: its row in the vocabulary, the list of all tokens that the model knows.",
        f"Here the list has {listed(rows)}.",
        "Special tokens mark the start, the end, the padding and unknown words.",
    ]
    if words.unknown:
        said.append(f"{words.unknown} of {counted(words.word_count, 'word')} became `{sentence.UNKNOWN}`.")
    if len(table) > 1:
        step = table["normalized"].diff().iloc[-1]
        said.append(f"In Normalized a step is {number(step)} here; a longer sentence has a shorter step.")
    return " ".join(said)


def vector_words(study: Study, words: Words) -> str:
    """What a token becomes, how the shapes follow from one another, and what the table of embeddings is."""
    n, d, width, vocabulary = len(words.tokens.ids), study.dim, words.together.shape[1], len(words.table)
    shapes = f"In brackets (rows, columns): tokens ({n}) → one-hot ({n}, {vocabulary}) → embeddings E ({n}, {d:,})"
    rows = (
        f"The embedding of a token is its row in a table of {counted(vocabulary, 'row')}, with "
        f"{counted(d, 'number')} in each. A one-hot row has a 1 at the id of the token, and 0 elsewhere: multiplied by "
        "the table, it gives this row."
    )
    toy = "The table is a toy, always the same random numbers: words have no meaning here."
    if words.position is None:
        return f"{added_nothing(words.scheme)}\n\n{shapes}\n\n{rows} {toy}"
    if study.options["combine"] == "sum":
        said = "The vector of a position is added to the embedding of the token that stands there."
        shapes += f" → plus position P ({n}, {d:,}) → **({n}, {width:,})**"
    else:
        said = "The vector of a position is put behind the embedding of the token that stands there."
        shapes += f" → beside position P ({n}, {d:,}) → **({n}, {width:,})**"
    scale = "The three pictures of vectors share one colour scale: a pale one has small numbers."
    return f"{said}\n\n{shapes}\n\n{rows} {toy} {scale}"


def added_nothing(scheme: Scheme) -> str:
    """Why there is no sum of token and position."""
    return (
        f"{scheme.name} adds nothing to the token embeddings, so there is no sum to draw. "
        "Its effect on attention is shown below."
    )


def drawn_words(study: Study, width: int, middle: int) -> str:
    """Which columns of a wide matrix are drawn."""
    both = ""
    if study.options["combine"] != "sum":
        both = f"; of the concatenation columns {middle:,} to {min(middle + DRAWN, width) - 1:,}, where the parts meet"
    return f"At most {DRAWN} columns are drawn, the first of each matrix{both}."


def price_words(study: Study, words: Words, found: pd.DataFrame) -> str:
    """What adding saves and costs, and which of token and position is the larger, from `sizes`."""
    d = study.dim
    said = [
        f"Added, a vector keeps its {counted(d, 'number')}; concatenated it has {2 * d:,}. A square matrix of weights "
        f"then has four times as many: {4 * d * d:,} instead of {d * d:,}.",
        "But every dot product then has two more parts: token with position, and position with token.",
    ]
    if study.options["combine"] != "sum":
        said.append("Concatenated, only the first and the last picture count.")
    now = found.set_index("embeddings").loc[study.options["scale"]]
    return " ".join(filter(None, (larger_numbers(now["signal_to_noise"], words), *said)))


def larger_numbers(decibels: float, words: Words) -> str:
    """Which of token and position has the larger numbers; nothing where one of them is 0."""
    if words.padding.all():
        return "All tokens are padding, with an embedding of zeros: only the position is left."
    if not np.isfinite(decibels):
        return ""
    ratio = times(abs(decibels))
    if ratio <= 1 + criteria.NEAR:
        return "The numbers of token and position are about equally large here."
    larger, other = ("position", "token") if decibels < 0 else ("token", "position")
    return f"The numbers of the {larger} are {number(ratio)} times as large as those of the {other} here."


def times(decibels: float) -> float:
    """Decibels as a ratio of sizes."""
    return float(10 ** (decibels / 20))


def attention_words(study: Study, words: Words, plain: Array, placed: Array) -> str:
    """How much of its attention each token gives itself, and what the pictures and the scores are."""
    own = [own_share(words, weights, study.options) for weights in (plain, placed)]
    said = [
        "A row is a token that looks, a column a token it looks at. A score is the dot product of two vectors, "
        "divided by the root of how many columns they have.",
        *score_words(words.scheme),
        "Softmax turns a row of scores into shares that add up to 100 %: the attention weights. A real model "
        "multiplies the vectors by learned matrices first.",
    ]
    if "heads" in words.scheme.abilities:
        said.append(
            f"A model works out attention several times side by side, in heads. {words.scheme.name} differs between "
            f"them: shown is head {HEAD + 1} of {HEADS}."
        )
    if not words.scheme.lacks("causal"):
        said.append(f"{words.scheme.name} looks back only, so both pictures hide later tokens.")
    if words.repeats and not words.causal:
        said.append("Without position, a token that repeats an earlier one gets just as much attention as that one.")
    share = own_words(own, words.scheme.name) if len(plain) > 1 and np.isfinite(own).all() else ""
    return f"{share}\n\n{' '.join(said)}"


def score_words(scheme: Scheme) -> list[str]:
    """What a scheme without vectors does to the scores; nothing of one whose vectors are part of the tokens."""
    if scheme.family == "rotation":
        return [f"With {scheme.name}, each vector is turned first, by its position."]
    if scheme.family == "bias":
        if not np.any(scheme.bias([MAX_TOKENS], range(MAX_TOKENS + 1), HEADS)):
            return [f"{scheme.name} adds 0 to each score."]
        number = "adds a number to each score. It depends on the positions of the two tokens, not on what they are."
        return [f"{scheme.name} {number}", *filter(None, [scheme.learned])]
    return []


def own_words(own: list[float], name: str) -> str:
    """How much of its attention a token gives itself on average, without position and with it."""
    if min(own) >= SELFISH:
        much = "all" if min(own) >= 1 - ROUNDING else "nearly all"
        return f"A token gives itself {much} of its attention, without position and with {name}."
    plain, placed = map(percent, own)
    if plain == placed:
        return f"A token gives itself {plain} of its attention on average, without position and with {name}."
    return f"A token gives itself {plain} of its attention on average without position, {placed} with {name}."


def batch_words(study: Study) -> str:
    """What becomes of a whole batch in code: how positions are added to it, and what dropout does."""
    axes = "sentence, token, column" if study.options["batch_first"] == "batch first" else "token, sentence, column"
    return (
        "A model reads many sentences at once, a batch. One table of positions, made once and kept as a buffer, serves "
        f"them all: broadcasting repeats its axis of length 1. The axes of a batch are here: {axes}."
        "\n\nDropout with p = 0.1 comes after the sum. In training it sets each number to 0 with a chance of one in "
        "ten, and divides the others by 0.9. In use it does nothing."
    )


def mixed_up_words(found: Batch) -> str:
    """What a module for the other order of axes does: its buffer and its line fit all the same."""
    said = (
        f"A module for the other order of axes has a buffer of {found.other_buffer} and takes `{found.other}`. "
        "Here it raises no error"
    )
    if (found.right == found.wrong).all():
        return f"{said}, and for a single token it does the same."
    return f"{said}, but every token gets the number of its sentence as its position."


def plain_words(study: Study, words: Words, found: tuple[int, ...] | str) -> str:
    """What a table of positions without the extra axis does in both orders, from `plain_sum`."""
    count, (n, d) = study.options["batch"], words.content.shape
    batch = f"{(n, count, d)}"
    said = f"A table of positions without the extra axis, {(n, d)}, fits a batch with the sentences first."
    if isinstance(found, str):
        return f"{said} With the sequence first, {batch}, NumPy refuses it:"
    if n == 1:
        return f"{said} With the sequence first it fits as well: there is one position only."
    if found != (n, count, d):
        return f"{said} With the sequence first, {batch}, the sum gets another shape without an error: {found}."
    return (
        f"{said} With the sequence first it fits by chance, as there are {n} sentences of {n} tokens: every token gets "
        "the number of its sentence as its position."
    )


def headings(words: Words) -> tuple[str, str]:
    """What the pictures of attention without and with position are called."""
    if not words.scheme.lacks("causal"):
        return f"Looking back only, no {words.scheme.name}", f"With {words.scheme.name}"
    return "Without position", f"With {words.scheme.name}"
