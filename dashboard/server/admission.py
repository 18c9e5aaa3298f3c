"""Admission control between the network and Streamlit: open pages, paths, messages, and response headers.

A process serves a limited number of open pages; further visitors get 503, and a proxy tries the next process. Parts of
Streamlit's server that the app does not use are closed. Clients that are idle or stop reading are disconnected, because
undelivered data would fill the memory.
"""

import asyncio
import logging
from base64 import b64encode
from collections import Counter
from collections.abc import Set
from hashlib import sha256
from html import escape
from urllib.parse import parse_qsl, quote
from weakref import WeakValueDictionary

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard import streamlit_internals
from dashboard.say import message, use_language
from dashboard.server import network, observability
from dashboard.server.hosting import Hosting
from dashboard.server.limits import Rate
from dashboard.server.uploads import Uploads

UPLOADS = "_stcore/upload_file"
"""Path of uploads."""

CLOSED = (UPLOADS, "_stcore/agent", "_stcore/metrics", "media/")
"""Paths of Streamlit's server that the app does not use or that are not public."""

FILES = ("_stcore/", "static/", "component/", "plotly-", "charts-", "take/", "favicon")
"""Paths that are not pages: open pages, or clients without a page, request them."""

ALLOWED_MESSAGES = {"rerun_script", "stop_script", "app_heartbeat"}
"""Kinds of messages that pages send. Other kinds are for developers, or affect all visitors."""

UPLOAD_MESSAGE = "file_urls_request"
"""Kind of message that a page sends before an upload."""

SEND_TIMEOUT = 30
"""Seconds for a client to receive a message or a piece of a response."""

OPENING_TIMEOUT = 10
"""Seconds within which a new WebSocket must request a page; a browser does so at once."""

CLOSING_TIMEOUT = 15
"""Seconds from the end of a session until its connection is aborted."""

MESSAGE_INTERVAL = 0.025
"""Seconds from a message to the next one of the same address: the cost of a message before its run."""

BYTE_RATE = 2**20
"""Bytes of messages per second of an address."""

PIECE_INTERVAL, PIECE = 0.001, 2**14
"""Minimum seconds between two sent pieces of files of all clients, and the bytes from which a message counts as one."""

NOT_FOUND = "Not found.\n"
UNKNOWN_HOST = "Unknown host name. The operator can allow it with POSENC_HOSTS.\n"

OVERBOOKING = 1.25
"""Factor of the visitor limit up to which pages that were served while there was room may open their WebSocket."""


