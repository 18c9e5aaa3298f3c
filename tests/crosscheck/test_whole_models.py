"""Models: rotations and position tables of whole tiny models with random weights, beside what is read of them.

Attention is replaced by a function that records queries and keys. No function of a class is called on its own.
"""

import inspect
import json
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

from posenc_tools import models
from posenc_tools.models.conventions import learned_tables
from tests.crosscheck.model_types import config_classes, modeling, read_dict

ROTATING = """
    afmoe apertus arcee aria_text bitnet cohere cohere2_moe cwm diffllama ernie4_5 exaone4 falcon_h1 gemma
    gemma2 gemma3_text gemma4_text glm glm4 gpt_neox gpt_oss granite helium jetmoe laguna lfm2 llama llama4_text
    mimo_v2_flash minimax minimax_m2 mistral modernbert moshi olmo olmo2 olmo3 persimmon phi phi3 phimoe qwen2
    qwen2_vl_text qwen3 qwen3_moe qwen3_next qwen3_vl_text qwen3_5_text seed_oss smollm3 stablelm starcoder2 vaultgemma
"""

LATENT = "axk1 deepseek_v3 deepseek_v32 glm4_moe_lite glm_moe_dsa hy_v4 minicpm3 mistral4 youtu"
"""Types whose code may reorder dimensions before it rotates."""

TOKENS = 6

SMALL = {
    **dict.fromkeys(("vocab_size", "vocab_size_per_layer_input"), 40),
    **dict.fromkeys(("intermediate_size", "moe_intermediate_size", "shared_expert_intermediate_size"), 32),
    **dict.fromkeys(("ffn_dim", "encoder_ffn_dim", "decoder_ffn_dim", "n_inner", "hidden_size_per_layer_input"), 32),
    **dict.fromkeys(("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"), 4),
    "num_experts_per_tok": 2,
    "n_group": 1,
    "topk_group": 1,
    "decoder_sparse_step": 1,
    "pad_token_id": 0,
    **dict.fromkeys(("encoder_layers", "decoder_layers", "num_layers"), 1),
}


@pytest.fixture
def calls(monkeypatch):
    """Record (module, query, key) of each attention; its output is zero: later layers do not depend on positions."""
    recorded: list[tuple[Any, torch.Tensor, torch.Tensor]] = []

    def attend(module, query, key, value, *args, **options):
        recorded.append((module, query, key))
        return torch.zeros(query.shape[0], query.shape[2], query.shape[1], value.shape[-1]), None

    monkeypatch.setattr(ALL_ATTENTION_FUNCTIONS, "_local_mapping", dict.fromkeys(ALL_ATTENTION_FUNCTIONS, attend))
    return recorded, lambda module: monkeypatch.setattr(module, "eager_attention_forward", attend, raising=False)


