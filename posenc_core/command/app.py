"""The command `posenc app`: start the dashboard."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from posenc_core.command.output import UNREADABLE
from posenc_core.text.messages import message


def app_command(options: Sequence[str]) -> int:
    """Start the dashboard in place of this process."""
    missing = [name for name in ("dashboard", "streamlit") if importlib.util.find_spec(name) is None]
    if missing:
        print(message("command-app-needs", names=tuple(missing)), file=sys.stderr)
        return UNREADABLE
    package = importlib.util.find_spec("dashboard")
    assert package and package.submodule_search_locations
    script = Path(package.submodule_search_locations[0]) / "app.py"
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.address=localhost", *options]
    if os.name == "posix":
        # replace this process, so that a signal to it ends the dashboard
        os.execv(sys.executable, command)
    return subprocess.call(command)
