"""Sentence: what happens to its words."""

import numpy as np
import pandas as pd

from dashboard.parameters import MAX_TOKENS
from dashboard.study import Study
from dashboard.views.sentence.numbers import HEAD, HEADS, Order, Words, asked, largest, own_share
from dashboard.views.words import counted, number, small
from posenc_core import Scheme, criteria, sentence
from posenc_core.arrays import Array
from posenc_core.scheme import FAMILIES

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

SELFISH = 0.9
"""From here on, a token that gives itself this weight leaves too little for the others to be seen."""


def claim(study: Study, words: Words | None, order: Order | None) -> str:
    """What happens to the words, in a sentence or two; or why nothing does."""
    if not words:
        count = asked(study.options)
        if not count:
            return "No tokens yet: type some words into Text, or choose a sentence."
        return f"This page takes up to {MAX_TOKENS} tokens, with start and end. The text makes {count}: shorten it."
    n, width = words.together.shape
    special = f" and {counted(n - words.word_count, 'special token')}" if n > words.word_count else ""
    become = f"{counted(words.word_count, 'word')}{special} become{'s' * (n == 1)} {n} × {width:,} numbers."
    if not order:
        return become
    without, placed = largest(order.without), largest(order.placed)
    return (
        f"{become} When the words are {order.name}, attention weights without position "
        f"{'only change places' if without <= criteria.EQUAL else 'change, by the causal mask alone'} (largest change "
        f"{small(without)}); with {study.schemes[0].name} they change by up to {small(placed)}."
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
    return f"{text}A step of the normalized value is {number(step)}: in a sentence of another length it is another."


def vector_words(study: Study, words: Words) -> str:
    """How the shapes follow from one another, and what the table of embeddings is."""
    n, d, width, vocabulary = len(words.tokens.ids), study.dim, words.together.shape[1], len(words.table)
    looked_up = float(np.abs(words.one_hot @ words.table - words.content).max())
    embedded = f"tokens ({n}) → one-hot ({n}, {vocabulary}) → embeddings E ({n}, {d:,})"
    toy = (
        f"One-hot × table ({vocabulary}, {d:,}) picks the row of each id: it differs from a look-up by "
        f"{small(looked_up)}. The table is a toy of random numbers from a fixed seed: words have no meaning here."
    )
    if words.position is None:
        return f"{embedded}\n\n{toy}\n\n{added_nothing(words.scheme)}"
    how = "plus" if study.options["combine"] == "sum" else "beside"
    return (
        f"{embedded} → {how} position P ({n}, {d:,}) → **({n}, {width:,})**\n\n{toy} The "
        "other three pictures share one colour scale: where one is pale, another drowns it."
    )


def added_nothing(scheme: Scheme) -> str:
    """Why there is no sum of token and position."""
    return (
        f"{scheme.name} {FAMILIES[scheme.family]}, and adds nothing to a token: there is no sum to draw. "
        "What it does to attention stands below."
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
    if "heads" in words.scheme.abilities:
        remarks.append(f"{words.scheme.name} differs from head to head: shown is head {HEAD + 1} of {HEADS}.")
    if "causal" in words.scheme.abilities:
        remarks.append(f"{words.scheme.name} looks back only: later tokens get no weight.")
    if np.isfinite(own).all():
        remarks.append(f"A token gives itself {number(own[0])} without position, {number(own[1])} with.")
    if own[0] > SELFISH and len(plain) > 1:
        remarks.append(
            "Random vectors are near to themselves alone; small ones, N(0, 0.02²), let more of the position show."
        )
    if words.repeats and not study.options["causal"]:
        remarks.append(
            f"Without position, a token that repeats an earlier one ({words.repeats} here) weighs just as much."
        )
    return " ".join(remarks)


def decibels(value: float) -> str:
    """A ratio of sizes; undefined where one of them is 0."""
    return "undefined" if np.isnan(value) else f"{value:+.1f} dB".replace("-", "−")
