"""Fields of a config.json: validation of values, and a record of the fields that were read."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["MOST_BYTES", "Fields", "check_mapping", "check_number", "check_text", "load_config", "parse_config"]

MOST_BYTES = 2**20
"""Largest size of a config.json; real ones have a few thousand bytes."""

INNER = ("text_config", "llm_config", "language_config")
"""Keys of the language model in configurations of multimodal models."""

MOST = 2**40
"""Largest number in a configuration."""

MOST_DEPTH = 20
"""Largest nesting depth; real configurations have four levels."""


def load_config(path: str | Path) -> dict[str, Any]:
    """Read a configuration from a file; ValueError if it is invalid, OSError if the file cannot be read."""
    with Path(path).open("rb") as file:
        return parse_config(file.read(MOST_BYTES + 1).decode("utf-8", "replace"))


def parse_config(text: str) -> dict[str, Any]:
    """Parse the JSON text of a configuration.

    Parameters
    ----------
    text : str
        JSON, with or without a byte order mark.

    Returns
    -------
    dict
        Configuration.

    Raises
    ------
    ValueError
        If the text is not a JSON object, or is too large or too deeply nested.

    Examples
    --------
    >>> parse_config('{"model_type": "gpt2"}')
    {'model_type': 'gpt2'}
    """
    if len(text) > MOST_BYTES:
        raise ValueError(f"the configuration has more than {MOST_BYTES:,} characters, too many for a config.json")
    try:
        config = json.loads(text.removeprefix("\ufeff"))
        # JSON can escape a lone surrogate, which cannot be encoded
        json.dumps(config, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise ValueError("the configuration is not valid JSON") from None
    if not isinstance(config, dict):
        raise ValueError("the configuration must be a JSON object, as in config.json")
    level: list[Any] = [config]
    for _ in range(MOST_DEPTH):
        children = (node.values() if isinstance(node, dict) else node for node in level)
        level = [child for values in children for child in values if isinstance(child, dict | list)]
    if level:
        raise ValueError(f"the configuration is nested more than {MOST_DEPTH} levels deep, as no config.json is")
    return config


class Fields:
    """Configuration, or the part of it that describes the language model.

    `defaults` are those of the model class, for keys that the file lacks.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Select the configuration of the language model; ValueError if it is not an object."""
        inner = next((key for key in INNER if config.get(key) is not None), None)
        self.values: Mapping[str, Any] = config[inner] if inner else config
        if not isinstance(self.values, Mapping):
            raise ValueError(f"{inner} must be a JSON object, got {_short_repr(self.values)}")
        self.read: dict[str, Any] = {}
        self.defaults: Mapping[str, int] = {}
        self.taken: dict[str, int] = {}
        """Defaults that were used."""
        self._outer = config
        self._prefix = f"{inner}." if inner else ""

    def get(self, *names: str) -> Any:
        """Value of the first key that is present and not null; else its default, or None."""
        for name in names:
            if self.values.get(name) is not None:
                self.read[self._prefix + name] = self.values[name]
                return self.values[name]
        known = [name for name in names if name in self.defaults]
        if not known or any(name in self.values for name in names):
            return None
        self.taken[known[0]] = self.defaults[known[0]]
        return self.taken[known[0]]

    def text(self, *names: str) -> str:
        """Return a text; empty if missing. ValueError for other types."""
        return check_text(names[0], self.get(*names))

    def model_type(self) -> str:
        """Type of the language model, or of the whole model if the inner part has none."""
        if inner_type := self.text("model_type"):
            return inner_type
        outer = Fields({"model_type": self._outer.get("model_type")})
        outer_type = outer.text("model_type")
        self.read |= outer.read
        return outer_type

    def number(self, *names: str, low: float = 0, high: float = MOST) -> float | None:
        """Return a number in a range; None if missing."""
        return check_number(names[0], self.get(*names), low, high)

    def count(self, *names: str, low: int = 1, high: int = 2**31) -> int | None:
        """Return a whole number in a range; None if missing."""
        value = check_number(names[0], self.get(*names), low, high)
        if value is not None and value != int(value):
            raise ValueError(f"{names[0]} must be a whole number, got {_short_repr(value)}")
        return None if value is None else int(value)

    def mapping(self, *names: str) -> Mapping[str, Any]:
        """Return a JSON object; empty if missing."""
        return check_mapping(names[0], self.get(*names))

    def listed(self, name: str, most: int = 1000) -> list[Any]:
        """Return a list of at most `most` values; empty if missing."""
        value = self.get(name)
        if value is not None and not (isinstance(value, list | tuple) and len(value) <= most):
            raise ValueError(f"{name} must be a list of at most {most:,} values, got {_short_repr(value)}")
        return list(value or ())


def check_number(name: str, value: Any, low: float = 0, high: float = MOST) -> float | None:
    """Validate a number from `low` to `high`, or None; ValueError otherwise."""
    if value is None:
        return None
    # comparison before conversion: float() overflows for integers of 400 digits
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{name} must be a number from {low:,} to {high:,}, got {_short_repr(value)}")
    return float(value)


def check_text(name: str, value: Any) -> str:
    """Validate a text of at most 100 characters; empty for None. ValueError otherwise."""
    if value is not None and not (isinstance(value, str) and len(value) <= 100):
        raise ValueError(f"{name} must be a text of at most 100 characters, got {_short_repr(value)}")
    return value or ""


def check_mapping(name: str, value: Any) -> Mapping[str, Any]:
    """Validate a JSON object; empty for None. ValueError otherwise."""
    if value is not None and not isinstance(value, Mapping):
        raise ValueError(f"{name} must be a JSON object, got {_short_repr(value)}")
    return value or {}


def _short_repr(value: Any) -> str:
    """Representation of a value in an error message, at most 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
