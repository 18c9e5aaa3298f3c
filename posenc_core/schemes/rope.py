"""RoPE: rotations of queries and keys by their positions."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, whole
from posenc_core.foundation import rope_scaling
from posenc_core.foundation.base import Ability, param
from posenc_core.foundation.domains import Numbers, Real, Whole, listed_numbers
from posenc_core.foundation.presentation import digits
from posenc_core.foundation.rotating import Columns, Rotating
from posenc_core.text.messages import Claim, claim

__all__ = ["RoPE"]

Scaling = Literal["none", "linear", "NTK-aware", "dynamic", "YaRN", "YaRN as printed", "llama3", "LongRoPE"]
"""How frequencies change for texts longer than those of training."""


@dataclass(frozen=True, kw_only=True)
class RoPE(Rotating):
    """Queries and keys turned pair by pair, so that position enters their score by the offset alone."""

    name = "RoPE"
    source = "Su et al. (2021), RoFormer, section 3.2; arXiv 2104.09864"
    family = "rotation"
    abilities = frozenset({"scores", "vectors", "rotation"})

    pairing: Literal["interleaved", "half"] = param(
        "interleaved",
        "Which columns turn together: neighbours, as in the paper, GPT-J and Meta's Llama, or column i with column "
        "i + d/2, as in GPT-NeoX and Hugging Face's Llama. A model works with the one it was trained with.",
    )
    share: float = param(
        1.0,
        "Which share of the columns turns, from the first on; at least one pair does. GPT-NeoX turns 0.25, GPT-J 64 of "
        "256.",
        Real(low=0.01, high=1),
    )
    exponent: Literal["turned columns", "all columns"] = param(
        "turned columns",
        "Where only a share turns, what d is in B^(2i/d). Turned columns: their number, a small RoPE of its own, as in "
        "GPT-NeoX and GPT-J. All columns: the frequencies of all, of which the slow ones are set to 0; Hugging Face "
        "calls it proportional.",
    )
    scaling: Scaling = param(
        "none",
        "How the pairs are slowed for texts longer than those of training. Linear: all alike. NTK-aware: by a larger "
        "base. Dynamic: the same, more as the text grows. YaRN and llama3: only pairs that turn seldom. LongRoPE: by "
        "factors that were searched for.",
    )
    factor: float = param(
        4.0,
        "How many times longer than in training a text is to be, s. It slows the pairs, in LongRoPE only the size of "
        "the cosine and the sine follows from it.",
        Real(low=1, high=1000),
    )
    trained: int = param(2048, "How many tokens the texts of training had, L0.", Whole(1, 2**20))
    factors: str = param(
        "1, 2.5",
        "How many times slower each pair turns beyond the trained length: numbers with commas between them, spread "
        "evenly over the pairs from fast to slow.",
        Numbers(1000, low=0.01, high=1000),
    )

    def inactive_parameters(self) -> frozenset[str]:
        found = {"exponent"} if self.share == 1 else set()
        if self.scaling in ("none", "linear", "NTK-aware"):
            found |= {"trained"}
        if self.scaling == "none":
            found |= {"factor"}
        if self.scaling != "LongRoPE":
            found |= {"factors"}
        return frozenset(found)

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        dim = whole("dim", dim)
        turned, counted = self._turned(dim), self._counted(dim)
        found = np.zeros((dim + 1) // 2)
        found[:turned] = self.base ** (-2 * np.arange(turned) / counted) / self.slowed(dim, length)
        return found

    def slowed(self, dim: int, length: int | None = None) -> Array:
        """How many times slower than without a scaling each pair turns, of those that turn. -> (m,)."""
        dim = whole("dim", dim)
        length = self.trained if length is None else whole("length", length)
        pairs, counted, factor = self._turned(dim), self._counted(dim), self.factor
        if self.scaling == "linear":
            return np.full(pairs, factor)
        if self.scaling == "NTK-aware":
            return rope_scaling.by_base(pairs, counted, factor)
        if self.scaling == "dynamic":
            return rope_scaling.by_base(pairs, counted, rope_scaling.reached(factor, length, self.trained))
        if self.scaling == "YaRN":
            bounds = rope_scaling.yarn_bounds(counted, self.base, self.trained)
            return rope_scaling.mixed(rope_scaling.over_pairs(pairs, *bounds), factor)
        if self.scaling in ROTATIONS:
            plain = self.base ** (-2 * np.arange(pairs) / counted)
            return rope_scaling.mixed(rope_scaling.over_rotations(plain, self.trained, ROTATIONS[self.scaling]), factor)
        if self.scaling == "LongRoPE" and length > self.trained:
            return rope_scaling.spread_evenly(listed_numbers(self.factors), pairs)
        return np.ones(pairs)

    def attention_factor(self, length: int | None = None) -> float:
        """What cosine and sine are multiplied with, so scores with its square; the same at every length."""
        if self.scaling in ("YaRN", "YaRN as printed"):
            return rope_scaling.yarn_attention(self.factor)
        return rope_scaling.longrope_attention(self.factor, self.trained) if self.scaling == "LongRoPE" else 1.0

    @property
    def formula(self) -> str:
        """Of the vectors: what it makes of the pairs (1, 0)."""
        size = "" if self.attention_factor() == 1 else r"a \, "
        slower = "" if self.scaling == "none" else r"g_i \times "
        cosine, sine = (
            rf"{size}\{wave}\left(\frac{{p}}{{{slower}B^{{2i/{self._d}}}}}\right)" for wave in ("cos", "sin")
        )
        beside = "r/2" if self._d == "r" else r"\lceil d/2 \rceil"
        first, second = ("2i", "2i + 1") if self.pairing == "interleaved" else ("i", f"{beside} + i")
        return r" ,\\[1ex] ".join((f"PE(p, {first}) = {cosine}", f"PE(p, {second}) = {sine}", *self._definitions))

    @property
    def _definitions(self) -> list[str]:
        """What the letters of the formula stand for."""
        found, s, trained, d = [], digits(self.factor), self.trained, self._d
        slowed = rf"g_i = \frac{{{s}}}{{{s} - {digits(self.factor - 1)} \times c_i}}"
        if self.share < 1:
            still = "(a, 0)" if self.exponent == "all columns" and self.attention_factor() != 1 else "(1, 0)"
            found += [rf"r = 2 \times \max(1, \lfloor {digits(self.share)} \times d/2 \rfloor)"]
            found += [rf"\text{{from }} i = r/2 \text{{ on, pairs stay }} {still}"]
        if self.scaling == "linear":
            found += [f"g_i = {s}"]
        elif self.scaling == "NTK-aware":
            found += [rf"g_i = {s}^{{2i/\max(1, {d} - 2)}}"]
        elif self.scaling == "dynamic":
            grown = rf"\max(1, {s} \times n/{trained} - {digits(self.factor - 1)})"
            found += [rf"g_i = {grown}^{{2i/\max(1, {d} - 2)}}"]
        elif self.scaling == "YaRN":
            low, high = (rf"\frac{{{d} \ln({trained}/({turns}\pi))}}{{2 \ln B}}" for turns in (64, 2))
            found += [slowed, r"c_i = \min(1, \max(0, \frac{i - l}{h - l}))"]
            found += [rf"l = \max(0, \lfloor {low} \rfloor)", rf"h = \min({d} - 1, \lceil {high} \rceil)"]
        elif self.scaling in ROTATIONS:
            fast = ROTATIONS[self.scaling]
            found += [slowed, rf"c_i = \min(1, \max(0, \frac{{{fast} - t_i}}{{{fast - 1}}}))"]
            found += [rf"t_i = \frac{{{trained}}}{{2\pi \times B^{{2i/{d}}}}}"]
        elif self.scaling == "LongRoPE":
            numbers = [digits(number) for number in listed_numbers(self.factors)]
            shown = numbers if len(numbers) <= 4 else [*numbers[:2], r"\ldots", numbers[-1]]
            found += [rf"g_i = f_i \text{{ where }} n > {trained} \text{{, else }} 1"]
            found += [rf"f = ({', '.join(shown)}) \text{{, spread over the pairs}}"]
        if self.attention_factor() != 1:
            yarn, longrope = rf"0.1 \ln({s}) + 1", rf"\sqrt{{1 + \ln({s})/\ln({trained})}}"
            found += [f"a = {longrope if self.scaling == 'LongRoPE' else yarn}"]
        return found

    @property
    def letters(self) -> dict[str, str]:
        found = {"r": "is the number of columns that turn"} if self.share < 1 else {}
        if self.scaling != "none":
            found["g_i"] = "says how many times slower pair i turns than without a scaling"
        if self.attention_factor() != 1:
            found["a"] = "makes cosine and sine larger"
        return found

    @property
    def columns(self) -> str:
        if self.pairing == "interleaved":
            return "cos, sin interleaved"
        return "all cos, then all sin" if self._d == "d" else "all cos, then all sin, then those that stand still"

    @property
    def _code(self) -> str:
        woven, d, size = self.pairing == "interleaved", self._d, self.attention_factor()
        if self.share == 1:
            lines = [f"w = {self.base!r} ** (-xp.arange(0, d, 2, dtype=xp.float64) / d)"]
            lines += [] if self.scaling == "none" else ["i = xp.arange(d // 2, dtype=xp.float64)"]
            first, second = ("0::2", "1::2") if woven else (": d // 2", "d // 2 :")
        else:
            lines = [
                "# so many columns turn",
                f"r = 2 * max(1, int({self.share!r} * d / 2 + 1e-9))",
                "i = xp.arange(r // 2, dtype=xp.float64)",
                f"w = {self.base!r} ** (-2 * i / {d})",
            ]
            from_ = "r // 2" if d == "r" else "d // 2"
            first, second = ("0:r:2", "1:r:2") if woven else (": r // 2", f"{from_} : {from_} + r // 2")
        lines += ["# so many times slower each pair turns", *self._slowed_code, "w = w / g"] * (self.scaling != "none")
        times = "" if size == 1 else f"{size!r} * "
        lines += [
            "# what the rotation makes of a query or key whose pairs are all (1, 0)",
            "PE = xp.zeros((n, d), dtype=xp.float64)",
            f"PE[:, {first}] = {times}xp.cos(p * w)",
            f"PE[:, {second}] = {times}xp.sin(p * w)",
        ]
        if self.share < 1:
            others = "r // 2 : d // 2" if d == "d" else "r : r + (d - r) // 2"
            lines += [f"PE[:, {'r::2' if woven else others}] = {size if d == 'd' else 1.0!r}"]
        return "\n".join(("p = xp.arange(n, dtype=xp.float64)[:, None]", *lines))

    @property
    def _slowed_code(self) -> list[str]:
        """Lines that make g of i, and of n and the number of columns."""
        d, s, trained = self._d, repr(self.factor), self.trained
        between = f"g = {s} / ({s} - {self.factor - 1!r} * c)"
        if self.scaling == "linear":
            return [f"g = {s}"]
        if self.scaling == "NTK-aware":
            return [f"g = {s} ** (2 * i / max({d} - 2, 1))"]
        if self.scaling == "dynamic":
            grown = f"max(1.0, {s} * n / {trained} - {self.factor - 1!r})"
            return [f"g = {grown} ** (2 * i / max({d} - 2, 1))"]
        if self.scaling == "YaRN":
            low, high = (
                rope_scaling.turning(often, 1, self.base, trained) for often in (rope_scaling.FAST, rope_scaling.SLOW)
            )
            return [
                f"# {low:.6g} = ln({trained} / 64π) / (2 ln B), {high:.6g} = ln({trained} / 2π) / (2 ln B)",
                f"low, high = max({d} * {low!r} // 1, 0), min(-(-{d} * {high!r} // 1), {d} - 1)",
                "c = xp.clip((i - low) / (high - low or 0.001), 0, 1)",
                between,
            ]
        if self.scaling in ROTATIONS:
            fast = ROTATIONS[self.scaling]
            return [f"c = xp.clip(({fast} - {trained} * w / (2 * xp.pi)) / {fast - 1}, 0, 1)", between]
        return [
            f"f = xp.asarray({list(listed_numbers(self.factors))}, dtype=xp.float64)",
            "at = i[:, None] * (len(f) - 1) / max(len(i) - 1, 1)",
            f"g = (f * xp.clip(1 - abs(at - xp.arange(len(f))), 0, 1)).sum(1) if n > {trained} else 1.0",
        ]

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        if dim is not None and dim % 2:
            return claim("lacks-pairs", name=self.name, dim=dim)
        return super().unsupported_reason(ability, length, dim)

    @property
    def _d(self) -> str:
        """The letter for what counts as d in the exponent."""
        return "d" if self.share == 1 or self.exponent == "all columns" else "r"

    def _turned(self, dim: int) -> int:
        """How many pairs turn; of an odd dim the lone sine counts as one."""
        # 0.58 · 100 is 57.99999999999999
        return (dim + 1) // 2 if self.share == 1 else max(1, int(self.share * dim / 2 + 1e-9))

    def _counted(self, dim: int) -> int:
        """How many columns count as d in the exponent."""
        return dim if self._d == "d" else 2 * self._turned(dim)

    def _columns(self, dim: int) -> tuple[Columns, Columns]:
        """The cosine is what a turn leaves of the first column of a pair, the sine what it puts into the second."""
        if self.pairing == "interleaved":
            return slice(1, None, 2), slice(0, None, 2)
        if self._d == "d":
            return slice(dim // 2, None), slice(0, dim // 2)
        # the columns that turn are paired among themselves, and so are the others
        turned, pair = self._turned(dim), np.arange(dim // 2)
        first = np.where(pair < turned, pair, pair + turned)
        return np.where(pair < turned, pair + turned, pair + dim // 2), first

    def _amplitudes(self, dim: int) -> Array | None:
        """Columns that are left out have no cosine; those of frequency 0 have one, which is 1."""
        size = self.attention_factor()
        if size == 1:
            return None
        found = np.full((dim + 1) // 2, size)
        if self._d == "r":
            found[self._turned(dim) :] = 1
        return found

    def _reads_length(self) -> bool:
        return self.scaling in ("dynamic", "LongRoPE")

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        slowed = self.slowed(dim, length)
        own = {"a": self.attention_factor(), "g_i": float(slowed[i]), "r": self._counted(dim)}
        return own | super()._letters(i, dim, length)

    def _alike(self, back: Array, dim: int, length: int) -> Array:
        """Both columns of a pair keep the cosine of its angle, each times the square of its size."""
        return 2 * np.asarray(self._dot_of(back, np.zeros_like(back), dim, length))

    def _rotated(self, x: Array, positions: Array, length: int, keys: bool) -> Array:
        dim = x.shape[-1]
        second, first = self._columns(dim)
        angles = positions[:, None] * self.frequencies(dim, length)
        cosine, sine = np.cos(angles), np.sin(angles)
        if (sizes := self._amplitudes(dim)) is not None:
            cosine, sine = cosine * sizes, sine * sizes
        turned = np.empty_like(x)
        turned[..., first] = x[..., first] * cosine - x[..., second] * sine
        turned[..., second] = x[..., first] * sine + x[..., second] * cosine
        return turned


ROTATIONS = {"YaRN as printed": rope_scaling.FAST, "llama3": rope_scaling.FAST_LLAMA3}
"""The scalings that go by how often a pair turns within the trained length, and how often it turns to be left alone."""
