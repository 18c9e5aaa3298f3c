"""Files to take along: each is a function of its link, and made piece by piece as it is sent.

`take/<page>/<name>?<the page's query>`: nothing is kept for a visitor, so any process can give it, and a script can ask
for it. Who waits for a piece holds none of the server's threads. Which files there are is for the pages to say.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Protocol

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from dashboard.server import network, observability, scheduling
from dashboard.server.scheduling import Turn, Turns, Who

LARGE, SMALL = 16, 64
"""Files that are being sent at once: a table is kept until its reader has it. Small ones do not wait for large ones."""

large, small = (Turns(number, number // 2) for number in (LARGE, SMALL))
"""One address has half of them."""

making = Turns()
"""One piece of all files is made at a time, but for the first of a large table, which takes as long as a page."""


class File(Protocol):
    """What is sent."""

    @property
    def saved(self) -> str:
        """Its name on the reader's disk."""

    @property
    def kind(self) -> str:
        """The media type."""

    @property
    def pieces(self) -> Callable[[], Iterator[bytes]]:
        """What makes it."""

    @property
    def numbers(self) -> int:
        """About how many numbers it takes."""

    @property
    def at_first(self) -> int:
        """About how many its first piece takes."""

    @property
    def instead(self) -> Callable[[], Iterator[bytes]] | None:
        """What is sent where making it ends in an error."""


Find = Callable[[str, str, str], File]
"""Page, name and query -> a file; KeyError where there is none of this name, ValueError where it cannot be made."""


async def take(find: Find, request: Request) -> Response:
    """Answer a link to a file."""
    page, _, name = request.path_params["path"].partition("/")
    who = Who(network.client(request.scope), "files")
    try:
        async with making.turn(who):
            found = await run_in_threadpool(lambda: find(page, name, request.url.query))
    except KeyError as error:
        return PlainTextResponse(f"{error.args[0]}.\n", 404)
    except ValueError as error:
        return PlainTextResponse(f"This file cannot be made: {str(error).removesuffix('.')}.\n", 400)
    # a picture is for the page that shows a link to this one
    shown = "inline" if found.kind.startswith("image/") else "attachment"
    headers = {"Content-Disposition": f'{shown}; filename="{found.saved}"', "Cache-Control": "no-cache"}
    if request.method == "HEAD":
        return Response(headers=headers, media_type=found.kind)
    return StreamingResponse(sent(found, who), headers=headers, media_type=found.kind)


async def sent(file: File, who: Who) -> AsyncIterator[bytes]:
    """A file piece by piece; who leaves meanwhile gives up every turn."""
    among = small if file.numbers <= observability.LIGHT else large
    async with among.turn(who):
        try:
            async for piece in _pieces(file, who):
                yield piece
        except Exception as error:
            observability.error_id(error, file.saved)
            instead = file.instead
            if instead is None:
                raise
            async with making.turn(who):
                piece = await run_in_threadpool(lambda: b"".join(instead()))
            yield piece


async def _pieces(file: File, who: Who) -> AsyncIterator[bytes]:
    made = file.pieces()
    if file.at_first > observability.LIGHT:
        async with observability.under_way.turn(who), observability.heavy.turn(who) as turn:
            piece = await run_in_threadpool(_first, made, turn)
        yield piece
    while True:
        async with making.turn(who):
            piece = await run_in_threadpool(next, made, b"")
        if not piece:
            return
        yield piece


def _first(made: Iterator[bytes], turn: Turn) -> bytes:
    """The first piece, which others need not wait for."""
    scheduling.work(turn)
    return next(made, b"")
