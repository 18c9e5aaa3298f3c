"""What may a parameter be? A choice, a whole number, a real number, a text or a switch, each with its limits.

Every kind knows in words what it allows, checks a value, reads the text of a link, and finds the nearest that it allows
to what it does not.
"""

import math
import operator
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Choice", "Numbers", "Real", "Switch", "Text", "Whole", "finite", "listed_numbers"]


@dataclass(frozen=True)
class Choice:
    """One of some values."""

    options: tuple[Any, ...]

    @property
    def allowed(self) -> str:
        """The values it may take, in words."""
        return "one of " + ", ".join(map(str, self.options))

    @property
    def samples(self) -> tuple[Any, ...]:
        """What a test of all values has to try."""
        return self.options

    def checked(self, value: Any) -> Any:
        """The value itself; ValueError when it is not allowed."""
        value = value.item() if isinstance(value, np.generic) else value
        # True equals 1, and is no number here
        if any(type(value) is type(option) and value == option for option in self.options):
            return value
        raise ValueError(f"{value!r} must be {self.allowed}")

    def read(self, text: str) -> Any:
        """What a link's text asks for; ValueError when it is not allowed."""
        return self.checked({str(option): option for option in self.options}.get(text, text))

    def nearest(self, value: Any) -> Any:
        """The allowed value that is nearest; None where none is near."""
        return value if value in self.options else None


@dataclass(frozen=True)
class Whole:
    """A whole number between two ends."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        """The values it may take, in words."""
        return f"a whole number from {self.low:,} to {self.high:,}"

    @property
    def samples(self) -> tuple[int, ...]:
        """What a test of all values has to try."""
        return self.low, self.high

    def checked(self, value: Any) -> int:
        """The value as an int; ValueError when it is not allowed."""
        try:
            number = operator.index(value)
        except TypeError:
            number = self.low - 1
        if isinstance(value, bool | np.bool_) or not self.low <= number <= self.high:
            raise ValueError(f"{value!r} must be {self.allowed}")
        return number

    def read(self, text: str) -> int:
        """What a link's text asks for, also as 12.0; ValueError when it is not allowed."""
        number = finite(text)
        return self.checked(text if number is None or number % 1 else int(number))

    def nearest(self, value: Any) -> int | None:
        """The allowed value that is nearest; None for what is no number."""
        # NaN is not even itself
        real = isinstance(value, int | float) and value == value
        return int(min(max(value, self.low), self.high)) if real else None


@dataclass(frozen=True)
class Real:
    """A finite real number from `low`, or above it, to `high`."""

    low: float = -math.inf
    high: float = math.inf
    above: bool = False
    """Whether `low` itself is not allowed."""

    @property
    def allowed(self) -> str:
        """The values it may take, in words."""
        lower = "" if self.low == -math.inf else f" {'above' if self.above else 'from'} {self.low:g}"
        upper = "" if self.high == math.inf else f" up to {self.high:g}"
        return f"a finite number{lower}{upper}"

    @property
    def ends(self) -> tuple[float, float]:
        """The smallest and the largest number that is allowed."""
        limits = np.finfo(np.float64)
        low = np.nextafter(self.low, np.inf) if self.above else max(self.low, float(limits.min))
        return float(low), float(min(self.high, float(limits.max)))

    @property
    def samples(self) -> tuple[float, ...]:
        """What a test of all values has to try: both ends."""
        return self.ends

    def checked(self, value: Any) -> float:
        """The value as a float; ValueError when it is not allowed."""
        number = math.nan
        if isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool):
            try:
                number = float(value)
            except OverflowError:
                number = math.inf
        low, high = self.ends
        if not low <= number <= high:
            raise ValueError(f"{value!r} must be {self.allowed}")
        return number

    def read(self, text: str) -> float:
        """What a link's text asks for; ValueError when it is not allowed."""
        number = finite(text)
        return self.checked(text if number is None else number)

    def nearest(self, value: Any) -> float | None:
        """The allowed value that is nearest; None for what is no number."""
        low, high = self.ends
        real = isinstance(value, int | float) and value == value
        return float(min(max(value, low), high)) if real else None


@dataclass(frozen=True)
class Text:
    """A text of a bounded number of letters."""

    longest: int

    @property
    def allowed(self) -> str:
        """The values it may take, in words."""
        return f"a text of at most {self.longest:,} letters"

    @property
    def samples(self) -> tuple[str, ...]:
        """What a test of all values has to try."""
        return "", "x" * self.longest

    def checked(self, value: Any) -> str:
        """The value itself; ValueError when it is not allowed."""
        if not isinstance(value, str) or len(value) > self.longest:
            raise ValueError(f"{value!r} must be {self.allowed}")
        return value

    def read(self, text: str) -> str:
        """What a link's text asks for; ValueError when it is not allowed."""
        return self.checked(text)

    def nearest(self, value: Any) -> str | None:
        """The first letters of a text; None for what is no text."""
        return value[: self.longest] if isinstance(value, str) else None


@dataclass(frozen=True)
class Numbers(Text):
    """A text that lists real numbers between two ends, such as "1, 2.5"."""

    low: float
    high: float

    @property
    def allowed(self) -> str:
        """The values it may take, in words."""
        bounds = f"from {self.low:g} to {self.high:g}"
        return f"numbers {bounds} with commas between them, in at most {self.longest:,} letters"

    @property
    def samples(self) -> tuple[str, ...]:
        """What a test of all values has to try."""
        return f"{self.low:g}", f"{self.high:g}, {self.low:g}, {self.high:g}"

    def checked(self, value: Any) -> str:
        """The value itself; ValueError when it is not allowed."""
        if not isinstance(value, str) or len(value) > self.longest or not self._fits(value):
            raise ValueError(f"{value!r} must be {self.allowed}")
        return value

    def nearest(self, value: Any) -> str | None:
        """The value itself; None for what lists no such numbers."""
        return value if isinstance(value, str) and len(value) <= self.longest and self._fits(value) else None

    def _fits(self, text: str) -> bool:
        found = [finite(part) for part in text.split(",")]
        return all(number is not None and self.low <= number <= self.high for number in found)


def listed_numbers(text: str) -> tuple[float, ...]:
    """The numbers of a text that lists them.

    >>> listed_numbers("1, 2.5")
    (1.0, 2.5)
    """
    return tuple(float(part) for part in text.split(","))


@dataclass(frozen=True)
class Switch:
    """On or off."""

    @property
    def allowed(self) -> str:
        """The values it may take, in words."""
        return "true or false"

    @property
    def samples(self) -> tuple[bool, ...]:
        """What a test of all values has to try."""
        return False, True

    def checked(self, value: Any) -> bool:
        """The value itself; ValueError when it is not allowed."""
        if not isinstance(value, bool):
            raise ValueError(f"{value!r} must be {self.allowed}")
        return value

    def read(self, text: str) -> bool:
        """What a link's text asks for; ValueError when it is not allowed."""
        return self.checked({"true": True, "false": False}.get(text.lower(), text))

    def nearest(self, value: Any) -> bool | None:
        """The value itself; None for what is neither on nor off."""
        return value if isinstance(value, bool) else None


Domain = Choice | Whole | Real | Text | Switch


def finite(text: str) -> float | None:
    """What a text is as a finite number.

    >>> finite("1e3")
    1000.0
    """
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
