"""The command `posenc buffers`: the rotary buffers that the installed transformers computes from a configuration."""

import argparse
import importlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from posenc_core.command.output import Parser, print_text, replace_unencodable
from posenc_core.testing.tensors import to_numpy
from posenc_core.text.messages import message
from posenc_core.text.numerals import number

__all__ = ["buffers_command"]

STATUS = """\
exit status:
  0  the buffers are printed and, with --out, written
  2  the model has no rotary buffers
  3  transformers is missing or cannot build the model, a file could not be read or written, or the
     arguments are invalid"""

ROTARY = re.compile(r"freq|rotary|rope|embed_positions|(^|[._])(cos|sin)", re.IGNORECASE)
"""Names of rotary buffers, with those of their modules."""


def buffers_command(arguments: Sequence[str], *, prog: str) -> int:
    """Print and write rotary buffers and return the exit status."""
    parser = Parser(
        prog=prog,
        description="Compute the rotary buffers that the installed transformers makes from a configuration, "
        "without weights, for comparison with those of another program.",
        epilog=STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("config", type=Path, help="path of a config.json")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the buffers to this .npz file")
    replace_unencodable()
    options = parser.parse_args(arguments)
    try:
        values = json.loads(options.config.read_bytes())
        buffers = _buffers(values)
        if options.out and buffers:
            with options.out.open("wb") as file:
                np.savez(file, allow_pickle=False, **buffers)
    except ModuleNotFoundError as error:
        parser.error(f"needs {error.name}: pip install torch transformers")
    except OSError as error:
        parser.error(f"{error.filename or options.config}: {error.strerror or error}")
    except Exception as error:
        # a model can fail in any way
        parser.error(f"{options.config}: transformers cannot build the model: {type(error).__name__}: {error}")
    if not buffers:
        print_text(message("command-no-buffers", name=values["model_type"]))
        return 2
    for name, table in buffers.items():
        size = f"{' x '.join(map(str, table.shape))} numbers" if table.ndim else number(float(table), 9)
        if table.ndim and not np.iscomplexobj(table):
            size += f", {number(float(table.flat[0]), 9)} to {number(float(table.flat[-1]), 9)}"
        print_text(f"{name}: {size}")
    return 0


def _buffers(values: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Build a model without memory for its weights; return its rotary buffers, each once, and attention factors."""
    transformers, torch = (importlib.import_module(name) for name in ("transformers", "torch"))
    overrides = importlib.import_module("torch.overrides")

    class NoWeights(overrides.TorchFunctionMode):  # type: ignore[misc, name-defined]
        """Allocation of weights on the meta device; buffers are computed from ranges of numbers."""

        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            where = {"device": "meta"} if function in (torch.empty, torch.zeros, torch.ones, torch.randn) else {}
            return function(*args, **{**(kwargs or {}), **where})

    if not isinstance(values, dict) or values.get("model_type") not in transformers.CONFIG_MAPPING:
        raise ValueError(f"it has no model_type that transformers {transformers.__version__} knows")
    config = transformers.CONFIG_MAPPING[values["model_type"]].from_dict(values)
    with NoWeights(), torch.no_grad():
        model = transformers.AutoModel.from_config(config)
    buffers, known = {}, set()
    for name, module in model.named_modules():
        tensors = {key: each for key, each in module.named_buffers(recurse=False) if each.device.type != "meta"}
        factors = {key: each for key, each in vars(module).items() if key.endswith("attention_scaling")}
        for key, each in {**tensors, **factors}.items():
            table = np.asarray(to_numpy(each)[0])
            content = key, table.shape, table.tobytes()
            if ROTARY.search(f"{name}.{key}") and (key in factors or content not in known):
                known.add(content)
                buffers[f"{name}.{key}"] = table
    return buffers
