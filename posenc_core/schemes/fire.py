"""FIRE: a learned bias of the distance relative to the length so far."""

from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Scheme, param
from posenc_core.foundation.domains import Real, Whole
from posenc_core.foundation.presentation import digits

__all__ = ["FIRE"]

TINY = 1e-6
"""What the authors add below the fraction line, against a division by 0."""


@dataclass(frozen=True, kw_only=True)
class FIRE(Scheme):
    """A penalty that grows with the distance as a share of all there is to look back on, both on a log scale."""

    name = "FIRE"
    source = (
        "Li et al. (2023), Functional Interpolation for Relative Positions Improves Long Context Transformers; "
        "arXiv 2310.04418"
    )
    learned = (
        "A model learns a small network for each head. Shown is the number that this network is given, times a factor "
        "that stands in for it."
    )
    family = "bias"
    abilities = frozenset({"scores", "bias", "causal"})

    c: float = param(
        0.1,
        "How soon the logarithm bends: ln(c k + 1) for the distance k. A model learns it from 0.1.",
        Real(0.001, 10),
    )
    threshold: int = param(
        512,
        "L: before this position all queries measure alike; from it on, each measures by its own position. A model "
        "learns it from 512.",
        Whole(1, 2**20),
    )
    factor: float = param(
        1.0,
        "What the measured share is multiplied with, in nats. It stands in for the small network that a model learns "
        "for each head, and is not from the paper.",
        Real(0, 100),
    )

    @property
    def formula(self) -> str:
        return (
            rf"b(i, j) = -{digits(self.factor)} \, \frac{{\ell(i - j)}}{{\ell(\max(i, {self.threshold})) + 10^{{-6}}}} "
            rf",\\[1ex] \ell(x) = \ln({digits(self.c)} \, x + 1), \quad j \le i"
        )

    @property
    def _code(self) -> str:
        return (
            f"H, c, L = 1, {self.c!r}, {self.threshold}\n"
            "i = xp.arange(n, dtype=xp.float64)[:, None]\n"
            "back = i - i.T\n"
            "far = xp.log1p(c * xp.clip(back, 0, None))\n"
            f"share = far / (xp.log1p(c * xp.clip(i, L, None)) + {TINY!r})\n"
            f"b = xp.where(back >= 0, -{self.factor!r} * share, -xp.inf)[None]"
        )

    def argument(self, queries: Array, keys: Array) -> Array:
        """The share that a model's small network is asked about: 0 at the query itself, nearly 1 at the far end.

        Query and key positions whose shapes go together, from 0; a key after its query counts as the query.
        """
        far = np.log1p(self.c * np.maximum(np.subtract(queries, keys), 0))
        return far / (np.log1p(self.c * np.maximum(queries, self.threshold)) + TINY)

    def _bias_at_offset(self, back: Array, heads: int, length: int) -> Array | None:
        """Up to the threshold all queries measure alike, so the offset alone counts; beyond it their place does."""
        if max(length - 1, back.max(initial=0)) > self.threshold:
            return None
        return self._bias(np.array([self.threshold], np.float64), self.threshold - back, heads)[:, 0]

    def _bias(self, queries: Array, keys: Array, heads: int) -> Array:
        share = self.argument(queries[:, None], keys)
        added = np.where(queries[:, None] >= keys, -self.factor * share, -np.inf)
        return np.repeat(added[None], heads, axis=0)
