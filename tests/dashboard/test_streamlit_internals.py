"""What this app takes from Streamlit without a promise is still so, each thing by its name.

What takes a server and a slow reader, the bytes that `backlogs` counts, is tested in tests/server/test_network.py, and
in tests/server/test_uploads.py that no session outlives its page.
"""

import logging
import re
import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from unittest.mock import Mock

import pytest
import streamlit
from streamlit import error_util, net_util
from streamlit import logger as streamlit_logger
from streamlit.elements import layouts
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec
from streamlit.testing.v1 import AppTest

from dashboard import streamlit_internals
from dashboard.server.admission import ALLOWED_MESSAGES, headers
from dashboard.server.hosting import hosting

ROOT = Path(__file__).parents[2]
WANTED = r"^Streamlit \S+ is installed, but this app was tested with \S+\. .*: pip install -r req"


def test_the_tested_version_is_the_pinned_one():
    assert f"\nstreamlit=={streamlit_internals.TESTED} \\\n" in (ROOT / "requirements.txt").read_text()
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    assert f"streamlit=={streamlit_internals.TESTED}" in groups["dashboard"]
    assert streamlit_internals.check() == ""


def test_another_working_version_is_logged_in_one_sentence(monkeypatch):
    monkeypatch.setattr(streamlit, "__version__", "9.9.9")
    assert re.search(WANTED, streamlit_internals.check())


@pytest.mark.parametrize(
    ("module", "part"), [(net_util, "get_external_ip"), (layouts, "compute_and_register_element_id")]
)
def test_a_part_missing_at_the_start_names_the_version(monkeypatch, module, part):
    monkeypatch.delattr(module, part)
    with pytest.raises(ImportError, match=WANTED):
        streamlit_internals.check()


@pytest.mark.parametrize("part", ["proto.BackMsg_pb2", "runtime.scriptrunner", "runtime.state", "runtime"])
def test_a_missing_module_names_the_version(monkeypatch, part):
    monkeypatch.setitem(__import__("sys").modules, f"streamlit.{part}", None)
    spec = spec_from_file_location("anew", streamlit_internals.__file__)
    with pytest.raises(ImportError, match=WANTED):
        spec.loader.exec_module(module_from_spec(spec))


def test_without_a_server_there_is_no_session():
    assert streamlit_internals.session_id() == ""
    assert streamlit_internals.backlogs() == []


def test_every_open_page_has_a_session_an_address_and_a_backlog(monkeypatch):
    """tests/server/test_network.py checks these names on a real WebSocket."""
    runtime = object.__new__(Runtime)
    client = Mock(client_context=Mock(remote_ip="192.0.2.1"))
    client._send_queue._queue.copy.return_value = [b"four", b"more"]
    client._websocket.scope = {"connection": Mock(get_write_buffer_size=lambda: 3)}
    runtime._session_mgr = Mock()
    runtime._session_mgr.list_active_sessions.return_value = [Mock(session=Mock(id="me"), client=client)]
    monkeypatch.setattr(Runtime, "_instance", runtime)
    assert streamlit_internals.backlogs() == streamlit_internals.backlogs("me") == [("me", "192.0.2.1", 11)]
    assert streamlit_internals.backlogs("you") == []


def run() -> None:
    import streamlit as st

    from dashboard import streamlit_internals

    st.session_state["session"] = streamlit_internals.session_id()
    st.session_state["back"] = streamlit_internals.is_history_navigation()
    st.session_state["reported"] = streamlit_internals.reported_widgets()
    st.number_input("Number", key="n")


def test_a_run_knows_its_session_and_the_browser_state():
    app = AppTest.from_function(run).run()
    assert not app.exception
    assert app.session_state["session"]
    assert app.session_state["back"] is False
    assert app.session_state["reported"] == set()
    app.number_input[0].set_value(3).run()
    assert app.session_state["reported"] == {"n"}


def test_a_message_has_a_kind():
    widgets = [{"id": "$$ID-1-a", "int_value": 1}, {"id": "$$STREAMLIT_INTERNAL_KEY_$$ID-1-b__events"}]
    message = BackMsg(rerun_script={"widget_states": {"widgets": widgets}})
    expected = ("rerun_script", False, message.SerializeToString())
    assert streamlit_internals.parse_message(message.SerializeToString()) == expected
    part = BackMsg(rerun_script={"fragment_id": "one"})
    part.MergeFrom(message)
    assert streamlit_internals.parse_message(part.SerializeToString()) == expected
    for name in ("", "a", "study", "$ID-1-a", " $$ID-1-a"):
        forged = BackMsg(rerun_script={"widget_states": {"widgets": [*widgets, {"id": name}]}})
        assert streamlit_internals.parse_message(forged.SerializeToString()).forged, name
    for kind in ALLOWED_MESSAGES - {"rerun_script"}:
        assert streamlit_internals.parse_message(BackMsg(**{kind: True}).SerializeToString())[:2] == (kind, False)
    assert streamlit_internals.parse_message(b"") == (None, False, b"")


