"""Locate Chromium for the browser tests, or install it: an installed one, the system's package, or Playwright's.

python tests/browser/chromium.py          installs Chromium if none is found; prints one line if that fails

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
    # unhinted letter widths, as in a window: headless Chromium rounds them
    "--font-render-hinting=none",
]

SHORT_VISITS = [*FLAGS, "--js-flags=--no-turbofan"]
"""For pages that live for seconds: optimizing their scripts takes longer than running them."""

# the headless shell needs a tenth less CPU
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def executable() -> str | None:
    """Path of an installed Chromium, including Playwright's own, or None."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> None:
    """Install Chromium with the system's package manager, or else with Playwright."""
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
