"""What can be taken along as a file? Every file is a function of its link, and made piece by piece as it is sent.

`take/<page>/<name>?<the page's query>`: nothing is kept for a visitor, so any process can give it, and a script can ask
for it. Who waits for a piece holds none of the server's threads.
"""

import io
import re
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from dashboard import links, network, watch
from dashboard.measurements import work
from dashboard.study import Study
from dashboard.turns import Turns, Who
from posenc_core import Scheme

if TYPE_CHECKING:
    # the server imports this file before it serves, and pandas beside serving
    import pandas as pd

MAX_SAVED = 2**23
"""Numbers of a matrix that is offered as a file: 64 MiB, of which a block at a time is made."""

BLOCK = 2**13
"""Numbers of a block: what waits for a slow reader."""

ROWS = 2**11
"""Rows of a table that are written at a time."""

LARGE, SMALL = 16, 64
"""Files that are being sent at once: a table is kept until its reader has it. Small ones do not wait for large ones."""

large, small = Turns(LARGE), Turns(SMALL)
making = Turns()
"""One piece of all files is made at a time, but for the first of a large table, which takes as long as a page."""


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
    among: Turns
    """The files of which only so many are sent at once."""
    first: Turns = making
    """Whose turns its first piece takes."""


def names(page: str, study: Study) -> list[str]:
    """The names of the files that a page may offer; KeyError with a sentence where there is no such page."""
    # they take pandas, which is imported beside serving
    from dashboard.tables import TABLES

    if page not in TABLES:
        raise KeyError(f"No page {links.said(page, 40)!r} has files; these have: {', '.join(TABLES)}")
    return [*(f"{name}.csv" for name in TABLES[page]), *(f"{scheme.name}.npy" for scheme in study.schemes)]


def file(page: str, name: str, study: Study) -> File:
    """A file of a page; KeyError where there is none of this name, ValueError where this study is too large for it."""
    from dashboard.tables import TABLES, length

    known = names(page, study)
    if name not in known:
        raise KeyError(f"Page {page} has no {links.said(name, 40)!r} here; it has: {', '.join(known)}")
    title, _, ending = name.rpartition(".")
    if ending == "csv":
        table = TABLES[page][title]
        if refused := table.refused(study):
            raise ValueError(refused)
        words = "The numbers behind the charts."
        made = partial(csv, partial(table.made, study))
        turns = (small, making) if work(study, page) <= watch.LIGHT else (large, watch.heavy)
        return File(f"{title.capitalize()}, CSV", name, f"{page}-{name}", "text/csv", words, made, *turns)
    n, d = length(page, study), study.dim
    if n * d > MAX_SAVED:
        raise ValueError(f"a matrix is offered up to {MAX_SAVED:,} numbers, and this one has {n * d:,}")
    words = f"The matrix, {n:,} × {d:,} numbers in float64, for numpy.load."
    saved, kind = f"{title.lower()}-{n}x{d}.npy", "application/octet-stream"
    (scheme,) = [scheme for scheme in study.schemes if scheme.name == title]
    among = small if n * d <= watch.LIGHT else large
    return File(f"{title}, .npy", name, saved, kind, words, lambda: npy(scheme, n, d), among)


async def take(request: Request) -> Response:
    """Answer a link to a file."""
    page, _, name = request.path_params["path"].partition("/")
    who = Who(network.one_visitor(request.client.host if request.client else ""), "files")
    try:
        async with making.turn(who):
            found = await run_in_threadpool(lambda: file(page, name, links.study(request.url.query)))
    except KeyError as error:
        return PlainTextResponse(f"{error.args[0]}.\n", 404)
    except ValueError as error:
        return PlainTextResponse(f"This file cannot be made: {error}.\n", 400)
    headers = {"Content-Disposition": f'attachment; filename="{found.saved}"', "Cache-Control": "no-cache"}
    if request.method == "HEAD":
        return Response(headers=headers, media_type=found.kind)
    return StreamingResponse(sent(found, who), headers=headers, media_type=found.kind)


async def sent(file: File, who: Who) -> AsyncIterator[bytes]:
    """A file piece by piece; who leaves meanwhile gives up every turn."""
    async with file.among.turn(who):
        made, turns = file.pieces(), file.first
        while True:
            async with turns.turn(who):
                piece = await run_in_threadpool(next, made, b"")
            if not piece:
                return
            yield piece
            turns = making


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
