"""T5: a learned bias for buckets of distances, near ones alone and far ones in ever larger groups."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_core.arrays import Array, real_array
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import DistanceBias
from posenc_core.foundation.domains import Real, Whole
from posenc_core.foundation.presentation import digits

__all__ = ["T5"]


@dataclass(frozen=True, kw_only=True)
class T5(DistanceBias):
    """Distances in buckets, near ones alone and far ones in groups; a model learns one number for each bucket."""

    name = "T5"
    source = (
        "Raffel et al. (2020), Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer, "
        "section 2.1; arXiv 1910.10683"
    )
    learned = (
        "A model learns one number for each bucket and head. Shown is the number of the bucket itself, times a step "
        "that stands in for them."
    )
    real_positions = False

    direction: Literal["bidirectional", "causal"] = param(
        "bidirectional",
        "Which keys a query sees: all, half of the buckets for each side, as in an encoder; or only those before it, "
        "as in a decoder.",
    )
    buckets: Literal[8, 16, 32, 64] = param(32, "How many buckets there are.")
    distance: int = param(
        128,
        "Where the groups end: every distance from here on is in the last bucket. Rounding down lets it start earlier.",
        Whole(64, 1024),
    )
    step: float = param(
        1.0,
        "How many nats a score loses from one bucket to the next. It stands in for the numbers that a model learns, "
        "and is not from the paper: what is shown is the bucket's number as such.",
        Real(0, 100),
    )

    @property
    def both_ways(self) -> bool:
        return self.direction == "bidirectional"

    @property
    def side(self) -> int:
        """How many buckets one side has."""
        return self.buckets // 2 if self.both_ways else self.buckets

    @property
    def alone(self) -> int:
        """How many distances of one side, from 0, have a bucket of their own."""
        return self.side // 2

    def bucket(self, relative: ArrayLike) -> NDArray[np.int64]:
        """The bucket of each key, by its position less that of its query: (...) -> (...).

        A key after its query is in the second half of the buckets; of a causal one it is in bucket 0.
        """
        ahead = np.floor(real_array("relative", relative))
        away = np.abs(ahead) if self.both_ways else np.maximum(-ahead, 0)
        grown = np.log(np.maximum(away, self.alone) / self.alone) / np.log(self.distance / self.alone)
        group = np.minimum(self.alone + np.floor(grown * (self.side - self.alone)), self.side - 1)
        second = self.side * (ahead > 0) if self.both_ways else 0
        return np.asarray(second + np.where(away < self.alone, away, group), np.int64)

    @property
    def formula(self) -> str:
        exact, last = self.alone, self.side - 1
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
            f"H, side, exact, distance = 1, {self.side}, {self.alone}, {self.distance}",
            "p = xp.arange(n, dtype=xp.float64)",
            "ahead = p - p[:, None]",
            f"away = {away}",
            "grown = xp.log(xp.clip(away, exact, None) / exact)",
            "grown = grown / xp.log(xp.asarray(distance / exact, dtype=xp.float64))",
            "group = xp.clip(exact + xp.floor(grown * (side - exact)), None, side - 1)",
            "bucket = xp.where(away < exact, away, group)",
            *(["bucket = bucket + side * (ahead > 0)"] if self.both_ways else []),
            "# a model looks its learned number up here: bias[head, bucket]",
            f"b = -{self.step!r} * bucket[None]",
            *([] if self.both_ways else ["b = xp.where(ahead <= 0, b, -xp.inf)"]),
        ]
        return "\n".join(lines)

    def _added(self, back: Array, heads: int) -> Array:
        return -self.step * self.bucket(-back)
