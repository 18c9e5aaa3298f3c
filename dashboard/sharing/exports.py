"""Files that pages offer: the numbers of their figures, and the matrices of the selected schemes."""

import io
import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from dashboard.controls import links
from dashboard.numbers.measurements import work
from dashboard.say import message, safe_text, say
from dashboard.server.downloads import File
from dashboard.sharing import live, previews
from dashboard.sharing.tables import figure_table
from dashboard.state.pages import ONE_ENCODING, PAGES
from dashboard.state.study import Study
from posenc_core import Scheme
from posenc_core.text.messages import Claim

if TYPE_CHECKING:
    # pandas is imported at first use
    import pandas as pd

    from dashboard.charts.chart import Followed
    from posenc_core.plot.style import Figure

MAX_SAVED = 2**23
"""Numbers of a matrix file: 64 MiB, generated in blocks."""

BLOCK = 2**13
"""Numbers of a block, which is buffered for a slow client."""

ROWS = 2**11
"""Rows of a piece of a table."""


FIGURE = "figure.csv"
"""Name of the file with the numbers of a page's main figures."""

STEP = "step.html"
"""Name of the file with the picture of a step of the lesson, and its controls."""

LIVE: dict[str, Callable[[], bytes]] = {"figure.html": live.included, "figure-online.html": live.online}
"""Names of the files that show the figures without a server, and the HTML of each that brings plotly.js."""


def main_figures(page: str) -> "Callable[[Study], list[Figure] | pd.DataFrame]":
    """Return the function `main_figures` of the module `figures` of a page that shows encodings.

    It returns the figures above the tabs, none if the study has none; or a table, on a page that shows one instead.
    """
    function: Callable[[Study], list[Figure] | pd.DataFrame]
    function = import_module(f"dashboard.views.{page}.figures").main_figures
    return function


def followed(page: str, study: Study) -> "list[list[Followed]] | None":
    """Return the curves of each main figure that follow the pointer; None on a page that has no such figures."""
    module = import_module(f"dashboard.views.{page}.figures")
    return module.followed(study) if hasattr(module, "followed") else None


def live_figures(page: str, study: Study) -> "list[Figure]":
    """Return the figures of a page's file: its main figures, or others where their numbers are a table."""
    module = import_module(f"dashboard.views.{page}.figures")
    figures: list[Figure] = getattr(module, "live_figures", module.main_figures)(study)
    return figures


def find(page: str, name: str, query: str, site: str = "") -> File:
    """Return the file of a URL; KeyError for an unknown name, ValueError if the file is impossible.

    `site` is the address of the app, for the link in a file.
    """
    study = links.study(query)
    notes: list[Claim] = []
    if name == previews.NAME and page in PAGES:
        numbers = work(study, page)
        image, plain = partial(previews.pieces, page, study), partial(previews.pieces, page, study, plain=True)
        return File("", name, f"{page}-{name}", "image/png", "", image, numbers, numbers, plain)
    if (page, name) == ("lesson", STEP):
        step, content = study.options["step"], partial(step_page, study, query, site)
        return File(message("lesson-file"), name, f"lesson-{step}.html", "text/html", "", content, 2**16, 2**16)
    if page in PAGES:
        study, notes = study.shown_on(page)
    if not study.schemes:
        raise ValueError(say(notes[0]))
    return file(page, name, study, f"{site}{page}?{query}".rstrip("?") if site else "")


def names(page: str, study: Study) -> list[str]:
    """Names of the files that a page may offer; KeyError with a sentence for an unknown page."""
    if not PAGES.get(page):
        listed = ", ".join(filter(PAGES.get, PAGES))
        raise KeyError(message("server-no-page", name=repr(safe_text(page, 40)), text=listed))
    live = LIVE if hasattr(import_module(f"dashboard.views.{page}.figures"), "followed") else ()
    return [FIGURE, *live, *(f"{scheme.name}.npy" for scheme in study.schemes if "vectors" in scheme.abilities)]


