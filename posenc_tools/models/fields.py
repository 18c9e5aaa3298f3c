"""Fields of a config.json: validation of values, and a record of the fields that were read."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from os import PathLike
from pathlib import Path
from typing import Any

from posenc_core.text.messages import Claim, claim

MOST_BYTES = 2**22
"""Largest size of a config.json; most have a few thousand bytes, a list of quantized tensors up to 3 million."""

INNER = ("thinker_config", "text_config", "llm_config", "language_config")
"""Keys of the language model in configurations of multimodal models."""

TYPES = ("model_type", "_class_name", "architecture")
"""Keys of the type of a model in configurations of transformers, diffusers, and timm."""

RELATED = re.compile(
    "rope|rotary|theta|alibi|yarn|ntk|mscale|timescale|window|pattern|nope|pos_embed|position|bidirectional|is_causal"
    "|layer_types|layer_ids|block_type|attn_type|attention_type|attention_chunk|local_att|global_att",
    re.IGNORECASE,
)
"""Names of keys that may concern positions; most scales belong to experts, residuals, or quantization."""

MOST = 2**40
"""Largest number in a configuration."""

MOST_DEPTH = 20
"""Largest nesting depth; real configurations have four levels."""

MOST_VALUES = 2**18
"""Largest number of values; a list of quantized tensors of 3 million bytes has a third of it."""

MOST_KEY = 1000
"""Characters of a key; names of tensors have a tenth of it, and labels of classes a quarter."""

MOST_KEPT = 2**14
"""Characters of the values that are read, as JSON, and of the paths of unused keys; files have less than 2,000."""


def load_config(path: str | Path) -> dict[str, Any]:
    """Read a configuration from a file; ValueError if it is invalid, OSError if the file cannot be read."""
    if not isinstance(path, str | PathLike) or not str(path):
        raise ValueError(f"source = {path!r:.60} must be a mapping, or the path of a config.json")
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
        If the text is not a JSON object, is too large or too deeply nested, or has too many values or too long keys.

    Examples
    --------
    >>> parse_config('{"model_type": "gpt2"}')
    {'model_type': 'gpt2'}
    """
    if len(text) > MOST_BYTES:
        raise ValueError(claim("field-characters", most=MOST_BYTES))
    # before parsing: an empty list takes 3 characters, but 60 bytes of memory
    if (count := sum(map(text.count, ",[{"))) > MOST_VALUES:
        raise ValueError(claim("field-values", count=count, most=MOST_VALUES))
    if not text.strip():
        raise ValueError(claim("field-empty"))
    try:
        config = json.loads(text.removeprefix("\ufeff"))
        # JSON can escape a lone surrogate, which cannot be encoded
        json.dumps(config, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise ValueError(claim("field-json")) from None
    if not isinstance(config, dict):
        raise ValueError(claim("field-object"))
    level: list[Any] = [config]
    for _ in range(MOST_DEPTH):
        longest = max(map(len, chain.from_iterable(node for node in level if isinstance(node, dict))), default=0)
        if longest > MOST_KEY:
            raise ValueError(claim("field-key", count=longest, most=MOST_KEY))
        children = (node.values() if isinstance(node, dict) else node for node in level)
        level = [child for values in children for child in values if isinstance(child, dict | list)]
    if level:
        raise ValueError(claim("field-depth", most=MOST_DEPTH))
    return config


class Fields:
    """Configuration, or the part of it that describes the language model, and the record of reading it.

    Methods record the fields that were read, and the errors of invalid values, which are read as missing. Readers of an
    encoding add to `assumed` and `unknown`. `defaults` are those of the model class, for keys that the file lacks.
    """

    def __init__(self, config: Mapping[str, Any], prefix: str | None = None) -> None:
        """Select the configuration of the language model."""
        self.errors: list[str] = []
        self.assumed: list[Claim] = []
        self.unknown: list[Claim] = []
        self.read: dict[str, Any] = {}
        self.used: set[str] = set()
        """Paths of the keys that were read, nested ones too."""
        self.defaults: Mapping[str, Any] = {}
        self.taken: dict[str, Any] = {}
        """Defaults that were used."""
        self.outer = config
        self.values: Mapping[str, Any] = config
        self.prefix = prefix or ""
        while prefix is None and (inner := next((key for key in INNER if self.values.get(key) is not None), None)):
            self.prefix += f"{inner}."
            self.values = self._validate(check_mapping, self.prefix[:-1], self.values[inner]) or {}

    def part(self, *names: str) -> "Fields":
        """Fields of a nested JSON object, with the same errors and records; without values if missing."""
        value = self._validate(check_mapping, self.path(*names), self.get(*names)) or {}
        return self.nested_fields(self.path(*names).removeprefix(self.prefix), value)

    def nested_fields(self, name: str, values: Mapping[str, Any], *, outer: bool = False) -> "Fields":
        """Fields of values under a key, of the whole file with `outer`."""
        prefix = f"{name}." if outer else f"{self.prefix}{name}."
        part = Fields(values, prefix)
        part.errors, part.used = self.errors, self.used
        return part

    def _validate(self, check: Callable[..., Any], name: str, *args: Any) -> Any:
        try:
            return check(name, *args)
        except ValueError as error:
            self.errors.append(str(error))
            return None

    def path(self, *names: str) -> str:
        """Path of the first of these keys in the file, or of the first."""
        return self.prefix + next((name for name in names if self.values.get(name) is not None), names[0])

    def has_value(self, *names: str) -> bool:
        """Return True if the file has one of these keys, and it is not null."""
        return any(self.values.get(name) is not None for name in names)

    def get(self, *names: str) -> Any:
        """Value of the first key that is present and not null; else its default, or None."""
        for name in names:
            if self.values.get(name) is not None:
                self.read[self.prefix + name] = self.values[name]
                self.used.add(self.prefix + name)
                return self.values[name]
        known = [name for name in names if name in self.defaults]
        if not known or any(name in self.values for name in names):
            return None
        self.taken[known[0]] = self.defaults[known[0]]
        return self.taken[known[0]]

    def text(self, *names: str) -> str:
        """Return a text; empty if missing."""
        return self._validate(check_text, self.path(*names), self.get(*names)) or ""

    def model_type(self) -> str:
        """Type of the language model, or of the whole model if the inner part has none."""
        if inner_type := self.text("model_type"):
            return inner_type
        key = next((key for key in TYPES if self.outer.get(key) is not None), "")
        outer_type: str = self._validate(check_text, key, self.outer.get(key)) or ""
        if outer_type:
            self.read[key] = outer_type
        return outer_type

    def number(self, *names: str, low: float = 0, high: float = MOST) -> float | None:
        """Return a number in a range; None if missing."""
        if not names:
            return None
        value: float | None = self._validate(check_number, self.path(*names), self.get(*names), low, high)
        return value

    def count(self, *names: str, low: int = 1, high: int = 2**31, given: bool = False) -> int | None:
        """Return a whole number in a range; None if missing, with `given` also if only the class has it."""
        if not names or (given and not self.has_value(*names)):
            return None
        value: int | None = self._validate(check_count, self.path(*names), self.get(*names), low, high)
        return value

    def list_of(self, name: str, most: int = 1000) -> list[Any]:
        """Return a list of at most `most` values; empty if missing."""
        return self._validate(_check_list, self.prefix + name, self.get(name), most) or []

    def unused_keys(self) -> tuple[str, ...]:
        """Paths of the keys that concern positions by their names, and were not read; ValueError for too many."""
        paths, room = [], MOST_KEPT
        for path in _related(self.outer):
            if path not in self.used:
                paths.append(path)
                room -= len(path)
            if room < 0:
                raise ValueError(claim("field-unused", count=len(paths), most=MOST_KEPT))
        return tuple(paths)


def _related(values: Mapping[str, Any], parents: tuple[str, ...] = (), is_related: bool = False) -> Iterator[str]:
    """Paths of values, not null and no JSON objects, that concern positions by their key or that of an object."""
    for key, value in values.items():
        related = is_related or RELATED.search(str(key)) is not None
        if not isinstance(value, Mapping):
            if related and value is not None:
                yield ".".join((*parents, str(key)))
        elif key != "quantization_config":
            yield from _related(value, (*parents, str(key)), related)


def check_count(name: str, value: Any, low: float, high: float) -> int | None:
    """Validate a whole number, or None; ValueError otherwise."""
    number = check_number(name, value, low, high)
    if number is not None and number != int(number):
        raise ValueError(claim("field-whole", name=name, shown=_short_repr(value)))
    return None if number is None else int(number)


def _check_list(name: str, value: Any, most: int) -> list[Any]:
    """Validate a list, or None; ValueError otherwise."""
    if value is not None and not (isinstance(value, list | tuple) and len(value) <= most):
        raise ValueError(claim("field-list", name=name, most=most, shown=_short_repr(value)))
    return list(value or ())


def check_number(name: str, value: Any, low: float = 0, high: float = MOST) -> float | None:
    """Validate a number from `low` to `high`, or None; ValueError otherwise."""
    if value is None:
        return None
    # comparison before conversion: float() overflows for integers of 400 digits
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(range_error(name, low, high, _short_repr(value)))
    return float(value)


def check_text(name: str, value: Any) -> str:
    """Validate a printable ASCII text of at most 100 characters; empty for None. ValueError otherwise."""
    is_text = isinstance(value, str) and len(value) <= 100 and value.isascii() and value.isprintable()
    if value is not None and not is_text:
        raise ValueError(claim("field-text", name=name, shown=_short_repr(value)))
    return value or ""


def check_mapping(name: str, value: Any) -> Mapping[str, Any]:
    """Validate a JSON object; empty for None. ValueError otherwise."""
    if value is not None and not isinstance(value, Mapping):
        raise ValueError(claim("field-mapping", name=name, shown=_short_repr(value)))
    return value or {}


def range_error(name: str, low: float, high: float, shown: object) -> Claim:
    """Error for a number outside of a range."""
    return claim("field-number", name=name, first=f"{low:,}", last=f"{high:,}", shown=str(shown))


def _short_repr(value: Any) -> str:
    """Representation of a value in an error message, at most 60 characters."""
    is_large = isinstance(value, Mapping | list | tuple)
    # only the beginning of a large value is converted
    text = "".join(islice(json.JSONEncoder(default=str).iterencode(value), 61)) if is_large else repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
