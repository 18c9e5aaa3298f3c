"""What if a position turns the vectors that are compared, instead of being added to them?"""

from dataclasses import dataclass

import numpy as np

from posenc_core.arrays import Array
from posenc_core.domain import Choice
from posenc_core.rotating import Rotating
from posenc_core.scheme import Ability, param


@dataclass(frozen=True, kw_only=True)
class RoPE(Rotating):
    """Queries and keys turned pair by pair, so that position enters their score by the offset alone."""

    name = "RoPE"
    source = "Su et al. (2021), RoFormer, section 3.2; arXiv 2104.09864"
    family = "rotation"
    abilities = frozenset({"scores", "vectors", "rotation"})

    pairing: str = param(
        "interleaved",
        "Which columns turn together: neighbours, as in the paper, GPT-J and Meta's Llama, or column i with column "
        "i + d/2, as in GPT-NeoX and Hugging Face's Llama. A model works with the one it was trained with.",
        Choice(("interleaved", "half")),
    )

    @property
    def formula(self) -> str:
        """Of the vectors: what it makes of the pairs (1, 0)."""
        cosine, sine = (rf"\{wave}\left(\frac{{p}}{{B^{{2i/d}}}}\right)" for wave in ("cos", "sin"))
        first, second = ("2i", "2i + 1") if self.pairing == "interleaved" else ("i", r"\lceil d/2 \rceil + i")
        return rf"PE(p, {first}) = {cosine} ,\\[1ex] PE(p, {second}) = {sine}"

    @property
    def columns(self) -> str:
        return "cos, sin interleaved" if self.pairing == "interleaved" else "all cos, then all sin"

    @property
    def _code(self) -> str:
        woven = self.pairing == "interleaved"
        first, second = ("PE[:, 0::2]", "PE[:, 1::2]") if woven else ("PE[:, : d // 2]", "PE[:, d // 2 :]")
        return (
            "p = xp.arange(n, dtype=xp.float64)[:, None]\n"
            f"w = {self.base!r} ** (-xp.arange(0, d, 2, dtype=xp.float64) / d)\n"
            "# what the rotation makes of a query or key whose pairs are all (1, 0)\n"
            "PE = xp.zeros((n, d), dtype=xp.float64)\n"
            f"{first} = xp.cos(p * w)\n"
            f"{second} = xp.sin(p * w)"
        )

    def lacks(self, ability: Ability, length: int | None = None, dim: int | None = None) -> str | None:
        if dim is not None and dim % 2:
            return f"{self.name} turns pairs of columns and takes an even d, not {dim:,}."
        return super().lacks(ability, length, dim)

    def _columns(self, dim: int) -> tuple[slice, slice]:
        """The cosine is what a turn leaves of the first column of a pair, the sine what it puts into the second."""
        if self.pairing == "interleaved":
            return slice(1, None, 2), slice(0, None, 2)
        return slice(dim // 2, None), slice(0, dim // 2)

    def _alike(self, back: Array, dim: int, length: int) -> Array:
        """Both columns of a pair keep the cosine of its angle."""
        return 2 * np.asarray(self._dot_of(back, np.zeros_like(back), dim, length))

    def _rotated(self, x: Array, positions: Array, length: int, keys: bool) -> Array:
        second, first = self._columns(x.shape[-1])
        angles = positions[:, None] * self.frequencies(x.shape[-1])
        cosine, sine = np.cos(angles), np.sin(angles)
        turned = np.empty_like(x)
        turned[..., first] = x[..., first] * cosine - x[..., second] * sine
        turned[..., second] = x[..., first] * sine + x[..., second] * cosine
        return turned
