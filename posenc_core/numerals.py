"""How is a number written for a reader? With three digits, or as many as tell two numbers apart."""

from collections.abc import Sequence

__all__ = ["format_distinct", "nats", "number", "place_list", "root"]

LISTED = 5  # so many places or ranges are listed

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, digits: int = 3) -> str:
    """A value with three significant digits and a real minus sign; a whole one up to a milliard with all of its own.

    More digits are for two values that three do not tell apart.

    >>> number(12345.678)
    '12,300'
    """
    if abs(value) < 1e9 and value == round(value):
        return f"{value:z,.0f}".replace("-", "−")
    rounded = f"{value:.{digits}g}"
    if 10 ** min(digits, 3) <= abs(float(rounded)) < 1e9:
        text = f"{float(rounded):,.{max(digits - len(str(int(abs(float(rounded))))), 0)}f}"
    else:
        mantissa, _, power = rounded.partition("e")
        text = mantissa + (f" × 10{str(int(power)).translate(_RAISED)}" if power else "")
    return text.replace("-", "−")


def nats(score: float) -> str:
    """A logit with its unit.

    >>> nats(0.5)
    '0.5 nats'
    """
    return f"{number(score)} nat{'' if number(score) in ('1', '−1') else 's'}"


def format_distinct(low: float, high: float, least: int = 3) -> tuple[str, str]:
    """Both numbers with as many digits as it takes to see that they differ, and `least` at least.

    >>> format_distinct(0.1234, 0.1235)
    ('0.1234', '0.1235')
    """
    for digits in range(least, 17):
        texts = number(low, digits), number(high, digits)
        if texts[0] != texts[1]:
            break
    return texts


def place_list(noun: str, numbers: Sequence[int]) -> str:
    """Rows or columns by their sorted numbers: neighbors as a range, and of many the number of those left out.

    >>> place_list("row", [3, *range(100, 128)])
    'rows 3, 100 to 127'
    """
    ranges: list[list[int]] = []
    for place in numbers:
        if ranges and place == ranges[-1][-1] + 1:
            ranges[-1][1:] = [place]
        else:
            ranges.append([place])
    shown = ", ".join(" to ".join(f"{end:,}" for end in part) for part in ranges[:LISTED])
    more = sum(part[-1] - part[0] + 1 for part in ranges[LISTED:])
    return f"{noun}{'s' * (len(numbers) > 1)} {shown}" + (f", and {more:,} more" if more else "")


def root(value: int) -> str:
    """The square root of a whole number, with what it is: √64 = 8, √63 ≈ 7.94."""
    size = value**0.5
    return f"√{value:,} {'=' if size.is_integer() else '≈'} {number(size)}"
