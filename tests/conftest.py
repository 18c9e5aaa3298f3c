"""What all tests share: how hypothesis works, and a browser."""

import gc
import os

# tests run side by side: threads of their own would wait for each other
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import pytest
from hypothesis import settings
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import SHORT_VISITS, executable
from tests.browser.serving import server, settled

# the same examples in every run, or fresh ones with HYPOTHESIS_PROFILE=explore
settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

# beside another page, on busy processors, a page answers late
expect.set_options(timeout=30_000)

VISITS = ("browser", "deploy", "server")
"""Folders of tests that visit a server."""


def pytest_collection_modifyitems(items):
    """A file of visits is one process's work, so that its servers start once; those in a browser come first."""
    items.sort(key=lambda item: ("browser" not in item.fixturenames, item.path.parent.name not in VISITS))
    for item in items:
        if "browser" in item.fixturenames or item.path.parent.name in VISITS:
            item.add_marker(pytest.mark.xdist_group(str(item.path)))


def pytest_collection_finish():
    """What is loaded by now stays: nobody need look for garbage in it, which takes longer than to draw some pages."""
    gc.freeze()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=SHORT_VISITS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address():
    """One server for the tests of a process, hostile visitors and all, which must outlive them."""
    with server() as found:
        yield found.url
        assert found.process.poll() is None, "the server has ended"
        assert not found.errors


@pytest.fixture(scope="session")
def window(browser):
    """A browser window of some look, kept for the tests to come: it holds what a second visit need not fetch again."""
    windows = {}

    def window(look):
        name = str(look)
        if name not in windows:
            windows[name] = browser.new_context(**look)
        return windows[name]

    return window


@pytest.fixture
def blank(window):
    """A page without a past, which may complain.

    One that an earlier test has left still has Streamlit and Plotly compiled, which is more than half of a visit.
    """
    taken = {}

    def blank(**look):
        look = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light", **look}
        page = next((page for page in window(look).pages if page not in taken), None) or window(look).new_page()
        # an earlier test may have changed them
        page.set_viewport_size(look["viewport"])
        page.emulate_media(media="screen", color_scheme=look["color_scheme"])
        # a page in the background draws seldom
        page.bring_to_front()
        page.mouse.move(0, 0)
        session = taken[page] = page.context.new_cdp_session(page)
        session.send("Page.resetNavigationHistory")
        # what unfolds is unfolded at once: every frame in between would be drawn
        session.send("Animation.enable")
        session.send("Animation.setPlaybackRate", {"playbackRate": 1000})
        return page

    yield blank
    for page, session in taken.items():
        if not page.is_closed():
            session.detach()
            page.unroute_all()
            page.goto("about:blank")


@pytest.fixture
def visit(blank, address):
    """Open the app in a new session; what the browser complains about or fetches from elsewhere fails the test."""
    listening, faults = [], []

    def visit(query: str = "", *, at: str = address, **look):
        page = blank(**look)
        for event, listen in {
            "console": lambda message: faults.append(message.text) if _is_fault(message) else None,
            "response": lambda answer: faults.append(answer.url) if _is_missing(answer) else None,
            "pageerror": lambda error: faults.append(str(error)),
            "request": lambda request: faults.append(request.url) if _elsewhere(request.url, at) else None,
            "websocket": lambda line: faults.append(line.url) if _elsewhere(line.url, at) else None,
        }.items():
            page.on(event, listen)
            listening.append((page, event, listen))
        page.goto(f"{at}?{query}")
        settled(page)
        return page

    yield visit
    for page, event, listen in listening:
        page.remove_listener(event, listen)
    assert not faults


def _is_fault(message) -> bool:
    return message.type == "error" and "Failed to load resource" not in message.text


def _is_missing(answer) -> bool:
    """On a link to a page Streamlit asks under that page's path where its own endpoints are: those may be missing."""
    return answer.status >= 400 and "/_stcore/" not in answer.url


def _elsewhere(url: str, home: str) -> bool:
    host = home.partition("://")[2].partition("/")[0]
    return not url.startswith((f"http://{host}/", f"ws://{host}/", "data:", "blob:"))
