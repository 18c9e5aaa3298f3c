"""Uploads: Streamlit's handler keeps the promises of size and form, and the app those of memory and time."""

import asyncio
import io
import tomllib
import tracemalloc
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest
from starlette.applications import Starlette
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.web.server.starlette.starlette_routes import create_upload_routes

from dashboard import streamlit_internals
from dashboard.say import say
from dashboard.server import admission, hosting, uploads
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
    monkeypatch.setattr(uploads, "POLL_INTERVAL", 0)
    return manager


def served(files) -> uploads.Uploads:
    """Streamlit's handler of uploads, and what the app puts around it."""
    runtime = SimpleNamespace(is_active_session=lambda session: True)
    return uploads.Uploads(Starlette(routes=create_upload_routes(runtime, files, None)))


def place(files, session: str) -> str:
    """Return the upload URL of a session."""
    return files.get_upload_urls(session, ["table.npy"])[0].upload_url


FORM = form(b"numbers", "table.npy")[1]


async def sent(
    app, path: str, body: bytes | None = FORM, method: str = "PUT", address: str = "192.0.2.1", **more: str
) -> int | None:
    """Send a form without a network, a body of None never, and return the status; None if the connection was closed."""
    headers = form(b"", "")[0] | {"Content-Length": str(len(body or FORM))}
    headers |= {name.replace("_", "-"): value for name, value in more.items()}
    rest, statuses, connection = memoryview(body or b""), [], Mock()

    async def receive() -> dict:
        nonlocal rest
        await (asyncio.sleep(0) if rest else asyncio.Event().wait())
        piece, rest = rest[: 2**16], rest[2**16 :]
        return {"type": "http.request", "body": bytes(piece), "more_body": bool(rest)}

    async def send(message) -> None:
        statuses.append(message.get("status"))

    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "client": (address, 1)}
    scope["headers"] = [(name.lower().encode(), value.encode()) for name, value in headers.items() if value]
    await app(scope | {"connection": connection}, receive, send)
    return None if connection.abort.called else statuses[0]


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
        ({"Content_Length": ""}, 411),
        ({"Content_Length": "-1"}, 411),
        ({"Content_Length": "", "Transfer_Encoding": "chunked"}, 411),
        ({"Content_Length": str(uploads.MAX_BYTES + 1)}, 413),
    ],
)
def test_an_unexpected_upload_is_refused_before_it_is_read(files, changed, status):
    path = place(files, "me")
    # the body never arrives: reading it would block
    assert finished(sent(served(files), **{"path": path, "body": None} | changed)) == status
    assert streamlit_internals.bytes_of_file("me", path.rpartition("/")[2]) in (0, None)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"no form", 400),
        (FORM.replace(b"7MA4YWxk--", b"7MA4YWxk") + FORM, 400),
        (FORM.replace(b"; filename", b"; other"), 400),
        (FORM.replace(b"table.npy", b"x" * 2**13), 400),
        # longer than it says
        (form(bytes(2 * 2**20 + uploads.MAX_BYTES), "x.npy")[1], 413),
    ],
    ids=["no form", "two files", "no file", "a long name", "too long"],
)
def test_what_is_no_form_with_one_file_is_refused(files, body, status):
    path = place(files, "me")
    assert finished(sent(served(files), path, body, Content_Length="99")) == status
    assert not files.file_storage["me"]


def test_an_upload_waits_for_its_page_and_the_next_one_replaces_it(files):
    async def give() -> None:
        app, path = served(files), place(files, "me")
        first = asyncio.create_task(sent(app, path))
        await until(lambda: streamlit_internals.bytes_of_file("me", path.rpartition("/")[2]) == len(b"numbers"))
        assert await sent(app, path) == 404, "the upload is pending"
        path = place(files, "me")
        assert await sent(app, path, method="GET") == 204, "a proxy looks for the process of the session"
        assert await sent(app, path, form(b"", "x.CSV")[1]) == 204
        assert await first == 204, "the first upload is no longer expected"
        assert await sent(app, path) == 404, "an empty upload was discarded"
        await sent(app, path := place(files, "me"), method="DELETE")
        assert await sent(app, path) == 404

    finished(give())
    assert not [*files.file_storage["me"]]


