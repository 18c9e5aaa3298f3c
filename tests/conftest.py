"""What all tests share: how hypothesis works, and a browser."""

import os

import pytest
from hypothesis import settings
from playwright.sync_api import sync_playwright

from tests.browser.chromium import FLAGS, executable
from tests.browser.serving import server, settled

# the same examples in every run, or fresh ones with HYPOTHESIS_PROFILE=explore
settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=100)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address():
    with server() as found:
        yield found.url
        assert not found.errors


@pytest.fixture(scope="session")
def window(browser):
    """A browser window of some look, kept for the tests to come: it holds what a second visit need not fetch again."""
    windows = {}

    def window(**look):
        look = {"viewport": {"width": 1440, "height": 900}, **look}
        name = str(look)
        if name not in windows:
            windows[name] = browser.new_context(**look)
        return windows[name]

    return window


@pytest.fixture
def visit(window, address):
    """Open the app in a new session; what the browser complains about or fetches from elsewhere fails the test."""
    pages, faults = [], []

    def visit(query: str = "", *, at: str = address, **look):
        page = window(**look).new_page()
        pages.append(page)
        page.on("console", lambda message: faults.append(message.text) if _is_fault(message) else None)
        page.on("response", lambda answer: faults.append(answer.url) if _is_missing(answer) else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: faults.append(request.url) if _elsewhere(request.url, at) else None)
        page.goto(f"{at}?{query}")
        settled(page)
        return page

    yield visit
    for page in pages:
        page.close()
    assert not faults


def _is_fault(message) -> bool:
    return message.type == "error" and "Failed to load resource" not in message.text


def _is_missing(answer) -> bool:
    """On a link to a page Streamlit asks under that page's path where its own endpoints are: those may be missing."""
    return answer.status >= 400 and "/_stcore/" not in answer.url


def _elsewhere(url: str, home: str) -> bool:
    host = home.partition("://")[2].partition("/")[0]
    return not url.startswith((f"http://{host}/", f"ws://{host}/", "data:", "blob:"))
