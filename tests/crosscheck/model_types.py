"""Positional encoding of every model class of transformers, read off the classes themselves. No weights.

Run `python -m tests.crosscheck.model_types` in the crosscheck environment after an update of transformers: it writes
`posenc_tools/data/model_classes.json`, the defaults that a config.json may leave out.
"""

import functools
import importlib
import inspect
import json
import logging
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import transformers
from transformers.configuration_utils import PreTrainedConfig
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from posenc_tools.models.layers import LAYERS, LETTERS, Pattern
from tests.crosscheck import conftest  # noqa: F401, torchvision's operators

FILE = Path(__file__).parents[2] / "posenc_tools" / "data" / "model_classes.json"

KEYS = (
    *("hidden_size", "n_embd", "d_model", "embed_dim", "num_attention_heads", "n_head", "n_heads", "num_heads"),
    *("num_hidden_layers", "n_layer", "n_layers", "depth", "head_dim", "kv_channels", "attention_head_dim"),
    *("qk_rope_head_dim", "qk_nope_head_dim", "rotary_dim", "rope_interleave", "use_mem_rope"),
    *("encoder_num_attention_heads", "encoder_num_hidden_layers"),
    *("max_position_embeddings", "n_positions", "max_seq_len", "sliding_window", "attention_window_size"),
    *("attention_chunk_size", "local_attention", "use_sliding_window", "max_window_layers"),
    *("no_rope_layer_interval", "sliding_window_pattern", "global_attn_every_n_layers"),
    *("attn_temperature_tuning", "floor_scale", "attn_scale", "position_embedding_type", "position_embeddings_type"),
)
"""Keys whose class defaults are kept."""

SIZES = {"hidden_size": 2, "d_model": 2, "n_embd": 2, "embed_dim": 2}
"""Factors of the sizes in a second configuration: keys that change with them are derived, not defaults."""


class Built(NamedTuple):
    """Rotations and attention layers of a model that was built without weights.

    `frequencies`, and `factors` of cosine and sine, are by the label of the buffer; `windows` and `rotated` by layer.
    """

    frequencies: dict[str, np.ndarray]
    factors: dict[str, float]
    windows: dict[int, int | None]
    rotated: dict[int, bool]
    pairing: str | None


@functools.cache
def config_classes() -> dict[str, type[PreTrainedConfig]]:
    """Configuration classes, by model type."""
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    classes: dict[str, type[PreTrainedConfig]] = {}
    for name in sorted(CONFIG_MAPPING):
        try:
            main = CONFIG_MAPPING[name]
        except (ImportError, AttributeError):
            continue
        for cls in vars(importlib.import_module(main.__module__)).values():
            if inspect.isclass(cls) and issubclass(cls, PreTrainedConfig) and cls.__module__ == main.__module__:
                classes.setdefault(cls.model_type, cls)
        classes.setdefault(name, main)
    classes.pop("", None)
    return dict(sorted(classes.items()))


def modeling(cls: type[PreTrainedConfig]) -> Any:
    """Module with the models of a configuration class, or None."""
    try:
        return importlib.import_module(cls.__module__.replace(".configuration_", ".modeling_"))
    except ImportError:
        return None


def rotary_classes(module: Any) -> list[type]:
    """Classes of rotary embeddings in a module."""
    return [
        cls
        for name, cls in vars(module).items()
        if inspect.isclass(cls) and issubclass(cls, torch.nn.Module) and cls.__module__ == module.__name__
        and re.search(r"Rotary|R[oO][pP][eE]", name) and not re.search("Attention|Layer", name)
    ]  # fmt: skip


def build(config: PreTrainedConfig) -> Built | None:
    """Build a model on the device "meta", and its rotary embeddings on the CPU. -> None if it has none of its own

    Raises what the class raises.
    """
    module = modeling(type(config))
    rotary = rotary_classes(module) if module else []
    if not rotary:
        return None
    models = [
        cls
        for cls in vars(module).values()
        if inspect.isclass(cls) and issubclass(cls, transformers.PreTrainedModel) and cls.__module__ == module.__name__
        and getattr(cls, "config_class", None) is type(config) and not cls.__name__.endswith("PreTrainedModel")
    ]  # fmt: skip
    models.sort(key=lambda cls: (not cls.__name__.endswith("Model"), len(cls.__name__)))
    if not models:
        return None
    for cls in rotary:
        _build_on_cpu(cls)
    for cls in models[:2]:
        try:
            with torch.device("meta"):
                model = cls(config)
        except Exception:  # a class without a complete default
            continue
        return _probe(model, config, module, rotary)
    # the rotations alone, if the model has them
    if read_dict(config).get("position_embedding_type", "rotary") != "rotary":
        return None
    own = [cls for cls in rotary if config_class(cls) is type(config)]
    return _probe(torch.nn.ModuleList([cls(config) for cls in own]), config, module, rotary) if own else None


