"""The command `posenc model`: describe how a model encodes position."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from posenc_core import models
from posenc_core.command.output import MAX_WIDTH, Parser, print_text, replace_unencodable, wrap

__all__ = ["model_command"]


def model_command(arguments: Sequence[str], *, prog: str) -> int:
    """Describe how a model encodes position and return the exit status."""
    parser = Parser(
        prog=prog,
        description="Describe how a model encodes position, and what was read, assumed, or unknown.",
        epilog="exit status:\n  0  the encoding is known\n  2  the encoding is unknown\n"
        "  3  the configuration could not be read, or the arguments are invalid",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("model", help="path of a config.json, or a model name such as 'Llama 3.1 8B'")
    parser.add_argument("--at", type=int, metavar="POSITION", help="also report what happens at this position")
    parser.add_argument("--json", action="store_true", help="print JSON")
    replace_unencodable()
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
        print_text(json.dumps(values, ensure_ascii=False))
    else:
        print_text(_model_text(model, parts))
    return 2 if model.kind == "unknown" else 0


def _model_text(model: models.Model, parts: dict[str, list[str]]) -> str:
    """Format the description of a model with its settings and sources."""
    titles = {"about": "", "at": "", "assumed": "Assumed:", "unknown": "Unknown:"}
    lines = []
    for name, sentences in parts.items():
        lead = "  " if titles[name] else ""
        if titles[name] and sentences:
            lines.append(titles[name])
        for sentence in sentences:
            lines += wrap(sentence, lead, lead)
    if model.read:
        lines += ["Read:", *(f"  {key} = {_shorten(value)}" for key, value in model.read.items())]
    if model.sources:
        lines += ["Sources:", *(f"  {source}" for source in model.sources)]
    return "\n".join(lines)


def _shorten(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_WIDTH else f"{text[:MAX_WIDTH]}…"
