"""Rotations of queries and keys, and biases on attention logits."""

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from posenc_core.arrays import Array, real_numbers, to_dtype, whole
from posenc_core.foundation.abilities import Abilities

__all__ = ["Attention"]


class Attention(Abilities):
    """Effect of a scheme on queries, keys, and logits."""

    def rotate(
        self,
        x: ArrayLike,
        positions: ArrayLike,
        *,
        keys: bool = False,
        length: int | None = None,
        dtype: DTypeLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Rotate queries or keys by their positions.

        Parameters
        ----------
        x : array_like, shape (..., n, d)
            Queries or keys.
        positions : array_like, shape (n,)
            Their positions in tokens. One position without an axis rotates all vectors of `x`, shape (..., d).
        keys : bool, default False
            Whether `x` are keys, which some schemes scale differently.
        length : int, optional
            Length of the sequence in tokens, used by scalings that depend on it. By default the last position plus 1.
        dtype : {float64, float32, float16}, optional
            Type of the result, by default that of `x`.
        out : ndarray, shape (..., n, d), optional
            Array for the result.

        Returns
        -------
        ndarray, shape (..., n, d)
            Rotated vectors.

        Raises
        ------
        ValueError
            If the scheme rotates nothing, or the shapes do not fit.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> RoPE().rotate([[1.0, 0.0], [1.0, 0.0]], [0, 1]).round(3)
        array([[1.   , 0.   ],
               [0.54 , 0.841]])
        """
        vectors, points = real_numbers("x", x), self._points("positions", positions)
        batch = vectors.ndim - 1 - points.ndim
        if points.ndim > 1 or batch < 0 or vectors.shape[batch:-1] != points.shape:
            raise ValueError(f"x must be (..., n, d) for n positions, not {vectors.shape} for {points.shape}")
        if reason := self.unsupported_reason("rotation", dim=vectors.shape[-1]):
            raise ValueError(reason)
        length = max(int(points.max(initial=0)) + 1, 1) if length is None else whole("length", length)
        rows = vectors.astype(np.float64, copy=False)
        rows = rows if points.ndim else rows[..., None, :]
        rotated = self._rotate(rows, np.atleast_1d(points), length, keys)
        return to_dtype(rotated.reshape(vectors.shape), vectors.dtype, dtype, out)

    def bias(
        self,
        queries: ArrayLike,
        keys: ArrayLike,
        heads: int = 1,
        *,
        dtype: DTypeLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Compute the bias on the attention logit of each query position with each key position.

        Parameters
        ----------
        queries : array_like, shape (n,)
            Query positions in tokens. A single position has no axis.
        keys : array_like, shape (m,)
            Key positions in tokens. A single position has no axis.
        heads : int, default 1
            Number of attention heads, H.
        dtype : {float64, float32, float16}, optional
            Type of the result, by default float64.
        out : ndarray, shape (H, n, m), optional
            Array for the result.

        Returns
        -------
        ndarray, shape (H, n, m)
            Bias in nats; -inf for masked keys.

        Raises
        ------
        ValueError
            If the scheme has no bias, or a position is not allowed.

        Examples
        --------
        >>> from posenc_core import ALiBi
        >>> ALiBi().bias(3, [0, 2], heads=8)[0]
        array([-1.5, -0.5])
        """
        first, second = (self._at_most_flat(name, points) for name, points in (("queries", queries), ("keys", keys)))
        heads = whole("heads", heads)
        if reason := self.unsupported_reason("bias"):
            raise ValueError(reason)
        bias = self._bias(np.atleast_1d(first), np.atleast_1d(second), heads)
        return to_dtype(bias.reshape(len(bias), *first.shape, *second.shape), np.dtype(np.float64), dtype, out)

    def _rotate(self, x: Array, positions: Array, length: int, keys: bool) -> Array:
        """Rotate validated vectors by validated positions."""
        raise NotImplementedError

    def _mean_dot(self, back: Array, dim: int, length: int) -> Array:
        """Mean dot product of two equal vectors after rotation, by offset. (...) -> (...).

        This is the trace of R(i)'R(i - back): d at offset 0 if the rotation preserves norms.
        """
        raise NotImplementedError

    def _mask_future(self, scores: Array, back: Array) -> Array:
        """Set scores of keys after their query to -inf if the scheme is causal."""
        return scores if self.unsupported_reason("causal") else np.where(back >= 0, scores, -np.inf)

    def _bias_at_offset(self, back: Array, heads: int, length: int) -> Array | None:
        """Bias by offset in a sequence of this length, (...) -> (H, ...); None if it depends on the query position."""
        return None

    def _bias(self, queries: Array, keys: Array, heads: int) -> Array:
        """Bias of validated positions. (n,), (m,) -> (H, n, m)."""
        raise NotImplementedError
