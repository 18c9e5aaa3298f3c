"""Files that visitors give: one that a page waits for comes in, is read by the page's script, and is let go.

Streamlit's own part for this writes a file to the disk while it comes in, has no bound on how many there are, and keeps
each as long as its page is open. Here a turn to give a file lasts until the script has read it, so there are never
more bytes than there are turns; who does not let it be read loses the turn to who waits for one. Any process may be
asked: one that does not wait for a file says so before it is sent.
"""

import asyncio
import re
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import NamedTuple

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from dashboard import streamlit_internals
from dashboard.server import network
from dashboard.server.scheduling import Turns, Who
from posenc_core import readers

LARGEST = 2**24
"""Bytes of a file; .streamlit/config.toml says the same to browsers."""

AROUND = 2**13
"""Bytes that a browser puts around it, twice its name among them."""

SMALL = 2**20
"""Bytes of a file that does not wait for larger ones."""

AT_ONCE, AT_ONCE_SMALL = 4, 16
"""Files that come in or wait to be read at once; one address has half of these turns."""

PATIENCE, SLOWEST = 5, 2**17
"""Seconds for a file to come in, and the bytes that must have come for each second more: who sends a byte now and then
is cut off as soon as who sends nothing."""

UNREAD, UNREAD_WANTED = 60, 8
"""Seconds for a page's script to read a file, and where others wait for a turn."""

LOOK = 0.05
"""Seconds until it is looked again whether it has."""

PIECE = 0.001
"""Seconds from one piece of a file that is taken off the line to the next, whoever sends it."""

NAME = 200
"""Letters that are kept of its name."""

TABLE, CONFIGURATION = readers.KINDS, (".json",)
"""File name extensions by what a page asks for; the widgets offer the same ones."""

KINDS = (*TABLE, *CONFIGURATION)
OTHER_KIND = f"The name of a file must end in {', '.join(KINDS[:-1])}, or {KINDS[-1]}."
TOO_LARGE = f"A file has at most {LARGEST // 2**20} MB."
GONE = "This process does not wait for this file: reload the page, and give the file again."


class Uploads:
    """What answers where files are put."""

    def __init__(self) -> None:
        """Nobody gives a file."""
        self.large, self.small = (Turns(number, number // 2) for number in (AT_ONCE, AT_ONCE_SMALL))
        self.pieces = Turns()
        self.giving: set[str] = set()
        """Sessions of which one is on its way."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; a file that is taken is looked after until it has been read."""
        request = Request(scope, receive)
        session, file = scope["path"].split("/")[-2:]
        if refused := self._refused(request, session, file):
            await _refusal(*refused)(scope, receive, send)
            return
        if request.method != "PUT":
            if request.method == "DELETE":
                # a browser shows it no longer, and tells any process
                streamlit_internals.drop_file(session, file)
            await Response(status_code=204)(scope, receive, send)
            return
        size = int(request.headers["content-length"])
        self.giving.add(session)
        async with AsyncExitStack() as stack:
            try:
                who = Who(network.client(scope), session)
                turns = self.small if size <= SMALL else self.large
                await stack.enter_async_context(turns.turn(who))
                answer = await self._answer(request, who, file)
            except ClientDisconnect:
                # nobody is there to be told
                return
            finally:
                self.giving.discard(session)
            await answer(scope, receive, send)
            if answer.status_code == 204:
                await _read(session, file, turns)

    def _refused(self, request: Request, session: str, file: str) -> tuple[int, str] | None:
        """Why a request is not for this process, or for none, before anything of it is read. -> status, sentence"""
        if _is_foreign(request):
            return 403, "Only a page of this address may send a file to it."
        if request.method == "DELETE":
            return None
        if request.method == "GET":
            # a proxy looks for the process that it is for
            return (404, GONE) if streamlit_internals.bytes_of_file(session, file) is None else None
        if request.method != "PUT":
            return 405, "A file is sent with PUT."
        said = request.headers.get("content-length", "")
        if not said.isdecimal() or "transfer-encoding" in request.headers:
            return 411, "A file is sent with its length."
        if int(said) > LARGEST + AROUND:
            return 413, TOO_LARGE
        if streamlit_internals.bytes_of_file(session, file) != 0:
            return 404, GONE
        if session in self.giving:
            return 429, "A page gives one file at a time: wait until the last one is here."
        return None

    async def _answer(self, request: Request, who: Who, file: str) -> Response:
        """Take a file in. -> what is said to its sender"""
        try:
            body = await self._body(request, who)
        except TimeoutError:
            return _refusal(408, "This file came too slowly.", {"Connection": "close"})
        found = _file(request.headers.get("content-type", ""), body)
        if not found:
            return _refusal(400, "This is not a form with one file.")
        if len(found.data) > LARGEST:
            return _refusal(413, TOO_LARGE)
        if not found.name.lower().endswith(KINDS):
            return _refusal(415, OTHER_KIND)
        # its page may be gone by now, or wait for another
        if streamlit_internals.bytes_of_file(who.session, file) is None:
            return _refusal(404, GONE)
        streamlit_internals.keep_file(who.session, file, *found)
        return Response(status_code=204)

    async def _body(self, request: Request, who: Who) -> bytearray:
        """All that comes, piece by piece: a fast sender would leave no time for the pages of others."""
        found, begun = bytearray(), asyncio.get_running_loop().time()
        async with asyncio.timeout(PATIENCE) as limit:
            async for piece in request.stream():
                found += piece
                limit.reschedule(begun + PATIENCE + len(found) / SLOWEST)
                await self.pieces.pass_by(who, PIECE)
        return found


def _is_foreign(request: Request) -> bool:
    """Whether a page of another address asks; who is no browser says neither, and must know a session."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None:
        return site != "same-origin"
    return origin is not None and origin.partition("://")[2] != request.headers.get("host")


class File(NamedTuple):
    """What has come in."""

    name: str
    data: bytes


def _file(content_type: str, body: bytearray) -> File | None:
    """The file in a form with one, as browsers send it; None where it is no such form."""
    boundary = re.search(r'^multipart/form-data;.*\bboundary="?([^\s";]+)', content_type)
    if not boundary:
        return None
    start = body.find(b"\r\n\r\n", 0, AROUND)
    end = body.rfind(f"\r\n--{boundary[1]}--".encode("latin-1"), max(len(body) - AROUND, 0))
    name = re.search(rb'\bfilename="([^"\r\n]*)"', body[: max(start, 0)])
    if not name or end < start:
        return None
    return File(name[1].decode("utf-8", "replace")[:NAME], bytes(memoryview(body)[start + 4 : end]))


def _refusal(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
    return PlainTextResponse(f"{sentence}\n", status, headers)


async def _read(session: str, file: str, turns: Turns) -> None:
    """Wait until a page's script has read a file; forget one that it does not want."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    while streamlit_internals.bytes_of_file(session, file):
        if loop.time() - begun > (UNREAD_WANTED if turns.waiting else UNREAD):
            break
        await asyncio.sleep(LOOK)
    streamlit_internals.drop_file(session, file)
