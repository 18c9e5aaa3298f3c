"""Shapes of a batch of sentences in code, and the effect of the other order of axes."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.state.study import Study
from dashboard.views.sentence.numbers import Words

MAX_LEN = 5000
"""Number of positions in the buffer of the common PyTorch module."""


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
