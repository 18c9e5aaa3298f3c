"""Catalogue of published models, with sources."""

import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from posenc_core.data_files import read_toml
from posenc_core.schemes import AxialRoPE, MRoPE, scheme
from posenc_core.text.messages import claim, current_language, message, slug, translate
from posenc_tools.data_files import DATA
from posenc_tools.models.config import from_config
from posenc_tools.models.model import Kind, Layers, Model

KINDS: dict[str, Kind] = {"Sinusoidal": "sinusoidal", "Grid": "sinusoidal"}
"""Families of entries without a configuration, by scheme."""

PUBLISHED = {"trained": "trained_length", "stated": "stated", "release": "release"}
"""Fields of a model that its authors publish, by the name in the catalogue."""


MODELS: tuple[str, ...] = tuple(entry["name"] for entry in read_toml(DATA / "models.toml")["model"])
"""Names of the models in the catalogue."""


IMAGE_MODELS: dict[str, str] = {
    name: option for option, scheme in (("mrope", MRoPE), ("axial", AxialRoPE)) for name in scheme.published()
}
"""Models of images whose rotations are not in the catalogue, but on the page Images, by its option."""


PATH = re.compile(r"\.[A-Za-z]\w*$|^[./~]|/.*/|/$|\\")
"""Text that is a path rather than a name: it has a file name extension, or directories; a repository has one slash."""

MOST_LISTED = 5
"""Number of names in an error message."""


def is_path(text: str) -> bool:
    """Return True for the path of a file, which need not exist, or a text that looks like one.

    >>> is_path("config.json"), is_path("Llama 3.1 8B"), is_path("openai/gpt-oss-120b")
    (True, False, False)
    """
    return bool(PATH.search(text)) or Path(text).is_file()


def sources() -> dict[str, str]:
    """Return the sources of the catalogue.

    Returns
    -------
    dict of str to str
        Repository with commit and date, by its short name.

    Examples
    --------
    >>> isinstance(sources(), dict)
    True
    """
    return dict(read_toml(DATA / "models.toml")["sources"])


def model(name: str) -> Model:
    """Return a model of the catalogue.

    Parameters
    ----------
    name : str
        Name in upper or lower case, or a part of it that only one model has; or a repository such as
        "openai/gpt-oss-120b", whose own file is not read.

    Returns
    -------
    Model
        Layers, lengths, assumptions, unknowns, and sources.

    Raises
    ------
    ValueError
        If no model matches, or several do.

    Examples
    --------
    >>> model("llama 3.1 8b").trained_length
    8192
    """
    if not isinstance(name, str):
        raise ValueError(f"name = {name!r:.60} must be a text, such as 'Llama 3.1 8B'")
    if PATH.search(name):
        raise ValueError(f"name = {name!r:.60} is a path, not a name of the catalogue: use from_config")
    owner, _, repository = name.strip().rpartition("/")
    wanted = _short(repository)
    matches = [known for known, short in SHORT_NAMES.items() if short == wanted]
    if owner:
        return _repository(name, matches or [known for known, short in SHORT_NAMES.items() if short in wanted])
    matches = matches or [known for known, short in SHORT_NAMES.items() if wanted and wanted in short]
    if not matches and (images := [known for known in IMAGE_MODELS if wanted and wanted in _short(known)]):
        key = f"images?{urlencode({IMAGE_MODELS[images[0]]: images[0]})}"
        raise ValueError(claim("model-images", name=images[0], key=key))
    if len(matches) != 1:
        raise ValueError(claim("model-no-match", shown=repr(name[:60]), count=len(matches), **_listed(matches)))
    return _model(matches[0], current_language())


def _listed(matches: list[str]) -> dict[str, Any]:
    """Arguments of an error: the first of these names, or of all, and the number of others."""
    names = matches or MODELS
    return {"text": ", ".join(names[:MOST_LISTED]), "rest": max(len(names) - MOST_LISTED, 0)}


def _repository(name: str, matches: list[str]) -> Model:
    """Model of the catalogue with the name of a repository, without its owner."""
    if len(matches) != 1 or _short(name.rpartition("/")[2]) != SHORT_NAMES[matches[0]]:
        raise ValueError(claim("model-no-repository", shown=repr(name[:60]), **_listed(matches)))
    found = _model(matches[0], current_language())
    note = claim("model-repository", source=name[:100], name=found.name)
    return found._replace(assumed=(note, *found.assumed))


@cache
def _model(name: str, language: str) -> Model:
    """Model of the catalogue with sources in the current language."""
    return _entry(next(entry for entry in read_toml(DATA / "models.toml")["model"] if entry["name"] == name))


def _short(name: str) -> str:
    """Name in lower case, without spaces and punctuation."""
    return "".join(letter for letter in name.lower() if letter.isalnum() or letter == ".")


SHORT_NAMES = {name: _short(name) for name in MODELS}
"""Short names of the models, which are compared with what is searched for."""


def _entry(entry: dict[str, Any]) -> Model:
    facts = entry.get("facts", {})
    if "config" in entry:
        # TOML has no null
        config = {key: None if value == "null" else value for key, value in entry["config"].items()}
        result = from_config(config, entry["name"])
    else:
        parameters = dict(entry["scheme"])
        kind = KINDS[parameters["name"]]
        layers = Layers("all", scheme=scheme(parameters.pop("name"), **parameters))
        result = Model(entry["name"], kind, facts.get("heads"), facts.get("dim"), (layers,))
    published = {field: facts[key] for key, field in PUBLISHED.items() if key in facts}
    if "trained" in facts:
        result = result._replace(unknown=tuple(fact for fact in result.unknown if fact.id != "model-no-trained"))
    if "stated" in facts:
        default = claim("model-default", name="max_position_embeddings", whole=result.stated or 0)
        result = result._replace(assumed=tuple(fact for fact in result.assumed if fact != default))
    if result.kind == "rotation" and "release" not in facts:
        result = result._replace(unknown=(*result.unknown, claim("model-no-release")))
    places = [(field, text) for field, texts in entry["sources"].items() for text in texts.split("; ")]
    named = tuple(f"{field}: {_place(text)}" for field, text in places)
    return result._replace(**published, year=entry.get("year"), sources=named)


def _place(text: str) -> str:
    """Place in a source, with the full name of the source."""
    name = next((name for name in sources() if text.startswith((f"{name} ", f"{name}:"))), "")
    if not name:
        raise ValueError(f"source = {text!r}: must begin with a key of [sources] in models.toml, and then name a place")
    source = translate(f"model-source-{slug(name)}", sources()[name])
    return message("model-source", text=text[len(name) + 1 :], source=source)
