"""Links: the study that one asks for, and a line for each value that a page cannot use."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any
from unicodedata import bidirectional
from urllib.parse import parse_qs, urlencode

from dashboard import given
from dashboard.parameters import (
    CHOICES,
    DEFAULT_SCHEMES,
    MAX_LENGTH,
    MAX_SCHEMES,
    PARAMETERS,
)
from dashboard.study import Study
from posenc_core import SCHEMES, Real, Text, Whole, Yours
from posenc_core.domain import finite

FEW = 3
"""Unusable values of a link that have a line each, where there are more."""

NAMED = 200
"""Letters for the names of the others."""

OTHERS = ("embed", "embed_options")
"""Keys of a link that are Streamlit's own."""

KEYS = {"scheme", *PARAMETERS}
"""Everything that a link can say."""

DEFAULTS = {"scheme": DEFAULT_SCHEMES, **{key: parameter.default for key, parameter in PARAMETERS.items()}}
"""What a link that says nothing asks for."""


def query(study: Study) -> str:
    """The link's part that asks for this study; what is the default is not said."""
    said = {
        "scheme": [scheme.name for scheme in study.schemes] or [""],
        "n": study.length,
        "d": study.dim,
        "p": study.position,
        "k": study.offset,
        "from": study.shown[0],
        "to": study.shown[1],
        **study.options,
        **{
            f"{name}.{parameter.name}": getattr(scheme, parameter.name)
            for name, scheme in study.known.items()
            for parameter in scheme.parameters()
        },
    }
    defaults = DEFAULTS | {"to": study.length - 1}
    return urlencode({key: _words(value) for key, value in said.items() if value != defaults[key]}, doseq=True)


def study(query: str) -> Study:
    """The study that a link asks for; ValueError with one sentence about the first value that cannot be used."""
    asked = {key: texts for key, texts in parse_qs(query, True, max_num_fields=200).items() if key not in OTHERS}
    used = DEFAULTS | {key: value(key, texts) for key, texts in asked.items()}
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
    if key not in KEYS:
        near = get_close_matches(key, KEYS, 1)
        meant = f"; {near[0]} is one" if near else f", which are {', '.join(sorted(KEYS))}"
        raise ValueError(f"{said(key, 40)!r} is none of the parameters{meant}")
    if len(texts) > 1:
        raise ValueError(f"{key} is said {len(texts)} times, and can be said once")
    try:
        return PARAMETERS[key].domain.read(texts[0])
    except ValueError as error:
        raise ValueError(f"{key} = {error}") from None


def made(names: Sequence[str], used: Mapping[str, Any], own: Yours = given.NONE) -> Study:
    """The study of some schemes, by what each key of a link came to; positions beyond the sequence are its ends.

    `own` is the table that a visitor gave, which no link says.
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
        # a stretch that lies beyond the sequence is no stretch of it
        (used["from"] if used["from"] < used["n"] else 0, MAX_LENGTH if used["to"] is None else used["to"]),
        known,
        used,
    )


def said(words: str, most: int) -> str:
    """A visitor's words within a line of our own: they neither break it nor turn what follows."""
    words = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in words[:most])
    rightwards = all(bidirectional(letter) not in ("R", "AL", "AN") for letter in words)
    return words if rightwards else f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"


def unreadable(asked: Mapping[str, Sequence[str]]) -> list[str]:
    """The keys of what Streamlit cannot read: infinity as an integer, no choice where one must be made."""
    domains = {key: PARAMETERS[key].domain for key in asked if key in PARAMETERS}
    return [
        key
        for key, domain in domains.items()
        if (isinstance(domain, Whole) and any(finite(value) is None for value in asked[key]))
        or not (any(asked[key]) or isinstance(domain, Text))
    ]


def unusable(asked: Mapping[str, Sequence[str]], used: Mapping[str, Any]) -> list[str]:
    """A line for each of the link's values that could not be used; of many, the last line names the others."""
    other = {key: texts for key, texts in asked.items() if not _same(key, texts, used)}
    # what the page knows comes first: there a visitor expects something else than what is shown
    keys = sorted(other, key=lambda key: key not in used)
    shown = keys if len(keys) <= FEW + 1 else keys[:FEW]
    lines = [_unused(key, other[key], used) for key in shown]
    if others := keys[len(shown) :]:
        names = ", ".join(others)
        cut = " …" if len(names) > NAMED else ""
        lines.append(f"The link says {len(others):,} more that cannot be used here: {said(names, NAMED)}{cut}")
    return lines


def beyond(used: Mapping[str, Any], page: str) -> str:
    """What stands for the numbers of a page that lie beyond the sequence, in words; nothing where none do."""
    last = used["n"] - 1
    stand_ins = {"p": last, "k": max(last, 1), "from": 0, "to": last}
    found = [
        f"{key} = {number:,} for {used[key]:,}"
        for key, number in stand_ins.items()
        if page in PARAMETERS[key].pages and used[key] is not None and used[key] > max(last, key == "k")
    ]
    if not found:
        return ""
    ends = f"n = {used['n']:,} ends at position {last:,}"
    return f"{ends}. Used here: {', '.join(found)}. What you chose comes back with a larger n."


def _words(value: Any) -> Any:
    """A value as a link says it; of a list each."""
    return str(value).lower() if isinstance(value, bool) else value


def _same(key: str, texts: Sequence[str], used: Mapping[str, Any]) -> bool:
    """Whether what a link says is what the page uses."""
    try:
        return key in used and value(key, texts) == used[key]
    except ValueError:
        return False


def _unused(key: str, values: Sequence[str], used: Mapping[str, Any]) -> str:
    """One line about a value of the link that could not be used."""
    words = f"{said(key, 40)} = {said(', '.join(values), 60)}"
    if key not in used:
        return f"The link says {words}, which is no parameter of this page."
    now = used[key]
    domain = PARAMETERS[key].domain if key in PARAMETERS else None
    if isinstance(domain, Text) and len(", ".join(values)) > domain.longest:
        return f"The link's {key} has more than {domain.longest:,} letters: only the first {domain.longest:,} are used."
    now = "the end" if now is None else _words(now)
    shown = ", ".join(now) or "nothing" if isinstance(now, list) else f"{now:g}" if isinstance(now, float) else now
    limits = f" (whole, {domain.low:,} to {domain.high:,})" if isinstance(domain, Whole) else ""
    limits = f" ({domain.allowed})" if isinstance(domain, Real) else limits
    return f"The link says {words}, which cannot be used here{limits}: {key} is {said(str(shown), 60)} instead."
