"""Domains of parameters: choices, whole and real numbers, texts, lists of numbers, and switches."""

import math
import operator
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from posenc_core.arrays import match_option, option_error
from posenc_core.text.messages import translate


class Domain(ABC):
    """Allowed values of a parameter."""

    _words = ""
    """`allowed_values` in terms of `_args`."""

    @property
    def allowed_values(self) -> str:
        """Allowed values, in words."""
        return self._words.format(**self._args)

    @property
    def allowed_text(self) -> str:
        """`allowed_values` in the current language."""
        id = f"domain-{type(self).__name__.lower()}"
        return translate(id, self.allowed_values, **self._args)

    @property
    def _args(self) -> dict[str, Any]:
        """Arguments of the message of `allowed_values`."""
        return {}

    @property
    @abstractmethod
    def samples(self) -> tuple[Any, ...]:
        """Every option, or both ends."""

    def validate(self, value: Any) -> Any:
        """Return a value in the type of the domain.

        Parameters
        ----------
        value : object
            Value to check.

        Returns
        -------
        object
            The allowed value.

        Raises
        ------
        ValueError
            If the value is not allowed.

        Examples
        --------
        >>> Real(0, 1).validate(1)
        1.0
        """
        if (converted := self._convert(value)) is None:
            raise ValueError(f"{value!r} must be {self.allowed_values}")
        return converted

    @abstractmethod
    def _convert(self, value: Any) -> Any:
        """Return an allowed value in the type of the domain, None for any other value."""

    def parse(self, text: str) -> Any:
        """Convert a text, as in a link, to an allowed value.

        Parameters
        ----------
        text : str
            Text to convert.

        Returns
        -------
        object
            The allowed value.

        Raises
        ------
        ValueError
            If the value is not allowed.

        Examples
        --------
        >>> Whole(1, 20).parse("12")
        12
        """
        return self.validate(text)

    def nearest(self, value: Any) -> Any:
        """Return the allowed value nearest to another one.

        Parameters
        ----------
        value : object
            Any value.

        Returns
        -------
        object or None
            Clipped number, beginning of a text, or the value itself if it is allowed; else None.

        Examples
        --------
        >>> Real(0, 1).nearest(7)
        1.0
        """
        return self._convert(value)


@dataclass(frozen=True)
class Choice(Domain):
    """One of several values; texts match in upper or lower case.

    Parameters
    ----------
    options : tuple
        Allowed values.

    Examples
    --------
    >>> Choice(("sin", "cos")).validate("Sin")
    'sin'
    """

    options: tuple[Any, ...]
    _words = "one of {text}"

    @property
    def _args(self) -> dict[str, Any]:
        return {"text": ", ".join(map(str, self.options))}

    @property
    def samples(self) -> tuple[Any, ...]:
        return self.options

    def validate(self, value: Any) -> Any:
        value = _plain(value)
        if isinstance(value, str):
            return match_option(value, self.options)
        if (option := self._convert(value)) is None:
            raise option_error(value, self.options)
        return option

    def _convert(self, value: Any) -> Any:
        # True equals 1 but has another type
        allowed = any(type(value) is type(option) and value == option for option in self.options)
        return value if allowed else None

    def parse(self, text: str) -> Any:
        return self.validate({str(option): option for option in self.options}.get(text, text))


@dataclass(frozen=True)
class Whole(Domain):
    """Whole number in an interval.

    Parameters
    ----------
    low : int
        Smallest value.
    high : int
        Largest value.

    Examples
    --------
    >>> Whole(1, 20).parse("12.0")
    12
    """

    low: int
    high: int
    _words = "a whole number from {first} to {last}"

    @property
    def _args(self) -> dict[str, Any]:
        return {"first": f"{self.low:,}", "last": f"{self.high:,}"}

    @property
    def samples(self) -> tuple[int, ...]:
        return self.low, self.high

    def _convert(self, value: Any) -> int | None:
        if isinstance(value, bool | np.bool_):
            return None
        try:
            number = operator.index(value)
        except TypeError:
            return None
        return number if self.low <= number <= self.high else None

    def parse(self, text: str) -> Any:
        number = finite(text)
        if number is None or number % 1:
            return self.validate(text)
        return self.validate(int(number))

    def nearest(self, value: Any) -> int | None:
        if not _is_real(value):
            return None
        return int(min(max(value, self.low), self.high))


