"""The door between the network and Streamlit: who comes in, to what, and with which headers.

A process serves a number of open pages. To one more it says so with 503, which a proxy answers by asking the next
process. What this app does not use of Streamlit's server is closed, and who asks for nothing, or takes nothing off the
line for too long, is let go: what waits for such a one would fill the memory.
"""

import asyncio
import logging
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping, Set
from hashlib import sha256
from urllib.parse import quote

from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard import streamlit_internals
from dashboard.server import network, observability
from dashboard.server.hosting import Hosting
from dashboard.server.scheduling import Turns, Who
from dashboard.server.uploads import Uploads

UPLOADS = "_stcore/upload_file"
"""Where files come in, which is not Streamlit's own part of that name."""

CLOSED = (UPLOADS, "_stcore/agent", "_stcore/metrics", "media/")
"""Parts of Streamlit's server that this app has no use for, or that are not for visitors."""

FILES = ("_stcore/", "static/", "component/", "plotly-", "charts-", "take/", "favicon")
"""What is not a page, but asked for by pages that are open already, or without one."""

ASKED = {"rerun_script", "stop_script", "app_heartbeat"}
"""What the pages' own script asks the server for. The rest is for developers, or acts on all visitors."""

ASKED_TO_UPLOAD = "file_urls_request"
"""What it asks before it sends a file."""

PATIENCE = 30
"""Seconds for a visitor to take a message, or a piece of an answer."""

OPENING = 10
"""Seconds within which an open line must ask for a page, which a browser does at once."""

CLOSING = 15
"""Seconds for the end of a line to be taken."""

HEARING = 0.025
"""Seconds from one change that is heard to the next, whoever says it: what it takes before a page has its turn."""

SENDING, PIECE = 0.001, 2**14
"""Seconds from one piece of a file that is sent to the next, whoever gets it; and bytes that are more than a page."""

PACE, SAVED = 2**18, 2**20
"""Bytes a second that a line is heard with, and how many it may have saved up."""

MOST_WIDGETS = 250
"""Widgets of a message: a page has some eighty, and each costs the server some work."""

FOREIGN = "This server is not known by this name: its operator can add it to POSENC_HOSTS.\n"

LATECOMERS = 1.25
"""Pages that came in when there was room may still open their line, up to so many times the number of visitors."""


def policy(frame_ancestors: str) -> str:
    """The content security policy: this server alone, and of inline scripts those of Streamlit's own page."""
    inline = streamlit_internals.inline_scripts()
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


