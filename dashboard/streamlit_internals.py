"""Use of private Streamlit APIs, which may change between versions.

No other module of the app uses them; tests/dashboard/test_streamlit_internals.py has a test for each assumption.
"""

import logging
import re
from functools import cache, wraps
from pathlib import Path
from typing import Any, NamedTuple

import streamlit

TESTED = "1.67.0"
"""Tested version, which requirements.txt pins."""

UNTESTED = (
    f"Streamlit {streamlit.__version__} is installed, but this app was tested with {TESTED}. Install the pinned "
    "version: pip install -r requirements.txt"
)

try:
    from google.protobuf.message import DecodeError
    from streamlit import logger as streamlit_logger
    from streamlit import net_util
    from streamlit.elements import layouts
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.runtime import Runtime
    from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
    from streamlit.runtime.scriptrunner import get_script_run_ctx
    from streamlit.runtime.state import get_session_state
    from streamlit.runtime.state.common import GENERATED_ELEMENT_ID_PREFIX
    from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX
    from streamlit.runtime.uploaded_file_manager import UploadedFileRec
except ImportError as error:
    raise ImportError(UNTESTED) from error

WIDGET_IDS = (GENERATED_ELEMENT_ID_PREFIX, STREAMLIT_INTERNAL_KEY_PREFIX)
"""Prefixes of widget ids."""

FRONT_PAGE = Path(streamlit.__file__).parent / "static" / "index.html"
SCRIPTS = FRONT_PAGE.parent / "static" / "js"


def check() -> str:
    """Return a warning if the installed version is not the tested one, else an empty string.

    Raises
    ------
    ImportError
        If a part is missing, as far as that shows at startup.
    """
    parts = (
        hasattr(net_util, "get_external_ip"),
        hasattr(layouts, "compute_and_register_element_id"),
        hasattr(Runtime, "exists"),
        hasattr(Runtime, "instance"),
        hasattr(Runtime, "uploaded_file_mgr"),
        hasattr(MemoryUploadedFileManager, "get_upload_urls"),
        hasattr(streamlit_logger, "setup_formatter") and hasattr(streamlit_logger, "update_formatter"),
        {"rerun_script", "app_heartbeat", "file_urls_request"} <= set(BackMsg.DESCRIPTOR.fields_by_name),
        FRONT_PAGE.exists(),
    )
    if not all(parts):
        raise ImportError(UNTESTED)
    return "" if streamlit.__version__ == TESTED else UNTESTED


# session and URL


def session_id() -> str:
    """Id of the session of the current run; empty without a server."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def is_history_navigation() -> bool:
    """Return True if the current run was caused by Back or Forward in the browser, which restores another URL."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def reported_widgets() -> set[str]:
    """Keys of the widgets whose values the browser sent for the current run."""
    state: Any = get_session_state()
    return {id.split("-", 2)[-1] for id in state._state._new_widget_state}


def expire_sessions() -> None:
    """Drop the sessions that have ended: Streamlit keeps the last one, with its uploads, until the next one ends."""
    if runtime := _runtime():
        runtime._session_mgr._session_storage._cache.expire()


def _runtime() -> Any:
    """Runtime of the server; None without a server and in AppTest, which has a mock."""
    runtime = Runtime.instance() if Runtime.exists() else None
    return runtime if type(runtime) is Runtime else None


# WebSockets


class Backlog(NamedTuple):
    """Undelivered bytes of an open page."""

    session: str
    address: str
    undelivered: int


def backlogs(session_id: str | None = None) -> list[Backlog]:
    """Backlogs of all open pages, or of one session."""
    runtime = _runtime()
    return [
        Backlog(page.session.id, page.client.client_context.remote_ip or "", _undelivered(page.client))
        for page in (runtime._session_mgr.list_active_sessions() if runtime else ())
        if session_id in (None, page.session.id)
    ]


def _undelivered(client: Any) -> int:
    # a copy, as another thread may change the queue
    queued: int = sum(map(len, client._send_queue._queue.copy()))
    # absent without the admission layer
    connection = client._websocket.scope.get("connection")
    return queued + (connection.get_write_buffer_size() if connection else 0)


