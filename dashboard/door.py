"""Who comes in, to what, and with which headers? Everything between the network and Streamlit.

A process serves a number of open pages. To one more it says so with 503, which a proxy answers by asking the next
process. What this app does not use of Streamlit's server is closed, and a visitor who takes nothing off the line for
too long is let go: what waits for such a one would fill the memory.
"""

import asyncio
import re
from base64 import b64encode
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

import streamlit as st
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect, WebSocketDisconnected

from dashboard import watch
from dashboard.hosting import Hosting
from dashboard.messages import vetted

CLOSED = ("_stcore/upload_file", "_stcore/agent", "_stcore/metrics")
"""Parts of Streamlit's server that this app has no use for, or that are not for visitors."""

FILES = ("_stcore/", "static/", "media/", "component/", "plotly-", "take/", "favicon")
"""What is not a page, but asked for by pages that are open already."""

PATIENCE = 30
"""Seconds for a visitor to take one message."""

LATECOMERS = 1.25
"""Pages that came in when there was room may still open their line, up to so many times the number of visitors."""


def policy(frame_ancestors: str) -> str:
    """The content security policy: this server alone, and of inline scripts those of Streamlit's own page."""
    page = (Path(st.__file__).parent / "static" / "index.html").read_text()
    inline = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    hashes = [f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'" for code in inline]
    rules = {
        "default-src": "'none'",
        # Streamlit loads the code of a component from a blob
        "script-src": " ".join(["'self'", "blob:", *hashes]),
        # and writes its styles into the page as it runs
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
    """What every answer carries."""
    found = {
        "Content-Security-Policy": policy(hosting.frame_ancestors),
        "X-Content-Type-Options": "nosniff",
        # a link holds all that a visitor has typed
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
    # the older header knows no list of others
    alone = {"'self'": "SAMEORIGIN", "'none'": "DENY"}.get(hosting.frame_ancestors)
    return found | ({"X-Frame-Options": alone} if alone else {})


class Door:
    """ASGI middleware around the whole server."""

    def __init__(self, app: ASGIApp, hosting: Hosting, base: str = "/") -> None:
        """Stand before `app`, which is served under `base`."""
        self.app = app
        self.visitors = hosting.visitors
        self.base = base
        self.headers = [(name.lower().encode(), value.encode()) for name, value in headers(hosting).items()]
        self.open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or one line from its opening to its end."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        path = scope["path"].removeprefix(self.base).lstrip("/")
        answer: ASGIApp = self.app
        if path.startswith(CLOSED):
            answer = PlainTextResponse("There is nothing here.\n", 404)
        elif scope["type"] == "websocket":
            answer = self._line if self.open < self.visitors * LATECOMERS else self._full
        elif path.startswith(FILES) or "_stcore" in path:
            pass
        elif self.open >= self.visitors:
            answer = self._full
        elif "/" in path.rstrip("/"):
            # Streamlit's page looks for its files beside its own address, so below a page it would stay blank
            page, query = "-".join(filter(None, path.split("/"))), scope["query_string"].decode("latin-1")
            answer = RedirectResponse(f"{self.base}{quote(page)}{'?' if query else ''}{query}", 302)
        await answer(scope, receive, self._with_headers(send))

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One visitor's line, counted while it is open."""
        self.open += 1
        watch.VISITORS.set(self.open)
        try:
            line = Line(vetted(receive), send)
            # a line that is cut while something is sent has only ended
            with suppress(WebSocketDisconnected):
                await self.app(scope, line.receive, line.send)
        finally:
            self.open -= 1
            watch.VISITORS.set(self.open)

    async def _full(self, scope: Scope, receive: Receive, send: Send) -> None:
        # who asks whether there is room is not turned away
        if scope["path"].rpartition("/")[2] != "ready":
            watch.REFUSED.inc()
        text = f"This server takes {self.visitors} visitors at a time and is full. This page tries again in 20 seconds."
        head = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="20"><title>Full</title>'
        later = {"Retry-After": "20", "Cache-Control": "no-store"}
        await HTMLResponse(f"{head}<p>{text}\n", 503, later)(scope, receive, send)

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message = {**message, "headers": [*message.get("headers", ()), *self.headers]}
            await send(message)

        return sending


class Line:
    """The line of a visitor who may be slow: nothing more is heard while a message waits to be taken."""

    def __init__(self, receive: Receive, send: Send) -> None:
        """Stand between the line's two ends."""
        self._receive, self._send = receive, send
        self._taken, self._cut = asyncio.Event(), asyncio.Event()
        self._taken.set()

    async def send(self, message: Message) -> None:
        """Send, and wait until it is taken, but not for ever."""
        self._taken.clear()
        try:
            await asyncio.wait_for(self._send(message), PATIENCE)
        except TimeoutError:
            watch.SLOW.inc()
            self._cut.set()
            raise WebSocketDisconnect(1013) from None
        finally:
            if not self._cut.is_set():
                self._taken.set()

    async def receive(self) -> Message:
        """Hear the next message; of a line that was cut, its end."""
        heard, cut = asyncio.create_task(self._heard()), asyncio.create_task(self._cut.wait())
        try:
            await asyncio.wait((heard, cut), return_when=asyncio.FIRST_COMPLETED)
            return heard.result() if heard.done() else {"type": "websocket.disconnect", "code": 1013}
        finally:
            heard.cancel()
            cut.cancel()

    async def _heard(self) -> Message:
        message = await self._receive()
        await self._taken.wait()
        return message
