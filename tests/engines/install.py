"""Install what drives WebKit and Firefox, from the system's packages, where it is missing.

python tests/engines/install.py           one line says what is missing if it cannot
"""

import os
import subprocess
import sys
from shutil import which

PACKAGES = {"WebKitWebDriver": "webkit2gtk-driver", "firefox-esr": "firefox-esr", "Xvfb": "xvfb"}
"""Package of each program."""


def missing() -> list[str]:
    """Packages whose programs are missing."""
    return [package for program, package in PACKAGES.items() if not which(program)]


if __name__ == "__main__":
    if missing() and which("apt-get"):
        apt = [*([] if os.geteuid() == 0 else ["sudo", "-n"]), "apt-get", "-qq"]
        for command in ([*apt, "update"], [*apt, "install", "-y", "--no-install-recommends", *missing()]):
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if missing():
        sys.exit(f"These are missing: {', '.join(missing())}")
