"""The browser of the benchmarks, and waiting for a page to be left alone."""

from collections.abc import Iterator, Mapping, Sized
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.chromium import FLAGS, executable
from tests.browser.serving import Server, server

VIEW = ViewportSize(width=1440, height=900)


class App(NamedTuple):
    """What is served: a script, and what its server is told."""

    script: str
    environment: Mapping[str, str] = {}


OURS = App("dashboard/app.py")
# with Streamlit's own collection of garbage, which the app does beside its runs
STOCK = App("tests/benchmarks/stock_app.py", {"STREAMLIT_RUNNER_POST_SCRIPT_GC": "true"})


@contextmanager
def serving(apps: Mapping[str, App]) -> Iterator[tuple[Browser, dict[str, Server]]]:
    """One browser, and a server for each app."""
    with ExitStack() as stack, sync_playwright() as playwright:
        servers = {
            name: stack.enter_context(server(app.script, environment=app.environment)) for name, app in apps.items()
        }
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser, servers
        browser.close()


def rested(page: Page) -> None:
    """Wait until the script has run to its end."""
    page.wait_for_function(
        "() => document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'"
    )


def quiet(page: Page, arrivals: Sized, milliseconds: float) -> None:
    """Wait until nothing has arrived for so long."""
    known = -1
    while known != len(arrivals):
        known = len(arrivals)
        # that nothing comes is no event: there is only the clock
        page.wait_for_timeout(milliseconds)
