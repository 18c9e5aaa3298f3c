"""Models: the reader compared with buffers, windows, and functions of every model class. No weights."""

import copy
import inspect
import json
import re
from collections import Counter

import numpy as np
import pytest
import transformers

from posenc_tools import models
from posenc_tools.models.conventions import is_listed
from posenc_tools.models.layers import LAYERS
from tests.crosscheck.agreement import FOUND, Difference
from tests.crosscheck.model_types import FILE, Built, build, config_classes, entry, modeling, read_dict, rotary_classes

LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
ORIGINAL = {"original_max_position_embeddings": 2048}
YARN = {"rope_type": "yarn", "factor": 4.0, **ORIGINAL}
ITS = "RwkvSelfAttention(nn.Module)"
"""Recurrent kinds of attention."""

COUNTS: Counter = Counter()
"""Verdicts of all types and variants."""


def with_each(parameters: dict, changed: dict) -> dict:
    """RoPE parameters with others, in each kind of layers."""
    result = copy.deepcopy(parameters)
    for own in [own for own in result.values() if isinstance(own, dict)] or [result]:
        own.update(changed)
    return result


def variants(name: str) -> list[tuple[str, dict]]:
    """Configurations of a type: the defaults, another head size, base, share, and scalings."""
    values = read_dict(config_classes()[name]())
    configurations: list[tuple[str, dict]] = [("defaults", {})]
    if isinstance(values.get("head_dim"), int) and "qk_rope_head_dim" not in values:
        configurations.append(("head size", {"head_dim": 96}))
    elif isinstance(values.get("qk_rope_head_dim"), int):
        configurations.append(("head size", {"qk_rope_head_dim": 32}))
    elif isinstance(values.get("hidden_size"), int):
        configurations.append(("hidden size", {"hidden_size": 2 * values["hidden_size"]}))
    configurations.append(("base", {"rope_theta": 25000.0}))
    parameters = values.get("rope_parameters")
    if parameters:
        configurations.append(("all keys", {"rope_parameters": parameters}))
        configurations.append(("share", {"rope_parameters": with_each(parameters, {"partial_rotary_factor": 0.5})}))
        for scaling in (YARN, LLAMA3 | ORIGINAL):
            configurations.append((scaling["rope_type"], {"rope_parameters": with_each(parameters, scaling)}))
        configurations.append(("rope_scaling", {"rope_scaling": dict(YARN), "rope_theta": 25000.0}))
    if values.get("sliding_window"):
        configurations.append(("window", {"sliding_window": 64}))
    return configurations


EXCEPTIONS = {
    ("mimo_v2_flash", "base"): "its class drops rope_theta, which the authors' own code reads",
    ("dots3_note_text", "rope_scaling"): "its class drops the base of layers with a window beside rope_scaling",
}


def broken(keys: dict, cls: type, theirs: Built) -> bool:
    """Return True if a class makes a rotation that its attention cannot apply."""
    rotated = read_dict(cls(**copy.deepcopy(keys))).get("qk_rope_head_dim")
    return bool(rotated) and any(2 * len(numbers) != rotated for numbers in theirs.frequencies.values())


