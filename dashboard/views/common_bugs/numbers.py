"""Common bugs: the numbers of a toy batch, right and wrong, and what the wrong ones cost."""

from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from dashboard.numbers.measurements import read_only
from dashboard.numbers.memory import shared_cache
from dashboard.views.rounding import ROUNDING
from posenc_core import SCHEMES, Grid, RoPE
from posenc_core.analysis import numbering, precision
from posenc_core.analysis.numbering import Ids, Side
from posenc_core.arrays import Array

Order = Literal["MAE", "Hugging Face", "timm", "DETR"]
"""Whose code lays out the table of an image."""

SENTENCES = (("I", "love", "you", "so", "much"), ("She", "likes", "tea"), ("Good", "day"))
LENGTHS = tuple(map(len, SENTENCES))
"""The toy batch."""

DIM = 64
"""Columns of the vectors with which costs are measured."""

STAND_FOR = {"Sinusoidal": "table", "RoPE": "rotation", "ALiBi": "bias"}
"""A scheme of each family, at its usual parameters."""

GRID, NEW_GRID, GRID_DIM = (2, 3), (3, 4), 8
"""The toy image, and another size of it."""

(ROBERTA,) = (each for each in numbering.CONVENTIONS if "RoBERTa" in each.models)
"""The convention whose rows are drawn."""

LINE = (250, 264)
"""The first and the last position of the number line: around 256, where bfloat16 begins to round."""


class Batch(NamedTuple):
    """The toy batch, and two ways to number it."""

    words: list[list[str]]
    mask: Ids
    counted: Ids
    """Along the batch, padding included."""
    right: Ids

    @property
    def wrong(self) -> int:
        """How many tokens have another number than they should."""
        return int(((self.counted != self.right) & (self.mask == 1)).sum())


def batch(side: Side) -> Batch:
    """The toy batch, padded on a side."""
    mask = numbering.padding_mask(LENGTHS, side)
    words = [["<pad>"] * mask.shape[1] for _ in SENTENCES]
    for row, (sentence, tokens) in enumerate(zip(SENTENCES, mask, strict=True)):
        for place, word in zip(np.flatnonzero(tokens), sentence, strict=True):
            words[row][place] = word
    return Batch(words, mask, numbering.counted(mask), numbering.from_mask(mask))


def rows_read(side: Side) -> Ids:
    """The rows that the toy batch reads where padding has a row of its own."""
    return ROBERTA.rows(batch(side).mask)


@shared_cache
def costs(side: Side) -> dict[str, float]:
    """By how much the scores of a sentence change at most, if padding is counted as well. Scheme -> nats.

    The contents are one draw of N(0, 1), and every token looks at itself and at what stands before it.
    """
    found, contents = batch(side), np.random.default_rng(0).normal(size=(2, sum(LENGTHS), DIM))
    ends = np.cumsum((0, *LENGTHS))
    changes = dict.fromkeys(STAND_FOR, 0.0)
    for row, (start, stop) in enumerate(pairwise(ends)):
        queries, keys = contents[:, start:stop]
        ways = [numbers[row][found.mask[row] == 1] for numbers in (found.right, found.counted)]
        rows, columns = np.tril_indices(stop - start)
        for name in STAND_FOR:
            scores = (SCHEMES[name]().logits(queries, keys, way, way, length=max(LENGTHS)) for way in ways)
            right, wrong = (each[:, rows, columns] for each in scores)
            changes[name] = max(changes[name], float(np.abs(wrong - right).max()))
    return changes


def by_offset() -> list[str]:
    """The schemes whose scores inside a sentence stay where all its numbers grow alike."""
    return [name for name, change in costs("left").items() if change < ROUNDING]


class Cached(NamedTuple):
    """The score of a new token with each cached one, by RoPE and for equal contents, in nats. (c,)."""

    right: Array
    """At the position after the cached ones."""
    anew: Array
    """At position 0, where counting starts anew."""


@shared_cache
def cached(count: int) -> Cached:
    """What forgetting the cached tokens does to the next one's scores."""
    scores = (RoPE().mean_logits(place, range(count), DIM, length=count + 1)[0] for place in (count, 0))
    return Cached(*map(read_only, scores))


@shared_cache
def left(count: int) -> dict[precision.Format, int]:
    """How many of so many positions stay different in each format."""
    return {format: numbering.distinct(count, format) for format in precision.FORMATS}


def on_the_line() -> tuple[Array, Array]:
    """The positions of the number line, and what bfloat16 makes of them. (m,), (m,)"""
    points = np.arange(LINE[0], LINE[1] + 1, dtype=np.float64)
    return points, precision.rounded(points, "bfloat16")


def first_lost() -> int:
    """The first position that bfloat16 does not have."""
    points, kept = on_the_line()
    return int(points[points != kept][0])


def largest_float16() -> int:
    """Largest finite number of float16."""
    return int(np.finfo(np.float16).max)


def first_infinite() -> int:
    """First position that becomes infinity in float16: nearer ones round to the largest finite number."""
    points = largest_float16() + np.arange(64.0)
    return int(points[np.isinf(precision.rounded(points, "float16"))][0])


IMAGES: dict[Order, Grid] = {
    "MAE": Grid(width=GRID[1], order="column first"),
    "Hugging Face": Grid(width=GRID[1], order="row first"),
    "timm": Grid(width=GRID[1], order="sines first"),
    "DETR": Grid(width=GRID[1], order="interleaved", start=1, normalized=True),
}
"""The tables of the toy image."""


def images() -> dict[Order, Array]:
    """The table of the toy image, by everybody who lays it out."""
    tokens = range(GRID[0] * GRID[1])
    return {order: np.asarray(grid.encode(tokens, GRID_DIM)) for order, grid in IMAGES.items()}


def distances(table: Array) -> Array:
    """How far any two rows are apart. (n, d) -> (n, n)."""
    return np.asarray(np.linalg.norm(table[:, None] - table, axis=-1))


def resized() -> tuple[Array, Array]:
    """The numbers of the rows of a table, and what the patches of a larger image read of them. (h, w), (h', w')."""
    rows = np.arange(1 + GRID[0] * GRID[1], dtype=np.float64)[:, None]
    new = numbering.resized(rows, GRID, NEW_GRID)
    return rows[1:].reshape(GRID), new[1:].reshape(NEW_GRID)
