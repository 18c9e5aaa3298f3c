"""Server: headers, limits, errors, log, metrics, and files."""

import asyncio
import gzip
import io
import json
import logging
import re
from dataclasses import asdict
from importlib.metadata import version

import numpy as np
import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from dashboard.controls.widgets import MOST_PASTED
from dashboard.server import admission, hosting, network, observability, uploads
from posenc_core import Sinusoidal
from tests.server.conftest import ask, eventually, metered, number
from tests.server.test_network import UPGRADE, line
from tests.server.visitor import Visitor, finished, put

SECRET = "Ada Lovelace"
STREAM = "_stcore/stream"

STRANGE = """
import streamlit as st
from streamlit import net_util

st.__version__ = "9.9.9"


def ask():
    raise AssertionError("the address of the server is requested from another host")


net_util.get_external_ip = ask

from dashboard import streamlit_internals
from dashboard.numbers import measurements
from dashboard.say import MESSAGES
from dashboard.views.check import check
from dashboard.views.compare import facts

measure = measurements.steps


def steps(scheme, length, dim, offset):
    if offset == 13:
        raise RuntimeError("cannot measure 'what a visitor has typed'")
    return measure(scheme, length, dim, offset)


facts.measurements.steps = steps


def page(study):
    file = st.file_uploader("A table", type=["npy"], key="file")
    st.text(f"{file.name} has {len(file.getvalue())} bytes" if file else "no file")
    if file:
        streamlit_internals.discard_read_file(file)


check.page = page
del MESSAGES._patterns["preview-rope"]
"""
"""An untested version of Streamlit, forbidden and failing calls, and a page that prints its upload."""


@pytest.fixture(scope="module")
def watched():
    with metered(LOG="1", HOSTS="lab.example") as app:
        yield app


@pytest.fixture(scope="module")
def strange():
    with metered(STRANGE, VISITORS="2", VISITORS_PER_ADDRESS="2", HOSTS="lab.example") as app:
        yield app


@pytest.fixture
def small(strange):
    """Server with room for two pages."""
    app, metrics = strange
    eventually(lambda: number(metrics, "posenc_visitors") == 0, "room")
    return app, metrics


def events(app, event: str, at_least: int = 1, **asked) -> list[dict]:
    """Wait for log lines of an event, of runs with some parameters, and return them."""

    def lines() -> list[dict]:
        records = [json.loads(line) for line in [*app.log] if line.startswith("{")]
        return [line for line in records if line["event"] == event and asked.items() <= line.get("asked", {}).items()]

    eventually(lambda: len(lines()) >= at_least, f"{at_least} lines of {event}")
    return lines()


@pytest.mark.thorough
def test_scripts_are_compressed_once(small):
    """Objects of a page that is open during the warm-up would never be freed."""
    app, _ = small
    own = re.findall(r'"\./(static/js/index\.[^"]+\.js)"', ask(app.url)[2].decode())[0]
    for path in (f"{app.url}plotly-{version('plotly')}.js", f"{app.url}{own}"):
        _, headers, packed = ask(path, Accept_Encoding="br, gzip")
        assert (headers["Content-Encoding"], headers["Vary"]) == ("gzip", "Accept-Encoding")
        assert int(headers["Content-Length"]) == len(packed), "a file, not made as it is sent"
        assert gzip.decompress(packed) == ask(path)[2]


def test_another_version_of_streamlit_is_logged_without_an_error(small):
    app, _ = small
    (line,) = events(app, "another version")
    assert line["words"].startswith("Streamlit 9.9.9 is installed, but this app was tested with ")
    assert [ask(app.url + path)[0] for path in ("ready", "")] == [200, 200]


def test_the_name_of_the_first_page_redirects_to_it(watched):
    status, headers, _ = ask(f"{watched[0].url}start?swap=false")
    assert (status, headers["location"]) == (307, "/?swap=false")


@pytest.mark.parametrize("query", ["", "swap=false", "embed=true&positions=true", "n=5&scheme=Index", "x", "lang=en"])
def test_the_first_page_opens_with_any_parameters(watched, query):
    status, _, html = ask(f"{watched[0].url}?{query}")
    assert (status, b"<title>Positional Encoding Lab</title>" in html) == (200, True)


