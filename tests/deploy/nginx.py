"""Find an nginx for the tests of deploy/, or unpack one: an installed one, or the system's package.

python tests/deploy/nginx.py          unpacks one if there is none; one line says what is missing if it cannot
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

OWN = Path(sys.prefix) / "nginx"


def executable() -> str | None:
    """The path of an nginx; None when there is none."""
    # sbin is often not on the path of those who may run it all the same
    places = [os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin", str(OWN / "usr" / "sbin")]
    return shutil.which("nginx", path=os.pathsep.join(places))


def install() -> None:
    """Unpack the system's package beside Python: installed, it would serve port 80 from now on."""
    OWN.mkdir(exist_ok=True)
    update = ["apt-get", "-qq", "update"]
    commands = [
        update if os.geteuid() == 0 else ["sudo", "-n", *update],
        ["apt-get", "-qq", "download", "nginx"],
        ["sh", "-c", "dpkg-deb --extract nginx_*.deb ."],
    ]
    if shutil.which("apt-get"):
        for command in commands:
            subprocess.run(command, cwd=OWN, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    if executable() is None:
        install()
    if executable() is None:
        sys.exit("No nginx for the tests of deploy/: install one, for example with 'apt-get install nginx'.")