class Admission:
    """ASGI middleware around the whole server."""

    def __init__(self, app: ASGIApp, hosting: Hosting, base: str = "/", early: Mapping[str, str] | None = None) -> None:
        """Stand before `app`, which is served under `base`; `early` are the scripts that every page asks for, by kind.

        A browser hears of them with the page, and asks for them before Streamlit's own script does.
        """
        self.app = app
        self.visitors, self.each = hosting.visitors, hosting.visitors_per_address
        self.uploads = Uploads() if hosting.uploads else None
        self.hosts = hosting.hosts
        self.asked = ASKED | ({ASKED_TO_UPLOAD} if hosting.uploads else set())
        self.base = base
        self.headers = [(name.lower().encode(), value.encode()) for name, value in headers(hosting).items()]
        links = ", ".join(f"<{address}>; {kind}" for address, kind in (early or {}).items())
        self.early = [(b"link", links.encode())] if links else []
        self.open = 0
        self.lines: Counter[str] = Counter()
        self.heard, self.pieces = Turns(), Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or one line from its opening to its end."""
        if scope["type"] not in ("http", "websocket"):
            network.settle(receive, int(self.visitors * LATECOMERS))
            await self.app(scope, receive, send)
            return
        scope["connection"] = network.connection(receive)
        path = scope["path"].removeprefix(self.base).lstrip("/")
        answer: ASGIApp = self.app
        if path.startswith("take/"):
            # compressing is for a proxy, not for the process that computes
            scope["headers"] = [header for header in scope["headers"] if header[0] != b"accept-encoding"]
        if self.uploads and path.startswith(f"{UPLOADS}/") and scope["type"] == "http":
            answer = self.uploads
        elif path.startswith(CLOSED):
            answer = PlainTextResponse("There is nothing here.\n", 404)
        elif scope["type"] == "websocket":
            answer = self._line if network.is_own(scope, self.hosts) else PlainTextResponse(FOREIGN, 403)
        elif path.startswith(FILES) or "_stcore" in path:
            pass
        elif path != "ready" and not network.is_own(scope, self.hosts):
            # its line would be refused, and the page stay blank
            answer = PlainTextResponse(FOREIGN, 403)
        elif self.open >= self.visitors or self._has_all(scope):
            answer = self._full
        elif "/" in path.rstrip("/"):
            # Streamlit's page looks for its files beside its own address, so below a page it would stay blank
            page, query = "-".join(filter(None, path.split("/"))), scope["query_string"].decode("latin-1")
            answer = RedirectResponse(f"{self.base}{quote(page)}{'?' if query else ''}{query}", 302)
        shows_a_page = answer is self.app and scope["type"] == "http" and not path.startswith(FILES)
        await answer(scope, receive, self._sending(scope, send, self.early if shows_a_page else []))

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One visitor's line, which has its seat until it ends, however it ends."""
        if self.open >= self.visitors * LATECOMERS or self._has_all(scope):
            await self._full(scope, receive, send)
            return
        client = network.client(scope)
        self.open += 1
        self.lines[client] += 1
        observability.VISITORS.set(self.open)
        try:
            line = Line(scope, receive, Who(client, f"line {id(scope)}"), self.heard, self.asked)
            await self.app(scope, line.receive, send)
        finally:
            self.open -= 1
            self.lines -= Counter([client])
            observability.VISITORS.set(self.open)
            # a visitor who is gone without a word would keep it open until all that is on its way was taken
            asyncio.get_running_loop().call_later(CLOSING, scope["connection"].abort)

    async def _full(self, scope: Scope, receive: Receive, send: Send) -> None:
        # who asks whether there is room is not turned away
        if scope["path"].rpartition("/")[2] != "ready":
            observability.REFUSED.inc()
        text = f"This server has {self.open} pages open and is full."
        if self.open < self.visitors:
            text = f"Your network address has {self.each} pages open here, as many as it may have."
        head = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="20"><title>Full</title>'
        later = {"Retry-After": "20", "Cache-Control": "no-store"}
        await HTMLResponse(f"{head}<p>{text} This page tries again in 20 seconds.\n", 503, later)(scope, receive, send)

    def _has_all(self, scope: Scope) -> bool:
        """Whether an address has all the pages that it may have."""
        return bool(self.each) and self.lines[network.client(scope)] >= self.each

    def _sending(self, scope: Scope, send: Send, more: list[tuple[bytes, bytes]]) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message = {**message, "headers": [*message.get("headers", ()), *self.headers, *more]}
            try:
                async with asyncio.timeout(PATIENCE):
                    await send(message)
            except (OSError, RuntimeError) as error:
                # a line is over then, also where uvicorn says so in its own way, and Streamlit shall hear it as such
                scope["over"] = True
                if isinstance(error, TimeoutError):
                    observability.SLOW.inc()
                    scope["connection"].abort()
                if scope["type"] == "websocket":
                    raise ConnectionError from error
                if not isinstance(error, TimeoutError):
                    raise
            if len(message.get("body", b"")) >= PIECE:
                # who takes one file after the other would leave no time for the pages of others
                await self.pieces.pass_by(Who(network.client(scope), "files"), SENDING)

        return sending


class Line:
    """What a visitor says: changes in turn with those of all others, and nothing that no page says."""

    def __init__(self, scope: Scope, receive: Receive, who: Who, heard: Turns, asked: Set[str]) -> None:
        """Stand before the visitor's end of the line, on which these kinds of messages may come."""
        self._scope, self._receive, self._who, self._heard, self._kinds = scope, receive, who, heard, asked
        self._opened = asyncio.get_running_loop().time()
        self._due = 0.0
        self._asked = self._told = False

    async def receive(self) -> Message:
        """The next message that is for Streamlit, or the end: of a line that was left, or says what is no message."""
        try:
            async with asyncio.timeout_at(None if self._asked else self._opened + OPENING):
                while True:
                    message = await self._receive()
                    if message["type"] != "websocket.receive":
                        return message
                    await self._wait(len(message.get("bytes") or b""))
                    if "over" in self._scope:
                        return {"type": "websocket.disconnect", "code": 1006}
                    said, begins = streamlit_internals.message(message["bytes"]), not self._asked
                    if self._is_for_streamlit(said):
                        # a new line is a new session, which knows nothing of the fragments of another process
                        return {**message, "bytes": said.about_all} if begins else message
        except (TimeoutError, KeyError, ValueError):
            return {"type": "websocket.disconnect", "code": 1002}

    async def _wait(self, size: int) -> None:
        """Wait where this line has said much, or many say something; nobody listens to what it says meanwhile."""
        loop = asyncio.get_running_loop()
        self._due = max(self._due, loop.time() - SAVED / PACE) + size / PACE
        if self._due > loop.time():
            await asyncio.sleep(self._due - loop.time())
        await self._heard.pass_by(self._who, HEARING)

    def _is_for_streamlit(self, said: streamlit_internals.Message) -> bool:
        if said.kind in self._kinds and said.widgets <= MOST_WIDGETS and not said.forged:
            self._asked |= said.kind == "rerun_script"
            return True
        if not self._told:
            self._told = True
            facts = {"kind": said.kind, "widgets": said.widgets, "forged": said.forged}
            observability.say(logging.WARNING, "message left out", **facts)
        return False
