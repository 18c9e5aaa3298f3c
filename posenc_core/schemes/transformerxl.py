"""TransformerXL: the part of Transformer-XL's logits that depends on the offset only."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from posenc_core.arrays import Array
from posenc_core.foundation.base import param
from posenc_core.foundation.distance_bias import OFFSETS, DistanceBias
from posenc_core.foundation.domains import Whole
from posenc_core.foundation.presentation import code_of_numbers
from posenc_core.text.references import cite

BASE = 10000.0
"""Base of the wavelengths, as in the sinusoid."""


@dataclass(frozen=True, kw_only=True)
class TransformerXL(DistanceBias):
    """Sines and cosines of the offset with learned amplitudes: one of the four terms of a logit of Transformer-XL.

    Examples
    --------
    >>> from posenc_core import TransformerXL
    >>> TransformerXL(width=16).bias(2, range(4))[0].round(3)
    array([-0.103, -0.198, -0.316,   -inf])
    """

    name = "TransformerXL"
    source = cite("dai2019, section 3.3")
    learned = (
        "A model learns a vector v and a matrix W for each head, which give the amplitudes. Here the amplitudes are "
        "random. The other three terms of the logit depend on the content of the tokens and are not shown."
    )

    width: Literal[16, 32, 64, 128] = param(
        32,
        "Number of dimensions of the sinusoid R, half sines and half cosines. In the paper it is the dimension of the "
        "model.",
    )
    seed: int = param(
        0,
        "Seed of the random amplitudes. They stand in for the numbers that a model learns and are not from the paper.",
        Whole(0, 2**32 - 1),
    )

    def amplitudes(self) -> Array:
        """Return random amplitudes, in place of learned ones.

        Returns
        -------
        ndarray, shape (2, width / 2)
            Amplitudes of the sines and of the cosines, the fastest first, in nats.

        Examples
        --------
        >>> TransformerXL(width=64).amplitudes().shape
        (2, 32)
        """
        half = self.width // 2
        # the mean square of the bias is 1
        return np.asarray(np.random.default_rng(self.seed).normal(size=(half, 2)).T / np.sqrt(half))

    def _bias_of_offset(self, back: Array, heads: int) -> Array:
        bias = np.zeros(back.shape)
        # one wave at a time needs less memory
        for m, (sine, cosine) in enumerate(self.amplitudes().T):
            angles = back * BASE ** (-2 * m / self.width)
            bias += sine * np.sin(angles) + cosine * np.cos(angles)
        return bias

    @property
    def formula(self) -> str:
        # short lines
        return (
            r"b(i, j) = \frac{v \cdot W R_{i - j}}{\sqrt{d}} , \quad j \le i ,\\[1ex] "
            rf"= \sum_{{m=0}}^{{{self.width // 2 - 1}}} \left(s_m \sin t_m + c_m \cos t_m\right) ,\\[1ex] "
            rf"t_m = \frac{{i - j}}{{{BASE:.0f}^{{2m/{self.width}}}}} ,\\[1ex] "
            r"\frac{1}{\sqrt{d}} \bigl(\underbrace{q_i \cdot k_j}_{(a)} + "
            r"\underbrace{q_i \cdot W R_{i - j}}_{(b)} \\[1ex] "
            r"{} + \underbrace{u \cdot k_j}_{(c)} + \underbrace{v \cdot W R_{i - j}}_{(d)}\bigr)"
        )

    letters: ClassVar[dict[str, str]] = {
        "q": "is the query vector",
        "k": "is the key vector",
        "u, v": "are learned vectors",
        "W": "is a learned matrix",
        "R": "is the sinusoid of the offset",
        "d": "is the dimension of a head",
        "s_m, c_m": "are the learned amplitudes",
        "t_m": "is the angle of wave m",
    }

    @property
    def _code(self) -> str:
        rows = map(code_of_numbers, self.amplitudes())
        s, c = (f"{name} = xp.asarray([\n{row}\n], dtype=xp.float64)" for name, row in zip("sc", rows, strict=True))
        return (
            f"H = 1\n{OFFSETS}"
            f"w = {BASE!r} ** (-2 * xp.arange({self.width // 2}, dtype=xp.float64) / {self.width})\n"
            "# a model learns these amplitudes, as the product of a vector and a matrix\n"
            f"{s}\n{c}\n"
            "angles = back[:, :, None] * w\n"
            "b = (s * xp.sin(angles) + c * xp.cos(angles)).sum(-1)\n"
            "b = xp.where(back >= 0, b, -xp.inf)[None]"
        )
