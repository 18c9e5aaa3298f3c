"""Facts of Start: attention weights in two phrases of the same three words."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from dashboard.say import message
from dashboard.state.parameters import START_WORDS
from dashboard.state.study import Study
from posenc_core import Sinusoidal
from posenc_core.analysis import sentence
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim

DIM = 8
"""Dimension of the vectors; the page Sentence shows the same weights at d = 8."""


def words() -> tuple[str, ...]:
    """Words of the phrase in the language of the page, in the order of `START_WORDS`, their names in links."""
    return tuple(message("start-words").split())


class Row(NamedTuple):
    """A phrase, and the weights that its words give each other."""

    order: tuple[int, ...]
    """Word at each place, as an index into `START_WORDS`."""
    weights: Array
    """Weight of each word (column) for each word (row), both in the order of `START_WORDS`."""

    @property
    def text(self) -> str:
        """The phrase."""
        return " ".join(words()[word] for word in self.order)

    @property
    def places(self) -> list[int]:
        """Place of each word."""
        return [self.order.index(word) for word in range(len(START_WORDS))]


def rows(study: Study) -> tuple[Row, Row]:
    """Return the first sentence, and the second one, with its words swapped or not."""
    back = (2, 1, 0) if study.options["swap"] else (0, 1, 2)
    return _row((0, 1, 2), placed=study.options["positions"]), _row(back, placed=study.options["positions"])


def _row(order: tuple[int, ...], *, placed: bool) -> Row:
    tokens = sentence.tokens(" ".join(START_WORDS))
    vectors = sentence.embeddings(len(tokens.vocabulary), DIM, "N(0, 1/d)")[tokens.ids[[*order]]]
    if placed:
        vectors = vectors + Sinusoidal().encode(range(len(order)), DIM)
    places = np.argsort(order)
    return Row(order, sentence.attention(vectors)[np.ix_(places, places)])


def focus(study: Study) -> int:
    """Index of the word whose attention is shown."""
    return START_WORDS.index(study.options["focus"])


def verdict(study: Study) -> Claim:
    """Effect of the order on the weights of the selected word, or its weights if both orders are the same."""
    first, second = (row.weights[focus(study)] for row in rows(study))
    text = words()[focus(study)]
    if study.options["swap"] and study.options["positions"]:
        word = int(np.abs(second - first).argmax())
        here, there = float(first[word]), float(second[word])
        return claim("start-changed", text=text, name=words()[word], here=here, there=there)
    others = [word for word in range(len(START_WORDS)) if word != focus(study)]
    one, two = shares(first, others, "gives")
    return claim("start-same" if study.options["swap"] else "start-alone", text=text, first=one, last=two)


def shares(weights: Array, places: Sequence[int], kind: str) -> tuple[Claim, ...]:
    """Weights of some words."""
    return tuple(claim(f"start-{kind}", name=words()[word], share=float(weights[word])) for word in places)


def row_claims(study: Study) -> list[Claim]:
    """Weights of the selected word in each sentence."""
    word = focus(study)
    return [
        claim("start-row", quote=row.text, text=words()[word], found=shares(row.weights[word], row.order, "share"))
        for row in rows(study)
    ]
