"""The command `posenc model`: describe how a model encodes position."""

import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from posenc_core.text.messages import message
from posenc_tools import models
from posenc_tools.command.output import Parser, exit_statuses, print_text, wrap
from posenc_tools.models.catalogue import is_path
from posenc_tools.models.differences import short_json
from posenc_tools.readers.gguf import is_gguf

MOST_POSITION = 2**40 - 1
"""Largest position of --at."""


def model_command(arguments: Sequence[str], *, prog: str) -> int:
    """Describe how a model encodes position and return the exit status."""
    epilog = "\n\n".join(map(exit_statuses, ("command-model-exit", "command-model-against")))
    parser = Parser(prog, "command-model", epilog)
    parser.add("model")
    parser.add("--at", type=int, metavar="POSITION")
    parser.add("--length", type=int, metavar="TOKENS")
    parser.add("--against", metavar="MODEL")
    parser.add("--json", action="store_true")
    parser.json = "--json" in arguments
    options = parser.parse_args(arguments)
    if options.at is not None and not 0 <= options.at <= MOST_POSITION:
        parser.error(message("command-at-range", most=MOST_POSITION, shown=str(options.at)))
    for name in ("at", "length"):
        if getattr(options, name) is not None and options.against is not None:
            parser.error(message("command-not-combined", name=f"--{name}"))
    model = _load_model(options.model, parser)
    if options.against is not None:
        return _compare(model, _load_model(options.against, parser), options.json)
    if options.length is not None:
        return _run(model, options.length, parser, options.json)
    description = models.describe(model, options.at)
    parts = {name: [str(claim) for claim in claims] for name, claims in description._asdict().items()}
    if options.json:
        layers = [group.as_json() for group in model.layers]
        values = {"name": model.name, "kind": model.kind, **parts, "layers": layers, "read": dict(model.read)}
        print_text(json.dumps(values, ensure_ascii=False))
    else:
        print_text(_model_text(model, parts))
    return 0 if model.is_complete else 2


def _load_model(source: str, parser: Parser) -> models.Model:
    """Read a file, or find a name in the catalogue."""
    path = Path(source)
    is_file = is_path(source)
    try:
        if not is_file:
            return models.model(source)
        with path.open("rb") as file:
            if path.suffix == ".gguf" or is_gguf(file):
                return models.read_gguf(file, path.name)
        return models.from_config(path)
    except OSError as error:
        parser.file_error(error, source)
    except ValueError as error:
        if source and path.is_dir():
            parser.error(f"{source}: {os.strerror(errno.EISDIR)}")
        parser.error(f"{source}: {error}" if is_file else str(error))
    except Exception as error:
        # a traceback exits with 1, a status of its own
        parser.error(message("command-unreadable", source=source, text=f"{type(error).__name__}: {error}"))


def _run(model: models.Model, length: int, parser: Parser, as_json: bool) -> int:
    """Print the lines that run a model at a length and return the exit status."""
    try:
        lines = models.run_at(model, length)
    except ValueError as error:
        parser.error(str(error))
    print_text(json.dumps(lines.as_json(), ensure_ascii=False) if as_json else str(lines))
    return 2 if lines.basis == "none" else 0


def _compare(model: models.Model, before: models.Model, as_json: bool) -> int:
    """Print the differences of two models and return the exit status."""
    result = models.differences(model, before)
    verdict, effects, keys = str(result.verdict), [*map(str, result.effects)], [*map(str, result.keys)]
    if as_json:
        values = {"status": result.status, "verdict": verdict, "effects": effects, "keys": keys}
        print_text(json.dumps(values, ensure_ascii=False))
        return result.status
    lines = wrap(verdict)
    for effect in effects:
        lines += wrap(effect, "  ", "  ")
    if keys:
        lines += [message("command-keys"), *(f"  {key}" for key in keys)]
    for described in (before, model) if model != before else (model,):
        for title, claims in (("assumed", described.assumed), ("unknown", described.unknown)):
            if claims:
                lines.append(message(f"command-{title}.of", name=described.name))
                lines += [line for known in claims for line in wrap(str(known), "  ", "  ")]
    print_text("\n".join(lines))
    return result.status


def _model_text(model: models.Model, parts: dict[str, list[str]]) -> str:
    """Format the description of a model with its settings and sources."""
    titles = {name: message(f"command-{name}") if name not in ("about", "at") else "" for name in parts}
    lines = []
    for name, sentences in parts.items():
        lead = "  " if titles[name] else ""
        if titles[name] and sentences:
            lines.append(titles[name])
        for sentence in sentences:
            lines += wrap(sentence, lead, lead)
    if model.image_settings:
        lines += wrap(message("command-images", key=f"images?{urlencode(model.image_settings)}"))
    if model.read:
        lines += [message("command-read"), *(f"  {key} = {short_json(value)}" for key, value in model.read.items())]
    if model.sources:
        lines += [message("command-sources"), *(f"  {source}" for source in model.sources)]
    return "\n".join(lines)
