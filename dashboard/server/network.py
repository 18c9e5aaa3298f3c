"""How the server treats its connections: the limits that uvicorn does not let an app say, in one place.

Everything here leans on parts that uvicorn does not promise; tests/server/test_network.py has a test for each.
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
    # Windows, which has no such limit
    resource = None  # type: ignore[assignment]

FILES = 2**14
"""Open files that the process asks for."""

LONGEST = 2**19
"""Bytes of a WebSocket message: uvicorn refuses a longer one by its header.

A page's own have some kB, and a pasted text up to 100,000 characters of three bytes.
"""

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


LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


def is_own(scope: Scope, hosts: frozenset[str]) -> bool:
    """Whether a visitor asks for an address of this server, or a name that its operator knows, and from a page of it.

    A page of another site could lead a browser here under a name of its own, and would be no other site then.
    """
    named = dict(scope["headers"])
    host, origin = (named.get(name, b"").decode("latin-1").lower() for name in (b"host", b"origin"))
    if origin and not re.fullmatch(r"https?://" + re.escape(host), origin):
        return False
    name = re.sub(r":\d*$", "", host).strip("[]")
    # an IPv6 socket that takes IPv4 as well says so
    listening = str((scope.get("server") or ("",))[0]).removeprefix("::ffff:")
    return "*" in hosts or (bool(name) and name in LOCAL | hosts | {listening})


def client(scope: Scope) -> str:
    """Who asks, as one visitor."""
    return one_visitor((scope.get("client") or ("",))[0])


def one_visitor(address: str) -> str:
    """Who counts as one visitor: an IPv4 address, or an IPv6 network, since its owner has 2^64 addresses."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return str(found)
