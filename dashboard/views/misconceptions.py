"""Common misconceptions about positional encodings: correct statement, quotation, and evidence."""

from collections.abc import Sequence

import streamlit as st

from dashboard.say import MESSAGES, message
from posenc_core.text.messages import Claim


def misconceptions(claims: Sequence[Claim]) -> None:
    """Draw each claim: its message is the correct statement, `.quote` the misconception, `.fact` the evidence."""
    for each in claims:
        quote, fact = (MESSAGES.say(each, attribute) for attribute in ("quote", "fact"))
        st.markdown(message("misconception", statement=MESSAGES.say(each), quote=quote, fact=fact))
