"""Connections: however they end, nothing of them stays, and what uvicorn and Streamlit do not promise is still so."""

import contextlib
import signal
import socket
import struct
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from dashboard import door, network, watch
from tests.browser.serving import free_port, server
from tests.hosting.test_server import ask, number
from tests.hosting.visitor import Visitor, finished

HASTY = """
import streamlit as st

from dashboard import door, network

door.OPENING, door.PATIENCE, door.CLOSING, network.IDLE = 1, 2, 1, 1
from dashboard.app import HERE
from dashboard.app import app as hasty

# Streamlit looks for this line; what it then serves is the app itself
app = st.App(HERE / "main.py")
app = hasty
"""
"""The app with little patience."""

LARGE = "n=1000&d=500&scheme=Index&scheme=Normalized&scheme=Binary&scheme=Sinusoidal"
"""A page of some MB."""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """-> server, address of its metrics"""
    script, port = tmp_path_factory.mktemp("hasty") / "hasty_app.py", free_port()
    script.write_text(HASTY)
    environment = {"POSENC_METRICS_PORT": str(port), "POSENC_VISITORS": "8"}
    with server(str(script), environment=environment) as found:
        yield found, f"http://127.0.0.1:{port}/metrics"


def frame(data: bytes, kind: int = 2, *, last: bool = True, size: int | None = None) -> bytes:
    """A frame of a browser, which may announce another size than it has."""
    size = len(data) if size is None else size
    return struct.pack("!BBQ4x", kind | 0x80 * last, 0x80 | 127, size) + data


def rerun(query: str = "") -> bytes:
    return frame(BackMsg(rerun_script={"query_string": query}).SerializeToString())


def line(url: str, page: str = "") -> socket.socket:
    """Open a line by hand."""
    parts = urlsplit(url)
    found = socket.create_connection((parts.hostname, parts.port), 60)
    # it shall wait for its reader early
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lines = ["GET /_stcore/stream HTTP/1.1", f"Host: {parts.netloc}", "Connection: Upgrade", "Upgrade: websocket"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""]
    found.sendall("\r\n".join(lines).encode())
    assert b" 101 " in found.recv(200)
    return found


def eventually(holds, what: str) -> None:
    """Ask until it is so, each time with another request to the server."""
    for _ in range(3000):
        if holds():
            return
    pytest.fail(what)


SAID = {
    "nothing at all": b"",
    "what is no message": frame(b"\xff\xff"),
    "text": frame(b"hello", 1),
    "a page that nobody reads": rerun("n=5"),
    "a message that is too long": frame(b"", size=2**17 + 1),
    "a message that never ends": frame(b"x" * 1000, last=False) + frame(b"x" * 60_000, 0, last=False),
    "half a frame": frame(b"x" * 10, size=1000),
    "the end of the line": frame(struct.pack("!H", 1000), 8),
    "no frame": b"\xff" * 100,
}
RESET = struct.pack("ii", 1, 0)
GONE = {
    "stays": lambda gone: None,
    "closes": lambda gone: gone.close(),
    "resets": lambda gone: (
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)),
        gone.close(),
    ),
    "says no more": lambda gone: gone.shutdown(socket.SHUT_WR),
}


def descriptors(found) -> int:
    return len([*Path(f"/proc/{found.process.pid}/fd").iterdir()])


@pytest.mark.parametrize("asked", ["", "n=5", LARGE], ids=["before a page", "a small page", "a large page"])
def test_a_line_may_end_in_any_way_and_its_seat_is_free(hasty, asked):
    found, metrics = hasty
    with line(found.url) as first:
        first.sendall(rerun())
        first.recv(1)
    eventually(lambda: number(metrics, "posenc_visitors") == 0, "the first seat")
    before = descriptors(found)
    for said in SAID.values():
        lines = [line(found.url) for _ in GONE]
        for one, gone in zip(lines, GONE.values(), strict=True):
            if asked:
                one.sendall(rerun(asked))
                # it is being drawn, or on its way
                one.recv(1)
            one.sendall(said)
            gone(one)
        for one in lines:
            one.close()
        eventually(lambda: number(metrics, "posenc_visitors") == 0, "the seats")
    eventually(lambda: ask(found.url)[0] == 200 and descriptors(found) <= before + 3, f"{before} descriptors")
    assert ask(found.url)[0] == 200
    assert number(metrics, "posenc_errors_total") == 0
    assert not any("Traceback" in words for words in found.log), "".join(found.log)[-3000:]


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        (socket.create_connection, b""),
        (socket.create_connection, b"GET / HTTP/1.1\r\nHost: x\r\n"),
        (socket.create_connection, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx"),
        (line, b""),
        (line, frame(BackMsg(app_heartbeat=True).SerializeToString())),
        (line, frame(b"", size=2**17 + 1)),
        (line, frame(b"x", last=False)),
    ],
)
def test_who_asks_for_nothing_is_let_go(hasty, opened, said):
    found, _ = hasty
    where = found.url if opened is line else ("127.0.0.1", urlsplit(found.url).port)
    with opened(where) as idle:
        idle.settimeout(60)
        idle.sendall(said)
        with contextlib.suppress(ConnectionError):
            while idle.recv(2**16):
                pass


