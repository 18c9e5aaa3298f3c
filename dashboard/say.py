"""Texts of the pages: claims and messages, formatted from the message files of the dashboard and of the core."""

import logging
import re
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import bidirectional

import posenc_tools
from posenc_core.text.messages import LANGUAGE, LOCALE, NOTHING, Args, Claim, Messages
from posenc_core.text.messages import LANGUAGES as LANGUAGES
from posenc_core.text.messages import current_language as current_language

WORD_JOINER = "\N{WORD JOINER}"

PARTICLE = re.compile("(?<=[)”’%°])(?=[가-힣])")
"""Place before a Korean particle where browsers break the line, but no Korean line begins with a particle."""


class _CurrentMessages(Messages):
    """Messages in the current language, read at its first use."""

    def __init__(self, *folders: Path) -> None:
        """Read messages from these folders."""
        self.folders = folders
        self._in_language = cache(self._load)

    def _load(self, language: str) -> Messages:
        """Read the messages of a language; the log names those that it lacks, once per process."""
        messages = Messages(language, *self.folders)
        if messages.missing:
            count, some = len(messages.missing), ", ".join(messages.missing[:10])
            words = "%d messages are missing in the language %s and shown in English, such as %s"
            logging.getLogger(__name__).warning(words, count, language, some)
        return messages

    def text(self, id: str, args: Args = NOTHING) -> str:
        """Format a message; LookupError for a missing id or argument."""
        return PARTICLE.sub(WORD_JOINER, super().text(id, args))

    def __getattr__(self, name: str) -> Any:
        """Attribute of the messages in the current language."""
        return getattr(self._in_language(current_language()), name)


MESSAGES = _CurrentMessages(LOCALE, posenc_tools.LOCALE, Path(__file__).parent / "locale")


def in_language(language: str, id: str) -> str:
    """Format a message without arguments in another language than the current one."""
    return MESSAGES._in_language(language).text(id)


def use_language(*tags: str | None) -> None:
    """Use the language of the first tag, such as "de-AT", that is one of the pages' languages; else English."""
    languages = [re.split("[-_,;]", tag.lower())[0] for tag in tags if tag]
    LANGUAGE.set(next((language for language in languages if language in LANGUAGES), "en"))


def say(*claims: Claim) -> str:
    """Format claims as consecutive sentences."""
    return " ".join(map(MESSAGES.say, claims))


def message(id: str, **args: Any) -> str:
    """Format a message that is not a claim, such as a title or a label; `id.attribute` for an attribute."""
    return MESSAGES.text(id, args)


LINKED = re.compile(r":(?=[^\s:])|@|(?<=www)(?=\.)", re.IGNORECASE)
"""Places where Streamlit makes a link, an emoji, or an icon of a text, even if it is escaped."""

LISTED = re.compile(r"^(\s*)([-+=]|\d{1,9}(?=[.)]))")
"""Start of a line that Markdown renders as a list or a heading."""


def plain(text: str) -> str:
    """Escape a text, so that Streamlit's Markdown renders it literally."""
    text = re.sub(r"([\\`*_\[\]<>#|~$&])", r"\\\1", re.sub(r"\s*[\n\r\u2028\u2029]\s*", " ", text))
    text = LISTED.sub(lambda begin: f"{begin[1]}{WORD_JOINER}{begin[2]}", text.lstrip())
    return LINKED.sub(lambda sign: f"{sign[0]}{WORD_JOINER}", text)


def safe_text(words: str, most: int) -> str:
    """Prepare a visitor's text for a line of the app: truncate it, keep it on the line, and isolate its direction."""
    if len(words) > most:
        words = f"{words[:most]} …"
    words = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in words)
    rightwards = all(bidirectional(letter) not in ("R", "AL", "AN") for letter in words)
    return words if rightwards else f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
