"""Common misconceptions about positional encodings: the right statement, the wrong one, and what shows it."""

from collections.abc import Sequence

import streamlit as st

from dashboard.say import MESSAGES, message
from posenc_core.text.messages import Claim


def misconceptions(found: Sequence[Claim]) -> None:
    """Draw each: its message is the right statement, `.quote` the wrong one, and `.fact` what is computed."""
    for each in found:
        quote, fact = (MESSAGES.say(each, attribute) for attribute in ("quote", "fact"))
        st.markdown(message("misconception", statement=MESSAGES.say(each), quote=quote, fact=fact))
