"""Entry point of `posenc` and of `python -m posenc_tools`."""

import sys

from posenc_tools.command import NAMES, posenc

if __name__ == "__main__":
    # without a command, the argument is a file to check
    command = [] if sys.argv[1:2] and sys.argv[1] in NAMES else ["check"]
    sys.exit(posenc([*command, *sys.argv[1:]], prog="python -m posenc_tools"))
