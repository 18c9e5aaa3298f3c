"""Shared test servers, and a function that sends requests."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest

from dashboard.state.pages import FIRST
from tests.browser.serving import PRINTED, Server, free_port, server
from tests.dashboard.conftest import PAGES

PLACES = ["" if page == FIRST else page for page in PAGES]
"""Paths of the pages."""


def ask(url: str, method: str = "GET", **headers: str) -> tuple[int, Message, bytes]:
    """Send one request without following redirects, and return status, headers, and body."""
    place = urlsplit(url).netloc
    with closing(HTTPConnection(place, timeout=60)) as connection:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, url.removeprefix(f"http://{place}"), headers=named)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()


def number(metrics: str, name: str) -> float:
    """Return the value of a metric."""
    (value,) = re.findall(rf"^{re.escape(name)} (\S+)$", ask(metrics)[2].decode(), re.MULTILINE)
    return float(value)


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Wait until a condition is met, which is tested at each line that a server prints.

    Metrics and files change without a line, so it is also tested when none came for a moment.
    """
    end = time.monotonic() + 60
    while not holds():
        if time.monotonic() > end:
            pytest.fail(what)
        with PRINTED:
            PRINTED.wait(0.02)


CHANGED = """
import streamlit as st

from dashboard.app import HERE
from dashboard.app import app as changed

# Streamlit looks for this line; what it then serves is the app itself
app = st.App(HERE / "main.py")
app = changed
"""


@contextmanager
def metered(changes: str = "", **settings: str) -> Iterator[tuple[Server, str]]:
    """Start the app with metrics, optionally changed by code; yield the server and the URL of the metrics."""
    port = str(free_port())
    environment = {f"POSENC_{name}": value for name, value in settings.items()} | {"POSENC_METRICS_PORT": port}
    with TemporaryDirectory() as folder:
        script = Path(folder, "changed_app.py")
        script.write_text(changes + CHANGED)
        with server(str(script) if changes else "dashboard/app.py", environment=environment) as app:
            yield app, f"http://127.0.0.1:{port}/metrics"


@pytest.fixture(scope="session")
def url(address):
    return address
