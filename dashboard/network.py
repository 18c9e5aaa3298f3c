"""How does the server treat its connections? What neither uvicorn nor Streamlit lets an app say, in one place.

Everything here leans on parts that they do not promise; tests/hosting/test_network.py has a test for each.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Any, NamedTuple

from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state
from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:
    # Windows, which has no such limit
    resource = None  # type: ignore[assignment]

FILES = 2**14
"""Open files that the process asks for."""

LONGEST = 2**17
"""Bytes of a WebSocket message: uvicorn refuses a longer one by its header. A page's own have some kB."""

IDLE = 10
"""Seconds within which a connection must ask for something; half a request is none."""

ENDING = 3
"""Seconds for what is under way when the process is told to end."""

BACKLOG = 100
"""Connections that are accepted before the first of them can be turned away."""

most = 2000
"""Connections at once; fewer where the system allows few open files."""


class Connection(H11Protocol):
    """A connection that must soon ask for something, and one of a bounded number."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it, or hang up where there are too many."""
        super().connection_made(transport)
        if len(self.connections) > most:
            transport.abort()
        else:
            self.loop.call_later(IDLE, self._look, None)

    def _look(self, before: object) -> None:
        """Hang up where nothing was asked since the last look; uvicorn itself waits for the rest for ever."""
        if self.transport.is_closing() or self not in self.connections:
            # gone, or a WebSocket by now, whose line the door looks after
            return
        at_work = self.cycle is not None and not self.cycle.response_complete
        if not at_work and self.cycle is before:
            self.transport.abort()
        else:
            self.loop.call_later(IDLE, self._look, self.cycle)


def settle(receive: Any, pages: int) -> None:
    """Give uvicorn its settings, from the lifespan's end of the line: before it listens, after Streamlit's."""
    global most
    # a page's session has three of its own, and a connection may have a file open as well
    most = max(min(most, (_files() - 3 * pages - 2 * BACKLOG - 50) // 2), pages)
    config = receive.__self__.config
    config.http_protocol_class = Connection
    config.ws_max_size = LONGEST
    config.backlog = BACKLOG
    config.timeout_graceful_shutdown = ENDING


def _files() -> int:
    """How many files the process may have open, once it has asked for more."""
    if not resource:
        return FILES
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, FILES) if hard > 0 else FILES, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def connection(receive: Any) -> asyncio.Transport:
    """The connection behind a request's or a WebSocket's end of the line."""
    transport: asyncio.Transport = receive.__self__.transport
    return transport


def session() -> str:
    """The session that the present run is for; nobody's where there is no server."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def said_in_address() -> dict[str, list[str]]:
    """What the present run's address says; between two pages Streamlit reads another one than it shows."""
    with get_session_state().query_params() as known:
        return known._initial_query_params | {key: known.get_all(key) for key in known}


def forget_in_address(keys: Iterable[str]) -> None:
    """Take from it what Streamlit cannot read: infinity as a whole number ends in an error."""
    with get_session_state().query_params() as known:
        for key in keys:
            known.remove_param(key)
            known._initial_query_params.pop(key, None)


class Backlog(NamedTuple):
    """What a visitor has still to take off the line."""

    session: str
    address: str
    untaken: int
    """Bytes."""


def backlogs(session_id: str | None = None) -> list[Backlog]:
    """What every open page has still to take, or that of one session."""
    # a page that is only tried out has no server
    sessions = getattr(Runtime.instance(), "_session_mgr", None) if Runtime.exists() else None
    lines = sessions.list_active_sessions() if sessions else []
    return [
        Backlog(line.session.id, _address(line.client), _untaken(line.client))
        for line in lines
        if session_id in (None, line.session.id)
    ]


def _address(client: Any) -> str:
    return one_visitor(client.client_context.remote_ip or "")


def _untaken(client: Any) -> int:
    # the queue may change meanwhile, which a copy of it does not mind
    queued: int = sum(map(len, client._send_queue._queue.copy()))
    # main.py may be run without the door
    connection = client._websocket.scope.get("connection")
    return queued + (connection.get_write_buffer_size() if connection else 0)


def one_visitor(address: str) -> str:
    """Who counts as one visitor: an IPv4 address, or an IPv6 network, since its owner has 2^64 addresses."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return str(found)
