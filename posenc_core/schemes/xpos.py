"""xPos: a rotation of queries and keys whose logits also decay with the distance."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation.base import Scheme, param
from posenc_core.foundation.domains import Real
from posenc_core.schemes.rope import RoPE
from posenc_core.text.references import cite

GAMMA, SCALE = 0.4, 512
"""Decay of the fastest pair, and the offset in tokens that it applies to: empirical choices of the authors."""

FARTHEST = 250_000
"""Largest absolute position for which the factor of keys fits float64."""


@dataclass(frozen=True, kw_only=True)
class xPos(Scheme):
    """Queries and keys rotated as in RoPE and scaled in opposite directions, so that logits decay with the offset.

    Examples
    --------
    >>> from posenc_core import xPos
    >>> xPos().mean_logits(512, [0, 512], 2).round(3)
    array([[-0.403,  1.414]])
    """

    name = "xPos"
    source = cite("sun2022, section 3.2")
    family = "rotation"
    abilities = frozenset({"scores", "rotation", "causal"})
    even_dim = True

    base: float = param(
        10000.0,
        "The base B of the wavelengths 2π·B^(2i/d), in tokens. It is not a maximum length.",
        Real(low=1, above=True),
    )
    pairing: Literal["interleaved", "half"] = param(
        "interleaved",
        "Dimensions that rotate together. interleaved: neighbors. half: dimensions i and i + d/2. A model works only "
        "with the pairing that it was trained with.",
    )

    def _rotate(self, x: Array, positions: Array, length: int, keys: bool) -> Array:
        if (np.abs(positions) > FARTHEST).any():
            far = positions[np.abs(positions) > FARTHEST][0]
            raise ValueError(
                f"{self.name} scales keys exponentially: positions to rotate must be between -{FARTHEST:,} and "
                f"{FARTHEST:,}, not {far:.15g}"
            )
        dim = x.shape[-1]
        sizes = np.empty((len(positions), dim))
        for columns in self._rope.pairs(dim).T:
            sizes[:, columns] = self.decay(dim) ** ((-positions if keys else positions)[:, None] / SCALE)
        return self._rope.rotate(x, positions) * sizes

    def frequencies(self, dim: int) -> Array:
        """Return the frequency of every pair, from fast to slow.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray, shape (ceil(d / 2),)
            Radians per token.

        Examples
        --------
        >>> xPos().frequencies(4)
        array([1.  , 0.01])
        """
        return self._rope.frequencies(dim)

    def decay(self, dim: int) -> Array:
        """Return the factor by which the logit of each pair decays per 512 tokens of offset.

        Parameters
        ----------
        dim : int
            Number of columns, d.

        Returns
        -------
        ndarray, shape (ceil(d / 2),)
            Factors below 1, from fast to slow pairs.

        Examples
        --------
        >>> xPos().decay(4).round(3)
        array([0.286, 0.643])
        """
        return (np.arange(0, whole("dim", dim), 2) / dim + GAMMA) / (1 + GAMMA)

    # pair i of a query and of a key at position p
    formula = (
        r"q_i(p) = \zeta_i^{p/512} \, R\left(\frac{p}{B^{2i/d}}\right) q_i ,\\[1ex] "
        r"k_i(p) = \zeta_i^{-p/512} \, R\left(\frac{p}{B^{2i/d}}\right) k_i ,\\[1ex] "
        r"\zeta_i = \frac{2i/d + 0.4}{1.4}"
    )

    letters: ClassVar[dict[str, str]] = {
        r"\zeta_i": "is the factor by which pair i decays per 512 tokens",
        "R": "rotates a pair by the angle in brackets",
    }

    @property
    def _code(self) -> str:
        woven = self.pairing == "interleaved"
        first, second = ("[:, 0::2]", "[:, 1::2]") if woven else ("[:, : d // 2]", "[:, d // 2 :]")
        return (
            "p = xp.arange(n, dtype=xp.float64)[:, None]\n"
            "i = xp.arange(d // 2, dtype=xp.float64)\n"
            f"w = {self.base!r} ** (-2 * i / d)\n"
            f"fading = ((2 * i / d + {GAMMA}) / {1 + GAMMA}) ** (p / {SCALE})\n"
            "# rotated query and key whose pairs are all (1, 0)\n"
            "Q = xp.zeros((n, d), dtype=xp.float64)\n"
            "K = xp.zeros((n, d), dtype=xp.float64)\n"
            f"Q{first}, Q{second} = fading * xp.cos(p * w), fading * xp.sin(p * w)\n"
            f"K{first}, K{second} = xp.cos(p * w) / fading, xp.sin(p * w) / fading"
        )

    def pairs(self, dim: int) -> Integers:
        return self._rope.pairs(dim)

    @property
    def _rope(self) -> RoPE:
        return RoPE(base=self.base, pairing=self.pairing)

    def _mean_dot(self, back: Array, dim: int, length: int) -> Array:
        # each column of a pair contributes the cosine of the angle times the decay, above 1 for keys after the query
        different, place = np.unique(back, return_inverse=True)
        # pairs are powers of complex numbers: consecutive powers are products of few
        start, step = different.min(initial=0), round(different.size**0.5) + 1
        powers = np.log(self.decay(dim)) / SCALE + 1j * self.frequencies(dim)
        if different.size > 2 * step and (different == start + np.arange(different.size)).all():
            with np.errstate(over="ignore"):
                far, near = (
                    np.exp(np.multiply.outer(at, powers)) for at in (start + step * np.arange(step), np.arange(step))
                )
            dots = 2 * (far @ near.T).real.ravel()
            return dots[place].reshape(back.shape)
        dots = np.empty(different.shape)
        for part in np.array_split(np.arange(different.size), different.size * dim // 2**21 + 1):
            with np.errstate(over="ignore"):
                dots[part] = 2 * np.exp(np.multiply.outer(different[part], powers)).real.sum(axis=1)
        return dots[place].reshape(back.shape)