@dataclass(frozen=True)
class Real(Domain):
    """Finite real number in an interval.

    Parameters
    ----------
    low : float, default -inf
        Smallest value.
    high : float, default inf
        Largest value.
    above : bool, default False
        Whether `low` itself is excluded.

    Examples
    --------
    >>> Real(0, 1).nearest(7)
    1.0
    """

    low: float = -math.inf
    high: float = math.inf
    above: bool = False

    @property
    def allowed_values(self) -> str:
        words = "a finite number"
        if self.low > -math.inf:
            words += f" above {self.low:g}" if self.above else f" from {self.low:g}"
        if self.high < math.inf:
            words += f" up to {self.high:g}"
        return words

    @property
    def _args(self) -> dict[str, Any]:
        ends = [f"{end:g}" if math.isfinite(end) else "none" for end in (self.low, self.high)]
        return {"first": ends[0], "last": ends[1], "relation": "more" if self.above else "equal"}

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest allowed number."""
        limits = np.finfo(np.float64)
        low = np.nextafter(self.low, np.inf) if self.above else max(self.low, float(limits.min))
        return float(low), float(min(self.high, float(limits.max)))

    @property
    def samples(self) -> tuple[float, ...]:
        return self.ends

    def _convert(self, value: Any) -> float | None:
        value, (low, high) = _plain(value), self.ends
        # whole numbers beyond float64 compare, but do not convert
        if isinstance(value, bool) or not _is_real(value) or not low <= value <= high:
            return None
        return float(value)

    def parse(self, text: str) -> Any:
        number = finite(text)
        if number is None:
            return self.validate(text)
        return self.validate(number)

    def nearest(self, value: Any) -> float | None:
        if not _is_real(value):
            return None
        low, high = self.ends
        return float(min(max(value, low), high))


@dataclass(frozen=True)
class Text(Domain):
    """Text of bounded length.

    Parameters
    ----------
    longest : int
        Largest number of characters.

    Examples
    --------
    >>> Text(3).nearest("hello")
    'hel'
    """

    longest: int
    _words = "a text of at most {most:,} characters"

    @property
    def _args(self) -> dict[str, Any]:
        return {"most": self.longest}

    @property
    def samples(self) -> tuple[str, ...]:
        return "", "x" * self.longest

    def _convert(self, value: Any) -> str | None:
        allowed = isinstance(value, str) and len(value) <= self.longest
        return value if allowed else None

    def nearest(self, value: Any) -> str | None:
        return value[: self.longest] if isinstance(value, str) else None


@dataclass(frozen=True)
class Numbers(Text):
    """Text with a list of real numbers in an interval, such as "1, 2.5"; a single number is converted to a text.

    Parameters
    ----------
    longest : int
        Largest number of characters.
    low : float
        Smallest number.
    high : float
        Largest number.

    Examples
    --------
    >>> Numbers(20, low=0, high=9).validate("1, 2.5")
    '1, 2.5'
    """

    low: float
    high: float
    _words = "numbers from {first} to {last} with commas between them, in at most {most:,} characters"

    @property
    def _args(self) -> dict[str, Any]:
        return {"first": f"{self.low:g}", "last": f"{self.high:g}", "most": self.longest}

    @property
    def samples(self) -> tuple[str, ...]:
        return f"{self.low:g}", f"{self.high:g}, {self.low:g}, {self.high:g}"

    def _convert(self, value: Any) -> str | None:
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = f"{value:.15g}"
        numbers = [finite(part) for part in (super()._convert(value) or "").split(",")]
        allowed = all(number is not None and self.low <= number <= self.high for number in numbers)
        return value if allowed else None

    def nearest(self, value: Any) -> str | None:
        return self._convert(value)


def _plain(value: Any) -> Any:
    """Convert a NumPy scalar to Python."""
    return value.item() if isinstance(value, np.generic) else value


def _is_real(value: Any) -> bool:
    """Return False for NaN, which is not even itself."""
    return isinstance(value, int | float) and value == value


def listed_numbers(text: str) -> tuple[float, ...]:
    """Parse a text with a list of numbers.

    >>> listed_numbers("1, 2.5")
    (1.0, 2.5)
    """
    return tuple(float(part) for part in text.split(","))


@dataclass(frozen=True)
class Switch(Domain):
    """True or false.

    Examples
    --------
    >>> Switch().parse("True")
    True
    """

    _words = "true or false"

    @property
    def samples(self) -> tuple[bool, ...]:
        return False, True

    def _convert(self, value: Any) -> bool | None:
        return value if isinstance(value, bool) else None

    def parse(self, text: str) -> Any:
        return self.validate({"true": True, "false": False}.get(text.lower(), text))


def finite(text: str) -> float | None:
    """Parse a finite number; None for other texts.

    >>> finite("1e3")
    1000.0
    """
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
