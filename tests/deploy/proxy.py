"""Run deploy/nginx.conf with other ports, and replicas with adjustable capacity."""

import contextlib
import gzip
import json
import os
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from ssl import SSLContext
from threading import Thread
from typing import NamedTuple

import pytest
import uvicorn
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from tests.browser.serving import ROOT, free_port
from tests.deploy import nginx
from tests.server.conftest import eventually

DEPLOY = ROOT / "deploy"
PATIENCE = 20.0
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket"}
OPENING = UPGRADE | {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "A" * 22 + "=="}
CERTIFY = "openssl req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -keyout privkey.pem"
CERTIFY += " -out fullchain.pem -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"


def free_ports(count: int) -> list[int]:
    """Distinct free ports."""
    ports: set[int] = set()
    while len(ports) < count:
        ports.add(free_port())
    return [*ports]


class Proxy(NamedTuple):
    """A running nginx."""

    folder: Path
    port: int
    secure_port: int

    def ask(
        self,
        path,
        *,
        body=None,
        tls: SSLContext | None = None,
        by="",
        hold: ExitStack | None = None,
        method="",
        **headers,
    ):
        """Send a request, or a handshake for the path of the stream. -> the answer; `hold` keeps the connection open"""
        connection = HTTPConnection("127.0.0.1", self.port, PATIENCE, (by, 0))
        if tls:
            connection = HTTPSConnection("127.0.0.1", self.secure_port, timeout=PATIENCE, context=tls)
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        fields |= OPENING if path.endswith("/stream") else {}
        connection.request(method or ("POST" if body else "GET"), path, body, fields)
        answer = connection.getresponse()
        if hold:
            hold.callback(connection.close)
        else:
            packed, content = answer.headers["Content-Encoding"] == "gzip", answer.read()
            answer.text = (gzip.decompress(content) if packed else content).decode()
            connection.close()
        return answer

    def lines(self, path: str, count: int = 1) -> list[dict]:
        """Lines of the log for this path, once there are `count`."""
        log = self.folder / "access.log"
        eventually(lambda: log.read_text().count(f'"path":"{path}"') >= count, f"line for {path} in the log")
        return [line for line in map(json.loads, log.read_text().splitlines()) if line["path"] == path]


@contextlib.contextmanager
def proxying(ports: list[int], *, secure: bool = False, changes: Mapping[str, str] | None = None) -> Iterator[Proxy]:
    """Run nginx in front of replicas on these ports, with changes to its configuration."""
    if nginx.executable() is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no nginx: run tests/deploy/nginx.py")
    inner, port, secure_port = free_ports(3)
    texts = {name: (DEPLOY / name).read_text() for name in ("nginx.conf", "tls.conf", "upstreams.conf")}
    for before, after in (({"# include tls": "include tls"} if secure else {}) | dict(changes or {})).items():
        assert before in texts["nginx.conf"], before
        texts["nginx.conf"] = texts["nginx.conf"].replace(before, after)
    for before, after in (("8080", port), ("8443", secure_port), ("8500", inner)):
        for name in ("nginx.conf", "tls.conf"):
            texts[name] = texts[name].replace(f" {before} ", f" 127.0.0.1:{after} ").replace(f":{before}", f":{after}")
    rules = texts["upstreams.conf"].partition(":8501")[2].partition("\n")[0]
    texts["upstreams.conf"] = "".join(f"server 127.0.0.1:{replica}{rules}\n" for replica in ports)
    # workers of root run as another user, and pytest's folders are closed to others
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        for name, text in texts.items():
            (folder / name).write_text(text)
        if secure:
            (folder / "tls").mkdir()
            subprocess.run(CERTIFY.split(), cwd=folder / "tls", check=True, capture_output=True)
        command = [nginx.executable(), "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr", "-g", "daemon off;"]
        log, errors = (stack.enter_context((folder / f"{name}.log").open("w")) for name in ("access", "error"))
        process = stack.enter_context(subprocess.Popen(command, stdout=log, stderr=errors))
        stack.callback(process.terminate)
        # written once nginx listens
        eventually(lambda: process.poll() is not None or (folder / "nginx.pid").exists(), "nginx")
        assert process.poll() is None, (folder / "error.log").read_text()
        yield Proxy(folder, port, secure_port)


class Replica(uvicorn.Server):
    """A stand-in for the app: remembers what it was asked, and is full for one path. `/take/long` never ends.

    Of a file it takes what there is if it waits for one, or nothing.
    """

    def __init__(self) -> None:
        super().__init__(uvicorn.Config(self.answer, interface="asgi3", lifespan="off", log_config=None))
        self.full, self.asked, self.waits, self.taken = "", [], False, 0
        listening = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = listening.getsockname()[1]
        Thread(target=self.run, args=([listening],), daemon=True).start()

    async def answer(self, scope, receive, send) -> None:
        self.asked.append(Headers(scope=scope))
        if scope["path"] == self.full:
            await Response(status_code=503)(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
        elif scope["path"].startswith("/_stcore/upload_file/") and (scope["method"] == "GET" or not self.waits):
            await Response(status_code=204 if self.waits else 404)(scope, receive, send)
        elif scope["path"].startswith("/_stcore/upload_file/"):
            self.taken = len(await Request(scope, receive).body())
            await Response(status_code=204)(scope, receive, send)
        elif scope["path"] == "/take/long":
            await send({"type": "http.response.start", "status": 200})
            await send({"type": "http.response.body", "body": bytes(2**14), "more_body": True})
        else:
            await Response()(scope, receive, send)
        while not (await receive())["type"].endswith("disconnect"):
            pass


@contextlib.contextmanager
def replicas(count: int = 3) -> Iterator[list[Replica]]:
    """Run stand-ins."""
    replicas_ = [Replica() for _ in range(count)]
    try:
        yield replicas_
    finally:
        for replica in replicas_:
            replica.should_exit = replica.force_exit = True
