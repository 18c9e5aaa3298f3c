"""Types of arrays, and input validation shared by the public functions."""

import operator
from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike as ArrayLike
from numpy.typing import DTypeLike as DTypeLike
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
Complex = NDArray[np.complexfloating[Any, Any]]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]
AnyArray = NDArray[Any]
Numbers = TypeVar("Numbers", bound=np.ndarray[Any, Any])

LARGEST = 1e150
"""Largest absolute value of an array: the square of a larger one overflows float64."""


def real_array(name: str, value: ArrayLike, ndim: int | None = None) -> Array:
    """Convert real numbers to float64.

    Parameters
    ----------
    name : str
        Name of the argument, for the error message.
    value : array_like
        Real numbers.
    ndim : int, optional
        Required number of dimensions.

    Returns
    -------
    ndarray of float64
        The same numbers.

    Raises
    ------
    ValueError
        If `value` is not an array of real numbers, or does not have `ndim` dimensions.

    Examples
    --------
    >>> real_array("x", [1, 2])
    array([1., 2.])
    """
    return real_numbers(name, value, ndim).astype(np.float64, copy=False)


def real_numbers(name: str, value: ArrayLike, ndim: int | None = None) -> AnyArray:
    """Convert real numbers to an array and keep their dtype; see `real_array`.

    >>> real_numbers("x", [1, 2])
    array([1, 2])
    """
    if isinstance(value, np.ma.MaskedArray):
        raise ValueError(f"{name} must not be a masked array: fill the masked values first")
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must be an array of real numbers with rows of equal length") from None
    # booleans and text are not numbers; an empty list has no dtype yet
    if array.size and array.dtype.kind not in "iuf":
        kind = {"U": "text", "S": "bytes", "O": "objects"}.get(array.dtype.kind, array.dtype)
        raise ValueError(f"{name} must be real numbers, got {kind}")
    if ndim not in (None, array.ndim):
        dimensions = "1 dimension" if ndim == 1 else f"{ndim} dimensions"
        raise ValueError(f"{name} must have {dimensions}, got shape {array.shape}")
    return array


def whole(name: str, value: Any, low: int = 1, high: int | None = None) -> int:
    """Convert a whole number from `low` to `high` to int; ValueError for anything else.

    >>> whole("dim", 3)
    3
    """
    try:
        count = operator.index(value)
    except TypeError:
        count = low - 1
    if count < low or (high is not None and count > high) or isinstance(value, bool | np.bool_):
        end = "" if high is None else f" to {high}"
        raise ValueError(f"{name} = {value!r} must be a whole number from {low}{end}")
    return count


def read_only(array: Numbers) -> Numbers:
    """Make an array read-only, in place, and return it.

    >>> read_only(np.zeros(2)).flags.writeable
    False
    """
    array.flags.writeable = False
    return array


def constant_axes(array: AnyArray) -> list[int]:
    """Axes along which all slices are equal.

    >>> constant_axes(np.zeros((2, 3)) + np.arange(3))
    [0]
    """
    return [axis for axis in range(array.ndim) if (array == array.take([0], axis)).all()]


def has_columns_first(array: AnyArray) -> bool:
    """Return True for a (d, h, w) array if each of its d slices varies along one axis alone. (d, h, w) -> bool.

    >>> has_columns_first(np.stack([np.indices((4, 5))[0], np.indices((4, 5))[1]]))
    True
    """
    rows, columns = ((array == array.take([0], axis)).all(axis=(1, 2)) for axis in (2, 1))
    return bool((rows | columns).all() and (~rows).any() and (~columns).any())


def index(axis: int, place: int) -> str:
    """Index of a slice in code.

    >>> index(1, 0)
    '[:, 0]'
    """
    return f"[{':, ' * axis}{place}]"


def match_option(value: Any, options: Iterable[Any], name: str = "") -> str:
    """Return the option that equals a text in upper or lower case, or raise `option_error`.

    >>> match_option("rope", ["RoPE", "ALiBi"])
    'RoPE'
    """
    options = list(options)
    if isinstance(value, str) and value in options:
        return value
    texts = {option.lower(): option for option in options if isinstance(option, str)}
    if not isinstance(value, str) or value.lower() not in texts:
        raise option_error(value, options, name)
    return str(texts[value.lower()])


def option_error(value: Any, options: Iterable[Any], name: str = "") -> ValueError:
    """Error for a value that is not an option: its argument's name, the options, and the nearest one.

    >>> option_error("rop", ["RoPE", "ALiBi"], "name")
    ValueError("name = 'rop' must be one of RoPE, ALiBi; did you mean 'RoPE'?")
    """
    options = list(options)
    shown = f"{name} = {value!r}" if name else repr(value)
    return ValueError(f"{shown} must be one of {', '.join(map(str, options))}{did_you_mean(value, options)}")


def did_you_mean(value: Any, options: Iterable[Any]) -> str:
    """End of an error message that names the nearest option, or nothing if none is near.

    >>> did_you_mean("bse", ["base", "layout"])
    "; did you mean 'base'?"
    """
    # imported here because only errors need it
    from difflib import get_close_matches

    texts = {str(option).lower(): option for option in options}
    near = get_close_matches(value.lower(), texts, 1) if isinstance(value, str) else []
    return f"; did you mean {texts[near[0]]!r}?" if near else ""


_FLOATS = (np.float16, np.float32, np.float64)


def result_array(shape: tuple[int, ...], own: np.dtype[Any], dtype: DTypeLike | None, out: Array | None) -> Array:
    """Return `out`, or a new array of `dtype`, by default `own` if that is a float type."""
    if out is None:
        default = own if own in _FLOATS else np.dtype(np.float64)
        result = default if dtype is None else np.dtype(dtype)
        if result not in _FLOATS:
            raise ValueError(f"dtype = {result} must be one of float16, float32, float64")
        return np.empty(shape, result)
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype not in _FLOATS:
        kind = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise ValueError(f"out must be float16, float32 or float64 of shape {shape}, not {kind}")
    if dtype is not None and out.dtype != np.dtype(dtype):
        raise ValueError(f"dtype = {np.dtype(dtype)} must be that of out, {out.dtype}, or left out")
    return out


def to_dtype(values: Array, own: np.dtype[Any], dtype: DTypeLike | None, out: Array | None) -> Array:
    """Convert float64 values to the requested dtype, or write them to `out`."""
    result = result_array(values.shape, own, dtype, out)
    if out is None and result.dtype == values.dtype:
        return values
    result[...] = values
    return result
