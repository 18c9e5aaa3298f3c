"""Uploads: Streamlit's handler receives them, and this module bounds their memory and time.

Streamlit limits the size of a file, and parses the form. It does not limit how many files are received at a time, how
slowly, or how long one is kept that its page does not read: here an upload occupies a slot until the script of the page
has read it. A process that does not expect a file refuses it before it is sent, so a proxy may ask any process.
"""

import asyncio

from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard import streamlit_internals
from dashboard.server import network
from dashboard.server.limits import Rate, Slots
from posenc_tools import readers

MAX_BYTES = 2**24
"""Bytes of a file with its form; .streamlit/config.toml has the limit, which Streamlit enforces."""

SMALL = 2**20
"""Bytes up to which a file does not wait for larger ones."""

MAX_LARGE, MAX_SMALL = 4, 16
"""Simultaneous uploads, received or unread; one address gets half of the slots."""

GRACE, MIN_BYTE_RATE = 5, 2**17
"""Seconds before the minimum rate applies, and the minimum rate in bytes per second."""

UNREAD_TIMEOUT = 30
"""Seconds for the script of a page to read a file."""

POLL_INTERVAL = 0.05
"""Seconds between two checks for an unread file."""

PIECE_INTERVAL = 0.001
"""Minimum seconds between two received pieces of all clients: a fast sender must not starve the pages of others."""

MAX_NAME = 200
"""Characters of a file name that are shown."""

TABLE, CONFIGURATION = readers.KINDS, (".json", ".gguf")
"""File name extensions by kind of upload."""

# files stay in memory: the app writes nothing to disk
MultiPartParser.spool_max_size = MAX_BYTES


class Uploads:
    """ASGI middleware around Streamlit's handler of uploads."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap `app`."""
        self._app = app
        self._large, self._small = Slots(MAX_LARGE), Slots(MAX_SMALL)
        self._pieces = Rate()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; after an upload, wait until the file is read."""
        session, file = scope["path"].split("/")[-2:]
        size = Headers(scope=scope).get("content-length", "")
        expected = streamlit_internals.bytes_of_file(session, file)
        if scope["method"] == "GET":
            # a proxy looks for the process that expects the file
            await Response(status_code=404 if expected is None else 204)(scope, receive, send)
        elif scope["method"] != "PUT":
            await self._app(scope, receive, send)
        elif expected != 0:
            await PlainTextResponse("This upload has expired.\n", 404)(scope, receive, send)
        elif not size.isdecimal():
            await PlainTextResponse("The Content-Length header is required.\n", 411)(scope, receive, send)
        else:
            slots = self._small if int(size) <= SMALL else self._large
            async with slots.slot(network.client_address(scope)):
                try:
                    await self._app(scope, self._at_least_at_minimum_rate(scope, receive), send)
                except ClientDisconnect:
                    return
                await _wait_until_read(session, file)

    def _at_least_at_minimum_rate(self, scope: Scope, receive: Receive) -> Receive:
        """Wrap `receive`: a connection that is too slow is closed."""
        loop = asyncio.get_running_loop()
        end = loop.time() + GRACE

        async def receive_in_time() -> Message:
            nonlocal end
            await self._pieces.wait(PIECE_INTERVAL)
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                scope["connection"].abort()
                return {"type": "http.disconnect"}
            end += len(message.get("body", b"")) / MIN_BYTE_RATE
            return message

        return receive_in_time


async def _wait_until_read(session: str, file: str) -> None:
    """Wait until the script of a page has read a file, and drop it after a timeout."""
    loop = asyncio.get_running_loop()
    end = loop.time() + UNREAD_TIMEOUT
    while streamlit_internals.bytes_of_file(session, file) and loop.time() < end:
        await asyncio.sleep(POLL_INTERVAL)
    streamlit_internals.drop_file(session, file)