def tiny(name: str, layers: int, **given) -> tuple[Any, dict]:
    """Model with random weights, and the keys of its configuration."""
    torch.manual_seed(1)
    cls, defaults = config_classes()[name], read_dict(config_classes()[name]())
    sizes = {key: value for key, value in SMALL.items() if isinstance(defaults.get(key), int)}
    for key in ("num_hidden_layers", "n_layer", "n_layers"):
        if isinstance(defaults.get(key), int):
            sizes[key] = min(defaults[key], layers)
    heads = next((key for key in ("num_attention_heads", "n_head") if isinstance(defaults.get(key), int)), None)
    width = next((key for key in ("hidden_size", "n_embd", "d_model") if isinstance(defaults.get(key), int)), None)
    narrow = {}
    if heads and width:
        shared = {"num_key_value_heads": 4} if (defaults.get("num_key_value_heads") or 1) > 1 else {}
        narrow = {heads: 4, width: 4 * (defaults[width] // defaults[heads]), **shared}
    module, problem = modeling(cls), None
    classes = [
        kind
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, transformers.PreTrainedModel)
        and kind.__module__ == module.__name__ and getattr(kind, "config_class", None) is cls
        and not kind.__name__.endswith("PreTrainedModel") and "input_ids" in inspect.signature(kind.forward).parameters
    ]  # fmt: skip
    classes.sort(key=lambda kind: (not kind.__name__.endswith("Model"), len(kind.__name__)))
    for keys in ({**sizes, **narrow, **given}, {**sizes, **given}):
        for model_class in classes[:2]:
            try:
                model = model_class(cls(**keys)).eval().float()
            except Exception as error:
                problem = error
                continue
            for weights in model.parameters():
                with torch.no_grad():
                    weights.normal_(0, 0.05) if weights.ndim > 1 else weights.uniform_(0.5, 1)
            return model, keys
    raise problem or ValueError("no model")


def rotated(x: np.ndarray, positions: np.ndarray, frequencies: np.ndarray, pairing: str) -> np.ndarray:
    """Rotate the pairs of the first dimensions, from the definition."""
    pairs, y = len(frequencies), x.copy()
    one = np.arange(pairs) if pairing == "half" else 2 * np.arange(pairs)
    other = one + (pairs if pairing == "half" else 1)
    angles = positions[:, None] * frequencies
    y[..., one] = x[..., one] * np.cos(angles) - x[..., other] * np.sin(angles)
    y[..., other] = x[..., other] * np.cos(angles) + x[..., one] * np.sin(angles)
    return y


@pytest.mark.parametrize("name", ROTATING.split())
def test_queries_and_keys_are_rotated_as_described_in_every_layer(name, calls):
    recorded, patch = calls
    patch(modeling(config_classes()[name]))
    model, keys = tiny(name, 8)
    description = models.from_config({"model_type": name, **json.loads(json.dumps(keys))})
    ids, positions, results = torch.arange(1, TOKENS + 1)[None], torch.arange(TOKENS)[None] + 3, []
    for places in (torch.zeros_like(positions), positions):
        recorded.clear()
        with torch.no_grad():
            model(input_ids=ids, position_ids=places, use_cache=False)
        results.append(list(recorded))
    assert results[0]
    for (module, *before), (_, *after) in zip(*results, strict=True):
        layers = next(layer for layer in description.layers if layer.places is None or module.layer_idx in layer.places)
        for plain, turned in zip(before, after, strict=True):
            x, y = plain.double().numpy(), turned.double().numpy()
            if layers.rope is None:
                assert np.allclose(x, y, atol=1e-5), module.layer_idx
                continue
            frequencies = layers.rope.frequencies(TOKENS + 3)
            if layers.rope.scaling == "proportional":
                frequencies = np.append(frequencies, np.zeros(layers.rope.head // 2 - len(frequencies)))
            expected = rotated(x, positions[0].numpy(), frequencies, description.huggingface)
            assert np.abs(expected - y).max() < 2e-4 * np.abs(x).max(), module.layer_idx


@pytest.mark.parametrize("name", LATENT.split())
def test_weights_of_latent_attention_are_paired_as_described(name, calls):
    recorded, patch = calls
    patch(modeling(config_classes()[name]))
    model, _ = tiny(name, 1)
    model(input_ids=torch.arange(1, TOKENS + 1)[None], use_cache=False)
    (module, _, key), size = recorded[0], model.config.qk_rope_head_dim
    weights = next(weights for label, weights in module.named_parameters() if "kv_a_proj" in label)
    depends = set()
    for dimension in range(key.shape[-1] - size, key.shape[-1]):
        (gradient,) = torch.autograd.grad(key[0, 0, -1, dimension], weights, retain_graph=True)
        rows = gradient.abs().sum(1).nonzero().ravel().tolist()
        depends.add(tuple(row - (weights.shape[0] - size) for row in rows))
    half, description = size // 2, models.from_config({"model_type": name}).huggingface
    pairs = {"half": {(i, i + half) for i in range(half)}, "interleaved": {(2 * i, 2 * i + 1) for i in range(half)}}
    assert depends == pairs[description]


OTHERS = "beit data2vec-vision deit esm gpt_neo layoutlmv3 lilt longformer vit whisper"
"""Types of tables that are not looked up with texts alone, or with padding."""


@pytest.mark.parametrize("name", sorted({*learned_tables()} & {*config_classes()} - {*OTHERS.split()}))
def test_the_table_has_the_described_rows_and_first_row(name, monkeypatch):
    looked_up, embedding = [], torch.nn.functional.embedding

    def record(ids, weights, *args, **options):
        looked_up.append((len(weights), int(ids.min()), int(ids.max() - ids.min())))
        return embedding(ids, weights, *args, **options)

    monkeypatch.setattr(torch.nn.functional, "embedding", record)
    defaults = read_dict(config_classes()[name]())
    padding = {"pad_token_id": int(bool(defaults.get("pad_token_id")))}
    lengths = {key: 77 for key in ("max_position_embeddings", "n_positions") if isinstance(defaults.get(key), int)}
    model, keys = tiny(name, 1, **padding, **lengths)
    ids = torch.full((1, TOKENS), 7)
    options = {"decoder_input_ids": ids} if "decoder_input_ids" in inspect.signature(model.forward).parameters else {}
    with torch.no_grad():
        model(input_ids=ids, **options)
    description = models.from_config({"model_type": name, **keys})
    assert (description.kind, description.rows) in (("learned", 77), ("learned", 79))
    assert {lookup[:2] for lookup in looked_up if lookup[2] == TOKENS - 1 and lookup[0] in (77, 79)} == {
        (description.rows, description.offset)
    }


@pytest.mark.parametrize("name", ["vit", "deit", "beit"])
def test_the_table_of_patches_has_the_described_rows(name):
    absolute = {"use_absolute_position_embeddings": True} if name == "beit" else {}
    cls = config_classes()[name]
    with torch.device("meta"):
        model = getattr(modeling(cls), f"{cls.__name__.removesuffix('Config')}Model")(cls(image_size=96, **absolute))
    table = next(weights for label, weights in model.named_parameters() if label.endswith("position_embeddings"))
    description = models.from_config({"model_type": name, "image_size": 96, "patch_size": 16, **absolute})
    assert description.rows == table.shape[1]
