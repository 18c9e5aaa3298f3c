"""The fields of a config.json, each checked before it is used, and remembered as read."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["MOST_BYTES", "Fields", "checked", "checked_mapping", "checked_text", "loaded", "parsed"]

MOST_BYTES = 2**20
"""A config.json has a few thousand."""

INNER = ("text_config", "llm_config", "language_config")
"""Where models of several kinds of input keep the language model."""

MOST = 2**40
"""No number of a configuration is larger."""

MOST_DEPTH = 20
"""Objects and lists within each other; a config.json has four."""


def loaded(path: str | Path) -> dict[str, Any]:
    """The configuration in a file. ValueError where it is none, OSError where there is no file."""
    with Path(path).open("rb") as file:
        return parsed(file.read(MOST_BYTES + 1).decode("utf-8", "replace"))


def parsed(text: str) -> dict[str, Any]:
    """Parse a JSON text, with or without a byte order mark. ValueError where it is no configuration."""
    if len(text) > MOST_BYTES:
        raise ValueError(f"the configuration has more than {MOST_BYTES:,} characters, which no config.json has")
    try:
        config = json.loads(text.removeprefix("\ufeff"))
        # JSON can escape half of a character, which no output can encode
        json.dumps(config, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise ValueError("the configuration is not valid JSON") from None
    if not isinstance(config, dict):
        raise ValueError("the configuration must be a JSON object, as in config.json")
    level: list[Any] = [config]
    for _ in range(MOST_DEPTH):
        children = (each.values() if isinstance(each, dict) else each for each in level)
        level = [child for values in children for child in values if isinstance(child, dict | list)]
    if level:
        raise ValueError(f"the configuration is nested more than {MOST_DEPTH} levels deep, as no config.json is")
    return config


class Fields:
    """A configuration, or the part of it that describes the language model."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """ValueError where it is nested but its inner part is no object."""
        inner = next((key for key in INNER if config.get(key) is not None), None)
        self.values: Mapping[str, Any] = config[inner] if inner else config
        if not isinstance(self.values, Mapping):
            raise ValueError(f"{inner} must be a JSON object, got {_shown(self.values)}")
        self.read: dict[str, Any] = {}
        self.defaults: Mapping[str, int] = {}
        """What the class of the model takes where the file has no such key."""
        self.taken: dict[str, int] = {}
        """Those of them that were asked for."""
        self._outer = config
        self._prefix = f"{inner}." if inner else ""

    def get(self, *names: str) -> Any:
        """The value of the first of these keys that is there and not null, or what the class takes; or None."""
        for name in names:
            if self.values.get(name) is not None:
                self.read[self._prefix + name] = self.values[name]
                return self.values[name]
        known = [name for name in names if name in self.defaults]
        if not known or any(each in self.values for each in names):
            return None
        self.taken[known[0]] = self.defaults[known[0]]
        return self.taken[known[0]]

    def text(self, *names: str) -> str:
        """A value as text; empty where there is none. ValueError for another kind."""
        return checked_text(names[0], self.get(*names))

    def model_type(self) -> str:
        """The type of the language model, or that of the whole file where the inner part has none."""
        if found := self.text("model_type"):
            return found
        outer = Fields({"model_type": self._outer.get("model_type")})
        found = outer.text("model_type")
        self.read |= outer.read
        return found

    def number(self, *names: str, low: float = 0, high: float = MOST) -> float | None:
        """A number of a range; None where there is none."""
        return checked(names[0], self.get(*names), low, high)

    def count(self, *names: str, low: int = 1, high: int = 2**31) -> int | None:
        """A whole number of a range; None where there is none."""
        value = checked(names[0], self.get(*names), low, high)
        if value is not None and value != int(value):
            raise ValueError(f"{names[0]} must be a whole number, got {_shown(value)}")
        return None if value is None else int(value)

    def mapping(self, *names: str) -> Mapping[str, Any]:
        """An object; empty where there is none."""
        return checked_mapping(names[0], self.get(*names))

    def listed(self, name: str, most: int = 1000) -> list[Any]:
        """A list of a bounded length; empty where there is none."""
        value = self.get(name)
        if value is not None and not (isinstance(value, list | tuple) and len(value) <= most):
            raise ValueError(f"{name} must be a list of at most {most:,} values, got {_shown(value)}")
        return list(value or ())


def checked(name: str, value: Any, low: float = 0, high: float = MOST) -> float | None:
    """A finite number from `low` to `high`, or None. ValueError for another."""
    if value is None:
        return None
    # comparing comes first: no float is as large as an integer of 400 digits
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{name} must be a number from {low:,} to {high:,}, got {_shown(value)}")
    return float(value)


def checked_text(name: str, value: Any) -> str:
    """A text of at most 100 letters; empty for None. ValueError for another value."""
    if value is not None and not (isinstance(value, str) and len(value) <= 100):
        raise ValueError(f"{name} must be a text of at most 100 letters, got {_shown(value)}")
    return value or ""


def checked_mapping(name: str, value: Any) -> Mapping[str, Any]:
    """A JSON object; empty for None. ValueError for another value."""
    if value is not None and not isinstance(value, Mapping):
        raise ValueError(f"{name} must be a JSON object, got {_shown(value)}")
    return value or {}


def _shown(value: Any) -> str:
    """A value in an error, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
