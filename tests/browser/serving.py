"""Start the app in a server process, and wait until a page has settled."""

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
"""Notified of each line that a server prints."""


@dataclass
class Server:
    """A running app."""

    url: str
    process: subprocess.Popen
    log: list[str] = field(default_factory=list)
    """Lines of its output."""

    @property
    def memory(self) -> int:
        """Resident memory in bytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def errors(self) -> list[str]:
        """Lines of the log about errors and invalid widget values."""
        return [line for line in self.log if '"event": "error"' in line]

    def listen(self) -> None:
        """Append the output of the process to the log."""
        for line in self.process.stdout:
            with PRINTED:
                self.log.append(line)
                PRINTED.notify_all()

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()


def free_port() -> int:
    """A free port outside the range of outgoing connections, which could occupy it before it is used."""
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
) -> Iterator[Server]:
    """Run `streamlit run script`, optionally through another command; the app itself without the project on the path.

    `python -m streamlit` would add it.
    """
    port = port or free_port()
    options = ["--server.headless=true", "--server.address=127.0.0.1", f"--server.port={port}"]
    streamlit = Path(sys.executable).with_name("streamlit")
    command = [*before, streamlit, "run", script, *options, f"--server.baseUrlPath={base}"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": "" if script.startswith("dashboard/") else str(ROOT)} | dict(environment or {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        app = Server(f"http://127.0.0.1:{port}/{base}", process)
        try:
            # Streamlit prints its address when it is ready
            for line in process.stdout:
                app.log.append(line)
                if "http" in line:
                    break
            # a full pipe would block the server
            threading.Thread(target=app.listen, daemon=True).start()
            urllib.request.urlopen(f"{app.url.rstrip('/')}/_stcore/health", timeout=60)
            yield app
        finally:
            process.kill()


@contextlib.contextmanager
def running(script: str = "dashboard/app.py", base: str = "") -> Iterator[tuple[str, int]]:
    """Run the app on a free port, and yield its URL and process id."""
    with server(script, base) as app:
        yield app.url, app.process.pid


SETTLED = """document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'
  && !document.querySelector('[data-testid=stSkeleton]')
  && [...document.querySelectorAll('[data-stale]')].every((part) => getComputedStyle(part).opacity === '1')
  && document.querySelector('[data-testid=stMain] h1, [data-testid=stAlert]')
  && [...document.querySelectorAll('.stBidiComponent')].every((place) => place.querySelector('[data-drawn]'))
  && [...document.querySelectorAll('.stPlotlyChart')].every((place) => place.querySelector('.main-svg'))"""
"""JavaScript: the script has finished, no element is stale, and every chart is drawn."""


def settled(page: Page) -> None:
    """Wait until the script has run and every chart on the page is drawn."""
    page.wait_for_function(f"() => {SETTLED}", timeout=60_000)
