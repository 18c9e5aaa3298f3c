"""Formula of an encoding with its symbols and source."""

import re

import streamlit as st

from dashboard.say import message
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study
from posenc_core import CustomTable, Scheme


def formula(scheme: Scheme, study: Study, heads: int = HEADS) -> None:
    """Draw the summary, the formula, its symbols, and its source."""
    st.markdown(scheme.summary())
    st.latex(scheme.formula_text())
    st.caption(letters(scheme, study, heads))
    if not isinstance(scheme, CustomTable):
        st.caption(message("compare-source", source=scheme.text("source")))


def letters(scheme: Scheme, study: Study, heads: int = HEADS) -> str:
    """Meanings of the symbols in the formula, with their current values."""
    kind, letters = ("letter-bias", "hHijk") if scheme.family == "bias" else ("letter", "pjidnB")
    numbers = {"length": study.length, "dim": study.dim, "count": heads, "base": getattr(scheme, "base", 0)}
    used = re.sub(r"PE|\\text *\{[^}]*\}|\\mathcal\{[^}]*\}|\\[a-z]+|\[1ex\]", "", scheme.formula)
    common = [letter for letter in letters if letter in used and letter not in scheme.letters]
    own = [message("compare-letter", letter=letter, text=text) for letter, text in scheme.letter_texts().items()]
    return " ".join([*(message(f"compare-{kind}-{letter}", **numbers) for letter in common), *own])
