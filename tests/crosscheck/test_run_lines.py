"""Lines that run a model at a length: executed with transformers on tiny models of each class, without weights."""

import json
import math
import re
import shlex

import numpy as np
import pytest
import transformers
from transformers import AutoConfig
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

from posenc_core.data_files import read_toml
from posenc_tools import models
from posenc_tools.data_files import DATA
from posenc_tools.models.run_programs import lengths
from tests.crosscheck.agreement import agree

# TOML has no null
ENTRIES = {
    entry["name"]: {key: None if value == "null" else value for key, value in entry["config"].items()}
    for entry in read_toml(DATA / "models.toml")["model"]
    if "config" in entry
}
ROTATING = [name for name in ENTRIES if models.model(name).kind == "rotation"]
FIXED = lengths()["types"]["fixed"].split()
SIZES = {
    "vocab_size": 32, "intermediate_size": 8, "moe_intermediate_size": 8, "n_routed_experts": 8, "num_experts": 2,
    "num_local_experts": 2, "num_experts_per_tok": 1, "shared_expert_intermediate_size": 8, "q_lora_rank": 8,
    "kv_lora_rank": 8, "v_head_dim": 8, "linear_num_key_heads": 1, "linear_num_value_heads": 1, "n_group": 1,
    "topk_group": 1, "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0, "intermediate_size_mlp": 8,
}  # fmt: skip


def tiny(entry):
    """Configuration with the keys and head sizes of an entry, but two heads and few layers."""
    config, (heads,) = dict(entry), [entry[key] for key in ("num_attention_heads", "n_head") if key in entry]
    width = config.get("hidden_size", config.get("n_embd"))
    head = config.get("head_dim") or width // heads
    layers = min(config.get("num_hidden_layers", 6), 6)
    for names, size in (
        (("num_attention_heads", "n_head"), 2),
        (("hidden_size", "n_embd"), 2 * head),
        (("num_hidden_layers", "n_layer"), layers),
    ):
        config |= {name: size for name in names if name in entry or name == names[0]}
    return config | {"num_key_value_heads": 2} | SIZES


def flat(name):
    """An entry as a separate file, without the vision encoder of some models."""
    return models.model(name)._replace(sources=())


def run(lines, folder):
    """Execute the lines for transformers, and return the model."""
    names = {"NAME": str(folder)}
    exec(lines, names)
    return names["model"], names


@pytest.fixture(scope="module", autouse=True)
def without_weights():
    """Build models from their configuration alone: weights do not matter for positions."""
    with pytest.MonkeyPatch.context() as patch:

        def make(cls, name, config=None):
            return cls.from_config(config or AutoConfig.from_pretrained(name))

        for name in ("AutoModel", "AutoModelForCausalLM", "AutoModelForImageTextToText"):
            patch.setattr(getattr(transformers, name), "from_pretrained", classmethod(make))
        yield


def rotary(model, which, nested):
    """Frequencies and the attention factor in the model's own module."""
    start = f"{'sliding' if which == 'sliding' else 'full'}_attention_" if nested else ""
    part = next(module for module in model.modules() if hasattr(module, f"{start}attention_scaling"))
    return getattr(part, f"{start}inv_freq").numpy(), getattr(part, f"{start}attention_scaling")


