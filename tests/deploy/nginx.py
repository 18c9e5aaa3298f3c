"""Locate nginx for the tests of deploy/, or unpack one next to Python: an installed package would occupy port 80."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

OWN = Path(sys.prefix) / "nginx"
# sbin is often not on the path of unprivileged users
PLACES = (os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin", f"{OWN}/usr/sbin")


def executable() -> str | None:
    """Path of an nginx, or None."""
    return shutil.which("nginx", path=os.pathsep.join(PLACES))


if __name__ == "__main__" and executable() is None:
    OWN.mkdir(exist_ok=True)
    root = "" if os.geteuid() == 0 else "sudo -n "
    fetch = f"{root}apt-get -qq update; apt-get -qq download nginx && dpkg-deb --extract nginx_*.deb ."
    subprocess.run(f"({fetch}) >/dev/null 2>&1", shell=True, cwd=OWN, check=False)
    if executable() is None:
        sys.exit("No nginx for the tests of deploy/: install one, for example with 'apt-get install nginx'.")
