"""Common misconceptions about positional encodings: the right statement, the wrong one, and what shows it."""

from collections.abc import Sequence

import streamlit as st

from dashboard.say import MESSAGES
from posenc_core.messages import Claim


def misconceptions(found: Sequence[Claim]) -> None:
    """Draw each: its message is the right statement, `.quote` the wrong one, and `.fact` what is computed."""
    for each in found:
        st.markdown(
            f"**{MESSAGES.say(each)}**  \n“{MESSAGES.say(each, 'quote')}” is a common misconception. "
            f"{MESSAGES.say(each, 'fact')}"
        )
