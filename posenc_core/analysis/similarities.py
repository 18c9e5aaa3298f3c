"""Similarity of every position to one position."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from posenc_core.analysis import pairwise
from posenc_core.analysis.distances import norms, vectors
from posenc_core.analysis.source import Encoding, Source
from posenc_core.analysis.statistics import TIE, shares, unit_scale
from posenc_core.arrays import Array, Integers, Mask, match_option
from posenc_core.foundation.base import Scheme

Kind = Literal["dot", "cosine", "min-max", "softmax", "attention", "distance"]
"""Measures of similarity."""


def similarity(
    encoding: Encoding, position: int, *, length: int | None = None, dim: int | None = None, kind: Kind = "dot"
) -> Array:
    """Return the similarity of every position to one position.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    position : int
        Position, from 0 to n - 1.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.
    kind : {"dot", "cosine", "min-max", "softmax", "attention", "distance"}, default "dot"
        Dot product; cosine similarity, NaN for zero vectors; dot products rescaled to 0 ... 1, NaN if all are
        equal; softmax of the dot products; softmax of the dot products over √d; or Euclidean distance. In upper or
        lower case.

    Returns
    -------
    ndarray, shape (n,)
        Similarities.

    Raises
    ------
    ValueError
        If the position or the kind is invalid.

    Examples
    --------
    >>> similarity([[1.0, 0.0], [1.0, 1.0]], 0, kind="cosine").round(3)
    array([1.   , 0.707])
    """
    measure = match_option(kind, get_args(Kind), "kind")
    source = Source.of(encoding, length, dim)
    position = source.position("position", position)
    if measure == "distance":
        of = source.distance_at_offset, source.distance_of
        return _row(source, position, *of, lambda rows, here: pairwise.norms(rows - here))
    if measure == "cosine":
        return _cosine_row(source, position)
    if measure == "min-max":
        if not isinstance(source.encoding, Scheme):
            # scaled: products of small numbers underflow
            source = replace(source, encoding=unit_scale(source.encoding)[0])
        return _rescale(_dot_row(source, position))
    dot = _dot_row(source, position)
    if measure == "attention":
        dot = dot / np.sqrt(source.dim)
    return dot if measure == "dot" else shares(dot)


Winner = Literal["itself", "undefined", "last", "ties", "others"]


def self_maxima(encoding: Encoding, *, length: int | None = None, dim: int | None = None, kind: Kind = "dot") -> Mask:
    """Return, for each position, if it is more similar to itself than to any other position.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.
    kind : {"dot", "cosine"}, default "dot"
        Measure of similarity.

    Returns
    -------
    ndarray of bool, shape (n,)
        False for ties and undefined similarities.

    Raises
    ------
    ValueError
        If the kind is invalid.

    Examples
    --------
    >>> self_maxima([[1.0, 0.0], [2.0, 0.0]])
    array([False,  True])
    """
    own, best, _ = _rivals(encoding, length, dim, kind)
    return np.asarray(own - best > TIE * np.maximum(np.abs(own), 1e-300))


def winner(encoding: Encoding, *, length: int | None = None, dim: int | None = None, kind: Kind = "dot") -> Winner:
    """Return the position that is most similar to a position, for all positions.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (n, d)
        Encoding; an array has its own size.
    length, dim : int, optional
        Number of positions and columns of a scheme. By default the size of a stored table.
    kind : {"dot", "cosine"}, default "dot"
        Measure of similarity.

    Returns
    -------
    {"itself", "undefined", "last", "ties", "others"}
        "itself" if every position is more similar to itself than to any other; "undefined" if this holds of all but
        those with a zero vector, which have no cosine; "last" if none is more similar to any position than to the last
        one; "ties" if no other position is more similar, but some are as similar; else "others".

    Raises
    ------
    ValueError
        If the kind is invalid.

    Examples
    --------
    >>> winner([[1.0, 0.0], [0.0, 1.0]]), winner([[1.0], [2.0], [3.0]]), winner([[1.0], [1.0]])
    ('itself', 'last', 'ties')
    """
    own, best, last = _rivals(encoding, length, dim, kind)
    margin = TIE * np.maximum(np.abs(own), 1e-300)
    wins, undefined = own - best > margin, np.isnan(own)
    if (wins | undefined).all():
        return "undefined" if undefined.any() else "itself"
    # an undefined similarity is not larger
    if not (best - own > margin).any():
        return "ties"
    return "last" if not (np.fmax(own, best) - last > margin).any() else "others"


def _rivals(encoding: Encoding, length: int | None, dim: int | None, kind: Kind) -> tuple[Array, Array, Array]:
    """Similarity of each position to itself, to the most similar other position, and to the last position."""
    measure = match_option(kind, ("dot", "cosine"), "kind")
    table = vectors(encoding, length=length, dim=dim)
    # scaled: products of small numbers underflow
    table = pairwise.directions(table) if measure == "cosine" else unit_scale(table)[0]
    gram = table @ table.T
    own, last = np.diagonal(gram).copy(), gram[:, -1].copy()
    np.fill_diagonal(gram, -np.inf)
    return own, np.fmax.reduce(gram, axis=1), last


def _dot_row(source: Source, position: int) -> Array:
    return _row(source, position, source.dot_at_offset, source.dot_of, lambda rows, here: rows @ here)


def _row(
    source: Source,
    position: int,
    at_offset: Callable[[range], Array | None],
    of: Callable[[int, Integers], Array | None],
    values_of: Callable[[Array, Array], Array],
) -> Array:
    """Values of one position and all positions, from a curve over offsets, a closed form, or the vectors."""
    curve = at_offset(range(max(position + 1, source.length - position)))
    if curve is not None:
        # the curve is mirrored before the position
        return np.concatenate((curve[position:0:-1], curve[: source.length - position]))
    row = of(position, np.arange(source.length))
    if row is not None:
        return row
    here = source.rows(position, position + 1)[0]
    return np.concatenate([values_of(source.rows(start, stop), here) for start, stop in source.parts(source.length)])


def _cosine_row(source: Source, position: int) -> Array:
    if isinstance(source.encoding, Scheme):
        dot, norm = _dot_row(source, position), norms(source.encoding, length=source.length, dim=source.dim)
        size = norm * norm[position]
        cosine = np.divide(dot, size, out=np.full_like(dot, np.nan), where=size > 0)
    else:
        directions = pairwise.directions(source.encoding)
        cosine = directions @ directions[position]
    return np.asarray(np.clip(cosine, -1, 1))


def _rescale(curve: Array) -> Array:
    """Rescale a curve to 0 ... 1; NaN if its values are equal up to rounding."""
    low, high = curve.min(), curve.max()
    if high - low <= TIE * np.abs(curve).max():
        return np.full_like(curve, np.nan)
    return np.asarray((curve - low) / (high - low))
