"""What does a link say that cannot be used? One line for each such value, as text, with what is used instead."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any
from unicodedata import bidirectional

from dashboard.options import INTEGERS, OPTIONS
from dashboard.study import LIMITS

TOO_LONG = "too long"
"""The parameter that stands for a link of which Streamlit would read nothing: see `messages`."""

FEW = 3
"""Unusable values of a link that have a line each, where there are more."""

NAMED = 200
"""Letters for the names of the others."""


def said(words: str, most: int) -> str:
    """A visitor's words within a line of our own: they neither break it nor turn what follows."""
    words = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in words[:most])
    rightwards = all(bidirectional(letter) not in ("R", "AL", "AN") for letter in words)
    return words if rightwards else f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"


def bounds(length: int) -> dict[str, tuple[int, int]]:
    """Between which ends every whole number is, in a sequence of this length."""
    last = length - 1
    found = {key: (LIMITS[key].low, LIMITS[key].high) for key in INTEGERS}
    return found | {"k": (1, max(last, 1)), **dict.fromkeys(("p", "from", "to"), (0, last))}


def inside(text: str, low: int, high: int) -> bool:
    """Whether what a link says is a number from `low` to `high`."""
    number = finite(text)
    return number is not None and low <= number <= high


def unreadable(asked: Mapping[str, Sequence[str]]) -> list[str]:
    """The keys of what Streamlit cannot read: infinity as an integer, no choice where one must be made."""
    may_be_empty = {"scheme", *(option.key for option in OPTIONS if option.longest)}
    return [
        key
        for key, values in asked.items()
        if (key in INTEGERS and any(finite(value) is None for value in values))
        or (not any(values) and key not in may_be_empty)
    ]


def unusable(asked: Mapping[str, Sequence[str]], used: Mapping[str, Any]) -> list[str]:
    """A line for each of the link's values that could not be used; of many, the last line names the others."""
    if list(asked) == [TOO_LONG]:
        return ["The link is too long: nothing of it is used."]
    other = {key: values for key, values in asked.items() if key not in used or not _same(values, used[key])}
    # what the page knows comes first: there a visitor expects something else than what is shown
    keys = sorted(other, key=lambda key: key not in used)
    shown = keys if len(keys) <= FEW + 1 else keys[:FEW]
    lines = [_unused(key, other[key], used) for key in shown]
    if others := keys[len(shown) :]:
        names = ", ".join(others)
        cut = " …" if len(names) > NAMED else ""
        lines.append(f"The link says {len(others):,} more that cannot be used here: {said(names, NAMED)}{cut}")
    return lines


def finite(text: str) -> float | None:
    """What a link's text is as a finite number."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _same(values: Sequence[str], used: object) -> bool:
    """Whether what a link says is what the page uses."""
    if isinstance(used, list):
        return list(values) == (used or [""])
    text = values[0] if len(values) == 1 else ""
    if isinstance(used, bool):
        return text.lower() == str(used).lower()
    if isinstance(used, int | float):
        return finite(text) == used
    return text == str(used)


def _unused(key: str, values: Sequence[str], used: Mapping[str, Any]) -> str:
    """One line about a value of the link that could not be used."""
    words = f"{said(key, 40)} = {said(', '.join(values), 60)}"
    if key not in used:
        return f"The link says {words}, which is no parameter of this page."
    now = used[key]
    longest = LIMITS[key].longest if key in LIMITS else 0
    if longest and len(", ".join(values)) > longest:
        return f"The link's {key} has more than {longest:,} letters: only the first {longest:,} are used."
    shown = ", ".join(now) or "nothing" if isinstance(now, list) else f"{now:g}" if isinstance(now, float) else now
    limits = " (whole, {:,} to {:,})".format(*bounds(used["n"])[key]) if key in INTEGERS else ""
    return f"The link says {words}, which cannot be used here{limits}: {key} is {said(str(shown), 60)} instead."
