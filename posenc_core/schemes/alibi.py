"""ALiBi: a bias that falls linearly with the distance."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, whole
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import DistanceBias
from posenc_core.text.references import cite

Slopes = Literal["code", "paper"]
"""Slopes if the number of heads is not a power of 2."""


@dataclass(frozen=True, kw_only=True)
class ALiBi(DistanceBias):
    """A penalty on attention logits that grows linearly with the distance, with a different slope in each head.

    Examples
    --------
    >>> from posenc_core import ALiBi
    >>> ALiBi().bias(3, range(4), heads=8)[0]
    array([-1.5, -1. , -0.5, -0. ])
    """

    name = "ALiBi"
    source = cite("press2022, section 3")
    abilities = frozenset({"scores", "bias", "heads", "causal"})

    slopes: Slopes = param(
        "code",
        "Slopes if the number of heads is no power of 2. code: as in the authors' code, which models use, with every "
        "second slope of twice as many heads after the others. paper: one geometric series, as the paper describes.",
    )
    direction: Literal["causal", "symmetric"] = param(
        "causal",
        "Visible keys. causal: only those up to the query, as in the paper. symmetric: all, with a penalty by the "
        "distance to either side, which is one of several conventions of encoders.",
    )

    def slope(self, heads: int) -> Array:
        """Return the slope of each head.

        Parameters
        ----------
        heads : int
            Number of attention heads, H.

        Returns
        -------
        ndarray, shape (H,)
            Decrease of the logit per token of distance, in nats.

        Examples
        --------
        >>> ALiBi().slope(4)
        array([0.25      , 0.0625    , 0.015625  , 0.00390625])
        """
        heads = whole("heads", heads)
        series = heads if self.slopes == "paper" else 2 ** (heads.bit_length() - 1)
        slopes = 2.0 ** (-8 * np.arange(1, series + 1) / series)
        # every second slope of twice as many heads
        between = 2.0 ** (-4 * (2 * np.arange(1, heads - series + 1) - 1) / series)
        return np.concatenate((slopes, between))

    def _bias_of_offset(self, back: Array, heads: int) -> Array:
        return -np.multiply.outer(self.slope(heads), np.abs(back))

    @property
    def formula(self) -> str:
        even = r"m_h = 2^{-8h/H}, \quad h = 1 \ldots H"
        if self.slopes == "code":
            even += r" ,\\[1ex] \text{where } H \text{ is a power of 2}"
        distance = "|i - j|" if self.both_ways else r"(i - j), \quad j \le i"
        return rf"b_h(i, j) = -m_h \, {distance} ,\\[1ex] {even}"

    @property
    def _code(self) -> str:
        if self.slopes == "paper":
            slopes = "m = 2.0 ** (-8 * xp.arange(1, H + 1, dtype=xp.float64) / H)"
        else:
            slopes = (
                "P = 2 ** (H.bit_length() - 1)\n"
                "h = xp.arange(1, H + 1, dtype=xp.float64)\n"
                "m = xp.where(h <= P, 2.0 ** (-8 * h / P), 2.0 ** (-4 * (2 * (h - P) - 1) / P))"
            )
        masked = "xp.where(ahead <= 0, m[:, None, None] * ahead, -xp.inf)"
        return (
            f"H = 8\n{slopes}\n"
            "p = xp.arange(n, dtype=xp.float64)\n"
            "ahead = p - p[:, None]\n"
            f"b = {'-m[:, None, None] * xp.abs(ahead)' if self.both_ways else masked}"
        )
