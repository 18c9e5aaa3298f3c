"""Vectors of positions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from posenc_core.arrays import Array, argument_error, real_array, result_array, whole
from posenc_core.foundation.closed_forms import ClosedForms
from posenc_core.foundation.presentation import Presentation, digits, equal_to


class Vectors(Presentation, ClosedForms):
    """Vectors of a scheme that has them."""

    def encode(
        self,
        positions: Sequence[float] | ArrayLike,
        dim: int,
        *,
        length: int | None = None,
        dtype: DTypeLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Compute the vector of each position.

        Consecutive positions, such as a `range`, are fastest. The last digits (1e-13) may depend on the number of
        positions in one call.

        Parameters
        ----------
        positions : array_like, shape (..., n)
            Positions in tokens, from 0. A single position has no axis.
        dim : int
            Number of columns, d.
        length : int, optional
            Length of the sequence in tokens, used by schemes that normalize. By default the number of positions.
        dtype : {float64, float32, float16}, optional
            Type of the result, by default float64.
        out : ndarray, shape (..., n, d), optional
            Array for the result.

        Returns
        -------
        ndarray, shape (..., n, d)
            One row per position.

        Raises
        ------
        ValueError
            If the scheme has no vectors at this size, a position is not allowed, or `dtype` and `out` do not fit.

        Examples
        --------
        >>> from posenc_core import Sinusoidal
        >>> Sinusoidal().encode([0, 1], 4).round(3)
        array([[0.   , 1.   , 0.   , 1.   ],
               [0.841, 0.54 , 0.01 , 1.   ]])
        """
        dim = whole("dim", dim)
        points = self._as_range(positions)
        shape = (len(points),) if isinstance(points, range) else points.shape
        count = shape[-1] if shape else 1
        length = whole("length", max(count, 1) if length is None else length)
        if reason := self.unsupported_reason("vectors", length, dim):
            raise ValueError(reason)
        out = result_array((*shape, dim), np.dtype(np.float64), dtype, out)
        if len(shape) != 1:
            out[...] = self.encode(real_array("positions", points).ravel(), dim, length=length).reshape(out.shape)
        elif out.dtype == np.float16:
            out[...] = self.encode(points, dim, length=length)
        else:
            self._fill(out, points, length)
        return out

    def derivation(self, position: float, column: int, dim: int, *, length: int) -> tuple[str, ...]:
        r"""Derive one entry of the matrix step by step in LaTeX.

        Parameters
        ----------
        position : float
            Position in tokens.
        column : int
            Column, from 0.
        dim : int
            Number of columns, d.
        length : int
            Length of the sequence in tokens.

        Returns
        -------
        tuple of str
            Lines of LaTeX. A line that begins with a relation sign continues the previous one; the last line ends with
            the value.

        Raises
        ------
        ValueError
            As for `encode`, and if there is no such column.

        Examples
        --------
        >>> from posenc_core import Index
        >>> Index().derivation(3, 0, 2, length=4)[-1]
        'PE(3, 0) = 3'
        """
        points = self._points("position", position)
        if points.ndim:
            raise argument_error("positions.one", sizes=points.shape)
        value = float(self.encode(points, dim, length=length)[whole("column", column, 0, dim - 1)])
        place = points.item()
        return (
            *self._steps(place, column, dim, length),
            f"PE({digits(place)}, {column}) {equal_to(value)}",
        )

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        """Write the vectors of validated positions to `out`, (n, dim), float32 or float64.

        `length` is the length of the whole sequence, of which the positions may be a part.
        """
        raise NotImplementedError
