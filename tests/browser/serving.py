"""Start the app as a visitor's server would, and wait for a page to stand still."""

import contextlib
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]


@contextlib.contextmanager
def running(script: str = "dashboard/app.py", base: str = "") -> Iterator[tuple[str, int]]:
    """Run `streamlit run script` on a free port. -> its address and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--server.headless=true", "--server.address=127.0.0.1", f"--server.port={port}"]
    command = [sys.executable, "-m", "streamlit", "run", script, *options, f"--server.baseUrlPath={base}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            # it prints its address when it serves
            for line in server.stdout:
                if "http" in line:
                    break
            url = f"http://127.0.0.1:{port}/{base}"
            urllib.request.urlopen(f"{url.rstrip('/')}/_stcore/health", timeout=60)
            yield url, server.pid
        finally:
            # it would wait for every open page to leave
            server.kill()


@contextlib.contextmanager
def served(script: str = "dashboard/app.py", base: str = "") -> Iterator[str]:
    """The same, for who needs only the address."""
    with running(script, base) as (url, _):
        yield url


def settled(page: Page) -> None:
    """Wait until the script has run and every chart on the page is drawn."""
    page.wait_for_selector("[data-testid=stApp]", timeout=60_000)
    page.wait_for_function(
        """() => document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'
          && !document.querySelector('[data-testid=stSkeleton]')
          && document.querySelector('[data-testid=stMain] h1, [data-testid=stAlert]')
          && [...document.querySelectorAll('.chart, .stPlotlyChart')]
            .every((chart) => chart.matches('[data-drawn]') || chart.querySelector('.main-svg'))""",
        timeout=60_000,
    )
