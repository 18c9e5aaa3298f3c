"""A uniform view of a scheme at a fixed size or of an array."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import LARGEST, Array, ArrayLike, real_array, whole
from posenc_core.foundation.base import Scheme
from posenc_core.schemes import closed_forms

Encoding = Scheme | ArrayLike


@dataclass(frozen=True)
class Source:
    """Scheme at a fixed size, or array: its rows, and its closed forms if it has any."""

    encoding: Scheme | Array
    length: int
    dim: int

    @classmethod
    def of(cls, encoding: Encoding, length: int | None, dim: int | None) -> "Source":
        """Validate an encoding and its size; by default a stored table has its own size."""
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

    def position(self, name: str, value: int) -> int:
        """Validate a position of the encoding."""
        return whole(name, value, 0, self.length - 1)

    def rows(self, start: int, stop: int) -> Array:
        """Vectors of the positions from `start` to `stop - 1`."""
        if isinstance(self.encoding, Scheme):
            return self.encoding.encode(range(start, stop), self.dim, length=self.length).astype(np.float64, copy=False)
        return self.encoding[start:stop]

    def parts(self, count: int) -> Iterator[tuple[int, int]]:
        """Consecutive ranges of the first `count` positions whose vectors take about 1 MiB."""
        size = max(2**17 // self.dim, 1)
        return ((start, min(start + size, count)) for start in range(0, count, size))

    def dot_at_offset(self, offsets: ArrayLike | range) -> Array | None:
        """Return the closed form of `Scheme.dot_at_offset`, or None."""
        return self.encoding.dot_at_offset(offsets, self.dim) if isinstance(self.encoding, Scheme) else None

    def distance_at_offset(self, offsets: ArrayLike | range) -> Array | None:
        """Return the closed form of `Scheme.distance_at_offset`, or None."""
        if isinstance(self.encoding, Scheme):
            return self.encoding.distance_at_offset(offsets, self.dim, length=self.length)
        return None

    def dot_of(self, p: ArrayLike, q: ArrayLike) -> Array | None:
        """Return the dot products of positions, or None without a closed form."""
        if not isinstance(self.encoding, Scheme):
            return None
        return closed_forms.dot_of(self.encoding, *_positions(p, q), self.dim, self.length)

    def distance_of(self, p: ArrayLike, q: ArrayLike) -> Array | None:
        """Return the distances between positions, or None without a closed form."""
        if not isinstance(self.encoding, Scheme):
            return None
        return closed_forms.distance_of(self.encoding, *_positions(p, q), self.dim, self.length)


def _positions(p: ArrayLike, q: ArrayLike) -> tuple[Array, Array]:
    return np.asarray(p, np.float64), np.asarray(q, np.float64)