def test_slow_late_and_unread_uploads_are_discarded(files, monkeypatch):
    monkeypatch.setattr(uploads, "GRACE", 0)
    monkeypatch.setattr(uploads, "MIN_BYTE_RATE", 1e-9)
    assert finished(sent(served(files), place(files, "slow"), None)) is None
    monkeypatch.setattr(uploads, "UNREAD_TIMEOUT", 0)
    monkeypatch.setattr(uploads, "GRACE", 3600)
    assert finished(sent(served(files), place(files, "unread"))) == 204
    path = place(files, "gone")

    async def leave() -> None:
        app = served(files)
        coming = asyncio.create_task(sent(app, path, form(bytes(2**20), "x.npy")[1]))
        await asyncio.sleep(0)
        # the page is closed, or expects another file
        files.remove_session_files("gone")
        await coming

    finished(leave())
    assert not any(record.data for stored in files.file_storage.values() for record in stored.values())


async def read_by_pages(files) -> None:
    """Read uploads forever."""
    while True:
        for session, stored in [*files.file_storage.items()]:
            for record in [record for record in stored.values() if record.data]:
                files.remove_file(session, record.file_id)
        await asyncio.sleep(0)


def test_many_large_uploads_are_processed_a_few_at_a_time_in_memory(files, monkeypatch):
    body = form(bytes(4 * uploads.SMALL), "table.npy")[1]
    monkeypatch.setattr("tempfile.TemporaryFile", Mock(side_effect=OSError("the disk is read-only")))
    monkeypatch.setattr(uploads, "PIECE_INTERVAL", 0)

    async def give() -> list[int]:
        app, reading = served(files), asyncio.create_task(read_by_pages(files))
        coming = [sent(app, place(files, f"page {i}"), body, address=f"192.0.2.{i % 5}") for i in range(20)]
        answers = await asyncio.gather(*coming)
        reading.cancel()
        return answers

    tracemalloc.start()
    try:
        assert finished(give()) == [204] * 20
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # a file grows as it is received, and is copied once
    assert most < 2.3 * uploads.MAX_LARGE * len(body)


@pytest.mark.parametrize("size", [10, uploads.SMALL])
def test_many_unfinished_uploads_do_not_block_others(files, monkeypatch, size):
    monkeypatch.setattr(uploads, "GRACE", 3600)

    async def give() -> int:
        app = served(files)
        many = [sent(app, place(files, f"{i}"), None, Content_Length=str(2 * size)) for i in range(50)]
        tasks = [asyncio.create_task(upload) for upload in many]
        await asyncio.sleep(0)
        reading = asyncio.create_task(read_by_pages(files))
        async with asyncio.timeout(20):
            answer = await sent(app, place(files, "other"), form(bytes(2 * size), "x.npy")[1], address="192.0.2.2")
        for task in (*tasks, reading):
            task.cancel()
        await asyncio.gather(*tasks, reading, return_exceptions=True)
        return answer

    assert finished(give()) == 204


def test_the_browser_has_the_same_upload_limit():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]
    assert config["maxUploadSize"] * 2**20 == uploads.MAX_BYTES == MAX_BYTES


@pytest.mark.parametrize(("value", "calls"), [("0", []), ("1", ["file_urls_request"])])
def test_uploads_can_be_disabled(files, monkeypatch, value, calls):
    monkeypatch.setenv("POSENC_UPLOADS", value)
    monkeypatch.setattr(admission.network, "connection", lambda receive: Mock())
    closed = admission.Admission(served(files), hosting.hosting())
    assert [kind for kind in ("file_urls_request", "debug_shutdown_runtime") if kind in closed.kinds] == calls
    status = finished(sent(closed, place(files, "me"), method="GET"))
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
                assert not any(say(UploadedTable.missing) in words for words in visitor.texts)
                visitor.session_id = ""
                visitor.cut()
                await visitor.reconnect()
                await visitor.run(visitor.rerun())
                assert not visitor.exceptions
                assert any(say(UploadedTable.missing) in words for words in visitor.texts)
                assert visitor.shown["charts"] == ["compare"]
                await visitor.go("check")

    finished(visit())
