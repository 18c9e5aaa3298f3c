"""What stands between the network and the pages: headers, limits, errors, the log, numbers for operators."""

import gzip
import io
import json
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from email.message import Message
from importlib.metadata import version

import numpy as np
import pytest
from websockets import InvalidStatus
from websockets.sync.client import connect

from dashboard import door, hosting, network
from posenc_core import Sinusoidal
from tests.browser.serving import ROOT, free_port, server
from tests.hosting.visitor import Visitor, finished

SECRET = "Ada Lovelace"


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


def number(metrics: str, name: str) -> float:
    """What the metrics say of one thing."""
    values = re.findall(rf"^{re.escape(name)} (\S+)$", ask(metrics)[2], re.MULTILINE)
    return float(values[0]) if values else 0.0


def lines(found, event: str) -> list[dict]:
    """What the log says of an event."""
    written = [json.loads(line) for line in found.log if line.startswith("{")]
    return [line for line in written if line["event"] == event]


@pytest.mark.parametrize("path", ["", "heatmap?n=5", "_stcore/health", "ready", "take/no/thing", "_stcore/metrics"])
def test_every_answer_carries_the_headers(watched, path):
    _, found, _ = ask(watched[0].url + path)
    assert all(found[name] == value for name, value in door.headers(hosting.hosting()).items())


@pytest.mark.parametrize(
    ("ancestors", "older"),
    [("'self'", "SAMEORIGIN"), ("'none'", "DENY"), ("https://a.example https://b.example", None)],
)
def test_the_policy_lets_in_nothing_from_elsewhere_and_the_operator_says_who_may_frame(monkeypatch, ancestors, older):
    monkeypatch.setenv("POSENC_FRAME_ANCESTORS", ancestors)
    found = door.headers(hosting.hosting())
    policy, end = found["Content-Security-Policy"].split("; frame-ancestors ")
    assert (end, found.get("X-Frame-Options")) == (ancestors, older)
    assert not re.search(r"https?:|\*|unsafe-eval", policy)
    assert re.search(r"default-src 'none'; script-src 'self' blob: 'sha256-[^ ]*';", policy)


