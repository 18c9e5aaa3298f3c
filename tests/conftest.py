"""Hypothesis profiles, and fixtures of browser pages and servers."""

import gc
import os

# tests run in parallel processes: BLAS threads would compete for the same cores
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import pytest
from hypothesis import settings
from playwright.sync_api import expect, sync_playwright
from xdist.scheduler import LoadScopeScheduling

from tests.browser.chromium import SHORT_VISITS, executable
from tests.browser.serving import server, settled

# deterministic examples by default; HYPOTHESIS_PROFILE=explore draws new ones
settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

# a page responds slowly while other processes use the CPU
expect.set_options(timeout=30_000)

SHARED = {
    **dict.fromkeys(("tests/test_architecture.py", "tests/test_dependencies.py"), "syntax"),
    # two groups of about equal length, so that no process waits for the other one
    **{f"tests/browser/test_{name}.py": "browser 1" for name in ("compare", "following", "hosting", "start")},
    "tests/browser/": "browser 2",
}
"""Paths of tests that share a browser, or parsed files."""

ALONE = ("tests/deploy/", "tests/server/", "tests/test_package.py")
"""Paths of files with servers, or a wheel, of their own."""


class Scheduling(LoadScopeScheduling):
    """Run tests that share servers, a browser, or files in one process, so that these are made once."""

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        group = next((group for start, group in SHARED.items() if path.startswith(start)), nodeid)
        return path if path.startswith(ALONE) else group


def pytest_xdist_make_scheduler(config, log):
    """Replace `--dist loadgroup` of pytest-xdist 3.8, which has no effect with pytest 9.2."""
    return Scheduling(config, log)


def pytest_collection_finish():
    """Exclude the objects that exist by now from garbage collection, which otherwise takes longer than some pages."""
    gc.freeze()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=SHORT_VISITS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address():
    """URL of a server for all tests of a process; it must survive them without logging an error."""
    with server() as app:
        yield app.url
        assert app.process.poll() is None, "the server has exited"
        assert not app.errors


@pytest.fixture(scope="session")
def window(browser):
    """A browser context for some options, shared by later tests, so that its HTTP cache is warm."""
    windows = {}

    def window(options):
        name = str(options)
        if name not in windows:
            windows[name] = browser.new_context(**options)
        return windows[name]

    return window


@pytest.fixture
def blank(window):
    """A new or recycled page, without network checks.

    A recycled page keeps the compiled code of Streamlit and Plotly, which is more than half of a visit.
    """
    sessions = {}

    def blank(**options):
        options = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light", **options}
        page = (
            next((page for page in window(options).pages if page not in sessions), None) or window(options).new_page()
        )
        # an earlier test may have changed the size or the media
        page.set_viewport_size(options["viewport"])
        page.emulate_media(media="screen", color_scheme=options["color_scheme"])
        # background tabs are throttled
        page.bring_to_front()
        page.mouse.move(0, 0)
        session = sessions[page] = page.context.new_cdp_session(page)
        session.send("Page.resetNavigationHistory")
        # skip animations: every intermediate frame would be drawn
        session.send("Animation.enable")
        session.send("Animation.setPlaybackRate", {"playbackRate": 1000})
        return page

    yield blank
    for page, session in sessions.items():
        if not page.is_closed():
            session.detach()
            page.unroute_all()
            if page.url.startswith("http"):
                # Streamlit stores there that the entries are closed
                page.evaluate("localStorage.clear()")
            page.goto("about:blank")


@pytest.fixture
def visit(blank, address):
    """Open the app in a new session; console errors, missing files, and requests to other hosts fail the test."""
    listening, faults = [], []

    def visit(query: str = "", *, at: str = address, **options):
        page = blank(**options)
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
    """Return True for a failed request, except those of Streamlit for its own endpoints below the path of the page."""
    return answer.status >= 400 and "/_stcore/" not in answer.url


def _elsewhere(url: str, home: str) -> bool:
    host = home.partition("://")[2].partition("/")[0]
    return not url.startswith((f"http://{host}/", f"ws://{host}/", "data:", "blob:"))
