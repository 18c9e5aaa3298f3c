"""What is often said about positional encodings, and what is so: every number is computed when it is asked for.

Each note keeps to the parameters of the texts that it answers, and names them, whatever the page shows.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import streamlit as st

from dashboard.memory import kept
from posenc_core.arrays import Array


class Note(NamedTuple):
    """A common statement and what is true instead."""

    said: str
    fact: str


def often_said(notes: tuple[Callable[[], Note], ...]) -> None:
    """Draw the notes of a page, each folded up under the statement that it answers."""
    st.header("Often said, in fact", anchor=False)
    for note in _made(notes):
        with st.expander(f"“{note.said}”"):
            st.markdown(note.fact)


def beside(note: Callable[[], Note]) -> None:
    """Draw one note in plain sight, beside the chart that shows what it says."""
    (made,) = _made((note,))
    with st.container(border=True):
        st.markdown(f"**Often said:** “{made.said}”  \n**In fact:** {made.fact}")


@kept
def _made(notes: tuple[Callable[[], Note], ...]) -> list[Note]:
    return [note() for note in notes]


def random_waves() -> Array:
    """Sines and cosines of 32 random frequencies for 128 positions. -> (128, 64)."""
    angles = np.arange(128)[:, None] * np.random.default_rng(0).normal(0, 0.1, 32)
    return np.hstack((np.sin(angles), np.cos(angles)))
