"""WebKit and Firefox with one interface: open a URL, evaluate JavaScript, point, click."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from shutil import which
from typing import Any, Protocol

import pytest
from marionette_driver.marionette import Marionette
from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.serving import server

EVENTUALLY = """const done = arguments[arguments.length - 1];
const look = () => {{ const found = {asked}; if (found) done(found); else setTimeout(look, 50); }};
look();"""
"""Evaluate until the result is true."""

PATIENCE = 60
"""Timeout in seconds."""


class Engine(Protocol):
    """A browser."""

    def open(self, address: str) -> None: ...

    def eventually(self, expression: str) -> Any:
        """Value of an expression once it is true."""

    def point(self, x: float, y: float, *, click: bool = False) -> None: ...


class WebKit:
    """The engine of Safari, as GTK has it."""

    def __init__(self) -> None:
        self.driver = webdriver.WebKitGTK(options=Options(), service=Service(which("WebKitWebDriver")))
        self.driver.set_script_timeout(PATIENCE)
        self.driver.set_window_size(1400, 1000)

    def open(self, address: str) -> None:
        self.driver.get(address)

    def eventually(self, expression: str) -> Any:
        return self.driver.execute_async_script(EVENTUALLY.format(asked=expression))

    def point(self, x: float, y: float, *, click: bool = False) -> None:
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(int(x), int(y))
        if click:
            actions.pointer_action.click()
        actions.perform()

    def quit(self) -> None:
        self.driver.quit()


class Firefox:
    """Gecko."""

    def __init__(self) -> None:
        self.driver = Marionette(bin=which("firefox-esr") or which("firefox"), headless=True, port=2828)
        self.driver.start_session()
        self.driver.timeout.script = PATIENCE
        self.driver.set_window_rect(width=1400, height=1000)

    def open(self, address: str) -> None:
        self.driver.navigate(address)

    def eventually(self, expression: str) -> Any:
        return self.driver.execute_async_script(EVENTUALLY.format(asked=expression), sandbox=None)

    def point(self, x: float, y: float, *, click: bool = False) -> None:
        moves = self.driver.actions.sequence("pointer", "mouse", {"pointerType": "mouse"}).pointer_move(int(x), int(y))
        (moves.click() if click else moves).perform()

    def quit(self) -> None:
        self.driver.cleanup()


@contextmanager
def screen() -> Iterator[None]:
    """A display for what draws on none, where there is none: WebKit has no headless mode."""
    if "DISPLAY" in os.environ:
        yield
        return
    ready, end = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(end), "-screen", "0", "1400x1000x24"], pass_fds=[end]) as xvfb:
        os.close(end)
        with os.fdopen(ready) as number:
            os.environ["DISPLAY"] = f":{number.readline().strip()}"
        try:
            yield
        finally:
            del os.environ["DISPLAY"]
            xvfb.terminate()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with server() as process:
        yield process.url


@pytest.fixture(scope="session", params=[WebKit, Firefox], ids=lambda engine: engine.__name__)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with ExitStack() as stack:
        stack.enter_context(screen())
        browser = request.param()
        stack.callback(browser.quit)
        yield browser
