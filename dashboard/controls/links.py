"""Links: the values that the query of an address sets, and a line for each one that cannot be used."""

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any
from urllib.parse import parse_qs, urlencode

from dashboard.say import message, said
from dashboard.state import uploaded_table
from dashboard.state.parameters import (
    CHOICES,
    DEFAULT_SCHEMES,
    EARLIER,
    EARLIER_VALUES,
    MAX_LENGTH,
    MAX_SCHEMES,
    PARAMETERS,
    TABS,
)
from dashboard.state.study import Study
from posenc_core import SCHEMES, CustomTable
from posenc_core.text.messages import Claim, claim

FEW = 3
"""Unusable values of a link that have a line each, where there are more."""

OTHERS = ("embed", "embed_options")
"""Keys of a link that are Streamlit's own."""

DEFAULTS = {"scheme": DEFAULT_SCHEMES, **{key: parameter.default for key, parameter in PARAMETERS.items()}}
"""Every key of a link, and its value in a link that does not set it."""

NAMES = {name.lower(): name for name in CHOICES}
"""Names of encodings by their lower-case forms."""


def query(study: Study) -> str:
    """The query string that asks for a study."""
    values = {
        "scheme": [scheme.name for scheme in study.schemes],
        "n": study.length,
        "d": study.dim,
        "p": study.position,
        "k": study.offset,
        "from": study.shown[0],
        "to": None if study.shown[1] == study.length - 1 else study.shown[1],
        **study.options,
    }
    for name, scheme in study.known.items():
        values |= {f"{name}.{each.name}": getattr(scheme, each.name) for each in scheme.parameters()}
    return address(values)


def address(values: Mapping[str, Any], page: str = "") -> str:
    """The query string that sets these values; defaults are left out."""
    changed = {key for key, default in DEFAULTS.items() if values[key] != default}
    changed |= {other for key in changed for other in EARLIER.get(key, ())}
    # an empty one says that the first tab is open, and this is no earlier link
    changed |= {"tab"} if tab(page, changed) else set()
    return urlencode({key: _words(values[key]) for key in DEFAULTS if key in changed}, doseq=True)


def read(asked: Mapping[str, Sequence[str]]) -> tuple[dict[str, Any], list[str]]:
    """The value of every key, as a link sets it, and a line for each part of the link that cannot be used."""
    values, unusable = dict(DEFAULTS), {}
    for key, texts in _dated(asked).items():
        try:
            values[key] = value(key, texts)
        except ValueError as error:
            unusable[key] = str(error)
            if key in DEFAULTS:
                values[key] = used = hold(key, texts if key == "scheme" else texts[-1])
                shown = message("control-empty") if used is None else str(_words(used))
                shown = ", ".join(used) if isinstance(used, list) else shown
                unusable[key] += " " + message("link-used", key=key, shown=said(shown, 60))
    # a known key comes first: there the visitor sees something else than the link asks for
    keys = sorted(unusable, key=lambda key: key not in DEFAULTS)
    own = len(keys) if len(keys) <= FEW + 1 else FEW
    lines = [unusable[key] for key in keys[:own]]
    if others := keys[own:]:
        lines.append(message("link-others", count=len(others), names=said(", ".join(others), 200)))
    return values, lines


