"""What each page offers as files: its tables, and the matrices of the chosen schemes."""

import io
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dashboard.controls import links
from dashboard.numbers.measurements import work
from dashboard.say import message, said, say
from dashboard.sharing import previews
from dashboard.state.pages import PAGES
from dashboard.state.study import Study
from posenc_core import Scheme

if TYPE_CHECKING:
    # the server imports this file before it serves, and pandas beside serving
    import pandas as pd

    from dashboard.views.tables import Offer

MAX_SAVED = 2**23
"""Numbers of a matrix that is offered as a file: 64 MiB, of which a block at a time is made."""

BLOCK = 2**13
"""Numbers of a block: what waits for a slow reader."""

ROWS = 2**11
"""Rows of a table that are written at a time."""


class File(NamedTuple):
    """A file that a page offers."""

    label: str
    name: str
    """In its link."""
    saved: str
    """On the reader's disk; it has nothing of a visitor's words."""
    kind: str
    """The media type."""
    help: str
    pieces: Callable[[], Iterator[bytes]]
    numbers: int
    """About how many numbers it takes."""
    at_first: int
    """About how many its first piece takes."""
    instead: Callable[[], Iterator[bytes]] | None = None
    """What is sent where making it ends in an error."""


@cache
def offers() -> "dict[str, Offer]":
    """What each page offers, from the tables in its folder; they take pandas, which is imported beside serving."""
    pages = sorted(path.parent.name for path in Path(__file__).parents[1].glob("views/*/exports.py"))
    return {page: import_module(f"dashboard.views.{page}.exports").OFFER for page in pages}


def offer(page: str) -> "Offer":
    """What a page offers; of one without tables of its own the matrices alone."""
    from dashboard.views.tables import Offer

    return offers().get(page, Offer({}))


def find(page: str, name: str, query: str) -> File:
    """The file that a link asks for; KeyError where there is none of this name, ValueError where it cannot be made."""
    asked = links.study(query)
    if name == previews.NAME and page in PAGES:
        numbers = work(asked, page)
        made, plain = partial(previews.pieces, page, asked), partial(previews.pieces, page, asked, plain=True)
        return File("", name, f"{page}-{name}", "image/png", "", made, numbers, numbers, plain)
    study, notes = asked.shown_on(page) if page in PAGES else (asked, [])
    if not study.schemes:
        raise ValueError(say(notes[0]))
    return file(page, name, study)


def names(page: str, study: Study) -> list[str]:
    """The names of the files that a page may offer; KeyError with a sentence where there is no such page."""
    if not PAGES.get(page):
        raise KeyError(f"No page {said(page, 40)!r} has files; these have: {', '.join(filter(PAGES.get, PAGES))}")
    return [
        *(f"{name}.csv" for name in offer(page).tables),
        *(f"{scheme.name}.npy" for scheme in study.schemes if "vectors" in scheme.abilities),
    ]


def file(page: str, name: str, study: Study) -> File:
    """A file of a page; KeyError where there is none of this name, ValueError where this study is too large for it."""
    known = names(page, study)
    if name not in known:
        raise KeyError(f"Page {page} has no {said(name, 40)!r} here; it has: {', '.join(known)}")
    title, _, ending = name.rpartition(".")
    if ending == "csv":
        table = offer(page).tables[title]
        if refused := table.error(study):
            raise ValueError(refused)
        label, help = message("file-table", name=title.capitalize()), message("file-table.help")
        made = partial(csv, partial(table.build, study))
        numbers = work(study, page)
        return File(label, name, f"{page}-{name}", "text/csv", help, made, numbers, numbers)
    n, d = offer(page).length(study), study.dim
    if n * d > MAX_SAVED:
        raise ValueError(message("file-cells", most=MAX_SAVED, count=n * d))
    label, help = message("file-matrix", name=title), message("file-matrix.help", length=n, dim=d)
    saved, kind = f"{title.lower()}-{n}x{d}.npy", "application/octet-stream"
    (scheme,) = [scheme for scheme in study.schemes if scheme.name == title]
    return File(label, name, saved, kind, help, lambda: npy(scheme, n, d), n * d, BLOCK)


def csv(made: Callable[[], "pd.DataFrame"]) -> Iterator[bytes]:
    """A table as text; a cell that a spreadsheet would take for a formula gets an apostrophe in front."""
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