def policy(frame_ancestors: str) -> str:
    """Content security policy: this server only, and the inline scripts of Streamlit's page."""
    inline = streamlit_internals.inline_scripts()
    hashes = [f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'" for code in inline]
    rules = {
        "default-src": "'none'",
        # Streamlit loads components from blobs
        "script-src": " ".join(["'self'", "blob:", *hashes]),
        # Streamlit writes inline styles
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        "worker-src": "'self' blob:",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": frame_ancestors,
    }
    return "; ".join(f"{name} {sources}" for name, sources in rules.items())


def headers(hosting: Hosting) -> dict[str, str]:
    """Headers of every response."""
    return {
        "Content-Security-Policy": policy(hosting.frame_ancestors),
        "X-Content-Type-Options": "nosniff",
        # the URL contains the visitor's input
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }


class Admission:
    """ASGI middleware around the whole server."""

    def __init__(self, app: ASGIApp, hosting: Hosting, base: str = "/") -> None:
        """Wrap `app`, served under `base`."""
        self.app = app
        self.visitors, self.visitors_per_address = hosting.visitors, hosting.visitors_per_address
        self.uploads = Uploads(app) if hosting.uploads else None
        self.hosts = hosting.hosts
        self.kinds = {*ALLOWED_MESSAGES, UPLOAD_MESSAGE} if hosting.uploads else ALLOWED_MESSAGES
        self.base = base
        self.headers = [(name.lower().encode(), value.encode()) for name, value in headers(hosting).items()]
        self.open = 0
        self.open_by_address: Counter[str] = Counter()
        self.message_rates: WeakValueDictionary[str, Rate] = WeakValueDictionary()
        self.pieces = Rate()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            network.configure(receive, int(self.visitors * OVERBOOKING))
            await self.app(scope, receive, send)
            return
        scope["connection"] = network.connection(receive)
        path = scope["path"].removeprefix(self.base).lstrip("/")
        handler: ASGIApp = self.app
        if path.startswith("take/"):
            # compression is the job of the proxy
            scope["headers"] = [header for header in scope["headers"] if header[0] != b"accept-encoding"]
        if self.uploads and path.startswith(f"{UPLOADS}/") and scope["type"] == "http":
            handler = self.uploads
        elif path.startswith(CLOSED):
            handler = PlainTextResponse(NOT_FOUND, 404)
        elif scope["type"] == "websocket":
            handler = self._websocket if network.is_own(scope, self.hosts) else PlainTextResponse(UNKNOWN_HOST, 403)
        elif path.startswith(FILES) or "_stcore" in path:
            pass
        elif path != "ready" and not network.is_own(scope, self.hosts):
            # the page would stay blank, as its WebSocket is refused
            handler = PlainTextResponse(UNKNOWN_HOST, 403)
        elif self.open >= self.visitors or self._is_address_full(scope):
            handler = self._full
        elif "/" in path.rstrip("/"):
            # a nested path would stay blank, as Streamlit's page loads its files relative to the URL
            page, query = "-".join(filter(None, path.split("/"))), scope["query_string"].decode("latin-1")
            handler = RedirectResponse(f"{self.base}{quote(page)}{'?' if query else ''}{query}", 302)
        await handler(scope, receive, self._sender(scope, receive, send))

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the WebSocket of an open page, and count it until it closes."""
        if self.open >= self.visitors * OVERBOOKING or self._is_address_full(scope):
            await self._full(scope, receive, send)
            return
        address = network.client_address(scope)
        self.open += 1
        self.open_by_address[address] += 1
        observability.VISITORS.set(self.open)
        try:
            rate = self.message_rates.setdefault(address, Rate())
            await self.app(scope, MessageFilter(scope, receive, rate, self.kinds).receive, send)
        finally:
            self.open -= 1
            self.open_by_address -= Counter([address])
            observability.VISITORS.set(self.open)
            observability.notify_delivered()
            # a client that vanished would keep the connection open until everything is delivered
            asyncio.get_running_loop().call_later(CLOSING_TIMEOUT, scope["connection"].abort)

    async def _full(self, scope: Scope, receive: Receive, send: Send) -> None:
        # a readiness probe is no refused visitor
        if scope["path"].rpartition("/")[2] != "ready":
            observability.REFUSED.inc()
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        use_language(query.get("lang"), Headers(scope=scope).get("Accept-Language"))
        text = message("server-full", count=self.open)
        if self.open < self.visitors:
            text = message("server-full.address", count=self.visitors_per_address)
        title = escape(message("server-full.title"))
        head = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="20"><title>{title}</title>'
        headers = {"Retry-After": "20", "Cache-Control": "no-store"}
        text = escape(f"{text} {message('server-full.retry')}")
        await HTMLResponse(f"{head}<p>{text}\n", 503, headers)(scope, receive, send)

    def _is_address_full(self, scope: Scope) -> bool:
        """Return True if the client's address has its maximum of open pages."""
        limit = self.visitors_per_address
        return bool(limit) and self.open_by_address[network.client_address(scope)] >= limit

    def _sender(self, scope: Scope, receive: Receive, send: Send) -> Send:
        async def sender(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message = {**message, "headers": [*message.get("headers", ()), *self.headers]}
            try:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await send(message)
                    if scope["type"] == "websocket":
                        await network.drain(receive)
                        observability.notify_delivered()
            except (OSError, RuntimeError) as error:
                # Streamlit expects ConnectionError where uvicorn raises errors of its own
                scope["over"] = True
                if isinstance(error, TimeoutError):
                    observability.SLOW.inc()
                    scope["connection"].abort()
                if scope["type"] == "websocket":
                    raise ConnectionError from error
                if not isinstance(error, TimeoutError):
                    raise
            if len(message.get("body", b"")) >= PIECE:
                # downloads must not starve the pages of others
                await self.pieces.wait(PIECE_INTERVAL)

        return sender


class MessageFilter:
    """Rate limiter and filter of the messages of one WebSocket."""

    def __init__(self, scope: Scope, receive: Receive, rate: Rate, kinds: Set[str]) -> None:
        """Wrap `receive`; only messages of these kinds pass."""
        self._scope, self._receive, self._rate, self._kinds = scope, receive, rate, kinds
        self._opened = asyncio.get_running_loop().time()
        self._has_requested = self._has_logged = False

    async def receive(self) -> Message:
        """Return the next valid message, or a disconnect if the socket closed, is idle, or sent garbage."""
        try:
            async with asyncio.timeout_at(None if self._has_requested else self._opened + OPENING_TIMEOUT):
                while True:
                    message = await self._receive()
                    if message["type"] != "websocket.receive":
                        return message
                    await self._rate.wait(MESSAGE_INTERVAL + len(message.get("bytes") or b"") / BYTE_RATE)
                    if "over" in self._scope:
                        return {"type": "websocket.disconnect", "code": 1006}
                    parsed = streamlit_internals.parse_message(message["bytes"])
                    if parsed.kind not in self._kinds or parsed.forged:
                        self._log(parsed)
                    elif parsed.kind == "rerun_script" and not self._has_requested:
                        self._has_requested = True
                        # a new session, whose browser may ask for a fragment of another process
                        return {**message, "bytes": parsed.for_whole_page}
                    else:
                        return message
        except (TimeoutError, KeyError, ValueError):
            return {"type": "websocket.disconnect", "code": 1002}

    def _log(self, message: streamlit_internals.Message) -> None:
        if not self._has_logged:
            self._has_logged = True
            observability.log(logging.WARNING, "message left out", kind=message.kind, forged=message.forged)
