"""Geometric series of frequencies: the line ln w = u + r s, fitted to aliased frequencies.

A frequency is measured up to its sign and multiples of 2π. The line through the known frequencies predicts the others
and so resolves their aliases; these make the line more precise, until it reaches all of them.
"""

from typing import NamedTuple

import numpy as np

from posenc_core.arrays import Array, Mask
from posenc_tools.diagnosis import thresholds


class Series(NamedTuple):
    """Line through the log frequencies."""

    offset: float  # u: ln w at step 0
    slope: float  # r: change of ln w per step; NaN if there is only one step
    covariance: Array  # of u and r. (2, 2)
    frequencies: Array  # measured frequencies, unfolded; negative if an aliased wave runs backwards. (m,)


def series(steps: Array, w: Array, errors: Array, used: Mask) -> Series | None:
    """Fit a line to measured frequencies, at least two of them reliable; None if it does not fit. (m,) each."""
    reliable = used & (errors < thresholds.MAX_FREQUENCY_ERROR * w) & (w > 0)
    different = np.unique(steps[reliable])
    if reliable.sum() < 2:
        return None
    if len(different) < 2:
        return _level(w, errors, reliable)
    starts = [(reliable & (w < 3.0), w)]
    for slow, fast in ((different[-1], different[-2]), (different[0], different[1])):
        # the faster one may be aliased
        for seen in (w, np.where(steps == fast, 2 * np.pi - w, w)):
            starts.append((reliable & np.isin(steps, (slow, fast)), seen))
    grown = (_extend(steps, w, errors, reliable, first, seen) for first, seen in starts)
    return next((line for line in grown if line is not None), None)


def _level(w: Array, errors: Array, reliable: Mask) -> Series | None:
    """Fit one frequency to all columns."""
    middle = float(np.median(w[reliable]))
    apart = np.abs(w - middle) > 6 * errors + thresholds.MAX_LINE_DEVIATION * middle
    if apart[reliable].mean() > 1 - thresholds.MIN_ON_LINE:
        return None
    weights = 1 / np.square(np.maximum(errors[reliable] / middle, thresholds.MIN_FREQUENCY_ERROR))
    offset = float(np.log((weights * w[reliable]).sum() / weights.sum()))
    return Series(offset, np.nan, np.diag([1 / weights.sum(), np.inf]), w)


def _extend(steps: Array, w: Array, errors: Array, reliable: Mask, first: Mask, seen: Array) -> Series | None:
    if len(np.unique(steps[first])) < 2:
        return None
    known, unfolded = first, w
    line, covariance = _line(steps[known], seen[known], errors[known])
    for _ in range(40):
        spread = np.sqrt(covariance[0, 0] + 2 * steps * covariance[0, 1] + np.square(steps) * covariance[1, 1])
        expected = np.exp(np.minimum(line[0] + line[1] * steps, 40))
        reach = np.minimum(4 * spread + 1e-9, 20) * expected
        unfolded = _unfold(w, expected)
        off = np.abs(np.abs(unfolded) - expected)
        allowed = 6 * errors + reach + thresholds.MAX_LINE_DEVIATION * expected
        judged = reliable & (allowed < thresholds.MAX_PREDICTION_ERROR)
        agree = judged & (off <= allowed)
        if judged.sum() < 2 or agree.sum() < thresholds.MIN_ON_LINE * judged.sum() or len(np.unique(steps[agree])) < 2:
            return None
        if (agree == known).all():
            break
        known = agree
        line, covariance = _line(steps[known], np.abs(unfolded[known]), errors[known])
    # most of the predictable frequencies must agree
    reachable = reliable & (6 * errors + thresholds.MAX_LINE_DEVIATION * expected < thresholds.MAX_PREDICTION_ERROR)
    if known.sum() < thresholds.MIN_ON_LINE * reachable.sum():
        return None
    return Series(float(line[0]), float(line[1]), covariance, unfolded)


def _unfold(w: Array, expected: Array) -> Array:
    """Alias of w nearest to the expected frequency; negative if the wave runs backwards."""
    turn = 2 * np.pi
    forward = w + turn * np.rint((expected - w) / turn)
    backward = turn * np.rint((expected + w) / turn) - w
    return np.where(np.abs(forward - expected) <= np.abs(backward - expected), forward, -backward)


def _line(steps: Array, w: Array, errors: Array) -> tuple[Array, Array]:
    """Weighted least squares of ln w over the steps, with the covariance inflated for a poor fit."""
    y, weights = np.log(w), np.square(1 / np.maximum(errors / w, thresholds.MIN_FREQUENCY_ERROR))
    total = float(weights.sum())
    middle, mean = float((weights * steps).sum()) / total, float((weights * y).sum()) / total
    # centering decorrelates offset and slope
    off = steps - middle
    spread = float((weights * np.square(off)).sum())
    slope = float((weights * off * (y - mean)).sum()) / spread
    rest = float((weights * np.square(y - mean - slope * off)).sum()) / max(len(y) - 2, 1)
    covariance = np.array([[1 / total + middle**2 / spread, -middle / spread], [-middle / spread, 1 / spread]])
    return np.array([mean - slope * middle, slope]), covariance * max(1.0, rest)
