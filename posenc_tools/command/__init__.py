"""The command line: `posenc`, or `python -m posenc_tools`."""

import os
import sys
from collections.abc import Sequence

from posenc_core import __version__
from posenc_core.text import messages
from posenc_tools.command.buffers import buffers_command
from posenc_tools.command.check import main
from posenc_tools.command.model import model_command
from posenc_tools.command.output import UNREADABLE, Parser, print_text

COMMANDS = {
    "check": "check FILE",
    "model": "model MODEL",
    "buffers": "buffers FILE",
    "version": "--version",
}
"""Commands with their arguments, by attribute of the message about them."""

PARSED = {"check": main, "model": model_command, "buffers": buffers_command}
"""Functions that parse the options of a command and run it."""

NAMES = ("check", "model", "buffers", "--lang", "--version", "-h", "--help")


def posenc(arguments: Sequence[str] | None = None, *, prog: str = "posenc") -> int:
    """Run the command line and return the exit status."""
    with messages.language(_environment_language()):
        parser = Parser(prog)
        parser.add_argument("--lang", choices=messages.LANGUAGES)
        options, rest = parser.parse_known_args(arguments)
        with messages.language(options.lang or messages.current_language()):
            return _run(rest or ["--help"], prog)


def _environment_language() -> str:
    """Language of the environment, if it has messages, else English."""
    tag = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = tag.partition("_")[0].partition(".")[0]
    return code if code in messages.LANGUAGES else "en"


def _run(arguments: Sequence[str], prog: str) -> int:
    """Run a command and return the exit status."""
    command, *rest = arguments
    if command in PARSED:
        return PARSED[command](rest, prog=f"{prog} {command}")
    if command == "--version":
        print_text(__version__)
        return 0
    if command in ("-h", "--help"):
        print_text(_commands())
        return 0
    print(f"{prog}: {messages.message('command-no-command', shown=repr(command))}\n{_commands()}", file=sys.stderr)
    return UNREADABLE


def _commands() -> str:
    """List the commands with a line about each."""
    lines = [f"posenc {usage:<12}  {messages.message(f'command-list.{id}')}" for id, usage in COMMANDS.items()]
    usage = f"{messages.message('command-usage')} posenc COMMAND"
    return "\n".join([usage, "", *lines, "", messages.message("command-list.lang")])
