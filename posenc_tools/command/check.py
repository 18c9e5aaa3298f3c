"""The command `posenc check`: identify the table in a file, or compare it with a configuration or another table."""

import argparse
import json
import re
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from posenc_core.text.messages import message
from posenc_tools import models
from posenc_tools.command.diagnosis_json import diagnosis_json
from posenc_tools.command.output import Parser, exit_statuses, print_text, wrap
from posenc_tools.diagnosis import Diagnosis, diagnose, find_resizing
from posenc_tools.diagnosis.words import advice, evidence, verdict
from posenc_tools.models.rope_differences import likely_line
from posenc_tools.models.stored import reasons_of
from posenc_tools.readers import KINDS, Tensor, tensors

MAX_FILE_BYTES = 2**40
"""Model files may be large: only one tensor is read."""

MAX_TABLE_NUMBERS = 2**23
"""A table of 8192 x 1024."""

MAX_LISTED = 20
"""Number of tensors listed if `--tensor` is required."""

NUMBERED = re.compile(r"\b(row|column)s? \d|[행열] \d", re.IGNORECASE)
"""Reference to a row or column by number."""


def main(arguments: Sequence[str] | None = None, *, prog: str = "python -m posenc_tools") -> int:
    """Identify the table in a file and return the exit status."""
    notes = [*wrap(message("command-check-others")), "", message("command-counted")]
    parser = Parser(prog, "command-check", "\n".join([exit_statuses("command-check-exit"), *notes]))
    parser.add("file", ", ".join(KINDS), type=Path)
    parser.add("--tensor", metavar="NAME")
    parser.add("--config", type=Path, metavar="FILE")
    parser.add("--allow-kind", action="store_true")
    parser.add("--resized-from", type=Path, metavar="FILE")
    parser.add("--json", action="store_true")
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
        parser.file_error(error, options.file)
    except ValueError as error:
        parser.error(str(error))
    status = 0 if options.allow_kind and diagnosis.state == "kind" else diagnosis.status
    if options.json:
        values = diagnosis_json(diagnosis) | {"status": status, "note": table.note}
        print_text(json.dumps(values, allow_nan=False, ensure_ascii=False))
    else:
        print_text(_text(diagnosis, table.note))
    return status


def _compare(tables: Sequence[Tensor], options: argparse.Namespace) -> int:
    """Compare a table with a configuration and return the exit status."""
    frequencies = [table for table in tables if re.search(models.NAMES, table.name)] or list(tables)
    table = _select(tables if options.tensor else frequencies[:1], options.tensor)
    numbers = table.read()
    try:
        model, parts = models.from_config(options.config), models.parts_of(options.config)
    except ValueError as error:
        raise ValueError(f"{options.config}: {error}") from error
    comparison = models.comparison(model, numbers, table.name, parts)
    same = comparison.id.endswith("-same")
    diagnosis = None if same else diagnose(numbers)
    alone = verdict(diagnosis) if diagnosis and diagnosis.state != "unknown" else ""
    line = likely_line(reasons_of(comparison))
    if options.json:
        values = {"status": int(not same), "verdict": str(comparison), "line": line, "without_config": alone}
        print_text(json.dumps({name: value for name, value in values.items() if value != ""}, ensure_ascii=False))
        return int(not same)
    lines = wrap(f"{' '.join(table.name.split())}: {comparison}")
    lines += [line] if line else []
    lines += wrap(message("command-alone", text=alone)) if alone else []
    print_text("\n".join(lines))
    return int(not same)


def _compare_sizes(new: Tensor, options: argparse.Namespace) -> int:
    """Print the interpolation that relates two tables and return the exit status."""
    with options.resized_from.open("rb") as file:
        tables = tensors(file, options.resized_from.name, most_bytes=MAX_FILE_BYTES, most_numbers=MAX_TABLE_NUMBERS)
        old = _select(tables, options.tensor if len(tables) > 1 else None)
        relation = find_resizing(new.read(), old.read())
    if options.json:
        values = relation._asdict() | {"methods": [method._asdict() for method in relation.methods]}
        print_text(json.dumps({"status": relation.status, "verdict": str(relation), **values}, ensure_ascii=False))
    else:
        print_text("\n".join(line for claim in relation.claims() for line in wrap(str(claim))))
    return relation.status


def _select(tables: Sequence[Tensor], name: str | None) -> Tensor:
    """Select a table by name, or the only one."""
    matches = [table for table in tables if name in (None, table.name)]
    if len(matches) == 1:
        return matches[0]
    lines = [f"  {table.name!r}: {table.shape[0]:,} x {table.shape[1]:,} {table.kind}" for table in tables[:MAX_LISTED]]
    if len(tables) > MAX_LISTED:
        lines.append(f"  {message('command-more', count=len(tables) - MAX_LISTED)}")
    reason = tables[0].note.removesuffix(".") or message("command-several-tables")
    if name:
        reason = message("command-no-tensor", shown=repr(name))
    raise ValueError("\n".join([message("command-select-tensor", reason=reason), *lines]))


def _text(diagnosis: Diagnosis, note: str) -> str:
    """Format the verdict, the evidence, and the line to change."""
    lines = wrap(verdict(diagnosis))
    sentences = evidence(diagnosis)
    if any(NUMBERED.search(sentence) for sentence in sentences):
        sentences.append(message("command-counted"))
    if note:
        sentences.append(note)
    lines += [line for sentence in sentences for line in wrap(sentence, later="  ")]
    if change := advice(diagnosis):
        lines += ["", *wrap(change.story), *wrap(change.seen)]
        id = "command-wrong.meant" if change.meant else "command-wrong"
        wrong = message(id, name=change.meant)
        lines += ["", *wrap(wrong), textwrap.indent(change.wrong, "  ")]
        lines += [message("command-right"), textwrap.indent(change.right, "  ")]
    return "\n".join(lines)
