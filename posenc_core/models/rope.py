"""RoPE with every number that a model's configuration can give it, as transformers computes it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from posenc_core.arrays import Array, match_option
from posenc_core.foundation import rope_scaling
from posenc_core.schemes import RoPE

__all__ = ["Bands", "Rope"]

ROPE_TYPES: Mapping[str, str] = {
    "none": "default",
    "linear": "linear",
    "proportional": "proportional",
    "dynamic": "dynamic",
    "YaRN": "yarn",
    "llama3": "llama3",
    "LongRoPE": "longrope",
}
"""`rope_type` in configurations, by the scaling of `RoPE`; "proportional" is its exponent over all columns."""

Pairing = Literal["interleaved", "half"]
"""Which dimensions rotate together: 2i with 2i + 1, or i with i + d/2."""


class Bands(NamedTuple):
    """How many pairs a scaling keeps, blends, and divides by its factor."""

    kept: int
    blended: int
    divided: int


@dataclass(frozen=True)
class Rope:
    """A rotation of `width` of the `head` dimensions of each head."""

    head: int
    width: int
    base: float
    scaling: str = "none"
    factor: float = 1.0
    original: int = 0
    """The length before scaling, in tokens; 0 where no scaling needs it."""
    fast: float = rope_scaling.FAST
    slow: float = rope_scaling.SLOW
    """Rotations within the original length: pairs with more than `fast` are kept, with fewer than `slow` divided."""
    truncate: bool = True
    """Whether YaRN rounds its two bounds to whole pairs."""
    attention: float = 1.0
    """What cosine and sine are multiplied by."""
    softmax: float = 1.0
    """What logits are multiplied by besides."""
    short: tuple[float, ...] = ()
    long: tuple[float, ...] = ()
    """LongRoPE's factor of each pair, up to the original length and beyond."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scaling", match_option(self.scaling, ROPE_TYPES, "scaling"))

    def plain(self) -> Array:
        """Radians per token of each pair without scaling. -> (pairs,)."""
        counted = self.head if self.scaling == "proportional" else self.width
        return np.asarray(float(self.base) ** (-2 * np.arange(self.width // 2) / counted))

    def slowed(self, length: int = 0) -> Array:
        """How many times slower the scaling makes each pair, in a text of `length` tokens. -> (pairs,)."""
        pairs, factor = self.width // 2, self.factor
        if self.scaling in ("linear", "proportional"):
            return np.full(pairs, factor)
        if self.scaling == "dynamic":
            return rope_scaling.ntk_slowdown(
                pairs, self.width, rope_scaling.dynamic_factor(factor, length, self.original)
            )
        if self.scaling == "YaRN":
            bounds = rope_scaling.yarn_bounds(self.width, self.base, self.original, self.fast, self.slow, self.truncate)
            return rope_scaling.blend(rope_scaling.ramp_over_pairs(pairs, *bounds), factor)
        if self.scaling == "llama3":
            return rope_scaling.blend(
                rope_scaling.ramp_over_rotations(self.plain(), self.original, self.fast, self.slow), factor
            )
        if self.scaling == "LongRoPE":
            return np.array(self.long if length > self.original else self.short)
        return np.ones(pairs)

    def frequencies(self, length: int = 0) -> Array:
        """Radians per token of each pair in a text of `length` tokens. -> (pairs,)."""
        return self.plain() / self.slowed(length)

    def bands(self) -> Bands | None:
        """How many pairs are kept, blended, and divided; None for a scaling that has no such bands."""
        if self.scaling not in ("YaRN", "llama3") or self.factor == 1:
            return None
        slowed = self.slowed()
        kept, divided = int(np.isclose(slowed, 1).sum()), int(np.isclose(slowed, self.factor).sum())
        return Bands(kept, len(slowed) - kept - divided, divided)

    def incomplete(self, trained: int) -> int:
        """How many pairs never complete a rotation within `trained` tokens, without scaling."""
        return int((2 * math.pi / self.plain() > trained).sum())

    def scheme(self, pairing: Pairing | None = None) -> RoPE | None:
        """The nearest RoPE of this library, which has no bounds of its own for YaRN and llama3: see `exact`.

        None where a number is beyond what it takes.
        """
        given: dict[str, object] = {"base": float(self.base), "pairing": pairing or "half"}
        if self.width < self.head:
            given["share"] = self.width / self.head
        if self.scaling == "proportional":
            given["exponent"] = "all columns"
        elif self.scaling != "none":
            given |= {"scaling": self.scaling, "factor": float(self.factor)}
        if self.original:
            given["trained"] = self.original
        if self.long:
            given["factors"] = ", ".join(f"{each:.6g}" for each in self.long)
        try:
            return RoPE(**given)  # type: ignore[arg-type]
        except ValueError:
            return None

    def exact(self, length: int) -> bool:
        """Whether `scheme` has these frequencies and this attention factor in a text of `length` tokens."""
        scheme = self.scheme()
        if scheme is None:
            return False
        found = scheme.frequencies(self.head, max(length, 1))[: self.width // 2]
        alike = np.allclose(found, self.frequencies(length), rtol=1e-4)
        return bool(alike) and math.isclose(scheme.attention_factor(length), self.attention, rel_tol=1e-6)
