"""Vectors of positions, and their dot products and distances by offset, if the positions do not matter.

Public methods validate their arguments and call the private method of the same name, which a scheme defines.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, ArrayLike, DTypeLike, Integers, real_array, result_array, whole
from posenc_core.foundation.abilities import Abilities, as_array
from posenc_core.foundation.presentation import Presentation, digits, equal_to


class Vectors(Presentation, Abilities):
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
        self._require("vectors", length, dim)
        out = result_array((*shape, dim), np.dtype(np.float64), dtype, out)
        if len(shape) != 1:
            # schemes fill a list of positions
            out[...] = self.encode(real_array("positions", points).ravel(), dim, length=length).reshape(out.shape)
        elif out.dtype == np.float16:
            # computed in float64 and rounded once
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
            raise ValueError(f"position must be one position, not {points.shape}")
        value = float(self.encode(points, dim, length=length)[whole("column", column, 0, dim - 1)])
        place = points.item()
        return *self._steps(place, column, dim, length), f"PE({digits(place)}, {column}) {equal_to(value)}"

    def dot_at_offset(self, offsets: ArrayLike | range, dim: int) -> Array | None:
        """Compute dot products by offset, if the positions do not matter.

        Parameters
        ----------
        offsets : array_like, shape (m,)
            Differences of two positions in tokens.
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray, shape (m,), or None
            Dot products; None if they depend on the positions.

        Examples
        --------
        >>> from posenc_core import Sinusoidal
        >>> Sinusoidal().dot_at_offset([0, 1], 4).round(3)
        array([2.  , 1.54])
        """
        return self._dot_at_offset(_offsets(offsets), whole("dim", dim))

    def distance_at_offset(self, offsets: ArrayLike | range, dim: int, *, length: int) -> Array | None:
        """Compute distances by offset, if the positions do not matter.

        Parameters
        ----------
        offsets : array_like, shape (m,)
            Differences of two positions in tokens.
        dim : int
            Number of columns, d.
        length : int
            Length of the sequence in tokens.

        Returns
        -------
        ndarray, shape (m,), or None
            Distances; None if they depend on the positions.

        Examples
        --------
        >>> from posenc_core import Index
        >>> Index().distance_at_offset([1, 2], 4, length=8)
        array([2., 4.])
        """
        return self._distance_at_offset(_offsets(offsets), whole("dim", dim), whole("length", length))

    def period(self, dim: int) -> int | None:
        """Return the period of the encoding.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        int or None
            Positions after which all vectors repeat; None if they never do.

        Examples
        --------
        >>> from posenc_core import Binary
        >>> Binary().period(4)
        16
        """
        whole("dim", dim)
        return None

    def wavelengths(self, dim: int) -> Array | None:
        """Return the wavelengths of the columns or pairs.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray, shape (m,), or None
            Wavelengths in tokens, increasing; None if columns are not periodic.

        Examples
        --------
        >>> from posenc_core import Binary
        >>> Binary().wavelengths(3)
        array([2., 4., 8.])
        """
        whole("dim", dim)
        return None

    def pairs(self, dim: int) -> Integers:
        """Return the pairs of columns; without a rule, neighboring columns.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray of int, shape (d // 2, 2)
            Columns of each pair, the sine first if the pair rotates.

        Examples
        --------
        >>> from posenc_core import Sinusoidal
        >>> Sinusoidal(layout="concatenated").pairs(4)
        array([[0, 2],
               [1, 3]])
        """
        return np.arange(whole("dim", dim) // 2 * 2).reshape(-1, 2)

    def angles_at_offset(self, offset: int, dim: int, length: int | None = None) -> Array | None:
        """Return the rotation angle of each pair for an offset.

        Parameters
        ----------
        offset : int
            Number of tokens.
        dim : int
            Number of columns, d.
        length : int, optional
            Length of the sequence in tokens, needed by scalings that depend on it.

        Returns
        -------
        ndarray, shape (d // 2,), or None
            Angles in radians; None if pairs do not rotate, or the length is needed.

        Examples
        --------
        >>> from posenc_core import Sinusoidal
        >>> Sinusoidal().angles_at_offset(3, 4)
        array([3.  , 0.03])
        """
        whole("dim", dim)
        return None

    def unpaired_wave(self, dim: int) -> Literal["sine", "cosine"] | None:
        """Return the wave without a partner, with which dot products depend on the positions.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        {"sine", "cosine"} or None
            Wave of an odd last column; None if all waves are paired.

        Examples
        --------
        >>> from posenc_core import Sinusoidal
        >>> Sinusoidal().unpaired_wave(5)
        'sine'
        """
        whole("dim", dim)
        return None

    def unpaired_angle(self, dim: int, length: int | None = None) -> float | None:
        """Return the frequency of the wave without a partner.

        Parameters
        ----------
        dim : int
            Number of columns, d.
        length : int, optional
            Length of the sequence in tokens, used by scalings that depend on it.

        Returns
        -------
        float or None
            Radians per token; None if all waves are paired.

        Examples
        --------
        >>> from posenc_core import Sinusoidal
        >>> round(Sinusoidal(base=32).unpaired_angle(5), 4)
        0.0625
        """
        whole("dim", dim)
        return None

    def _dot_at_offset(self, offsets: Array | range, dim: int) -> Array | None:
        return None

    def _distance_at_offset(self, offsets: Array | range, dim: int, length: int) -> Array | None:
        return None

    def _encode(self, positions: Array, dim: int, length: int) -> Array:
        """Compute the vectors of validated positions by the formula, in plain NumPy. (n,) -> (n, dim).

        `length` is the length of the whole sequence, of which the positions may be a part.
        """
        raise NotImplementedError

    def _fill(self, out: Array, positions: Array | range, length: int) -> None:
        """Write the vectors of validated positions to `out`, (n, dim), float32 or float64.

        A scheme may override this by a fast rule; a test compares it with `_encode`.
        """
        dim = out.shape[1]
        rows = max(2**18 // dim, 1)
        for first in range(0, len(positions), rows):
            part = slice(first, first + rows)
            out[part] = self._encode(as_array(positions[part]), dim, length)


def _offsets(offsets: ArrayLike | range) -> Array | range:
    """Validate offsets; a range stays a range, which is fastest."""
    if isinstance(offsets, range):
        return offsets
    values = real_array("offsets", offsets)
    if not np.isfinite(values).all():
        raise ValueError(f"offsets must be finite, not {values[~np.isfinite(values)][0]}")
    return values
