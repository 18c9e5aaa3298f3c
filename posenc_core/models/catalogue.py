"""Published models, and how each encodes position, with the source of what is said."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from posenc_core.models.config import from_config
from posenc_core.models.model import Kind, Layers, Model
from posenc_core.schemes import scheme
from posenc_core.text.messages import claim

__all__ = ["MODELS", "model", "sources"]

KINDS: dict[str, Kind] = {"Sinusoidal": "sinusoidal", "Grid": "sinusoidal"}
"""The family of an entry that has no configuration."""


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parents[1] / "data" / "models.toml").read_text("utf-8"))


MODELS: tuple[str, ...] = tuple(entry["name"] for entry in _data()["model"])
"""The names of the catalogue."""


def sources() -> dict[str, str]:
    """What the first word of a source stands for: a repository with its commit and date."""
    return dict(_data()["sources"])


@cache
def model(name: str) -> Model:
    """A model of the catalogue by its name, in any case, or by a part of it that only one has.

    ValueError for a name that fits none, or several.

    >>> model("llama 3.1 8b").trained
    8192
    """
    wanted, short = _short(name), {each: _short(each) for each in MODELS}
    found = [each for each, known in short.items() if known == wanted] or [
        each for each, known in short.items() if wanted and wanted in known
    ]
    if len(found) != 1:
        listed = ", ".join(found or MODELS)
        why = "several models are called so" if found else "no model of the catalogue is called so"
        raise ValueError(f"model = {name[:60]!r}: {why}; choose one of {listed}")
    return _entry(next(entry for entry in _data()["model"] if entry["name"] == found[0]))


def _short(name: str) -> str:
    """A name without what people write in different ways."""
    return "".join(letter for letter in name.lower() if letter.isalnum() or letter == ".")


def _entry(entry: dict[str, Any]) -> Model:
    facts = entry.get("facts", {})
    if "config" in entry:
        found = from_config(entry["config"], entry["name"])
    else:
        given = dict(entry["scheme"])
        kind = KINDS[given["name"]]
        own = scheme(given.pop("name"), **given)
        found = Model(entry["name"], kind, facts.get("heads"), facts.get("dim"), (Layers("all", scheme=own),))
    changed = {key: facts[key] for key in ("trained", "stated", "release") if key in facts}
    if "trained" in changed:
        found = found._replace(assumed=tuple(each for each in found.assumed if each.id != "model-whole-trained"))
    if found.kind == "rotation" and "release" not in facts:
        found = found._replace(unknown=(*found.unknown, claim("model-no-release")))
    said = tuple(f"{field}: {_place(each)}" for field, where in entry["sources"].items() for each in where.split("; "))
    return found._replace(**changed, year=entry.get("year"), sources=said)


def _place(text: str) -> str:
    """A place in a source, with the name of the source in full."""
    name = next(name for name in sources() if text.startswith((f"{name} ", f"{name}:")))
    return f"{text[len(name) + 1 :]}, in {sources()[name]}"
