"""Table of the dimensions that well-known libraries rotate together."""

import pandas as pd
import streamlit as st

from dashboard.say import message
from posenc_core.analysis.pairing import Pairing

LIBRARIES: tuple[tuple[str, Pairing | None], ...] = (
    ("meta", "interleaved"),
    ("llama", "half"),
    ("gpt-j", "interleaved"),
    ("deepseek", "interleaved"),
    ("packages", "interleaved"),
    ("diffusers", None),
    ("onnx", None),
    ("gguf", None),
)
"""Pairing of each library; None if an option or the model decides."""


def library_table() -> None:
    """Tabulate the pairing of well-known libraries, and the line of code that tells it."""
    rows = [
        (message(f"rope-library-{id}"), message(f"rope-cell-{own or 'either'}"), message(f"rope-library-{id}.line"))
        for id, own in LIBRARIES
    ]
    names = [message(f"rope-{id}") for id in ("library", "cell-pairing", "line")]
    st.table(pd.DataFrame(rows, columns=names).set_index(names[0]), border="horizontal")
