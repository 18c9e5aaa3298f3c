"""Connections: every end frees all resources; private APIs of uvicorn still work."""

import asyncio
import signal
import socket
import struct
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest.mock import AsyncMock, Mock
from urllib.parse import urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from dashboard.server import admission, hosting, network
from dashboard.server.limits import Rate
from tests.browser.serving import server
from tests.server.conftest import ask, eventually, metered, number
from tests.server.visitor import Visitor, finished

HASTY = """
from dashboard.server import admission, hosting, network
from dashboard.server.limits import Rate

admission.OPENING_TIMEOUT, admission.SEND_TIMEOUT, admission.CLOSING_TIMEOUT, network.IDLE_TIMEOUT = 1, 2, 1, 1
"""

LARGE = "n=1000&d=500&scheme=Index&scheme=Normalized&scheme=Binary&scheme=Sinusoidal"
"""Query of a page of several MB."""

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


@pytest.fixture(scope="module")
def hasty():
    with metered(HASTY, VISITORS="8") as app:
        yield app


def frame(data: bytes, kind: int = 2, *, last: bool = True, size: int | None = None) -> bytes:
    """Build a WebSocket frame, optionally with a wrong size."""
    size = len(data) if size is None else size
    return struct.pack("!BBQ4x", kind | 0x80 * last, 0x80 | 127, size) + data


def rerun(query: str = "", page: str = "compare") -> bytes:
    return frame(BackMsg(rerun_script={"query_string": query, "page_name": page}).SerializeToString())


