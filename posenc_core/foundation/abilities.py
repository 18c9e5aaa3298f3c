"""Abilities of schemes: rotations of queries and keys, biases on logits, and supported sizes and positions."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, get_args

import numpy as np

from posenc_core.arrays import Array, ArrayLike, DTypeLike, match_option, real_numbers, to_dtype, whole
from posenc_core.text.messages import Claim, claim

MAX_POSITION = 10**9
"""Largest absolute position, in tokens. Up to here a float64 angle has an error below 3e-7 radians."""

Family = Literal["table", "rotation", "bias"]
"""How a position is applied: as an added vector, a rotation of queries and keys, or a bias on attention logits."""

Ability = Literal["scores", "vectors", "rotation", "bias", "heads", "causal"]
"""Optional features; the message `lacks-<ability>` is the reason that a scheme lacks one."""


class Abilities:
    """Features of a scheme by name, and its effect on queries, keys, and logits."""

    name: ClassVar[str]
    family: ClassVar[Family] = "table"
    abilities: ClassVar[frozenset[Ability]] = frozenset({"scores", "vectors"})
    real_positions: ClassVar[bool] = True
    even_dim: ClassVar[bool] = False
    own_size: ClassVar[tuple[int, int] | None] = None
    axes: ClassVar[int] = 1

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        """Return why this scheme lacks an ability, or None if it has it.

        Parameters
        ----------
        ability : {"scores", "vectors", "rotation", "bias", "heads", "causal"}
            Attention logits, position vectors, rotation of queries and keys, bias on logits, a different bias in each
            head, a mask of later positions; in upper or lower case.
        length : int, optional
            Number of positions, for limits of the size.
        dim : int, optional
            Number of columns, for limits of the size.

        Returns
        -------
        Claim or None
            Reason, an id with arguments; `str` formats it as a sentence.

        Raises
        ------
        ValueError
            If there is no such ability.

        Examples
        --------
        >>> from posenc_core import RoPE
        >>> print(RoPE().unsupported_reason("vectors", dim=7))
        RoPE rotates pairs of dimensions, so d must be even, not 7.
        >>> RoPE().unsupported_reason("vectors", dim=8)
        """
        name: Any = match_option(ability, get_args(Ability), "ability")
        return self._unsupported_reason(name, length or 0, dim or 0)

    def _unsupported_reason(self, ability: Ability, length: int, dim: int) -> Claim | None:
        """Reason for a validated ability; sizes are 0 if unknown."""
        if self.even_dim and dim % 2:
            return claim("lacks-pairs", name=self.name, dim=dim)
        if ability not in self.abilities:
            return claim(f"lacks-{ability}", name=self.name)
        rows, columns = self.own_size or (length, dim)
        if length <= rows and dim <= columns:
            return None
        return claim("lacks-rows", name=self.name, length=rows, dim=columns)

    def _require(self, ability: Ability, length: int | None = None, dim: int | None = None) -> None:
        """Raise ValueError with the reason that this scheme lacks an ability, if it does."""
        if reason := self.unsupported_reason(ability, length, dim):
            raise ValueError(reason)

    def rows_within(self, length: int) -> int:
        """Return the number of valid positions among the first `length`, smaller for a shorter stored table.

        Parameters
        ----------
        length : int
            Number of positions.

        Returns
        -------
        int
            At most `length`.

        Examples
        --------
        >>> from posenc_core import Learned
        >>> Learned().rows_within(1000)
        512
        """
        if self.own_size is None:
            return length
        return min(length, self.own_size[0])

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
            Their positions in tokens, (n, axes) for schemes with several axes. One position without the first axis
            rotates all vectors of `x`, shape (..., d).
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
        shape = self._shape(points)
        batch = vectors.ndim - 1 - len(shape)
        if len(shape) > 1 or batch < 0 or vectors.shape[batch:-1] != shape:
            raise ValueError(f"x must be (..., n, d) for n positions, not {vectors.shape} for {points.shape}")
        self._require("rotation", dim=vectors.shape[-1])
        length = max(int(points.max(initial=0)) + 1, 1) if length is None else whole("length", length)
        rows = vectors.astype(np.float64, copy=False)
        if not shape:
            rows = rows[..., None, :]
        rotated = self._rotate(rows, self._listed(points), length, keys)
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
        first, second = (
            self._flat(name, points, single=True) for name, points in (("queries", queries), ("keys", keys))
        )
        heads = whole("heads", heads)
        self._require("bias")
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
        if self.unsupported_reason("causal"):
            return scores
        return np.where(back >= 0, scores, -np.inf)

    def _bias_at_offset(self, back: Array, heads: int, length: int) -> Array | None:
        """Bias by offset in a sequence of this length, (...) -> (H, ...); None if it depends on the query position."""
        return None

    def _bias(self, queries: Array, keys: Array, heads: int) -> Array:
        """Bias of validated positions. (n,), (m,) -> (H, n, m)."""
        raise NotImplementedError

    def _as_range(self, positions: Sequence[float] | ArrayLike) -> Array | range:
        """Validate positions; return consecutive ones as a range."""
        if isinstance(positions, range):
            self._points("positions", [*positions[:1], *positions[-1:]])
            return positions
        points = self._points("positions", positions)
        if points.ndim != 1 or points.size < 2 or points[0] % 1 or not (np.diff(points) == 1).all():
            return points
        return range(int(points[0]), int(points[0]) + points.size)

    def _flat(self, name: str, positions: ArrayLike, *, single: bool = False) -> Array:
        """Validate a list of positions, or with `single` also one position."""
        points = self._points(name, positions)
        axes = len(self._shape(points))
        if single and axes > 1:
            raise ValueError(f"{name} must be one position, or positions in one dimension, not {points.shape}")
        if not single and axes != 1:
            raise ValueError(f"{name} must be positions in one dimension, not {points.shape}")
        return points

    def _shape(self, points: Array) -> tuple[int, ...]:
        """Shape of validated positions without the axis of their coordinates."""
        return points.shape if self.axes == 1 else points.shape[:-1]

    def _listed(self, points: Array) -> Array:
        """Add the first axis to a single position."""
        return points if self._shape(points) else points[None]

    def _points(self, name: str, positions: ArrayLike) -> Array:
        points = real_numbers(name, positions)
        if not points.size:
            return points.astype(np.float64)
        whole_only = not self.real_positions
        low = 0 if whole_only else -MAX_POSITION
        # min and max are NaN if any position is
        fits = points.min() >= low and points.max() <= MAX_POSITION
        if not fits or (whole_only and points.dtype.kind == "f" and (points != np.floor(points)).any()):
            valid = (points >= low) & (points <= MAX_POSITION) & (not whole_only or points == np.floor(points))
            kind = "whole and between" if whole_only else "between"
            raise ValueError(
                f"{name} of {self.name} must be {kind} {low:,} and {MAX_POSITION:,}, not {points[~valid].flat[0]:.15g}"
            )
        return points.astype(np.int64 if whole_only else np.float64, copy=False)


def as_array(positions: Array | range) -> Array:
    """Convert validated positions to float64."""
    if isinstance(positions, range):
        return np.arange(positions.start, positions.stop, positions.step, dtype=np.float64)
    return positions
