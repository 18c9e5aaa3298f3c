"""Shared parts of the scenarios: servers, figures with bounds, connections, and simulated users."""

import asyncio
import contextlib
import math
import random
import re
import socket
import statistics
import time
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from websockets import WebSocketException

from dashboard.state.parameters import GRID_SIDE, PARAMETERS, PATCH
from tests.browser.serving import Server, free_port, server
from tests.deploy.proxy import proxying
from tests.server.conftest import PLACES
from tests.server.visitor import Visitor

HERE, THERE = "127.0.0.1", "127.0.0.2"
LOST = (TimeoutError, OSError, WebSocketException)
"""Exceptions of a closed connection."""


class Figure(NamedTuple):
    """A measurement and its limit; bold if it exceeds the limit."""

    words: str
    value: float
    unit: str = ""
    most: float = math.inf

    def __str__(self) -> str:
        number = f"{self.value:,.2f}" if self.value < 10 and self.value % 1 else f"{self.value:,.0f}"
        bound = "" if self.most == math.inf else f" (at most {self.most:,g})"
        text = f"{self.words} {number}{self.unit and ' '}{self.unit}{bound}"
        return text if self.value <= self.most else f"**{text}**"


Row = list[Figure]


def none(words: str, problems: list[str]) -> Figure:
    """Number of events that must never occur."""
    for fault in problems[:5]:
        print("    ", fault)
    return Figure(words, len(problems), most=0)


