"""How far apart and how similar are positions? Norms, distances and similarities of their vectors.

Every function takes either a scheme with `length` and `dim`, or a plain `(n, d)` array, and works in float64. A scheme
that holds a table needs neither: it has a size of its own. Where a scheme knows a closed form it is used. What is
undefined (the cosine with a zero vector) is NaN.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.analysis import pairwise
from posenc_core.analysis.source import Encoding, Source
from posenc_core.arrays import Array, real_array, whole
from posenc_core.foundation.base import Scheme

__all__ = [
    "OffsetDistances", "Spread", "Unseen", "closest_pair", "column_order", "constancy", "distances",
    "distances_at_offset", "distances_by_offset", "dots", "first_equal", "first_repeat", "first_rise", "largest_value",
    "norms", "principal_components", "self_maxima", "shares", "similarity", "spread", "unseen", "vectors",
]  # fmt: skip

Kind = Literal["dot", "cosine", "min-max", "softmax", "attention", "distance"]

_TIE = 1e-12
"""Relative difference below which two similarities count as equal: far above rounding, far below any real one."""


class Spread(NamedTuple):
    """How much a row of numbers varies: its mean, its deviation from it, its extremes and where they stand."""

    mean: float
    relative: float
    """Standard deviation over mean (the coefficient of variation); NaN where the mean is 0."""
    smallest: float
    largest: float
    at_smallest: int
    at_largest: int


class OffsetDistances(NamedTuple):
    """Distances at every offset k = 1, 2, ...: entry k - 1 of each array is what `Spread` says of offset k."""

    mean: Array
    relative: Array
    smallest: Array
    largest: Array
    at_smallest: NDArray[np.int64]
    at_largest: NDArray[np.int64]


class Unseen(NamedTuple):
    """Per column: the share of later entries outside the range seen so far, that range, and the later one."""

    outside: Array
    low: Array
    high: Array
    far_low: Array
    far_high: Array


def vectors(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> Array:
    """The matrix of all positions: row p is the vector of position p. -> (n, d).

    ValueError for anything that is no finite `(n, d)` array.

    >>> vectors([[1.0, 2.0], [3.0, 4.0]])
    array([[1., 2.],
           [3., 4.]])
    """
    source = Source.of(encoding, length, dim)
    rows = source.rows(0, source.length)
    # whoever changes the result must not change the array that was given
    return rows if isinstance(encoding, Scheme) else rows.copy()


def norms(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> Array:
    """How long the vector of each position is. -> (n,).

    >>> norms([[3.0, 4.0], [0.0, 1.0]])
    array([5., 1.])
    """
    source = Source.of(encoding, length, dim)
    same = source.dot_at_offset([0])
    if same is not None:
        return np.full(source.length, np.sqrt(same[0]))
    positions = np.arange(source.length)
    own = source.dot_of(positions, positions)
    if own is not None:
        return np.sqrt(own)
    return np.concatenate([pairwise.norms(source.rows(start, stop)) for start, stop in source.parts(source.length)])


def largest_value(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> float:
    """The largest absolute value of the matrix.

    >>> largest_value([[1.0, -2.0]])
    2.0
    """
    source = Source.of(encoding, length, dim)
    return max(float(np.abs(source.rows(*part)).max()) for part in source.parts(source.length))


def distances_at_offset(encoding: Encoding, offset: int, *, length: int | None = None, dim: int | None = None) -> Array:
    """How far each position is from the one `offset` tokens on. -> (n - offset,).

    ValueError for an offset outside 0 ... n - 1.

    >>> distances_at_offset([[0.0], [1.0], [3.0]], 1)
    array([1., 2.])
    """
    source = Source.of(encoding, length, dim)
    offset = _position("offset", offset, source.length)
    count = source.length - offset
    constant = source.distance_at_offset(offset)
    if constant is not None:
        return np.full(count, constant)
    found = source.distance_of(np.arange(count), np.arange(offset, source.length))
    if found is not None:
        return found
    return np.concatenate(
        [
            pairwise.norms(source.rows(start + offset, stop + offset) - source.rows(start, stop))
            for start, stop in source.parts(count)
        ]
    )


def distances(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> Array:
    """How far every position is from every other. -> (n, n), symmetric, zero on the diagonal.

    Read-only, as a closed form comes as a view that holds 2n numbers: copy it to write.

    >>> distances([[0.0], [1.0]])
    array([[0., 1.],
           [1., 0.]])
    """
    source = Source.of(encoding, length, dim)
    curve = source.distance_at_offset(range(source.length))
    if curve is not None:
        return pairwise.toeplitz(curve)
    return _read_only(pairwise.distances(source.rows(0, source.length)))


def dots(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> Array:
    """Dot product of every position with every other (the Gram matrix). -> (n, n), symmetric.

    Read-only, as a closed form comes as a view that holds 2n numbers: copy it to write.

    >>> dots([[1.0, 0.0], [1.0, 1.0]])
    array([[1., 1.],
           [1., 2.]])
    """
    source = Source.of(encoding, length, dim)
    curve = source.dot_at_offset(range(source.length))
    if curve is not None:
        return pairwise.toeplitz(curve)
    table = source.rows(0, source.length)
    return _read_only(table @ table.T)


def similarity(
    encoding: Encoding, position: int, *, length: int | None = None, dim: int | None = None, kind: Kind = "dot"
) -> Array:
    """How similar every position is to the chosen one. -> (n,).

    `kind` is "dot" (the raw product), "cosine" (of the angle between the vectors, in -1 ... 1; NaN with a zero
    vector), "min-max" (the dot products of the row stretched to 0 ... 1; NaN when they are all equal), "softmax" (the
    dot products as shares of 1), "attention" (the same of the dot products over √d, the scale of attention), or
    "distance" (the length of the difference: small is near). ValueError for a position outside 0 ... n - 1.

    >>> similarity([[1.0, 0.0], [1.0, 1.0]], 0, kind="cosine").round(3)
    array([1.   , 0.707])
    """
    _known(kind, get_args(Kind))
    source = Source.of(encoding, length, dim)
    position = _position("position", position, source.length)
    if kind == "distance":
        return _distance_row(source, position)
    if kind == "cosine":
        return _cosine_row(source, position)
    if kind == "min-max":
        if not isinstance(source.encoding, Scheme):
            # scaled, so that no product of small numbers becomes 0
            source = replace(source, encoding=_scaled(source.encoding)[0])
        return _stretched(_dot_row(source, position))
    dot = _dot_row(source, position)
    if kind == "attention":
        dot = dot / np.sqrt(source.dim)
    return dot if kind == "dot" else shares(dot)


def shares(logits: ArrayLike) -> Array:
    """The softmax along the last axis: positive shares that add up to 1. (..., n) -> (..., n).

    -inf gets no share; a row of nothing else is NaN.

    >>> shares([0.0, 0.0])
    array([0.5, 0.5])
    """
    raw = real_array("logits", logits, np.ndim(logits))
    peak = raw.max(axis=-1, keepdims=True)
    raised = np.exp(raw - np.where(np.isfinite(peak), peak, 0))
    total = raised.sum(axis=-1, keepdims=True)
    found: Array = np.divide(raised, total, out=np.full_like(raised, np.nan), where=total > 0)
    return found


def distances_by_offset(
    encoding: Encoding, last: int, *, length: int | None = None, dim: int | None = None
) -> "OffsetDistances":
    """How far positions k tokens apart are from each other, for every k from 1 to `last`. -> arrays (last,).

    ValueError for a `last` outside 1 ... n - 1.

    >>> distances_by_offset([[0.0], [1.0], [3.0]], 2).mean
    array([1.5, 3. ])
    """
    source = Source.of(encoding, length, dim)
    if isinstance(last, bool) or not isinstance(last, int | np.integer) or not 1 <= last < source.length:
        raise ValueError(f"last = {last!r} must be a whole number from 1 to {source.length - 1}")
    table = source.rows(0, source.length)
    found = [spread(pairwise.norms(table[k:] - table[:-k])) for k in range(1, last + 1)]
    return OffsetDistances(*(np.array(values) for values in zip(*found, strict=True)))


def first_rise(curve: ArrayLike) -> int | None:
    """The first index after which a curve rises, by more than rounding; None when it never does. (m,) -> k.

    NaN is not known: a step to it or from it is no rise. Rounding is a share of the largest finite value.

    >>> first_rise([3.0, 1.0, 2.0])
    1
    """
    values = real_array("curve", curve, 1)
    largest = np.abs(values[np.isfinite(values)]).max(initial=0)
    # the difference of two infinities is none, and that of the largest numbers may be infinite
    with np.errstate(invalid="ignore", over="ignore"):
        rises = np.flatnonzero(np.diff(values) > _TIE * largest)
    return int(rises[0]) if rises.size else None


def first_equal(values: Array, value: float) -> int:
    """Where a number stands first: equal but for rounding counts, or rounding would choose. (m,) -> index.

    >>> first_equal(np.array([1.0, 2.0, 2.0]), 2.0)
    1
    """
    return int(np.argmax(np.abs(values - value) <= _TIE * np.abs(values).max()))


def closest_pair(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> tuple[int, int, float]:
    """The two nearest positions and their distance, 0 of equal vectors; ValueError for a single position.

    >>> closest_pair([[0.0], [5.0], [9.0], [5.0]])
    (1, 3, 0.0)
    """
    pairs = distances(encoding, length=length, dim=dim)
    if len(pairs) < 2:
        raise ValueError("length = 1 leaves no pair of positions")
    if repeat := first_repeat(encoding, length=length, dim=dim):
        return repeat[1], repeat[0], 0.0
    apart = np.where(np.eye(len(pairs), dtype=bool), np.inf, pairs)
    # of equal ones the first, not the one that rounding has made smallest
    first = int(np.argmax(apart <= apart.min() * (1 + _TIE)))
    p, q = divmod(first, len(pairs))
    return p, q, float(pairs[p, q])


def constancy(matrix: ArrayLike) -> float:
    """How far a matrix of pairs depends on the offset alone: share of the variance that its diagonals explain.

    (n, n) -> R²: 1 when all entries at one offset, forwards or backwards, are equal; NaN when all entries of the matrix
    are. Entries that are not finite are left out. ValueError for a matrix that is not square.

    >>> constancy(distances([[0.0], [1.0], [2.0]]))
    1.0
    """
    pairs = real_array("matrix", matrix, 2)
    if pairs.shape[0] != pairs.shape[1]:
        raise ValueError(f"matrix must have as many rows as columns, not {pairs.shape}")
    pairs, _ = _scaled(pairs)
    known = pairs[np.isfinite(pairs)]
    if not known.size or known.var() <= (_TIE * np.abs(known).max()) ** 2:
        return float("nan")
    diagonals = [np.diagonal(pairs, k) for k in range(1 - len(pairs), len(pairs))]
    parts = [diagonal[np.isfinite(diagonal)] for diagonal in diagonals]
    within = sum(part.var() * part.size for part in parts if part.size) / known.size
    return float(1 - within / known.var())


def column_order(table: ArrayLike, other: ArrayLike) -> list[int] | None:
    """Where each column of a matrix stands in another that has the same ones in some order; None when it has not.

    (n, d) and (n, d) -> d column numbers, each once; equal columns are taken one by one.

    >>> column_order([[0.0, 1.0], [2.0, 3.0]], [[1.0, 0.0], [3.0, 2.0]])
    [1, 0]
    """
    mine, its = vectors(table), vectors(other)
    places: dict[bytes, list[int]] = {}
    for j, key in enumerate(pairwise.row_keys(its.T)):
        places.setdefault(key, []).append(j)
    order = []
    for key in pairwise.row_keys(mine.T):
        found = places.get(key)
        if not found:
            return None
        order.append(found.pop(0))
    return order if len(order) == its.shape[1] else None


def principal_components(table: ArrayLike, count: int) -> tuple[Array, Array]:
    """The positions seen from where they spread most. (n, d) -> coordinates (n, count) and shares of variance (count,).

    A component that a matrix does not have is 0. The sign of a component is free: its largest coordinate is positive.

    >>> abs(principal_components([[0.0, 0.0], [2.0, 0.0]], 1)[0])
    array([[1.],
           [1.]])
    """
    count = whole("count", count)
    rows, exponent = _scaled(vectors(table))
    centred = rows - rows.mean(axis=0)
    left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    # what the mean has left by rounding is no direction
    sizes[sizes <= _TIE * np.abs(rows).max() * np.sqrt(rows.size)] = 0
    kept = min(count, sizes.size)
    found = np.zeros((len(rows), count))
    found[:, :kept] = left[:, :kept] * sizes[:kept]
    found *= np.where(found[np.abs(found).argmax(axis=0), np.arange(count)] < 0, -1.0, 1.0)
    np.ldexp(found, exponent, out=found)
    share = np.zeros(count)
    total = float(sizes @ sizes)
    if total > 0:
        share[:kept] = sizes[:kept] ** 2 / total
    return found, share


def unseen(scheme: Scheme, *, length: int, dim: int, later: int | None = None) -> "Unseen":
    """What the positions beyond a sequence bring that it has not shown: n ... 4n - 1 against 0 ... n - 1.

    Of a table that ends before, as many as there are; ValueError where there are none.
    `later` is the length that a scheme that normalizes is told for these: by default 4n, as a model would meet it; n
    leaves the vectors that are known as they are. Compared are the numbers as float64 holds them: a cosine that is
    so slow that it is 1 everywhere stays in its range.

    >>> from posenc_core import Index
    >>> unseen(Index(), length=4, dim=1).outside
    array([1.])
    """
    length, dim = whole("length", length), whole("dim", dim)
    end = scheme.rows_within(4 * length)
    if end == length:
        raise ValueError(f"{scheme.name} has no positions after its first {length:,}")
    later = end if later is None else whole("later", later)
    ends: list[tuple[Array, Array, Array]] = []
    seen: tuple[Array, Array] = np.full(dim, -np.inf), np.full(dim, np.inf)
    for start, stop, whole_length in ((0, length, length), (length, end, later)):
        low, high, outside = np.full(dim, np.inf), np.full(dim, -np.inf), np.zeros(dim)
        rows = max(2**17 // dim, 1)
        for first in range(start, stop, rows):
            part = scheme.encode(range(first, min(first + rows, stop)), dim, length=whole_length)
            np.minimum(low, part.min(axis=0), out=low)
            np.maximum(high, part.max(axis=0), out=high)
            if ends:
                outside += ((part < seen[0]) | (part > seen[1])).sum(axis=0)
        ends.append((low, high, outside / (stop - start)))
        # a slow column has a range as small as its steps: only what rounding may have parted from an end is let in
        largest = np.maximum(np.abs(low), np.abs(high))
        rounding = _TIE * (high - low) + 4 * np.finfo(np.float64).eps * largest
        seen = low - rounding, high + rounding
    (here, there, _), (far_low, far_high, outside_share) = ends
    return Unseen(outside_share, here, there, far_low, far_high)


def self_maxima(
    encoding: Encoding, *, length: int | None = None, dim: int | None = None, kind: Kind = "dot"
) -> NDArray[np.bool_]:
    """Which positions are more similar to themselves than to any other. -> (n,).

    A tie with another position counts as no, and so does an undefined similarity. `kind` is "dot" or "cosine";
    min-max keeps the order of "dot".

    >>> self_maxima([[1.0, 0.0], [2.0, 0.0]])
    array([False,  True])
    """
    _known(kind, ("dot", "cosine"))
    table = vectors(encoding, length=length, dim=dim)
    # scaled, so that no product of small numbers becomes 0
    table = pairwise.directions(table) if kind == "cosine" else _scaled(table)[0]
    gram = table @ table.T
    own = np.diagonal(gram).copy()
    np.fill_diagonal(gram, -np.inf)
    best = np.fmax.reduce(gram, axis=1)
    unrivalled: NDArray[np.bool_] = own - best > _TIE * np.maximum(np.abs(own), 1e-300)
    return unrivalled


def first_repeat(encoding: Encoding, *, length: int | None = None, dim: int | None = None) -> tuple[int, int] | None:
    """First position whose vector equals that of an earlier one, up to rounding, and that one; None if all differ.

    >>> first_repeat([[1.0], [2.0], [1.0]])
    (2, 0)
    """
    firsts = pairwise.equal_rows(vectors(encoding, length=length, dim=dim))
    repeats = np.flatnonzero(firsts != np.arange(len(firsts)))
    return (int(repeats[0]), int(firsts[repeats[0]])) if repeats.size else None


def spread(values: ArrayLike) -> Spread:
    """How much some numbers vary, for example the steps of a scheme. (m,) -> Spread; ValueError when there are none.

    Where several are smallest or largest, or differ from it by rounding, the first of them is named.

    >>> spread([1.0, 2.0, 3.0]).mean
    2.0
    """
    numbers = real_array("values", values, 1)
    if not numbers.size:
        raise ValueError("values must be a flat, non-empty sequence of numbers")
    if not np.isfinite(numbers).all():
        raise ValueError(f"values must be finite, not {numbers[~np.isfinite(numbers)][0]}")
    low, high = float(numbers.min()), float(numbers.max())
    scaled, exponent = _scaled(numbers)
    mean = float(scaled.mean())
    # equal numbers deviate by nothing, whatever the rounding of their mean
    deviation = 0.0 if low == high else float(scaled.std())
    relative = deviation / mean if mean else np.nan
    at_low, at_high = first_equal(scaled, scaled.min()), first_equal(scaled, scaled.max())
    return Spread(float(np.ldexp(mean, exponent)), relative, low, high, at_low, at_high)


def _dot_row(source: Source, position: int) -> Array:
    return _row(source, position, source.dot_at_offset, source.dot_of, lambda rows, here: rows @ here)


def _distance_row(source: Source, position: int) -> Array:
    return _row(
        source,
        position,
        source.distance_at_offset,
        source.distance_of,
        lambda rows, here: pairwise.norms(rows - here),
    )


def _row(
    source: Source,
    position: int,
    at_offset: Callable[[range], Array | None],
    of: Callable[[int, NDArray[np.int64]], Array | None],
    measured: Callable[[Array, Array], Array],
) -> Array:
    """One position against all, by the first way there is: a curve over the offset, a formula, the vectors."""
    curve = at_offset(range(max(position + 1, source.length - position)))
    if curve is not None:
        # before the chosen position stands the mirror image
        return np.concatenate((curve[position:0:-1], curve[: source.length - position]))
    found = of(position, np.arange(source.length))
    if found is not None:
        return found
    here = source.rows(position, position + 1)[0]
    return np.concatenate([measured(source.rows(start, stop), here) for start, stop in source.parts(source.length)])


def _cosine_row(source: Source, position: int) -> Array:
    if isinstance(source.encoding, Scheme):
        dot, norm = _dot_row(source, position), norms(source.encoding, length=source.length, dim=source.dim)
        size = norm * norm[position]
        cosine = np.divide(dot, size, out=np.full_like(dot, np.nan), where=size > 0)
    else:
        directions = pairwise.directions(source.encoding)
        cosine = directions @ directions[position]
    clipped: Array = np.clip(cosine, -1, 1)
    return clipped


def _scaled(values: Array) -> tuple[Array, int]:
    """The numbers over a power of two, which keeps their digits, the largest about 1; and its exponent.

    Squares of what is left neither overflow nor vanish.
    """
    exponent = int(np.frexp(np.abs(values[np.isfinite(values)]).max(initial=0))[1])
    return np.ldexp(values, -exponent), exponent


def _stretched(curve: Array) -> Array:
    """From 0 at the smallest to 1 at the largest; NaN when they differ by no more than rounding."""
    low, high = curve.min(), curve.max()
    if high - low <= _TIE * np.abs(curve).max():
        return np.full_like(curve, np.nan)
    stretched: Array = (curve - low) / (high - low)
    return stretched


def _read_only(array: Array) -> Array:
    array.flags.writeable = False
    return array


def _position(name: str, value: int, length: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 0 <= value < length:
        raise ValueError(f"{name} = {value!r} must be a whole number from 0 to {length - 1}")
    return int(value)


def _known(kind: str, kinds: tuple[str, ...]) -> None:
    if kind not in kinds:
        raise ValueError(f"kind = {kind!r} must be one of {', '.join(kinds)}")