def file(page: str, name: str, study: Study, link: str = "") -> File:
    """Return a file of a page; KeyError for an unknown name, ValueError if the study is too large."""
    known = names(page, study)
    if name not in known:
        shown = repr(safe_text(name, 40))
        raise KeyError(message("server-no-page.file", page=page, name=shown, text=", ".join(known)))
    if name == FIGURE:
        numbers, content = work(study, page), partial(csv, partial(_table, page, study))
        label, help = message("file-table"), message("file-table.help")
        return File(label, name, f"{page}-{name}", "text/csv", help, content, numbers, numbers)
    if name in LIVE:
        numbers, content = work(study, page), partial(live_page, page, study, link, LIVE[name])
        id = "file-live" if name == "figure.html" else "file-live-online"
        saved = f"{page}-n{study.length}-d{study.dim}.html"
        return File(message(id), name, saved, "text/html", message(f"{id}.help"), content, numbers, numbers)
    title = name.removesuffix(".npy")
    n, d = study.length_on(page), study.dim
    if n * d > MAX_SAVED:
        raise ValueError(message("file-cells", most=MAX_SAVED, count=n * d))
    label, help = message("file-matrix", name=title), message("file-matrix.help", length=n, dim=d)
    saved, kind = f"{title.lower()}-{n}x{d}.npy", "application/octet-stream"
    (scheme,) = [scheme for scheme in study.schemes if scheme.name == title]
    return File(label, name, saved, kind, help, lambda: npy(scheme, n, d), n * d, BLOCK)


def _table(page: str, study: Study) -> "pd.DataFrame":
    """Table of the main figures of a page."""
    shown = main_figures(page)(study)
    return figure_table(shown) if isinstance(shown, list) else shown


def live_page(page: str, study: Study, link: str = "", library: Callable[[], bytes] = live.included) -> Iterator[bytes]:
    """Generate the HTML of the main figures of a page."""
    shown_schemes = study.schemes[:1] if page in ONE_ENCODING else study.schemes
    names = tuple(scheme.name for scheme in shown_schemes)
    caption = message("chart-caption", schemes=names, length=study.length, dim=study.dim)
    shown, curves = live_figures(page, study), followed(page, study)
    assert curves is not None
    yield from live.page(shown, curves, study, name=page, caption=caption, link=link, library=library())


def step_page(study: Study, query: str, site: str = "") -> Iterator[bytes]:
    """Generate the HTML of the picture of a step of the lesson, after the answer."""
    steps, step = import_module("dashboard.views.lesson.steps"), study.options["step"]
    state = steps.Shown(True, study.options["control"], study.options["words"])
    link = f"{site}lesson?{query}" if site else ""
    yield live.stage_page(steps.content(step, state), caption=message(f"lesson-{step}.picture"), link=link)


def csv(build: "Callable[[], pd.DataFrame]") -> Iterator[bytes]:
    """Generate a table as CSV; cells that a spreadsheet would interpret as formulas start with an apostrophe."""
    table = build().rename(columns=_escape_formula)
    if table.empty:
        yield f"{message('file-table-none')}\n".encode()
        return
    for start in range(0, len(table), ROWS):
        rows = table.iloc[start : start + ROWS].copy()
        for place, kind in enumerate(rows.dtypes):
            if kind.kind not in "iuf":
                rows.isetitem(place, rows.iloc[:, place].map(_escape_formula))
        yield rows.to_csv(index=False, header=not start).encode()


FORMULA = re.compile("(?:^|(?<=;))(?=[-=+@\\t\\r\\n＝＋－＠])")
"""Start of a formula: some spreadsheets also split cells at a semicolon or accept full-width signs."""


def _escape_formula(cell: object) -> object:
    return FORMULA.sub("'", cell) if isinstance(cell, str) else cell


def npy(scheme: Scheme, length: int, dim: int) -> Iterator[bytes]:
    """Generate a matrix as an .npy file."""
    head = io.BytesIO()
    shape = {"descr": "<f8", "fortran_order": False, "shape": (length, dim)}
    np.lib.format.write_array_header_1_0(head, shape)
    yield head.getvalue()
    rows = max(BLOCK // dim, 1)
    for start in range(0, length, rows):
        block = scheme.encode(range(start, min(start + rows, length)), dim, length=length)
        yield np.ascontiguousarray(block, "<f8").tobytes()
