"""The command `posenc buffers`: the rotary buffers that the installed transformers computes from a configuration."""

import importlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from posenc_core.text.messages import message
from posenc_core.text.numerals import number
from posenc_tools.command.output import Parser, exit_statuses, print_text
from posenc_tools.models.fields import load_config
from posenc_tools.testing.tensors import to_numpy

ROTARY = re.compile(r"freq|rotary|rope|embed_positions|(^|[._])(cos|sin)", re.IGNORECASE)
"""Names of rotary buffers, with those of their modules."""


def buffers_command(arguments: Sequence[str], *, prog: str) -> int:
    """Print and write rotary buffers and return the exit status."""
    parser = Parser(prog, "command-buffers", exit_statuses("command-buffers-exit"))
    parser.add("config", type=Path)
    parser.add("--out", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        values = load_config(options.config)
    except OSError as error:
        parser.file_error(error, options.config)
    except ValueError as error:
        parser.error(f"{options.config}: {error}")
    try:
        buffers = _buffers(values)
        if options.out and buffers:
            with options.out.open("wb") as file:
                np.savez(file, allow_pickle=False, **buffers)
    except ModuleNotFoundError as error:
        parser.error(message("command-needs", name=error.name))
    except OSError as error:
        parser.file_error(error, options.config)
    except Exception as error:
        # a model can fail in any way
        text = f"{type(error).__name__}: {error}"
        parser.error(message("command-not-built", source=str(options.config), text=text))
    if not buffers:
        print_text(message("command-no-buffers", name=values["model_type"]))
        return 2
    for name, table in buffers.items():
        sizes = " x ".join(map(str, table.shape))
        if not table.ndim:
            shown = number(float(table), 9)
        elif np.iscomplexobj(table):
            shown = message("command-numbers", sizes=sizes)
        else:
            first, last = (number(float(table.flat[place]), 9) for place in (0, -1))
            shown = message("command-numbers-range", sizes=sizes, first=first, last=last)
        print_text(f"{name}: {shown}")
    return 0


def _buffers(values: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Build a model without memory for its weights; return its rotary buffers, each once, and attention factors."""
    transformers, torch = (importlib.import_module(name) for name in ("transformers", "torch"))
    overrides = importlib.import_module("torch.overrides")

    class NoWeights(overrides.TorchFunctionMode):  # type: ignore[misc, name-defined]
        """Allocation of weights on the meta device; buffers are computed from ranges of numbers."""

        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            sizes = args[0] if args and isinstance(args[0], Sequence) else args
            # vectors of zeros or ones may be parts of a buffer, and need little memory
            is_table = function in (torch.zeros, torch.ones) and len(sizes) > 1
            where = {"device": "meta"} if is_table or function in (torch.empty, torch.randn) else {}
            return function(*args, **{**(kwargs or {}), **where})

    if not isinstance(values, dict) or values.get("model_type") not in transformers.CONFIG_MAPPING:
        raise ValueError(f"it has no model_type that transformers {transformers.__version__} knows")
    config = transformers.CONFIG_MAPPING[values["model_type"]].from_dict(values)
    with NoWeights(), torch.no_grad():
        model = transformers.AutoModel.from_config(config)
    buffers, known = {}, set()
    for name, module in model.named_modules():
        tensors = {key: tensor for key, tensor in module.named_buffers(recurse=False) if tensor.device.type != "meta"}
        factors = {key: value for key, value in vars(module).items() if key.endswith("attention_scaling")}
        for key, value in {**tensors, **factors}.items():
            table = np.asarray(to_numpy(value)[0])
            content = key, table.shape, table.tobytes()
            if ROTARY.search(f"{name}.{key}") and (key in factors or content not in known):
                known.add(content)
                buffers[f"{name}.{key}"] = table
    return buffers
