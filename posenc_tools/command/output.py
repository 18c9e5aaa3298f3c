"""Argument parser, exit status, and text of the command line."""

import argparse
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
"""Columns of a line of output."""

SYLLABLE = re.compile("[가-힣]")


class Parser(argparse.ArgumentParser):
    """Argument parser with its own exit status; argparse exits with 2, the status of an unknown table."""

    json = False
    """True to report errors as JSON, too."""

    def __init__(self, prog: str, id: str = "", epilog: str = "") -> None:
        """Create a parser: the message is its description, and attributes are help. Without one it has no help."""
        formatter = argparse.RawDescriptionHelpFormatter
        super().__init__(prog, epilog=epilog, formatter_class=formatter, add_help=False, allow_abbrev=False)
        self.id = id
        if id:
            self.description = "\n".join(wrap(message(id)))
            self.groups = [
                self.add_argument_group(message(f"command-list.{name}")) for name in ("arguments", "options")
            ]
            self.groups[1].add_argument("-h", "--help", action="help", help=message("command-list.help"))

    def add(self, name: str, text: str = "", **options: Any) -> None:
        """Add an argument with the help of its name, in which `text` is an argument of the message."""
        help = message(f"{self.id}.{name.lstrip('-')}", text=text)
        self.groups[name.startswith("-")].add_argument(name, help=help, **options)

    def error(self, text: str) -> NoReturn:
        if self.json:
            print_text(json.dumps({"status": UNREADABLE, "error": text}, ensure_ascii=False))
        self.exit(UNREADABLE, printable(f"{self.prog}: {text}\n"))

    def file_error(self, error: OSError, path: object) -> NoReturn:
        """Report an error of the operating system with the file that it names, or else the path."""
        self.error(f"{error.filename or path}: {error.strerror or error}")


def exit_statuses(id: str) -> str:
    """Format the heading of exit statuses and a line for each: a message and its attributes."""
    lines = [message(id)]
    for status in range(UNREADABLE + 1):
        if (key := f"{id}.status-{status}") in current():
            lines += wrap(message(key), f"  {status}  ", "     ")
    return "\n".join(lines)


def wrap(text: str, first: str = "", later: str = "") -> list[str]:
    """Break a text into lines that fit the terminal; `first` and `later` are the indents of its lines."""
    width = min(shutil.get_terminal_size((MAX_WIDTH, 24)).columns, MAX_WIDTH)
    # a Korean syllable takes two columns: a second character stands for the other one
    lines = textwrap.wrap(SYLLABLE.sub(r"\g<0>\0", text), width, initial_indent=first, subsequent_indent=later)
    return [line.replace("\0", "") for line in lines]


def print_text(text: str) -> None:
    """Print to a pipe that may be closed early, as by `head` and `grep -q`."""
    try:
        print(printable(text), flush=True)
    except BrokenPipeError:
        # Python flushes the stream again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
