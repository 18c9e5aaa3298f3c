"""How is a rotation stretched to sequences longer than those it was trained with? Every published rule.

Each rule says how many times slower a pair of columns turns than it was trained to: its frequency w becomes w / g. What
reads rotations counts how often a pair turns round within the trained length.
"""

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from posenc_core.arrays import Array

__all__ = [
    "attention_rules", "by_base", "longrope_attention", "mixed", "over_pairs", "over_rotations", "reached",
    "spread_evenly", "turning", "yarn_attention", "yarn_bounds",
]  # fmt: skip

FAST, SLOW = 32, 1
"""Rotations within the trained length: YaRN leaves pairs alone that turn more often, and slows all that turn less."""

FAST_LLAMA3 = 4
"""What Llama 3 takes for YaRN's 32."""


def by_base(pairs: int, columns: int, factor: float) -> Array:
    """A larger base, B s^(d / (d - 2)): the fastest pair stays as it is, the slowest is slowed s times. -> (pairs,).

    "NTK-aware" scaling, bloc97 (2023), as x-transformers and rotary-embedding-torch compute it. Of d = 2 columns there
    is one pair, which is the fastest.
    """
    return factor ** (2 * np.arange(pairs) / max(columns - 2, 1))


def reached(factor: float, length: int, trained: int) -> float:
    """What dynamic scaling puts for s at a length: s L / L0 - (s - 1), at least 1.

    So has exllama's and Hugging Face's code. With s = 1 it is L / L0.

    >>> reached(4.0, 100, 2048)
    1.0
    """
    return max(1.0, factor * length / trained - (factor - 1))


def mixed(share: Array, factor: float) -> Array:
    """Between a frequency left alone and one slowed s times, a `share` of the latter: w (1 - share) + share w / s.

    >>> mixed(np.array([0.0, 1.0]), 4.0)
    array([1., 4.])
    """
    return factor / (factor - (factor - 1) * share)


def turning(often: float, columns: int, base: float, trained: int) -> float:
    """The pair that turns so often within the trained length, with a fraction: d ln(L0 / 2πr) / (2 ln B)."""
    return columns * math.log(trained / (2 * math.pi * often)) / (2 * math.log(base))


def yarn_bounds(
    columns: int, base: float, trained: int, fast: float = FAST, slow: float = SLOW, truncate: bool = True
) -> tuple[float, float]:
    """The pairs that turn 32 times and once within the trained length, rounded outwards unless `truncate` is false.

    The upper one is held below d, though the pairs end at d / 2: so does the authors' code, and transformers'.
    """
    low, high = (turning(often, columns, base, trained) for often in (fast, slow))
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    return max(low, 0.0), min(high, columns - 1.0)


def over_pairs(pairs: int, low: float, high: float) -> Array:
    """From 0 at pair `low` to 1 at pair `high`, in equal steps: YaRN's share in all code. -> (pairs,).

    >>> over_pairs(4, 1, 3)
    array([0. , 0. , 0.5, 1. ])
    """
    # the code steps aside like this too, so as not to divide by 0
    width = (high - low) or 0.001
    share: Array = np.clip((np.arange(pairs) - low) / width, 0, 1)
    return share


def over_rotations(frequencies: Array, trained: int, fast: float, slow: float = SLOW) -> Array:
    """From 0 where a pair turns `fast` times within the trained length to 1 where it turns once: (fast - r)/(fast - 1).

    YaRN's share as its paper prints it with fast = 32 (Peng et al. 2023, section 3.2; arXiv 2309.00071), and that of
    Llama 3 with fast = 4, which writes it with wavelengths.
    """
    rotations = trained * frequencies / (2 * np.pi)
    # where both are one number, as in Llama 4, pairs are left alone or slowed
    share: Array = np.clip((fast - rotations) / ((fast - slow) or 1e-9), 0, 1)
    return share


def spread_evenly(numbers: ArrayLike, pairs: int) -> Array:
    """Some numbers over the pairs, first to first and last to last, straight lines between. (m,) -> (pairs,)."""
    known = np.asarray(numbers, np.float64)
    places = np.arange(pairs) * (len(known) - 1) / max(pairs - 1, 1)
    return np.interp(places, np.arange(len(known)), known)


def yarn_attention(factor: float) -> float:
    """What YaRN multiplies cosine and sine with: 0.1 ln s + 1, so scores with its square.

    >>> round(yarn_attention(4.0), 4)
    1.1386
    """
    return 0.1 * math.log(factor) + 1


def longrope_attention(factor: float, trained: int) -> float:
    """What LongRoPE multiplies cosine and sine with: √(1 + ln s / ln L0), as its authors' code has it.

    Ding et al. (2024), arXiv 2402.13753. A trained length of 1 has no logarithm to divide by, and leaves them alone.

    >>> round(longrope_attention(4.0, 4096), 4)
    1.0801
    """
    return math.sqrt(1 + math.log(factor) / math.log(trained)) if trained > 1 else 1.0


ATTENTION = "0.1 ln {factor:g} + 1"
"""Formula of `yarn_attention`."""


def attention_rules(factors: Iterable[float], trained: Iterable[int]) -> dict[float, str]:
    """Attention factors that code multiplies cosines with, right or wrong, and their formulas; exact ones first.

    >>> attention_rules((4.0,), ())[1.1386]
    '0.1 ln 4 + 1 (rounded)'
    """
    lengths = list(trained)
    found: dict[float, str] = {}
    for factor in factors:
        whole, formula = yarn_attention(factor), ATTENTION.format(factor=factor)
        rules = {
            formula: whole,
            f"0.0707 ln {factor:g} + 1": 0.707 * (whole - 1) + 1,
            f"({formula})² (applied twice)": whole**2,
            f"1/({formula})": 1 / whole,
            f"√({formula})": math.sqrt(whole),
        }
        for length in lengths:
            longrope = f"√(1 + ln {factor:g} / ln {length:,})"
            rules |= {longrope: longrope_attention(factor, length)}
            rules |= {f"({longrope})² (applied twice)": longrope_attention(factor, length) ** 2}
        for name, value in rules.items():
            # two decimals are near many a formula
            decimals = (6, 5, 4, 3, 2) if name == formula else (6, 5, 4, 3)
            for rounded in () if factor == 1 else (value, *(round(value, digits) for digits in decimals)):
                found.setdefault(rounded, name if rounded == value else f"{name} (rounded)")
    return found
