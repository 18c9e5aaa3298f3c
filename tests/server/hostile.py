"""Hostile input, and the allowed results."""

from typing import Any

from dashboard.state.parameters import CHOICES, GRID_SIDE, MAX_SCHEMES, PARAMETERS, START_WORDS
from posenc_core import Choice, Real, Text, Whole

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
    *("__proto__", "constructor", "scheme handle", "p handle", "chart portrait Binary"),
    *("study", "pages", "given"),
    *("plotly missing", "N", "embed", "embed_options", "Sinusoidal", "Sinusoidal.bse", "<b>key</b>", "", "$$ID-0-n"),
)
"""Names that are no parameters, although the app or Streamlit uses some of them as keys."""

RAW = "%ff%fe", "%ED%A0%80", "%", "%zz", "%00", "+", "%F0%9F%98", "&&", "=", "n", "n=5=6", ";p=4", "%26", "?n=4", "#p=3"
"""Parts of a URL that are invalid or unusual text."""


def within(state: dict[str, Any]) -> list[str]:
    """Return the values of a page that exceed its limits."""
    names = state.get("scheme", [])
    # a page draws only the controls that it uses
    position = min(state["p"], state["n"] - 1) if {"p", "n"} <= state.keys() else state.get("p handle", 0)
    position = position[0] if isinstance(position, list) else position
    if state["charts"] == ["start"]:
        # the selected word is in no control
        position = min(state["position"][0], len(START_WORDS) - 1)
    if "patch_row handle" in state:
        (row,), (column,) = (state[f"patch_{axis} handle"] for axis in ("row", "column"))
        position = int(row) * GRID_SIDE + int(column)
    fits = {
        "scheme": len(set(names)) == len(names) <= MAX_SCHEMES and set(names) <= set(CHOICES),
        "position": set(state["position"]) <= {position},
        # a page without positions has none
        "p handle": state.get("p handle", position) in (position, [position]),
    }
    for key, known in ((key, known) for key, known in PARAMETERS.items() if key in state):
        if isinstance(known.domain, Choice):
            fits[key] = "".join(state[key]) in map(str, known.domain.options)
        elif isinstance(known.domain, Text):
            fits[key] = len(state[key]) <= known.domain.longest
        elif isinstance(known.domain, Whole | Real):
            fits[key] = state[key] is known.default or known.domain.low <= state[key] <= known.domain.high
    return [f"{key} = {state[key]!r}" for key in fits if not fits[key]]
