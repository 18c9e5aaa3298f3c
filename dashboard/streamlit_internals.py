"""What this app takes from Streamlit beyond what it promises: parts that another version may build otherwise.

Nothing else in the app imports them; tests/dashboard/test_streamlit_internals.py has a test for each thing that is
taken for granted here.
"""

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

import streamlit

TESTED = "1.67.0"
"""The version that this app was tested with: the one that requirements.txt pins."""

WANTED = (
    f"Streamlit {streamlit.__version__} is installed; this app was tested with {TESTED}: install the pinned version "
    "(pip install -r requirements.txt)"
)

try:
    from google.protobuf.message import DecodeError
    from streamlit import logger as streamlit_logger
    from streamlit import net_util
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.runtime import Runtime
    from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
    from streamlit.runtime.scriptrunner import get_script_run_ctx
    from streamlit.runtime.state import get_session_state
    from streamlit.runtime.state.common import GENERATED_ELEMENT_ID_PREFIX
    from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX, Serialized, Value, WStates
    from streamlit.runtime.uploaded_file_manager import UploadedFileRec
except ImportError as error:
    raise ImportError(WANTED) from error

WIDGET_IDS = (GENERATED_ELEMENT_ID_PREFIX, STREAMLIT_INTERNAL_KEY_PREFIX)
"""Beginnings of the ids of widgets."""

FRONT_PAGE = Path(streamlit.__file__).parent / "static" / "index.html"

P = ParamSpec("P")
R = TypeVar("R")


def check() -> str:
    """One sentence where another version is installed than the tested one, which may work; nothing where none is.

    Raises ImportError with that sentence where a part is missing that can be looked for before anybody comes.
    """
    parts = (
        hasattr(net_util, "get_external_ip"),
        hasattr(Runtime, "exists"),
        hasattr(Runtime, "instance"),
        hasattr(Runtime, "uploaded_file_mgr"),
        hasattr(MemoryUploadedFileManager, "get_upload_urls"),
        hasattr(streamlit_logger, "setup_formatter") and hasattr(streamlit_logger, "update_formatter"),
        {"rerun_script", "app_heartbeat", "file_urls_request"} <= set(BackMsg.DESCRIPTOR.fields_by_name),
        FRONT_PAGE.exists(),
    )
    if not all(parts):
        raise ImportError(WANTED)
    return "" if streamlit.__version__ == TESTED else WANTED


def _expected(function: Callable[P, R]) -> Callable[P, R]:
    """Where a part is not what it was, say which version has it."""

    @wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except AttributeError as error:
            raise RuntimeError(WANTED) from error

    return asked


# the session and its address


@_expected
def session() -> str:
    """The session that the present run is for; nobody's where there is no server."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


@_expected
def is_history_navigation() -> bool:
    """Whether the present run is that of a step back or forward in the browser, which restores another address."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


@_expected
def reported_widgets() -> set[str]:
    """The keys of the widgets whose values the browser has sent for the present run."""
    state: Any = get_session_state()
    return {id.split("-", 2)[-1] for id in state._state._new_widget_state}


@_expected
def forget_sessions() -> None:
    """Forget all that have ended: Streamlit keeps the last, with what it was given, until the next one ends."""
    found = Runtime.instance() if Runtime.exists() else None
    # a page that is only tried out has something that stands in for a server
    if type(found) is Runtime:
        sessions: Any = found._session_mgr
        sessions._session_storage._cache.expire()


# the lines to browsers


class Backlog(NamedTuple):
    """What a visitor has still to take off the line."""

    session: str
    address: str
    untaken: int
    """Bytes."""


@_expected
def backlogs(session_id: str | None = None) -> list[Backlog]:
    """What every open page has still to take, or that of one session."""
    found = Runtime.instance() if Runtime.exists() else None
    # a page that is only tried out has no server, or something that stands in for one
    lines: list[Any] = found._session_mgr.list_active_sessions() if type(found) is Runtime else []
    return [
        Backlog(line.session.id, line.client.client_context.remote_ip or "", _untaken(line.client))
        for line in lines
        if session_id in (None, line.session.id)
    ]


def _untaken(client: Any) -> int:
    # the queue may change meanwhile, which a copy of it does not mind
    queued: int = sum(map(len, client._send_queue._queue.copy()))
    # main.py may be run without the door
    connection = client._websocket.scope.get("connection")
    return queued + (connection.get_write_buffer_size() if connection else 0)


class Message(NamedTuple):
    """What a browser says, as far as it matters whether the server shall hear it."""

    kind: str | None
    widgets: int
    """How many it tells the value of."""
    forged: bool
    """Whether it names a widget as Streamlit names none."""
    about_all: bytes
    """The same, asking for the whole page where it asks for a fragment alone."""


