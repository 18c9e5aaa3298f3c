"""The command line, `posenc` or `python -m posenc_core`: identify a table, describe a model, start the dashboard."""

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

MAX_FILE_BYTES = 2**40
"""Model files may be large: only one tensor is read."""

MAX_TABLE_NUMBERS = 2**23
"""A table of 8192 x 1024."""

UNREADABLE = 3
"""Exit status for unreadable files and invalid arguments."""

MAX_RESIDUALS = 3
"""Number of rows and columns with the largest residuals in JSON."""

MAX_LISTED = 20
"""Number of tensors listed if `--tensor` is required."""

MAX_WIDTH = 100
"""Characters in a line of output."""

STATUS = """\
exit status:
  0  known: an encoding, attention biases, or a trained table
  1  a known bug
  2  not recognized, recognized except for some values or only with unusual parameters, or a matrix
     that is no encoding, such as equal rows or attention weights (0 with --allow-kind)
  3  the file could not be read, or the arguments are invalid

Rows and columns are counted from 0."""

CONTROL_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of characters that control a terminal or are invisible."""

NUMBERED = re.compile(r"\b(row|column)s? \d", re.IGNORECASE)
"""Reference to a row or column by number."""


class _Parser(argparse.ArgumentParser):
    """Argument parser that exits with status 3: argparse uses 2, the status of an unknown table."""

    json = False
    """True to report errors as JSON, too."""

    def error(self, message: str) -> NoReturn:
        if self.json:
            _print(json.dumps({"status": UNREADABLE, "error": message}, ensure_ascii=False))
        self.exit(UNREADABLE, _printable(f"{self.prog}: {message}\n"))


COMMANDS = """\
usage: posenc COMMAND

