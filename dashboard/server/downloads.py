"""Downloads: each file is a function of its URL and is generated while it is sent.

The URL is `take/<page>/<name>?<query of the page>`. Nothing is stored, so any process can send any file, and scripts
can request them. A client that waits for a piece occupies no thread. The pages define which files exist.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from dashboard.say import message
from dashboard.server import network, observability, scheduling
from dashboard.server.scheduling import Client, Scheduler, Slot

MAX_LARGE, MAX_SMALL = 16, 64
"""Simultaneous downloads: a table stays in memory until it is sent. Small files do not wait for large ones."""

large, small = (Scheduler(number, number // 2) for number in (MAX_LARGE, MAX_SMALL))
"""Slots for downloads, of which one address gets half."""

pieces = Scheduler()
"""Slot for the next piece of a file; the first piece of a large table, which takes as long as a page, needs another."""


class File(NamedTuple):
    """A file that a page offers, generated while it is sent."""

    label: str
    name: str
    """Name in the URL."""
    saved: str
    """File name on the client's disk, without text from the visitor."""
    kind: str
    """Media type."""
    help: str
    pieces: Callable[[], Iterator[bytes]]
    numbers: int
    """Approximate count of numbers that the file takes."""
    at_first: int
    """Approximate count of numbers that the first piece takes."""
    instead: Callable[[], Iterator[bytes]] | None = None
    """Generator of a replacement if the content fails."""


Find = Callable[[str, str, str, str], File]
"""Function of page, name, query, and address of the app; KeyError for an unknown name, ValueError if impossible."""


async def respond(find: Find, request: Request) -> Response:
    """Respond to the request of a file."""
    page, _, name = request.path_params["path"].partition("/")
    client = Client(network.client_address(request.scope), "files")
    try:
        async with pieces.slot(client):
            file = await run_in_threadpool(lambda: find(page, name, request.url.query, _site(request)))
    except KeyError as error:
        return PlainTextResponse(f"{error.args[0]}.\n", 404)
    except ValueError as error:
        return PlainTextResponse(f"{message('server-no-file', text=str(error).removesuffix('.'))}\n", 400)
    # other sites show the preview picture in their pages
    disposition = "inline" if file.kind.startswith("image/") else "attachment"
    headers = {"Content-Disposition": f'{disposition}; filename="{file.saved}"', "Cache-Control": "no-cache"}
    if request.method == "HEAD":
        return Response(headers=headers, media_type=file.kind)
    return StreamingResponse(stream(file, client), headers=headers, media_type=file.kind)


def _site(request: Request) -> str:
    """Address of the app, by which the client requested a file of it."""
    url = request.url
    # set by a proxy that terminates TLS
    scheme = "https" if request.headers.get("X-Forwarded-Proto") == "https" else url.scheme
    return f"{scheme}://{url.netloc}{url.path.partition('take/')[0]}"


async def stream(file: File, client: Client) -> AsyncIterator[bytes]:
    """Yield a file piece by piece; a client that disconnects releases every slot."""
    downloads = small if file.numbers <= observability.LIGHT else large
    async with downloads.slot(client):
        try:
            async for piece in _pieces(file, client):
                yield piece
        except Exception as error:
            observability.error_id(error, file.saved)
            instead = file.instead
            if instead is None:
                raise
            async with pieces.slot(client):
                piece = await run_in_threadpool(lambda: b"".join(instead()))
            yield piece


async def _pieces(file: File, client: Client) -> AsyncIterator[bytes]:
    content = file.pieces()
    if file.at_first > observability.LIGHT:
        async with observability.started.slot(client), observability.heavy.slot(client) as slot:
            piece = await run_in_threadpool(_first, content, slot)
        yield piece
    while True:
        async with pieces.slot(client):
            piece = await run_in_threadpool(next, content, b"")
        if not piece:
            return
        yield piece


def _first(content: Iterator[bytes], slot: Slot) -> bytes:
    """First piece, during which the slot is yielded to others."""
    scheduling.use_slot(slot)
    return next(content, b"")
