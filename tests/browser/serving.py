"""Start the app as a visitor's server would, and wait for a page to stand still."""

import contextlib
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import randrange

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]

PRINTED = threading.Condition()
"""Notified at each line that a server prints."""


@dataclass
class Server:
    """A running app."""

    url: str
    process: subprocess.Popen
    log: list[str] = field(default_factory=list)
    """What it has printed."""

    @property
    def memory(self) -> int:
        """Bytes of its memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def errors(self) -> list[str]:
        """Lines of its log about what no visitor can have asked for."""
        return [line for line in self.log if '"event": "error"' in line or '"event": "forged value"' in line]

    def listen(self) -> None:
        """Append what it prints to its log."""
        for line in self.process.stdout:
            with PRINTED:
                self.log.append(line)
                PRINTED.notify_all()

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait()


def free_port() -> int:
    """A port that nobody has, and that no outgoing connection is given before it is used."""
    while True:
        port = randrange(20_000, 32_768)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextlib.contextmanager
def server(
    script: str = "dashboard/app.py",
    base: str = "",
    *,
    port: int | None = None,
    environment: Mapping[str, str] | None = None,
    before: tuple[str, ...] = (),
    streamlit: tuple[str, ...] = (sys.executable, "-m", "streamlit"),
) -> Iterator[Server]:
    """Run `streamlit run script`, perhaps by way of another command."""
    port = port or free_port()
    options = ["--server.headless=true", "--server.address=127.0.0.1", f"--server.port={port}"]
    command = [*before, *streamlit, "run", script, *options, f"--server.baseUrlPath={base}"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | dict(environment or {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        found = Server(f"http://127.0.0.1:{port}/{base}", process)
        try:
            # it prints its address when it serves
            for line in process.stdout:
                found.log.append(line)
                if "http" in line:
                    break
            # a full pipe would hold it up
            threading.Thread(target=found.listen, daemon=True).start()
            urllib.request.urlopen(f"{found.url.rstrip('/')}/_stcore/health", timeout=60)
            yield found
        finally:
            process.kill()


@contextlib.contextmanager
def running(script: str = "dashboard/app.py", base: str = "") -> Iterator[tuple[str, int]]:
    """Run the app on a free port. -> its address and its process."""
    with server(script, base) as found:
        yield found.url, found.process.pid


SETTLED = """document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'
  && !document.querySelector('[data-testid=stSkeleton]')
  && [...document.querySelectorAll('[data-stale]')].every((part) => getComputedStyle(part).opacity === '1')
  && document.querySelector('[data-testid=stMain] h1, [data-testid=stAlert]')
  && [...document.querySelectorAll('.stBidiComponent')].every((place) => place.querySelector('[data-drawn]'))
  && [...document.querySelectorAll('.stPlotlyChart')].every((place) => place.querySelector('.main-svg'))"""
"""Whether the script has run, nothing is faded that waits for its run, and every chart is drawn, in JavaScript."""


def settled(page: Page) -> None:
    """Wait until the script has run and every chart on the page is drawn."""
    page.wait_for_function(f"() => {SETTLED}", timeout=60_000)