def asking(path: str, **headers: str) -> bytes:
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([f"GET /{path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


def plain(url: str) -> socket.socket:
    """Open a raw connection."""
    connection = socket.create_connection(("127.0.0.1", urlsplit(url).port), 60)
    # a small buffer makes the server wait early
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return connection


def line(url: str, **headers: str) -> socket.socket:
    """Open a raw WebSocket."""
    app = plain(url)
    app.sendall(asking("_stcore/stream", **UPGRADE, **headers))
    assert b" 101 " in app.recv(200)
    return app


def reset(gone: socket.socket) -> None:
    gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    gone.close()


TOO_LONG = frame(b"", size=network.MAX_MESSAGE + 1)
UNFINISHED = frame(b"x" * 1000, last=False)
MESSAGES = {
    "nothing at all": b"",
    "an invalid message": frame(b"\xff\xff"),
    "text": frame(b"hello", 1),
    "an unread page": rerun("n=5"),
    "a message that is too long": TOO_LONG,
    "a message that never ends": UNFINISHED + frame(b"x" * 60_000, 0, last=False),
    "half a frame": frame(b"x" * 10, size=1000),
    "a closing frame": frame(struct.pack("!H", 1000), 8),
    "no frame": b"\xff" * 100,
}
GONE = {
    "stays": lambda gone: None,
    "closes": socket.socket.close,
    "resets": reset,
    "shuts down": lambda gone: gone.shutdown(socket.SHUT_WR),
}


def descriptors(app) -> int:
    return len([*Path(f"/proc/{app.process.pid}/fd").iterdir()])


@pytest.mark.parametrize("message", ["", "n=5", LARGE], ids=["before a page", "a small page", "a large page"])
@pytest.mark.thorough
def test_any_end_of_a_connection_frees_its_slot(hasty, message):
    app, metrics = hasty

    def is_empty() -> bool:
        return number(metrics, "posenc_visitors") == 0

    with line(app.url) as first:
        first.sendall(rerun())
        first.recv(1)
    eventually(is_empty, "the first slot")
    before = descriptors(app)
    for words, code in MESSAGES.items():
        with ExitStack() as lines:
            for gone in GONE.values():
                one = lines.enter_context(line(app.url))
                if message:
                    one.sendall(rerun(message))
                    # the page is being drawn or sent
                    one.recv(1)
                one.sendall(code)
                gone(one)
        eventually(is_empty, f"the slots after {words}")
    eventually(lambda: ask(app.url)[0] == 200 and descriptors(app) <= before + 3, f"{before} descriptors")
    assert number(metrics, "posenc_errors_total") == 0
    assert not any("Traceback" in words for words in app.log), "".join(app.log)[-3000:]


IDLE = [
    (plain, b""),
    (plain, asking("")[:-2]),
    (plain, b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx"),
    (line, b""),
    (line, frame(BackMsg(app_heartbeat=True).SerializeToString())),
    (line, TOO_LONG),
    (line, UNFINISHED),
]


@pytest.mark.thorough
def test_idle_connections_are_closed(hasty):
    with ExitStack() as stack:
        idle = [(stack.enter_context(opened(hasty[0].url)), expected) for opened, expected in IDLE]
        for one, expected in idle:
            one.sendall(expected)
        for one, expected in idle:
            with suppress(ConnectionError):
                while app := one.recv(2**16):
                    # a ping of uvicorn, which closes connections without a pong
                    assert b"\x89\x04" not in app, expected


def test_clients_that_do_not_read_are_closed_and_their_backlog_is_counted_and_freed(hasty):
    """`streamlit_internals.backlogs` uses private queues and connections."""
    app, metrics = hasty
    slow = number(metrics, "posenc_slow_total")
    with line(app.url) as deaf, plain(app.url) as other:
        deaf.sendall(rerun(LARGE))
        other.sendall(asking("take/compare/Sinusoidal.npy?n=8192&d=512"))
        eventually(lambda: number(metrics, "posenc_untaken_bytes") > 2**20, "a page that waits")
        eventually(lambda: number(metrics, "posenc_slow_total") >= slow + 2, "the end of a slow line and a slow file")
        eventually(lambda: number(metrics, "posenc_untaken_bytes") == 0, "no page that waits")


def answers(url: str) -> bool:
    """Return True for a response; a process that is closing connections may close one more."""
    try:
        return ask(url)[0] == 200
    except ConnectionError:
        return False


@pytest.mark.thorough
def test_a_process_survives_running_out_of_descriptors_and_ends_on_sigterm():
    with ExitStack() as stack, server(before=("sh", "-c", 'ulimit -n 700; exec "$@"', "sh")) as app:
        for _ in range(900):
            with suppress(ConnectionError):
                stack.enter_context(plain(app.url))
        stack.close()
        eventually(lambda: answers(app.url), "an answer")
        for _ in range(20):
            stack.enter_context(line(app.url)).sendall(rerun(LARGE))
        app.process.send_signal(signal.SIGTERM)
        assert app.process.wait(60) == -signal.SIGTERM
        assert len("".join(app.log)) < 10_000


def test_invalid_messages_are_ignored_and_logged_once_and_too_long_ones_close_the_connection(hasty):
    app, _ = hasty

    async def visit() -> None:
        async with Visitor(app.url, "n=5") as visitor:
            await visitor.settled()
            before = visitor.messages
            for kind in ("clear_cache", "load_git_info", "debug_shutdown_runtime"):
                await visitor.raw(BackMsg(**{kind: True}))
            await visitor.settled()
            assert visitor.messages == before, "it was answered"
            # admission does not check for unknown widgets
            newcomer = visitor.rerun()
            newcomer.rerun_script.widget_states.widgets.add(id="$$ID-new-new widget", bool_value=True)
            await visitor.raw(newcomer)
            await visitor.until(lambda: visitor.messages > before, "an answer")
            await visitor.settled()
            await visitor.change(n=6)
            assert visitor.shown["n"] == 6
            await visitor.raw(bytes(network.MAX_MESSAGE + 1))
            await visitor.until(lambda: visitor.closed, "the end")
            assert visitor.closed[0] == 1009

    finished(visit())
    assert sum("message left out" in words for words in app.log) == 1


async def lived(app, request: bytes = b"") -> admission.Admission:
    """Return the admission layer after a WebSocket without a network that repeats one message."""

    async def receive() -> dict:
        return {"type": "websocket.receive", "bytes": request}

    asgi = admission.Admission(app, hosting.hosting())
    with suppress(RuntimeError, asyncio.CancelledError):
        headers = [(b"host", b"localhost")]
        await asgi({"type": "websocket", "path": "/_stcore/stream", "headers": headers}, receive, None)
    # due callbacks run in the next iterations of the loop
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return asgi


@pytest.mark.parametrize("fault", [None, RuntimeError, asyncio.CancelledError])
def test_the_end_of_a_websocket_frees_its_slot_and_connection(monkeypatch, fault):
    async def serve(scope, receive, send) -> None:
        if fault:
            raise fault

    connection = Mock()
    monkeypatch.setattr(network, "connection", lambda receive: connection)
    monkeypatch.setattr(admission, "CLOSING_TIMEOUT", 0)
    remaining = finished(lived(serve))
    assert (remaining.open, remaining.open_by_address.total(), connection.abort.called) == (0, 0, True)


def test_messages_and_pieces_of_files_are_rate_limited(monkeypatch):
    """Neither must starve the pages of others; a large message costs more."""
    uses = []

    async def wait(rate: Rate, seconds: float) -> None:
        uses.append(seconds)

    async def serve(scope, receive, send) -> None:
        if scope["type"] == "websocket":
            await receive()
            return
        for size in (10, admission.PIECE):
            await send({"type": "http.response.body", "body": bytes(size), "more_body": True})

    async def both() -> None:
        large = BackMsg(rerun_script={"query_string": "x" * 2**18}).SerializeToString()
        await lived(serve, large)
        asgi = admission.Admission(serve, hosting.hosting())
        await asgi({"type": "http", "path": "/plotly-1.js"}, None, AsyncMock())

    monkeypatch.setattr(network, "connection", lambda receive: Mock())
    monkeypatch.setattr(Rate, "wait", wait)
    finished(both())
    assert uses == [pytest.approx(admission.MESSAGE_INTERVAL + 0.25, abs=0.01), admission.PIECE_INTERVAL]