def test_a_page_preloads_its_scripts_which_are_immutable(watched):
    url = watched[0].url.rstrip("/")
    page = ask(f"{url}/heatmap?n=5")[2].decode()
    library, modules = (
        re.findall('<script async src="(.*?)">', page),
        re.findall('rel="modulepreload" href="(.*?)"', page),
    )
    assert len(library) == 1 and len(modules) > 1
    for address in library + modules:
        status, headers, body = ask(url + address)
        assert (status, headers["content-type"].partition(";")[0].partition("/")[2]) == (200, "javascript")
        assert "immutable" in headers["cache-control"]
        if address in modules:
            imports = re.findall(r'^import .* from "./(.*)";', body.decode(), re.MULTILINE)
            assert {f"{address.rpartition('/')[0]}/{name}" for name in imports} <= {*modules}
    for nothing in ("nothing.js", "chart.py"):
        assert ask(f"{url}{modules[0].rpartition('/')[0]}/{nothing}")[0] == 404


STATES = ("_stcore/health", "_stcore/host-config")
CLOSED = ("_stcore/upload_file", "_stcore/agent/interact", "_stcore/metrics", "media/a.png")


@pytest.mark.parametrize("path", ["", "heatmap?n=5", *STATES, "ready", "take/no/thing", "metrics", *CLOSED])
def test_every_response_has_the_headers_and_internal_paths_are_closed(watched, path):
    status, headers, body = ask(watched[0].url + path)
    assert dict(headers).items() >= {
        (name.lower(), value) for name, value in admission.headers(hosting.hosting()).items()
    }
    assert ((status, body) == (404, b"Not found.\n")) == (path in CLOSED)
    assert b"posenc_" not in body
    assert "set-cookie" not in dict(headers)


@pytest.mark.parametrize("ancestors", ["'self'", "'none'", "https://a.example https://b.example"])
def test_the_policy_allows_no_other_origin_and_frames_by_setting(monkeypatch, ancestors):
    monkeypatch.setenv("POSENC_FRAME_ANCESTORS", ancestors)
    policy, end = admission.headers(hosting.hosting())["Content-Security-Policy"].split("; frame-ancestors ")
    assert end == ancestors
    assert not re.search(r"https?:|\*|unsafe-eval", policy)
    assert re.search(r"default-src 'none'; script-src 'self' blob: 'sha256-[^ ]*';", policy)


