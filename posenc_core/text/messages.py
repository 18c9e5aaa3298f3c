"""Claims and their messages: user-facing text lives in message files, in a subset of Fluent (projectfluent.org).

A claim is an id with raw arguments: numbers, tuples, ids, other claims. The message of that id has the words, plurals,
order, and punctuation, so that editing a text changes no code and a translation is a folder.

The subset: messages with attributes, comments, `{ $argument }`, `{ "text" }`, `{ message }`, `{ message.attribute }`,
`{ FUNCTION($argument) }`, and selectors `{ $argument -> [one] … *[other] … }` by number, plural, or id.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from contextvars import ContextVar
from functools import cache, reduce
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from posenc_core.text.numerals import EXACT, format_distinct, half_up, number, percent

LANGUAGES = ("en", "ko")
"""Languages of the core and of the dashboard: folders in `locale/` of both. A folder that is not listed is unused."""

LANGUAGE: ContextVar[str] = ContextVar("language")
"""Language of the current run of a page or request; the language of the process where it is not set."""

LOCALE = Path(__file__).parents[1] / "locale"
"""Folder with the messages of the core, one folder per language."""

_FOLDERS = [LOCALE]

DIGITS = 2
"""Significant digits of numbers in sentences; integer parts are never rounded."""

Args = Mapping[str, Any]
NOTHING: Args = MappingProxyType({})
Expression = Callable[["Messages", Args], Any]
Pattern = tuple[str | Expression, ...]

_process = {"language": "en"}

_ID = re.compile(r"[a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)?")
_ENTRY = re.compile(r"([a-zA-Z][\w-]*) *= *")
_ATTRIBUTE = re.compile(r"\n(?: *\n)* +\.([a-zA-Z][\w-]*) *= *")
_VARIANT = re.compile(r"\s*(\*?)\[ *([\w.-]+) *\] *")
_NEXT_LINE = re.compile(r"(?:\n *(?=\n))*\n( *)(?![ \n}.\[*])")


class Claim(NamedTuple):
    """Statement as data: the id of a message, and its arguments.

    Parameters
    ----------
    id : str
        Id of the message.
    args : tuple of (str, object), default ()
        Names and values of the arguments.

    Examples
    --------
    >>> reason = claim("lacks-causal", name="RoPE")
    >>> print(reason)
    RoPE does not hide later positions.
    >>> reason
    <lacks-causal: RoPE does not hide later positions.>
    >>> claim("no-message", count=3)
    claim('no-message', count=3)
    """

    id: str
    args: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        """Format the claim in the current language, or as code if the core has no message for it."""
        if self.id in current():
            return current().say(self)
        return f"claim({', '.join([repr(self.id), *(f'{name}={value!r}' for name, value in self.args)])})"

    def __repr__(self) -> str:
        if self.id in current():
            return f"<{self.id}: {self}>"
        return str(self)


def claim(id: str, **args: Any) -> Claim:
    """Create a claim.

    Parameters
    ----------
    id : str
        Id of the message.
    **args : object
        Arguments of the message.

    Returns
    -------
    Claim
        The claim.

    Examples
    --------
    >>> claim("an-id", count=3).args
    (('count', 3),)
    """
    return Claim(id, tuple(args.items()))


def list_ranges(numbers: Sequence[int], most: int) -> tuple[Any, int]:
    """List sorted numbers, neighbors as a range; return the first ranges, and the number of numbers after them.

    >>> print(*list_ranges([3, *range(100, 128), 200], 2))
    3, 100 to 127 1
    """
    ranges: list[list[int]] = []
    for place in numbers:
        if ranges and place == ranges[-1][-1] + 1:
            ranges[-1][1:] = [place]
        else:
            ranges.append([place])
    parts: list[Any] = []
    for first, *last in ranges[:most]:
        parts.append(claim("list-range", first=first, last=last[-1]) if last else first)
    shown = reduce(lambda first, last: claim("list-pair", first=first, last=last), parts)
    return shown, sum(ends[-1] - ends[0] + 1 for ends in ranges[most:])


class Messages:
    """Messages of one language, in English where it has none."""

    def __init__(self, language: str, *folders: Path) -> None:
        """Read every .ftl file of the language; ValueError for invalid messages and repeated ids."""
        self.language = language
        english: dict[str, Pattern] = {} if language == "en" else Messages("en", *folders)._patterns
        own: dict[str, Pattern] = {}
        for path in [path for folder in folders for path in sorted((folder / language).glob("*.ftl"))]:
            for id, pattern in _entries(path.read_text("utf-8"), path.name):
                if id in own:
                    raise ValueError(f"{path.name}: {id} is defined twice")
                own[id] = pattern
        self._patterns: dict[str, Pattern] = english | own
        self.missing = sorted(english.keys() - own.keys())
        """Ids of the messages that are English, because the language has none."""

    def __contains__(self, id: str) -> bool:
        """Return True for the id of a message, or `id.attribute`."""
        return id in self._patterns

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids of messages, and `id.attribute` of attributes."""
        return iter(self._patterns)

    def say(self, claim: Claim, attribute: str = "") -> str:
        """Format a claim, or an attribute of its message; LookupError if there is none."""
        return self.text(f"{claim.id}.{attribute}" if attribute else claim.id, dict(claim.args))

    def text(self, id: str, args: Args = NOTHING) -> str:
        """Format a message; LookupError for a missing id or argument."""
        try:
            return self.join(self._patterns[id], args)
        except KeyError as error:
            # without quotes: the server log hides quoted text, which a visitor may have typed
            name = error.args[0]
            if name == id:
                raise LookupError(f"message {id} is missing in the .ftl files") from error
            raise LookupError(f"message {id}: the argument {name} is missing") from error

    def join(self, pattern: Pattern, args: Args) -> str:
        """Format a pattern."""
        return "".join(part if isinstance(part, str) else self.format(part(self, args)) for part in pattern)

    def format(self, value: Any) -> str:
        """Format an argument: numbers with few digits, a tuple as a list, a claim as its text."""
        if isinstance(value, Claim):
            return self.say(value)
        if isinstance(value, str):
            return value
        if isinstance(value, Sequence):
            return self.join_and([self.format(item) for item in value])
        if hasattr(value, "item"):
            value = value.item()
        if isinstance(value, int):
            return f"{value:,}".replace("-", "−")
        digits = DIGITS
        if abs(value) < 1e9:
            digits = max(DIGITS, len(str(int(abs(value)))))
        return number(value, digits, prose=True)

    def join_and(self, texts: Sequence[str]) -> str:
        """Join texts as a list in a sentence."""
        if len(texts) < 2:
            return "".join(texts)
        if len(texts) == 2:
            return self.text("list-two", {"first": texts[0], "last": texts[1]})
        first = self.text("list-comma").join(texts[:-1])
        return self.text("list-more", {"first": first, "last": texts[-1]})

    def variant(self, value: Any) -> tuple[str, ...]:
        """Selector keys of a value, the most specific first."""
        if isinstance(value, str):
            return (value,)
        is_whole = isinstance(value, int | float) and float(value).is_integer()
        exact = (str(int(value)),) if is_whole else ()
        # a language without this plural has no such variant; English messages that stand in for missing ones do
        return (*exact, "one" if self.format(value) == "1" else "other")


