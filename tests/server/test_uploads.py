"""Uploads: bounded, read by their page, and then discarded."""

import asyncio
import io
import tomllib
import tracemalloc
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from dashboard import streamlit_internals
from dashboard.say import say
from dashboard.server import admission, hosting, uploads
from dashboard.state import session_keys
from dashboard.state.uploaded_table import UploadedTable
from posenc_tools.readers import MAX_BYTES
from tests.browser.serving import ROOT
from tests.server.visitor import Visitor, finished, form

AT = "/_stcore/upload_file"

streamlit_internals.limit_uploads_to_one()


@pytest.fixture
def files(monkeypatch):
    """Streamlit's file storage without a server."""
    manager = MemoryUploadedFileManager(AT)
    monkeypatch.setattr(Runtime, "_instance", SimpleNamespace(uploaded_file_mgr=manager))
    monkeypatch.setattr(uploads, "POLL_INTERVAL", 0.001)
    return manager


def place(files, session: str) -> str:
    """Return the upload URL of a session."""
    return files.get_upload_urls(session, ["table.npy"])[0].upload_url


FORM = form(b"numbers", "table.npy")[1]


async def sent(
    app, path: str, body: bytes | None = FORM, method: str = "PUT", address: str = "192.0.2.1", **more: str
) -> int:
    """Send a form without a network, a body of None never, and return the status."""
    headers = form(b"", "")[0] | {"Content-Length": str(len(body or FORM))}
    headers |= {name.replace("_", "-"): value for name, value in more.items()}
    rest, statuses = memoryview(body or b""), []

    async def receive() -> dict:
        nonlocal rest
        await asyncio.sleep(0 if rest else 3600)
        piece, rest = rest[: 2**22], rest[2**22 :]
        return {"type": "http.request", "body": piece, "more_body": bool(rest)}

    async def send(message) -> None:
        statuses.append(message.get("status"))

    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items() if value]
    scope = {"type": "http", "method": method, "path": path, "headers": pairs, "client": (address, 1)}
    await app(scope, receive, send)
    return statuses[0]


async def until(holds) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"path": f"{AT}/me/another"}, 404),
        ({"path": f"{AT}/nobody/it"}, 404),
        ({"path": AT}, 404),
        ({"method": "POST"}, 405),
        ({"method": "OPTIONS"}, 405),
        ({"Content_Length": ""}, 411),
        ({"Content_Length": "-1"}, 411),
        ({"Transfer_Encoding": "chunked"}, 411),
        ({"Content_Length": str(uploads.MAX_BYTES + uploads.FORM_OVERHEAD + 1)}, 413),
        ({"Origin": "http://evil.example", "Host": "lab.example"}, 403),
        ({"Origin": "null", "Host": "lab.example"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Sec_Fetch_Site": "cross-site", "method": "DELETE"}, 403),
    ],
)
def test_an_unexpected_upload_is_refused_before_it_is_read(files, changed, status):
    path = place(files, "me")
    # the body never arrives: reading it would block
    assert finished(sent(uploads.Uploads(), **{"path": path, "body": None} | changed)) == status
    assert files.get_files("me", [path.rpartition("/")[2]])[0].data == b""


def test_a_refusal_has_the_language_of_the_page_and_else_that_of_the_browser(files, monkeypatch):
    page = SimpleNamespace(session=SimpleNamespace(id="me", session_state={session_keys.LANGUAGE: "ko"}))
    manager = SimpleNamespace(list_active_sessions=lambda: [page])
    monkeypatch.setattr(streamlit_internals, "_runtime", lambda: SimpleNamespace(_session_mgr=manager))
    tags = []
    monkeypatch.setattr(uploads, "use_language", lambda *languages: tags.append(languages))
    for session in ("me", "another"):
        assert finished(sent(uploads.Uploads(), f"{AT}/{session}/it", Origin="null", Accept_Language="de")) == 403
    assert tags == [("ko", "de"), (None, "de")]


def test_an_upload_waits_for_its_page_and_the_next_one_replaces_it(files):
    async def give() -> None:
        app, path = uploads.Uploads(), place(files, "me")
        first = asyncio.create_task(sent(app, path, Origin="https://lab.example", Host="lab.example"))
        await until(lambda: streamlit_internals.bytes_of_file("me", path.rpartition("/")[2]) == len(b"numbers"))
        assert await sent(app, path) == 404, "the upload is pending"
        path = place(files, "me")
        assert await sent(app, path, method="GET") == 204, "a proxy looks for the process of the session"
        assert await sent(app, path, form(b"", "x.CSV")[1], Sec_Fetch_Site="same-origin") == 204
        assert await first == 204, "the first upload is no longer expected"
        assert await sent(app, path) == 404, "an empty upload was discarded"
        await sent(app, path := place(files, "me"), method="DELETE")
        assert await sent(app, path) == 404
        assert (app.uploading, app.small.free) == (set(), uploads.MAX_SMALL)

    finished(give())
    assert not [*files.file_storage["me"]]


def test_a_session_uploads_one_file_at_a_time(files):
    async def give() -> None:
        app = uploads.Uploads()
        waiting = asyncio.create_task(sent(app, place(files, "me"), None))
        await until(lambda: app.uploading)
        assert await sent(app, place(files, "me"), None) == 429
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert (app.uploading, app.small.free) == (set(), uploads.MAX_SMALL)

    finished(give())