posenc check FILE    identify the table in FILE (posenc check --help)
posenc model MODEL   describe how a model encodes position (posenc model --help)
posenc app           start the dashboard; accepts the options of streamlit run
posenc --version     print the version"""


NAMES = ("check", "model", "app", "--version", "-h", "--help")


def posenc(arguments: Sequence[str] | None = None, *, prog: str = "posenc") -> int:
    """Run the command line and return the exit status."""
    command, *rest = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    if command == "check":
        return main(rest, prog=f"{prog} check")
    if command == "model":
        return _model(rest, prog=f"{prog} model")
    if command == "app":
        return _app(rest)
    if command == "--version":
        _print(__version__)
        return 0
    if command in ("-h", "--help"):
        _print(COMMANDS)
        return 0
    print(f"{prog}: unknown command {command!r}\n{COMMANDS}", file=sys.stderr)
    return UNREADABLE


def _app(options: Sequence[str]) -> int:
    """Start the dashboard in place of this process."""
    missing = [name for name in ("dashboard", "streamlit") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"posenc app needs {' and '.join(missing)}: pip install 'posenc-core[app]'", file=sys.stderr)
        return UNREADABLE
    package = importlib.util.find_spec("dashboard")
    assert package and package.submodule_search_locations
    script = Path(package.submodule_search_locations[0]) / "app.py"
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.address=localhost", *options]
    if os.name == "posix":
        # replace this process, so that a signal to it ends the dashboard
        os.execv(sys.executable, command)
    return subprocess.call(command)


def main(arguments: Sequence[str] | None = None, *, prog: str = "python -m posenc_core") -> int:
    """Identify the table in a file and return the exit status."""
    parser = _Parser(
        prog=prog,
        description="Identify a position table: encoding, parameters, error, and evidence.",
        epilog=STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", type=Path, help=f"table with one row per position ({', '.join(KINDS)})")
    parser.add_argument("--tensor", metavar="NAME", help="tensor to read if the file contains several")
    parser.add_argument("--config", type=Path, metavar="FILE", help="compare the table with this config.json")
    parser.add_argument("--allow-kind", action="store_true", help="exit with 0 also for a matrix that is no encoding")
    parser.add_argument(
        "--resized-from", type=Path, metavar="FILE", help="find the interpolation of this smaller or larger table"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    _replace_unencodable()
    arguments = sys.argv[1:] if arguments is None else arguments
    parser.json = "--json" in arguments
    options = parser.parse_args(arguments)
    try:
        with options.file.open("rb") as file:
            tables = tensors(file, options.file.name, most_bytes=MAX_FILE_BYTES, most_numbers=MAX_TABLE_NUMBERS)
            if options.config:
                return _compare(tables, options)
            table = _select(tables, options.tensor)
            if options.resized_from:
                return _compare_sizes(table, options)
            diagnosis = diagnose(table.read())
    except OSError as error:
        parser.error(f"{error.filename or options.file}: {error.strerror or error}")
    except ValueError as error:
        parser.error(str(error))
    status = 0 if options.allow_kind and diagnosis.state == "kind" else diagnosis.status
    if options.json:
        values = _diagnosis_json(diagnosis) | {"status": status, "note": table.note}
        _print(json.dumps(values, allow_nan=False, ensure_ascii=False))
    else:
        _print(_diagnosis_text(diagnosis, table.note))
    return status


def _compare(tables: Sequence[Tensor], options: argparse.Namespace) -> int:
    """Compare a table with a configuration and return the exit status."""
    frequencies = [each for each in tables if re.search(models.NAMES, each.name)] or list(tables)
    table = _select(tables if options.tensor else frequencies[:1], options.tensor)
    numbers = table.read()
    comparison = models.comparison(models.from_config(options.config), numbers)
    same = comparison.id.endswith("-same")
    if options.json:
        _print(json.dumps({"verdict": str(comparison)}))
        return 0 if same else 1
    _print(f"{' '.join(table.name.split())}: {comparison}")
    if not same and (diagnosis := diagnose(numbers)).state != "unknown":
        _print(f"Without the configuration: {verdict(diagnosis)}")
    return 0 if same else 1


def _compare_sizes(new: Tensor, options: argparse.Namespace) -> int:
    """Print the interpolation that relates two tables and return the exit status."""
    with options.resized_from.open("rb") as file:
        tables = tensors(file, options.resized_from.name, most_bytes=MAX_FILE_BYTES, most_numbers=MAX_TABLE_NUMBERS)
        old = _select(tables, options.tensor if len(tables) > 1 else None)
        relation = resized(new.read(), old.read())
    if options.json:
        values = relation._asdict() | {"methods": [method._asdict() for method in relation.methods]}
        _print(json.dumps({"status": relation.status, "verdict": str(relation), **values}, ensure_ascii=False))
    else:
        _print("\n".join(line for claim in relation.claims() for line in textwrap.wrap(str(claim), _width())))
    return relation.status


def _model(arguments: Sequence[str], *, prog: str) -> int:
    """Describe how a model encodes position and return the exit status."""
    parser = _Parser(
        prog=prog,
        description="Describe how a model encodes position, and what was read, assumed, or unknown.",
        epilog="exit status:\n  0  the encoding is known\n"
        "  2  the encoding, its scaling, or the type of the model is unknown\n"
        "  3  the configuration could not be read, or the arguments are invalid",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("model", help="path of a config.json, or a model name such as 'Llama 3.1 8B'")
    parser.add_argument("--at", type=int, metavar="POSITION", help="also report what happens at this position")
    parser.add_argument("--json", action="store_true", help="print JSON")
    _replace_unencodable()
    parser.json = "--json" in arguments
    options = parser.parse_args(arguments)
    if options.at is not None and not 0 <= options.at < 2**40:
        parser.error(f"--at must be a position from 0 to 2**40 - 1, got {options.at}")
    try:
        file = options.model.endswith(".json") or Path(options.model).is_file()
        model = models.from_config(options.model) if file else models.model(options.model)
        description = models.describe(model, options.at)
    except OSError as error:
        parser.error(f"{options.model}: {error.strerror or error}")
    except ValueError as error:
        parser.error(f"{options.model}: {error}" if file else str(error))
    except Exception as error:
        # a traceback exits with 1, the status of a known bug
        parser.error(f"{options.model}: could not be read ({type(error).__name__}: {error})")
    parts = {name: [str(claim) for claim in claims] for name, claims in description._asdict().items()}
    if options.json:
        values = {"name": model.name, "kind": model.kind, **parts, "read": dict(model.read)}
        _print(json.dumps(values, ensure_ascii=False))
    else:
        _print(_model_text(model, parts))
    return 0 if model.known else 2


def _model_text(model: models.Model, parts: dict[str, list[str]]) -> str:
    """Format the description of a model with its settings and sources."""
    titles = {"about": "", "at": "", "assumed": "Assumed:", "unknown": "Unknown:", "unused": "Not used:"}
    lines = []
    for name, sentences in parts.items():
        lead = "  " if titles[name] else ""
        if titles[name] and sentences:
            lines.append(titles[name])
        for sentence in sentences:
            lines += textwrap.wrap(sentence, _width(), initial_indent=lead, subsequent_indent=lead)
    if model.read:
        lines += ["Read:", *(f"  {key} = {_shorten(value)}" for key, value in model.read.items())]
    if model.sources:
        lines += ["Sources:", *(f"  {source}" for source in model.sources)]
    return "\n".join(lines)


def _shorten(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_WIDTH else f"{text[:MAX_WIDTH]}…"


def _printable(text: str) -> str:
    """Escape the characters that control a terminal or change the direction of text."""
    return "".join(json.dumps(c)[1:-1] if category(c) in CONTROL_CATEGORIES and c != "\n" else c for c in text)


def _replace_unencodable() -> None:
    """Print ? for characters that the terminal cannot encode, such as √."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _width() -> int:
    return min(shutil.get_terminal_size((MAX_WIDTH, 24)).columns, MAX_WIDTH)


