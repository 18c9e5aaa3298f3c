"""RoPE scaling: published rules for contexts longer than the trained length.

Each rule gives the factors g by which frequencies are divided. Rotations are counted within the trained length.
"""

import math

import numpy as np

from posenc_core.arrays import Array, ArrayLike

FAST, SLOW = 32, 1
"""Bounds of YaRN in rotations: faster pairs are unchanged, slower ones are divided by the full factor."""

FAST_LLAMA3 = 4
"""Upper bound of Llama 3 in rotations."""


def ntk_slowdown(pairs: int, columns: int, factor: float) -> Array:
    """Factors of "NTK-aware" scaling, from 1 for the fastest pair to s for the slowest. -> (pairs,).

    The base is multiplied by s^(d / (d - 2)): bloc97 (2023), as in x-transformers and rotary-embedding-torch. For d = 2
    the only pair is the fastest one.
    """
    return factor ** (2 * np.arange(pairs) / max(columns - 2, 1))


def dynamic_factor(factor: float, length: int, trained: int) -> float:
    """Factor of dynamic scaling at a length L: s L / L0 - (s - 1), at least 1.

    As in exllama and Hugging Face's code. For s = 1 it is L / L0.

    >>> dynamic_factor(4.0, 100, 2048)
    1.0
    """
    return max(1.0, factor * length / trained - (factor - 1))


def blend(share: Array, factor: float) -> Array:
    """Factors that interpolate between w and w / s: w (1 - share) + share w / s.

    >>> blend(np.array([0.0, 1.0]), 4.0)
    array([1., 4.])
    """
    return factor / (factor - (factor - 1) * share)


def pair_at(often: float, columns: int, base: float, trained: int) -> float:
    """Fractional index of the pair with this number of rotations r: d ln(L0 / 2πr) / (2 ln B)."""
    return columns * math.log(trained / (2 * math.pi * often)) / (2 * math.log(base))


def yarn_bounds(
    columns: int, base: float, trained: int, fast: float = FAST, slow: float = SLOW, truncate: bool = True
) -> tuple[float, float]:
    """Pairs with 32 rotations and 1 rotation, rounded outwards unless `truncate` is false.

    The upper bound is clipped to d - 1, although there are d / 2 pairs, as in the authors' code and in transformers.
    """
    low, high = (pair_at(often, columns, base, trained) for often in (fast, slow))
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    return max(low, 0.0), min(high, columns - 1.0)


def ramp_over_pairs(pairs: int, low: float, high: float) -> Array:
    """Linear ramp from 0 at pair `low` to 1 at pair `high`: YaRN's share in all implementations. -> (pairs,).

    >>> ramp_over_pairs(4, 1, 3)
    array([0. , 0. , 0.5, 1. ])
    """
    # as in the implementations, against division by 0
    width = (high - low) or 0.001
    return np.asarray(np.clip((np.arange(pairs) - low) / width, 0, 1))


def ramp_over_rotations(frequencies: Array, trained: int, fast: float, slow: float = SLOW) -> Array:
    """Ramp from 0 at `fast` rotations to 1 at `slow` rotations. -> (m,).

    The share of YaRN as printed in the paper, with fast = 32 (Peng et al. 2023, section 3.2; arXiv 2309.00071), and of
    Llama 3, with fast = 4.
    """
    rotations = trained * frequencies / (2 * np.pi)
    # equal bounds, as in Llama 4, give a step
    return np.asarray(np.clip((fast - rotations) / ((fast - slow) or 1e-9), 0, 1))


def spread_over_pairs(numbers: ArrayLike, pairs: int) -> Array:
    """Interpolate m values linearly to one value per pair; both ends coincide. (m,) -> (pairs,)."""
    known = np.asarray(numbers, np.float64)
    places = np.arange(pairs) * (len(known) - 1) / max(pairs - 1, 1)
    return np.interp(places, np.arange(len(known)), known)


def slowdown(
    scaling: str, plain: Array, columns: int, base: float, factor: float, trained: int, length: int,
    *, fast: float = FAST, slow: float = SLOW, truncate: bool = True,
) -> Array:  # fmt: skip
    """Factors by which a rule without listed factors divides plain frequencies. (pairs,) -> (pairs,)."""
    if scaling in ("linear", "proportional"):
        return np.full(len(plain), factor)
    if scaling in ("NTK-aware", "dynamic"):
        factor = dynamic_factor(factor, length, trained) if scaling == "dynamic" else factor
        return ntk_slowdown(len(plain), columns, factor)
    if scaling == "none":
        return np.ones(len(plain))
    if scaling == "YaRN":
        share = ramp_over_pairs(len(plain), *yarn_bounds(columns, base, trained, fast, slow, truncate))
    else:
        share = ramp_over_rotations(plain, trained, fast, slow)
    return blend(share, factor)


def yarn_attention(factor: float) -> float:
    """Attention factor of YaRN, which multiplies cosine and sine: 0.1 ln s + 1.

    >>> round(yarn_attention(4.0), 4)
    1.1386
    """
    return 0.1 * math.log(factor) + 1


def longrope_attention(factor: float, trained: int) -> float:
    """Attention factor of LongRoPE, as in the authors' code: √(1 + ln s / ln L0), or 1 for L0 = 1.

    Ding et al. (2024), arXiv 2402.13753.

    >>> round(longrope_attention(4.0, 4096), 4)
    1.0801
    """
    return math.sqrt(1 + math.log(factor) / math.log(trained)) if trained > 1 else 1.0
