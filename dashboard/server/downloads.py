"""Downloads: each file is a function of its URL and is generated while it is sent.

The URL is `take/<page>/<name>?<query of the page>`. Nothing is stored, so any process can send any file, and scripts
can request them. A client that waits for a piece occupies no thread. The pages define which files exist.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import NamedTuple

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from dashboard.say import message
from dashboard.server import network, observability
from dashboard.server.limits import Slots

MAX_DOWNLOADS = 32
"""Simultaneous downloads: a table stays in memory until it is sent. One address gets half of them."""

slots = Slots(MAX_DOWNLOADS)

pieces, first_pieces = CapacityLimiter(1), CapacityLimiter(1)
"""One piece of a file is generated at a time; the first one of a large table takes as long as a page."""


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
    try:
        file = await run_sync(find, page, name, request.url.query, _site(request), limiter=pieces)
    except KeyError as error:
        return PlainTextResponse(f"{error.args[0]}.\n", 404)
    except ValueError as error:
        return PlainTextResponse(f"{message('server-no-file', text=str(error).removesuffix('.'))}\n", 400)
    # other sites show the preview picture in their pages
    disposition = "inline" if file.kind.startswith("image/") else "attachment"
    headers = {"Content-Disposition": f'{disposition}; filename="{file.saved}"', "Cache-Control": "no-cache"}
    if request.method == "HEAD":
        return Response(headers=headers, media_type=file.kind)
    return StreamingResponse(stream(file, network.client_address(request.scope)), headers=headers, media_type=file.kind)


def _site(request: Request) -> str:
    """Address of the app, by which the client requested a file of it."""
    url = request.url
    # set by a proxy that terminates TLS
    scheme = "https" if request.headers.get("X-Forwarded-Proto") == "https" else url.scheme
    return f"{scheme}://{url.netloc}{url.path.partition('take/')[0]}"


async def stream(file: File, address: str) -> AsyncIterator[bytes]:
    """Yield a file piece by piece."""
    async with slots.slot(address):
        content = file.pieces()
        try:
            if file.at_first > observability.LIGHT:
                yield await run_sync(_heavy_piece, content, limiter=first_pieces)
            while piece := await run_sync(next, content, b"", limiter=pieces):
                yield piece
        except Exception as error:
            observability.error_id(error, file.saved)
            if file.instead is None:
                raise
            yield b"".join(await run_sync(list, file.instead(), limiter=pieces))


def _heavy_piece(content: Iterator[bytes]) -> bytes:
    with observability.heavy:
        return next(content, b"")
