"""What hostile visitors type, and what may come of it."""

from typing import Any

from dashboard.study import LIMITS, MAX_SCHEMES
from posenc_core import SCHEMES

TEXTS = (
    "",
    " ",
    "nan",
    "-inf",
    "1e400",
    "9" * 5000,
    "0x10",
    "1_000",
    "１２",
    "²",
    "12.7",
    "-0",
    "5e-324",
    "true",
    "None",
    "null",
    "[]",
    "{}",
    "undefined",
    "😀👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "‮gnp.exe‬",
    "שלום עולם مرحبا",
    "a\x00b",
    "\r\nSet-Cookie: a=b",
    "\u2028\u2029",
    "﷽" * 50,
    "Z̸̢͓a̷l̴g̵o̶" * 20,
    "<script>alert(1)</script>",
    "<img src=https://example.org/a.png onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "</style><style>*{display:none}</style>",
    "<a href='https://example.org'>here</a><b>bold</b>",
    "**bold** [here](https://example.org) ![a](https://example.org/a.png)",
    "https://example.org www.example.org a@example.org",
    ":material/home: :red[red] :smile: :shimmer[x]",
    "# title\n\n- item\n\n| a | b |\n|---|---|\n",
    "`code` ~~gone~~ ---",
    r"$\href{https://example.org}{x}$ \(x\) $$\frac{1}{0}$$",
    "'; DROP TABLE students; --",
    "=1+1",
    "{{7*7}} ${7*7} #{7*7} %s %n",
    "../../etc/passwd",
    "a;=1+1",
    "x" * 3000,
    "w " * 500,
)

KEYS = (
    "__proto__",
    "constructor",
    "scheme in front",
    "position handle",
    "chart portrait Binary",
    "study",
    "pages",
    "asked",
    "offer",
    "plotly missing",
    "N",
    "embed",
    "embed_options",
    "Sinusoidal",
    "Sinusoidal.bse",
    "<b>key</b>",
    "",
    "$$ID-0-n",
)

RAW = (
    "%ff%fe",
    "%ED%A0%80",
    "%",
    "%zz",
    "%00",
    "+",
    "%F0%9F%98",
    "&&",
    "=",
    "n",
    "n=5=6",
    ";p=4",
    "%26",
    "?n=4",
    "#p=3",
)
"""Parts of an address that are no text at all, or hardly."""

KNOWN = {
    **dict(LIMITS),
    **{f"{name}.{each.name}": each for name, scheme in SCHEMES.items() for each in scheme.parameters()},
}


def within(shown: dict[str, Any]) -> list[str]:
    """What of the page lies outside its limits."""
    last = shown["n"] - 1
    faults = []
    for key, value in shown.items():
        value = value[0] if isinstance(value, list) and len(value) == 1 else value
        known = KNOWN.get(key)
        if key == "scheme":
            names = shown[key]
            fits = len(set(names)) == len(names) <= MAX_SCHEMES and set(names) <= set(SCHEMES)
        elif key == "position":
            fits = set(shown[key]) <= {shown["p"]}
        elif key == "position handle":
            fits = value == shown["p"]
        elif key in ("p", "from", "to"):
            fits = 0 <= value <= last
        elif key == "k":
            fits = 1 <= value <= max(last, 1)
        elif known is None:
            fits = True
        elif known.choices:
            fits = value in map(str, known.choices)
        elif isinstance(known.default, str):
            fits = len(value) <= known.longest
        else:
            fits = isinstance(known.default, bool) or known.low <= value <= known.high
        if not fits:
            faults.append(f"{key} = {shown[key]!r}")
    return faults
