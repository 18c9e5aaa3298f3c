"""Which columns turn together, and does code turn them as it must? Pairings, two tests, and the mistakes of real code.

A rotation is right when it keeps every length, and when the score of a query and a key is the same wherever the two
stand, at the same offset. Both can be tried without a value to compare with; what they miss takes a published one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.analysis.criteria import EQUAL
from posenc_core.arrays import Array, real_array, whole
from posenc_core.foundation.base import Scheme

__all__ = ["Code", "Trial", "columns", "of", "permutation", "scores", "trial"]

Pairing = Literal["interleaved", "half"]

Turn = Callable[[Array, float, bool], Array]
"""Turns a vector by its position, and is told whether it is a key. (d,) -> (d,)"""

QUERY = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
KEY = np.array([0.8, -0.3, 0.5, 0.1, -0.6, 0.2, 0.9, -0.4])
"""A query and a key of which several packages publish what rotations make, at base 10,000."""

PLACES = ((5, 2), (8, 5), (105, 102))
"""Positions of a query and a key that are equally far apart."""


def columns(pairing: Pairing, dim: int) -> NDArray[np.int64]:
    """Which two columns each pair turns, the first of the two first. -> (d/2, 2)

    >>> columns("half", 4)
    array([[0, 2],
           [1, 3]])
    """
    if whole("dim", dim) % 2:
        raise ValueError(f"dim = {dim} must be even: columns turn in pairs")
    if pairing not in get_args(Pairing):
        raise ValueError(f"pairing = {pairing!r} must be one of {', '.join(get_args(Pairing))}")
    order = np.arange(dim)
    return order.reshape(-1, 2) if pairing == "interleaved" else order.reshape(2, -1).T


def permutation(dim: int, before: Pairing = "interleaved", after: Pairing = "half") -> NDArray[np.int64]:
    """Which column of one pairing each column of the other holds. -> (d,)

    A query and a key whose columns are taken in this order have the score of the one pairing under the other.

    >>> permutation(4)
    array([0, 2, 1, 3])
    """
    order = np.empty(whole("dim", dim), np.int64)
    order[columns(after, dim)] = columns(before, dim)
    return order


@dataclass(frozen=True, kw_only=True)
class Code:
    """How a program turns queries and keys: x times a table of cosines, plus its partners times one of sines."""

    table: Pairing = "interleaved"
    """How the angles are laid out in both tables."""
    rotation: Pairing = "interleaved"
    """Which columns are partners."""
    base: float = 10000.0
    exponent: int = 2
    """Pair i turns by base^(-exponent i / d) a token; 2 is right."""
    unit: float = 1.0
    """Radians of what is taken for one radian."""
    sign: int = 1
    """Of the sine."""
    times: int = 1
    """How often the rotation is applied."""
    keys: bool = True
    """Whether keys are turned too."""
    forgotten: int = 0
    """How many tokens the positions of keys leave out."""

    def __call__(self, x: Array, position: float, key: bool) -> Array:
        """The turned vector. (d,) -> (d,)"""
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


RIGHT: Mapping[Pairing, Code] = MappingProxyType(
    {"interleaved": Code(), "half": Code(table="half", rotation="half")},
)
"""Code without a mistake."""

MISTAKES: Mapping[str, Code] = MappingProxyType(
    {
        "half table": Code(table="half"),
        "half rotation": Code(rotation="half"),
        "q alone": Code(keys=False),
        "twice": Code(times=2),
        "cache anew": Code(forgotten=2),
        "sign flipped": Code(sign=-1),
        "degrees": Code(unit=np.pi / 180),
        "exponent i/d": Code(exponent=1),
    }
)
"""Mistakes that people make, each on its own, in code that is interleaved for the rest."""


class Trial(NamedTuple):
    """What the two tests say of a rotation."""

    lengths: Array
    """How many times as long the query and the key are after they are turned. (2, places)"""
    scores: Array
    """(places,)"""
    most: float
    """The largest score that vectors of their lengths can have."""

    @property
    def keeps_length(self) -> bool:
        """Whether no vector became longer or shorter."""
        return bool((np.abs(self.lengths - 1) <= EQUAL).all())

    @property
    def same_everywhere(self) -> bool:
        """Whether the score is the same at all places."""
        return bool(np.ptp(self.scores) <= EQUAL * self.most)


def trial(turn: Turn, query: ArrayLike, key: ArrayLike, places: Sequence[tuple[int, int]] = PLACES) -> Trial:
    """Both tests of a rotation, on one query and one key. (d,), (d,)

    >>> trial(RIGHT["half"], QUERY, KEY).keeps_length
    True
    """
    vectors = [real_array(name, x, 1) for name, x in (("query", query), ("key", key))]
    norms = [float(np.linalg.norm(x)) for x in vectors]
    if not all(norms):
        raise ValueError("query and key must not be zero: a rotation cannot change them")
    turned = [[turn(x, place[is_key], bool(is_key)) for place in places] for is_key, x in enumerate(vectors)]
    lengths = np.array([np.linalg.norm(rows, axis=1) / norm for rows, norm in zip(turned, norms, strict=True)])
    return Trial(lengths, np.vecdot(*map(np.array, turned)), norms[0] * norms[1])


def scores(turn: Turn, query: ArrayLike, key: ArrayLike, places: Sequence[tuple[float, float]]) -> Array:
    """The dot product of a query and a key after both are turned, at each place of the two. -> (places,)

    >>> scores(RIGHT["half"], QUERY, KEY, [(1, 0), (2, 1)]).round(3)
    array([0.075, 0.075])
    """
    q, k = real_array("query", query, 1), real_array("key", key, 1)
    return np.array([turn(q, at, False) @ turn(k, of, True) for at, of in places])


def of(scheme: Scheme, *, length: int | None = None) -> Turn:
    """How a scheme turns a vector; `length` is as for its `rotate`.

    >>> from posenc_core import RoPE
    >>> of(RoPE())(np.array([1.0, 0.0]), 0, False)
    array([1., 0.])
    """
    return lambda x, position, key: scheme.rotate(x[None], [position], keys=key, length=length)[0]
