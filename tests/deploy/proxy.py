"""Run deploy/nginx.conf as it is, but for its ports, and replicas that are easy to make full."""

import asyncio
import contextlib
import json
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from ssl import SSLContext

import pytest

from tests.browser.serving import ROOT
from tests.deploy import nginx

DEPLOY = ROOT / "deploy"
PATIENCE = 20.0
"""Seconds until something that should have happened is called missing."""


def free_ports(count: int) -> list[int]:
    """Ports that were free a moment ago."""
    with contextlib.ExitStack() as stack:
        found = [stack.enter_context(socket.socket()) for _ in range(count)]
        for free in found:
            free.bind(("127.0.0.1", 0))
        return [free.getsockname()[1] for free in found]


def until(found: Callable[[], object], what: str) -> object:
    """Ask again until the answer is something. -> it"""
    deadline = time.monotonic() + PATIENCE
    while not (answer := found()):
        if time.monotonic() > deadline:
            pytest.fail(f"no {what} after {PATIENCE:g} seconds")
    return answer


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Proxy:
    """A running nginx."""

    def __init__(self, folder: Path, port: int, secure_port: int) -> None:
        """It serves `port`, and writes its access log into `folder`."""
        self.folder, self.port, self.secure_port = folder, port, secure_port
        self.log = folder / "access.log"

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        *,
        at: str = "",
        context: SSLContext | None = None,
        **headers: str,
    ) -> Answer:
        """One request, on a connection of its own, or `at` another address than nginx's, or under TLS."""
        place = at or f"127.0.0.1:{self.secure_port if context else self.port}"
        made = (
            HTTPSConnection(place, timeout=PATIENCE, context=context)
            if context
            else HTTPConnection(place, timeout=PATIENCE)
        )
        with contextlib.closing(made) as connection:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

    def lines(self, path: str, count: int = 1) -> list[dict]:
        """What the log says of the requests for this path, once it has so many."""

        def found() -> list[dict]:
            written = [json.loads(line) for line in self.log.read_text().splitlines()]
            return [line for line in written if line["path"] == path]

        until(lambda: len(found()) >= count, f"line for {path} in the log")
        return found()


@contextlib.contextmanager
def serving(folder: Path, port: int) -> Iterator[None]:
    """Run nginx in a folder, as its nginx.conf says, and wait until it listens on the port."""
    found = nginx.executable()
    assert found
    command = [found, "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr", "-g", "daemon off;"]
    with (
        (folder / "access.log").open("w") as log,
        (folder / "error.log").open("w") as errors,
        subprocess.Popen(command, stdout=log, stderr=errors) as process,
    ):
        try:
            until(lambda: process.poll() is not None or listens(port), "nginx")
            assert process.poll() is None, (folder / "error.log").read_text()
            yield
        finally:
            process.terminate()


@contextlib.contextmanager
def proxying(replicas: list[int], *, secure: bool = False, changes: Mapping[str, str] | None = None) -> Iterator[Proxy]:
    """Run nginx in front of replicas on these ports, with some of its configuration changed."""
    port, inner, secure_port = free_ports(3)
    text = (DEPLOY / "nginx.conf").read_text().replace("listen 8080 ", f"listen 127.0.0.1:{port} ")
    text = re.sub(r"127\.0\.0\.1:8500\b", f"127.0.0.1:{inner}", text)
    for before, after in (changes or {}).items():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    servers = (DEPLOY / "upstreams.conf").read_text().splitlines(keepends=True)
    servers = [line for line in servers if line.startswith("server")][: len(replicas)]
    servers = [re.sub(r":\d+", f":{to}", line, count=1) for line, to in zip(servers, replicas, strict=True)]
    # run by root its workers are somebody else, who must come in: pytest's own folders are closed to others
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        if secure:
            text = text.replace("# include tls.conf;", "include tls.conf;")
            tls = (DEPLOY / "tls.conf").read_text().replace("listen 8443 ", f"listen 127.0.0.1:{secure_port} ")
            (folder / "tls.conf").write_text(tls.replace(":8080", f":{port}").replace(":8443", f":{secure_port}"))
            certify(folder / "tls")
        (folder / "nginx.conf").write_text(text)
        (folder / "upstreams.conf").write_text("".join(servers))
        with serving(folder, port):
            yield Proxy(folder, port, secure_port)


def listens(port: int) -> bool:
    with contextlib.suppress(ConnectionError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def certify(folder: Path) -> None:
    """A certificate for this one test."""
    folder.mkdir()
    names = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(["openssl", "req", "-x509", "-nodes", *curve, *names, *subject], check=True, capture_output=True)


class Replica:
    """A stand-in for the app: says its name, remembers what was asked, and is full or has a file on demand."""

    def __init__(self) -> None:
        self.port = 0
        self.full = False
        self.files: set[str] = set()
        self.asked: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, to its end."""
        over = (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError)
        with contextlib.closing(writer), contextlib.suppress(*over):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                path = head.split()[1]
                self.asked.append(path)
                if "\r\nupgrade: websocket\r\n" in head.lower():
                    writer.write(b"HTTP/1.1 101 Come in\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
                    await reader.read()
                    return
                missing = path.startswith("/media/") and path not in self.files
                status = 404 if missing else 503 if self.full else 200
                writer.write(f"HTTP/1.1 {status} So\r\nContent-Length: {len(self.name)}\r\n\r\n{self.name}".encode())

    @property
    def name(self) -> str:
        return str(self.port)


@contextlib.contextmanager
def replicas(count: int = 3) -> Iterator[list[Replica]]:
    """Run stand-ins, in a thread of their own."""
    found = [Replica() for _ in range(count)]
    started: Future = Future()

    async def listen() -> None:
        over = asyncio.Event()
        for replica in found:
            server = await asyncio.start_server(replica.serve, "127.0.0.1", 0, backlog=512)
            replica.port = server.sockets[0].getsockname()[1]
        loop = asyncio.get_running_loop()
        started.set_result(lambda: loop.call_soon_threadsafe(over.set))
        await over.wait()

    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(asyncio.run, listen())
        stop = started.result(PATIENCE)
        try:
            yield found
        finally:
            stop()
            running.result(PATIENCE)
