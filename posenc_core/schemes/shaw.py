"""Shaw: the dot product of the query and a learned vector for each clipped offset."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import DistanceBias
from posenc_core.foundation.domains import Whole
from posenc_core.foundation.presentation import code_of_numbers
from posenc_core.text.references import cite

MAX_CLIP = 128
"""Largest clip distance."""

WIDTH = 64
"""Dimension of each head in the paper, which has 64 in both models."""


@dataclass(frozen=True, kw_only=True)
class Shaw(DistanceBias):
    """A learned vector per offset, whose product with the query is added to the logit; far ones on a side share one.

    Examples
    --------
    >>> from posenc_core import Shaw
    >>> Shaw(clip=2).bias(0, range(5))[0].round(3)
    array([-0.771, -0.002,  0.429,  0.429,  0.429])
    """

    name = "Shaw"
    source = cite("shaw2018, section 3.2")
    learned = (
        "A model learns 2k + 1 vectors, whose dot products with the query are added: the bias depends on the query. "
        "Here the bias of one query is shown; query and vectors are random."
    )
    real_positions = False

    clip: int = param(
        16,
        "From this distance on, all keys on a side share one vector. It is 16 in the paper's base model and 8 in the "
        "big one.",
        Whole(1, MAX_CLIP),
    )
    direction: Literal["bidirectional", "causal"] = param(
        "bidirectional",
        "Visible keys. bidirectional: all, with vectors for each side, as in an encoder. causal: only those up to the "
        "query, as in a decoder.",
    )
    seed: int = param(
        0,
        "Seed of the random query and vectors. They stand in for the numbers that a model learns and are not from the "
        "paper.",
        Whole(0, 2**32 - 1),
    )

    @property
    def query(self) -> Array:
        """Query vector, (64,): random numbers of mean 0 and variance 1."""
        return np.random.default_rng(self.seed).normal(size=WIDTH)

    @property
    def vectors(self) -> Array:
        """Vectors of the offsets from -k to k, (2k + 1, 64): random numbers of mean 0 and variance 1."""
        # the first numbers are those of the query; another k leaves the vectors within k unchanged
        drawn = np.random.default_rng(self.seed).normal(size=(2 * MAX_CLIP + 2, WIDTH))[1:]
        return drawn[MAX_CLIP - self.clip : MAX_CLIP + self.clip + 1]

    @property
    def _products(self) -> Array:
        return np.asarray(self.vectors @ self.query / np.sqrt(WIDTH))

    def _bias_of_offset(self, back: Array, heads: int) -> Array:
        return self._products[self.clip - np.clip(back, -self.clip, self.clip).astype(np.int64)]

    @property
    def formula(self) -> str:
        k, ahead = self.clip, "j - i"
        clipped = rf"\min(\max({ahead}, -{k}), {k})" if self.both_ways else rf"\max({ahead}, -{k}), \quad j \le i"
        return rf"b(i, j) = \frac{{q \cdot a_c}}{{\sqrt{{{WIDTH}}}}} ,\\[1ex] c = {clipped}"

    letters: ClassVar[dict[str, str]] = {
        "q": "is the query vector",
        "a_c": "is the learned vector of the clipped offset c",
    }

    @property
    def _code(self) -> str:
        return (
            f"H, k = 1, {self.clip}\n"
            f"# q @ a[c] / {WIDTH} ** 0.5 of one query q, for c from -k to k: a model has learned vectors a\n"
            f"products = xp.asarray([\n{code_of_numbers(self._products)}\n], dtype=xp.float64)\n"
            "p = xp.arange(n)\n"
            "ahead = p - p[:, None]\n"
            "b = products[xp.clip(ahead, -k, k) + k][None]"
            f"{'' if self.both_ways else chr(10) + 'b = xp.where(ahead <= 0, b, -xp.inf)'}"
        )
