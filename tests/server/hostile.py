"""Hostile input, and the allowed results."""

import json
import re
from typing import Any

from google.protobuf.json_format import MessageToDict

from dashboard.state.parameters import CHOICES, GRID_SIDE, MAX_SCHEMES, PARAMETERS, START_WORDS
from posenc_core import Choice, Real, Text, Whole
from tests.server.visitor import Visitor

TEXTS = (
    *("", " ", "nan", "-inf", "1e400", "9" * 5000, "0x10", "1_000", "１２", "²", "12.7", "-0", "5e-324"),
    *("true", "None", "null", "[]", "{}", "undefined", "x" * 3000, "w " * 500),
    *("a\x00b", "\r\nSet-Cookie: a=b", "\u2028\u2029", "\u202egnp.exe\u202c", "שלום עולם مرحبا", "﷽" * 50),
    *("😀👩\u200d👩\u200d👧\u200d👦🏴󠁧󠁢󠁥󠁮󠁧󠁿", "Z̸̢͓a̷l̴g̵o̶" * 20),
    *("<script>alert(1)</script>", "<img src=https://example.org/a.png onerror=alert(1)>", '"><svg/onload=alert(1)>'),
    *("</style><style>*{display:none}</style>", "<a href='https://example.org'>here</a><b>bold</b>"),
    "**bold** [here](https://example.org) ![a](https://example.org/a.png)",
    *("https://example.org www.example.org a@example.org", ":material/home: :red[red] :smile: :shimmer[x]"),
    *("# title\n\n- item\n\n| a | b |\n|---|---|\n", "`code` ~~gone~~ ---"),
    r"$\href{https://example.org}{x}$ \(x\) $$\frac{1}{0}$$",
    *("'; DROP TABLE students; --", "=1+1", "{{7*7}} ${7*7} #{7*7} %s %n", "../../etc/passwd", "a;=1+1"),
)

KEYS = (
    *("__proto__", "constructor", "scheme handle", "p handle", "size n", "add Gray", "chart compare"),
    *("study", "pages", "given"),
    *("plotly missing", "N", "embed", "embed_options", "Sinusoidal", "Sinusoidal.bse", "<b>key</b>", "", "$$ID-0-n"),
)
"""Names that are no parameters, although the app or Streamlit uses some of them as keys."""

RAW = "%ff%fe", "%ED%A0%80", "%", "%zz", "%00", "+", "%F0%9F%98", "&&", "=", "n", "n=5=6", ";p=4", "%26", "?n=4", "#p=3"
"""Parts of a URL that are invalid or unusual text."""


SIGN = "zqx"
"""Marker that only the visitor's text contains."""


def signed(text: str) -> str:
    """Build a text in which every word has the marker."""
    return SIGN + re.sub(r"(\s+)", rf"\1{SIGN}", text)


def signs(data, path: tuple[str, ...] = ()):
    """Iterate over the texts with the marker, and their places."""
    if isinstance(data, str) and SIGN in data:
        yield path[-2:], data
    for part in data if isinstance(data, list | dict) else ():
        yield from signs(part, path)
        if isinstance(data, dict):
            yield from signs(data[part], (*path, part))


def places_of_signs(visitor: Visitor) -> set[tuple[str, ...]]:
    """Check that the marker occurs only in plain text, and return the places."""
    assert not visitor.exceptions
    marks = [sign for message in visitor.drawn.values() for sign in signs(MessageToDict(message.delta))]
    for path, value in marks:
        if path == ("bidiComponent", "json"):
            for place, words in signs(json.loads(value)):
                # Plotly reads a few tags; a query is written into the address alone
                assert place == ("q",) or not re.search("[<>]|&(?!(amp|lt|gt);)", words), words
        elif path == ("html", "body"):
            # in links to files, which say them as a query does
            assert SIGN not in re.sub(r'href="[^"<>]*"', "", value), value
        else:
            # what Streamlit shows as it is
            fields = {(field, part) for field in ("textArea", "textInput") for part in ("value", "default")}
            assert path in {("text", "body"), ("code", "codeText"), *fields}, path
    return {path for path, _ in marks}


def within(state: dict[str, Any]) -> list[str]:
    """Return the values of a page that exceed its limits."""
    names = state.get("scheme", [])
    # a page draws only the controls that it uses, and a position within the sequence
    position = state.get("p", 0)
    places = state["position"]
    if state["charts"][:1] == ["start"]:
        # the selected word is in no control; below is the figure of Compare
        position, places = min(places[0], len(START_WORDS) - 1), places[:1]
    if "patch_row" in state:
        position = state["patch_row"] * GRID_SIDE + state["patch_column"]
    fits = {
        "scheme": len(set(names)) == len(names) <= MAX_SCHEMES and set(names) <= set(CHOICES),
        "position": set(places) <= {position},
        "p in the sequence": position < state.get("n", position + 1),
    }
    for key, known in ((key, known) for key, known in PARAMETERS.items() if key in state):
        if isinstance(known.domain, Choice):
            fits[key] = "".join(state[key]) in map(str, known.domain.options)
        elif isinstance(known.domain, Text):
            fits[key] = len(state[key]) <= known.domain.longest
        elif isinstance(known.domain, Whole | Real):
            fits[key] = state[key] is known.default or known.domain.low <= state[key] <= known.domain.high
    return [f"{key} = {state[key]!r}" for key in fits if not fits[key]]