@_expected
def message(data: bytes | None) -> Message:
    """Read what a browser says; ValueError for what is no message."""
    try:
        found = BackMsg.FromString(data)
    except (DecodeError, TypeError) as error:
        raise ValueError("this is no message") from error
    kind, widgets = found.WhichOneof("type"), found.rerun_script.widget_states.widgets
    # Streamlit would look such a one up among the app's own values
    forged = not all(each.id.startswith(WIDGET_IDS) for each in widgets)
    if kind == "rerun_script":
        found.rerun_script.ClearField("fragment_id")
    return Message(kind, len(widgets), forged, found.SerializeToString())


def expect_values_of_their_kind(tell: Callable[[str], None]) -> None:
    """Give a widget its default where a browser sends a value that it cannot have, and report its name.

    Streamlit would take the value for the app's own and end the run with an error.
    """
    read = WStates.__getitem__

    @wraps(read)
    def value(states: WStates, name: str) -> Any:
        said, widget = states.states.get(name), states.widget_metadata.get(name)
        if widget is not None and isinstance(said, Serialized):
            with suppress(Exception):
                kinds = {said.value.WhichOneof("value") or widget.value_type, widget.value_type}
                # a browser says a whole number as such, also where others can be said
                if len(kinds) == 1 or kinds == {"int_value", "double_value"}:
                    return read(states, name)
            states[name] = Value(widget.deserializer(None))
            tell(name.split("-", 2)[-1])
        return read(states, name)

    WStates.__getitem__ = value  # type: ignore


def is_of_the_browser(error: Exception) -> bool:
    """Whether an error says no more than that a browser has said what no page lets it say."""
    return isinstance(error, streamlit.errors.StreamlitSelectionCountExceedsMaxError)


# files that visitors give


def expect_one_file_of_a_session() -> None:
    """Where a session asks where to send a file, forget the one before, and wait for this one alone."""
    kind = MemoryUploadedFileManager
    addresses = kind.get_upload_urls

    @wraps(addresses)
    def address(files: MemoryUploadedFileManager, session_id: str, file_names: Any) -> Any:
        found = addresses(files, session_id, file_names[:1])
        files.remove_session_files(session_id)
        for each in found:
            files.add_file(session_id, UploadedFileRec(each.file_id, "", "", b""))
        return found

    kind.get_upload_urls = address  # type: ignore


@_expected
def bytes_of_file(session_id: str, file_id: str) -> int | None:
    """How many bytes are kept of a file, 0 while it is waited for; None where it is not, or is known no more."""
    found = _files().get_files(session_id, [file_id]) if Runtime.exists() else []
    return len(found[0].data) if found else None


@_expected
def keep_file(session_id: str, file_id: str, name: str, data: bytes) -> None:
    """Keep a file until its page has read it."""
    _files().add_file(session_id, UploadedFileRec(file_id, name, "application/octet-stream", data))


@_expected
def drop_file(session_id: str, file_id: str) -> None:
    """Keep a file no longer, whether it was read or not."""
    _files().remove_file(session_id, file_id)


@_expected
def forget_file(uploaded: Any) -> None:
    """Empty what `st.file_uploader` gave, once it is read: Streamlit would keep it as long as its page is open.

    From the next run on the widget gives nothing, though a browser still shows the file's name.
    """
    context: Any = get_script_run_ctx()
    context.uploaded_file_mgr.remove_file(context.session_id, uploaded.file_id)
    # what the widget gave is kept with its session, too
    uploaded.seek(0)
    uploaded.truncate()


def _files() -> MemoryUploadedFileManager:
    found: Any = Runtime.instance().uploaded_file_mgr
    files: MemoryUploadedFileManager = found
    return files


# the server


def ask_nobody_for_own_address() -> None:
    """Streamlit would ask somebody else for it, and wait: at every connection from another origin."""
    net_util.get_external_ip = lambda: None


def log_through(handler: logging.Handler) -> None:
    """Let all that Streamlit's server logs go through a handler, also what begins to log later.

    But for the error of a page, which it would log once more, without the id that the visitor sees.
    """

    def set_up(logger: Any) -> None:
        logger.streamlit_console_handler = handler
        logger.handlers = [handler]

    streamlit_logger.setup_formatter = set_up
    streamlit_logger.update_formatter()
    logging.getLogger("streamlit.error_util").addFilter(lambda record: record.msg != "Uncaught app execution")


def inline_scripts() -> list[str]:
    """The scripts that stand in Streamlit's own page, as they are written there."""
    return re.findall("<script>(.*?)</script>", front_page(), re.DOTALL)


def front_page() -> str:
    """Streamlit's own page, in which its script draws every other."""
    return FRONT_PAGE.read_text()
