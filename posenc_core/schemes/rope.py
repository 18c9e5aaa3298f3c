"""RoPE: rotations of queries and keys by their positions."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from posenc_core.arrays import Array, Integers, whole
from posenc_core.foundation import rope_scaling
from posenc_core.foundation.base import param
from posenc_core.foundation.domains import Numbers, Real, Whole, listed_numbers
from posenc_core.foundation.presentation import digits
from posenc_core.foundation.rotating import Rotating, paired_dots, rotate_pairs, sums_at
from posenc_core.text.references import cite

Scaling = Literal["none", "linear", "NTK-aware", "dynamic", "YaRN", "YaRN as printed", "llama3", "LongRoPE"]
"""Scaling of the frequencies for longer contexts."""

ROTATIONS = {"YaRN as printed": rope_scaling.FAST, "llama3": rope_scaling.FAST_LLAMA3}
"""Scalings by the rotations of a pair, and the number of rotations from which it is unchanged."""


@dataclass(frozen=True, kw_only=True)
class RoPE(Rotating):
    """Queries and keys rotated in pairs of dimensions, so that logits depend on positions by the offset only.

    Examples
    --------
    >>> from posenc_core import RoPE
    >>> RoPE().rotate([1.0, 0.0, 1.0, 0.0], 1).round(3)
    array([0.54 , 0.841, 1.   , 0.01 ])
    """

    name = "RoPE"
    source = cite("su2021, section 3.2")
    family = "rotation"
    abilities = frozenset({"scores", "vectors", "rotation"})
    even_dim = True

    pairing: Literal["interleaved", "half"] = param(
        "interleaved",
        "Dimensions that rotate together. interleaved: neighbors, as in the paper, GPT-J, and Meta's Llama. half: "
        "dimensions i and i + d/2, as in GPT-NeoX and Hugging Face's Llama. A model works only with the pairing that "
        "it was trained with.",
    )
    share: float = param(
        1.0,
        "Fraction of the dimensions that rotate, starting at the first; at least one pair does. GPT-NeoX rotates "
        "0.25, GPT-J 64 of 256.",
        Real(low=0.01, high=1),
    )
    exponent: Literal["turned columns", "all columns"] = param(
        "turned columns",
        "The d in B^(2i/d) if only a fraction rotates: the number of rotated dimensions (turned columns), as in "
        "GPT-NeoX and GPT-J; or that of all dimensions (all columns), with the slow frequencies set to 0, which "
        "Hugging Face calls proportional.",
    )
    scaling: Scaling = param(
        "none",
        "Rule that lowers the frequencies for contexts longer than in training. linear: all equally. NTK-aware: by a "
        "larger base. dynamic: by a base that grows with the length. YaRN and llama3: only pairs that complete few "
        "rotations in training. LongRoPE: by listed factors.",
    )
    factor: float = param(
        4.0,
        "Ratio of the extended context to that in training. In LongRoPE it sets only the attention factor.",
        Real(low=1, high=1000),
    )
    trained_length: int = param(2048, "Context length in training, in tokens.", Whole(1, 2**20))
    factors: str = param(
        "1, 2.5",
        "How many times slower each pair rotates beyond the training length: numbers separated by commas, "
        "interpolated over the pairs from fast to slow.",
        Numbers(1000, low=0.01, high=1000),
    )

    def _rotate(self, x: Array, positions: Array, length: int, keys: bool) -> Array:
        dim = x.shape[-1]
        angles = positions[:, None] * self.frequencies(dim, length)
        sizes = self._amplitudes(dim)
        cosine, sine = sizes * np.cos(angles), sizes * np.sin(angles)
        second, first = self._columns(dim)
        return rotate_pairs(x, (first, second), cosine, sine)

    def _encode(self, positions: Array, dim: int, length: int) -> Array:
        # the rotated vector whose pairs are all (1, 0)
        unit = np.zeros((len(positions), dim))
        unit[:, self._columns(dim)[1]] = 1
        return self._rotate(unit, positions, length, keys=False)

    def frequencies(self, dim: int, length: int | None = None) -> Array:
        dim = whole("dim", dim)
        pairs, columns = self._rotated_pairs(dim), self._exponent_columns(dim)
        frequencies = np.zeros((dim + 1) // 2)
        frequencies[:pairs] = self.base ** (-2 * np.arange(pairs) / columns) / self.slowdown(dim, length)
        return frequencies

    def slowdown(self, dim: int, length: int | None = None) -> Array:
        """Return the factor by which the scaling divides the frequency of each rotated pair.

        Parameters
        ----------
        dim : int
            Number of columns, d.
        length : int, optional
            Length of the sequence in tokens, used by "dynamic" and "LongRoPE". By default the trained length.

        Returns
        -------
        ndarray, shape (m,)
            Factors, from fast to slow pairs.

        Examples
        --------
        >>> RoPE(scaling="linear", factor=4).slowdown(4)
        array([4., 4.])
        """
        dim = whole("dim", dim)
        length = self.trained_length if length is None else whole("length", length)
        pairs, columns = self._rotated_pairs(dim), self._exponent_columns(dim)
        if self.scaling == "LongRoPE":
            beyond = length > self.trained_length
            factors = listed_numbers(self.factors) if beyond else (1.0,)
            return rope_scaling.spread_over_pairs(factors, pairs)
        plain = self.base ** (-2 * np.arange(pairs) / columns)
        return rope_scaling.slowdown(
            self.scaling, plain, columns, self.base, self.factor, self.trained_length, length,
            fast=ROTATIONS.get(self.scaling, rope_scaling.FAST),
        )  # fmt: skip

    def attention_factor(self, length: int | None = None) -> float:
        """Return the factor of cosine and sine; logits are multiplied by its square.

        Parameters
        ----------
        length : int, optional
            Not used: the factor is the same at every length.

        Returns
        -------
        float
            1 for scalings without an attention factor.

        Examples
        --------
        >>> round(RoPE(scaling="YaRN", factor=4).attention_factor(), 4)
        1.1386
        """
        if self.scaling in ("YaRN", "YaRN as printed"):
            return rope_scaling.yarn_attention(self.factor)
        if self.scaling == "LongRoPE":
            return rope_scaling.longrope_attention(self.factor, self.trained_length)
        return 1.0

    @property
    def formula(self) -> str:
        # vectors are the rotated pairs (1, 0)
        size = "" if self.attention_factor() == 1 else r"a \, "
        slower = "" if self.scaling == "none" else r"g_i \times "
        cosine, sine = (
            rf"{size}\{wave}\left(\frac{{p}}{{{slower}B^{{2i/{self._d}}}}}\right)" for wave in ("cos", "sin")
        )
        first, second = "2i", "2i + 1"
        if self.pairing == "half":
            beside = "r/2" if self._d == "r" else r"\lceil d/2 \rceil"
            first, second = "i", f"{beside} + i"
        return r" ,\\[1ex] ".join((f"PE(p, {first}) = {cosine}", f"PE(p, {second}) = {sine}", *self._definitions))

    @property
    def _definitions(self) -> list[str]:
        """Equations of the symbols of the formula."""
        lines, s, trained, d = [], digits(self.factor), self.trained_length, self._d
        slowed = rf"g_i = \frac{{{s}}}{{{s} - {digits(self.factor - 1)} \times c_i}}"
        if self.share < 1:
            scaled = self.exponent == "all columns" and self.attention_factor() != 1
            still = "(a, 0)" if scaled else "(1, 0)"
            lines += [rf"r = 2 \times \max(1, \lfloor {digits(self.share)} \times d/2 \rfloor)"]
            lines += [rf"\text{{from }} i = r/2 \text{{ on, pairs stay }} {still}"]
        if self.scaling == "linear":
            lines += [f"g_i = {s}"]
        elif self.scaling == "NTK-aware":
            lines += [rf"g_i = {s}^{{2i/\max(1, {d} - 2)}}"]
        elif self.scaling == "dynamic":
            grown = rf"\max(1, {s} \times n/{trained} - {digits(self.factor - 1)})"
            lines += [rf"g_i = {grown}^{{2i/\max(1, {d} - 2)}}"]
        elif self.scaling == "YaRN":
            low, high = (rf"\frac{{{d} \ln({trained}/({rotations}\pi))}}{{2 \ln B}}" for rotations in (64, 2))
            lines += [slowed, r"c_i = \min(1, \max(0, \frac{i - l}{h - l}))"]
            lines += [rf"l = \max(0, \lfloor {low} \rfloor)", rf"h = \min({d} - 1, \lceil {high} \rceil)"]
        elif self.scaling in ROTATIONS:
            fast = ROTATIONS[self.scaling]
            lines += [slowed, rf"c_i = \min(1, \max(0, \frac{{{fast} - t_i}}{{{fast - 1}}}))"]
            lines += [rf"t_i = \frac{{{trained}}}{{2\pi \times B^{{2i/{d}}}}}"]
        elif self.scaling == "LongRoPE":
            numbers = [digits(number) for number in listed_numbers(self.factors)]
            if len(numbers) > 4:
                numbers = [*numbers[:2], r"\ldots", numbers[-1]]
            lines += [rf"g_i = f_i \text{{ where }} n > {trained} \text{{, else }} 1"]
            lines += [rf"f = ({', '.join(numbers)}) \text{{, spread over the pairs}}"]
        if self.attention_factor() != 1 and self.scaling == "LongRoPE":
            lines += [rf"a = \sqrt{{1 + \ln({s})/\ln({trained})}}"]
        elif self.attention_factor() != 1:
            lines += [rf"a = 0.1 \ln({s}) + 1"]
        return lines

    @property
    def letters(self) -> dict[str, str]:
        letters = {}
        if self.share < 1:
            letters["r"] = "is the number of rotated columns"
        if self.scaling != "none":
            letters["g_i"] = "is the factor by which the scaling slows pair i"
        if self.attention_factor() != 1:
            letters["a"] = "is the attention factor, by which cosine and sine are multiplied"
        return letters

    @property
    def columns(self) -> str:
        if self.pairing == "interleaved":
            return "cos, sin interleaved"
        if self._d == "d":
            return "all cos, then all sin"
        return "all cos, then all sin, then constant columns"

    @property
    def _code(self) -> str:
        woven, d, size = self.pairing == "interleaved", self._d, self.attention_factor()
        if self.share == 1:
            lines = [f"w = {self.base!r} ** (-xp.arange(0, d, 2, dtype=xp.float64) / d)"]
            if self.scaling != "none":
                lines += ["i = xp.arange(d // 2, dtype=xp.float64)"]
            first, second = ("0::2", "1::2") if woven else (": d // 2", "d // 2 :")
        else:
            lines = [
                "# number of rotated columns",
                f"r = 2 * max(1, int({self.share!r} * d / 2 + 1e-9))",
                "i = xp.arange(r // 2, dtype=xp.float64)",
                f"w = {self.base!r} ** (-2 * i / {d})",
            ]
            from_ = "r // 2" if d == "r" else "d // 2"
            first, second = ("0:r:2", "1:r:2") if woven else (": r // 2", f"{from_} : {from_} + r // 2")
        if self.scaling != "none":
            lines += ["# factors by which the frequencies are divided", *self._slowed_code, "w = w / g"]
        times = "" if size == 1 else f"{size!r} * "
        lines += [
            "# rotated query or key whose pairs are all (1, 0)",
            "PE = xp.zeros((n, d), dtype=xp.float64)",
            f"PE[:, {first}] = {times}xp.cos(p * w)",
            f"PE[:, {second}] = {times}xp.sin(p * w)",
        ]
        if self.share < 1:
            constant, others = 1.0, "r : r + (d - r) // 2"
            if d == "d":
                constant, others = size, "r // 2 : d // 2"
            if woven:
                others = "r::2"
            lines += [f"PE[:, {others}] = {constant!r}"]
        return "\n".join(("p = xp.arange(n, dtype=xp.float64)[:, None]", *lines))

    @property
    def _slowed_code(self) -> list[str]:
        """Lines that compute g from i, n, and the number of columns."""
        d, s, trained = self._d, repr(self.factor), self.trained_length
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
                rope_scaling.pair_at(often, 1, self.base, trained) for often in (rope_scaling.FAST, rope_scaling.SLOW)
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

    @property
    def _d(self) -> str:
        """Symbol of d in the exponent."""
        return "d" if self.share == 1 or self.exponent == "all columns" else "r"

    def _rotated_pairs(self, dim: int) -> int:
        """Count the rotated pairs, including the unpaired sine of an odd d."""
        if self.share == 1:
            return (dim + 1) // 2
        # 0.58 · 100 is 57.99999999999999
        return max(1, int(self.share * dim / 2 + 1e-9))

    def _exponent_columns(self, dim: int) -> int:
        """Value of d in the exponent."""
        return dim if self._d == "d" else 2 * self._rotated_pairs(dim)

    def _columns(self, dim: int) -> tuple[Integers, Integers]:
        # rotating (1, 0) gives the cosine in the first column of a pair and the sine in the second
        if self.pairing == "interleaved":
            return np.arange(1, dim, 2), np.arange(0, dim, 2)
        if self._d == "d":
            return np.arange(dim // 2, dim), np.arange(dim // 2)
        # rotated columns are paired with each other, and so are the constant ones
        count, pair = self._rotated_pairs(dim), np.arange(dim // 2)
        first = np.where(pair < count, pair, pair + count)
        return np.where(pair < count, pair + count, pair + dim // 2), first

    def _amplitudes(self, dim: int) -> Array:
        # columns that are not rotated keep amplitude 1; those of frequency 0 do not
        sizes = np.full((dim + 1) // 2, self.attention_factor())
        if self._d == "r":
            sizes[self._rotated_pairs(dim) :] = 1
        return sizes

    def _depends_on_length(self) -> bool:
        return self.scaling in ("dynamic", "LongRoPE")

    def _letters(self, i: int, dim: int, length: int) -> dict[str, float]:
        slowed = self.slowdown(dim, length)
        symbols = {"a": self.attention_factor(), "g_i": float(slowed[i]), "r": self._exponent_columns(dim)}
        return symbols | super()._letters(i, dim, length)

    def _mean_dot(self, back: Array, dim: int, length: int) -> Array:
        # each column of a pair contributes the cosine of the angle times the squared amplitude
        frequencies = self.frequencies(dim, length)[: dim // 2]
        return 2 * sums_at(np.abs(back), paired_dots, frequencies, self._weights(dim))

    def inactive_parameters(self) -> frozenset[str]:
        names = set()
        if self.share == 1:
            names |= {"exponent"}
        if self.scaling in ("none", "linear", "NTK-aware"):
            names |= {"trained_length"}
        if self.scaling == "none":
            names |= {"factor"}
        if self.scaling != "LongRoPE":
            names |= {"factors"}
        return frozenset(names)
