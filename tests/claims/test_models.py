"""Claims of Models, recomputed from the numbers of the catalogue and the definitions."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dashboard.say import say
from dashboard.views.models import facts
from posenc_tools import models
from posenc_tools.models import Model
from tests.claims.truth import assert_complete, close, true, verify


@dataclass(frozen=True)
class Pair:
    """A model of the page and the one it is compared with."""

    model: Model
    other: Model

    @property
    def length(self) -> int:
        return min(max(model.stated or 2048 for model in (self.model, self.other)), 2**16) + 1


def lengths(model: Model) -> np.ndarray:
    """Wavelengths before scaling, in tokens."""
    rope = model.main.rope
    if rope:
        return 2 * np.pi * rope.base ** (2 * np.arange(rope.width // 2) / rope.width)
    scheme = next(layer.scheme for layer in model.layers if hasattr(layer.scheme, "schedule"))
    divisor = model.dim - 2 if scheme.schedule == "Tensor2Tensor" else model.dim
    return 2 * np.pi * 1e4 ** (2 * np.arange(model.dim // 2) / divisor)


def slopes(heads: int) -> np.ndarray:
    series = 2 ** int(np.log2(heads))
    between = [2.0 ** (-8 * h / (2 * series)) for h in range(1, 2 * series + 1, 2)]
    return np.array([2.0 ** (-8 * h / series) for h in range(1, series + 1)] + between[: heads - series])


def fall(model: Model, back: int, length: int) -> float:
    """Mean logit of equal content at a distance in a text of some length, minus that at 0."""
    if model.kind == "alibi":
        return -slopes(model.heads).min() * back
    if model.kind == "sinusoidal":
        return (np.cos(2 * np.pi * back / lengths(model)) - 1).sum() / np.sqrt(model.dim)
    rope = model.main.rope
    turns = np.exp(1j * back * rope.frequencies(length))
    return 2 * rope.softmax * rope.attention**2 * (turns.real - 1).sum() / np.sqrt(model.dim)


@true("models-cell-family")
def _(c, family):
    return family == c.model.kind


@true("models-cell-pairing")
def _(c, first, last):
    return (first, last) == (c.model.huggingface, c.model.release or "unknown")


ENTRIES = tomllib.loads((Path(models.__file__).parents[1] / "data" / "models.toml").read_text("utf-8"))


def published(model: Model) -> dict:
    """Entry of the catalogue."""
    return next(entry for entry in ENTRIES["model"] if entry["name"] == model.name)


def named_source(model: Model, field: str) -> str:
    """Name of the source of a fact; "configuration" for a number of the configuration."""
    entry = published(model)
    if field not in entry["sources"]:
        return "configuration"
    return ENTRIES["sources"][entry["sources"][field].split(" ")[0]].split(",")[0]


def is_scaled(model: Model) -> bool:
    config = published(model).get("config", {})
    return any(config.get(key, "null") != "null" for key in ("rope_scaling", "rope_parameters"))


@true("models-cell-trained")
def _(c, length, text):
    return length == published(c.model)["facts"]["trained"] and text == named_source(c.model, "trained")


@true("models-cell-before")
def _(c, length, text):
    config = published(c.model)["config"]
    inner = config | config.get("rope_scaling", {}) | config.get("rope_parameters", {})
    own = inner.get("original_max_position_embeddings", published(c.model).get("facts", {}).get("trained"))
    return is_scaled(c.model) and length == own and text == named_source(c.model, "trained")


@true("models-cell-untold")
def _(c):
    return c.model.trained_length is None


@true("models-cell-stated")
def _(c, length):
    return length == c.model.stated


@true("models-cell-rows")
def _(c, rows, start):
    return (rows, start) == (c.model.rows, c.model.offset)


@true("models-cell-resolution")
def _(c, position, other):
    step = 2.0 ** (np.frexp(float(position))[1] - 8)
    return position == c.model.stated - 1 and other == step


@true("models-picture")
def _(c, count, whole, length, when):
    # by kind of layers, as in the catalogue
    lengths_known = {layers.visible for layers in c.model.layers if layers.window and when in ("window", "chunk")}
    if when in ("before", "training"):
        assert (when == "before") == is_scaled(c.model)
        lengths_known = {c.model.trained_length}
    elif when == "stated":
        lengths_known = {c.model.stated} if c.model.trained_length is None else set()
    counts = set()
    for rope in (layers.rope for layers in c.model.layers if layers.rope):
        plain = 2 * np.pi * rope.base ** (2 * np.arange(rope.width // 2) / rope.width)
        wavelengths = plain if when in ("before", "training") else 2 * np.pi / rope.frequencies(c.model.stated)
        counts.add((int((wavelengths > length).sum()), len(wavelengths)))
    return length in lengths_known and (count, whole) in counts


def span_and_rotation(model: Model, place: int) -> str:
    """Attention span and rotation of a layer, by the rules of the classes of transformers."""
    config = published(model)["config"]
    window, every = config.get("sliding_window", 0), config.get("sliding_window_pattern", 0)
    base, scaling = config.get("rope_theta", 1e4), config.get("rope_scaling", {}).get("rope_type", "none")
    if config["model_type"] == "gemma3_text":
        if (place + 1) % every:
            return f"window of {window:,} tokens, base {config['rope_local_base_freq']:,}, no scaling"
        return f"all tokens, base {base:,}, {scaling if scaling != 'none' else 'no'} scaling"
    if config["model_type"] == "llama4_text":
        if (place + 1) % config["no_rope_layer_interval"] == 0:
            return "no positions (NoPE)"
        return f"chunk of {config['attention_chunk_size']:,} tokens, base {base:,}, {scaling} scaling"
    assert config["model_type"] == "qwen3_next"
    return f"all tokens, base {base:,}, no scaling" if (place + 1) % 4 == 0 else "no softmax attention"


@true("models-layer")
def _(c, layer, fact):
    return say(fact) == span_and_rotation(c.model, layer)


@true("models-kind")
def _(c, count, fact):
    places = range(published(c.model)["config"].get("num_hidden_layers", 0))
    return count == sum(span_and_rotation(c.model, place) == say(fact) for place in places)


@true("models-kind-encoder")
def _(c):
    return c.model.name == "Whisper tiny"


def partial_layers(config: dict) -> str:
    """Layers that rotate a part of their heads, as in the classes of transformers."""
    kinds = config.get("layer_types", [])
    if config["model_type"] == "qwen3_next":
        # (place + 1) % 4, as in Qwen3NextConfig
        kinds = ["full_attention" if place % 4 == 3 else "" for place in range(config["num_hidden_layers"])]
    return f"In {kinds.count('full_attention')} of {len(kinds)} layers" if kinds else "In all layers"


@true("models-partial")
def _(c, count, whole, where):
    config = published(c.model)["config"]
    size, heads = ("n_embd", "n_head") if "n_embd" in config else ("hidden_size", "num_attention_heads")
    head = config.get("head_dim", config[size] // config[heads])
    # 0.25: the default of GPTNeoXConfig
    share = config.get("partial_rotary_factor", config.get("rotary_pct", 0.25))
    assert say(where) == partial_layers(config)
    return whole == head and count == head - config.get("rotary_dim", round(head * share))


@true("models-latent")
def _(c, count, whole, where):
    config = published(c.model)["config"]
    assert say(where) == partial_layers(config)
    return (count, whole) == (config["qk_nope_head_dim"], config["qk_rope_head_dim"])


@true("models-slow-pairs")
def _(c, count, whole, where):
    config = SLOW_PAIRS["text_config"]
    assert say(where) == partial_layers(config) == "In 1 of 6 layers"
    share = config["rope_parameters"]["full_attention"]["partial_rotary_factor"]
    return whole == config["global_head_dim"] // 2 and count == whole - round(whole * share)


@true("models-nope-layers")
def _(c, count, whole):
    config = published(c.model)["config"]
    every = config.get("no_rope_layer_interval") or config["sliding_window_pattern"]
    return whole == config["num_hidden_layers"] and count == whole // every


@true("models-temperature")
def _(c, factor, position, which):
    if which == "nope":
        # Llama4TextAttention of transformers 5.23.0, with the defaults of its class
        expected = np.log1p(np.floor((position + 1.0) / 8192)) * 0.1 + 1.0
    else:
        # get_llama_4_attn_scale of its modeling_ministral3.py
        parameters = published(c.model)["config"]["rope_parameters"]
        steps = np.floor(position / parameters["original_max_position_embeddings"])
        expected = 1 + parameters["llama_4_scaling_beta"] * np.log(1 + steps)
    return position == c.model.stated - 1 and close(factor, expected)


@true("models-picture-waves")
def _(c, low, high):
    return close(low, lengths(c.model)[0]) and close(high, lengths(c.model)[-1])


@true("models-picture-reach")
def _(c, low, high, heads):
    half_lives = np.log(2) / slopes(c.model.heads)
    return heads == c.model.heads and close(low, half_lives.min()) and close(high, half_lives.max())


@true("models-no-curve")
def _(c, name):
    chosen_model = next(model for model in (c.model, c.other) if model.name == name)
    return (
        chosen_model.kind in ("learned", "buckets", "none", "relative", "unknown")
        or chosen_model.main.scheme.name == "Grid"
    )


@true("models-same-curve")
def _(c, first, last):
    return all(abs(fall(c.model, k, c.length) - fall(c.other, k, c.length)) < 1e-6 for k in (1, 30, 1000))


@true("models-apart")
def _(c, first, last, offset, value, longer):
    by_name = {model.name: model for model in (c.model, c.other)}
    gap = fall(by_name[last], offset, c.length) - fall(by_name[first], offset, c.length)
    others = [abs(fall(c.model, k, c.length) - fall(c.other, k, c.length)) for k in (1, 2, 5, 10, 100, 1000)]
    longest = min(max(model.stated or 2048 for model in (c.model, c.other)), 2**16)
    return longer == longest and close(gap, value) and value >= max(others) * (1 - 1e-9)


@true("models-promise")
def _(c, name, longer, length):
    # max_position_embeddings of its config.json, and the training length stated by its authors
    return (name, longer, length) == ("Qwen3 8B", 40960, 32768)


@true("models-slow")
def _(c, name, value, length, count):
    wavelengths = lengths(models.model(name))
    return close(value, wavelengths[-1]) and length == 32768 and count == (wavelengths > 32768).sum()


@true("models-window-belief")
def _(c, name, length, most):
    return (length, most) == (32768, 4096)


NAMES = [
    *("Llama 3.1 8B", "BLOOM 176B", "M2M-100", "GPT-2", "T5 small", "XLNet", "Jamba v0.1", "Gemma 3 27B", "DETR"),
    *("Phi-2", "Transformer base", "Phi-3.5 mini", "Whisper tiny", "Llama 4 Scout", "DeepSeek-V3", "Qwen3-Next 80B"),
    *("Ministral 3 3B", "SmolLM3 3B", "Qwen3 8B", "Llama 2 7B"),
]
SLOW_PAIRS = {
    "model_type": "gemma4",
    "text_config": {
        "model_type": "gemma4_text",
        "head_dim": 256,
        "num_hidden_layers": 6,
        "layer_types": ["sliding_attention"] * 5 + ["full_attention"],
        "global_head_dim": 512,
        "hidden_size": 2048,
        "num_attention_heads": 8,
        "rope_parameters": {
            "full_attention": {"rope_type": "proportional", "rope_theta": 1e6, "partial_rotary_factor": 0.25},
            "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
        },
    },
}


def all_claims(pair: Pair):
    both = pair.model, pair.other
    order, several = facts.strip(pair.model), facts.with_pictures(pair.model)
    made_claims = [*facts.cell(pair.model), facts.differ(*both), *facts.variants(pair.model)]
    if pair.model.type in ("gemma3_text", "llama4_text", "qwen3_next"):
        made_claims += [facts.layer(place, pair.model.layers[kind]) for place, kind in enumerate(order)]
        made_claims += [facts.kind(layer) for layer in pair.model.layers]
    if pair.model.name == "Whisper tiny":
        made_claims.append(facts.kind(several[0]))
    return made_claims + [facts.picture(pair.model, layers) for layers in several]


def test_claims_of_known_cases_are_true_and_exact():
    others = ["Llama 3 8B", "Pegasus large", "Llama 3.1 70B", "MPT 7B"]
    pairs = [Pair(models.model(name), models.model(other)) for name in NAMES for other in others]
    pairs += [Pair(models.model(name), models.model("Llama 3 8B")) for name in models.MODELS if name not in NAMES]
    slow = [variant for variant in facts.variants(models.from_config(SLOW_PAIRS)) if variant.id == "models-slow-pairs"]
    known_claims = [*((pair, all_claims(pair)) for pair in pairs), (pairs[0], [*facts.misconceptions(), *slow])]
    checked = verify(known_claims)
    assert_complete(checked, "models-")
