"""Attention factors of scaled rotations, as code computes them."""

import math

from posenc_core.foundation.rope_scaling import longrope_attention, yarn_attention

ATTENTION = "0.1 ln {factor:g} + 1"
"""Formula of `yarn_attention`."""


def attention_rules(factor: float, trained: int = 0) -> dict[float, str]:
    """Attention factors that code multiplies cosines with, right or wrong, and their formulas; exact ones first.

    A training length of 0 is unknown.

    >>> attention_rules(4.0)[1.1386]
    '0.1 ln 4 + 1 (rounded)'
    """
    if factor == 1:
        return {}
    whole, formula = yarn_attention(factor), ATTENTION.format(factor=factor)
    rules = {
        formula: whole,
        f"0.0707 ln {factor:g} + 1": 0.707 * (whole - 1) + 1,
        f"({formula})² (applied twice)": whole**2,
        f"1/({formula})": 1 / whole,
        f"√({formula})": math.sqrt(whole),
    }
    if trained:
        longrope, value = f"√(1 + ln {factor:g} / ln {trained:,})", longrope_attention(factor, trained)
        rules |= {longrope: value, f"({longrope})² (applied twice)": value**2}
    formulas: dict[float, str] = {}
    for name, value in rules.items():
        # many formulas agree to two decimals
        decimals = (6, 5, 4, 3, 2) if name == formula else (6, 5, 4, 3)
        for rounded in (value, *(round(value, digits) for digits in decimals)):
            formulas.setdefault(rounded, name if rounded == value else f"{name} (rounded)")
    return formulas
