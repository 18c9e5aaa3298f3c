"""Escapes of characters that control a terminal or change the direction of text, in words from files."""

import json
from unicodedata import category

CONTROL_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of characters that control a terminal, change the direction of text, or are invisible."""


def printable(text: str) -> str:
    """Escape the characters that control a terminal or change the direction of text."""
    return "".join(json.dumps(c)[1:-1] if category(c) in CONTROL_CATEGORIES and c != "\n" else c for c in text)