def yarn(base, width, factor, original, fast=32, slow=1, truncate=True):
    """Frequencies of YaRN, by the paper."""
    plain = base ** (-np.arange(0, width, 2) / width)
    low, high = (width * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base)) for turns in (fast, slow))
    low, high = (math.floor(low), math.ceil(high)) if truncate else (low, high)
    low, high = max(low, 0), min(high, width - 1)
    ramp = np.clip((np.arange(width // 2) - low) / max(high - low, 0.001), 0, 1)
    return plain * (1 - ramp) + plain / factor * ramp


def formula(before, result, length, stated):
    """Frequencies at the longer length, from those of the original configuration."""
    if before.scaling in ("none", "YaRN"):
        original = before.original or result.original
        bounds = before.fast, before.slow, before.truncate
        return yarn(before.base, before.width, length / original, original, *bounds)
    factor = before.factor * length / stated
    if before.scaling == "linear":
        return before.plain() / factor
    assert before.scaling == "llama3"
    turns = before.original * before.plain() / (2 * math.pi)
    unscaled = np.clip((turns - before.slow) / (before.fast - before.slow), 0, 1)
    return before.plain() * (unscaled + (1 - unscaled) / factor)


def windows(config):
    config = config.get_text_config()
    kinds = getattr(config, "layer_types", None)
    return kinds, getattr(config, "sliding_window", None), getattr(config, "attention_chunk_size", None)


@pytest.mark.parametrize("name", ROTATING)
@pytest.mark.parametrize("times", [1, 3])
def test_the_lines_of_every_entry_have_the_stated_effect_and_keep_the_rest(name, times, tmp_path):
    model, entry = flat(name), ENTRIES[name]
    length = times * model.stated
    lines = models.run_at(model, length)
    if lines.basis == "none":
        assert entry["model_type"] in FIXED or entry["model_type"] == "phi3"
        return
    own = dict(tiny(entry))
    shipped = AutoConfig.for_model(own.pop("model_type"), **own)
    shipped.save_pretrained(tmp_path)
    made, names = run(lines.lines["transformers"], tmp_path)
    assert windows(made.config) == windows(shipped)
    if entry["model_type"] in FIXED:
        assert times == 1 and not lines.check
        return
    nested = "full_attention" in (made.config.get_text_config().rope_parameters or {})
    befores = {layer.which: layer for layer in model.layers}
    for layers in lines.layers:
        if not layers.rope:
            continue
        before = befores[layers.which].rope
        frequencies, factor = rotary(made, layers.which, nested)
        own_frequencies = layers.rope.frequencies(1)
        assert len(frequencies) == before.width // 2, "rotated share"
        agree(
            "models: lines",
            "transformers",
            "rotary modules",
            own_frequencies,
            frequencies,
            2e-6 * np.abs(own_frequencies),
        )
        assert layers.rope.attention == pytest.approx(factor, rel=1e-9)
        if layers.rope == before:
            # the unchanged configuration, also beyond its length if only windows rotate
            assert times == 1 or lines.basis == "published" or befores[layers.which].window or before.scaling == "none"
        else:
            longer = formula(before, layers.rope, length, model.stated)
            np.testing.assert_allclose(frequencies, longer, rtol=1e-5)
    printed, comments = [], [line for line in lines.check.splitlines() if line.startswith("# ")]
    exec(lines.check, names | {"print": lambda *values: printed.append(values)})
    for (values, factor), comment in zip(printed, comments, strict=True):
        *numbers_shown, last = re.findall(r"[\d.e+-]+", comment.removesuffix(", up to rounding"))
        assert values == pytest.approx([float(number) for number in numbers_shown], rel=1e-5)
        assert factor == pytest.approx(float(last), rel=1e-6)


@pytest.mark.parametrize("name", ROTATING)
def test_the_json_of_servers_gives_the_configuration_of_transformers(name, tmp_path):
    """vLLM and SGLang replace keys of the loaded configuration by those of the JSON."""
    model, own = flat(name), dict(tiny(ENTRIES[name]))
    lines = models.run_at(model, 3 * model.stated).lines
    if "vLLM" not in lines or "--hf-overrides" not in lines["vLLM"]:
        return
    shipped = AutoConfig.for_model(own.pop("model_type"), **own)
    shipped.save_pretrained(tmp_path)
    made, _ = run(lines["transformers"], tmp_path)
    overrides = json.loads(shlex.split(lines["vLLM"])[-1])
    config = AutoConfig.from_pretrained(tmp_path)
    for key, value in overrides.items():
        setattr(config, key, value)
    theirs, ours = (dict(part.rope_parameters or {}) for part in (made.config, config))
    for key in set(ours) | set(theirs):
        both = ours.get(key), theirs.get(key)
        if isinstance(both[0], dict):
            assert {name: value for name, value in both[1].items() if name != "type"} == both[0]
        elif key != "type" and not (key == "partial_rotary_factor" and set(both) == {None, 1.0}):
            assert both[0] == pytest.approx(both[1]), key
    if "SGLang" in lines:
        assert shlex.split(lines["SGLang"])[-1] == shlex.split(lines["vLLM"])[-1]


def test_mscale_all_dim_is_kept(tmp_path):
    """DeepSeek-V3 multiplies its logits by 1.87 as shipped, and by more at a longer length."""
    own = tiny(ENTRIES["DeepSeek-V3"])
    shipped = AutoConfig.for_model(own.pop("model_type"), **own)
    shipped.save_pretrained(tmp_path)
    for length in (131072, 262144):
        lines = models.run_at(models.model("DeepSeek-V3"), length)
        model, _ = run(lines.lines["transformers"], tmp_path)
        attention = next(part for part in model.modules() if hasattr(part, "qk_head_dim") and hasattr(part, "scaling"))
        softmax = attention.scaling * math.sqrt(attention.qk_head_dim)
        assert softmax == pytest.approx(lines.layers[0].rope.softmax, rel=1e-6)
        factor = max(length / 4096, 40)
        assert softmax == pytest.approx((0.1 * math.log(factor) + 1) ** 2, rel=1e-6)


def test_the_lists_of_types_are_those_of_the_classes():
    types = {key: names.split() for key, names in lengths()["types"].items()}
    for name in transformers.CONFIG_MAPPING:
        try:
            config = AutoConfig.for_model(name)
            parameters = getattr(config, "rope_parameters", None)
        except Exception:
            # the class needs other packages, or numbers without defaults
            continue
        if parameters:
            nested = any(key.endswith("_attention") for key in parameters)
            assert nested == (name in types["per_layer"]), name
            if not config.is_heterogeneous:
                assert (getattr(config, "head_dim", 0) is None) == (name in types["no_head_dim"]), name
    others = {*types["not_causal"], *types["encoder"]}
    assert not others & set(MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)
    used = {entry["model_type"] for entry in ENTRIES.values()}
    assert {models.model(name).type for name in ROTATING} & used <= others | set(MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)


@pytest.mark.parametrize(
    ("name", "outer"), [("Gemma 3 27B", "gemma3"), ("Ministral 3 3B", "mistral3"), ("Llama 4 Scout", "llama4")]
)
def test_a_language_model_beside_a_vision_encoder(name, outer, tmp_path):
    """The published files have these values in text_config."""
    model, text = models.model(name), tiny(ENTRIES[name])
    vision = {"hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1}
    vision |= {"image_size": 28, "patch_size": 14, "vision_output_dim": 8, "projector_output_dim": 8}
    if outer == "mistral3":
        vision |= {"model_type": "pixtral"}
    shipped = AutoConfig.for_model(outer, text_config=text, vision_config=vision)
    shipped.save_pretrained(tmp_path)
    lines, length = models.run_at(model, 2 * model.stated), 2 * model.stated
    made, names = run(lines.lines["transformers"], tmp_path)
    assert made.config.text_config.max_position_embeddings == length
    assert json.loads(shlex.split(lines.lines["vLLM"])[-1]).keys() == {"text_config"}
    if outer != "llama4":
        full = next(layer for layer in lines.layers if layer.which in ("all", "full"))
        exec(lines.check, names)
        frequencies = names["rope"].full_attention_inv_freq if outer == "gemma3" else names["rope"].inv_freq
        np.testing.assert_allclose(frequencies, formula(model.main.rope, full.rope, length, model.stated), rtol=1e-5)
    inside = models.run_at({"model_type": outer, "text_config": ENTRIES[name]}, length)
    assert inside.lines["transformers"] == lines.lines["transformers"]