def verdict(name: str, keys: dict, theirs: Built) -> tuple[str, str]:
    """Verdict on one configuration: "right", "partly" (something is unknown), "not known", or "wrong"."""
    ours = models.from_config({"model_type": name, **json.loads(json.dumps(keys))})
    if ours.kind == "axes":
        counts = {len(numbers) for numbers in theirs.frequencies.values()}
        parts = {sum(ours.axes.values()), *ours.axes.values()}
        if not counts:
            return "no module", ""
        return ("right", "") if counts <= parts else ("wrong", f"{ours.axes}, theirs {counts}")
    if ours.kind == "unknown" or not ours.is_known:
        return "not known", ", ".join(statement.id for statement in ours.unknown)
    if not theirs.frequencies:
        return ("right", "") if not any(layer.rope for layer in ours.layers) else ("wrong", "has no rotation")
    if ours.kind != "rotation":
        return "wrong", f"{ours.kind}, theirs rotates"
    partly = [] if ours.huggingface or not theirs.pairing else ["pairing"]
    if ours.huggingface and theirs.pairing and ours.huggingface != theirs.pairing:
        return "wrong", f"pairing {ours.huggingface}, theirs {theirs.pairing}"
    used = set()
    for layers in ours.layers:
        for place in layers.places or ():
            if place in theirs.rotated and theirs.rotated[place] != bool(layers.rope):
                return "wrong", f"layer {place} ({layers.which}): rotation {bool(layers.rope)}"
            if place in theirs.windows and layers.rope and (layers.window or None) != (theirs.windows[place] or None):
                return (
                    "wrong",
                    f"layer {place} ({layers.which}): window {layers.window}, theirs {theirs.windows[place]}",
                )
        if not layers.rope:
            continue
        labels = [label for label in theirs.frequencies if LAYERS.get(label) == layers.which]
        for label in labels or theirs.frequencies:
            expected = theirs.frequencies[label]
            expected = np.sort(expected[expected > 0])
            ours_sorted = np.sort(layers.rope.frequencies())
            if expected.shape == ours_sorted.shape and np.allclose(ours_sorted, expected, rtol=3e-6):
                if not np.isclose(layers.rope.attention, theirs.factors[label], rtol=1e-6):
                    return "wrong", f"{layers.which}: factor {layers.rope.attention}, theirs {theirs.factors[label]}"
                used.add(label)
                break
        else:
            mine, last = layers.rope.frequencies(), expected[:2]
            return (
                "wrong",
                f"{layers.which}: {len(mine)} frequencies to {mine.min():.4g}, theirs {len(expected)} to {last}",
            )
    unread = {label.rstrip("'") for label in theirs.frequencies} - {label.rstrip("'") for label in used}
    kinds = {LAYERS.get(label) for label in unread} - {None}
    if kinds & {layers.which for layers in ours.layers if layers.rope}:
        return "wrong", f"other frequencies of {kinds}"
    return ("partly", ", ".join(partly)) if partly else ("right", "")


def rotates(name: str) -> bool:
    """Return True if a class itself has rotary embeddings, not only its parts."""
    cls = config_classes()[name]
    module = modeling(cls)
    if not module or not rotary_classes(module):
        return False
    return not (set(getattr(cls, "sub_configs", None) or ()) & {"text_config", "encoder_config", "encoder"})


@pytest.mark.parametrize("name", [name for name in config_classes() if rotates(name)])
def test_every_class_is_read_as_it_is_built(name):
    cls, wrong = config_classes()[name], []
    for variant, keys in variants(name):
        try:
            theirs = build(cls(**copy.deepcopy(keys)))
        except Exception:
            COUNTS["no module"] += 1
            continue
        if theirs is None or broken(keys, cls, theirs):
            continue
        if (name, variant) in EXCEPTIONS:
            COUNTS["exception"] += 1
            continue
        try:
            result, why = verdict(name, keys, theirs)
        except ValueError as error:
            result, why = "refused", str(error)
        COUNTS[result] += 1
        if result in ("wrong", "refused"):
            wrong.append(f"{variant}: {result}: {why}")
        if result != "right":
            print("VERDICT", name, variant, result, why)
    for result, number in COUNTS.items():
        FOUND["models: configurations of every class", f"transformers: {result}"] = Difference(number)
    assert not wrong


@pytest.mark.parametrize("name", ["mamba", "mamba2", "falcon_mamba", "rwkv", "xlstm", "zamba", "kimi_linear"])
def test_types_without_positions_have_no_code_of_positions(name):
    assert models.from_config({"model_type": name}).kind == "none"
    source = inspect.getsource(modeling(config_classes()[name]))
    assert not re.search(r"apply_rotary|RotaryEmbedding\(|alibi|(?<!max_)position_embedding|embed_positions", source)
    assert is_listed(name, "types", "recurrent") == ("Attention(nn.Module)" not in source.replace(ITS, ""))


def test_the_defaults_are_those_of_the_installed_version():
    stored = json.loads(FILE.read_text("utf-8"))
    assert stored["transformers"] == transformers.__version__, "run python -m tests.crosscheck.model_types"
    for name in ("llama", "gemma3_text", "deepseek_v4", "qwen2_vl_vision", "laguna"):
        expected = json.loads(json.dumps(entry(config_classes()[name])))
        assert {key: value for key, value in stored["types"][name].items() if key != "parts"} == expected
