"""The command `posenc`, also as `python -m posenc_core`, where `check` may be left out: check a table, read a model."""

import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn
from unicodedata import category

import numpy as np

from posenc_core import __version__, models
from posenc_core.arrays import Array
from posenc_core.diagnosis import Account, Diagnosis, Pairs, diagnose, resized
from posenc_core.diagnosis.words import advice, evidence, verdict
from posenc_core.foundation.base import Scheme
from posenc_core.readers import KINDS, Tensor, tensors

__all__ = ["main", "posenc"]

MOST_BYTES = 2**40
"""A file of a model may be large: of its tensors one is read."""

MOST_NUMBERS = 2**23
"""A table of 8192 x 1024."""

UNREAD = 3
"""Exit status where nothing could be diagnosed."""

WORST = 3
"""So many rows and columns are named in JSON."""

LISTED = 20
"""So many tensors are named where one has to be chosen."""

WIDTH = 100
"""Characters of a line, at most."""

STATUS = """\
exit status:
  0  known: an encoding, attention biases, or a trained table
  1  a known bug
  2  not recognized, recognized except for some values or only with unusual parameters, or a kind of
     matrix that is no encoding, such as equal rows or attention weights (0 with --allow-kind)
  3  it could not be read, or the command was not understood

rows and columns are counted from 0"""

CONTROLS = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode's categories of characters that a terminal may obey, or shows as nothing."""

PLACED = re.compile(r"\b(row|column)s? \d", re.IGNORECASE)
"""A row or a column by its number."""


class _Parser(argparse.ArgumentParser):
    """A parser whose own errors are not taken for a table that is not known."""

    json = False
    """Whether whoever reads the output expects an object."""

    def error(self, message: str) -> NoReturn:
        if self.json:
            _say(json.dumps({"status": UNREAD, "error": message}, ensure_ascii=False))
        self.exit(UNREAD, _printable(f"{self.prog}: {message}\n"))


COMMANDS = """\
posenc check FILE    say what the table in a file is: posenc check --help
posenc model NAME    say how a model encodes position, by its name or a config.json: posenc model --help
posenc app           start the dashboard, with any options of streamlit run
posenc --version     print the version
"""


NAMES = ("check", "model", "app", "--version", "-h", "--help")


def posenc(arguments: Sequence[str] | None = None, *, prog: str = "posenc") -> int:
    """Run a command of `posenc`: check a table, describe a model, or start the dashboard. -> the exit status"""
    command, *rest = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    if command == "check":
        return main(rest, prog=f"{prog} check")
    if command == "model":
        return _model(rest, prog=f"{prog} model")
    if command == "app":
        return _app(rest)
    if command == "--version":
        _say(__version__)
        return 0
    if command in ("-h", "--help"):
        _say(COMMANDS.rstrip())
        return 0
    print(f"{prog}: no command {command!r}; the commands are\n{COMMANDS.rstrip()}", file=sys.stderr)
    return UNREAD


def _app(options: Sequence[str]) -> int:
    """Start the dashboard, which is another package: here it is run, and never imported."""
    missing = [name for name in ("dashboard", "streamlit") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"posenc app needs {' and '.join(missing)}: pip install 'posenc-core[app]'", file=sys.stderr)
        return UNREAD
    found = importlib.util.find_spec("dashboard")
    assert found and found.submodule_search_locations
    script = Path(found.submodule_search_locations[0]) / "app.py"
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.address=localhost", *options]
    if os.name == "posix":
        # in the place of this process, so that whoever ends it ends the dashboard
        os.execv(sys.executable, command)
    return subprocess.call(command)