class Message(NamedTuple):
    """The properties of a client message that admission depends on."""

    kind: str | None
    forged: bool
    """Whether a widget id does not have the form of Streamlit's ids."""
    for_whole_page: bytes
    """The message, with a request for a fragment replaced by one for the whole page."""


def parse_message(data: bytes | None) -> Message:
    """Parse a client message; ValueError if it is invalid."""
    try:
        parsed = BackMsg.FromString(data)
    except (DecodeError, TypeError) as error:
        raise ValueError("invalid message") from error
    kind = parsed.WhichOneof("type")
    # Streamlit would look up any other id among the app's own session state
    forged = not all(widget.id.startswith(WIDGET_IDS) for widget in parsed.rerun_script.widget_states.widgets)
    if kind == "rerun_script":
        parsed.rerun_script.ClearField("fragment_id")
    return Message(kind, forged, parsed.SerializeToString())


def identify_boxes_by_key() -> None:
    """Let a popover with another label be the same one: a new one would drop the focus of what is in it."""
    identify = layouts.compute_and_register_element_id  # type: ignore[attr-defined]

    @wraps(identify)
    def by_key(kind: str, **properties: Any) -> str:
        return identify(kind, **properties | ({"key_as_main_identity": True} if kind == "popover" else {}))

    layouts.compute_and_register_element_id = by_key  # type: ignore


# uploads


def limit_uploads_to_one() -> None:
    """Let each session expect one upload: the request of an upload URL drops the session's previous file."""
    manager = MemoryUploadedFileManager
    get_upload_urls = manager.get_upload_urls

    @wraps(get_upload_urls)
    def get_upload_url(files: MemoryUploadedFileManager, session_id: str, file_names: Any) -> Any:
        urls = get_upload_urls(files, session_id, file_names[:1])
        files.remove_session_files(session_id)
        for url in urls:
            files.add_file(session_id, UploadedFileRec(url.file_id, "", "", b""))
        return urls

    manager.get_upload_urls = get_upload_url  # type: ignore


def bytes_of_file(session_id: str, file_id: str) -> int | None:
    """Size of an uploaded file: 0 while it is expected, None if it is unknown."""
    files = _files().get_files(session_id, [file_id]) if Runtime.exists() else []
    return len(files[0].data) if files else None


def drop_file(session_id: str, file_id: str) -> None:
    """Remove an uploaded file, read or unread."""
    _files().remove_file(session_id, file_id)


def discard_read_file(uploaded: Any) -> None:
    """Discard the file of `st.file_uploader` after reading; Streamlit would keep it while the page is open.

    From the next run on the widget returns None, although the browser still shows the file name.
    """
    context: Any = get_script_run_ctx()
    context.uploaded_file_mgr.remove_file(context.session_id, uploaded.file_id)
    # the session state keeps the object
    uploaded.seek(0)
    uploaded.truncate()


def _files() -> MemoryUploadedFileManager:
    manager: Any = Runtime.instance().uploaded_file_mgr
    files: MemoryUploadedFileManager = manager
    return files


# server


def disable_external_ip_lookup() -> None:
    """Disable the lookup of the external IP address, which would block every connection from another origin."""
    net_util.get_external_ip = lambda: None


def log_through(handler: logging.Handler) -> None:
    """Send the logs of Streamlit's current and later loggers to a handler.

    Errors of pages are excluded: they are logged already, with the id that the visitor sees.
    """

    def set_up(logger: Any) -> None:
        logger.streamlit_console_handler = handler
        logger.handlers = [handler]

    streamlit_logger.setup_formatter = set_up
    streamlit_logger.update_formatter()
    logging.getLogger("streamlit.error_util").addFilter(lambda record: record.msg != "Uncaught app execution")


def inline_scripts() -> list[str]:
    """Inline scripts of Streamlit's HTML page."""
    return re.findall("<script>(.*?)</script>", front_page(), re.DOTALL)


@cache
def front_page() -> str:
    """HTML page of Streamlit, which renders every page of the app."""
    return FRONT_PAGE.read_text()
