"""What can a reader take along? The link, the data behind the pictures, the matrix, and code that makes it."""

import io
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import controls
from dashboard.study import Study
from posenc_core import Scheme
from posenc_core.scheme import LIBRARIES

MAX_SAVED = 2**23
"""Numbers of a matrix that is offered as a file: 64 MiB."""

MAX_ROWS = 2**17
"""Positions of a table that is offered as a file."""


def takeaway(
    study: Study, page: str, data: Mapping[str, Callable[[], pd.DataFrame]], *, length: int | None = None
) -> None:
    """The end of every page: what it shows, to keep. `data` has tables by name, made only when somebody takes one."""
    length = length or study.length
    with st.expander("Take it along: link, data, code", icon=":material/download:"):
        own_link()
        st.caption("Each chart has buttons for PNG and SVG at its lower right.")
        fits = length * study.dim <= MAX_SAVED
        with st.container(horizontal=True):
            first, last = study.shown
            many = last - first >= MAX_ROWS
            for name, table in data.items():
                st.download_button(
                    f"{name.capitalize()}, CSV",
                    partial(_csv, table),
                    f"{page}-{name.replace(' ', '-')}.csv",
                    "text/csv",
                    on_click="ignore",
                    disabled=many,
                    help=f"Up to {MAX_ROWS:,} positions: zoom in for fewer.",
                )
            for scheme in study.schemes if fits else ():
                st.download_button(
                    f"{scheme.name}, .npy",
                    partial(_npy, scheme, length, study.dim),
                    f"{scheme.name.lower()}-{length}x{study.dim}.npy",
                    "application/octet-stream",
                    on_click="ignore",
                    help=f"The matrix, {length:,} × {study.dim:,} numbers in float64, for numpy.load.",
                )
        if not fits:
            st.caption(
                f"A matrix is offered as a file up to {MAX_SAVED:,} numbers; this one has {length * study.dim:,}. "
                "The code makes it anywhere."
            )
        for scheme, tab in zip(study.schemes, st.tabs([scheme.name for scheme in study.schemes]), strict=True):
            with tab:
                left, right = st.columns(2)
                for column, library in zip((left, right), LIBRARIES, strict=True):
                    column.code(scheme.code(library, length, study.dim), language="python")


def own_link() -> None:
    """The address of the page as it is now, to copy."""
    st.caption("The link to this page as it is now:")
    st.code(controls.link(), language=None, wrap_lines=True)


def _csv(data: Callable[[], pd.DataFrame]) -> str:
    """A table as text; a cell that a spreadsheet would take for a formula gets an apostrophe in front."""
    table = data()
    for column in table.select_dtypes(exclude="number"):
        table[column] = table[column].map(_harmless)
    return str(table.to_csv(index=False))


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _npy(scheme: Scheme, length: int, dim: int) -> bytes:
    file = io.BytesIO()
    np.save(file, scheme.encode(range(length), dim))
    return file.getvalue()
