"""What can be asked about? A scheme at one size or a plain array, asked in one way: short cuts, else rows."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import LARGEST, Array, real_array, whole
from posenc_core.foundation.base import Scheme
from posenc_core.pauses import pause

__all__ = ["Source"]

Encoding = Scheme | ArrayLike


@dataclass(frozen=True)
class Source:
    """A scheme at one size or a plain array, asked in one way: short cuts where there are any, else rows."""

    encoding: Scheme | Array
    length: int
    dim: int

    @classmethod
    def of(cls, encoding: Encoding, length: int | None, dim: int | None) -> "Source":
        """What a function of this library was given; a scheme that holds a table is taken at its own size by default.

        ValueError for anything that is no finite `(n, d)` array.
        """
        if isinstance(encoding, type) and issubclass(encoding, Scheme):
            raise ValueError(f"encoding must be a scheme such as {encoding.__name__}(), not the class")
        if isinstance(encoding, Scheme):
            rows, columns = encoding.own_size or (None, None)
            length, dim = rows if length is None else length, columns if dim is None else dim
            if length is None or dim is None:
                raise ValueError(f"{encoding.name} needs a length and a dim")
            return cls(encoding, whole("length", length), whole("dim", dim))
        if length is not None or dim is not None:
            raise ValueError("an array has its own length and dim: leave them out")
        table = real_array("encoding", encoding, 2)
        if not table.size:
            raise ValueError(f"encoding must have at least one row and one column, not {table.shape}")
        if not (np.abs(table) <= LARGEST).all():
            raise ValueError(f"the values of an encoding must be finite and at most {LARGEST:g} in size")
        return cls(table, *table.shape)

    def rows(self, start: int, stop: int) -> Array:
        """Vectors of the positions start ... stop - 1: a part of what may take long."""
        pause()
        if isinstance(self.encoding, Scheme):
            return self.encoding.encode(range(start, stop), self.dim, length=self.length).astype(np.float64, copy=False)
        return self.encoding[start:stop]

    def parts(self, count: int) -> Iterator[tuple[int, int]]:
        """Stretches of the first `count` positions whose vectors take about 1 MiB."""
        size = max(2**17 // self.dim, 1)
        return ((start, min(start + size, count)) for start in range(0, count, size))

    def dot_at_offset(self, offsets: ArrayLike | range) -> Array | None:
        return self.encoding.dot_at_offset(offsets, self.dim) if isinstance(self.encoding, Scheme) else None

    def distance_at_offset(self, offsets: ArrayLike | range) -> Array | None:
        if isinstance(self.encoding, Scheme):
            return self.encoding.distance_at_offset(offsets, self.dim, length=self.length)
        return None

    def dot_of(self, p: ArrayLike, q: ArrayLike) -> Array | None:
        if isinstance(self.encoding, Scheme):
            return self.encoding.dot_of(p, q, self.dim, length=self.length)
        return None

    def distance_of(self, p: ArrayLike, q: ArrayLike) -> Array | None:
        if isinstance(self.encoding, Scheme):
            return self.encoding.distance_of(p, q, self.dim, length=self.length)
        return None
