"""What stands between the network and the pages: headers, limits, errors, the log, numbers for operators."""

import asyncio
import json
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from email.message import Message

import pytest
from starlette.responses import PlainTextResponse
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets import InvalidStatus
from websockets.sync.client import connect

from dashboard import door, hosting, watch
from dashboard.study import LIMITS, Study
from posenc_core import Index
from tests.browser.serving import ROOT, free_port, server
from tests.hosting.visitor import Visitor, finished

SECRET = "Ada Lovelace"
AGAIN = BackMsg(app_heartbeat=True).SerializeToString()
OPTIONS = {key: limits.default for key, limits in LIMITS.items()}


def ask(url: str) -> tuple[int, Message, str]:
    """-> status, headers, body."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read().decode("utf-8", "replace")


@pytest.fixture(scope="session")
def watched():
    """The app with its log and its metrics on. -> server, address of the metrics"""
    port = free_port()
    with server(environment={"POSENC_LOG": "1", "POSENC_METRICS_PORT": str(port)}) as found:
        yield found, f"http://127.0.0.1:{port}/metrics"


def lines(found, event: str) -> list[dict]:
    """What the log says of an event."""
    written = [json.loads(line) for line in found.log if line.startswith("{")]
    return [line for line in written if line["event"] == event]


# Headers


@pytest.mark.parametrize("path", ["", "heatmap?n=5", "_stcore/health", "ready", "take/no/thing", "_stcore/metrics"])
def test_every_answer_carries_the_headers(watched, path):
    _, headers, _ = ask(watched[0].url + path)
    for name, value in door.headers(hosting.hosting()).items():
        assert headers[name] == value


def test_the_policy_lets_in_nothing_from_elsewhere():
    policy = door.policy("'self'")
    assert not re.search(r"https?:|\*|unsafe-eval", policy)
    scripts = re.search(r"script-src ([^;]*)", policy)[1].split()
    assert scripts[:2] == ["'self'", "blob:"]
    assert len(scripts) == 3
    assert scripts[2].startswith("'sha256-")
    assert "default-src 'none'" in policy


@pytest.mark.parametrize(
    ("ancestors", "older"),
    [("'self'", "SAMEORIGIN"), ("'none'", "DENY"), ("https://a.example https://b.example", None)],
)
def test_who_may_frame_the_app_is_the_operators_choice(monkeypatch, ancestors, older):
    monkeypatch.setenv("POSENC_FRAME_ANCESTORS", ancestors)
    found = door.headers(hosting.hosting())
    assert found["Content-Security-Policy"].endswith(f"frame-ancestors {ancestors}")
    assert found.get("X-Frame-Options") == older


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("POSENC_VISITORS", "0"),
        ("POSENC_VISITORS", "many"),
        ("POSENC_VISITORS", "1001"),
        ("POSENC_METRICS_PORT", "65536"),
        ("POSENC_LOG", "yes"),
        ("POSENC_FRAME_ANCESTORS", "'self'; script-src *"),
        ("POSENC_FRAME_ANCESTORS", "a\r\nX: y"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=rf"^{name} = .* must be "):
        hosting.hosting()


# Limits


@pytest.mark.parametrize("path", ["_stcore/upload_file/a/b", "_stcore/agent/interact", "_stcore/metrics", "metrics/"])
def test_what_is_not_for_visitors_is_closed(watched, path):
    status, _, body = ask(watched[0].url + path)
    assert status == 404 if path != "metrics/" else "posenc_" not in body


def test_only_visitors_count_as_turned_away():
    """A probe asks every few seconds whether there is room."""
    full = door.Door(PlainTextResponse("never asked"), hosting.Hosting(0, "'self'", 0, False))
    before = watch.REFUSED._value.get()
    for path, count in (("/ready", 0), ("/", 1), ("/heatmap", 2), ("/ready", 2)):
        said = []

        async def send(message, said=said) -> None:
            said.append(message)

        finished(full({"type": "http", "path": path, "query_string": b""}, None, send))
        assert said[0]["status"] == 503
        assert watch.REFUSED._value.get() - before == count


def test_a_full_server_says_so_and_lets_in_again():
    async def visits(url: str) -> None:
        first, second, late = (Visitor(url) for _ in range(3))
        await first.open()
        await second.open()
        status, headers, body = ask(url)
        assert (status, headers["Retry-After"]) == (503, "20")
        assert "This server takes 2 visitors at a time and is full." in body
        assert ask(url + "ready")[0] == 503
        assert ask(url + "_stcore/health")[0] == 200, "it is not ill"
        # room for latecomers is 2 times 1.25, rounded up: one more, and no further
        await late.open(fetch=False)
        with pytest.raises(InvalidStatus) as refused:
            await Visitor(url).open(fetch=False)
        assert refused.value.response.status_code == 503
        await first.change(p=7)
        assert first.shown["position"] == [7]
        await asyncio.gather(first.close(), second.close(), late.close())
        welcome = Visitor(url)
        # the server hears of the end of a line a moment later
        for _ in range(100):
            if ask(url + "ready")[0] == 200:
                break
        await welcome.open()
        await welcome.close()

    with server(environment={"POSENC_VISITORS": "2"}) as found:
        finished(visits(found.url))


def test_a_visitor_who_takes_nothing_is_heard_no_more_and_let_go(monkeypatch):
    monkeypatch.setattr(door, "PATIENCE", 0.05)

    async def never(_: object) -> None:
        await asyncio.Event().wait()

    async def spoken() -> dict:
        return {"type": "websocket.receive", "bytes": AGAIN}

    async def visit() -> tuple[dict, dict]:
        line = door.Line(spoken, never)
        before = await line.receive()
        sending = asyncio.create_task(line.send({"type": "websocket.send", "bytes": b"a page"}))
        await asyncio.sleep(0)
        after = await line.receive()
        with pytest.raises(door.WebSocketDisconnect):
            await sending
        return before, after

    slow = watch.SLOW._value.get()
    before, after = finished(visit())
    assert before["type"] == "websocket.receive"
    assert after == {"type": "websocket.disconnect", "code": 1013}
    assert watch.SLOW._value.get() == slow + 1


def test_the_end_of_a_line_is_heard_when_a_message_could_not_be_sent():
    async def broken(_: object) -> None:
        raise ConnectionError

    async def ended() -> dict:
        return {"type": "websocket.disconnect", "code": 1006}

    async def visit() -> dict:
        line = door.Line(ended, broken)
        with pytest.raises(ConnectionError):
            await line.send({"type": "websocket.send", "bytes": b"a page"})
        async with asyncio.timeout(10):
            return await line.receive()

    assert finished(visit())["code"] == 1006


class Turn:
    """A lock that tells when somebody finds it taken: from outside, who waits looks like who is only slow."""

    def __init__(self, lock, found_taken: threading.Event) -> None:
        self.lock, self.found_taken = lock, found_taken
        self.release, self.locked = lock.release, lock.locked

    def acquire(self) -> None:
        if self.lock.locked():
            self.found_taken.set()
        self.lock.acquire()


@pytest.mark.parametrize("length", [128, 4096], ids=["quick", "slow"])
def test_runs_take_turns(monkeypatch, length):
    study = Study((Index(),), length, 64, 0, 1, options=OPTIONS)
    at_work, leave, decided, entered = (threading.Event() for _ in range(4))
    for name in ("_light", "_heavy"):
        monkeypatch.setattr(watch, name, Turn(getattr(watch, name), decided))

    def first() -> None:
        with watch.run("compare") as run:
            run.show(study)
            at_work.set()
            assert leave.wait(60)

    def second() -> None:
        with watch.run("compare") as run:
            run.show(study)
            entered.set()
            decided.set()

    with ThreadPoolExecutor(2) as threads:
        try:
            runs = [threads.submit(first)]
            assert at_work.wait(60)
            runs.append(threads.submit(second))
            assert decided.wait(60)
            assert not entered.is_set(), "two at once"
            assert watch.WAITING._value.get() == 1
        finally:
            leave.set()
        for run in runs:
            run.result()
    assert entered.is_set()
    assert watch.WAITING._value.get() == 0


def test_a_slow_run_leaves_its_turn_to_the_quick_ones_and_an_error_leaves_it_to_all():
    with pytest.raises(RuntimeError), watch.run("compare"):
        raise RuntimeError
    with watch.run("compare") as slow:
        slow.show(Study((Index(),), 4096, 64, 0, 1, options=OPTIONS))
        # whoever is quick does not wait for it, and the other slow ones do
        with watch.run("compare") as quick:
            quick.show(Study((Index(),), 128, 64, 0, 1, options=OPTIONS))
        assert watch._heavy.locked()
    assert not watch._heavy.locked()
    assert not watch._light.locked()


def test_a_line_from_another_origin_is_refused_and_nobody_else_is_asked(watched):
    found, _ = watched
    host = found.url.removeprefix("http://").strip("/")
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://{host}/_stcore/stream", origin="http://evil.example", subprotocols=["streamlit"])
    assert refused.value.response.status_code == 403

    code = "import dashboard.app; from streamlit import net_util; assert net_util.get_external_ip() is None"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


# Paths


@pytest.mark.parametrize(
    "path", ["a/b/c", "a//b", "heatmap/static/js/index.js", "//evil.example/x", "%2F%2Fevil.example/x"]
)
def test_a_path_below_a_page_leads_to_one_that_can_be_drawn(watched, path):
    found, _ = watched
    host, _, port = found.url.removeprefix("http://").strip("/").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(f"GET /{path}?n=5 HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        head = b"".join(iter(lambda: line.recv(65536), b"")).decode().partition("\r\n\r\n")[0]
    assert head.startswith("HTTP/1.1 30")
    location = re.search(r"^location: (.*)$", head, re.MULTILINE | re.IGNORECASE)[1]
    assert re.fullmatch(r"(http://127\.0\.0\.1(:\d+)?)?/[^/]+\?n=5", location.strip())


# Errors, the log, the numbers

BROKEN = """
import streamlit as st

