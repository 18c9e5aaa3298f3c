"""SeveralAxes: base class of rotations by positions with several coordinates, such as row and column."""

from abc import abstractmethod
from typing import Self

import numpy as np

from posenc_core.arrays import Array, ArrayLike, Integers, whole
from posenc_core.data_files import DATA, read_toml
from posenc_core.foundation.base import Scheme
from posenc_core.foundation.rotating import rotate_pairs


class SeveralAxes(Scheme):
    """Rotation whose pairs of columns belong to one axis each; positions are arrays of shape (n, axes)."""

    family = "rotation"
    abilities = frozenset({"scores", "rotation"})
    even_dim = True

    @property
    def axis_names(self) -> tuple[str, ...]:
        """Names of the coordinates of a position, in their order."""
        return ("time", "row", "column")[-self.axes :]

    @classmethod
    def published(cls) -> dict[str, Self]:
        """Return the settings of published models.

        Returns
        -------
        dict
            Scheme by name of the model.

        Examples
        --------
        >>> from posenc_core import AxialRoPE, MRoPE
        >>> AxialRoPE.published()["Flux"].axis_names
        ('time', 'row', 'column')
        >>> MRoPE.published()["Qwen3-VL"].arrangement
        'interleaved'
        """
        settings = read_toml(DATA / "image_rotations.toml")[cls.__name__]
        return {name: cls(**setting) for name, setting in settings.items()}

    @abstractmethod
    def axis_of_pairs(self, dim: int) -> Integers:
        """Return the axis of each pair of columns.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray of int, shape (d // 2,)
            Indices in `axis_names`; -1 for pairs that do not rotate.

        Examples
        --------
        >>> from posenc_core import AxialRoPE, MRoPE
        >>> AxialRoPE(arrangement="alternating").axis_of_pairs(8)
        array([0, 1, 0, 1])
        >>> MRoPE(sections="4, 2, 2", arrangement="interleaved").axis_of_pairs(16)
        array([0, 1, 2, 0, 1, 2, 0, 0])
        """

    @abstractmethod
    def frequencies(self, dim: int) -> Array:
        """Return the frequency of each pair of columns.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray, shape (d // 2,)
            Radians per unit of the coordinate of its axis; 0 for pairs that do not rotate.

        Examples
        --------
        >>> from posenc_core import AxialRoPE, MRoPE
        >>> AxialRoPE().frequencies(8)
        array([1.  , 0.01, 1.  , 0.01])
        >>> MRoPE(base=100).frequencies(4)
        array([1. , 0.1])
        """

    @abstractmethod
    def pairs(self, dim: int) -> Integers:
        """Return the two columns of each pair.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray of int, shape (d // 2, 2)
            Columns, from 0.

        Examples
        --------
        >>> from posenc_core import AxialRoPE, MRoPE
        >>> AxialRoPE(pairing="half of each axis").pairs(8).tolist()
        [[0, 2], [1, 3], [4, 6], [5, 7]]
        >>> MRoPE().pairs(4).tolist()
        [[0, 2], [1, 3]]
        """

    def coordinates_of(self, positions: ArrayLike) -> Array:
        """Return the coordinates that the frequencies multiply.

        Parameters
        ----------
        positions : array_like, shape (..., axes)
            Positions in patches or tokens, in the order of `axis_names`.

        Returns
        -------
        ndarray, shape (..., axes)
            Coordinates.
        """
        return self._points("positions", positions)

    def axis_of_columns(self, dim: int) -> Integers:
        """Return the axis of each column.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray of int, shape (d,)
            Indices in `axis_names`; -1 for columns that do not rotate.
        """
        axes = np.empty(whole("dim", dim), np.int64)
        axes[self.pairs(dim)] = self.axis_of_pairs(dim)[:, None]
        return axes

    def angles(self, positions: ArrayLike, dim: int) -> Array:
        """Return the angle by which each pair of columns rotates.

        Parameters
        ----------
        positions : array_like, shape (..., axes)
            Positions in patches or tokens, in the order of `axis_names`.
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray, shape (..., d // 2)
            Angles in radians.

        Raises
        ------
        ValueError
            If d is odd, or the positions do not have this number of axes.
        """
        self._require("rotation", dim=whole("dim", dim))
        return self.coordinates_of(positions)[..., self.axis_of_pairs(dim)] * self.frequencies(dim)

    def _points(self, name: str, positions: ArrayLike) -> Array:
        points = super()._points(name, positions)
        if not points.ndim or points.shape[-1] != self.axes:
            axes = ", ".join(self.axis_names)
            raise ValueError(f"{name} of {self.name} must have {self.axes} axes, {axes}, not shape {points.shape}")
        return points

    def _mean_dot(self, back: Array, dim: int, length: int) -> Array:
        # coordinates are linear in the positions
        turned = self.angles(back, dim) - self.angles(np.zeros(self.axes), dim)
        return np.asarray(2 * np.cos(turned).sum(axis=-1))

    def _rotate(self, x: Array, positions: Array, length: int, keys: bool) -> Array:
        first, second = self.pairs(x.shape[-1]).T
        angles = self.angles(positions, x.shape[-1])
        cosine, sine = np.cos(angles), np.sin(angles)
        return rotate_pairs(x, (first, second), cosine, sine)


def split_pairs(shares: ArrayLike, pairs: int) -> Integers:
    """Divide pairs by shares, exactly if these sum to their number.

    >>> split_pairs([16, 24, 24], 64)
    array([16, 24, 24])
    >>> split_pairs([1, 1], 5)
    array([2, 3])
    """
    ends = np.cumsum(shares) / np.sum(shares) * pairs
    return np.asarray(np.diff(np.round(ends).astype(np.int64), prepend=0))
