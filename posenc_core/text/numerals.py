"""Numbers as text: three digits, or as many as distinguish two numbers; shares in percent."""

from decimal import ROUND_HALF_UP, Decimal
from math import floor, isfinite, log10

EXACT = 1e-12
"""Relative rounding of float64 arithmetic: a share this close to 1 is 100%."""

LEAST_PERCENT = 0.0001
"""Smallest percentage that is printed with its digits."""

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def half_up(value: float, decimals: int) -> float:
    """Round to decimals, ties away from 0, as scripts of the browser do; the noise of float64 arithmetic breaks no tie.

    >>> half_up(12.5, 0), half_up(12.499999999999998, 0), half_up(-0.125, 2)
    (13.0, 13.0, -0.13)
    """
    exact = Decimal(f"{value:.14g}")
    exponent = exact.as_tuple().exponent
    if not isinstance(exponent, int) or exponent >= -decimals:
        return value
    return float(exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def number(value: float, digits: int = 3, *, prose: bool = False) -> str:
    """Format a number with significant digits and a true minus sign; integers below 10^9 keep all digits.

    In `prose`, numbers from 10⁻⁹ to 10¹⁵ have no exponent.

    >>> number(12345.678), number(0.0000123), number(0.0000123, prose=True)
    ('12,300', '1.23 × 10⁻⁵', '0.0000123')
    """
    if abs(value) < 1e9 and value == round(value):
        return f"{value:z,.0f}".replace("-", "−")
    decimals = digits - 1 - floor(log10(abs(value))) if isfinite(value) else 0
    rounded = f"{half_up(value, decimals):.{digits}g}"
    if prose and (1e-9 < abs(float(rounded)) < 1e-4 or 1e9 <= abs(float(rounded)) < 1e15):
        decimals = max(digits - 1 - floor(log10(abs(float(rounded)))), 0)
        text = f"{float(rounded):,.{decimals}f}"
        return (text.rstrip("0").rstrip(".") if decimals else text).replace("-", "−")
    if 10 ** min(digits, 3) <= abs(float(rounded)) < 1e9:
        text = f"{float(rounded):,.{max(digits - len(str(int(abs(float(rounded))))), 0)}f}"
    else:
        mantissa, _, power = rounded.partition("e")
        text = mantissa + (f" × 10{str(int(power)).translate(_RAISED)}" if power else "")
    return text.replace("-", "−")


def percent(share: float) -> str:
    """Format a share in percent: two significant digits, and as many nines as distinguish it from 100%.

    Only 0 is 0%. A larger share is never printed as a smaller percentage.

    >>> [percent(share) for share in (0.125, 0.9982, 0.99941, 1, 0.00012, 1e-9, -0.0)]
    ['13%', '99.8%', '99.94%', '100%', '0.012%', '<0.0001%', '0%']
    """
    value, rest = 100 * share, abs(100 * share - 100)
    if value == 0 or rest <= 100 * EXACT or not isfinite(value):
        return f"{value:z.0f}%"
    if 0 < value < LEAST_PERCENT:
        return f"<{LEAST_PERCENT:f}".rstrip("0") + "%"
    # one digit of the difference from 100% where two digits would be 100%
    decimals = -floor(log10(rest)) if f"{value:.0f}" == "100" else 1 - floor(log10(abs(value)))
    decimals = max(decimals, 0)
    text = f"{half_up(value, decimals):,.{decimals}f}"
    return (text.rstrip("0").rstrip(".") if decimals > 0 else text).replace("-", "−") + "%"


def format_distinct(low: float, high: float, least: int = 3, *, prose: bool = False) -> tuple[str, str]:
    """Format two numbers with enough digits to distinguish them, at least `least`.

    >>> format_distinct(0.1231, 0.1233)
    ('0.1231', '0.1233')
    """
    for digits in range(least, 17):
        texts = number(low, digits, prose=prose), number(high, digits, prose=prose)
        if texts[0] != texts[1]:
            break
    return texts