def _print(text: str) -> None:
    """Print to a pipe that may be closed early, as by `head` and `grep -q`."""
    try:
        print(_printable(text), flush=True)
    except BrokenPipeError:
        # Python flushes the stream again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _select(tables: Sequence[Tensor], name: str | None) -> Tensor:
    """Select a table by name, or the only one."""
    matches = [table for table in tables if name in (None, table.name)]
    if len(matches) == 1:
        return matches[0]
    lines = [f"  {table.name!r}: {table.shape[0]:,} x {table.shape[1]:,} {table.kind}" for table in tables[:MAX_LISTED]]
    if len(tables) > MAX_LISTED:
        lines.append(f"  and {len(tables) - MAX_LISTED:,} more")
    reason = tables[0].note.removesuffix(".") or "the file contains several tables"
    if name:
        reason = f"no tensor is named {name!r}"
    raise ValueError("\n".join([f"{reason}: select one with --tensor", *lines]))


def _diagnosis_text(diagnosis: Diagnosis, note: str) -> str:
    """Format the verdict, the evidence, and the line to change."""
    width = _width()
    lines = textwrap.wrap(verdict(diagnosis), width)
    sentences = evidence(diagnosis)
    if any(NUMBERED.search(sentence) for sentence in sentences):
        sentences.append("Rows and columns are counted from 0.")
    if note:
        sentences.append(note)
    lines += [line for sentence in sentences for line in textwrap.wrap(sentence, width, subsequent_indent="  ")]
    if change := advice(diagnosis):
        lines += ["", *textwrap.wrap(change.story, width), *textwrap.wrap(change.seen, width)]
        wrong = f"If {change.meant} was meant, probably wrong:" if change.meant else "Probably wrong:"
        lines += ["", wrong, textwrap.indent(change.wrong, "  ")]
        lines += ["Right:", textwrap.indent(change.right, "  ")]
    return "\n".join(lines)


def _diagnosis_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Convert a diagnosis to JSON values. The keys are stable."""
    change = advice(diagnosis)
    return {
        "status": diagnosis.status,
        "state": diagnosis.state,
        "verdict": verdict(diagnosis),
        "evidence": evidence(diagnosis),
        "advice": change and change._asdict(),
        "size": list(diagnosis.size),
        **_account_json(diagnosis.best),
        "equal": [_account_json(account) for account in diagnosis.equal],
        "runner_up": diagnosis.runner_up and _account_json(diagnosis.runner_up),
        "storage": diagnosis.storage.name,
        "transposed": diagnosis.transposed,
        "noise": _plain(diagnosis.noise),
        "rows": _largest(diagnosis.rows),
        "columns": _largest(diagnosis.columns),
        "cells": [list(cell) for cell in diagnosis.cells],
        "bad_rows": list(diagnosis.bad_rows),
        "bad_columns": list(diagnosis.bad_columns),
        "zero_rows": list(diagnosis.zero_rows),
        "repeated_rows": [list(run) for run in diagnosis.repeated_rows],
        "facts": {name: _plain(value) for name, value in diagnosis.facts.items()},
        "pairs": diagnosis.pairs and _pairs_json(diagnosis.pairs),
    }


def _account_json(account: Account) -> dict[str, Any]:
    return {
        "kind": account.kind,
        "name": account.name,
        "parameters": {name: _plain(value) for name, value in account.parameters.items()},
        "misfit": _plain(account.misfit),
        "scheme": account.scheme and _scheme_json(account.scheme),
    }


def _scheme_json(scheme: Scheme) -> dict[str, Any]:
    values = {each.name: _plain(getattr(scheme, each.name)) for each in scheme.parameters()}
    return {"name": scheme.name, "parameters": values}


def _pairs_json(pairs: Pairs) -> dict[str, Any]:
    return {
        "columns": pairs.columns.tolist(),
        "frequencies": [_plain(w) for w in pairs.frequencies],
        "expected": [_plain(w) for w in pairs.expected],
    }


def _largest(misfits: Array) -> list[dict[str, Any]]:
    """Largest residuals with their indices."""
    order = np.argsort(-misfits, kind="stable")[:MAX_RESIDUALS]
    return [{"index": int(at), "misfit": _plain(misfits[at])} for at in order]


def _plain(value: Any) -> Any:
    """Convert a value to JSON; null if it is not finite."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value if isinstance(value, bool | int | float | str | None) else str(value)


if __name__ == "__main__":
    # without a command, the argument is a file to check
    sys.exit(posenc(prog="python -m posenc_core") if sys.argv[1:2] and sys.argv[1] in NAMES else main())