def main(arguments: Sequence[str] | None = None, *, prog: str = "python -m posenc_core") -> int:
    """Identify the table in a file. -> the exit status"""
    parser = _Parser(
        prog=prog,
        description="Say what a table of positions is: with which parameters, how far off, and what shows it.",
        epilog=STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", type=Path, help=f"a file ({', '.join(KINDS)}): one row per position")
    parser.add_argument("--tensor", metavar="NAME", help="which tensor, where a file holds several tables")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a config.json to compare the table with")
    parser.add_argument("--allow-kind", action="store_true", help="exit with 0 for a known kind of matrix, too")
    parser.add_argument("--resized-from", type=Path, metavar="FILE", help="name the interpolation of this other table")
    parser.add_argument("--json", action="store_true", help="print JSON")
    # a terminal without a letter, such as √, shows ? instead
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    arguments = sys.argv[1:] if arguments is None else arguments
    parser.json = "--json" in arguments
    given = parser.parse_args(arguments)
    try:
        with given.file.open("rb") as file:
            found = tensors(file, given.file.name, most_bytes=MOST_BYTES, most_numbers=MOST_NUMBERS)
            if given.config:
                named = [each for each in found if re.search(models.NAMES, each.name)] or list(found)
                chosen = _chosen(found if given.tensor else named[:1], given.tensor)
                numbers = chosen.read()
                compared = models.comparison(models.from_config(given.config), numbers)
                same = compared.id.endswith("-same")
                _say(
                    json.dumps({"verdict": str(compared)})
                    if given.json
                    else f"{' '.join(chosen.name.split())}: {compared}"
                )
                alone = None if same or given.json else diagnose(numbers)
                if alone and alone.state != "unknown":
                    _say(f"Without the configuration: {verdict(alone)}")
                return 0 if same else 1
            chosen = _chosen(found, given.tensor)
            if given.resized_from:
                return _resized(chosen, given)
            diagnosis = diagnose(chosen.read())
    except OSError as error:
        parser.error(f"{error.filename or given.file}: {error.strerror or error}")
    except ValueError as error:
        parser.error(str(error))
    status = 0 if given.allow_kind and diagnosis.state == "kind" else diagnosis.status
    if given.json:
        values = _values(diagnosis) | {"status": status, "note": chosen.note}
        _say(json.dumps(values, allow_nan=False, ensure_ascii=False))
    else:
        _say(_text(diagnosis, chosen.note))
    return status


def _resized(new: Tensor, given: argparse.Namespace) -> int:
    """Print the interpolation that makes a table from another one. -> exit status"""
    with given.resized_from.open("rb") as file:
        found = tensors(file, given.resized_from.name, most_bytes=MOST_BYTES, most_numbers=MOST_NUMBERS)
        several = given.tensor if len(found) > 1 else None
        relation = resized(new.read(), _chosen(found, several).read())
    if given.json:
        values = relation._asdict() | {"methods": [each._asdict() for each in relation.methods]}
        _say(json.dumps({"status": relation.status, "verdict": str(relation), **values}, ensure_ascii=False))
    else:
        width = min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH)
        _say("\n".join(line for each in relation.claims() for line in textwrap.wrap(str(each), width)))
    return relation.status


def _model(arguments: Sequence[str], *, prog: str) -> int:
    """Describe how a model encodes position. -> the exit status"""
    parser = _Parser(
        prog=prog,
        description="Say how a model encodes position: what was read, what is assumed, and what is not known.",
        epilog="exit status:\n  0  it is known\n  2  the family of the encoding is not known\n"
        "  3  it could not be read, or the command was not understood",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("model", help="the path of a config.json, or a name of the catalogue such as 'Llama 3.1 8B'")
    parser.add_argument("--at", type=int, metavar="POSITION", help="say what holds at this position, too")
    parser.add_argument("--json", action="store_true", help="print JSON")
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    parser.json = "--json" in arguments
    given = parser.parse_args(arguments)
    if given.at is not None and not 0 <= given.at < 2**40:
        parser.error(f"--at {given.at} must be a position from 0 to 2**40 - 1")
    try:
        file = given.model.endswith(".json") or Path(given.model).is_file()
        model = models.from_config(given.model) if file else models.model(given.model)
        said = models.describe(model, given.at)
    except OSError as error:
        parser.error(f"{given.model}: {error.strerror or error}")
    except ValueError as error:
        parser.error(f"{given.model}: {error}" if file else str(error))
    except Exception as error:
        # a traceback would end with 1, the status of a known bug
        parser.error(f"{given.model}: it could not be read ({type(error).__name__}: {error})")
    parts = {name: [str(each) for each in claims] for name, claims in said._asdict().items()}
    if given.json:
        _say(
            json.dumps({"name": model.name, "kind": model.kind, **parts, "read": dict(model.read)}, ensure_ascii=False)
        )
    else:
        _say(_of_model(model, parts))
    return 2 if model.kind == "unknown" else 0


def _of_model(model: models.Model, parts: dict[str, list[str]]) -> str:
    """The sentences about a model, wrapped, with what was read and where its facts are from."""
    width = min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH)
    titles = {"about": "", "at": "", "assumed": "Assumed:", "unknown": "Not known:"}
    lines = []
    for name, sentences in parts.items():
        lead = "  " if titles[name] else ""
        lines += [titles[name]] * bool(titles[name] and sentences)
        for each in sentences:
            lines += textwrap.wrap(each, width, initial_indent=lead, subsequent_indent=lead)
    if model.read:
        lines += ["Read:", *(f"  {key} = {_short(value)}" for key, value in model.read.items())]
    if model.sources:
        lines += ["Sources:", *(f"  {each}" for each in model.sources)]
    return "\n".join(lines)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= WIDTH else f"{text[:WIDTH]}…"


