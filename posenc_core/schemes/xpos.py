"""xPos: a rotation of queries and keys whose logits also decay with the distance."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from posenc_core.arrays import Array, whole
from posenc_core.foundation.base import Ability, Scheme, param
from posenc_core.foundation.domains import Real
from posenc_core.schemes.rope import RoPE
from posenc_core.text.messages import Claim, claim

__all__ = ["xPos"]

GAMMA, SCALE = 0.4, 512
"""How strongly the fastest pair fades, and over how many tokens: choices of the authors, which no theory gives."""

FARTHEST = 250_000
"""Up to this position float64 holds what keys are multiplied with."""


@dataclass(frozen=True, kw_only=True)
class xPos(Scheme):
    """Queries and keys turned as in RoPE, queries made smaller and keys larger, so that scores fade with the offset."""

    name = "xPos"
    source = "Sun et al. (2022), A Length-Extrapolatable Transformer, section 3.2; arXiv 2212.10554"
    family = "rotation"
    abilities = frozenset({"scores", "rotation", "causal"})

    base: float = param(
        10000.0,
        "B, the base of the wavelengths 2π·B^(2i/d), in tokens. It is not a maximum length.",
        Real(low=1, above=True),
    )
    pairing: Literal["interleaved", "half"] = param(
        "interleaved",
        "Which columns turn together: neighbours, or column i with column i + d/2. A model works with the one it was "
        "trained with.",
    )

    @property
    def formula(self) -> str:
        """Of pair i of a query and of a key at position p, with R(t) for a turn by t."""
        return (
            r"q_i(p) = \zeta_i^{p/512} \, R\left(\frac{p}{B^{2i/d}}\right) q_i ,\\[1ex] "
            r"k_i(p) = \zeta_i^{-p/512} \, R\left(\frac{p}{B^{2i/d}}\right) k_i ,\\[1ex] "
            r"\zeta_i = \frac{2i/d + 0.4}{1.4}"
        )

    @property
    def letters(self) -> dict[str, str]:
        return {
            r"\zeta_i": "is the share that pair i keeps for every 512 tokens",
            "R(t)": "turns a pair by the angle t",
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
            "# what it makes of a query and a key whose pairs are all (1, 0)\n"
            "Q = xp.zeros((n, d), dtype=xp.float64)\n"
            "K = xp.zeros((n, d), dtype=xp.float64)\n"
            f"Q{first}, Q{second} = fading * xp.cos(p * w), fading * xp.sin(p * w)\n"
            f"K{first}, K{second} = xp.cos(p * w) / fading, xp.sin(p * w) / fading"
        )

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        if dim is not None and dim % 2:
            return claim("lacks-pairs", name=self.name, dim=dim)
        return super().unsupported_reason(ability, length, dim)

    def frequencies(self, dim: int) -> Array:
        """Angle per token of every pair, from fast to slow. -> (ceil(dim / 2),) radians."""
        return self._rope.frequencies(dim)

    def kept(self, dim: int) -> Array:
        """Which share of its part in a score each pair keeps, for every 512 tokens between query and key. -> (m,)."""
        return (np.arange(0, whole("dim", dim), 2) / dim + GAMMA) / (1 + GAMMA)

    def pairs(self, dim: int) -> NDArray[np.int64]:
        return self._rope.pairs(dim)

    @property
    def _rope(self) -> RoPE:
        return RoPE(base=self.base, pairing=self.pairing)

    def _alike(self, back: Array, dim: int, length: int) -> Array:
        """Both columns of a pair keep the cosine of its angle, times what has not faded: above 1 for a key ahead."""
        different, place = np.unique(back, return_inverse=True)
        # each pair is a power of one complex number: those of a whole stretch are products of few
        start, step = different.min(initial=0), round(different.size**0.5) + 1
        powers = np.log(self.kept(dim)) / SCALE + 1j * self.frequencies(dim)
        if different.size > 2 * step and (different == start + np.arange(different.size)).all():
            with np.errstate(over="ignore"):
                far, near = (
                    np.exp(np.multiply.outer(at, powers)) for at in (start + step * np.arange(step), np.arange(step))
                )
            found = 2 * (far @ near.T).real.ravel()
            return found[place].reshape(back.shape)
        found = np.empty(different.shape)
        for part in np.array_split(np.arange(different.size), different.size * dim // 2**21 + 1):
            with np.errstate(over="ignore"):
                found[part] = 2 * np.exp(np.multiply.outer(different[part], powers)).real.sum(axis=1)
        return found[place].reshape(back.shape)

    def _rotated(self, x: Array, positions: Array, length: int, keys: bool) -> Array:
        if (np.abs(positions) > FARTHEST).any():
            far = positions[np.abs(positions) > FARTHEST][0]
            raise ValueError(
                f"{self.name} makes keys larger and larger: positions must be between -{FARTHEST:,} and "
                f"{FARTHEST:,} to turn vectors, not {far:.15g}"
            )
        dim = x.shape[-1]
        sizes = np.empty((len(positions), dim))
        for columns in self._rope.pairs(dim).T:
            sizes[:, columns] = self.kept(dim) ** ((-positions if keys else positions)[:, None] / SCALE)
        return self._rope.rotate(x, positions) * sizes