class Lab:
    """One process, or several behind nginx; each can be killed and restarted."""

    def __init__(self, count: int = 1, nginx: bool = False, limits: str = "true", **environment: str) -> None:
        self.stack, self.count, self.nginx, self.environment = contextlib.ExitStack(), count, nginx, environment
        self.before = ("sh", "-c", f'{limits}; exec "$@"', "sh")
        self.ports = [free_port() for _ in range(2 * count)]

    def __enter__(self) -> "Lab":
        self.servers = [self.start(number) for number in range(self.count)]
        nginx = self.stack.enter_context(proxying(self.ports[: self.count])) if self.nginx else None
        self.port = nginx.port if nginx else self.ports[0]
        self.url = f"http://{HERE}:{self.port}/"
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def start(self, number: int) -> Server:
        environment = {"POSENC_METRICS_PORT": str(self.ports[self.count + number]), **self.environment}
        return self.stack.enter_context(server(port=self.ports[number], environment=environment, before=self.before))

    @property
    def visitors(self) -> int:
        """Sum over the metrics of all processes."""
        pages = [urllib.request.urlopen(f"http://{HERE}:{port}/").read() for port in self.ports[self.count :]]
        return sum(round(float(re.search(rb"^posenc_visitors (\S+)$", page, re.M)[1])) for page in pages)

    def memory(self, field: str = "VmRSS") -> float:
        """Memory of the largest process in MiB: current, or with VmHWM its peak."""
        statuses = [Path(f"/proc/{app.process.pid}/status").read_text() for app in self.servers]
        return max(int(re.search(rf"{field}:\s+(\d+)", text)[1]) for text in statuses) / 1024

    @property
    def peak(self) -> Figure:
        return Figure("peak memory", self.memory("VmHWM"), "MiB", 1024)

    async def connect(self, text: str = "", source: str = HERE) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect from an address and send a text."""
        connection = socket.socket()
        connection.setblocking(False)
        # unread data remain on the server
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**16)
        connection.bind((source, 0))
        await asyncio.get_running_loop().sock_connect(connection, (HERE, self.port))
        reader, writer = await asyncio.open_connection(sock=connection, limit=2**18)
        writer.write(text.encode())
        return reader, writer

    def asking(self, path: str = "", *headers: str, version: str = "1.1") -> str:
        """A request as text."""
        return "\r\n".join([f"GET /{path} HTTP/{version}", f"Host: {HERE}:{self.port}", *headers, "", ""])

    async def get(self, path: str = "", source: str = HERE, seconds: float = 60) -> tuple[int, bytes]:
        """GET request: status and content, or status 0 after a timeout."""
        with contextlib.suppress(*LOST):
            async with asyncio.timeout(seconds):
                # HTTP 1.0 sends the content unchunked
                text = self.asking(path, "Accept-Encoding: gzip", version="1.0")
                reader, writer = await self.connect(text, source)
                with contextlib.closing(writer):
                    head, _, content = (await reader.read()).partition(b"\r\n\r\n")
                    return int(head[9:12] or 0), content
        return 0, b""

    async def answers(self, most: float, path: str = "", source: str = HERE) -> Figure:
        """Repeat a request until it succeeds, for at most twice the limit."""
        begun, what = time.monotonic(), "a small file" if path else "the page"
        while (status := (await self.get(path, source, most))[0]) != 200 and time.monotonic() < begun + 2 * most:
            await asyncio.sleep(0.5)
        return Figure(f"{what} is available after", time.monotonic() - begun if status == 200 else math.inf, "s", most)

    async def line(self) -> asyncio.StreamWriter:
        """Open a WebSocket that is never read."""
        upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        upgrade += [f"Origin: http://{HERE}:{self.port}", f"Sec-WebSocket-Key: {22 * 'A'}=="]
        reader, writer = await self.connect(self.asking("_stcore/stream", *upgrade))
        async with asyncio.timeout(20):
            await reader.readuntil(b"\r\n\r\n")
        return writer

    @contextlib.asynccontextmanager
    async def relay(self, source: str = THERE, rate: float = math.inf) -> AsyncIterator[str]:
        """Relay from another address, with a shared rate in bytes per second; yield its URL."""
        free = 0.0

        async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal free
            with contextlib.suppress(ConnectionError), contextlib.closing(writer):
                while data := await reader.read(2**16):
                    now = time.monotonic()
                    free = max(free, now) + len(data) / rate
                    await asyncio.sleep(free - now)
                    writer.write(data)
                    await writer.drain()

        async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            far_reader, far_writer = await self.connect(source=source)
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))

        listening = await asyncio.start_server(join, HERE, 0, backlog=512)
        yield f"http://{HERE}:{listening.sockets[0].getsockname()[1]}/"
        listening.close()


class Student:
    """Client with the expected state of its page."""

    def __init__(self, visitor: Visitor, seed: int) -> None:
        self.visitor, self.random = visitor, random.Random(seed)
        self.wanted: dict[str, Any] = {key: PARAMETERS[key].default for key in "ndpk"}
        self.page = "compare"

    async def change(self, key: str, *values: int) -> None:
        """Change a number if the page has its control."""
        if key in self.visitor.shown:
            self.wanted[key] = self.random.choice(values)
            await self.visitor.change(**{key: self.wanted[key]})

    async def go(self, *pages: str) -> None:
        self.page = self.random.choice([page for page in pages if page != self.page])
        await self.visitor.go(self.page)

    async def act(self) -> None:
        """Change the position, less often another number, or the page."""
        what = self.random.random()
        if what < 0.15:
            await self.go(*PLACES)
            return
        key = "p" if what < 0.75 else self.random.choice(("n", "d", "k"))
        await self.change(key, *{"n": (64, 128, 200, 256), "d": (16, 32, 64, 128)}.get(key, range(1, 60)))

    @property
    def faults(self) -> list[str]:
        """Differences of the page from the visitor's settings, or from its address."""
        state, parameters = self.visitor.shown, parse_qs(self.visitor.query)
        problems = [f"an error: {fault}" for fault in self.visitor.exceptions]
        if self.visitor.page != self.page:
            problems.append(f"not /{self.page} but /{self.visitor.page}")
        for key, value in self.wanted.items():
            if state.get(key, value) != value:
                problems.append(f"{key} is {state[key]}, not {value}, on /{self.page}")
            # the URL has every value that is not the default; Start has its own keys
            if self.page and parameters.get(key, [str(PARAMETERS[key].default)]) != [str(value)]:
                problems.append(f"the URL has {key} = {parameters.get(key)}, not {value}")
        # marked positions; one pair of Clocks starts at a position with a successor, and Images marks a patch
        room = self.wanted["n"] - 1 - self.wanted["k"]
        row, column = (PARAMETERS[key].default for key in PATCH)
        patch = row * GRID_SIDE + column if self.page == "images" else None
        if not set(state["position"]) <= {self.wanted["p"], min(self.wanted["p"], room), 0, patch, None}:
            problems.append(f"a chart on /{self.page} marks {state['position']}, not {self.wanted['p']}")
        return problems


@contextlib.asynccontextmanager
async def students(url: str, count: int) -> AsyncIterator[list[Student]]:
    """Open the URL in several clients at the same time."""
    group = [Student(Visitor(url, patience=30), seed) for seed in range(count)]
    await asyncio.gather(*(student.visitor.open() for student in group))
    yield group
    await asyncio.gather(*(student.visitor.close() for student in group), return_exceptions=True)


async def lesson(group: list[Student], seconds: float, look: float) -> Row:
    """Results of clients that act for some seconds, on average every `look` seconds."""
    took, faults, end = [], [], time.monotonic() + seconds

    async def study(student: Student) -> None:
        while time.monotonic() + (pause := min(student.random.expovariate(1 / look), 3 * look)) < end:
            await asyncio.sleep(pause)
            try:
                await student.act()
            except LOST as error:
                took.append(1e3 * student.visitor.patience)
                faults.append(repr(error))
                return
            took.append(1e3 * student.visitor.last_run_seconds)
            faults.extend(student.faults)

    await asyncio.gather(*map(study, group))
    steps, speed = (
        statistics.quantiles(took, n=20, method="inclusive"),
        Figure("changes per second", len(took) / seconds),
    )
    return [speed, Figure("p50", steps[9], "ms"), Figure("p95", steps[18], "ms"), none("errors", faults)]
