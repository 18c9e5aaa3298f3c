"""The formula of an encoding: what it says, what its letters mean, and where it comes from."""

import re

import streamlit as st

from dashboard.say import message
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study
from posenc_core import Scheme


def formula(scheme: Scheme, study: Study) -> None:
    """Draw it."""
    st.markdown(scheme.summary())
    st.latex(scheme.formula)
    st.caption(letters(scheme, study))
    st.caption(message("compare-source", source=scheme.source))


def letters(scheme: Scheme, study: Study) -> str:
    """What the letters of the encoding's formula mean, with the numbers they have now."""
    kind, letters = ("letter-bias", "hHijk") if scheme.family == "bias" else ("letter", "pjidnB")
    numbers = {"length": study.length, "dim": study.dim, "count": HEADS, "base": getattr(scheme, "base", 0)}
    used = re.sub(r"PE|\\text *\{[^}]*\}|\\mathcal\{[^}]*\}|\\[a-z]+|\[1ex\]", "", scheme.formula)
    known = [letter for letter in letters if letter in used and letter not in scheme.letters]
    own = [message("compare-letter", letter=letter, text=text) for letter, text in scheme.letters.items()]
    return " ".join([*(message(f"compare-{kind}-{letter}", **numbers) for letter in known), *own])
