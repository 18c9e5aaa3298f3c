"""Argument parser, exit status, and text of the command line."""

import argparse
import json
import os
import shutil
import sys
import textwrap
from typing import NoReturn
from unicodedata import category

__all__ = ["MAX_WIDTH", "UNREADABLE", "Parser", "print_text", "printable", "replace_unencodable", "wrap"]

UNREADABLE = 3
"""Exit status for unreadable files and invalid arguments."""

MAX_WIDTH = 100
"""Characters in a line of output."""

CONTROL_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of characters that control a terminal or are invisible."""


class Parser(argparse.ArgumentParser):
    """Argument parser that exits with status 3: argparse uses 2, the status of an unknown table."""

    json = False
    """True to report errors as JSON, too."""

    def error(self, message: str) -> NoReturn:
        if self.json:
            print_text(json.dumps({"status": UNREADABLE, "error": message}, ensure_ascii=False))
        self.exit(UNREADABLE, printable(f"{self.prog}: {message}\n"))


def printable(text: str) -> str:
    """Escape the characters that control a terminal or change the direction of text."""
    return "".join(json.dumps(c)[1:-1] if category(c) in CONTROL_CATEGORIES and c != "\n" else c for c in text)


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
