"""Entry point of `posenc` and of `python -m posenc_tools`."""

import sys

from posenc_tools.command import NAMES, posenc
from posenc_tools.models.catalogue import is_path

if __name__ == "__main__":
    first = sys.argv[1] if len(sys.argv) > 1 else "-"
    # without a command, the argument is a file to check; a word is a command
    is_word = not first.startswith("-") and not is_path(first)
    command = [] if first in NAMES or is_word else ["check"]
    sys.exit(posenc([*command, *sys.argv[1:]], prog="python -m posenc_tools"))
