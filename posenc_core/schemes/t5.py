"""T5: a learned bias for buckets of offsets."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import AnyArray, Array, ArrayLike, Integers, real_array
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import DistanceBias
from posenc_core.foundation.domains import Real, Whole
from posenc_core.foundation.presentation import digits
from posenc_core.text.references import cite


def fractional_bucket(ahead: AnyArray, buckets: int, distance: float, both_ways: bool) -> Array:
    """Compute buckets before they are rounded down, by key position minus query position. (...) -> (...).

    >>> fractional_bucket(np.array([-1.0, 1.0]), 32, 128, True)
    array([ 1., 17.])
    """
    side = buckets // 2 if both_ways else buckets
    exact = side // 2
    away = np.abs(ahead) if both_ways else np.maximum(-ahead, 0)
    grown = np.log(np.maximum(away, exact) / exact) / np.log(distance / exact)
    group = np.minimum(exact + grown * (side - exact), side - 1)
    bucket = np.where(away < exact, away, group)
    if both_ways:
        bucket = bucket + side * (ahead > 0)
    return np.asarray(bucket, np.float64)


@dataclass(frozen=True, kw_only=True)
class T5(DistanceBias):
    """A learned bias per bucket: near offsets have a bucket each, far offsets share larger ones.

    Examples
    --------
    >>> from posenc_core import T5
    >>> T5(step=0.5).bias(3, range(4))
    array([[-1.5, -1. , -0.5, -0. ]])
    """

    name = "T5"
    source = cite("raffel2020, section 2.1")
    learned = (
        "A model learns one number for each bucket and head. Here the number of the bucket times a constant step is "
        "used instead."
    )
    real_positions = False

    direction: Literal["bidirectional", "causal"] = param(
        "bidirectional",
        "Visible keys. bidirectional: all, with half of the buckets for each side, as in an encoder. causal: only "
        "those up to the query, as in a decoder.",
    )
    buckets: Literal[8, 16, 32, 64] = param(32, "Number of buckets.")
    distance: int = param(
        128,
        "All distances from here on share the last bucket. Rounding may start it earlier.",
        Whole(64, 1024),
    )
    step: float = param(
        1.0,
        "Drop in the attention logit from one bucket to the next, in nats. It stands in for the values that a model "
        "learns and is not from the paper.",
        Real(0, 100),
    )

    def bucket(self, relative: ArrayLike) -> Integers:
        """Return the bucket of each relative position.

        Parameters
        ----------
        relative : array_like
            Key position minus query position, in tokens.

        Returns
        -------
        ndarray of int
            Buckets in the same shape. Keys after the query are in the second half, or in bucket 0 if causal.

        Examples
        --------
        >>> T5().bucket([-100, -1, 0, 1])
        array([15,  1,  0, 17])
        """
        ahead = np.floor(real_array("relative", relative))
        return np.floor(fractional_bucket(ahead, self.buckets, self.distance, self.both_ways)).astype(np.int64)

    def _bias_of_offset(self, back: Array, heads: int) -> Array:
        return -self.step * self.bucket(-back)

    @property
    def side(self) -> int:
        """Number of buckets per side."""
        return self.buckets // 2 if self.both_ways else self.buckets

    @property
    def exact(self) -> int:
        """Number of distances per side, from 0, that have a separate bucket."""
        return self.side // 2

    @property
    def formula(self) -> str:
        exact, last = self.exact, self.side - 1
        if self.both_ways:
            lines = [
                rf"b(i, j) = -{digits(self.step)} \, (a + \beta(|i - j|))",
                rf"a = {self.side} \text{{ for }} j > i, \text{{ else }} 0",
            ]
        else:
            lines = [rf"b(i, j) = -{digits(self.step)} \, \beta(i - j), \quad j \le i"]
        lines += [
            rf"\beta(k) = k \text{{ for }} k < {exact}, \text{{ else}}",
            rf"\min\left({last}, {exact} + \left\lfloor {self.side - exact} \, \frac{{\ln(k / {exact})}}"
            rf"{{\ln({self.distance} / {exact})}} \right\rfloor\right)",
        ]
        return r" ,\\[1ex] ".join(lines)

    @property
    def _code(self) -> str:
        away = "xp.abs(ahead)" if self.both_ways else "xp.clip(-ahead, 0, None)"
        lines = [
            f"H, side, exact, distance = 1, {self.side}, {self.exact}, {self.distance}",
            "p = xp.arange(n, dtype=xp.float64)",
            "ahead = p - p[:, None]",
            f"away = {away}",
            "grown = xp.log(xp.clip(away, exact, None) / exact)",
            "grown = grown / xp.log(xp.asarray(distance / exact, dtype=xp.float64))",
            "group = xp.clip(exact + xp.floor(grown * (side - exact)), None, side - 1)",
            "bucket = xp.where(away < exact, away, group)",
        ]
        if self.both_ways:
            lines += ["bucket = bucket + side * (ahead > 0)"]
        lines += ["# a model has learned numbers here: bias[head, bucket]", f"b = -{self.step!r} * bucket[None]"]
        if not self.both_ways:
            lines += ["b = xp.where(ahead <= 0, b, -xp.inf)"]
        return "\n".join(lines)
