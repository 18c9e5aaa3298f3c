"""Position ids of padded batches and packed texts, and the table rows that they select.

Position ids start at 0. Masks are 1 for tokens and 0 for padding.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np

from posenc_core.analysis.interpolation import Method, resize_cells
from posenc_core.analysis.precision import Format, round_to
from posenc_core.arrays import Array, ArrayLike, Integers, match_option, real_array, whole

__all__ = [
    "Convention", "distinct_positions", "from_mask", "packed_positions", "padding_mask", "positions_with_padding",
    "resize",
]  # fmt: skip

Ids = Integers
Side = Literal["left", "right"]


class Convention(NamedTuple):
    """Convention of models for the table row of a position.

    Attributes
    ----------
    models : str
        Models that use it.
    first : int
        Row of the first token.
    padding : int or None
        Row of padding; None if padding is numbered like tokens.
    stored : {"table", "growing table", "formula"}
        Storage of the rows; a growing table is recomputed for longer texts.
    """

    models: str
    first: int
    padding: int | None
    stored: Literal["table", "growing table", "formula"]

    def rows(self, mask: ArrayLike) -> Ids:
        """Return the table row of every token of a batch.

        Parameters
        ----------
        mask : array_like, shape (B, n)
            1 for tokens, 0 for padding.

        Returns
        -------
        ndarray of int, shape (B, n)
            Rows.
        """
        if self.padding is None:
            return positions_with_padding(mask) + self.first
        return np.where(_mask(mask), from_mask(mask) + self.first, self.padding)

    def needed_rows(self, length: int) -> int:
        """Return the number of rows that a text needs.

        Parameters
        ----------
        length : int
            Number of tokens.

        Returns
        -------
        int
            Number of rows.
        """
        return whole("length", length) + self.first

    def longest(self, rows: int) -> int:
        """Return the length of the longest text for a table.

        Parameters
        ----------
        rows : int
            Number of rows.

        Returns
        -------
        int
            Number of tokens.
        """
        return max(whole("rows", rows) - self.first, 0)


CONVENTIONS = (
    Convention("BERT, GPT-2, ViT", 0, None, "table"),
    Convention("BART, mBART", 2, None, "table"),
    Convention("OPT", 2, 1, "table"),
    Convention("RoBERTa, XLM-R", 2, 1, "table"),
    Convention("M2M100, fairseq's sinusoid", 2, 1, "growing table"),
    Convention("DETR, along each axis", 1, None, "formula"),
)
"""Conventions of published models; `first` is why a table has more rows than its longest text has tokens."""


def padding_mask(lengths: Sequence[int], side: Side) -> Ids:
    """Return the mask of sentences that are padded to the longest one.

    Parameters
    ----------
    lengths : sequence of int
        Numbers of tokens.
    side : {"left", "right"}
        Side of the padding, in upper or lower case.

    Returns
    -------
    ndarray of int, shape (B, n)
        1 for tokens, 0 for padding.

    Raises
    ------
    ValueError
        If a length or the side is invalid.

    Examples
    --------
    >>> padding_mask([1, 3], "left")
    array([[0, 0, 1],
           [1, 1, 1]])
    """
    side = match_option(side, get_args(Side), "side")  # type: ignore[assignment]
    counts = np.array([whole("length", length) for length in lengths], np.int64)
    places = np.arange(counts.max(initial=0))
    filled = places < counts[:, None]
    return (filled if side == "right" else filled[:, ::-1]).astype(np.int64)


def positions_with_padding(mask: ArrayLike) -> Ids:
    """Return position ids that count padding like tokens, which is wrong for padding on the left.

    Parameters
    ----------
    mask : array_like, shape (B, n)
        1 for tokens, 0 for padding.

    Returns
    -------
    ndarray of int, shape (B, n)
        Position ids.

    Examples
    --------
    >>> positions_with_padding([[0, 1, 1]])
    array([[0, 1, 2]])
    """
    shape = _mask(mask).shape
    return np.broadcast_to(np.arange(shape[1]), shape)


def from_mask(mask: ArrayLike) -> Ids:
    """Return position ids that count only tokens.

    Parameters
    ----------
    mask : array_like, shape (B, n)
        1 for tokens, 0 for padding.

    Returns
    -------
    ndarray of int, shape (B, n)
        Number of tokens before each token; 0 for padding.

    Examples
    --------
    >>> from_mask([[0, 1, 1]])
    array([[0, 0, 1]])
    """
    ones = _mask(mask)
    return (ones.cumsum(1) - 1) * ones


def packed_positions(lengths: Sequence[int]) -> tuple[Ids, Ids]:
    """Return position ids of texts that are packed into one row.

    Parameters
    ----------
    lengths : sequence of int
        Numbers of tokens of the texts.

    Returns
    -------
    positions : ndarray of int, shape (n,)
        Position ids, from 0 in each text.
    texts : ndarray of int, shape (n,)
        Index of the text of each token.

    Examples
    --------
    >>> packed_positions([2, 1])
    (array([0, 1, 0]), array([0, 0, 1]))
    """
    counts = np.array([whole("length", length) for length in lengths], np.int64)
    starts = np.repeat(counts.cumsum() - counts, counts)
    return np.arange(len(starts)) - starts, np.repeat(np.arange(len(counts)), counts)


def distinct_positions(count: int, format: Format) -> int:
    """Return the number of distinct positions after rounding to a floating-point format.

    Parameters
    ----------
    count : int
        Number of positions, from 0.
    format : {"float32", "float16", "bfloat16"}
        Format.

    Returns
    -------
    int
        Number of distinct values.

    Raises
    ------
    ValueError
        If the count or the format is invalid.

    Examples
    --------
    >>> distinct_positions(512, "bfloat16")
    385
    """
    points = round_to(np.arange(whole("count", count)), format)
    # comparison instead of subtraction: inf - inf is NaN
    return 1 + int((points[1:] != points[:-1]).sum())


def resize(table: ArrayLike, old: tuple[int, int], new: tuple[int, int], *, kept: int = 1) -> Array:
    """Resize the position table of an image grid by linear interpolation.

    Parameters
    ----------
    table : array_like, shape (kept + h w, d)
        Vectors.
    old, new : tuple of int
        Height and width of both grids in patches.
    kept : int, default 1
        Number of first rows without a place in the grid, such as the class token, which stay as they are.

    Returns
    -------
    ndarray, shape (kept + h' w', d)
        Vectors of the new grid.

    Raises
    ------
    ValueError
        If the number of rows does not match the old grid.

    Examples
    --------
    >>> resize([[9.0], [0.0], [1.0]], (1, 2), (1, 1)).shape
    (2, 1)
    """
    rows = real_array("table", table, 2)
    kept, (height, width) = whole("kept", kept, 0), old
    if len(rows) != kept + height * width:
        raise ValueError(f"{len(rows):,} rows are not {kept:,} and {height:,} × {width:,}")
    sides = whole("new", new[0]), whole("new", new[1])
    return np.vstack((rows[:kept], resize_cells(rows[kept:], old, sides, Method("bilinear"))))


def _mask(mask: ArrayLike) -> Ids:
    ones = np.asarray(mask)
    if ones.ndim != 2 or not np.isin(ones, (0, 1)).all():
        raise ValueError(f"mask must be 0 and 1 in two dimensions (sentences, tokens), not {ones.shape}")
    return ones.astype(np.int64)
