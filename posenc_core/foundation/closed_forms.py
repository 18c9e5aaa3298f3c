"""Which answers does a scheme know without its vectors? Closed forms, all of them optional.

A scheme that knows none works everywhere, only slower. Each public method checks what it is given and hands it on to
one that a scheme may override; None says that there is no short cut.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.arrays import Array, real_array, whole

__all__ = ["ShortCuts"]


class ShortCuts:
    """Closed forms of a scheme that gives vectors."""

    def dot_at_offset(self, offsets: ArrayLike | range, dim: int) -> Array | None:
        """Dot product of two positions `offsets` tokens apart. (m,) -> (m,), or None where it depends on more."""
        return self._dot_at_offset(_offsets(offsets), whole("dim", dim))

    def distance_at_offset(self, offsets: ArrayLike | range, dim: int, *, length: int) -> Array | None:
        """Distance of two positions `offsets` tokens apart. (m,) -> (m,), or None where it depends on more."""
        return self._distance_at_offset(_offsets(offsets), whole("dim", dim), whole("length", length))

    def dot_of(self, p: ArrayLike, q: ArrayLike, dim: int, *, length: int) -> Array | None:
        """Dot products of positions p with positions q, without their vectors; None where there is no short cut.

        p and q are one position or arrays of them whose shapes go together.
        """
        return self._dot_of(*self._both(p, q), whole("dim", dim), whole("length", length))

    def distance_of(self, p: ArrayLike, q: ArrayLike, dim: int, *, length: int) -> Array | None:
        """Distances of positions p from positions q, without their vectors; None where there is no short cut."""
        return self._distance_of(*self._both(p, q), whole("dim", dim), whole("length", length))

    def block_means(self, start: int, rows: int, count: int, dim: int, *, length: int) -> Array | None:
        """Mean vectors of `count` blocks of `rows` positions from `start` on. -> (count, dim), or None."""
        places = whole("start", start, 0), whole("rows", rows), whole("count", count)
        return self._block_means(*places, whole("dim", dim), whole("length", length))

    def period(self, dim: int) -> int | None:
        """After how many positions the vectors start anew; None when they never do."""
        whole("dim", dim)
        return None

    def wavelengths(self, dim: int) -> Array | None:
        """After how many tokens each wave or bit starts anew, from fast to slow. -> (m,), or None."""
        whole("dim", dim)
        return None

    def pairs(self, dim: int) -> NDArray[np.int64]:
        """The columns that belong together two by two, for schemes without pairs the neighbours. -> (dim // 2, 2).

        Of a pair that turns, the sine stands first.
        """
        return np.arange(whole("dim", dim) // 2 * 2).reshape(-1, 2)

    def angles_at_offset(self, offset: int, dim: int, length: int | None = None) -> Array | None:
        """By how many radians each pair turns in `offset` tokens, wherever it starts. -> (dim // 2,), or None.

        `length` is that of the sequence; without it a scheme that stretches with it has no answer.
        """
        whole("dim", dim)
        return None

    def unpaired(self, dim: int) -> Literal["sine", "cosine"] | None:
        """Which wave has no partner to turn with, so that the position does not cancel; None where all have one."""
        whole("dim", dim)
        return None

    def unpaired_angle(self, dim: int, length: int | None = None) -> float | None:
        """Radians per position of the wave that has no partner; None where all have one."""
        whole("dim", dim)
        return None

    def _points(self, name: str, positions: ArrayLike) -> Array:
        """Positions that the scheme gives a meaning, as float64; ValueError for others."""
        return real_array(name, positions)

    def _both(self, p: ArrayLike, q: ArrayLike) -> tuple[Array, Array]:
        first, second = self._points("p", p), self._points("q", q)
        try:
            np.broadcast_shapes(first.shape, second.shape)
        except ValueError:
            raise ValueError(f"p of shape {first.shape} and q of shape {second.shape} do not go together") from None
        return first, second

    def _dot_at_offset(self, offsets: Array | range, dim: int) -> Array | None:
        return None

    def _distance_at_offset(self, offsets: Array | range, dim: int, length: int) -> Array | None:
        return None

    def _dot_of(self, p: Array, q: Array, dim: int, length: int) -> Array | None:
        return None

    def _distance_of(self, p: Array, q: Array, dim: int, length: int) -> Array | None:
        return None

    def _block_means(self, start: int, rows: int, count: int, dim: int, length: int) -> Array | None:
        return None


def _offsets(offsets: ArrayLike | range) -> Array | range:
    """A range as it is, which is fastest, anything else as float64."""
    if isinstance(offsets, range):
        return offsets
    found = real_array("offsets", offsets)
    if not np.isfinite(found).all():
        raise ValueError(f"offsets must be finite, not {found[~np.isfinite(found)][0]}")
    return found
