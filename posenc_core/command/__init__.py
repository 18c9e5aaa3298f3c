"""The command line: `posenc`, or `python -m posenc_core`."""

import os
import sys
from collections.abc import Sequence

from posenc_core import __version__
from posenc_core.command.app import app_command
from posenc_core.command.buffers import buffers_command
from posenc_core.command.check import main
from posenc_core.command.model import model_command
from posenc_core.command.output import UNREADABLE, Parser, print_text
from posenc_core.text import messages

__all__ = ["NAMES", "main", "posenc"]

COMMANDS = """\
usage: posenc COMMAND

posenc check FILE    identify the table in FILE (posenc check --help)
posenc model MODEL   describe how a model encodes position, or compare two (posenc model --help)
posenc buffers FILE  compute the rotary buffers of a config.json with transformers (posenc buffers --help)
posenc app           start the dashboard; accepts the options of streamlit run
posenc --version     print the version

--lang CODE before or after the command selects the language of texts; by default, it is that of LANG."""


NAMES = ("check", "model", "buffers", "app", "--lang", "--version", "-h", "--help")


def posenc(arguments: Sequence[str] | None = None, *, prog: str = "posenc") -> int:
    """Run the command line and return the exit status."""
    parser = Parser(prog=prog, add_help=False, allow_abbrev=False)
    parser.add_argument("--lang", choices=messages.LANGUAGES)
    options, rest = parser.parse_known_args(arguments)
    with messages.language(options.lang or _environment_language()):
        return _run(rest or ["--help"], prog)


def _environment_language() -> str:
    """Language of the environment, if it has messages, else English."""
    tag = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = tag.partition("_")[0].partition(".")[0]
    return code if code in messages.LANGUAGES else "en"


def _run(arguments: Sequence[str], prog: str) -> int:
    """Run a command and return the exit status."""
    command, *rest = arguments
    if command == "check":
        return main(rest, prog=f"{prog} check")
    if command == "model":
        return model_command(rest, prog=f"{prog} model")
    if command == "buffers":
        return buffers_command(rest, prog=f"{prog} buffers")
    if command == "app":
        return app_command(rest)
    if command == "--version":
        print_text(__version__)
        return 0
    if command in ("-h", "--help"):
        print_text(COMMANDS)
        return 0
    print(f"{prog}: unknown command {command!r}\n{COMMANDS}", file=sys.stderr)
    return UNREADABLE
