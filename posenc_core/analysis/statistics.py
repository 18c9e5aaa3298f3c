"""Statistics of numbers, curves, and matrices."""

from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array, ArrayLike, real_array

EQUAL = 1e-9
"""Relative difference up to which numbers of a sequence count as equal: above the errors of long sums."""

TIE = 1e-12
"""Relative difference up to which two values count as equal."""


class Spread(NamedTuple):
    """Variation of a sequence of numbers.

    Attributes
    ----------
    mean : float
        Mean.
    relative : float
        Standard deviation over mean (coefficient of variation); NaN if the mean is 0.
    smallest, largest : float
        Extremes.
    at_smallest, at_largest : int
        Indexes of the first smallest and largest number.
    """

    mean: float
    relative: float
    smallest: float
    largest: float
    at_smallest: int
    at_largest: int

    @property
    def is_constant(self) -> bool:
        """True if all numbers are equal up to rounding."""
        return self.largest - self.smallest <= EQUAL * max(abs(self.smallest), abs(self.largest))


def spread(values: ArrayLike) -> Spread:
    """Return the variation of a sequence of numbers.

    Parameters
    ----------
    values : array_like, shape (m,)
        Finite numbers.

    Returns
    -------
    Spread
        Mean, coefficient of variation, and extremes. Of extremes that are equal up to rounding, the first counts.

    Raises
    ------
    ValueError
        If there are no numbers, or one of them is not finite.

    Examples
    --------
    >>> spread([1.0, 2.0, 3.0]).mean
    2.0
    """
    numbers = real_array("values", values, 1)
    if not numbers.size:
        raise ValueError("values must be a flat, non-empty sequence of numbers")
    if not np.isfinite(numbers).all():
        raise ValueError(f"values must be finite, not {numbers[~np.isfinite(numbers)][0]}")
    low, high = float(numbers.min()), float(numbers.max())
    scaled, exponent = unit_scale(numbers)
    mean = float(scaled.mean())
    # exactly 0 for equal numbers, whatever the rounding of their mean
    deviation = 0.0 if low == high else float(scaled.std())
    relative = deviation / mean if mean else np.nan
    at_low, at_high = first_equal(scaled, scaled.min()), first_equal(scaled, scaled.max())
    return Spread(float(np.ldexp(mean, exponent)), relative, low, high, at_low, at_high)


def first_equal(values: Array, value: float) -> int:
    """Return the index of the first element equal to a value up to rounding.

    Parameters
    ----------
    values : ndarray, shape (m,)
        Numbers.
    value : float
        Value of one of them.

    Returns
    -------
    int
        Index.

    Examples
    --------
    >>> first_equal(np.array([1.0, 2.0, 2.0]), 2.0)
    1
    """
    return int(np.argmax(np.abs(values - value) <= TIE * np.abs(values).max()))


def first_rise(curve: ArrayLike) -> int | None:
    """Return the first index after which a curve rises by more than rounding.

    Parameters
    ----------
    curve : array_like, shape (m,)
        Numbers; steps to or from NaN are not rises.

    Returns
    -------
    int or None
        Index, or None if the curve never rises.

    Examples
    --------
    >>> first_rise([3.0, 1.0, 2.0])
    1
    """
    values = real_array("curve", curve, 1)
    largest = np.abs(values[np.isfinite(values)]).max(initial=0)
    # differences of infinities are NaN, and those of large numbers may overflow
    with np.errstate(invalid="ignore", over="ignore"):
        rises = np.flatnonzero(np.diff(values) > TIE * largest)
    return int(rises[0]) if rises.size else None


def shares(logits: ArrayLike) -> Array:
    """Return the softmax over the last axis.

    Parameters
    ----------
    logits : array_like, shape (..., n)
        Logits; -inf for masked entries.

    Returns
    -------
    ndarray, shape (..., n)
        Positive numbers that sum to 1; NaN where all logits are -inf.

    Examples
    --------
    >>> shares([0.0, 0.0])
    array([0.5, 0.5])
    """
    raw = real_array("logits", logits, np.ndim(logits))
    peak = raw.max(axis=-1, keepdims=True)
    raised = np.exp(raw - np.where(np.isfinite(peak), peak, 0))
    total = raised.sum(axis=-1, keepdims=True)
    return np.asarray(np.divide(raised, total, out=np.full_like(raised, np.nan), where=total > 0))


def unit_scale(values: Array) -> tuple[Array, int]:
    """Scale numbers by a power of two to at most 1, so that squares neither overflow nor underflow.

    Returns the numbers and the exponent.
    """
    exponent = int(np.frexp(np.abs(values[np.isfinite(values)]).max(initial=0))[1])
    return np.ldexp(values, -exponent), exponent
