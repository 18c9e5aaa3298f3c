"""What is taken as numbers? The checks that every public function shares, each with one clear sentence."""

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["constant_axes", "index", "real_array", "real_numbers", "whole"]

Array = NDArray[np.floating[Any]]
Rows = NDArray[np.floating[Any]]

LARGEST = 1e150
"""Largest entry of an array, in size: the square of anything larger leaves float64."""


def real_array(name: str, value: ArrayLike, ndim: int | None = None) -> Array:
    """The numbers as float64; ValueError when they are not real numbers, or not in `ndim` dimensions.

    >>> real_array("x", [1, 2])
    array([1., 2.])
    """
    return real_numbers(name, value, ndim).astype(np.float64, copy=False)


def real_numbers(name: str, value: ArrayLike, ndim: int | None = None) -> NDArray[Any]:
    """The numbers in the kind that they have, whole or not; ValueError as for `real_array`.

    >>> real_numbers("x", [1, 2])
    array([1, 2])
    """
    if isinstance(value, np.ma.MaskedArray):
        raise ValueError(f"{name} must not be a masked array: fill what is masked first")
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must be an array of equally long rows of real numbers") from None
    # numpy would read True as 1 and "7" as text: neither is a number here; an empty list has no kind yet
    if ndim not in (None, array.ndim) or (array.size and array.dtype.kind not in "iuf"):
        if array.size and array.dtype.kind not in "iuf":
            kind = {"U": "text", "S": "bytes", "O": "objects"}.get(array.dtype.kind, array.dtype)
            raise ValueError(f"{name} must be real numbers, got {kind}")
        raise ValueError(f"{name} must have {ndim} dimension{'s' * (ndim != 1)}, got shape {array.shape}")
    return array


def whole(name: str, value: Any, low: int = 1) -> int:
    """A whole number from `low`.

    >>> whole("dim", 3)
    3
    """
    try:
        count = operator.index(value)
    except TypeError:
        count = low - 1
    if count < low or isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} = {value!r} must be a whole number from {low}")
    return count


def constant_axes(array: NDArray[Any]) -> list[int]:
    """Axes along which all slices are equal.

    >>> constant_axes(np.zeros((2, 3)) + np.arange(3))
    [0]
    """
    return [axis for axis in range(array.ndim) if (array == array.take([0], axis)).all()]


def index(axis: int, place: int) -> str:
    """Index of a slice in code.

    >>> index(1, 0)
    '[:, 0]'
    """
    return f"[{':, ' * axis}{place}]"
