"""RoPE with all parameters of a model configuration, as in Hugging Face's code."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from posenc_core.arrays import Array, match_option
from posenc_core.foundation import rope_scaling
from posenc_core.schemes import RoPE

ROPE_TYPES: Mapping[str, str] = {"none": "default"} | {
    name: name.lower() for name in ("linear", "proportional", "dynamic", "YaRN", "llama3", "LongRoPE")
}
"""`rope_type` in configurations, by the scaling of `RoPE`; "proportional" is its exponent over all columns."""

Pairing = Literal["interleaved", "half"]
"""Pairs of dimensions: 2i and 2i + 1, or i and i + d/2."""


def share_of(width: int, head: int) -> float:
    """Share whose product with the size of a head, rounded down as code does, is the number of rotated dimensions."""
    share = width / head
    return share if int(head * share) == width else math.nextafter(share, 1)


class Bands(NamedTuple):
    """Numbers of pairs that a scaling keeps, blends, and divides by its factor."""

    kept: int
    blended: int
    divided: int


@dataclass(frozen=True)
class Rope:
    """Rotation of the first `width` of the `head` dimensions of each head.

    Parameters
    ----------
    head, width : int
        Dimensions of a head, and rotated dimensions.
    base : float
        Base of the frequencies.
    scaling : {"none", "linear", "proportional", "dynamic", "YaRN", "llama3", "LongRoPE"}
        Scaling for longer contexts, in upper or lower case.
    factor : float
        Factor of the scaling.
    original : int
        Length before scaling in tokens; 0 if the scaling does not need it.
    fast, slow : float
        Rotations within the original length: faster pairs are kept, slower ones divided by the factor.
    truncate : bool
        If YaRN rounds its bounds to whole pairs.
    attention : float
        Factor of cosine and sine.
    softmax : float
        Additional factor of logits.
    short, long : tuple of float
        LongRoPE's factors of each pair, up to the original length and beyond.
    steps : bool
        If dynamic scaling counts the length in powers of 2 of the original one (Qwen 1).

    Raises
    ------
    ValueError
        If the scaling is unknown.

    Examples
    --------
    >>> rope = Rope(128, 128, 1e6, "YaRN", 4.0, 32768)
    >>> rope.bands()
    Bands(kept=24, blended=16, divided=24)
    """

    head: int
    width: int
    base: float
    scaling: str = "none"
    factor: float = 1.0
    original: int = 0
    fast: float = rope_scaling.FAST
    slow: float = rope_scaling.SLOW
    truncate: bool = True
    attention: float = 1.0
    softmax: float = 1.0
    short: tuple[float, ...] = ()
    long: tuple[float, ...] = ()
    steps: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "scaling", match_option(self.scaling, ROPE_TYPES, "scaling"))

    @property
    def active_scaling(self) -> str:
        """Scaling, or "none" if its factor of 1 changes nothing."""
        changes = self.factor != 1 or self.scaling in ("dynamic", "LongRoPE")
        return self.scaling if changes else "none"

    def plain(self) -> Array:
        """Return the frequencies without scaling.

        Returns
        -------
        ndarray, shape (pairs,)
            Radians per token.
        """
        counted = self.head if self.scaling == "proportional" else self.width
        return np.asarray(float(self.base) ** (-2 * np.arange(self.width // 2) / counted))

    def slowdown(self, length: int = 0) -> Array:
        """Return the factors by which the scaling divides the frequencies.

        Parameters
        ----------
        length : int, default 0
            Length of the sequence in tokens.

        Returns
        -------
        ndarray, shape (pairs,)
            Factors.
        """
        if self.scaling == "LongRoPE":
            return np.array(self.long if length > self.original else self.short)
        if self.steps and length > self.original:
            length = self.original * 2 ** math.ceil(math.log2(length / self.original))
        return rope_scaling.slowdown(
            self.scaling, self.plain(), self.width, self.base, self.factor, self.original, length,
            fast=self.fast, slow=self.slow, truncate=self.truncate,
        )  # fmt: skip

    def frequencies(self, length: int = 0) -> Array:
        """Return the frequencies with scaling.

        Parameters
        ----------
        length : int, default 0
            Length of the sequence in tokens.

        Returns
        -------
        ndarray, shape (pairs,)
            Radians per token.
        """
        return self.plain() / self.slowdown(length)

    def bands(self) -> Bands | None:
        """Return the numbers of pairs that are kept, blended, and divided.

        Returns
        -------
        Bands or None
            None for scalings without such bands.
        """
        if self.scaling not in ("YaRN", "llama3") or self.factor == 1:
            return None
        slowed = self.slowdown()
        kept, divided = int(np.isclose(slowed, 1).sum()), int(np.isclose(slowed, self.factor).sum())
        return Bands(kept, len(slowed) - kept - divided, divided)

    def incomplete(self, trained: int) -> int:
        """Return the number of pairs that complete no rotation in training, without scaling.

        Parameters
        ----------
        trained : int
            Length in training in tokens.

        Returns
        -------
        int
            Number of pairs.
        """
        return int((2 * math.pi / self.plain() > trained).sum())

    def scheme(self, pairing: Pairing | None = None) -> RoPE | None:
        """Return the nearest `RoPE` scheme.

        Parameters
        ----------
        pairing : {"interleaved", "half"}, optional
            Pairing. By default "half".

        Returns
        -------
        RoPE or None
            Scheme, without custom bounds of YaRN and llama3 (see `exact`); None if a number is out of its range.
        """
        parameters: dict[str, object] = {"base": float(self.base), "pairing": pairing or "half"}
        if self.width < self.head:
            parameters["share"] = self.width / self.head
        if self.scaling == "proportional":
            parameters["exponent"] = "all columns"
        elif self.scaling != "none":
            parameters |= {"scaling": self.scaling, "factor": float(self.factor)}
        if self.original:
            parameters["trained_length"] = self.original
        if self.long:
            parameters["factors"] = ", ".join(f"{factor:.6g}" for factor in self.long)
        try:
            return RoPE(**parameters)  # type: ignore[arg-type]
        except ValueError:
            return None

    def exact(self, length: int) -> bool:
        """Return True if `scheme` has these frequencies and this attention factor.

        Parameters
        ----------
        length : int
            Length of the sequence in tokens.

        Returns
        -------
        bool
            Result for this length.
        """
        scheme = self.scheme()
        if scheme is None:
            return False
        frequencies = scheme.frequencies(self.head, max(length, 1))[: self.width // 2]
        same = np.allclose(frequencies, self.frequencies(length), rtol=1e-4)
        return bool(same) and math.isclose(scheme.attention_factor(length), self.attention, rel_tol=1e-6)