def _printable(text: str) -> str:
    """Text for a terminal: characters that control it, or turn the direction of letters, as JSON escapes them."""
    return "".join(json.dumps(each)[1:-1] if category(each) in CONTROLS and each != "\n" else each for each in text)


def _say(text: str) -> None:
    """Print it, to whoever still reads: `head` and `grep -q` have enough before the end."""
    try:
        print(_printable(text), flush=True)
    except BrokenPipeError:
        # what is left over is written once more when Python ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _chosen(found: Sequence[Tensor], name: str | None) -> Tensor:
    """The tensor of this name, or the only one."""
    chosen = [each for each in found if name in (None, each.name)]
    if len(chosen) == 1:
        return chosen[0]
    listed = "\n".join(f"  {each.name!r}: {each.shape[0]:,} x {each.shape[1]:,} {each.kind}" for each in found[:LISTED])
    more = f"\n  and {len(found) - LISTED:,} more" if len(found) > LISTED else ""
    sliced = found[0].note.removesuffix(".")
    why = f"no table is called {name!r}" if name else sliced or "the file holds several tables"
    raise ValueError(f"{why}: choose with --tensor one of\n{listed}{more}")


def _text(found: Diagnosis, note: str) -> str:
    """The verdict, what shows it, what was left out of the file, and the line to change."""
    width = min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH)
    lines = textwrap.wrap(verdict(found), width)
    said = evidence(found)
    if any(PLACED.search(each) for each in said):
        said += ["Rows and columns are counted from 0."]
    said += [note] if note else []
    lines += [line for each in said for line in textwrap.wrap(each, width, subsequent_indent="  ")]
    if change := advice(found):
        lines += ["", *textwrap.wrap(change.story, width), *textwrap.wrap(change.seen, width)]
        # code keeps its lines
        wrong = f"If {change.meant} was meant, probably wrong:" if change.meant else "Probably wrong:"
        lines += ["", wrong, textwrap.indent(change.wrong, "  ")]
        lines += ["Right:", textwrap.indent(change.right, "  ")]
    return "\n".join(lines)


def _values(found: Diagnosis) -> dict[str, Any]:
    """All of it, by names that stay."""
    change = advice(found)
    return {
        "status": found.status,
        "state": found.state,
        "verdict": verdict(found),
        "evidence": evidence(found),
        "advice": change and change._asdict(),
        "size": list(found.size),
        **_account(found.best),
        "equal": [_account(each) for each in found.equal],
        "runner_up": found.runner_up and _account(found.runner_up),
        "storage": found.storage.name,
        "transposed": found.transposed,
        "noise": _plain(found.noise),
        "rows": _worst(found.rows),
        "columns": _worst(found.columns),
        "cells": [list(each) for each in found.cells],
        "bad_rows": list(found.bad_rows),
        "bad_columns": list(found.bad_columns),
        "zero_rows": list(found.zero_rows),
        "repeated_rows": [list(each) for each in found.repeated_rows],
        "facts": {name: _plain(value) for name, value in found.facts.items()},
        "pairs": found.pairs and _turning(found.pairs),
    }


def _account(account: Account) -> dict[str, Any]:
    return {
        "kind": account.kind,
        "name": account.name,
        "parameters": {name: _plain(value) for name, value in account.parameters.items()},
        "misfit": _plain(account.misfit),
        "scheme": account.scheme and _whole(account.scheme),
    }


def _whole(scheme: Scheme) -> dict[str, Any]:
    """A scheme with every parameter, the usual ones as well."""
    values = {each.name: _plain(getattr(scheme, each.name)) for each in scheme.parameters()}
    return {"name": scheme.name, "parameters": values}


def _turning(pairs: Pairs) -> dict[str, Any]:
    """The columns of each pair, and its frequency in radians per position: measured, and as the account has it."""
    return {
        "columns": pairs.columns.tolist(),
        "frequencies": [_plain(each) for each in pairs.frequencies],
        "expected": [_plain(each) for each in pairs.expected],
    }


def _worst(misfits: Array) -> list[dict[str, Any]]:
    """Where most is left unexplained."""
    return [{"index": int(at), "misfit": _plain(misfits[at])} for at in np.argsort(-misfits, kind="stable")[:WORST]]


def _plain(value: Any) -> Any:
    """A value as JSON has it: there, what is not finite is null."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value if isinstance(value, bool | int | float | str | None) else str(value)


if __name__ == "__main__":
    # a file alone is checked, as before there were commands
    sys.exit(posenc(prog="python -m posenc_core") if sys.argv[1:2] and sys.argv[1] in NAMES else main())