def config_class(cls: type) -> Any:
    """Class of the configuration that a constructor takes."""
    parameter = inspect.signature(cls.__init__).parameters.get("config")
    return parameter and parameter.annotation


def _build_on_cpu(cls: Any) -> None:
    """Wrap the constructor of a class: buffers on the CPU, and the configuration remembered."""
    if "built" in vars(cls):
        return
    cls.built, init = True, cls.__init__

    @functools.wraps(init)
    def wrapper(self, *args, **options):
        first = args[0] if args else options.get("config")
        self.__dict__["given"] = first if isinstance(first, PreTrainedConfig) else None
        with torch.device("cpu"):
            init(self, *args, **options)

    cls.__init__ = wrapper


def _probe(model: Any, config: PreTrainedConfig, module: Any, rotary: list[type]) -> Built:
    frequencies, factors, windows, rotated = {}, {}, {}, {}
    for part in model.modules():
        inputs = part.__dict__.get("given")
        if isinstance(part, tuple(rotary)) and (inputs is None or inputs.model_type == config.model_type):
            for name, buffer in part.named_buffers():
                if name.endswith("inv_freq") and "original" not in name:
                    label = name.removesuffix("inv_freq").rstrip("_")
                    # granite_swa has a module for each base
                    while label in frequencies and not np.allclose(frequencies[label], buffer.numpy().ravel()):
                        label += "'"
                    frequencies[label] = buffer.double().numpy().ravel()
                    scale = getattr(part, f"{label}_attention_scaling", None) or getattr(part, "attention_scaling", 1.0)
                    factors[label] = float(scale) if not isinstance(scale, dict) else float(scale.get(label, 1.0))
    calls: list[str] = []
    names = [
        name
        for name, function in vars(module).items()
        if inspect.isfunction(function) and "apply" in name and re.search("rot|rope", name)
    ]
    originals = {name: getattr(module, name) for name in names}
    for name in names:
        setattr(module, name, _record(originals[name], name, calls))
    try:
        sizes = [2 * len(numbers) for numbers in frequencies.values()] or [64]
        pairings = set()
        results: dict[Any, bool] = {}
        for part in model.modules():
            place = getattr(part, "layer_idx", None)
            if "ttention" not in type(part).__name__ or place is None or "Cross" in type(part).__name__:
                continue
            if any(name in type(part).__name__ for name in ("Linear", "Lightning", "Mamba", "DeltaNet")):
                rotated.setdefault(place, False)
                continue
            kind = (type(part), _own_attribute(part, "use_rope"), _own_attribute(part, "is_sliding"),
                    _own_attribute(part, "is_local_attention"), _own_attribute(part, "sliding_window"))  # fmt: skip
            if kind not in results:
                calls.clear()
                _call(part, config, sizes)
                results[kind] = bool(calls)
                pairings |= {pairing_of(originals[name]) for name in calls}
            rotated[place] = results[kind] and _is_given_angles(config, place, frequencies)
            if hasattr(part, "sliding_window"):
                windows[place] = part.sliding_window if getattr(part, "is_sliding", True) is not False else None
    finally:
        for name in names:
            setattr(module, name, originals[name])
    if not any(rotated.values()):
        # no layer could be called
        rotated = {}
    pairings -= {None}
    return Built(frequencies, factors, windows, rotated, pairings.pop() if len(pairings) == 1 else None)


def _is_given_angles(config: Any, place: int, frequencies: dict[str, np.ndarray]) -> bool:
    """Return True if the model passes angles to a layer: its base is not 0, and its kind has an embedding."""
    thetas, kinds = (getattr(config, name, None) for name in ("layer_rope_theta", "layer_types"))
    if thetas is not None and not thetas[place]:
        return False
    return not kinds or not {*frequencies} <= {*kinds} or kinds[place] in frequencies


def _own_attribute(part: Any, name: str) -> Any:
    value = getattr(part, name, None)
    return value if isinstance(value, int | float | str | bool) else None


def _record(function: Any, name: str, calls: list[str]) -> Any:
    def record(*args, **options):
        calls.append(name)
        return function(*args, **options)

    return record


