"""Models: the frequencies of every entry, and what types do besides, as transformers has them. No weights."""

import importlib

import numpy as np
import pytest
import torch
from transformers import AutoConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

from posenc_core import models
from posenc_core.models.catalogue import _data
from posenc_core.models.config import types
from tests.crosscheck.agreement import agree

# TOML has no null
ENTRIES = {
    entry["name"]: {key: None if value == "null" else value for key, value in entry["config"].items()}
    for entry in _data()["model"]
    if "config" in entry
}
ROTATING = [name for name in ENTRIES if models.model(name).kind == "rotation"]
NAMES = {"full": "full_attention", "all": "full_attention", "sliding": "sliding_attention"}


def theirs(config, which: str, length: int) -> tuple[np.ndarray, float]:
    """Frequencies and the attention factor, of layers of a kind in a text of a length."""
    given = config.rope_parameters
    nested = NAMES.get(which) in given
    own = given[NAMES[which]] if nested else given
    if own["rope_type"] != "default":
        init = ROPE_INIT_FUNCTIONS[own["rope_type"]]
        found, factor = init(config, "cpu", length, **({"layer_type": NAMES[which]} if nested else {}))
        return found.numpy(), factor
    head = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    width = int(head * own.get("partial_rotary_factor", 1.0))
    return own["rope_theta"] ** (-np.arange(0, width, 2) / width), 1.0


@pytest.mark.parametrize(
    "name", [name for name in ROTATING if ENTRIES[name]["model_type"] not in ("gptj", "codegen", "roformer")]
)
def test_the_frequencies_of_every_entry(name):
    given = dict(ENTRIES[name])
    config = AutoConfig.for_model(given.pop("model_type"), **given)
    for layers in models.model(name).layers:
        if layers.rope:
            for length in (1, 2**17):
                frequencies, factor = theirs(config, layers.which, length)
                ours = layers.rope.frequencies(length)
                agree(
                    "models: frequencies", "transformers", "ROPE_INIT_FUNCTIONS", ours, frequencies, 2e-6 * np.abs(ours)
                )
                assert layers.rope.attention == pytest.approx(factor, rel=1e-9)


def test_the_base_and_the_rotated_share_of_every_type():
    for pairing, names in types()["pairing"].items():
        for name in names.split():
            if name in ("codegen", "gptj", "roformer", "esm"):
                continue
            try:
                config = AutoConfig.for_model(name)
            except (ImportError, ValueError, KeyError):
                continue
            given = config.rope_parameters
            own = given.get("full_attention") or given
            if own.get("rope_type") == "default":
                asked = {"model_type": name, "hidden_size": 1024, "num_attention_heads": 4, "head_dim": 256}
                found = models.from_config(asked | {"position_embedding_type": "rope"})
                assert found.main.rope.base == own["rope_theta"], name
                assert found.main.rope.width == int(256 * own.get("partial_rotary_factor", 1)), name
            assert found.huggingface == pairing


def test_what_every_class_takes_for_a_number_that_is_left_out():
    for name, taken in types()["defaults"].items():
        try:
            config = AutoConfig.for_model(name)
        except (ImportError, ValueError, KeyError):
            continue
        assert {key: getattr(config, key) for key in taken} == taken, name


def test_the_pairing_of_every_type():
    """By what the code of each makes of 0, 1, 2, 3."""
    checked = 0
    for pairing, names in types()["pairing"].items():
        for name in names.split():
            folder = {"gemma3_text": "gemma3", "llama4_text": "llama4"}.get(name, name.removesuffix("_text"))
            try:
                module = importlib.import_module(f"transformers.models.{folder}.modeling_{folder}")
            except ImportError:
                continue
            if hasattr(module, "apply_rotary_pos_emb_interleave") or not hasattr(module, "rotate_half"):
                continue
            # nanochat rotates backwards
            turned = module.rotate_half(torch.arange(4.0)).abs().tolist()
            assert turned == {"half": [2, 3, 0, 1], "interleaved": [1, 0, 3, 2]}[pairing], name
            checked += 1
    assert checked > 60


@pytest.mark.parametrize("name", [*types()["layers"]])
def test_which_layers_differ(name):
    config = AutoConfig.for_model(name)
    given = {
        "model_type": name,
        "hidden_size": 1024,
        "num_attention_heads": 4,
        "num_hidden_layers": config.num_hidden_layers,
    }
    ours = {each.which: each.number for each in models.from_config(given).layers}
    far = "nope" if types()["layers"][name].get("nope") else "full"
    if name == "smollm3":
        assert ours[far] == config.no_rope_layers.count(0)
    else:
        assert ours[far] == config.layer_types.count("full_attention")
