"""Find a Chromium for the browser tests, or install one: an installed one, the system's package, Playwright's own.

python tests/browser/chromium.py          installs one if there is none; one line says what is missing if it cannot
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # letters as wide as in a window: without one, Chromium rounds them
    "--font-render-hinting=none",
]

SHORT_VISITS = [*FLAGS, "--js-flags=--no-turbofan"]
"""For pages that live for seconds: to optimize their scripts takes longer than they then run."""

# without a window it needs a tenth less of the processor, of which the tests have too little
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def executable() -> str | None:
    """The path of an installed Chromium, Playwright's own included; None when there is none."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> None:
    """Try the system's package manager, then Playwright."""
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    apt = [*sudo, "apt-get", "-qq"]
    attempts = [
        *([[*apt, "update"], [*apt, "install", "-y", "--no-install-recommends", name]] for name in NAMES[:2]),
        [[sys.executable, "-m", "playwright", "install", "chromium"]],
    ]
    for commands in attempts:
        if shutil.which(commands[0][0]) and all(
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0 for command in commands
        ):
            return


if __name__ == "__main__":
    if executable() is None:
        install()
    if executable() is None:
        sys.exit(f"No Chromium for the browser tests: install one, for example with 'apt-get install {NAMES[0]}'.")