def _dated(asked: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """What a link asks for, with the defaults of its time."""
    for meant in (meant for key, meant in EARLIER.items() if key in asked):
        asked = {other: [value] for other, value in meant.items()} | {**asked}
    return asked


def tab(page: str, asked: Container[str]) -> str:
    """The tab of a page that a link opens which sets these keys and no tab; nothing is the first."""
    return next((tab for key, tab in TABS.get(page, {}).items() if key in asked), "")


def hold(key: str, found: Any) -> Any:
    """A value that a key may have: this one, the nearest, or the default."""
    if key != "scheme":
        return DEFAULTS[key] if closed(key, found) else PARAMETERS[key].hold(found)
    names = [NAMES[name] for name in dict.fromkeys(map(str.lower, found)) if name in NAMES][:MAX_SCHEMES]
    return names or (list(DEFAULT_SCHEMES) if any(found) else [])


def closed(key: str, found: Any) -> bool:
    """Whether a value asks for a visitor's table where nobody may give one."""
    return key == "table" and found == "own" and not uploaded_table.OPEN


def fields(query: str) -> dict[str, list[str]]:
    """What a query string asks of this app; ValueError where it asks too much."""
    return {key: texts for key, texts in parse_qs(query, True, max_num_fields=200).items() if key not in OTHERS}


def study(query: str) -> Study:
    """The study that a link asks for; ValueError with a sentence about the first value that cannot be used."""
    used = DEFAULTS | {key: value(key, texts) for key, texts in _dated(fields(query)).items()}
    if not used["scheme"]:
        raise ValueError(message("link-no-scheme"))
    return made(used["scheme"], used)


def value(key: str, texts: Sequence[str]) -> Any:
    """What a link's texts ask of a key; ValueError with a sentence where that cannot be."""
    asked = f"{said(key, 40)} = {said(', '.join(texts), 60)}"
    texts = [EARLIER_VALUES.get(key, {}).get(text.lower(), text) for text in texts]
    if key not in DEFAULTS:
        near = get_close_matches(key, DEFAULTS, 1)
        unknown = message("link-unknown", asked=asked)
        raise ValueError(message("link-unknown.near", asked=asked, near=near[0]) if near else unknown)
    allowed = message("link-schemes", most=MAX_SCHEMES) if key == "scheme" else PARAMETERS[key].domain.allowed
    if closed(key, texts[-1]):
        allowed = DEFAULTS[key]
    if key == "scheme" or len(texts) == 1:
        with suppress(ValueError):
            if key != "scheme":
                found = PARAMETERS[key].domain.parse(texts[0])
            else:
                found = [NAMES.get(name.lower(), name) for name in texts if name]
            if hold(key, found) == found:
                return found
    options = [*map(str, CHOICES if key == "scheme" else getattr(PARAMETERS[key].domain, "options", ()))]
    near = [option for text in texts if text not in options for option in get_close_matches(text, options, 1)]
    shown = {"asked": asked, "key": key, "allowed": said(allowed, 120)}
    if near:
        raise ValueError(message("link-unusable.near", near=near[0], **shown))
    raise ValueError(message("link-unusable", **shown))


def made(names: Sequence[str], used: Mapping[str, Any], own: CustomTable = uploaded_table.NONE) -> Study:
    """The study of some schemes with these values; positions beyond the sequence are its ends.

    `own` is the visitor's uploaded table, which is not part of a link.
    """
    known = {
        name: scheme(**{parameter.name: used[f"{name}.{parameter.name}"] for parameter in scheme.parameters()})
        for name, scheme in SCHEMES.items()
    } | {CustomTable.name: own if used["table"] == "own" else uploaded_table.example(used["example"])}
    return Study(
        tuple(known[name] for name in names),
        used["n"],
        used["d"],
        used["p"],
        used["k"],
        # a range that starts beyond the sequence is no part of it
        (used["from"] if used["from"] < used["n"] else 0, MAX_LENGTH if used["to"] is None else used["to"]),
        known,
        used,
    )


def beyond(used: Mapping[str, Any], page: str) -> list[Claim]:
    """The numbers of a page that lie beyond the sequence, if any."""
    last = used["n"] - 1
    stand_ins = {"p": last, "k": max(last, 1), "from": 0, "to": last}
    found = tuple(
        claim("link-beyond-one", key=key, used=number, chosen=used[key])
        for key, number in stand_ins.items()
        if page in PARAMETERS[key].pages and used[key] is not None and used[key] > max(last, key == "k")
    )
    return [claim("link-beyond", end=last, found=found)] if found else []


def _words(value: Any) -> Any:
    """A value as a link says it: of a list each, and no choice of schemes as an empty one."""
    if isinstance(value, list):
        return value or [""]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return str(value).lower() if isinstance(value, bool) else value
