"""What the pages say: claims in words, from the message files of the dashboard and of the core."""

from pathlib import Path
from typing import Any

from posenc_core.messages import LOCALE, Claim, Messages

MESSAGES = Messages("en", LOCALE, Path(__file__).parent / "locale")


def say(*claims: Claim) -> str:
    """Claims in words, one sentence behind the other."""
    return " ".join(map(MESSAGES.say, claims))


def message(id: str, **args: Any) -> str:
    """A text that claims nothing: a title, a label, an axis; of an attribute, `id.attribute`."""
    return MESSAGES.text(id, args)
