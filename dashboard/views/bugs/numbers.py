"""Numbers of Bugs: positions in a toy batch, correct and wrong, and the cost of the wrong ones."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from dashboard.numbers.measurements import repeats
from dashboard.numbers.memory import shared_cache
from dashboard.say import message
from posenc_core import SCHEMES, Grid, RoPE, Sinusoidal
from posenc_core.analysis import numbering, pairing, precision
from posenc_core.analysis.numbering import Ids, Side
from posenc_core.analysis.pairing import CORRECT_CODE, KEY, QUERY
from posenc_core.arrays import Array, read_only

Order = Literal["MAE", "Hugging Face", "timm", "DETR"]
"""Package that defines the layout of an image table."""

LENGTHS = (5, 3, 2)
"""Numbers of words of the sentences of the toy batch, the attributes of `bugs-batch`."""

DIM = 64
"""Dimension of the vectors for which costs are measured."""

LLAMA = RoPE(base=500_000.0, scaling="llama3", factor=8.0, trained_length=8192)
"""Rotation of Llama 3.1 8B, with heads of HEAD_DIM dimensions."""

YARN = RoPE(base=1_000_000.0, scaling="YaRN", factor=4.0, trained_length=32_768)
"""Rotation with an attention factor."""

HEAD_DIM, OFFSETS = 128, 64
"""Dimensions of the heads of both, and the number of drawn offsets."""

STAND_FOR = {"Sinusoidal": "table", "RoPE": "rotation", "ALiBi": "bias"}
"""One scheme per family, with default parameters."""

GRID, NEW_GRID, GRID_DIM = (2, 3), (3, 4), 8
"""Grids of the toy image and of a larger one, and the dimension of its vectors."""

(ROBERTA,) = (convention for convention in numbering.CONVENTIONS if "RoBERTa" in convention.models)
"""Convention of the drawn rows."""

LINE = (250, 264)
"""First and last position of the number line, around 256, where bfloat16 starts to round."""


class Batch(NamedTuple):
    """Toy batch with two numberings."""

    words: list[list[str]]
    mask: Ids
    counted: Ids
    """Positions along the batch, padding included."""
    right: Ids

    @property
    def wrong(self) -> int:
        """Number of tokens with a wrong position."""
        return int(((self.counted != self.right) & (self.mask == 1)).sum())


def batch(side: Side) -> Batch:
    """Toy batch, padded on one side."""
    mask = numbering.padding_mask(LENGTHS, side)
    words = [["<pad>"] * mask.shape[1] for _ in LENGTHS]
    sentences = [message(f"bugs-batch.words-{length}").split() for length in LENGTHS]
    for row, (sentence, tokens) in enumerate(zip(sentences, mask, strict=True)):
        for place, word in zip(np.flatnonzero(tokens), sentence, strict=True):
            words[row][place] = word
    return Batch(words, mask, numbering.positions_with_padding(mask), numbering.from_mask(mask))


def rows_read(side: Side) -> Ids:
    """Rows that the toy batch reads in a model with a padding row."""
    return ROBERTA.rows(batch(side).mask)


@shared_cache
def costs(side: Side) -> dict[str, float]:
    """Largest change of a score in nats if padding is counted, by scheme.

    Contents are one draw of N(0, 1); every token attends to itself and earlier tokens.
    """
    padded = batch(side)
    return _changes([row[words == 1] for row, words in zip(padded.counted, padded.mask, strict=True)])


@shared_cache
def packed_costs() -> dict[str, float]:
    """Largest change of a score within a text in nats if one count runs through all packed texts, by scheme."""
    return _changes(np.split(np.arange(sum(LENGTHS)), np.cumsum(LENGTHS)[:-1]))


def _changes(numberings: Sequence[Ids]) -> dict[str, float]:
    """Largest change of a score in nats by the positions of each text, instead of those from 0, by scheme."""
    contents = np.random.default_rng(0).normal(size=(2, sum(LENGTHS), DIM))
    changes = dict.fromkeys(STAND_FOR, 0.0)
    for wrong_ids, (start, stop) in zip(numberings, pairwise(np.cumsum((0, *LENGTHS))), strict=True):
        queries, keys = contents[:, start:stop]
        (rows, columns), pair = np.tril_indices(stop - start), (np.arange(stop - start), wrong_ids)
        for name in STAND_FOR:
            scores = (SCHEMES[name]().logits(queries, keys, ids, ids, length=sum(LENGTHS)) for ids in pair)
            right, wrong = (matrix[:, rows, columns] for matrix in scores)
            changes[name] = max(changes[name], float(np.abs(wrong - right).max()))
    return changes


class Cached(NamedTuple):
    """RoPE scores of a new token with each cached one for equal contents, in nats, shape (c,)."""

    right: Array
    """At the position after the cached tokens."""
    restarted: Array
    """At position 0."""


@shared_cache
def cached_scores(count: int) -> Cached:
    """Scores of the next token with correct and with restarted positions."""
    scores = (RoPE().mean_logits(place, range(count), DIM, length=count + 1)[0] for place in (count, 0))
    return Cached(*map(read_only, scores))


class Moved(NamedTuple):
    """Attention weights of a new token, for equal contents, to each cached token and to itself, shape (c + 1,)."""

    right: Array
    """With keys rotated to their new positions."""
    still: Array
    """With keys that are still rotated by their old positions."""

    @property
    def error(self) -> float:
        """Share of the attention at wrong tokens."""
        return float(np.abs(self.right - self.still).sum() / 2)


@shared_cache
def moved_attention(count: int) -> Moved:
    """Attention of the next token after the older half of 2c cached tokens was evicted."""
    weights = []
    for keys in (np.arange(count), np.arange(count, 2 * count)):
        shares = np.exp(RoPE().mean_logits(count, [*keys, count], DIM, length=2 * count)[0])
        weights.append(read_only(shares / shares.sum()))
    return Moved(*weights)


def slowed_frequencies() -> dict[str, Array]:
    """Frequencies of Llama 3.1 8B: right, without the scaling, and with the default base, by their messages."""
    schemes = {"scaled": LLAMA, "unscaled": replace(LLAMA, scaling="none"), "default-base": RoPE()}
    return {id: scheme.frequencies(HEAD_DIM) for id, scheme in schemes.items()}


def sized_logits() -> dict[str, Array]:
    """Mean logits by offset, with the attention factor once, twice, and not at all, by their messages."""
    logits, square = YARN.mean_logits(OFFSETS - 1, range(OFFSETS), HEAD_DIM)[0, ::-1], YARN.attention_factor() ** 2
    return {"once": logits, "twice": logits * square, "never": logits / square}


def paired_scores() -> dict[str, Array]:
    """Dot product of one query and one key by offset, paired as in training and in the other way, by their messages."""
    codes = {"halves": CORRECT_CODE["half"], "neighbors": CORRECT_CODE["interleaved"]}
    return {id: pairing.scores(code, QUERY, KEY, [(k, 0) for k in range(OFFSETS)]) for id, code in codes.items()}


class Rounded(NamedTuple):
    """Rounding errors of the rotation of a head, up to a position."""

    by_frequency: float
    """Largest angle error in radians from rounded frequencies."""
    pair: int
    """Pair with this error."""
    by_position: float
    """Largest angle error from rounded positions; infinite on overflow."""


@shared_cache
def rounding_errors(length: int) -> dict[precision.Format, Rounded]:
    """Return the errors of the angles of RoPE with heads of HEAD_DIM dimensions in each format."""
    turns, positions = RoPE().frequencies(HEAD_DIM), np.arange(length)
    errors = {}
    for format in precision.FORMATS:
        misses = np.abs(precision.round_to(turns, format) - turns) * (length - 1)
        moved = np.abs(precision.round_to(positions, format) - positions).max() * turns.max()
        errors[format] = Rounded(float(misses.max()), int(misses.argmax()), float(moved))
    return errors


@shared_cache
def distinct_vectors(length: int) -> dict[precision.Format, int]:
    """Return the number of sinusoidal vectors that stay different if their values are rounded to each format."""
    counts = repeats(Sinusoidal(), length, DIM)
    return {format: length - counts[f"values in {format}"] for format in precision.FORMATS}


@shared_cache
def distinct_counts(count: int) -> dict[precision.Format, int]:
    """Return the number of distinct positions in each format."""
    return {format: numbering.distinct_positions(count, format) for format in precision.FORMATS}


def on_the_line() -> tuple[Array, Array]:
    """Positions of the number line, and their bfloat16 values, shapes (m,) and (m,)."""
    points = np.arange(LINE[0], LINE[1] + 1, dtype=np.float64)
    return points, precision.round_to(points, "bfloat16")


def first_lost() -> int:
    """First position that bfloat16 cannot represent."""
    points, values = on_the_line()
    return int(points[points != values][0])


def largest_float16() -> int:
    """Largest finite float16 number."""
    return int(np.finfo(np.float16).max)


def first_infinite() -> int:
    """First position that is infinite in float16; nearer ones round to the largest finite number."""
    points = largest_float16() + np.arange(64.0)
    return int(points[np.isinf(precision.round_to(points, "float16"))][0])


IMAGES: dict[Order, Grid] = {
    "MAE": Grid(width=GRID[1], order="column first"),
    "Hugging Face": Grid(width=GRID[1], order="row first"),
    "timm": Grid(width=GRID[1], order="sines first"),
    "DETR": Grid(width=GRID[1], order="interleaved", start=1, normalized=True),
}
"""Schemes of the toy image, by package."""


def images() -> dict[Order, Array]:
    """Table of the toy image in each layout."""
    tokens = range(GRID[0] * GRID[1])
    return {order: np.asarray(grid.encode(tokens, GRID_DIM)) for order, grid in IMAGES.items()}


def distances(table: Array) -> Array:
    """Distances between all rows, (n, d) -> (n, n)."""
    return np.asarray(np.linalg.norm(table[:, None] - table, axis=-1))


def resized_rows() -> tuple[Array, Array]:
    """Row numbers of a table, and their interpolation for the larger image, shapes (h, w) and (h', w')."""
    rows = np.arange(1 + GRID[0] * GRID[1], dtype=np.float64)[:, None]
    new = numbering.resize(rows, GRID, NEW_GRID)
    return rows[1:].reshape(GRID), new[1:].reshape(NEW_GRID)
