"""FIRE: a learned bias of the distance relative to the query position."""

from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import Scheme, param
from posenc_core.foundation.domains import Real, Whole
from posenc_core.foundation.presentation import digits
from posenc_core.text.references import cite

TINY = 1e-6
"""Added to the denominator by the authors, against division by 0."""


@dataclass(frozen=True, kw_only=True)
class FIRE(Scheme):
    """A penalty that grows with log distance, normalized by the log of the query position.

    Examples
    --------
    >>> from posenc_core import FIRE
    >>> FIRE().bias(600, [0, 300, 600])[0].round(3)
    array([-1.   , -0.835, -0.   ])
    """

    name = "FIRE"
    source = cite("li2023")
    learned = (
        "A model learns a small network for each head. Here the input of that network is multiplied by a constant "
        "factor instead."
    )
    family = "bias"
    abilities = frozenset({"scores", "bias", "causal"})

    c: float = param(
        0.1,
        "The c in ln(c k + 1) for the distance k. A model learns it, starting at 0.1.",
        Real(0.001, 10),
    )
    threshold: int = param(
        512,
        "Queries before this position divide by L, later ones by their own position. A model learns it, starting at "
        "512.",
        Whole(1, 2**20),
    )
    factor: float = param(
        1.0,
        "Factor of the normalized distance, in nats. It stands in for the small network that a model learns per head "
        "and is not from the paper.",
        Real(0, 100),
    )

    def _bias(self, queries: Array, keys: Array, heads: int) -> Array:
        share = self.argument(queries[:, None], keys)
        bias = np.where(queries[:, None] >= keys, -self.factor * share, -np.inf)
        return np.repeat(bias[None], heads, axis=0)

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
        """Compute the normalized distance, the input of a model's network.

        Parameters
        ----------
        queries : array_like
            Query positions in tokens.
        keys : array_like
            Key positions in tokens; the shape broadcasts with that of `queries`.

        Returns
        -------
        ndarray
            0 for a key at or after the query, nearly 1 for the farthest key beyond the threshold.

        Examples
        --------
        >>> FIRE().argument(600, [0, 600]).round(3)
        array([1., 0.])
        """
        far = np.log1p(self.c * np.maximum(np.subtract(queries, keys), 0))
        return far / (np.log1p(self.c * np.maximum(queries, self.threshold)) + TINY)

    def _bias_at_offset(self, back: Array, heads: int, length: int) -> Array | None:
        """Bias by offset; None beyond the threshold, where the query position matters."""
        if max(length - 1, back.max(initial=0)) > self.threshold:
            return None
        return self._bias(np.array([self.threshold], np.float64), self.threshold - back, heads)[:, 0]
