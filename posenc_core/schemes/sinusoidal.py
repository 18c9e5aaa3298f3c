"""What if the bits are smooth waves?"""

from dataclasses import dataclass

from posenc_core.arrays import Array
from posenc_core.domain import Choice
from posenc_core.rotating import Rotating, waves
from posenc_core.scheme import param


@dataclass(frozen=True, kw_only=True)
class Sinusoidal(Rotating):
    """Sine and cosine of the position, each pair of columns slower than the one before; for even d, steps are equal."""

    name = "Sinusoidal"
    source = "Vaswani et al. (2017), Attention Is All You Need, section 3.5; arXiv 1706.03762"

    layout: str = param(
        "interleaved",
        "Where the pairs stand: sin, cos, sin, cos, … as in the paper, or all sines and then all cosines.",
        Choice(("interleaved", "concatenated")),
    )

    @property
    def formula(self) -> str:
        sine, cosine = (rf"\{wave}\left(\frac{{p}}{{B^{{2i/d}}}}\right)" for wave in ("sin", "cos"))
        even, odd = ("2i", "2i + 1") if self.layout == "interleaved" else ("i", r"\lceil d/2 \rceil + i")
        return rf"PE(p, {even}) = {sine} ,\\[1ex] PE(p, {odd}) = {cosine}"

    @property
    def columns(self) -> str:
        return "sin, cos interleaved" if self.layout == "interleaved" else "all sin, then all cos"

    @property
    def _code(self) -> str:
        woven = self.layout == "interleaved"
        sines, cosines = ("PE[:, 0::2]", "PE[:, 1::2]") if woven else ("PE[:, : (d + 1) // 2]", "PE[:, (d + 1) // 2 :]")
        return (
            "p = xp.arange(n, dtype=xp.float64)[:, None]\n"
            f"w = {self.base!r} ** (-xp.arange(0, d, 2, dtype=xp.float64) / d)\n"
            "PE = xp.zeros((n, d), dtype=xp.float64)\n"
            f"{sines} = xp.sin(p * w)\n"
            f"{cosines} = xp.cos(p * w)[:, : d // 2]"
        )

    def wavelengths(self, dim: int) -> Array:
        return waves(self.frequencies(dim))

    def _columns(self, dim: int) -> tuple[slice, slice]:
        if self.layout == "interleaved":
            return slice(0, None, 2), slice(1, None, 2)
        return slice(0, (dim + 1) // 2), slice((dim + 1) // 2, None)
