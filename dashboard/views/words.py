"""Numbers in words, and sentences that several pages say."""

from collections.abc import Sequence

import numpy as np

from posenc_core import criteria, numerals
from posenc_core.geometry import Spread

FLAT = 50
"""How many times smaller than the largest a curve is when it can no longer be read on the same scale."""

ROUNDING = 1e-12
"""Below this, a number that should be 0 is what rounding leaves of it."""

TIE = 1e-13
"""By how much of the largest similarity two that rounding has parted may differ; waves miss one turn by more."""

number, told_apart = numerals.number, numerals.told_apart


def small(value: float) -> str:
    """A number that would be 0 without rounding, such as a residual; a dash where there is none."""
    if np.isnan(value):
        return "–"
    return "rounding" if 0 < abs(value) < ROUNDING else number(value)


def percent(share: float) -> str:
    """A share in percent, of which only all is 100 % and only nothing 0 %."""
    if 0 < share < 0.001:
        return "less than 0.1 %"
    if 0.999 < share < 1 - ROUNDING:
        return "more than 99.9 %"
    return f"{number(100 * share)} %"


def points(change: float) -> str:
    """How much a share changes, in percentage points, of which only all is 100 and only nothing 0."""
    if 0 < change < 0.001:
        return "less than 0.1 percentage points"
    if 0.999 < change < 1 - ROUNDING:
        return "more than 99.9 percentage points"
    text = number(100 * change)
    return f"{text} percentage point{'' if text == '1' else 's'}"


def equal(found: Spread) -> bool:
    """Whether all of some numbers are equal but for rounding."""
    return found.largest - found.smallest <= criteria.EQUAL * max(abs(found.smallest), abs(found.largest))


def listed(texts: Sequence[str]) -> str:
    """Some words as a list: a, b and c."""
    return " and ".join(filter(None, (", ".join(texts[:-1]), *texts[-1:])))


def counted(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
