"""Browser of the benchmarks, and waiting for idle pages."""

from collections.abc import Iterator, Mapping, Sized
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.chromium import FLAGS, executable
from tests.browser.serving import Server, server

VIEW = ViewportSize(width=1440, height=900)


class App(NamedTuple):
    """Script and environment of a server."""

    script: str
    environment: Mapping[str, str] = {}


OURS = App("dashboard/app.py")
# with Streamlit's own garbage collection, which the app replaces
STOCK = App("tests/benchmarks/stock_app.py", {"STREAMLIT_RUNNER_POST_SCRIPT_GC": "true"})


@contextmanager
def serving(apps: Mapping[str, App]) -> Iterator[tuple[Browser, dict[str, Server]]]:
    """Start one browser, and a server for each app."""
    with ExitStack() as stack, sync_playwright() as playwright:
        servers = {
            name: stack.enter_context(server(app.script, environment=app.environment)) for name, app in apps.items()
        }
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser, servers
        browser.close()


def wait_for_script(page: Page) -> None:
    """Wait until the script has run to its end."""
    page.wait_for_function(
        "() => document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'"
    )


def wait_for_silence(page: Page, arrivals: Sized, milliseconds: float) -> None:
    """Wait until nothing has arrived for `milliseconds`."""
    count = -1
    while count != len(arrivals):
        count = len(arrivals)
        # silence has no event: only the clock can tell
        page.wait_for_timeout(milliseconds)
