"""What the pages say: claims in words, from the message files of the dashboard and of the core."""

import re
from pathlib import Path
from typing import Any
from unicodedata import bidirectional

from posenc_core.text.messages import LOCALE, Claim, Messages

WORD_JOINER = "\N{WORD JOINER}"

MESSAGES = Messages("en", LOCALE, Path(__file__).parent / "locale")


def say(*claims: Claim) -> str:
    """Claims in words, one sentence behind the other."""
    return " ".join(map(MESSAGES.say, claims))


def message(id: str, **args: Any) -> str:
    """A text that claims nothing: a title, a label, an axis; of an attribute, `id.attribute`."""
    return MESSAGES.text(id, args)


LINKED = re.compile(r":(?=[^\s:])|@|(?<=www)(?=\.)", re.IGNORECASE)
"""Where Streamlit would make a link, an emoji, or an icon of a text, even of an escaped one."""

LISTED = re.compile(r"^(\s*)([-+=]|\d{1,9}(?=[.)]))")
"""A beginning that makes a list or a heading."""


def plain(text: str) -> str:
    """A text in which Markdown, as Streamlit reads it, finds nothing to do."""
    text = re.sub(r"([\\`*_\[\]<>#|~$&])", r"\\\1", re.sub(r"\s*[\n\r\u2028\u2029]\s*", " ", text))
    text = LISTED.sub(lambda begin: f"{begin[1]}{WORD_JOINER}{begin[2]}", text.lstrip())
    return LINKED.sub(lambda sign: f"{sign[0]}{WORD_JOINER}", text)


def said(words: str, most: int) -> str:
    """A visitor's words within a line of our own: they neither break it nor turn what follows."""
    words = words[:most] + " …" * (len(words) > most)
    words = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in words)
    rightwards = all(bidirectional(letter) not in ("R", "AL", "AN") for letter in words)
    return words if rightwards else f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