def _call(part: Any, config: PreTrainedConfig, sizes: list[int]) -> None:
    """Call an attention layer on the device "meta": it rotates before anything is missing."""
    width = getattr(config, "hidden_size", None) or 64
    for name, weight in part.named_parameters():
        if weight.ndim == 2 and re.search("q_(a_)?proj|qkv|query|Wqkv|q_a", name):
            width = weight.shape[1]
            break
    needed = [
        name
        for name, parameter in inspect.signature(part.forward).parameters.items()
        if parameter.default is parameter.empty and parameter.kind == parameter.POSITIONAL_OR_KEYWORD
    ][1:]
    with torch.device("meta"), torch.no_grad():
        hidden = torch.zeros(1, 4, width)
        for size in sizes:
            table = torch.zeros(1, 4, size)
            for angles in ((table, table), torch.zeros(1, 4, size // 2, dtype=torch.complex64)):
                names = inspect.signature(part.forward).parameters
                options = {name: angles for name in names if re.search("position_emb|rotary_pos", name)}
                try:
                    part(hidden, **dict.fromkeys(needed) | options)
                except Exception:  # the rotation was recorded
                    continue


def _pairing_of_module(module: Any) -> str | None:
    """Pairing of all functions of a module that rotate, if they agree."""
    functions = [vars(module)[name] for name in vars(module or object) if re.match("apply_.*rot|rotate_half", name)]
    pairings = {pairing_of(function) for function in functions if inspect.isfunction(function)} - {None}
    return pairings.pop() if len(pairings) == 1 else None


@functools.cache
def pairing_of(function: Any) -> str | None:
    """Pairing of a function that applies rotations, by what each output depends on."""
    size = 8
    for shape, count in (((1, 1, 1, size), size), ((1, 1, 1, size), size // 2), ((1, 1, size), size)):
        depends = np.zeros((size, size), bool)
        try:
            for place in range(size):
                x = torch.zeros(shape)
                x[..., place] = 1
                parameters = list(inspect.signature(function).parameters)
                if len(parameters) == 1:
                    depends[:, place] = (x + function(x)).abs().ravel().numpy() > 0
                    continue
                if "cos" in parameters:
                    table = torch.full((1, 1, count), 0.6)
                    rest = [table, table + 0.2]
                else:
                    rest = [torch.full((1, 1, count), 0.6 + 0.8j)]
                arguments = [x, x, *rest] if parameters[1] in ("k", "key", "xk", "key_states") else [x, *rest]
                first = function(*arguments)
                first = first[0] if isinstance(first, tuple) else first
                depends[:, place] = first.abs().ravel().numpy() > 0
        except Exception:
            continue
        pairs = {tuple(np.flatnonzero(row)) for row in depends}
        if pairs == {(i, i + 4) for i in range(4)}:
            return "half"
        if pairs == {(2 * i, 2 * i + 1) for i in range(4)}:
            return "interleaved"
    return None


def read_dict(config: PreTrainedConfig) -> dict[str, Any]:
    """Values of a configuration; empty where a class cannot write its own."""
    try:
        return config.to_dict()
    except Exception:
        return {}


def entry(cls: type[PreTrainedConfig]) -> dict[str, Any] | None:
    """Entry of a type in the file of defaults; None for types without rotations of their own."""
    config = cls()
    values = read_dict(config)
    parameters = values.get("rope_parameters")
    module = modeling(cls)
    if not parameters and not (module and rotary_classes(module)):
        return None
    try:
        built = build(config)
    except Exception:
        built = None
    if not parameters and not (built and built.frequencies):
        return None
    fields: dict[str, Any] = {"defaults": _defaults(cls, values)}
    if parameters:
        fields |= {"rope": _plain(parameters), **_bare(cls, parameters)}
        try:
            if built and _ignores_share(cls, parameters, built):
                fields["share"] = False
        except Exception as error:
            print(f"{cls.model_type}: half the share: {error}"[:200], file=sys.stderr)
    if pattern := _pattern(cls, values):
        fields["layers"] = pattern
    if module and "mscale_all_dim" in inspect.getsource(module):
        fields["softmax"] = True
    if pairing := (built and built.pairing) or _pairing_of_module(module):
        fields["pairing"] = pairing
    if values.get("layer_types") is None and module and "sliding_window" in values:
        everywhere = built and built.windows and all(window is not None for window in built.windows.values())
        fields["windows"] = bool(everywhere or "create_sliding_window_causal_mask" in inspect.getsource(module))
    return fields


def _plain(parameters: dict[str, Any]) -> dict[str, Any]:
    return json.loads(json.dumps(parameters))


def _defaults(cls: type[PreTrainedConfig], values: dict[str, Any]) -> dict[str, Any]:
    larger = {key: factor * values[key] for key, factor in SIZES.items() if isinstance(values.get(key), int)}
    try:
        other = read_dict(cls(**larger))
    except Exception:
        other = values
    defaults = {}
    for key in KEYS:
        value = values.get(key)
        derived = key not in larger and other.get(key) != value
        if isinstance(value, int | float | str) and not derived:
            defaults[key] = value
    if "qk_rope_head_dim" in defaults:
        defaults.pop("head_dim", None) if defaults.get("head_dim") == defaults["qk_rope_head_dim"] else None
    return defaults


def _bare(cls: type[PreTrainedConfig], parameters: dict[str, Any]) -> dict[str, Any]:
    """Base and share if the RoPE parameters of the file omit them, and whether a top-level base counts."""
    fields: dict[str, Any] = {}
    nested = {label: {"rope_type": "default"} for label, own in parameters.items() if isinstance(own, dict)}
    for key, parameters_given in (("bare", nested or {"rope_type": "linear", "factor": 2.0}),):
        try:
            theirs = read_dict(cls(rope_parameters=json.loads(json.dumps(parameters_given))))["rope_parameters"]
        except Exception:
            continue
        fields[key] = {
            label: {name: own[name] for name in ("rope_theta", "partial_rotary_factor") if own.get(name) is not None}
            for label, own in (theirs.items() if nested else {"": theirs}.items())
            if isinstance(own, dict)
        }
    try:
        text = json.dumps(read_dict(cls(rope_theta=12345.0)).get("rope_parameters"))
        fields["fixed"] = "12345" not in text
    except Exception:
        fields["fixed"] = True
    try:
        text = json.dumps(read_dict(cls(rope_scaling={"rope_type": "linear", "factor": 2.5})).get("rope_parameters"))
        fields["scaling"] = "2.5" in text
    except Exception:
        fields["scaling"] = True
    return {key: value for key, value in fields.items() if value is not {"fixed": False, "scaling": True}.get(key)}


def _ignores_share(cls: type[PreTrainedConfig], parameters: dict[str, Any], built: Built) -> bool:
    """Return True if the class ignores a share: half of it gives as many rotated dimensions."""
    half = _plain(parameters)
    for own in [own for own in half.values() if isinstance(own, dict)] or [half]:
        own["partial_rotary_factor"] = own.get("partial_rotary_factor", 1.0) / 2
    other = build(cls(rope_parameters=half))
    sizes = [{label: len(numbers) for label, numbers in model.frequencies.items()} for model in (built, other) if model]
    return sizes[0] == sizes[-1]


def _pattern(cls: type[PreTrainedConfig], values: dict[str, Any]) -> dict[str, Any] | None:
    """Kinds of layers by default: letters before, in each period, and at the end."""
    key = next((key for key in ("num_hidden_layers", "n_layers", "n_layer") if values.get(key)), None)
    if not key or not values.get("layer_types"):
        return None

    def letters(count: int) -> str | None:
        try:
            names = read_dict(cls(**{key: count}))["layer_types"]
        except Exception:
            return None
        return "".join(LETTERS.get(LAYERS.get(name, "linear"), "?") for name in names)

    samples = {count: text for count in (*range(8, 20), 24, 25, values[key]) if (text := letters(count))}
    if not samples:
        return None
    text = samples[max(samples)]
    backward = [{"period": text[-period:], "backward": "yes"} for period in range(1, 13)]
    forward = [
        {"before": text[:before], "period": text[before : before + period], "last": last}
        for last in ("", "F") for before in range(4) for period in range(1, 13)
    ]  # fmt: skip
    for rule in forward + backward:
        if all(Pattern(**rule).expand(count) == sample for count, sample in samples.items()):
            return {name: value for name, value in rule.items() if value}
    return None


def entries() -> Iterator[tuple[str, dict[str, Any]]]:
    """Entries of all types with rotary embeddings, and the types of their parts."""
    for name, cls in config_classes().items():
        try:
            fields = entry(cls)
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {str(error)[:100]}", file=sys.stderr)
            continue
        parts = {}
        for key in getattr(cls, "sub_configs", None) or {}:
            try:
                part = getattr(getattr(cls(), key, None), "model_type", None)
            except Exception:
                part = None
            if part and key.endswith("_config"):
                parts[key] = part
        if parts:
            fields = {**(fields or {}), "parts": parts}
        if fields:
            yield name, fields


def main() -> None:
    """Write the file of defaults."""
    lines = [f"{json.dumps(name)}: {json.dumps(fields)}" for name, fields in entries()]
    head = f'{{"transformers": {json.dumps(transformers.__version__)}, "types": {{\n'
    FILE.write_text(head + ",\n".join(lines) + "\n}}\n", "utf-8")
    print(f"{len(lines)} types in {FILE}")


if __name__ == "__main__":
    main()