def add_messages(folder: Path) -> None:
    """Add the messages of a package that builds on the core."""
    _FOLDERS.append(folder)
    _in_language.cache_clear()


@cache
def _in_language(language: str) -> Messages:
    """Read the messages of the core, and of the packages that have added theirs, in a language."""
    return Messages(language, *_FOLDERS)


def english() -> Messages:
    """Return the English messages of the core.

    >>> english().text("chart-value")
    'value'
    """
    return _in_language("en")


def current_language() -> str:
    """Return the code of the current language.

    >>> current_language()
    'en'
    """
    return LANGUAGE.get(_process["language"])


def current() -> Messages:
    """Return the messages of the core in the current language.

    >>> current().text("chart-value")
    'value'
    """
    return _in_language(current_language())


def message(id: str, **args: Any) -> str:
    """Format a message of the core in the current language.

    >>> message("list-two", first=1, last=2)
    '1 and 2'
    """
    return current().text(id, args)


def translate(id: str, text: str, /, **args: Any) -> str:
    """Translate an English text that is data or documentation, such as the help of a parameter.

    >>> translate("no-translation", "Number of buckets.")
    'Number of buckets.'
    """
    return current().text(id, args) if id in current() else text


def slug(name: str) -> str:
    """Convert a name to a part of the id of a message.

    >>> slug("exponent 2j/d")
    'exponent-2j-d'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def language(code: str) -> AbstractContextManager[Any]:
    """Set the language of all texts, such as `str(diagnosis)`: for good, or until the end of a `with` block.

    Parameters
    ----------
    code : str
        Code of a language, such as "en". The language is that of the whole process.

    Returns
    -------
    context manager
        Restores the former language at the end of its block.

    Raises
    ------
    ValueError
        If there are no messages in this language.

    Examples
    --------
    >>> with language("en"):
    ...     print(claim("lacks-causal", name="RoPE"))
    RoPE does not hide later positions.
    """
    if code not in LANGUAGES:
        raise ValueError(f"code = {code!r} must be one of {', '.join(LANGUAGES)}")
    end = ExitStack()
    end.callback(_process.update, language=_process["language"])
    _process["language"] = code
    return end


# functions that messages can use


def _percent(messages: Messages, share: float) -> str:
    """Format a share in percent; only 0 is 0%, only 1 is 100%."""
    text = percent(float(share))
    return messages.text("percent-below", {"text": text[1:]}) if text.startswith("<") else text


def _apart(messages: Messages, value: float, other: float) -> str:
    """Format a number with enough digits to distinguish it from another."""
    return format_distinct(float(value), float(other), DIGITS, prose=True)[0]


def _range(messages: Messages, low: float, high: float) -> str:
    """Format a range with digits that distinguish its ends; one number if they are equal."""
    first, last = messages.format(low), messages.format(high)
    if first == last and abs(high - low) > EXACT * max(abs(low), abs(high)):
        first, last = format_distinct(float(low), float(high), DIGITS, prose=True)
    if first == last:
        return first
    return messages.text("list-range", {"first": first, "last": last})


def _number(
    messages: Messages, value: float, maximumSignificantDigits: int = DIGITS, minimumFractionDigits: int = 0
) -> str:
    """Format a number with at most this many digits, or with exactly this many decimals."""
    if minimumFractionDigits:
        return f"{half_up(value, minimumFractionDigits):z,.{minimumFractionDigits}f}".replace("-", "−")
    return number(value, maximumSignificantDigits, prose=True)


def _josa(messages: Messages, value: Any, pair: str) -> str:
    """Select the Korean particle that follows a value."""
    # imported at its first use, which is none in English
    from posenc_core.text.particles import particle

    return particle(messages.format(value), pair)


FUNCTIONS: Mapping[str, Callable[..., str]] = {
    "PERCENT": _percent, "APART": _apart, "RANGE": _range, "NUMBER": _number, "JOSA": _josa,
}  # fmt: skip


# reading message files


def _entries(text: str, name: str) -> list[tuple[str, Pattern]]:
    """Parse the messages and attributes of a file."""
    lines = ["" if line.startswith("#") else line.rstrip() for line in text.splitlines()]
    reader, patterns = _Reader("\n".join(lines) + "\n", name), []
    while reader.skip(r"\s*") and reader.at < len(reader.text):
        id = reader.take(_ENTRY, "a message, id = text")[1]
        patterns.append((id, reader.pattern()))
        while attribute := reader.match(_ATTRIBUTE):
            patterns.append((f"{id}.{attribute[1]}", reader.pattern()))
    return [(id, pattern) for id, pattern in patterns if pattern]


class _LineBreak(NamedTuple):
    """Line breaks in a pattern, and the indent of the next line."""

    breaks: int
    indent: int


class _Reader:
    """Recursive-descent parser of a message file."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.at = text, name, 0

    def match(self, expression: re.Pattern[str] | str) -> re.Match[str] | None:
        match = re.compile(expression).match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match

    def skip(self, expression: str) -> bool:
        return self.match(expression) is not None

    def take(self, expression: re.Pattern[str] | str, what: str) -> re.Match[str]:
        match = self.match(expression)
        if not match:
            raise self.missing(what)
        return match

    def missing(self, what: str) -> ValueError:
        line = self.text.count("\n", 0, self.at) + 1
        return ValueError(f"{self.name}, line {line}: {what} is missing")

    def pattern(self) -> Pattern:
        """Parse text and placeables up to the next unindented line, without the common indent."""
        parts: list[Any] = []
        while True:
            if match := self.match(_NEXT_LINE):
                if not match[1]:
                    self.at = match.start()
                    break
                parts.append(_LineBreak(match[0].count("\n"), len(match[1])))
            elif match := self.match(r"[^{}\n]+"):
                parts.append(match[0])
            elif self.skip(r"\{\s*"):
                parts.append(self.expression())
                self.take(r"\s*\}", "}")
            else:
                break
        shared = min((part.indent for part in parts if isinstance(part, _LineBreak)), default=0)
        for place, part in enumerate(parts):
            if isinstance(part, _LineBreak):
                # a pattern may begin on the line after its id
                parts[place] = "\n" * (part.breaks if place else 0) + " " * (part.indent - shared)
        if parts and isinstance(parts[-1], str):
            parts[-1] = parts[-1].rstrip()
        return tuple(part for part in parts if part != "")

    def expression(self) -> Expression:
        """Parse the inside of a placeable."""
        operand = self.operand()
        return self.selector(operand) if self.skip(r"\s*->") else operand

    def operand(self) -> Expression:
        if match := self.match(r"\$([a-zA-Z][\w-]*)"):
            name = match[1]
            return lambda messages, args: args[name]
        if match := self.match(r'"([^"\\\n]*)"'):
            text = match[1]
            return lambda messages, args: text
        if match := self.match(r"([A-Z][A-Z_-]*)\( *"):
            if match[1] not in FUNCTIONS:
                raise ValueError(f"{self.name}: {match[1]} must be one of {', '.join(FUNCTIONS)}")
            function = FUNCTIONS[match[1]]
            operands, named = [], {}
            while not self.skip(r" *\)"):
                if option := self.match(r"([a-zA-Z]+) *: *(\d+)"):
                    named[option[1]] = int(option[2])
                else:
                    operands.append(self.operand())
                self.skip(r" *, *")
            return lambda messages, args: function(
                messages, *(operand(messages, args) for operand in operands), **named
            )
        id = self.take(_ID, "an argument, a text, a function, or a message")[0]
        return lambda messages, args: messages.text(id, args)

    def selector(self, operand: Expression) -> Expression:
        variants, default = {}, ""
        while match := self.match(_VARIANT):
            variants[match[2]] = self.pattern()
            default = match[2] if match[1] else default
        if not default:
            raise self.missing("the default variant, *[…],")

        def select(messages: Messages, args: Args) -> str:
            keys = messages.variant(operand(messages, args))
            return messages.join(variants[next((key for key in keys if key in variants), default)], args)

        return select
