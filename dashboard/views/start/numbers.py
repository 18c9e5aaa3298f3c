"""Numbers of Start: attention weights in two phrases of the same three words."""

from typing import NamedTuple

import numpy as np

from dashboard.say import message
from dashboard.state.parameters import START_WORDS
from dashboard.state.study import Study
from posenc_core import Sinusoidal
from posenc_core.analysis import sentence
from posenc_core.arrays import Array

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
