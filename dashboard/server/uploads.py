"""Uploads: a file that a page expects is received, read by the script of the page, and discarded.

Streamlit's own handler writes uploads to disk, does not limit their number, and keeps each while its page is open. Here
an upload occupies a slot until the script has read it, which bounds the memory; an unread upload is dropped when others
are waiting. A process that does not expect the file refuses it before it is sent, so a proxy may ask any process.
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
from dashboard.say import message, use_language
from dashboard.server import network
from dashboard.server.scheduling import Client, Scheduler
from dashboard.state import session_keys
from posenc_tools import readers

MAX_BYTES = 2**24
"""Bytes of a file; .streamlit/config.toml tells browsers the same limit."""

FORM_OVERHEAD = 2**13
"""Bytes that the form adds to the file, including its name twice."""

SMALL = 2**20
"""Bytes up to which a file does not wait for larger ones."""

MAX_LARGE, MAX_SMALL = 4, 16
"""Simultaneous uploads, received or unread; one address gets half of the slots."""

GRACE, MIN_BYTE_RATE = 5, 2**17
"""Seconds before the minimum rate applies, and the minimum rate in bytes per second."""

UNREAD_TIMEOUT, UNREAD_TIMEOUT_BUSY = 60, 8
"""Seconds for the script of a page to read a file, and if others wait for a slot."""

POLL_INTERVAL = 0.05
"""Seconds between two checks for an unread file."""

PIECE_INTERVAL = 0.001
"""Minimum seconds between two received pieces of all clients."""

MAX_NAME = 200
"""Characters of a file name; the rest is cut."""

TABLE, CONFIGURATION = readers.KINDS, (".json", ".gguf")
"""File name extensions by kind of upload; the widgets accept the same ones."""

KINDS = (*TABLE, *CONFIGURATION)


class Uploads:
    """ASGI application that receives uploads."""

    def __init__(self) -> None:
        """Create the slots."""
        self.large, self.small = (Scheduler(number, number // 2) for number in (MAX_LARGE, MAX_SMALL))
        self.pieces = Scheduler()
        self.uploading: set[str] = set()
        """Sessions with an unfinished upload."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; after an upload, wait until the file is read."""
        request = Request(scope, receive)
        session, file = scope["path"].split("/")[-2:]
        language = streamlit_internals.session_value(session, session_keys.LANGUAGE)
        use_language(language, request.headers.get("Accept-Language"))
        if reason := self._refusal_reason(request, session, file):
            await _refusal(*reason)(scope, receive, send)
            return
        if request.method != "PUT":
            if request.method == "DELETE":
                # the browser removed the file, and tells any process
                streamlit_internals.drop_file(session, file)
            await Response(status_code=204)(scope, receive, send)
            return
        size = int(request.headers["content-length"])
        self.uploading.add(session)
        async with AsyncExitStack() as stack:
            try:
                client = Client(network.client_address(scope), session)
                scheduler = self.small if size <= SMALL else self.large
                await stack.enter_async_context(scheduler.slot(client))
                response = await self._receive(request, client, file)
            except ClientDisconnect:
                return
            finally:
                self.uploading.discard(session)
            await response(scope, receive, send)
            if response.status_code == 204:
                await _wait_until_read(session, file, scheduler)

    def _refusal_reason(self, request: Request, session: str, file: str) -> tuple[int, str] | None:
        """Status and reason of a request that is refused before its body is read."""
        if _is_foreign(request):
            return 403, "foreign"
        if request.method == "DELETE":
            return None
        if request.method == "GET":
            # a proxy looks for the process that expects the file
            return (404, "expired") if streamlit_internals.bytes_of_file(session, file) is None else None
        if request.method != "PUT":
            return 405, "method"
        size = request.headers.get("content-length", "")
        if not size.isdecimal() or "transfer-encoding" in request.headers:
            return 411, "length"
        if int(size) > MAX_BYTES + FORM_OVERHEAD:
            return 413, "large"
        if streamlit_internals.bytes_of_file(session, file) != 0:
            return 404, "expired"
        if session in self.uploading:
            return 429, "busy"
        return None

    async def _receive(self, request: Request, client: Client, file: str) -> Response:
        """Receive a file, and return the response."""
        try:
            body = await self._body(request, client)
        except TimeoutError:
            return _refusal(408, "slow", {"Connection": "close"})
        upload = _parse_form(request.headers.get("content-type", ""), body)
        if not upload:
            return _refusal(400, "form")
        if len(upload.data) > MAX_BYTES:
            return _refusal(413, "large")
        if not upload.name.lower().endswith(KINDS):
            return _refusal(415, "kind")
        # the page may be closed by now, or expect another file
        if streamlit_internals.bytes_of_file(client.session, file) is None:
            return _refusal(404, "expired")
        streamlit_internals.keep_file(client.session, file, *upload)
        return Response(status_code=204)

    async def _body(self, request: Request, client: Client) -> bytearray:
        """Read the body at a limited rate, so that a fast sender does not starve the pages of others."""
        body, start = bytearray(), asyncio.get_running_loop().time()
        async with asyncio.timeout(GRACE) as limit:
            async for piece in request.stream():
                body += piece
                limit.reschedule(start + GRACE + len(body) / MIN_BYTE_RATE)
                await self.pieces.limit_rate(client, PIECE_INTERVAL)
        return body


def _is_foreign(request: Request) -> bool:
    """Return True for a cross-site request; other clients than browsers send no header but need a valid session id."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None:
        return site != "same-origin"
    return origin is not None and origin.partition("://")[2] != request.headers.get("host")


class Upload(NamedTuple):
    """Name and content of an uploaded file."""

    name: str
    data: bytes


def _parse_form(content_type: str, body: bytearray) -> Upload | None:
    """Parse a form with one file as browsers send it; None for anything else."""
    boundary = re.search(r'^multipart/form-data;.*\bboundary="?([^\s";]+)', content_type)
    if not boundary:
        return None
    start = body.find(b"\r\n\r\n", 0, FORM_OVERHEAD)
    end = body.rfind(f"\r\n--{boundary[1]}--".encode("latin-1"), max(len(body) - FORM_OVERHEAD, 0))
    name = re.search(rb'\bfilename="([^"\r\n]*)"', body[: max(start, 0)])
    if not name or end < start:
        return None
    return Upload(name[1].decode("utf-8", "replace")[:MAX_NAME], bytes(memoryview(body)[start + 4 : end]))


def _refusal(status: int, reason: str, headers: Mapping[str, str] | None = None) -> Response:
    *others, last = KINDS
    text = message(f"upload-{reason}", most=MAX_BYTES // 2**20, first=", ".join(others), last=last)
    return PlainTextResponse(f"{text}\n", status, headers)


async def _wait_until_read(session: str, file: str, scheduler: Scheduler) -> None:
    """Wait until the script of a page has read a file, and drop it after a timeout."""
    loop = asyncio.get_running_loop()
    start = loop.time()
    while streamlit_internals.bytes_of_file(session, file):
        if loop.time() - start > (UNREAD_TIMEOUT_BUSY if scheduler.waiting else UNREAD_TIMEOUT):
            break
        await asyncio.sleep(POLL_INTERVAL)
    streamlit_internals.drop_file(session, file)
