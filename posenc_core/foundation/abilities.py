"""Abilities of schemes, and the sizes and positions that they support."""

from collections.abc import Sequence
from typing import ClassVar, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import Array, option_error, real_numbers
from posenc_core.text.messages import Claim, claim

__all__ = ["Abilities", "as_array"]

MAX_POSITION = 10**9
"""Largest absolute position, in tokens. Up to here a float64 angle has an error below 3e-7 radians."""

Family = Literal["table", "rotation", "bias"]
"""How a position is applied: as an added vector, a rotation of queries and keys, or a bias on attention logits."""

Ability = Literal["scores", "vectors", "rotation", "bias", "heads", "causal"]
"""Optional features; the message `lacks-<ability>` is the reason that a scheme lacks one."""


class Abilities:
    """Features of a scheme by name, and validation of its positions."""

    name: ClassVar[str]
    family: ClassVar[Family] = "table"
    abilities: ClassVar[frozenset[Ability]] = frozenset({"scores", "vectors"})
    real_positions: ClassVar[bool] = True
    own_size: ClassVar[tuple[int, int] | None] = None

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        """Return why this scheme lacks an ability, or None if it has it.

        Parameters
        ----------
        ability : {"scores", "vectors", "rotation", "bias", "heads", "causal"}
            Attention logits, position vectors, rotation of queries and keys, bias on logits, a different bias in each
            head, a mask of later positions.
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
        if ability not in self.abilities:
            if ability not in get_args(Ability):
                raise option_error(ability, get_args(Ability), "ability")
            return claim(f"lacks-{ability}", name=self.name)
        rows, columns = self.own_size or (length or 0, dim or 0)
        if (length or 0) <= rows and (dim or 0) <= columns:
            return None
        return claim("lacks-rows", name=self.name, length=rows, dim=columns)

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
        return length if self.own_size is None else min(length, self.own_size[0])

    def _as_range(self, positions: Sequence[float] | ArrayLike) -> Array | range:
        """Validate positions; return consecutive ones as a range."""
        if isinstance(positions, range):
            self._points("positions", [*positions[:1], *positions[-1:]])
            return positions
        points = self._points("positions", positions)
        if points.ndim != 1 or points.size < 2 or points[0] % 1 or not (np.diff(points) == 1).all():
            return points
        return range(int(points[0]), int(points[0]) + points.size)

    def _flat(self, name: str, positions: ArrayLike) -> Array:
        points = self._points(name, positions)
        if points.ndim != 1:
            raise ValueError(f"{name} must be positions in one dimension, not {points.shape}")
        return points

    def _at_most_flat(self, name: str, positions: ArrayLike) -> Array:
        points = self._points(name, positions)
        if points.ndim > 1:
            raise ValueError(f"{name} must be one position, or positions in one dimension, not {points.shape}")
        return points

    def _points(self, name: str, positions: ArrayLike) -> Array:
        points = real_numbers(name, positions)
        if not points.size:
            return points.astype(np.float64)
        low, allowed, whole_only = -MAX_POSITION, f"between -{MAX_POSITION:,} and {MAX_POSITION:,}", False
        if not self.real_positions:
            low, allowed, whole_only = 0, f"whole and between 0 and {MAX_POSITION:,}", True
        # min and max are NaN if any position is
        fits = points.min() >= low and points.max() <= MAX_POSITION
        if not fits or (whole_only and points.dtype.kind == "f" and (points != np.floor(points)).any()):
            valid = (points >= low) & (points <= MAX_POSITION) & (not whole_only or points == np.floor(points))
            raise ValueError(f"{name} of {self.name} must be {allowed}, not {points[~valid].flat[0]:.15g}")
        return points.astype(np.int64 if whole_only else np.float64, copy=False)


def as_array(positions: Array | range) -> Array:
    """Convert validated positions to float64."""
    if isinstance(positions, range):
        return np.arange(positions.start, positions.stop, positions.step, dtype=np.float64)
    return positions
