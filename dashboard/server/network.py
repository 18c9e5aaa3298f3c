"""Connection limits that uvicorn does not let an app configure.

Everything here uses private parts of uvicorn; tests/server/test_network.py has a test for each.
"""

import asyncio
import re
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:
    # Windows has no such limit
    resource = None  # type: ignore[assignment]

MAX_FILES = 2**14
"""Open files that the process requests from the system."""

MAX_MESSAGE = 2**19
"""Bytes of a WebSocket message: uvicorn refuses a longer one by its header.

Messages of a page have a few kB, a pasted text up to 100,000 characters of three bytes.
"""

IDLE_TIMEOUT = 10
"""Seconds within which a connection must send a complete request."""

SHUTDOWN_TIMEOUT = 3
"""Seconds for active requests when the process is told to stop."""

BACKLOG = 100
"""Connections that are accepted before the first of them can be closed."""

max_connections = 2000
"""Simultaneous connections; fewer if the system allows few open files."""


class Connection(H11Protocol):
    """A connection with an idle timeout, one of at most `max_connections`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, or close it if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > max_connections:
            transport.abort()
        else:
            self.loop.call_later(IDLE_TIMEOUT, self._check, None)

    def _check(self, last_cycle: object) -> None:
        """Close the connection if it is idle since the last check; uvicorn would wait for the request forever."""
        if self.transport.is_closing() or self not in self.connections:
            # closed, or upgraded to a WebSocket, which the admission layer watches
            return
        is_active = self.cycle is not None and not self.cycle.response_complete
        if not is_active and self.cycle is last_cycle:
            self.transport.abort()
        else:
            self.loop.call_later(IDLE_TIMEOUT, self._check, self.cycle)


def configure(receive: Any, pages: int) -> None:
    """Configure uvicorn through the `receive` callable of the lifespan: before it listens, after Streamlit did."""
    global max_connections
    # the session of a page has three open files, and a connection may have one as well
    max_connections = max(min(max_connections, (_open_files() - 3 * pages - 2 * BACKLOG - 50) // 2), pages)
    config = receive.__self__.config
    config.http_protocol_class = Connection
    config.ws_max_size = MAX_MESSAGE
    config.backlog = BACKLOG
    config.timeout_graceful_shutdown = SHUTDOWN_TIMEOUT


def _open_files() -> int:
    """Raise the limit of open files, and return it."""
    if not resource:
        return MAX_FILES
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, MAX_FILES) if hard > 0 else MAX_FILES, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def connection(receive: Any) -> asyncio.Transport:
    """Transport of the request or WebSocket that `receive` belongs to."""
    transport: asyncio.Transport = receive.__self__.transport
    return transport


async def drain(receive: Any) -> None:
    """Wait until a WebSocket's write buffer is below asyncio's limit, 64 kB, or the connection is lost."""
    await receive.__self__.writable.wait()


LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


def is_own(scope: Scope, hosts: frozenset[str]) -> bool:
    """Return True if a request names this server (a listen address or one of `hosts`) and is same-origin.

    The host name is checked because of DNS rebinding: a foreign site could resolve its name to this server.
    """
    headers = dict(scope["headers"])
    host, origin = (headers.get(name, b"").decode("latin-1").lower() for name in (b"host", b"origin"))
    if origin and not re.fullmatch(r"https?://" + re.escape(host), origin):
        return False
    name = re.sub(r":\d*$", "", host).strip("[]")
    # a dual-stack socket reports an IPv4-mapped address
    listening = str((scope.get("server") or ("",))[0]).removeprefix("::ffff:")
    return "*" in hosts or (bool(name) and name in LOCAL | hosts | {listening})


def client_address(scope: Scope) -> str:
    """Address of the client of a request, as `visitor_address` returns it."""
    return visitor_address((scope.get("client") or ("",))[0])


def visitor_address(address: str) -> str:
    """Address that counts as one visitor: an IPv4 address, or an IPv6 network, as its owner has 2^64 addresses."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)
