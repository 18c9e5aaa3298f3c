"""Argument parser, exit status, and text of the command line."""

import argparse
import errno
import json
import os
import re
import shutil
import sys
import textwrap
from typing import Any, NoReturn

from posenc_core.text.messages import current, message
from posenc_core.text.printable import printable

UNREADABLE = 3
"""Exit status for unreadable files and invalid arguments."""

MAX_WIDTH = 100
"""Characters in a line of output."""


ARGUMENT_ERRORS = {
    "required": r"the following arguments are required: (?P<names>.*)",
    "unrecognized": r"unrecognized arguments: (?P<names>.*)",
    "value": r"argument (?P<name>.*): expected one argument",
    "none": r"argument (?P<name>.*): ignored explicit argument (?P<shown>.*)",
    "choice": r"argument (?P<name>.*): invalid choice: (?P<shown>.*) \(choose from (?P<text>.*)\)",
    "whole": r"argument (?P<name>.*): invalid int value: (?P<shown>.*)",
}
"""Errors of argparse by attribute of their translation; an error that has changed stays English."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Formatter of help in the current language."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{message('command-usage')} ")


class Parser(argparse.ArgumentParser):
    """Argument parser with help in the current language; argparse exits with 2, the status of an unknown table."""

    json = False
    """True to report errors as JSON, too."""

    def __init__(self, prog: str, id: str = "", epilog: str = "") -> None:
        """Create a parser: the message is its description, and attributes are help. Without one it has no help."""
        super().__init__(prog, epilog=epilog, formatter_class=_Formatter, add_help=False, allow_abbrev=False)
        self.id = id
        if id:
            self.description = "\n".join(wrap(message(id)))
            self._positionals.title, self._optionals.title = message("command-arguments"), message("command-options")
            self.add_argument("-h", "--help", action="help", help=message("command-help"))

    def add(self, name: str, **options: Any) -> None:
        """Add an argument with the help of its name."""
        self.add_argument(name, help=message(f"{self.id}.{name.lstrip('-')}"), **options)

    def error(self, text: str) -> NoReturn:
        for id, pattern in ARGUMENT_ERRORS.items():
            if match := re.fullmatch(pattern, text, re.DOTALL):
                text = message(f"command-invalid.{id}", **match.groupdict())
        if self.json:
            print_text(json.dumps({"status": UNREADABLE, "error": text}, ensure_ascii=False))
        self.exit(UNREADABLE, printable(f"{self.prog}: {text}\n"))

    def file_error(self, error: OSError, path: object) -> NoReturn:
        """Report an error of the operating system with the file that it names, or else the path."""
        id = f"command-file.{errno.errorcode.get(error.errno or 0)}"
        reason = message(id) if id in current() else error.strerror or error
        self.error(f"{error.filename or path}: {reason}")


def exit_statuses(id: str) -> str:
    """Format the heading of exit statuses and a line for each: a message and its attributes."""
    lines = [message(id)]
    for status in range(UNREADABLE + 1):
        if (key := f"{id}.status-{status}") in current():
            lines += wrap(message(key), f"  {status}  ", "     ")
    return "\n".join(lines)


def replace_unencodable() -> None:
    """Print ? for characters that the terminal cannot encode, such as √."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def wrap(text: str, first: str = "", later: str = "") -> list[str]:
    """Break a text into lines that fit the terminal; `first` and `later` are the indents of its lines."""
    width = min(shutil.get_terminal_size((MAX_WIDTH, 24)).columns, MAX_WIDTH)
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=later)


def print_text(text: str) -> None:
    """Print to a pipe that may be closed early, as by `head` and `grep -q`."""
    try:
        print(printable(text), flush=True)
    except BrokenPipeError:
        # Python flushes the stream again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