@pytest.mark.parametrize(
    "setting",
    [
        *("VISITORS=0", "VISITORS=many", "VISITORS=1001", "VISITORS_PER_ADDRESS=-1", "METRICS_PORT=65536"),
        *("LOG=yes", "UPLOADS=2", "HOSTS=https://lab.example"),
        *("FRAME_ANCESTORS='self'; script-src *", "FRAME_ANCESTORS=a\r\nX: y"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch, setting):
    name, _, value = setting.partition("=")
    monkeypatch.setenv(f"POSENC_{name}", value)
    with pytest.raises(ValueError, match=rf"^POSENC_{name} = .* must be "):
        hosting.hosting()


@pytest.mark.parametrize(
    ("address", "visitor"),
    [("1.2.3.4", "1.2.3.4"), ("2001:db8:1:2:3::4", "2001:db8:1:2::"), ("::ffff:1.2.3.4", "1.2.3.4"), ("unix", "unix")],
)
def test_addresses_of_one_visitor(address, visitor):
    assert network.visitor_address(address) == visitor


def test_a_full_server_refuses_pages_until_one_closes(small):
    app, metrics = small

    async def visits(url: str) -> None:
        async with Visitor(url) as first, Visitor(url):
            status, headers, body = ask(url)
            assert (status, headers["Retry-After"]) == (503, "20")
            assert b"This server is full, because 2 pages are open. This page retries in 20 seconds." in body
            # a full server is healthy
            answers = {"ready": 503, "_stcore/health": 200, "take/compare/figure.csv?n=2": 200}
            assert {path: ask(url + path)[0] for path in answers} == answers
            assert ask(url + STREAM, **UPGRADE)[0] == 503, "two connections per address"
            # WebSockets are limited to 2 times 1.25, rounded up: one more; the header of a local proxy is trusted
            with line(url, X_Forwarded_For="192.0.2.1"):
                assert ask(url + STREAM, **UPGRADE, X_Forwarded_For="192.0.2.2")[0] == 503
            assert number(metrics, "posenc_refused_total") == 3, "a probe does not count as refused"
            await first.change(p=7)
            assert first.shown["position"] == [7]
        # the server notices a closed connection a moment later
        eventually(lambda: ask(url + "ready")[0] == 200, "room")
        async with Visitor(url):
            pass

    finished(visits(app.url))


def test_the_external_address_is_never_looked_up(small):
    # equal for admission; Streamlit compares case-sensitively, and then with all addresses that it knows
    status, _, _ = ask(small[0].url + STREAM, **UPGRADE, Host="LAB.EXAMPLE", Origin="http://lab.example")
    assert status == 403


def test_a_websocket_of_another_origin_or_host_is_refused(watched):
    url, port = watched[0].url, watched[0].url.rstrip("/").rpartition(":")[2]
    here, *others = f"127.0.0.1:{port}", "localhost", f"localhost:{port}", f"[::1]:{port}", "Lab.Example:80"
    for host in (here, *others):
        assert ask(url + STREAM, **UPGRADE, Host=host, Origin=f"http://{host}")[0] == 101, host
        assert ask(url, Host=host)[0] == 200
    rebound = "evil.example", f"evil.example:{port}", "192.0.2.1", "lab.example.evil.example", "localhost.evil.example"
    for host in (*rebound, ""):
        assert ask(url + STREAM, **UPGRADE, Host=host, Origin=f"http://{host}")[0] == 403, host
        status, _, words = ask(url, Host=host)
        assert (status, b"POSENC_HOSTS" in words) == (403, True)
    local = "http://localhost:3000", f"http://localhost:{port}", "http://127.0.0.1", "null", "http://evil.example"
    for origin in (*local, f"http://{here}.evil.example", f"file://{here}"):
        assert ask(url + STREAM, **UPGRADE, Origin=origin)[0] == 403, origin
    # health probes use the IP address
    assert [ask(url + path, Host="10.0.0.1")[0] for path in ("ready", "_stcore/health")] == [200, 200]


@pytest.mark.parametrize(
    "path", ["a/b/c", "a//b", "heatmap/", "heatmap/static/js/index.js", "//evil.example/x", "%2F%2Fevil.example/x"]
)
def test_a_nested_path_redirects_to_a_page(watched, path):
    status, headers, _ = ask(f"{watched[0].url}{path}?n=5")
    assert 300 < status < 309
    assert re.fullmatch(r"(http://127\.0\.0\.1(:\d+)?)?/[^/]+\?n=5", headers["Location"])


def test_an_error_is_one_sentence_with_the_id_of_the_log(small):
    app, _ = small

    async def visits(url: str) -> str:
        async with Visitor(url) as unlucky, Visitor(url, "n=20&p=3") as other:
            await unlucky.change(k=13)
            (sentence,) = unlucky.exceptions
            await other.change(p=5)
            assert (other.exceptions, other.shown["position"]) == ([], [5])
            await unlucky.go("heatmap")
            assert not unlucky.exceptions
            return sentence

    sentence = finished(visits(app.url))
    (error,) = events(app, "error")
    assert not events(app, "run", 0), "only enabled events"
    assert re.fullmatch(r"This page could not be displayed \(error [0-9a-f]{8}\)\. Reload it, or open it .*", sentence)
    assert error["error"] in sentence
    assert (error["page"], error["type"], error["words"]) == ("compare", "RuntimeError", "cannot measure '…'")
    assert any("changed_app.py" in frame for frame in error["frames"])
    assert not any("Traceback" in line for line in app.log), "logged once"


def test_a_page_without_a_preview_is_served_and_the_log_names_what_is_missing(small):
    app, metrics = small
    errors, lines = number(metrics, "posenc_errors_total"), len(events(app, "error", 0))
    status, _, body = ask(f"{app.url}rope?n=9")
    assert status == 200 and b"<title>" in body
    assert number(metrics, "posenc_errors_total") == errors + 1
    *_, last = events(app, "error", lines + 1)
    assert last["words"] == "message preview-rope is missing in the .ftl files"


def test_the_log_has_the_text_of_an_error_that_others_log():
    try:
        raise OSError("disk full: 'what a visitor has typed'")
    except OSError as error:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "failed", (), (OSError, error, None))
    line = json.loads(observability._JsonFormatter().format(record))
    assert (line["words"], line["type"], line["error"]) == ("failed", "OSError", "disk full: '…'")


def test_a_warning_of_streamlit_is_logged_without_the_session(watched):
    app, _ = watched

    def warned() -> list[str]:
        return [line["words"] for line in events(app, "log", 0) if line["logger"].startswith("streamlit.")]

    async def visit() -> None:
        async with Visitor(app.url) as visitor:
            # Streamlit warns of a second connection of a session, with its id
            again = Visitor(app.url)
            again.session_id = visitor.session_id
            await again.open()
            await again.close()
            await asyncio.to_thread(eventually, warned, "a warning")
        (words,) = warned()
        assert re.fullmatch("Session with id '…' is already connected! .*", words)
        assert visitor.session_id not in "".join(app.log)

    finished(visit())
    banner, *rest = "".join(app.log).partition("{")
    assert all(line.startswith("{") for line in "".join(rest).splitlines()), banner


def test_an_unknown_widget_is_logged_once_per_connection(watched):
    app, metrics = watched
    before = len(events(app, "message left out", 0))

    async def visit() -> None:
        async with Visitor(app.url) as visitor:
            for name in ("", "study", "state", "config file", "n", "$$id-1-n"):
                forged = visitor.rerun(WidgetState(id=name, int_value=1))
                await visitor.raw(forged)
            for name in ("$$ID", "$$ID-", "$$ID-x-study", "$$STREAMLIT_INTERNAL_KEY_", "$$ID-0-n-None"):
                await visitor.run(visitor.rerun(WidgetState(id=name, trigger_value=True)))
            await visitor.change(n=78)
            assert not visitor.exceptions and visitor.shown["n"] == 78

    finished(visit())
    left_out = events(app, "message left out", before + 1)[before:]
    assert [(line["forged"], line["kind"]) for line in left_out] == [(True, "rerun_script")]
    assert number(metrics, "posenc_errors_total") == 0


def test_a_long_pasted_text_in_any_script_reaches_the_page(watched):
    app, _ = watched
    longest = {letter: letter * MOST_PASTED for letter in ("한", "1")} | {"😀": "😀" * (MOST_PASTED // 2)}

    async def visit(page: str, query: str, words: str) -> None:
        for text in longest.values():
            async with Visitor(app.url, query, page) as visitor:
                (box,) = [part for kind, part, _ in visitor.parts if kind == "text_area"]
                (button,) = [part for kind, part, _ in visitor.parts if kind == "button" and part.is_form_submitter]
                visitor._values[box.id] = text
                await visitor.run(visitor.rerun(WidgetState(id=button.id, trigger_value=True)))
                assert any(words in line for line in visitor.texts)
                assert any(f"At most {MOST_PASTED:,} characters" in line for line in visitor.texts)

    finished(visit("models", "", "JSON"))
    finished(visit("check", "", "could not be read"))


def test_the_log_has_parameters_and_nothing_personal(watched):
    app, _ = watched

    async def visit() -> None:
        async with Visitor(app.url, f"text={SECRET.replace(' ', '+')}&n=77", "sentence") as visitor:
            await visitor.go("heatmap")
        async with Visitor(app.url, "tab=waves&n=77", "heatmap") as visitor:
            await visitor.change(columns=SECRET)

    finished(visit())
    runs = events(app, "run", 4, n=77)
    assert [run["page"] for run in runs] == ["sentence", "heatmap", "heatmap", "heatmap"]
    assert runs[0]["asked"]["letters of text"] == runs[3]["asked"]["letters of columns"] == len(SECRET)
    assert all(run["ended"] == "whole" and run["error"] is None and 0 < run["seconds"] < 60 for run in runs)
    assert runs[1]["asked"]["schemes"]["Sinusoidal"] == asdict(Sinusoidal())
    log = "".join(line for line in app.log if line.startswith("{"))
    for private in (*SECRET.split(), "127.0.0.1:", "en-US", "Europe/Berlin", "Mozilla"):
        assert private not in log


def test_metrics_count_runs_visitors_and_errors(watched):
    app, metrics = watched

    async def visit() -> tuple[float, float]:
        async with Visitor(app.url, page="clocks"):
            runs = number(metrics, 'posenc_run_seconds_count{ended="whole",page="clocks"}')
            return runs, number(metrics, "posenc_visitors")

    (before, _), (after, visitors) = finished(visit()), finished(visit())
    assert (after, visitors >= 1) == (before + 1, True)
    for name in ("posenc_errors_total", "posenc_waiting", "posenc_slow_total"):
        assert number(metrics, name) == 0
    assert number(metrics, "posenc_kept_bytes") > 0
    assert number(metrics, "process_resident_memory_bytes") > 2**20


def test_a_file_is_a_function_of_its_link(watched):
    take = f"{watched[0].url}take/"
    status, headers, body = ask(f"{take}compare/figure.csv?n=4&d=2&scheme=Binary&p=9")
    assert (status, headers["Content-Disposition"]) == (200, 'attachment; filename="compare-figure.csv"')
    heading, *rows = body.decode().splitlines()
    assert heading.startswith('"position p, from 0",Binary: ') and rows[0] == "0,1.0,0.0"
    saved = np.load(io.BytesIO(ask(f"{take}compare/Sinusoidal.npy?n=3000&d=200")[2]), allow_pickle=False)
    np.testing.assert_allclose(saved, Sinusoidal().encode(range(3000), 200), rtol=0, atol=1e-12)
    status, _, body = ask(f"{take}compare/figure.csv?n=0")
    reason = "The link sets n = 0, but n must be a whole number from 1 to 131,072"
    assert (status, body.decode()) == (400, f"This file cannot be created: {reason}.\n")
    assert "위치" in ask(f"{take}compare/figure.csv?n=4&lang=ko")[2].decode()
    for path in ("compare/nothing.csv", "nothing/figure.csv", "compare/Index.npy", "compare/x"):
        assert ask(take + path)[0] == 404
    _, headers, _ = ask(f"{take}compare/Sinusoidal.npy", "HEAD", Accept_Encoding="gzip")
    assert (headers["Content-Type"], headers["Content-Encoding"]) == ("application/octet-stream", None)


def test_a_page_reads_an_uploaded_file_and_the_server_discards_it(small):
    (app, metrics), url = small, small[0].url

    async def visit() -> None:
        async with Visitor(url, page="check") as visitor, Visitor(url, "n=16") as other:
            for size in (1000, uploads.MAX_BYTES - 2**10):
                assert await visitor.give("file", 'töst " 1.npy', bytes(size)) == 204
                assert f"töst %22 1.npy has {size} bytes" in visitor.texts
                # the widget still refers to the discarded file
                await visitor.run(visitor.rerun())
                assert "no file" in visitor.texts and not visitor.exceptions
            await other.change(p=5)
            assert other.shown["position"] == [5]
            place = await visitor.place("one.npy")
            at = url.rstrip("/") + place.upload_url
            assert await asyncio.to_thread(put, at.replace(place.file_id, "another"), b"x") == 404
            assert await asyncio.to_thread(put, at, bytes(uploads.MAX_BYTES)) == 413
            # as after a move to another process
            visitor.session_id = ""
            visitor.cut()
            await asyncio.to_thread(eventually, lambda: number(metrics, "posenc_visitors") == 1, "room")
            await visitor.reconnect()
            await visitor.run(visitor.rerun())
            assert "no file" in visitor.texts and not visitor.exceptions
            # the previous session has ended without another event
            no_form = {"Content-Type": "text/plain"}
            await asyncio.to_thread(eventually, lambda: put(at, b"x", **no_form) == 404, "the end of a session")

    finished(visit())
    assert not any("Traceback" in line for line in app.log)


def test_an_unrequested_upload_is_refused(small):
    url = small[0].url
    assert put(f"{url}_stcore/upload_file/nobody/it", b"x") == 404
    assert ask(f"{url}_stcore/upload_file/nobody/it")[0] == 404
