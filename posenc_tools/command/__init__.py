"""The command line: `posenc`, or `python -m posenc_tools`."""

import os
import sys
from collections.abc import Sequence

from posenc_core import __version__
from posenc_core.text.messages import LANGUAGES, current_language, language, message
from posenc_tools.command.buffers import buffers_command
from posenc_tools.command.check import main
from posenc_tools.command.model import model_command
from posenc_tools.command.output import UNREADABLE, Parser, print_text

COMMANDS = {"check": main, "model": model_command, "buffers": buffers_command}
"""Functions that parse the options of a command and run it."""

NAMES = (*COMMANDS, "--lang", "--version", "-h", "--help")


def posenc(arguments: Sequence[str] | None = None, *, prog: str = "posenc") -> int:
    """Run the command line and return the exit status."""
    # a terminal may be unable to encode characters such as √
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    with language(_environment_language()):
        parser = Parser(prog)
        parser.add_argument("--lang", choices=LANGUAGES)
        options, rest = parser.parse_known_args(arguments)
        with language(options.lang or current_language()):
            return _run(rest or ["--help"], prog)


def _environment_language() -> str:
    """Language of the environment, if it has messages, else English."""
    tag = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = tag.partition("_")[0].partition(".")[0]
    return code if code in LANGUAGES else "en"


def _run(arguments: Sequence[str], prog: str) -> int:
    """Run a command and return the exit status."""
    command, *rest = arguments
    if command in COMMANDS:
        return COMMANDS[command](rest, prog=f"{prog} {command}")
    if command == "--version":
        print_text(__version__)
        return 0
    usage = {"check": "check FILE", "model": "model MODEL", "buffers": "buffers FILE", "version": "--version"}
    lines = [f"posenc {usage:<12}  {message(f'command-list.{id}')}" for id, usage in usage.items()]
    commands = "\n".join(["usage: posenc COMMAND", "", *lines, "", message("command-list.lang")])
    if command in ("-h", "--help"):
        print_text(commands)
        return 0
    print(f"{prog}: {message('command-no-command', shown=repr(command))}\n{commands}", file=sys.stderr)
    return UNREADABLE