@pytest.mark.parametrize("what", ["page", "take/compare/Sinusoidal.npy?n=8192&d=512"])
def test_who_takes_nothing_is_let_go(hasty, what):
    found, metrics = hasty
    slow = number(metrics, "posenc_slow_total")
    if what == "page":
        deaf = line(found.url)
        deaf.sendall(
            frame(BackMsg(rerun_script={"query_string": LARGE, "page_name": "similarity"}).SerializeToString())
        )
    else:
        deaf = socket.create_connection(("127.0.0.1", urlsplit(found.url).port))
        deaf.sendall(f"GET /{what} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    with deaf:
        eventually(lambda: number(metrics, "posenc_slow_total") > slow, "the end of a slow line")


def test_a_full_process_ends_when_it_is_told_to():
    with contextlib.ExitStack() as stack, server() as found:
        for _ in range(20):
            stack.enter_context(line(found.url)).sendall(rerun(LARGE))
        found.process.send_signal(signal.SIGTERM)
        assert found.process.wait(60) == -signal.SIGTERM


def test_more_connections_than_files_leave_the_process_and_its_log_as_they_are():
    with contextlib.ExitStack() as stack, server(before=("sh", "-c", 'ulimit -n 700; exec "$@"', "sh")) as found:
        for _ in range(900):
            with contextlib.suppress(ConnectionError):
                stack.enter_context(socket.create_connection(("127.0.0.1", urlsplit(found.url).port), 60))
        stack.close()
        eventually(lambda: ask(found.url)[0] == 200, "an answer")
        assert len("".join(found.log)) < 10_000


def test_what_no_page_says_is_left_out_and_logged_once(hasty):
    found, _ = hasty

    async def visit() -> None:
        async with Visitor(found.url, "n=5") as visitor:
            before = visitor.messages
            for message in (
                BackMsg(clear_cache=True),
                BackMsg(load_git_info=True),
                BackMsg(debug_shutdown_runtime=True),
            ):
                await visitor.raw(message)
            crowd = visitor.rerun()
            crowd.rerun_script.widget_states.widgets.extend([crowd.rerun_script.widget_states.widgets[0]] * 500)
            await visitor.raw(crowd)
            await visitor.settled()
            assert visitor.messages == before, "it was answered"
            await visitor.change(n=6)
            assert visitor.shown["n"] == 6

    finished(visit())
    assert sum("message left out" in words for words in found.log) == 1


def test_a_line_is_heard_no_faster_than_a_page_could_speak(monkeypatch):
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def spoken() -> dict:
        return {"type": "websocket.receive", "bytes": BackMsg(app_heartbeat=True).SerializeToString()}

    async def hear() -> None:
        heard = door.Line(spoken)
        for _ in range(door.PACE * door.BURST):
            await heard.receive()
        assert not slept, "a page may be fast for a while"
        await heard.receive()

    monkeypatch.setattr(door.asyncio, "sleep", sleep)
    finished(hear())
    assert len(slept) == 1


def test_a_page_waits_until_the_one_before_is_taken(monkeypatch):
    """And a large one until there is room for it."""
    looks: list[int] = []
    backlog = network.Backlog("me", "there", watch.TAKEN + 1)
    monkeypatch.setattr(network, "session", lambda: "me")
    monkeypatch.setattr(network, "backlogs", lambda: [backlog] if len(looks) < 3 else [])
    monkeypatch.setattr(watch.time, "sleep", looks.append)
    with watch.run("compare"):
        assert len(looks) == 3


def test_what_waits_for_a_visitor_is_known_and_gone_with_it(hasty):
    """The queue and the connection behind a session are parts that nobody promises."""
    found, metrics = hasty
    with line(found.url) as deaf:
        deaf.sendall(rerun(LARGE))
        eventually(lambda: number(metrics, "posenc_untaken_bytes") > 2**20, "a page that waits")
    eventually(lambda: number(metrics, "posenc_untaken_bytes") == 0, "no page that waits")
