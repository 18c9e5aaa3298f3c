"""What can a reader take along? The link, the data behind the pictures, the matrix, and code that makes it.

A file is made when its link is followed, piece by piece, and kept nowhere. Streamlit's own download would keep it in
memory, and might throw it away before the browser has fetched it, as soon as two other visitors turn something.
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from functools import partial
from html import escape
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

import numpy as np
import streamlit as st
from cachetools import LRUCache
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool

from dashboard import controls, watch
from dashboard.memory import size
from dashboard.study import Study
from posenc_core import Scheme
from posenc_core.scheme import LIBRARIES

if TYPE_CHECKING:
    # the server imports this file before it serves, and pandas beside serving
    import pandas as pd

MAX_SAVED = 2**23
"""Numbers of a matrix that is offered as a file: 64 MiB, of which a block at a time is made."""

BLOCK = 2**17
"""Numbers of a block."""

MAX_ROWS = 2**16
"""Positions of a table that is offered as a file."""

ROWS = 2**12
"""Rows of a table that are written at a time."""


class File(NamedTuple):
    """What a link on a page offers."""

    label: str
    name: str
    kind: str
    """The media type."""
    pieces: Callable[[], Iterator[bytes]]
    help: str


class Offer(NamedTuple):
    """The files of the page that a session had open last."""

    files: dict[str, File]
    weight: int
    """Bytes of the numbers that its tables keep alive."""


ON_OFFER = 96 * 2**20
"""Bytes behind all offers; the page that has been open longest without a change gives way."""

KEPT = ON_OFFER // 8
"""Bytes that the tables of a page may keep alive until somebody takes one."""

LEAST = 2**16
"""Bytes that every offer is counted with, for its names and functions."""

# by a name that nobody can guess
_offers: LRUCache[str, Offer] = LRUCache(ON_OFFER, getsizeof=lambda offer: offer.weight)
_asking = Lock()
_making = asyncio.Lock()
_path: str | None = None


def serve_from(path: str) -> None:
    """Tell under which path the server gives files, once it does."""
    global _path
    _path = path


def offered(token: str, name: str) -> File | None:
    """A file that some session's page offers now."""
    with _asking:
        offer = _offers.get(token)
    return offer.files.get(name) if offer else None


def takeaway(
    study: Study, page: str, data: Mapping[str, Callable[[], pd.DataFrame]], *, length: int | None = None
) -> None:
    """The end of every page: what it shows, to keep. `data` has tables by name, made only when somebody takes one."""
    length = length or study.length
    with st.expander("Take it along: link, data, code", icon=":material/download:"):
        own_link()
        st.caption("Each chart has buttons for PNG and SVG at its lower right.")
        first, last = study.shown
        tables, weight = _light(data) if last - first < MAX_ROWS else ({}, 0)
        files = [_table_file(page, name, table) for name, table in tables.items()]
        if data and not files:
            st.caption(f"Tables are offered as files up to {MAX_ROWS:,} positions: zoom in for fewer.")
        if length * study.dim <= MAX_SAVED:
            files += [_matrix_file(scheme, length, study.dim) for scheme in study.schemes]
        else:
            st.caption(
                f"A matrix is offered as a file up to {MAX_SAVED:,} numbers; this one has {length * study.dim:,}. "
                "The code makes it anywhere."
            )
        _offer(files, weight)
        for scheme, tab in zip(study.schemes, st.tabs([scheme.name for scheme in study.schemes]), strict=True):
            with tab:
                left, right = st.columns(2)
                for column, library in zip((left, right), LIBRARIES, strict=True):
                    column.code(scheme.code(library, length, study.dim), language="python")


def own_link() -> None:
    """The address of the page as it is now, to copy."""
    st.caption("The link to this page as it is now:")
    st.code(controls.link(), language=None, wrap_lines=True)


