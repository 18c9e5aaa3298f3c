"""The visitor's uploaded table, referenced only by its session, within a global memory budget.

A file of several tables is stored in the same way until the visitor has selected one of them.

Links do not contain the table, and other processes do not have it: there the scheme Yours reports that it has none. The
cache references the table weakly, so its numbers are removed with it.
"""

from collections import Counter
from functools import cache
from io import BytesIO
from threading import Lock
from typing import ClassVar, NoReturn
from weakref import WeakKeyDictionary

import numpy as np
import streamlit as st
from numpy.typing import ArrayLike

from dashboard.numbers import memory
from dashboard.say import message
from dashboard.server import network
from dashboard.server.hosting import hosting
from dashboard.state.session_keys import UPLOAD
from posenc_core import CustomTable
from posenc_core.arrays import Array
from posenc_core.foundation.base import Ability
from posenc_core.text.messages import Claim, claim
from posenc_tools import readers
from posenc_tools.known_bugs import EXAMPLES
from posenc_tools.readers import MAX_NUMBERS, Tensor

UPLOADS_ALLOWED = hosting().uploads
"""Whether visitors may upload tables."""

MAX_VALUE = 1e15
"""Largest absolute value of a table: products of larger ones exceed the range of a chart."""

BUDGET = 64 * 2**20
"""Bytes of all tables and files of the sessions of this process."""

_lock = Lock()


class UploadedTable(CustomTable):
    """An uploaded table, or none; it may be evicted to make room for others."""

    missing: ClassVar[Claim] = claim("yours-missing" if UPLOADS_ALLOWED else "yours-closed")

    def __init__(self, table: ArrayLike | None = None, file: str = "") -> None:
        """Store a table and its file name."""
        super().__init__(table)
        object.__setattr__(self, "_file", file)

    @property
    def file(self) -> str:
        """File name from the visitor, which must not be logged or rendered as Markdown."""
        name: str = vars(self)["_file"]
        return name

    def discard(self) -> None:
        """Delete the numbers, and all cached results that were computed from them."""
        object.__setattr__(self, "_rows", None)
        memory.remove(self)

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        """Return why the ability is missing; rerun the script if the table was evicted during the run."""
        reason = super().unsupported_reason(ability, length, dim)
        return _rerun() if reason == self.missing and self is not NO_TABLE else reason

    @property
    def _table(self) -> Array:
        rows: Array | None = super()._table
        return _rerun() if rows is None else rows


def _rerun() -> NoReturn:
    """End a run whose table was evicted; the next run asks for it."""
    st.rerun()


NO_TABLE = UploadedTable()
"""The scheme Yours of a session without a table."""


class File:
    """An uploaded file of several tables, of which the visitor has not selected one yet."""

    def __init__(self, name: str, data: bytes, labels: tuple[str, ...] = ()) -> None:
        """Store content, file name, and the labels of the tables, which are listed once."""
        self.name, self._data, self.labels = name, data, labels

    @property
    def size_in_bytes(self) -> int:
        """Size of the content; 0 after `discard`."""
        return len(self._data)

    def discard(self) -> None:
        """Drop the content."""
        self._data = b""

    def tables(self) -> list[Tensor]:
        """List the tables in the file; ValueError after `discard`."""
        return readers.tensors(BytesIO(self._data), self.name)


Upload = UploadedTable | File

_uploads: WeakKeyDictionary[Upload, str] = WeakKeyDictionary()
"""Addresses by the uploads of all sessions, the oldest first."""


def current_table() -> UploadedTable | None:
    """Return the uploaded table of the session, if any."""
    upload = st.session_state.get(UPLOAD)
    return upload if isinstance(upload, UploadedTable) and upload.size_in_bytes else None


def pending_file() -> File | None:
    """Return the uploaded file of the session of which no table is selected yet, if any."""
    upload = st.session_state.get(UPLOAD)
    return upload if isinstance(upload, File) and upload.size_in_bytes else None


def store_table(table: ArrayLike, file: str) -> None:
    """Replace the upload of the session by a table.

    Raises
    ------
    ValueError
        For an invalid or too large table, and if there is no memory for it, with one sentence.
    """
    upload = UploadedTable(table, file)
    rows, columns = upload.own_size or (0, 0)
    if rows * columns > MAX_NUMBERS:
        raise ValueError(message("check-too-many", most=MAX_NUMBERS, rows=rows, width=columns))
    if (largest := max(-float(np.min(table)), float(np.max(table)))) > MAX_VALUE:
        raise ValueError(message("check-too-large", high=MAX_VALUE, value=largest))
    store(upload)


def store(upload: Upload) -> None:
    """Replace the upload of the session.

    When the memory limit is reached, the oldest uploads of the heaviest user are evicted; ValueError with one sentence
    if this one would be among them.
    """
    address = network.visitor_address(st.context.ip_address or "")
    with _lock:
        previous = st.session_state.get(UPLOAD)
        others = {other: user for other, user in _uploads.items() if other is not previous}
        evicted = _excess(others | {upload: address})
        if upload in evicted:
            raise ValueError(message("check-no-room"))
        for table in (*evicted, *filter(None, [previous])):
            table.discard()
        _uploads[upload] = address
    st.session_state[UPLOAD] = upload


def remove() -> None:
    """Remove the upload of the session."""
    upload = st.session_state.pop(UPLOAD, None)
    if upload is not None:
        # the last rendered page still references it
        upload.discard()


@cache
def example(name: str) -> CustomTable:
    """Table of an example as a scheme, one object for all sessions."""
    return CustomTable(EXAMPLES[name]())


def _excess(uploads: dict[Upload, str]) -> list[Upload]:
    """Return the uploads to evict: each time the oldest one of the heaviest user."""
    evicted = []
    while sum(upload.size_in_bytes for upload in uploads) > BUDGET:
        used = Counter[str]()
        for upload, user in uploads.items():
            used[user] += upload.size_in_bytes
        heaviest = max(used, key=used.__getitem__)
        evicted.append(next(upload for upload, user in uploads.items() if user == heaviest))
        del uploads[evicted[-1]]
    return evicted
