"""The table that a visitor gave: its session holds it and nothing else does, within a number of bytes for all.

A file of several tables is held in the same way until its visitor has chosen one of them.

A link does not carry it, and another process does not know it: there the scheme Yours has no table and says so. Numbers
that were kept of it go when it goes: `memory` knows it weakly.
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
from posenc_core import CustomTable, readers
from posenc_core.arrays import Array
from posenc_core.foundation.base import Ability
from posenc_core.known_bugs import EXAMPLES
from posenc_core.readers import MAX_NUMBERS, Tensor
from posenc_core.text.messages import Claim, claim

OPEN = hosting().uploads
"""Whether visitors may give tables."""

LARGEST = 1e15
"""Largest number of a table, in size: what larger ones make of each other leaves the numbers that a chart draws."""

BUDGET = 64 * 2**20
"""Bytes of all tables and files that the sessions of this process hold."""

_lock = Lock()


class Given(CustomTable):
    """A table that a visitor gave, or none: it may be taken away again to make room for those of others."""

    missing: ClassVar[Claim] = claim("yours-missing" if OPEN else "yours-closed")

    def __init__(self, table: ArrayLike | None = None, file: str = "") -> None:
        """Store a table and its file name."""
        super().__init__(table)
        object.__setattr__(self, "_file", file)

    @property
    def file(self) -> str:
        """File name from the visitor, which must not be logged or rendered as Markdown."""
        name: str = vars(self)["_file"]
        return name

    def lose(self) -> None:
        """Let the numbers go, whoever holds this, and what was made of them."""
        object.__setattr__(self, "_rows", None)
        memory.forget(self)

    def unsupported_reason(self, ability: Ability, length: int | None = None, dim: int | None = None) -> Claim | None:
        """Why it has not what an ability needs, as of any scheme."""
        reason = super().unsupported_reason(ability, length, dim)
        return _drawn_anew() if reason == self.missing and self is not NONE else reason

    @property
    def _table(self) -> Array:
        rows: Array | None = super()._table
        return _drawn_anew() if rows is None else rows


def _drawn_anew() -> NoReturn:
    """End a run whose table was lost meanwhile: the next one asks for it."""
    st.rerun()


NONE = Given()
"""What Yours is where a session has no table."""


class File:
    """A file of several tables, of which its visitor has still to choose one."""

    def __init__(self, name: str, data: bytes) -> None:
        """Take what was given, and what the visitor calls it."""
        self.name, self._data = name, data

    @property
    def size_in_bytes(self) -> int:
        """Bytes that it holds; none any more where it was taken away."""
        return len(self._data)

    def lose(self) -> None:
        """Let them go."""
        self._data = b""

    def tables(self) -> list[Tensor]:
        """What can be chosen; ValueError where there is nothing any more."""
        return readers.tensors(BytesIO(self._data), self.name)


Held = Given | File

_held: WeakKeyDictionary[Held, str] = WeakKeyDictionary()
"""Everything that a session holds, the oldest first, and who gave it."""


def given() -> Given | None:
    """The table of this session, None where it has none."""
    found = st.session_state.get("given")
    return found if isinstance(found, Given) and found.size_in_bytes else None


def opened() -> File | None:
    """The file of this session of which no table is chosen yet, None where it has none."""
    found = st.session_state.get("given")
    return found if isinstance(found, File) and found.size_in_bytes else None


def give(table: ArrayLike, file: str) -> None:
    """Let this session hold a table, in place of what it had.

    ValueError with one sentence for what is no table, for one that is too large, and where there is no room for it.
    """
    made = Given(table, file)
    rows, columns = made.own_size or (0, 0)
    if rows * columns > MAX_NUMBERS:
        raise ValueError(message("check-too-many", most=MAX_NUMBERS, rows=rows, width=columns))
    if (largest := max(-float(np.min(table)), float(np.max(table)))) > LARGEST:
        raise ValueError(message("check-too-large", high=LARGEST, value=largest))
    hold(made)


def hold(made: Held) -> None:
    """Let this session hold something, in place of what it had.

    Where all together would be too many bytes, whoever holds most loses the oldest of theirs. ValueError with one
    sentence where that is who gives this one.
    """
    address = network.one_visitor(st.context.ip_address or "")
    with _lock:
        before = st.session_state.get("given")
        lost = _too_many({each: who for each, who in _held.items() if each is not before} | {made: address})
        if made in lost:
            raise ValueError(message("check-no-room"))
        for each in (*lost, *filter(None, [before])):
            each.lose()
        _held[made] = address
    st.session_state["given"] = made


def take_back() -> None:
    """Let this session hold nothing any more."""
    found = st.session_state.pop("given", None)
    if found is not None:
        # what was drawn of it last holds it still
        found.lose()


@cache
def example(name: str) -> CustomTable:
    """The table of an example as a scheme: the same one for everybody."""
    return CustomTable(EXAMPLES[name]())


def _too_many(held: dict[Held, str]) -> list[Held]:
    """What must go of all that is held, the oldest first: always the oldest of whoever holds most."""
    lost = []
    while sum(each.size_in_bytes for each in held) > BUDGET:
        taken = Counter[str]()
        for each, who in held.items():
            taken[who] += each.size_in_bytes
        most = max(taken, key=taken.__getitem__)
        lost.append(next(each for each, who in held.items() if who == most))
        del held[lost[-1]]
    return lost
