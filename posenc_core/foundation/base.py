"""Scheme, the base class of every encoding.

An encoding adds a vector to each token embedding (a table), rotates queries and keys (a rotation), or adds a bias to
attention logits. Optional features are called abilities and are queried by name; every encoding computes attention
logits.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from posenc_core.arrays import Array, match_option, real_array, real_numbers, to_dtype, whole
from posenc_core.foundation.abilities import MAX_POSITION, Ability, Family, as_array
from posenc_core.foundation.parameters import Param, Parametrized, param
from posenc_core.foundation.vectors import Vectors

__all__ = ["MAX_POSITION", "Ability", "Content", "Family", "Param", "Scheme", "as_array", "param"]

Content = Literal["same", "independent"]
"""Query and key without their positions: equal or independent random vectors. Every column has variance 1, as after a
layer norm."""


@dataclass(frozen=True, kw_only=True)
class Scheme(Parametrized, Vectors):
    """Positional encoding: a table, a rotation, or a bias.

    Schemes are frozen dataclasses: their parameters are keyword arguments, equal parameters make equal schemes, and
    schemes can be dictionary keys.

    Attributes
    ----------
    name : str
        Name, such as "RoPE".
    source : str
        Publications, with section and arXiv number.
    family : {"table", "rotation", "bias"}
        How a position is applied.
    abilities : frozenset of str
        Features that some choice of its parameters has.
    learned : str
        Learned part and its stand-in here; empty for fixed rules.
    real_positions : bool
        Whether positions may be fractional and negative.
    even_dim : bool
        Whether the number of columns must be even.
    own_size : tuple of int, optional
        Rows and columns of a stored table; None for rules.
    axes : int
        Number of coordinates of a position; positions are arrays of shape (n, axes) if it is above 1.

    Examples
    --------
    >>> from posenc_core import Scheme, Sinusoidal
    >>> isinstance(Sinusoidal(), Scheme)
    True
    """

    learned: ClassVar[str] = ""

    def on_grid(self, rows: int, columns: int) -> Self:
        """Return the scheme for an image of this size, if it depends on the size.

        Parameters
        ----------
        rows, columns : int
            Number of patches along each axis.

        Returns
        -------
        Scheme
            The scheme itself, unless it has parameters for the size.

        Examples
        --------
        >>> from posenc_core import Grid
        >>> Grid().on_grid(14, 20).width
        20
        """
        return self

    def logits(
        self,
        queries: ArrayLike,
        keys: ArrayLike,
        query_positions: ArrayLike,
        key_positions: ArrayLike,
        *,
        length: int | None = None,
        heads: int = 1,
        dtype: DTypeLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Compute the attention logit of every query with every key, with their positions applied.

        A logit is the dot product of query and key over the square root of d.

        Parameters
        ----------
        queries : array_like, shape (n, d)
            Projected queries. A single query has no first axis.
        keys : array_like, shape (m, d)
            Projected keys. A single key has no first axis.
        query_positions : array_like, shape (n,)
            Positions of the queries in tokens.
        key_positions : array_like, shape (m,)
            Positions of the keys in tokens.
        length : int, optional
            Length of the sequence in tokens. By default the number of key positions.
        heads : int, default 1
            Number of attention heads of a bias, H.
        dtype : {float64, float32, float16}, optional
            Type of the result, by default that of queries and keys.
        out : ndarray, shape (H, n, m), optional
            Array for the result.

        Returns
        -------
        ndarray, shape (H, n, m)
            Logits in nats; -inf for masked keys. H = 1 for schemes without a bias.

        Raises
        ------
        ValueError
            If the shapes do not fit, or the scheme does not support d.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> RoPE().logits([1.0, 0.0], [[1.0, 0.0], [1.0, 0.0]], 1, [0, 1]).round(3)
        array([[0.382, 0.707]])
        """
        contents = real_numbers("queries", queries), real_numbers("keys", keys)
        places = (
            self._flat("query_positions", query_positions, single=True),
            self._flat("key_positions", key_positions, single=True),
        )
        shapes = [self._shape(p) for p in places]
        if any(x.ndim != len(s) + 1 or x.shape[:-1] != s for x, s in zip(contents, shapes, strict=True)) or (
            contents[0].shape[-1] != contents[1].shape[-1]
        ):
            given = ", ".join(f"{x.shape} at {p.shape}" for x, p in zip(contents, places, strict=True))
            raise ValueError(f"queries (n, d) at (n,) and keys (m, d) at (m,) must go together, not {given}")
        q, k = (np.atleast_2d(x).astype(np.float64, copy=False) for x in contents)
        at, of = map(self._listed, places)
        scores = self._logits(q, k, at, of, length, heads)
        scores = scores.reshape(len(scores), *shapes[0], *shapes[1])
        return to_dtype(scores, np.result_type(*contents), dtype, out)

    def _logits(self, q: Array, k: Array, at: Array, of: Array, length: int | None, heads: int) -> Array:
        """Compute logits of queries q at positions `at` and keys k at `of`. (n, d), (m, d), (n,), (m,) -> (H, n, m)."""
        dim = q.shape[1]
        length = max(len(of), 1) if length is None else length
        if self.family == "rotation":
            q, k = self.rotate(q, at, length=length), self.rotate(k, of, keys=True, length=length)
        elif self.family == "table":
            q, k = q + self.encode(at, dim, length=length), k + self.encode(of, dim, length=length)
        scores = np.asarray(q @ k.T, np.float64)[None] / np.sqrt(dim)
        if self.family == "bias":
            return np.asarray(scores + self.bias(at, of, heads))
        return self._mask_future(scores, at[:, None] - of)

    def mean_logits(
        self,
        query: float | ArrayLike,
        keys: ArrayLike,
        dim: int,
        *,
        length: int | None = None,
        content: Content = "same",
        heads: int = 1,
    ) -> Array:
        """Compute the attention logit of positions, averaged over random queries and keys.

        Every column of queries and keys has mean 0 and variance 1.

        Parameters
        ----------
        query : array_like, shape (n,)
            Query positions in tokens. A single position has no axis.
        keys : array_like, shape (m,)
            Key positions in tokens.
        dim : int
            Number of columns, d.
        length : int, optional
            Length of the sequence in tokens. By default the number of key positions.
        content : {"same", "independent"}
            Whether query and key are equal or independent, without their positions.
        heads : int, default 1
            Number of attention heads of a bias, H.

        Returns
        -------
        ndarray, shape (H, n, m)
            Mean logits in nats; -inf for masked keys. H = 1 for schemes without a bias.

        Raises
        ------
        ValueError
            If a position is not allowed, or the scheme does not support d.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> RoPE().mean_logits(2, range(3), 2).round(3)
        array([[-0.589,  0.764,  1.414]])
        """
        dim, of, product = whole("dim", dim), self._flat("keys", keys), _mean_product(content, dim)
        points = self._points("query", query)
        at = self._flat("query", self._listed(points))
        length = max(len(of), 1) if length is None else whole("length", length)
        if self.family == "bias":
            scores = product / np.sqrt(dim) + self.bias(at, of, heads)
        elif self.family == "rotation":
            self._require("rotation", length, dim)
            back = at[:, None] - of
            dots = self._mean_dot(back, dim, length) if product else np.zeros(self._shape(back))
            scores = self._mask_future(dots, back)[None] / np.sqrt(dim)
        else:
            rows = [self.encode(positions, dim, length=length) for positions in (at, of)]
            scores = (product + rows[0] @ rows[1].T)[None] / np.sqrt(dim)
        if not self._shape(points):
            scores = scores[:, 0]
        return np.asarray(scores, np.float64)

    def mean_logits_at_offset(
        self,
        offsets: ArrayLike | range,
        dim: int,
        *,
        length: int,
        content: Content = "same",
        heads: int = 1,
    ) -> Array | None:
        """Compute the mean attention logit by offset, if it does not depend on the query position.

        Parameters
        ----------
        offsets : array_like, shape (m,)
            Query position minus key position, in tokens; negative for keys after the query.
        dim : int
            Number of columns, d.
        length : int
            Length of the sequence in tokens.
        content : {"same", "independent"}
            As for `mean_logits`.
        heads : int, default 1
            Number of attention heads of a bias, H.

        Returns
        -------
        ndarray, shape (H, m), or None
            Mean logits in nats; None if they depend on the query position.

        Raises
        ------
        ValueError
            If the scheme does not support d.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> RoPE().mean_logits_at_offset(range(3), 2, length=8).round(3)
        array([[ 1.414,  0.764, -0.589]])
        """
        dim, length, heads = whole("dim", dim), whole("length", length), whole("heads", heads)
        product, back = _mean_product(content, dim), real_array("offsets", offsets, 1)
        if self.family == "bias":
            bias = self._bias_at_offset(back, heads, length)
            if bias is None:
                return None
            return np.asarray(product / np.sqrt(dim) + bias)
        if self.family == "rotation":
            self._require("rotation", length, dim)
            rotated = self._mean_dot(back, dim, length) if product else np.zeros(back.shape)
            return np.asarray(self._mask_future(rotated, back)[None] / np.sqrt(dim))
        dots = self.dot_at_offset(offsets, dim)
        if dots is None:
            return None
        return np.asarray((product + dots)[None] / np.sqrt(dim))


def _mean_product(content: Content, dim: int) -> float:
    """Mean dot product of query and key without their positions."""
    return float(dim) if match_option(content, get_args(Content), "content") == "same" else 0.0
