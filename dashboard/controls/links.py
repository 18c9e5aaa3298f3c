"""Links: conversion between the query of a URL and the values of the state, with a line per unusable value."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import reduce
from typing import Any
from urllib.parse import parse_qs, urlencode

from dashboard.say import message, safe_text
from dashboard.state import uploaded_table
from dashboard.state.pages import FIRST
from dashboard.state.parameters import (
    CHOICES,
    DEFAULT_SCHEMES,
    LESSON,
    MAX_LENGTH,
    MAX_SCHEMES,
    PARAMETERS,
    START,
)
from dashboard.state.study import Study
from posenc_core import SCHEMES, CustomTable, Scheme
from posenc_core.text.messages import Claim, claim

MOST_FIELDS = 200
"""Fields of a link that are read: an unusable one is compared with the names of all parameters."""

FEW = 3
"""Unusable values that get a line each if there are many."""

OTHERS = ("embed", "embed_options", "lang")
"""Keys that set no value: those of Streamlit, and the language."""

DEFAULTS = {"scheme": DEFAULT_SCHEMES, **{key: parameter.default for key, parameter in PARAMETERS.items()}}
"""Default of every key of a link."""

NAMES = {name.lower(): name for name in CHOICES}
"""Names of encodings by their lower-case forms."""


def query(study: Study, page: str = "") -> str:
    """Query string of a study, for files of a page: only those of the lesson depend on its keys."""
    values = {
        "scheme": [scheme.name for scheme in study.schemes],
        "n": study.length,
        "d": study.dim,
        "p": study.position,
        "k": study.offset,
        "from": study.shown[0],
        "to": None,
        **study.options,
    }
    if study.shown[1] < study.length - 1:
        values["to"] = study.shown[1]
    for name, scheme in study.known.items():
        values |= {f"{name}.{parameter.name}": getattr(scheme, parameter.name) for parameter in scheme.parameters()}
    if page and page != "lesson":
        values |= {key: DEFAULTS[key] for key in LESSON}
    return address(values)


def address(values: Mapping[str, Any], page: str = "") -> str:
    """Query string of the values of a page, or of all pages, without defaults; those of the lesson are alone."""
    changed = {key for key, default in DEFAULTS.items() if values[key] != default}
    if page and page not in PARAMETERS["text"].pages and values["text"] == message("sentence-default"):
        changed.discard("text")
    if page == FIRST:
        changed &= START
    elif page == "lesson":
        changed &= LESSON
    elif page:
        changed -= START
        # a page that the lesson opened has a way back
        kept = {"step", "answers", "words"} if values["answers"] else set()
        changed -= LESSON - kept
    return urlencode({key: _to_text(values[key]) for key in DEFAULTS if key in changed}, doseq=True)


def parse(fields: Mapping[str, Sequence[str]]) -> tuple[dict[str, Any], list[str]]:
    """Return the value of every key, and a line for each unusable part of the link."""
    # the default sentence of the language; links contain it, unless it is English
    values, unusable = DEFAULTS | {"text": message("sentence-default")}, {}
    pairs = [(key, text) for key, texts in fields.items() for text in texts]
    read, unread = pairs[:MOST_FIELDS], [key for key, _ in pairs[MOST_FIELDS:]]
    fields = {key: [text for other, text in read if other == key] for key in dict(read)}
    for key, texts in fields.items():
        try:
            values[key] = parse_value(key, texts)
        except ValueError as error:
            unusable[key] = str(error)
            if key in DEFAULTS:
                values[key] = clamp(key, texts)
                shown = safe_text(_shown(values[key]), 60)
                unusable[key] += " " + message("link-used", key=key, shown=shown)
    # known keys first: for these the page differs from the link
    keys = sorted(unusable, key=lambda key: key not in DEFAULTS)
    if len(keys) + len(unread) <= FEW + 1 and not unread:
        return values, [unusable[key] for key in keys]
    others = keys[FEW:] + unread
    names = safe_text(", ".join(others), 200)
    return values, [*(unusable[key] for key in keys[:FEW]), message("link-others", count=len(others), names=names)]


def _shown(value: Any) -> str:
    """Value that is used instead of an unusable one, in a sentence."""
    if value is None:
        return message("control-empty")
    return ", ".join(value) if isinstance(value, list) else str(_to_text(value))


def clamp(key: str, value: Any) -> Any:
    """Return the value if it is allowed, else the nearest allowed value or the default; of several texts, the last."""
    if key != "scheme":
        if isinstance(value, list):
            value = value[-1]
        if key == "table" and is_blocked(value):
            return DEFAULTS[key]
        return PARAMETERS[key].clamp(value)
    names = [NAMES[name] for name in dict.fromkeys(map(str.lower, value)) if name in NAMES][:MAX_SCHEMES]
    return names or list(DEFAULT_SCHEMES)


def is_blocked(table: Any) -> bool:
    """Return True if the value of `table` requests an uploaded table although uploads are disabled."""
    return table == "own" and not uploaded_table.UPLOADS_ALLOWED


def fields(query: str) -> dict[str, list[str]]:
    """Parse a query string into the fields of this app; ValueError if it has too many."""
    return {key: texts for key, texts in parse_qs(query, True, max_num_fields=MOST_FIELDS).items() if key not in OTHERS}


def study(query: str) -> Study:
    """Study of a link; ValueError with a sentence about the first unusable value."""
    values = DEFAULTS | {key: parse_value(key, texts) for key, texts in fields(query).items()}
    return build_study(values["scheme"], values)


def parse_value(key: str, texts: Sequence[str]) -> Any:
    """Parse the texts of a key; ValueError with a sentence for an unusable value."""
    if key == "scheme":
        names = [NAMES.get(name.lower(), name) for name in texts if name]
        if clamp(key, names) == names:
            return names
    elif key in DEFAULTS and len(texts) == 1 and not (key == "table" and is_blocked(texts[0])):
        with suppress(ValueError):
            return PARAMETERS[key].domain.parse(texts[0])
    raise ValueError(_problem(key, texts))


def _problem(key: str, texts: Sequence[str]) -> str:
    """Sentence about a key or texts that cannot be used."""
    asked = f"{safe_text(key, 40)} = {safe_text(', '.join(texts), 60)}"
    if key not in DEFAULTS:
        if near := get_close_matches(key, DEFAULTS, 1):
            return message("link-unknown.near", asked=asked, near=near[0])
        return message("link-unknown", asked=asked)
    options: Sequence[str] = tuple(CHOICES)
    if key == "scheme":
        allowed = message("link-schemes", most=MAX_SCHEMES)
        if any(name and name.lower() not in NAMES for name in texts):
            allowed = message("link-schemes.name", names=options)
    else:
        domain = PARAMETERS[key].domain
        options = [*map(str, getattr(domain, "options", ()))]
        allowed = safe_text(domain.allowed_text, 120)
        if key == "table" and is_blocked(texts[-1]):
            allowed = DEFAULTS[key]
    near = [option for text in texts if text not in options for option in get_close_matches(text, options, 1)]
    if near:
        return message("link-unusable.near", near=near[0], asked=asked, key=key, allowed=allowed)
    return message("link-unusable", asked=asked, key=key, allowed=allowed)


def build_study(names: Sequence[str], values: Mapping[str, Any], own: CustomTable = uploaded_table.NO_TABLE) -> Study:
    """Build the study of some schemes with these values; positions beyond the sequence become its ends.

    `own` is the visitor's uploaded table, which is not part of a link.
    """
    known: dict[str, Scheme] = {CustomTable.name: own}
    if values["table"] != "own":
        known[CustomTable.name] = uploaded_table.example(values["example"])
    for name, scheme in SCHEMES.items():
        known[name] = scheme(**{one.name: values[f"{name}.{one.name}"] for one in scheme.parameters()})
    first, last = values["from"], values["to"]
    # a range that starts beyond the sequence is ignored
    shown = (first * (first < values["n"]), MAX_LENGTH if last is None else last)
    schemes = tuple(known[name] for name in names)
    return Study(schemes, values["n"], values["d"], values["p"], values["k"], shown, known, values)


def positions_beyond(values: Mapping[str, Any], page: str) -> list[Claim]:
    """Claim about the positions of a page that lie beyond the sequence, if any."""
    last = values["n"] - 1
    replacements = {"p": last, "k": max(last, 1), "from": 0, "to": last}
    beyond = tuple(
        claim("link-beyond-one", key=key, used=number, chosen=values[key])
        for key, number in replacements.items()
        if page in PARAMETERS[key].pages and values[key] is not None and values[key] > max(last, key == "k")
    )
    if not beyond:
        return []
    found = reduce(lambda first, last: claim("link-beyond-two", first=first, last=last), beyond)
    return [claim("link-beyond", end=last, found=found)]


def _to_text(value: Any) -> Any:
    """Convert a value to the text of a link, a list to its texts, an empty list to one empty text."""
    if isinstance(value, list):
        return value or [""]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return str(value).lower() if isinstance(value, bool) else value