def test_a_session_keeps_only_its_last_file(monkeypatch):
    streamlit_internals.limit_uploads_to_one()
    files = MemoryUploadedFileManager("/at")
    assert streamlit_internals.bytes_of_file("me", "it") is None, "without a server"
    monkeypatch.setattr(Runtime, "_instance", Mock(uploaded_file_mgr=files))
    last, *rest = files.get_upload_urls("me", ["a", "b"])
    assert (last.upload_url, rest) == (f"/at/me/{last.file_id}", [])
    (next_one,) = files.get_upload_urls("me", ["a"])
    (others,) = files.get_upload_urls("you", ["a"])
    sizes = [streamlit_internals.bytes_of_file("me", uploaded.file_id) for uploaded in (last, next_one, others)]
    assert sizes == [None, 0, None]
    files.add_file("me", UploadedFileRec(next_one.file_id, "a", "", b"four"))
    assert streamlit_internals.bytes_of_file("me", next_one.file_id) == 4
    streamlit_internals.drop_file("me", next_one.file_id)
    assert streamlit_internals.bytes_of_file("me", next_one.file_id) is None


def test_a_file_is_released_after_reading(monkeypatch):
    files, record = MemoryUploadedFileManager("/at"), UploadedFileRec("it", "a", "", bytes(1000))
    files.add_file("me", record)
    uploaded = UploadedFile(record, FileURLs())
    monkeypatch.setattr(
        streamlit_internals, "get_script_run_ctx", lambda: Mock(session_id="me", uploaded_file_mgr=files)
    )
    before = sys.getrefcount(record.data)
    streamlit_internals.discard_read_file(uploaded)
    assert (uploaded.getvalue(), files.get_files("me", ["it"])) == (b"", [])
    after = sys.getrefcount(record.data)
    assert after == before - 1


@pytest.mark.parametrize("data", [b"\xff\xff", None, "text"])
def test_an_invalid_message_raises_a_value_error(data):
    with pytest.raises(ValueError, match="invalid message"):
        streamlit_internals.parse_message(data)


def test_the_external_address_lookup_is_disabled(monkeypatch):
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    streamlit_internals.disable_external_ip_lookup()
    assert net_util.get_external_ip() is None


def test_all_logs_use_one_handler_except_page_errors(monkeypatch):
    monkeypatch.setattr(streamlit_logger, "setup_formatter", streamlit_logger.setup_formatter)
    logger, records = logging.getLogger("streamlit.error_util"), []
    monkeypatch.setattr(logger, "filters", [])
    handler = logging.Handler()
    handler.emit = lambda record: records.append(record.name)
    try:
        streamlit_internals.log_through(handler)
        error_util.handle_uncaught_app_exception(RuntimeError("said by a test"))
        assert "streamlit.error_util" not in records
        records.clear()
        names = ["streamlit.error_util", "uvicorn.error", "streamlit.begins later"]
        for name in names:
            streamlit_logger.get_logger(name).warning("other words")
        assert records == names
    finally:
        monkeypatch.undo()
        streamlit_logger.update_formatter()


def test_a_box_with_another_label_is_the_same_one():
    import dashboard.bar.bar  # noqa: F401

    def page():
        import streamlit as st

        label = "first" if "again" not in st.session_state else "second"
        st.session_state["again"] = True
        st.popover(label, key="box", on_change="rerun")

    app = AppTest.from_function(page).run()
    (before,) = app.get("popover")
    (after,) = app.run().get("popover")
    assert (before.proto.popover.label, after.proto.popover.label) == ("first", "second")
    assert before.proto.popover.id == after.proto.popover.id


def test_the_policy_contains_every_script_of_the_page():
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text()
    assert len(streamlit_internals.inline_scripts()) == len(re.findall(r"<script(?![^>]*\bsrc=)", page)) > 0
    policy = headers(hosting())["Content-Security-Policy"]
    assert policy.count("'sha256-") == len(streamlit_internals.inline_scripts())