@pytest.mark.parametrize(
    "setting",
    [
        *("VISITORS=0", "VISITORS=many", "VISITORS=1001", "VISITORS_PER_ADDRESS=-1", "METRICS_PORT=65536", "LOG=yes"),
        *("FRAME_ANCESTORS='self'; script-src *", "FRAME_ANCESTORS=a\r\nX: y"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch, setting):
    name, _, value = setting.partition("=")
    monkeypatch.setenv(f"POSENC_{name}", value)
    with pytest.raises(ValueError, match=rf"^POSENC_{name} = .* must be "):
        hosting.hosting()


def test_what_is_not_for_visitors_is_closed(watched):
    for path in ("_stcore/upload_file/a/b", "_stcore/agent/interact", "_stcore/metrics", "media/a.png"):
        assert ask(watched[0].url + path)[0] == 404
    assert "posenc_" not in ask(watched[0].url + "metrics/")[2]


@pytest.mark.parametrize(
    ("address", "visitor"),
    [("1.2.3.4", "1.2.3.4"), ("2001:db8:1:2:3::4", "2001:db8:1:2::"), ("::ffff:1.2.3.4", "1.2.3.4"), ("unix", "unix")],
)
def test_who_counts_as_one_visitor(address, visitor):
    assert network.one_visitor(address) == visitor


def test_a_full_server_says_so_and_lets_in_again():
    async def visits(url: str, metrics: str) -> None:
        def line(address: str):
            # so says a proxy on the same machine, which is believed
            there = {"origin": url.rstrip("/"), "additional_headers": {"X-Forwarded-For": address}}
            return connect(f"ws{url.removeprefix('http')}_stcore/stream", subprotocols=["streamlit"], **there)

        def refused(address: str) -> bool:
            with pytest.raises(InvalidStatus) as found:
                line(address)
            return found.value.response.status_code == 503

        async with Visitor(url) as first, Visitor(url):
            status, headers, body = ask(url)
            assert (status, headers["Retry-After"]) == (503, "20")
            assert "This server takes 2 visitors at a time and is full." in body
            assert ask(url + "ready")[0] == 503
            assert ask(url + "_stcore/health")[0] == 200, "it is not ill"
            assert ask(url + "take/compare/curves.csv?n=2")[0] == 200
            assert refused("127.0.0.1"), "two a visitor"
            # room for latecomers is 2 times 1.25, rounded up: one more, and no further
            with line("192.0.2.1"):
                assert refused("192.0.2.2")
            assert number(metrics, "posenc_refused_total") == 3, "a probe is not turned away"
            await first.change(p=7)
            assert first.shown["position"] == [7]
        # the server hears of the end of a line a moment later
        for _ in range(1000):
            if ask(url + "ready")[0] == 200:
                break
        async with Visitor(url):
            pass

    port = free_port()
    settings = {"POSENC_VISITORS": "2", "POSENC_VISITORS_PER_ADDRESS": "2", "POSENC_METRICS_PORT": str(port)}
    with server(environment=settings) as found:
        finished(visits(found.url, f"http://127.0.0.1:{port}/metrics"))


def test_a_line_from_another_origin_is_refused_and_nobody_else_is_asked(watched):
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws{watched[0].url.removeprefix('http')}_stcore/stream", origin="http://evil.example")
    assert refused.value.response.status_code == 403
    code = "import dashboard.app; from streamlit import net_util; assert net_util.get_external_ip() is None"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


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
        async with Visitor(url) as unlucky, Visitor(url, "n=20&p=3") as other:
            await unlucky.change(k=13)
            (sentence,) = unlucky.exceptions
            await other.change(p=5)
            assert not other.exceptions
            assert other.shown["position"] == [5]
            await unlucky.change(k=12)
            assert not unlucky.exceptions
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
        async with Visitor(found.url, f"text={SECRET.replace(' ', '+')}&n=77", "sentence") as visitor:
            await visitor.go("heatmap")
            await visitor.change(columns=SECRET)

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

    async def visit() -> float:
        async with Visitor(found.url, page="shift"):
            return number(metrics, "posenc_visitors")

    runs = 'posenc_run_seconds_count{ended="whole",page="shift"}'
    before = number(metrics, runs)
    assert finished(visit()) >= 1
    assert number(metrics, runs) == before + 1
    for name in ("posenc_errors_total", "posenc_waiting", "posenc_slow_total"):
        assert number(metrics, name) == 0
    assert number(metrics, "posenc_kept_bytes") > 0
    assert number(metrics, "process_resident_memory_bytes") > 2**20


def test_a_file_is_a_function_of_its_link(watched):
    found, _ = watched
    link = f"{found.url}take/compare/"
    status, headers, body = ask(f"{link}curves.csv?n=4&d=2&scheme=Binary&p=9")
    assert (status, headers["Content-Disposition"]) == (200, 'attachment; filename="compare-curves.csv"')
    assert body.splitlines()[:2] == ["position,Binary step,Binary similarity", "0,1.0,0.0"]
    with urllib.request.urlopen(f"{link}Sinusoidal.npy?n=3000&d=200", timeout=60) as answer:
        saved = np.load(io.BytesIO(answer.read()), allow_pickle=False)
    np.testing.assert_allclose(saved, Sinusoidal().encode(range(3000), 200), rtol=0, atol=1e-12)
    status, _, body = ask(f"{link}curves.csv?n=0")
    assert (status, body) == (400, "This file cannot be made: n = '0' must be a whole number from 1 to 1,048,576.\n")
    status, _, body = ask(f"{found.url}take/equidistance/offsets.csv?n=1025")
    assert (status, body) == (
        400,
        "This file cannot be made: comparing every pair takes n up to 1,024 and d up to 512.\n",
    )
    for path in ("take/compare/nothing.csv", "take/nothing/curves.csv", "take/compare/Index.npy", "take/compare/x"):
        assert ask(found.url + path)[0] == 404
    asked = urllib.request.Request(f"{link}Sinusoidal.npy", method="HEAD", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        assert answer.headers["Content-Type"] == "application/octet-stream"
        assert answer.headers["Content-Encoding"] is None


def test_the_library_is_compressed_once(watched):
    found, _ = watched
    assert any(ask(f"{found.url}ready")[0] == 200 for _ in range(1000)), "it is compressed before"
    path = f"plotly-{version('plotly')}.js"
    asked = urllib.request.Request(found.url + path, headers={"Accept-Encoding": "br, gzip"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        packed = answer.read()
        assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == ("gzip", "Accept-Encoding")
        assert int(answer.headers["Content-Length"]) == len(packed), "a file, not made as it is sent"
    with urllib.request.urlopen(found.url + path, timeout=60) as answer:
        assert gzip.decompress(packed) == answer.read()
