"""Do frequencies fall by the same factor from step to step? The line ln w = u + r s, also through aliased frequencies.

A frequency is measured up to its sign and whole multiples of 2π. The line through the frequencies known so far predicts
the others, which says which multiple is meant; these make the line more precise, until it reaches all of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array
from posenc_core.diagnosis.thresholds import (
    MAX_FREQUENCY_ERROR,
    MAX_LINE_DEVIATION,
    MAX_PREDICTION_ERROR,
    MIN_FREQUENCY_ERROR,
    MIN_ON_LINE,
)

__all__ = ["Series", "series"]


class Series(NamedTuple):
    """A line through ln w over the steps."""

    offset: float  # u: ln w at step 0
    slope: float  # r: change of ln w per step; NaN where only one step is told
    covariance: NDArray[np.float64]  # of u and r. (2, 2)
    frequencies: Array  # measured frequencies, unfolded: negative where the wave runs backwards below π. (m,)


def series(steps: Array, w: Array, errors: Array, used: NDArray[np.bool_]) -> Series | None:
    """The line through measured frequencies; None where they lie on none. (m,) each; at least two must be told."""
    reliable = used & (errors < MAX_FREQUENCY_ERROR * w) & (w > 0)
    different = np.unique(steps[reliable])
    if reliable.sum() < 2:
        return None
    if len(different) < 2:
        return _level(w, errors, reliable)
    starts = [(reliable & (w < 3.0), w)]
    for slow, fast in ((different[-1], different[-2]), (different[0], different[1])):
        # the faster one may look slower than it is
        for seen in (w, np.where(steps == fast, 2 * np.pi - w, w)):
            starts.append((reliable & np.isin(steps, (slow, fast)), seen))
    grown = (_extend(steps, w, errors, reliable, first, seen) for first, seen in starts)
    return next((each for each in grown if each is not None), None)


def _level(w: Array, errors: Array, reliable: NDArray[np.bool_]) -> Series | None:
    """All columns of one frequency."""
    middle = float(np.median(w[reliable]))
    if (np.abs(w[reliable] - middle) > 6 * errors[reliable] + MAX_LINE_DEVIATION * middle).mean() > 1 - MIN_ON_LINE:
        return None
    weights = 1 / np.square(np.maximum(errors[reliable] / middle, MIN_FREQUENCY_ERROR))
    offset = float(np.log((weights * w[reliable]).sum() / weights.sum()))
    return Series(offset, np.nan, np.diag([1 / weights.sum(), np.inf]), w)


def _extend(
    steps: Array, w: Array, errors: Array, reliable: NDArray[np.bool_], first: NDArray[np.bool_], seen: Array
) -> Series | None:
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
        allowed = 6 * errors + reach + MAX_LINE_DEVIATION * expected
        judged = reliable & (allowed < MAX_PREDICTION_ERROR)
        agree = judged & (off <= allowed)
        if judged.sum() < 2 or agree.sum() < MIN_ON_LINE * judged.sum() or len(np.unique(steps[agree])) < 2:
            return None
        if (agree == known).all():
            break
        known = agree
        line, covariance = _line(steps[known], np.abs(unfolded[known]), errors[known])
    # of those that can be predicted at all, most must agree
    reachable = reliable & (6 * errors + MAX_LINE_DEVIATION * expected < MAX_PREDICTION_ERROR)
    if known.sum() < MIN_ON_LINE * reachable.sum():
        return None
    return Series(float(line[0]), float(line[1]), covariance, unfolded)


def _unfold(w: Array, expected: Array) -> Array:
    """The frequency that looks like w and is nearest to the expected one; its sign says whether it runs backwards."""
    turn = 2 * np.pi
    forward = w + turn * np.rint((expected - w) / turn)
    backward = turn * np.rint((expected + w) / turn) - w
    return np.where(np.abs(forward - expected) <= np.abs(backward - expected), forward, -backward)


def _line(steps: Array, w: Array, errors: Array) -> tuple[Array, NDArray[np.float64]]:
    """Weighted least squares of ln w over the steps, with the covariance scaled up where the fit is worse than that."""
    y, weights = np.log(w), np.square(1 / np.maximum(errors / w, MIN_FREQUENCY_ERROR))
    total = float(weights.sum())
    middle, mean = float((weights * steps).sum()) / total, float((weights * y).sum()) / total
    # around the middle, offset and slope are independent
    off = steps - middle
    spread = float((weights * np.square(off)).sum())
    slope = float((weights * off * (y - mean)).sum()) / spread
    rest = float((weights * np.square(y - mean - slope * off)).sum()) / max(len(y) - 2, 1)
    covariance = np.array([[1 / total + middle**2 / spread, -middle / spread], [-middle / spread, 1 / spread]])
    return np.array([mean - slope * middle, slope]), covariance * max(1.0, rest)