def _light(data: Mapping[str, Callable[[], pd.DataFrame]]) -> tuple[Mapping[str, Callable[[], pd.DataFrame]], int]:
    """Tables that keep little alive, and how many bytes that is: where a page has many numbers they are made at once.

    A page is a script, and a function of it holds all that stands there.
    """
    weight = max((size(list(table.__globals__.values())) for table in data.values()), default=0)
    if weight <= KEPT:
        return data, weight
    made = {name: table() for name, table in data.items()}
    return {name: partial(_itself, table) for name, table in made.items()}, sum(
        int(table.memory_usage(deep=True).sum()) for table in made.values()
    )


def _itself(table: pd.DataFrame) -> pd.DataFrame:
    return table


def _offer(files: list[File], weight: int) -> None:
    """Put the links up; where the server does not give files (main.py run without app.py), Streamlit's own buttons."""
    if _path is None:
        with st.container(horizontal=True):
            for file in files:
                st.download_button(file.label, partial(_content, file), file.name, file.kind, on_click="ignore")
        return
    token = st.session_state.setdefault("offer", uuid4().hex)
    with _asking:
        _offers[token] = Offer({file.name: file for file in files}, weight + LEAST)
    links = (
        f'<a class="open" href="{escape(f"{_path}/{token}/{file.name}")}" download title="{escape(file.help)}">'
        f"{escape(file.label)}</a>"
        for file in files
    )
    st.html(f'<div class="links">{"".join(links)}</div>')


async def sending(file: File) -> AsyncIterator[bytes]:
    """A file piece by piece, as the server sends it.

    The first piece may take seconds, so one is made at a time: who waits here holds none of the server's threads.
    """
    pieces = file.pieces()
    async with _making:
        first = await run_in_threadpool(next, pieces, b"")
    yield first
    async for piece in iterate_in_threadpool(pieces):
        yield piece


def _content(file: File) -> bytes:
    return b"".join(file.pieces())


def _table_file(page: str, name: str, table: Callable[[], pd.DataFrame]) -> File:
    return File(
        f"{name.capitalize()}, CSV",
        f"{page}-{name.replace(' ', '-')}.csv",
        "text/csv",
        partial(csv, table),
        "The numbers behind the charts.",
    )


def _matrix_file(scheme: Scheme, length: int, dim: int) -> File:
    return File(
        f"{scheme.name}, .npy",
        f"{scheme.name.lower()}-{length}x{dim}.npy",
        "application/octet-stream",
        lambda: npy(scheme, length, dim),
        f"The matrix, {length:,} × {dim:,} numbers in float64, for numpy.load.",
    )


def csv(made: Callable[[], pd.DataFrame]) -> Iterator[bytes]:
    """A table as text; a cell that a spreadsheet would take for a formula gets an apostrophe in front."""
    # made by who sends the file, beside the server's own loop
    with watch.turn():
        table = made()
    for start in range(0, max(len(table), 1), ROWS):
        rows = table.iloc[start : start + ROWS].copy()
        for column in rows.select_dtypes(exclude="number"):
            rows[column] = rows[column].map(_harmless)
        yield rows.to_csv(index=False, header=not start).encode()


FORMULA = re.compile("(?:^|(?<=;))(?=[-=+@\\t\\r\\n＝＋－＠])")
"""Where a spreadsheet takes a cell for a formula: some end one at a semicolon, some read the wide signs as well."""


def _harmless(cell: object) -> object:
    return FORMULA.sub("'", cell) if isinstance(cell, str) else cell


def npy(scheme: Scheme, length: int, dim: int) -> Iterator[bytes]:
    """A matrix as a file for numpy.load."""
    head = io.BytesIO()
    shape = {"descr": "<f8", "fortran_order": False, "shape": (length, dim)}
    np.lib.format.write_array_header_1_0(head, shape)
    yield head.getvalue()
    rows = max(BLOCK // dim, 1)
    for start in range(0, length, rows):
        block = scheme.encode(range(start, min(start + rows, length)), dim, length=length)
        yield np.ascontiguousarray(block, "<f8").tobytes()
