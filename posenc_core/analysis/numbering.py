"""Which number does each token get? The positions of a padded batch and of packed texts, and the rows that they read.

Every scheme starts from these numbers, and code has to make them: here they are made as models make them, right and
wrong, so that both can be compared. Positions are counted from 0, and masks say where a token stands, not padding.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.analysis.precision import Format, rounded
from posenc_core.arrays import Array, real_array, whole

__all__ = ["Convention", "counted", "distinct", "from_mask", "packed", "padding_mask", "resized"]

Ids = NDArray[np.int64]
Side = Literal["left", "right"]


class Convention(NamedTuple):
    """Which row of its table a model reads for a position."""

    models: str
    first: int
    """What the first token reads."""
    padding: int | None
    """What padding reads; None where it is counted like a token."""
    stored: Literal["table", "growing table", "formula"]
    """Whether the rows are stored, or stored and made anew where they do not suffice, or never stored."""

    def rows(self, mask: ArrayLike) -> Ids:
        """The row that every token of a batch reads. (B, n) -> (B, n)."""
        if self.padding is None:
            return counted(mask) + self.first
        return np.where(_mask(mask), from_mask(mask) + self.first, self.padding)

    def needed(self, length: int) -> int:
        """How many rows so many tokens take."""
        return whole("length", length) + self.first

    def longest(self, rows: int) -> int:
        """How many tokens a table of so many rows can take."""
        return max(whole("rows", rows) - self.first, 0)


CONVENTIONS = (
    Convention("BERT, GPT-2, ViT", 0, None, "table"),
    Convention("BART, mBART", 2, None, "table"),
    Convention("OPT", 2, 1, "table"),
    Convention("RoBERTa, XLM-R", 2, 1, "table"),
    Convention("M2M100, fairseq's sinusoid", 2, 1, "growing table"),
    Convention("DETR, along each axis", 1, None, "formula"),
)
"""First rows that differ, and why a table has more rows than a text may have tokens."""


def padding_mask(lengths: Sequence[int], side: Side) -> Ids:
    """Where the tokens of sentences of these lengths stand, padded to the longest: 1, and 0 for padding. -> (B, n).

    >>> padding_mask([1, 3], "left")
    array([[0, 0, 1],
           [1, 1, 1]])
    """
    if side not in get_args(Side):
        raise ValueError(f"side = {side!r} must be one of {', '.join(get_args(Side))}")
    counts = np.array([whole("length", length) for length in lengths], np.int64)
    places = np.arange(counts.max(initial=0))
    filled = places < counts[:, None]
    return (filled if side == "right" else filled[:, ::-1]).astype(np.int64)


def counted(mask: ArrayLike) -> Ids:
    """Ids along the batch, padding counted like tokens: wrong for whatever has padding on its left.

    >>> counted([[0, 1, 1]])
    array([[0, 1, 2]])
    """
    found = _mask(mask)
    return np.broadcast_to(np.arange(found.shape[1]), found.shape)


def from_mask(mask: ArrayLike) -> Ids:
    """Ids that count tokens alone: each has as many tokens before it. (B, n) -> (B, n), 0 for padding.

    >>> from_mask([[0, 1, 1]])
    array([[0, 0, 1]])
    """
    found = _mask(mask)
    return (found.cumsum(1) - 1) * found


def packed(lengths: Sequence[int]) -> tuple[Ids, Ids]:
    """Texts one behind the other in one row, counted anew in each. -> their positions and their texts, both (n,).

    >>> packed([2, 1])
    (array([0, 1, 0]), array([0, 0, 1]))
    """
    counts = np.array([whole("length", length) for length in lengths], np.int64)
    starts = np.repeat(counts.cumsum() - counts, counts)
    return np.arange(len(starts)) - starts, np.repeat(np.arange(len(counts)), counts)


def distinct(count: int, format: Format) -> int:
    """How many of the positions 0 ... count - 1 are left when they are rounded to a format.

    >>> distinct(512, "bfloat16")
    385
    """
    points = rounded(np.arange(whole("count", count)), format)
    # compared, not subtracted: infinity minus itself is no number
    return 1 + int((points[1:] != points[:-1]).sum())


def resized(table: ArrayLike, old: tuple[int, int], new: tuple[int, int], *, kept: int = 1) -> Array:
    """A table for an image of another size, by linear interpolation. (kept + h w, d) -> (kept + h' w', d).

    The first `kept` rows, such as that of the class token, stand for no place in the image and stay as they are.

    >>> resized([[9.0], [0.0], [1.0]], (1, 2), (1, 1)).shape
    (2, 1)
    """
    rows = real_array("table", table, 2)
    kept, (height, width) = whole("kept", kept, 0), old
    if len(rows) != kept + height * width:
        raise ValueError(f"{len(rows):,} rows are not {kept:,} and {height:,} × {width:,}")
    cells = rows[kept:].reshape(height, width, -1)
    for axis, (to, of) in enumerate(zip(new, old, strict=True)):
        # the middles of the new patches, laid over the old picture; none lies beyond the middles at its edges
        places = np.clip((np.arange(whole("new", to)) + 0.5) * of / to - 0.5, 0, of - 1)
        low = np.floor(places).astype(np.int64)
        share = (places - low).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        cells = cells.take(low, axis) * (1 - share) + cells.take(np.minimum(low + 1, of - 1), axis) * share
    return np.vstack((rows[:kept], cells.reshape(new[0] * new[1], -1)))


def _mask(mask: ArrayLike) -> Ids:
    found = np.asarray(mask)
    if found.ndim != 2 or not np.isin(found, (0, 1)).all():
        raise ValueError(f"a mask must be 0 and 1 in two dimensions (sentences, tokens), not {found.shape}")
    return found.astype(np.int64)
