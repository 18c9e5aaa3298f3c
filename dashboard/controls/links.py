"""Links: the values that the address of a page sets, and a line for each one that cannot be used."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any
from unicodedata import bidirectional
from urllib.parse import parse_qs, urlencode

from dashboard import given
from dashboard.parameters import CHOICES, DEFAULT_SCHEMES, MAX_LENGTH, MAX_SCHEMES, PARAMETERS
from dashboard.say import message, say
from dashboard.study import Study
from posenc_core import SCHEMES, Text, Yours
from posenc_core.messages import claim

FEW = 3
"""Unusable values of a link that have a line each, where there are more."""

NAMED = 200
"""Letters for the names of the others."""

OTHERS = ("embed", "embed_options")
"""Keys of a link that are Streamlit's own."""

DEFAULTS = {"scheme": DEFAULT_SCHEMES, **{key: parameter.default for key, parameter in PARAMETERS.items()}}
"""Every key of a link, and its value in a link that does not set it."""


EARLIER = {"space": ["2-D"], "axes": ["columns"]}
"""What an earlier link to a trajectory left out, as the default of then."""

TRAJECTORY = {*EARLIER, "x", "y", "z"}
"""Of these, a link sets both that have changed their default, or none at all."""


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


def address(values: Mapping[str, Any]) -> str:
    """The query string that sets these values; defaults are left out."""
    changed = {key for key, default in DEFAULTS.items() if values[key] != default}
    changed |= set(EARLIER) if changed & TRAJECTORY else set()
    return urlencode({key: _words(values[key]) for key in DEFAULTS if key in changed}, doseq=True)


def read(asked: Mapping[str, Sequence[str]]) -> tuple[dict[str, Any], list[str]]:
    """The value of every key, as a link sets it, and a line for each part of the link that cannot be used."""
    values, unusable = dict(DEFAULTS), {}
    for key, texts in _dated(asked).items():
        try:
            values[key] = value(key, texts)
        except ValueError:
            unusable[key] = texts
            if key in DEFAULTS:
                values[key] = hold(key, texts if key == "scheme" else texts[-1])
    # a known key comes first: there the visitor sees something else than the link asks for
    keys = sorted(unusable, key=lambda key: key not in DEFAULTS)
    own = keys if len(keys) <= FEW + 1 else keys[:FEW]
    lines = [_unusable(key, unusable[key], values) for key in own]
    if others := keys[len(own) :]:
        names = ", ".join(others)
        lines.append(message("link-others", count=len(others), names=said(names, NAMED) + " …" * (len(names) > NAMED)))
    return values, lines


def _dated(asked: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """What a link asks for, with the defaults of its time."""
    return {**EARLIER, **asked} if TRAJECTORY & asked.keys() else asked


def hold(key: str, found: Any) -> Any:
    """A value that a key may have: this one, the nearest, or the default."""
    if key == "table" and not given.OPEN:
        return DEFAULTS[key]
    if key != "scheme":
        return PARAMETERS[key].hold(found)
    names = [name for name in dict.fromkeys(found) if name in CHOICES][:MAX_SCHEMES]
    return names or (list(DEFAULT_SCHEMES) if any(found) else [])


def study(query: str) -> Study:
    """The study that a link asks for; ValueError with one sentence about the first value that cannot be used."""
    asked = {key: texts for key, texts in parse_qs(query, True, max_num_fields=200).items() if key not in OTHERS}
    used = DEFAULTS | {key: value(key, texts) for key, texts in _dated(asked).items()}
    if not used["scheme"]:
        raise ValueError("scheme must name at least one scheme")
    return made(used["scheme"], used)


def value(key: str, texts: Sequence[str]) -> Any:
    """What a link's texts ask of a key; ValueError where that cannot be."""
    if key == "scheme":
        names = [name for name in texts if name]
        if not len(set(names)) == len(names) <= MAX_SCHEMES or not set(names) <= set(CHOICES):
            names_said = said(", ".join(texts), 60)
            raise ValueError(
                f"scheme = {names_said!r} must be up to {MAX_SCHEMES} different ones of {', '.join(CHOICES)}"
            )
        return names
    if key not in DEFAULTS:
        near = get_close_matches(key, DEFAULTS, 1)
        meant = f"; {near[0]} is one" if near else f", which are {', '.join(sorted(DEFAULTS))}"
        raise ValueError(f"{said(key, 40)!r} is none of the parameters{meant}")
    if len(texts) > 1:
        raise ValueError(f"{key} is said {len(texts)} times, and can be said once")
    if key == "table" and texts[0] == "own" and not given.OPEN:
        raise ValueError("table = 'own' must be example: this server takes no tables")
    try:
        return PARAMETERS[key].domain.read(texts[0])
    except ValueError as error:
        raise ValueError(f"{key} = {error}") from None


def made(names: Sequence[str], used: Mapping[str, Any], own: Yours = given.NONE) -> Study:
    """The study of some schemes with these values; positions beyond the sequence are its ends.

    `own` is the visitor's uploaded table, which is not part of a link.
    """
    known = {
        name: scheme(**{parameter.name: used[f"{name}.{parameter.name}"] for parameter in scheme.parameters()})
        for name, scheme in SCHEMES.items()
    } | {Yours.name: own if used["table"] == "own" else given.example(used["example"])}
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


def said(words: str, most: int) -> str:
    """A visitor's words within a line of our own: they neither break it nor turn what follows."""
    words = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in words[:most])
    rightwards = all(bidirectional(letter) not in ("R", "AL", "AN") for letter in words)
    return words if rightwards else f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"


def beyond(used: Mapping[str, Any], page: str) -> str:
    """A line about the numbers of a page that lie beyond the sequence; nothing where none do."""
    last = used["n"] - 1
    stand_ins = {"p": last, "k": max(last, 1), "from": 0, "to": last}
    found = tuple(
        claim("link-beyond-one", key=key, used=number, chosen=used[key])
        for key, number in stand_ins.items()
        if page in PARAMETERS[key].pages and used[key] is not None and used[key] > max(last, key == "k")
    )
    return say(claim("link-beyond", end=last, found=found)) if found else ""


def _words(value: Any) -> Any:
    """A value as a link says it: of a list each, and no choice of schemes as an empty one."""
    if isinstance(value, list):
        return value or [""]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return str(value).lower() if isinstance(value, bool) else value


def _unusable(key: str, texts: Sequence[str], used: Mapping[str, Any]) -> str:
    """The line about a part of a link that cannot be used."""
    asked = f"{said(key, 40)} = {said(', '.join(texts), 60)}"
    if key not in used:
        return message("link-unknown", asked=asked)
    domain = PARAMETERS[key].domain if key in PARAMETERS else None
    if isinstance(domain, Text) and len(texts[-1]) > domain.longest:
        return message("link-too-long", key=key, most=domain.longest)
    now = ", ".join(used[key]) if isinstance(used[key], list) else _words(used[key])
    shown = message("control-empty") if now is None else said(str(now), 60)
    allowed = said(domain.allowed, 120) if domain else ""
    return message("link-unusable" if allowed else "link-no-scheme", asked=asked, key=key, allowed=allowed, shown=shown)
