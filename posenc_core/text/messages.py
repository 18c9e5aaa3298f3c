"""Claims in words: what people read stands in message files, in a subset of Fluent (projectfluent.org).

A claim is an id with raw arguments: numbers, tuples, ids, other claims. The message of that id says how it reads:
words, plurals, order, and punctuation. So an edit of a text changes no code, and a language is a folder.

The subset: messages with attributes, comments, `{ $argument }`, `{ "text" }`, `{ message }`, `{ message.attribute }`,
`{ FUNCTION($argument) }`, and selectors `{ $argument -> [one] … *[other] … }` by number, plural, or id.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from posenc_core.text.numerals import EXACT, format_distinct, number, percent

__all__ = ["Claim", "Messages", "claim", "english"]

LOCALE = Path(__file__).parent / "locale"
"""A folder for each language, with the messages of the core."""

DIGITS = 2
"""Significant digits of a number in a sentence; a whole part is never rounded."""

ONE = {"en": "one"}
"""What a language calls the plural of what is written as 1, where it has one."""

Args = Mapping[str, Any]
NOTHING: Args = MappingProxyType({})
Pattern = tuple["str | Callable[[Messages, Args], Any]", ...]

_ID = re.compile(r"[a-zA-Z][\w-]*(?:\.[a-zA-Z][\w-]*)?")
_ENTRY = re.compile(r"([a-zA-Z][\w-]*) *= *")
_ATTRIBUTE = re.compile(r"\n(?: *\n)* +\.([a-zA-Z][\w-]*) *= *")
_VARIANT = re.compile(r"\s*(\*?)\[ *([\w.-]+) *\] *")
_NEXT_LINE = re.compile(r"(?:\n *(?=\n))*\n( *)(?![ \n}.\[*])")


class Claim(NamedTuple):
    """Something that was found, as data."""

    id: str
    args: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        """In English, where the core has a message for it."""
        return english().text(self.id, dict(self.args)) if self.id in english() else repr(self)


def claim(id: str, **args: Any) -> Claim:
    """A claim with its arguments.

    >>> claim("an-id", count=3).args
    (('count', 3),)
    """
    return Claim(id, tuple(args.items()))


class Messages:
    """The messages of one language."""

    def __init__(self, language: str, *folders: Path) -> None:
        """Read every .ftl file of the language. ValueError for what is no message of the subset, or an id twice."""
        self.language = language
        self._patterns: dict[str, Pattern] = {}
        for path in [path for folder in folders for path in sorted((folder / language).glob("*.ftl"))]:
            for id, pattern in _entries(path.read_text("utf-8"), path.name):
                if id in self._patterns:
                    raise ValueError(f"{path.name}: {id} is there twice")
                self._patterns[id] = pattern

    def __contains__(self, id: str) -> bool:
        """Whether there is a message, or an attribute of one: `id.attribute`."""
        return id in self._patterns

    def __iter__(self) -> Iterator[str]:
        """Every id, attributes as `id.attribute`."""
        return iter(self._patterns)

    def say(self, said: Claim, attribute: str = "") -> str:
        """A claim in words, or the attribute of its message. LookupError if there is none."""
        return self.text(f"{said.id}.{attribute}" if attribute else said.id, dict(said.args))

    def text(self, id: str, args: Args = NOTHING) -> str:
        """A message with its arguments. LookupError for an id or an argument that is missing."""
        try:
            parts = [each if isinstance(each, str) else self.shown(each(self, args)) for each in self._patterns[id]]
        except KeyError as error:
            # without quotes: the server log hides quoted text, which a visitor may have typed
            raise LookupError(f"message {id}: {error.args[0]} is missing") from error
        return "".join(parts)

    def shown(self, value: Any) -> str:
        """An argument in words: numbers with few digits, a tuple as a list, a claim as its text."""
        if isinstance(value, Claim):
            return self.say(value)
        if isinstance(value, str):
            return value
        if isinstance(value, Sequence):
            return self.join_and([self.shown(each) for each in value])
        value = value.item() if hasattr(value, "item") else value
        if isinstance(value, int):
            return f"{value:,}".replace("-", "−")
        return number(value, max(DIGITS, len(str(int(abs(value))))) if abs(value) < 1e9 else DIGITS, prose=True)

    def join_and(self, texts: Sequence[str]) -> str:
        """Texts as a list: of two, of more."""
        if len(texts) < 3:
            return self.text("list-two", {"first": texts[0], "last": texts[1]}) if len(texts) == 2 else "".join(texts)
        first = self.text("list-comma").join(texts[:-1])
        return self.text("list-more", {"first": first, "last": texts[-1]})

    def variant(self, value: Any) -> tuple[str, ...]:
        """By which keys a selector looks for a value, the most exact first."""
        if isinstance(value, str):
            return (value,)
        exact = (str(value),) if isinstance(value, int) else ()
        return (*exact, ONE.get(self.language, "other") if self.shown(value) == "1" else "other")


@cache
def english() -> Messages:
    """The core's messages.

    >>> english().text("chart-value")
    'value'
    """
    return Messages("en", LOCALE)


# functions that messages can use


def _percent(messages: Messages, share: float) -> str:
    """A share in percent; only 0 is 0%, only 1 is 100%."""
    return percent(float(share))


def _apart(messages: Messages, value: float, other: float) -> str:
    """A number with as many digits as tell it from another."""
    return format_distinct(float(value), float(other), DIGITS, prose=True)[0]


def _range(messages: Messages, low: float, high: float) -> str:
    """Two numbers as a range, with digits that distinguish them; one number where they are equal."""
    first, last = messages.shown(low), messages.shown(high)
    if first == last and abs(high - low) > EXACT * max(abs(low), abs(high)):
        first, last = format_distinct(float(low), float(high), DIGITS, prose=True)
    if first == last:
        return first
    return messages.text("list-range", {"first": first, "last": last})


def _number(messages: Messages, value: float, maximumSignificantDigits: int = DIGITS) -> str:
    """A number with so many digits."""
    return number(value, maximumSignificantDigits, prose=True)


FUNCTIONS: Mapping[str, Callable[..., str]] = {"PERCENT": _percent, "APART": _apart, "RANGE": _range, "NUMBER": _number}


# reading message files


def _entries(text: str, name: str) -> list[tuple[str, Pattern]]:
    """Every message and attribute of a file with its pattern."""
    lines = ["" if line.startswith("#") else line.rstrip() for line in text.splitlines()]
    reader, found = _Reader("\n".join(lines) + "\n", name), []
    while reader.skip(r"\s*") and reader.at < len(reader.text):
        id = reader.take(_ENTRY, "a message, id = text")[1]
        found.append((id, reader.pattern()))
        while attribute := reader.match(_ATTRIBUTE):
            found.append((f"{id}.{attribute[1]}", reader.pattern()))
    return [(id, pattern) for id, pattern in found if pattern]


class _Reader:
    """A place in the text of a file."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.at = text, name, 0

    def match(self, expression: re.Pattern[str] | str) -> re.Match[str] | None:
        found = re.compile(expression).match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def skip(self, expression: str) -> bool:
        return self.match(expression) is not None

    def take(self, expression: re.Pattern[str] | str, what: str) -> re.Match[str]:
        found = self.match(expression)
        if not found:
            line = self.text.count("\n", 0, self.at) + 1
            raise ValueError(f"{self.name}, line {line}: {what} is missing")
        return found

    def pattern(self) -> Pattern:
        """Text and placeables up to what is not indented; an indent that all lines share is left out."""
        parts: list[Any] = []
        while True:
            if found := self.match(_NEXT_LINE):
                if not found[1]:
                    self.at = found.start()
                    break
                # the line breaks, and the indent apart from them
                parts.append((found[0].count("\n"), len(found[1])))
            elif found := self.match(r"[^{}\n]+"):
                parts.append(found[0])
            elif self.skip(r"\{\s*"):
                parts.append(self.expression())
                self.take(r"\s*\}", "}")
            else:
                break
        if parts and isinstance(parts[0], tuple):
            shared = min(indent for part in parts if isinstance(part, tuple) for indent in part[1:])
            parts[0] = " " * (parts[0][1] - shared)
        shared = min((part[1] for part in parts if isinstance(part, tuple)), default=0)
        texts = ["\n" * part[0] + " " * (part[1] - shared) if isinstance(part, tuple) else part for part in parts]
        if texts and isinstance(texts[-1], str):
            texts[-1] = texts[-1].rstrip()
        return tuple(text for text in texts if text != "")

    def expression(self) -> Callable[[Messages, Args], Any]:
        """What stands between braces."""
        found = self.operand()
        return self.selector(found) if self.skip(r"\s*->") else found

    def operand(self) -> Callable[[Messages, Args], Any]:
        if name := self.match(r"\$([a-zA-Z][\w-]*)"):
            return partial(_argument, name[1])
        if text := self.match(r'"([^"\\\n]*)"'):
            return partial(_literal, text[1])
        if function := self.match(r"([A-Z][A-Z_-]*)\( *"):
            if function[1] not in FUNCTIONS:
                raise ValueError(f"{self.name}: {function[1]} must be one of {', '.join(FUNCTIONS)}")
            positional, named = [], {}
            while not self.skip(r" *\)"):
                if option := self.match(r"([a-zA-Z]+) *: *(\d+)"):
                    named[option[1]] = int(option[2])
                else:
                    positional.append(self.operand())
                self.skip(r" *, *")
            return partial(_called, FUNCTIONS[function[1]], tuple(positional), named)
        return partial(_referred, self.take(_ID, "an argument, a text, a function, or a message")[0])

    def selector(self, operand: Callable[[Messages, Args], Any]) -> Callable[[Messages, Args], Any]:
        variants, default = {}, ""
        while found := self.match(_VARIANT):
            variants[found[2]] = self.pattern()
            default = found[2] if found[1] else default
        if not default:
            self.take(r"(?!)", "the default variant, *[…],")
        return partial(_selected, operand, variants, default)


def _argument(name: str, messages: Messages, args: Args) -> Any:
    return args[name]


def _literal(text: str, messages: Messages, args: Args) -> str:
    return text


def _referred(id: str, messages: Messages, args: Args) -> str:
    return messages.text(id, args)


def _called(
    function: Callable[..., str],
    operands: tuple[Callable[[Messages, Args], Any], ...],
    named: Mapping[str, int],
    messages: Messages,
    args: Args,
) -> str:
    return function(messages, *(operand(messages, args) for operand in operands), **named)


def _selected(
    operand: Callable[[Messages, Args], Any],
    variants: Mapping[str, Pattern],
    default: str,
    messages: Messages,
    args: Args,
) -> str:
    keys = messages.variant(operand(messages, args))
    pattern = variants[next((key for key in keys if key in variants), default)]
    return "".join(each if isinstance(each, str) else messages.shown(each(messages, args)) for each in pattern)