def test_slow_late_and_unread_uploads_are_discarded(files, monkeypatch):
    async def give() -> None:
        app = uploads.Uploads()
        monkeypatch.setattr(uploads, "GRACE", 0.01)
        assert await sent(app, place(files, "slow"), None) == 408
        monkeypatch.setattr(uploads, "GRACE", 10)
        path, waiting = place(files, "left"), app.pieces.request(admission.Client("", "another"))
        coming = asyncio.create_task(sent(app, path))
        await until(lambda: app.pieces.waiting)
        files.remove_session_files("left")
        app.pieces.release(waiting)
        assert await coming == 404, "the page was closed"
        monkeypatch.setattr(uploads, "UNREAD_TIMEOUT", 0.01)
        assert await sent(app, place(files, "unread")) == 204
        monkeypatch.setattr(uploads, "UNREAD_TIMEOUT", 3600)
        monkeypatch.setattr(uploads, "UNREAD_TIMEOUT_BUSY", 0)
        unread = [sent(app, place(files, f"unread {i}")) for i in range(uploads.MAX_SMALL)]
        tasks = [asyncio.create_task(upload) for upload in unread]
        # one address has half of the slots; waiting uploads get them
        async with asyncio.timeout(20):
            assert {await task for task in tasks[: uploads.MAX_SMALL // 2]} == {204}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    finished(give())
    assert not any(record.data for stored in files.file_storage.values() for record in stored.values())


async def read_by_pages(files) -> None:
    """Read uploads forever."""
    while True:
        for session, stored in [*files.file_storage.items()]:
            for record in [record for record in stored.values() if record.data]:
                files.remove_file(session, record.file_id)
        await asyncio.sleep(0)


def test_many_large_uploads_are_processed_a_few_at_a_time(files):
    body = form(bytes(4 * uploads.SMALL), "table.npy")[1]

    async def give() -> list[int]:
        app, reading = uploads.Uploads(), asyncio.create_task(read_by_pages(files))
        coming = [sent(app, place(files, f"page {i}"), body, address=f"192.0.2.{i % 5}") for i in range(50)]
        answers = await asyncio.gather(*coming)
        reading.cancel()
        return answers

    tracemalloc.start()
    try:
        assert finished(give()) == [204] * 50
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # parsing a form copies each file once
    assert most < 2 * uploads.MAX_LARGE * len(body) * 1.2


@pytest.mark.parametrize("size", [10, uploads.SMALL])
def test_many_unfinished_uploads_do_not_block_others(files, monkeypatch, size):
    monkeypatch.setattr(uploads, "GRACE", 3600)

    async def give() -> int:
        app = uploads.Uploads()
        many = [sent(app, place(files, f"{i}"), None, Content_Length=str(2 * size)) for i in range(50)]
        tasks = [asyncio.create_task(upload) for upload in many]
        await until(lambda: len(app.uploading) == 50)
        reading = asyncio.create_task(read_by_pages(files))
        async with asyncio.timeout(20):
            answer = await sent(app, place(files, "other"), form(bytes(2 * size), "x.npy")[1], address="192.0.2.2")
        for task in (*tasks, reading):
            task.cancel()
        await asyncio.gather(*tasks, reading, return_exceptions=True)
        return answer

    assert finished(give()) == 204


NAMES = st.text("né 日😀';=%\\.:-", max_size=uploads.MAX_NAME)


@given(NAMES, st.binary(max_size=100), st.sampled_from(["", "; charset=utf-8"]))
def test_a_form_is_parsed_to_its_file(name, data, more):
    headers, body = form(data, name)
    assert uploads._parse_form(headers["Content-Type"] + more, bytearray(body)) == (name, data)


@given(st.binary(max_size=300), st.sampled_from(["multipart/form-data; boundary=b", "multipart/form-data", "", "text"]))
def test_an_invalid_form_is_no_file_and_no_error(body, kind):
    for invalid in (body, b'filename="x"' + body, body + b"\r\n--b--", b'filename="x"\r\n--b--' + body + b"\r\n\r\n"):
        assert uploads._parse_form(kind, bytearray(invalid)) is None or b"\r\n\r\n" in invalid


def test_the_browser_has_the_same_upload_limit():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]
    assert config["maxUploadSize"] * 2**20 == uploads.MAX_BYTES == MAX_BYTES


@pytest.mark.parametrize(("value", "calls"), [("0", []), ("1", ["file_urls_request"])])
def test_uploads_can_be_disabled(files, monkeypatch, value, calls):
    monkeypatch.setenv("POSENC_UPLOADS", value)
    monkeypatch.setattr(admission.network, "connection", lambda receive: None)
    closed = admission.Admission(None, hosting.hosting())
    assert [kind for kind in ("file_urls_request", "debug_shutdown_runtime") if kind in closed.kinds] == calls
    status = finished(sent(closed, f"{AT}/nobody/it", method="DELETE"))
    assert status == (204 if calls else 404)


def test_a_session_moved_to_another_process_is_asked_for_its_table(url):
    table = io.BytesIO()
    np.save(table, np.eye(9, 6))

    async def visit() -> None:
        async with Visitor(url, "table=own", "check") as visitor:
            for _ in range(2):
                assert await visitor.give("file", "table.npy", table.getvalue()) == 204
                await visitor.go("compare")
                await visitor.change(scheme=["Yours", "Binary"])
                assert "portrait Yours" in visitor.shown["charts"]
                visitor.session_id = ""
                visitor.cut()
                await visitor.reconnect()
                await visitor.run(visitor.rerun())
                assert not visitor.exceptions
                assert any(say(UploadedTable.missing) in words for words in visitor.texts)
                assert {"portrait Yours", "portrait Binary"} & {*visitor.shown["charts"]} == {"portrait Binary"}
                await visitor.go("check")

    finished(visit())


def test_a_file_of_another_kind_is_refused_in_a_sentence(files):
    for name in ("setup.exe", "table.npy.exe", "npy", ""):
        path = place(files, "me")
        assert finished(sent(uploads.Uploads(), path, form(b"MZ", name)[1])) == 415
        assert files.get_files("me", [path.rpartition("/")[2]])[0].data == b""
