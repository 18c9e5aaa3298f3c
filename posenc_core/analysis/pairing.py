"""Pairings of rotated columns, two tests of rotary code, and bugs of published code.

A correct rotation preserves norms, and the score of a query and a key depends only on their offset. Both are tested
without reference values; bugs that pass both tests need a published value.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np

from posenc_core.analysis.criteria import EQUAL
from posenc_core.arrays import Array, ArrayLike, Integers, match_option, real_array, whole
from posenc_core.foundation.base import Scheme

__all__ = ["Code", "Trial", "columns", "permutation", "rotation_of", "scores", "trial"]

Pairing = Literal["interleaved", "half"]

Turn = Callable[[Array, float, bool], Array]
"""Function that rotates a vector by its position; the last argument is True for keys. (d,) -> (d,)"""

QUERY = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
KEY = np.array([0.8, -0.3, 0.5, 0.1, -0.6, 0.2, 0.9, -0.4])
"""A query and a key with published values of several packages, for base 10,000."""

PLACES = ((5, 2), (8, 5), (105, 102))
"""Positions of query and key with the same offset."""


def columns(pairing: Pairing, dim: int) -> Integers:
    """Return the two columns of each rotated pair.

    Parameters
    ----------
    pairing : {"interleaved", "half"}
        Columns 2i and 2i + 1, or i and i + d/2; in upper or lower case.
    dim : int
        Number of columns, d, even.

    Returns
    -------
    ndarray of int, shape (d/2, 2)
        Column indexes.

    Raises
    ------
    ValueError
        If `dim` is odd or the pairing is unknown.

    Examples
    --------
    >>> columns("half", 4)
    array([[0, 2],
           [1, 3]])
    """
    if whole("dim", dim) % 2:
        raise ValueError(f"dim = {dim} must be even: columns are rotated in pairs")
    layout, order = match_option(pairing, get_args(Pairing), "pairing"), np.arange(dim)
    return order.reshape(-1, 2) if layout == "interleaved" else order.reshape(2, -1).T


def permutation(dim: int, before: Pairing = "interleaved", after: Pairing = "half") -> Integers:
    """Return the order of columns that converts one pairing to another.

    Parameters
    ----------
    dim : int
        Number of columns, d, even.
    before, after : {"interleaved", "half"}
        Pairings.

    Returns
    -------
    ndarray of int, shape (d,)
        Column indexes: vectors indexed with it have the same scores under `after` as the originals under `before`.

    Examples
    --------
    >>> permutation(4)
    array([0, 2, 1, 3])
    """
    order = np.empty(whole("dim", dim), np.int64)
    order[columns(after, dim)] = columns(before, dim)
    return order


@dataclass(frozen=True, kw_only=True)
class Code:
    """Rotary code with optional bugs: x times cosines plus the paired column times sines.

    Parameters
    ----------
    table, rotation : {"interleaved", "half"}
        Layout of the angles in the tables, and pairing of the columns.
    base : float
        Base of the frequencies.
    exponent : int
        Factor in base^(-exponent i / d); 2 is correct.
    unit : float
        Angle unit in radians (π/180 for degrees).
    sign : int
        Sign of the sine.
    times : int
        Number of times that the rotation is applied.
    keys : bool
        False if keys are not rotated.
    forgotten : int
        Offset by which key positions lag behind.
    """

    table: Pairing = "interleaved"
    rotation: Pairing = "interleaved"
    base: float = 10000.0
    exponent: int = 2
    unit: float = 1.0
    sign: int = 1
    times: int = 1
    keys: bool = True
    forgotten: int = 0

    def __call__(self, x: Array, position: float, key: bool) -> Array:
        """Rotate a vector. (d,) -> (d,)."""
        if key and not self.keys:
            return x
        dim = x.size
        frequencies = self.base ** (-self.exponent * np.arange(dim // 2) / dim)
        angles = np.empty(dim)
        angles[columns(self.table, dim)] = ((position - key * self.forgotten) * self.unit * frequencies)[:, None]
        first, second = columns(self.rotation, dim).T
        for _ in range(self.times):
            partners = np.empty(dim)
            partners[first], partners[second] = -x[second], x[first]
            x = x * np.cos(angles) + self.sign * partners * np.sin(angles)
        return x


CORRECT_CODE: Mapping[Pairing, Code] = {"interleaved": Code(), "half": Code(table="half", rotation="half")}
"""Correct code."""

ROTATION_BUGS: Mapping[str, Code] = {
    "half table": Code(table="half"),
    "half rotation": Code(rotation="half"),
    "q alone": Code(keys=False),
    "twice": Code(times=2),
    "cache anew": Code(forgotten=2),
    "sign flipped": Code(sign=-1),
    "degrees": Code(unit=np.pi / 180),
    "exponent i/d": Code(exponent=1),
}
"""Bugs of published code, one each, in otherwise correct interleaved code."""


class Trial(NamedTuple):
    """Results of the two tests of a rotation.

    Attributes
    ----------
    lengths : ndarray, shape (2, places)
        Norms of the query and the key after the rotation, relative to those before.
    scores : ndarray, shape (places,)
        Scores at each pair of positions.
    most : float
        Product of the norms, the largest possible score.
    """

    lengths: Array
    scores: Array
    most: float

    @property
    def keeps_length(self) -> bool:
        """True if the rotation preserves norms."""
        return bool((np.abs(self.lengths - 1) <= EQUAL).all())

    @property
    def same_everywhere(self) -> bool:
        """True if the score is the same at all places."""
        return bool(np.ptp(self.scores) <= EQUAL * self.most)


def trial(turn: Turn, query: ArrayLike, key: ArrayLike, places: Sequence[tuple[int, int]] = PLACES) -> Trial:
    """Test a rotation with one query and one key: norms and scores at several positions.

    Parameters
    ----------
    turn : callable
        Function of a vector, its position, and a bool that is True for keys.
    query, key : array_like, shape (d,)
        Vectors, not zero.
    places : sequence of tuple of int
        Positions of query and key, all with the same offset.

    Returns
    -------
    Trial
        Norms and scores.

    Raises
    ------
    ValueError
        If the query or the key is zero.

    Examples
    --------
    >>> trial(CORRECT_CODE["half"], QUERY, KEY).keeps_length
    True
    """
    vectors = [real_array(name, x, 1) for name, x in (("query", query), ("key", key))]
    norms = [float(np.linalg.norm(x)) for x in vectors]
    if not all(norms):
        raise ValueError("query and key must not be zero vectors")
    rotated = [[turn(x, place[is_key], bool(is_key)) for place in places] for is_key, x in enumerate(vectors)]
    lengths = np.array([np.linalg.norm(rows, axis=1) / norm for rows, norm in zip(rotated, norms, strict=True)])
    return Trial(lengths, np.vecdot(*map(np.array, rotated)), norms[0] * norms[1])


def scores(turn: Turn, query: ArrayLike, key: ArrayLike, places: Sequence[tuple[float, float]]) -> Array:
    """Return the dot products of a rotated query and a rotated key.

    Parameters
    ----------
    turn : callable
        Function of a vector, its position, and a bool that is True for keys.
    query, key : array_like, shape (d,)
        Vectors, not zero.
    places : sequence of tuple of float
        Positions of query and key.

    Returns
    -------
    ndarray, shape (places,)
        Dot products.

    Examples
    --------
    >>> scores(CORRECT_CODE["half"], QUERY, KEY, [(1, 0), (2, 1)]).round(3)
    array([0.075, 0.075])
    """
    q, k = real_array("query", query, 1), real_array("key", key, 1)
    return np.array([turn(q, at, False) @ turn(k, of, True) for at, of in places])


def rotation_of(scheme: Scheme, *, length: int | None = None) -> Turn:
    """Return the rotation of a scheme as a function of vector, position, and key flag.

    Parameters
    ----------
    scheme : Scheme
        Encoding.
    length : int, optional
        Length of the sequence, as for `Scheme.rotate`.

    Returns
    -------
    callable
        Rotation for `trial` and `scores`.

    Examples
    --------
    >>> from posenc_core import RoPE
    >>> rotation_of(RoPE())(np.array([1.0, 0.0]), 0, False)
    array([1., 0.])
    """
    return lambda x, position, key: scheme.rotate(x[None], [position], keys=key, length=length)[0]