from dashboard import measurements, portraits
from dashboard.app import HERE
from dashboard.app import app as sound

measure = measurements.steps


def steps(scheme, length, dim, offset):
    if offset == 13:
        raise RuntimeError("cannot measure 'what a visitor has typed'")
    return measure(scheme, length, dim, offset)


portraits.measurements.steps = steps
# Streamlit looks for this line; what it then serves is the app itself
app = st.App(HERE / "main.py")
app = sound
"""
"""The app with a fault in it: an offset of 13 cannot be measured."""


def test_an_error_is_one_sentence_with_the_id_of_the_log(tmp_path):
    async def visits(url: str) -> str:
        unlucky, other = Visitor(url), Visitor(url, "n=20&p=3")
        await unlucky.open()
        await other.open()
        await unlucky.change(k=13)
        (sentence,) = unlucky.exceptions
        await other.change(p=5)
        assert not other.exceptions
        assert other.shown["position"] == [5]
        await unlucky.change(k=12)
        assert not unlucky.exceptions
        await asyncio.gather(unlucky.close(), other.close())
        return sentence

    script = tmp_path / "broken_app.py"
    script.write_text(BROKEN)
    with server(str(script)) as found:
        sentence = finished(visits(found.url))
        (error,) = lines(found, "error")
        assert not lines(found, "run"), "only what the operator asked for"
    assert re.fullmatch(r"This page could not be drawn \(error [0-9a-f]{8}\)\. Reload it, or open it .*", sentence)
    assert error["error"] in sentence
    assert (error["page"], error["type"], error["words"]) == ("compare", "RuntimeError", "cannot measure '…'")
    assert any("broken_app.py" in frame for frame in error["frames"])
    assert not any("Traceback" in line for line in found.log), "once is enough"


def test_the_log_tells_what_was_asked_and_nothing_of_who(watched):
    found, _ = watched

    async def visit() -> None:
        visitor = Visitor(found.url, f"text={SECRET.replace(' ', '+')}&n=77", "sentence")
        await visitor.open()
        await visitor.go("heatmap")
        await visitor.change(columns=SECRET)
        await visitor.close()

    finished(visit())
    runs = [line for line in lines(found, "run") if line["asked"].get("n") == 77]
    assert [line["page"] for line in runs] == ["sentence", "heatmap", "heatmap"]
    assert runs[0]["asked"]["letters of text"] == len(SECRET)
    assert runs[2]["asked"]["letters of columns"] == len(SECRET)
    assert all(line["ended"] == "whole" and line["error"] is None and 0 < line["seconds"] < 60 for line in runs)
    assert runs[1]["asked"]["schemes"]["Sinusoidal"] == {"base": 10000.0, "layout": "interleaved"}
    written = "".join(line for line in found.log if line.startswith("{"))
    for private in (*SECRET.split(), "127.0.0.1:", "en-US", "Europe/Berlin", "Mozilla"):
        assert private not in written


def test_operators_have_numbers(watched):
    found, metrics = watched

    def number(name: str) -> float:
        values = re.findall(rf"^{re.escape(name)} (\S+)$", ask(metrics)[2], re.MULTILINE)
        return float(values[0]) if values else 0.0

    async def visit() -> float:
        visitor = Visitor(found.url, page="shift")
        await visitor.open()
        here = number("posenc_visitors")
        await visitor.close()
        return here

    runs = 'posenc_run_seconds_count{ended="whole",page="shift"}'
    before = number(runs)
    assert finished(visit()) >= 1
    assert number(runs) == before + 1
    assert number("posenc_errors_total") == number("posenc_waiting") == number("posenc_slow_total") == 0
    assert number("posenc_kept_bytes") > 0
    assert number("process_resident_memory_bytes") > 2**20


# Files to take along


def test_a_file_is_for_whom_it_was_offered(watched):
    found, _ = watched

    async def visit() -> tuple[str, int, int]:
        visitor = Visitor(found.url, "n=4&d=2&scheme=Binary")
        await visitor.open()
        (address,) = {link for text in visitor.texts for link in re.findall(r'href="/(take/[^"]*\.npy)"', text)}
        status, headers, _ = ask(found.url + address)
        assert headers["Content-Disposition"] == 'attachment; filename="binary-4x2.npy"'
        assert headers["Cache-Control"] == "no-store"
        await visitor.change(d=3)
        gone = ask(found.url + address)
        await visitor.close()
        return address, status, gone[0]

    address, there, gone = finished(visit())
    assert (there, gone) == (200, 404)
    token = address.split("/")[1]
    assert len(token) == 32
    status, _, sentence = ask(found.url + address.replace(token, token[::-1]))
    assert status == 404
    assert sentence == "No page offers this file any more: reload the page, and take it from there.\n"
